// What a kind of tool is. One file per kind beside this one; index.ts is the table of them.
import type { Change, DataRecord, FieldValue, Json } from '#grader/evidence/types.ts';
import { type Collection, type Field, type FindCollection, type ServiceDefinition, type Tool, withArticle } from '#services/types.ts';
import { disagreement, type FieldContext } from '../fields.ts';
import type { FolderAccess } from '../files/act.ts';
import type { Picture, Pictures } from '../picture.ts';
import type { RefusalCode } from '../types.ts';
import type { WorldView } from '../world.ts';

/** One argument of a tool. */
export interface Parameter {
  readonly name: string;
  readonly field: Field;
  readonly required: boolean;
  /** null (and the empty text or list) takes the field's value away, instead of counting as not given. */
  readonly clears?: true;
  /** The value that counts where none is given, as far as it is always the same. */
  readonly otherwise?: string | number | boolean;
  /** A list of texts that may be given in another form too: `pairs` as an object, of which each becomes name=value; `rows` as a list of lists, of which all values become one list. */
  readonly form?: 'pairs' | 'rows';
}

/** Arguments as understood: converted, only what was given. null takes a value away. */
export type Arguments = ReadonlyMap<string, FieldValue | null>;

/** What a tool of a kind is given when it runs. */
export interface ToolUse<T extends Tool> {
  readonly tool: T;
  readonly service: ServiceDefinition;
  readonly args: Arguments;
  readonly world: WorldView;
  readonly office: OfficeView;
  /** The shared folder; absent where the office has none. */
  readonly folder?: FolderAccess;
  /** The pictures in it at the start. */
  readonly pictures?: Pictures;
}

/** What tools know of the office beside its records. */
export interface OfficeView extends FieldContext {
  /** Scenario time, UTC instant. */
  readonly now: string;
  /** A literal, `$now` or `$setting.<name>` as a value; undefined where the setting is not given. */
  value(service: ServiceDefinition, written: string | number | boolean): FieldValue | undefined;
  /** The tool that shows ids of `crm.customers`: `crm.list_customers`. */
  finder(collection: string): string | undefined;
  readonly findCollection: FindCollection;
}

export interface Done {
  readonly ok: true;
  readonly result: Json;
  readonly shown: ShownRecords;
  readonly changes: readonly Change[];
  /** Shown beside the result, which tells of it. */
  readonly picture?: Picture;
}

/** Record paths (`helpdesk.tickets/TIC-204`) to the names of the fields that a result holds. */
export type ShownRecords = ReadonlyMap<string, readonly string[]>;

export const NOTHING_SHOWN: ShownRecords = new Map();

export interface Refusal {
  readonly ok: false;
  readonly code: RefusalCode;
  readonly message: string;
  readonly hint?: string;
  /** With `rate_limited`: seconds. */
  readonly retryAfter?: number;
}

export type Outcome = Done | Refusal;

/** Hints for clients, as MCP defines them. */
export interface Hints {
  readonly readOnly: boolean;
  readonly destructive: boolean;
  readonly idempotent: boolean;
  /** What it answers hangs on more than the office's records, which others change meanwhile. */
  readonly openWorld?: true;
}

export interface ToolKind<T extends Tool> {
  readonly hints: Hints | ((tool: T) => Hints);
  parameters(tool: T, collection: Collection, service: ServiceDefinition, find: FindCollection): readonly Parameter[];
  /** What every tool of the kind does, to be said after the tool's own words. */
  notes(tool: T, service: ServiceDefinition, collection: Collection, find: FindCollection): string;
  /** Pure: looks at the world, answers, and says what should change. */
  run(use: ToolUse<T>): Outcome;
}

/** The tool's collection. A definition that passed `checkDefinition` always has it. A tool that works on no records gets one without fields. */
export function collectionOf(service: ServiceDefinition, tool: Tool): Collection {
  return tool.kind === 'folder' ? NO_RECORDS : collectionNamed(service, tool.collection);
}

const NO_RECORDS: Collection = { about: 'No records.', noun: 'file', prefix: 'FILE-', fields: {} };

export function collectionPath(service: ServiceDefinition, tool: Tool): string {
  return `${service.name}.${tool.collection}`;
}

/** A field of the collection, `id` included. */
export function fieldOf(collection: Collection, name: string): Field {
  const field = Object.hasOwn(collection.fields, name) ? collection.fields[name] : undefined;
  if (field === undefined) throw new Error(`a ${collection.noun} has no field ${name}`);
  return field;
}

/** A field that a caller may give, as an argument. */
export function fieldParameter(collection: Collection, name: string, required: boolean): Parameter {
  return { name, field: fieldOf(collection, name), required };
}

export function idParameter(collection: Collection, about: string): Parameter {
  return {
    name: 'id',
    field: { type: 'string', about: `${about} The id of ${withArticle(collection.noun)}, such as ${collection.prefix}1.` },
    required: true,
  };
}

/** The refusal of a record whose fields do not go together (an end before its beginning); undefined where they do. */
export function oddRefusal(
  collection: Collection,
  values: { readonly [field: string]: unknown },
  { zone }: FieldContext,
): Refusal | undefined {
  const odd = disagreement(collection.fields, values, zone);
  if (odd === undefined) return undefined;
  return { ok: false, code: 'wrong_argument', message: `${odd.field} ${odd.message}.`, hint: odd.hint };
}

/** The service's collection of that short name. */
export function collectionNamed(service: ServiceDefinition, name: string): Collection {
  const collection = Object.hasOwn(service.collections, name) ? service.collections[name] : undefined;
  if (collection === undefined) throw new Error(`service ${service.name} has no collection ${name}`);
  return collection;
}

/** What the record has in the field; undefined where it has nothing. */
export function valueIn(record: DataRecord, name: string): FieldValue | undefined {
  return Object.hasOwn(record, name) ? record[name] : undefined;
}

/** The record that the argument `id` names, or the refusal that says how to find ids. */
export function findRecord<T extends Tool>(use: ToolUse<T>): { readonly ok: true; readonly record: DataRecord } | Refusal {
  const path = collectionPath(use.service, use.tool);
  const id = use.args.get('id');
  const record = typeof id === 'string' ? use.world.get(path, id) : undefined;
  if (record !== undefined) return { ok: true, record };
  const noun = collectionOf(use.service, use.tool).noun;
  const finder = use.office.finder(path);
  return {
    ok: false,
    code: 'not_found',
    message: `There is no ${noun} with the id ${JSON.stringify(id)}.`,
    ...(finder === undefined ? {} : { hint: `${finder} shows the ids.` }),
  };
}
