// What a kind of check is to the compiler: its keys in the language and how they become the grader's parameters.
// The grader's side of the same kind is grader-template/checks/<kind>.ts.
import type { Field } from '#services/types.ts';
import type { MountedTool } from '../3-link/context.ts';
import type { Written, z } from '../shapes.ts';
import type { Json, SlotValues, Template } from '../types.ts';

export interface CheckKind {
  /** Key in the language, name of its file here and of the grader's function. */
  readonly kind: string;
  /** For the docs: what it looks at and when it is met. */
  readonly about: string;
  /** The keys it has beside id, weight, each, needs and must. */
  readonly keys: { readonly [key: string]: z.ZodType };
  /** Holds in an untouched world: earns only beside other work, and is `must` unless it says otherwise. */
  readonly restraint: boolean;
  /** Reads what the agent said. */
  readonly statement: boolean;
  /** The grader's parameters; undefined after reporting what is wrong. */
  readonly link: (linker: CheckLinker) => { readonly [key: string]: Template } | undefined;
}

/** Returns its argument; the place where a definition is checked. */
export function defineCheck(kind: CheckKind): CheckKind {
  return kind;
}

/** Reads the values of one check. Paths are keys within the check; everything reports its own mistakes and then gives undefined. */
export interface CheckLinker {
  readonly keys: { readonly [key: string]: Written };
  /** `helpdesk.tickets` */
  readonly collection: (...at: At) => string | undefined;
  /** `helpdesk.tickets/TIC-204`; the record must exist. */
  readonly record: (...at: At) => { readonly path: Template; readonly collection: string } | undefined;
  /** Ids of the records that a value holds, each of which must exist; with the field behind `list.field` where one is named. */
  readonly recordIds: (...at: At) => Template | undefined;
  /** A bare expression for records, with an optional field at its end: `overdue.priority`. */
  readonly except: (collection: string, ...at: At) => { readonly ids: Template; readonly fields?: readonly string[] } | undefined;
  /** Fields of a collection to what must hold of them. */
  readonly fields: (collection: string, ...at: At) => Template | undefined;
  /** Names of fields of a collection. */
  readonly fieldNames: (collection: string, ...at: At) => readonly string[] | undefined;
  readonly matcher: (field: Field, ...at: At) => Template | undefined;
  readonly tool: (...at: At) => MountedTool | undefined;
  /** Arguments of a tool to what must hold of them. */
  readonly args: (tool: MountedTool, ...at: At) => Template | undefined;
  /** A mounted service that sends. */
  readonly sender: (...at: At) => string | undefined;
  /** One of a few words. */
  readonly word: <W extends string>(choices: readonly W[], ...at: At) => W | undefined;
  readonly wholeNumber: (...at: At) => number | undefined;
  /** For a value that also depends on the other items of `each`: computes from this item's and all items' slots. */
  readonly derived: (name: string, compute: (item: SlotValues, all: readonly SlotValues[]) => Json) => Template;
}

export type At = readonly (string | number)[];
