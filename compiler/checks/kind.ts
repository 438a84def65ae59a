// What a kind of check is to the compiler: its keys in the language and how they become the grader's parameters.
// The grader's side of the same kind is grader-template/checks/<kind>.ts.
import type { Field } from '#services/types.ts';
import type { MountedTool } from '../3-link/context.ts';
import type { SlotLength } from '../3-link/windows.ts';
import type { Written, z } from '../shapes.ts';
import type { Json, Office, PlannedPart, SlotValues, Template } from '../types.ts';

export interface CheckKind {
  /** Key in the language, name of its file here and of the grader's function. */
  readonly kind: string;
  /** For the docs: what it looks at and when it is met. */
  readonly about: string;
  /** The keys it has beside id, weight, each, needs and must. */
  readonly keys: { readonly [key: string]: z.ZodType };
  /** Holds in an untouched world: earns only beside other work, and is `must` unless it says otherwise. A function where that depends on the check. */
  readonly restraint: boolean | ((linked: LinkedCheck) => boolean);
  /** Reads what the agent said. */
  readonly statement: boolean | ((linked: Pick<LinkedCheck, 'parts'>) => boolean);
  /** Looks at which calls there were and how they stand to each other: values matter to it only where it names them under `with`. */
  readonly manner?: true;
  /** Looks into the folder of the agent, which then has to have one. */
  readonly folder?: true;
  /** Its outcome says how many things it met, so that a ladder can stand on it without `each`. */
  readonly counts?: true;
  /** The grader's parameters; undefined after reporting what is wrong. */
  readonly link: (linker: CheckLinker) => { readonly [key: string]: Template } | undefined;
}

/** A check whose parameters are known. */
export interface LinkedCheck {
  readonly params: { readonly [key: string]: Template };
  /** Checks inside it. */
  readonly parts: readonly PlannedPart[];
  /** Whether it scores 1 in a world in which nothing was done. */
  readonly holdsUntouched: () => boolean;
}

/** Returns its argument; the place where a definition is checked. */
export function defineCheck(kind: CheckKind): CheckKind {
  return kind;
}

/** Reads the values of one check. Paths are keys within the check; everything reports its own mistakes and then gives undefined. */
export interface CheckLinker {
  readonly keys: { readonly [key: string]: Written };
  /** The request as written, placeholders and all. */
  readonly request: string;
  readonly office: Office;
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
  /** Whether a fault is planned for the tool; reports where there is none. */
  readonly hasFault: (tool: MountedTool, ...at: At) => boolean;
  /** Arguments of a tool to what must hold of them. */
  readonly args: (tool: MountedTool, ...at: At) => Template | undefined;
  /** A mounted service that sends. */
  readonly sender: (...at: At) => string | undefined;
  /** One of a few words. */
  readonly word: <W extends string>(choices: readonly W[], ...at: At) => W | undefined;
  readonly wholeNumber: (...at: At) => number | undefined;
  /** A check inside this one. */
  readonly part: (...at: At) => PlannedPart | undefined;
  /** A list of such checks, at least one. */
  readonly parts: (...at: At) => readonly PlannedPart[] | undefined;
  /** What the records of `of` (places of record lists) are called beside their ids: the values of the fields named at `by`. */
  readonly naming: (by: At, of: readonly At[]) => Template | undefined;
  /** Values of the record fields named at `fields`, each with its owner and whom it may reach; `of` and `may_reach` stand beside it. */
  readonly secrets: (...fields: At) => Template | undefined;
  /** A pattern of calls: `{ tool, with }`. */
  readonly call: (...at: At) => Template | undefined;
  /** What is expected of a field of the form: the whole check's parameters. */
  readonly answer: () => { readonly [key: string]: Template } | undefined;
  /** A list of things that the agent makes, and the office's clock where they are times. */
  readonly made: (key: string) => { readonly [key: string]: Template } | undefined;
  /** What is expected of a file in the agent's folder. */
  readonly file: () => { readonly [key: string]: Template } | undefined;
  /** What records of the collection take up of whose time; they must take up some. */
  readonly occupation: (collection: string, ...at: At) => Template | undefined;
  /** `length` or `exactly`, in minutes. */
  readonly slotLength: () => SlotLength | undefined;
  /** Times in `between`, `hours` and outside `holidays`; one of them must be as long. */
  readonly windows: (length: SlotLength) => Template | undefined;
  /** Reports that what stands at a key makes no sense beside the rest. */
  readonly contradiction: (key: string, found: string) => undefined;
  /** Reports that a key is not there, with an example of its value. */
  readonly missing: (key: string, example: string) => undefined;
  /** For a value that also depends on the other items of `each`: computes from this item's and all items' slots. */
  readonly derived: (name: string, compute: (item: SlotValues, all: readonly SlotValues[]) => Json) => Template;
  /** The same, and undefined where the value is `usual` for every item. */
  readonly derivedUnless: (
    usual: Json,
    name: string,
    compute: (item: SlotValues, all: readonly SlotValues[]) => Json,
  ) => Template | undefined;
}

export type At = readonly (string | number)[];
