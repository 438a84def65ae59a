// What a service is: plain data, the same in the built-in catalogue and in a user's own file. From one definition come the
// MCP schema, the command-line stub, the behaviour in the workspace, the audit class, expression types and record checks.

/** Kinds of field. `reference` holds the id of a record of another collection, `list` holds several values of one kind. */
export type FieldType = 'string' | 'text' | 'integer' | 'number' | 'boolean' | 'time' | 'date' | 'enum' | 'address' | 'reference' | 'list';

export interface Field {
  readonly type: FieldType;
  /** One line for agents and authors. */
  readonly about: string;
  /** For `enum`: the values, in order. */
  readonly values?: readonly string[];
  /** For `reference`, and for a `list` of references: the collection, `crm.customers`. */
  readonly to?: string;
  /** For `list`: the kind of its values; lists do not nest. */
  readonly of?: Exclude<FieldType, 'list'>;
  /** May be absent. A field that is not optional must be in every record. */
  readonly optional?: true;
  /** Only `get` shows it; lists and searches leave it out. */
  readonly detail?: true;
  /** For times, dates and numbers: another field of the same type, which this one has to be later (larger) than where both are there. */
  readonly after?: string;
  /** Value of a new record that does not say otherwise: a literal, `$now`, or `$setting.<name>`. */
  readonly default?: string | number | boolean;
}

export interface Collection {
  readonly about: string;
  /** One record, in words: `ticket`. */
  readonly noun: string;
  /** Ids of new records: prefix and a running number: `TIC-` gives TIC-301, TIC-302 … after the highest seeded number. */
  readonly prefix: string;
  /** Without `id`, which every record has. */
  readonly fields: { readonly [name: string]: Field };
  /** Its records take up somebody's time. Absent = they do not. */
  readonly occupies?: Occupation;
}

/** Whose time a record takes up, and when; the end itself is free again. */
export interface Occupation {
  /** A list of references: who is occupied. */
  readonly who: string;
  /** Times. */
  readonly from: string;
  readonly to: string;
  /** A record with one of these values in a field takes up no time. */
  readonly unless?: { readonly [field: string]: readonly string[] };
}

/** How a list's argument selects. `is`: equal. `contains`: the text contains it (case and accents folded). `has`: the list holds it. `before`/`after`: instants, exclusive. `at_least`/`at_most`: numbers, inclusive. */
export type FilterTest = 'is' | 'contains' | 'has' | 'before' | 'after' | 'at_least' | 'at_most';

export interface Filter {
  readonly field: string;
  readonly test: FilterTest;
  readonly about?: string;
}

interface ToolBase {
  readonly title: string;
  /** What it does, for agents: enough to need no manual. */
  readonly about: string;
  /** The collection's short name within the service: `tickets`. */
  readonly collection: string;
}

/** All records that pass every filter given, by id or by `sort`; fields marked `detail` are left out. Pages with `limit` and `cursor`. */
export interface ListTool extends ToolBase {
  readonly kind: 'list';
  readonly effect: 'read';
  readonly filters: { readonly [argument: string]: Filter };
  /** Field to order by, `-field` for descending; then by id. */
  readonly sort?: string;
}

/** One record by `id`, with every field. */
export interface GetTool extends ToolBase {
  readonly kind: 'get';
  readonly effect: 'read';
}

/** Records in whose `in` fields every word of `query` occurs (case and accents folded), best match first. */
export interface SearchTool extends ToolBase {
  readonly kind: 'search';
  readonly effect: 'read';
  readonly in: readonly string[];
}

/** A new record. `fields` may be given by the caller; the rest comes from `sets` and the fields' defaults. */
export interface CreateTool extends ToolBase {
  readonly kind: 'create';
  readonly effect: 'create' | 'spend';
  readonly fields: readonly string[];
  /** Values the service fills in: literals, `$now`, `$setting.<name>`. */
  readonly sets?: { readonly [field: string]: string | number | boolean };
}

/** Changes the given fields of the record `id`. At least one must be given. */
export interface UpdateTool extends ToolBase {
  readonly kind: 'update';
  readonly effect: 'update' | 'spend';
  readonly fields: readonly string[];
  readonly sets?: { readonly [field: string]: string | number | boolean };
}

export interface DeleteTool extends ToolBase {
  readonly kind: 'delete';
  readonly effect: 'delete';
}

/** Like create, and the record leaves the house: `addressees` are the fields that hold where it goes. */
export interface SendTool extends ToolBase {
  readonly kind: 'send';
  readonly effect: 'send';
  readonly fields: readonly string[];
  readonly addressees: readonly string[];
  readonly sets?: { readonly [field: string]: string | number | boolean };
}

export type Tool = ListTool | GetTool | SearchTool | CreateTool | UpdateTool | DeleteTool | SendTool;

export interface ServiceDefinition {
  /** Key in scenarios, first part of tool names, name of its file. */
  readonly name: string;
  readonly title: string;
  readonly about: string;
  /** Values a scenario gives beside records: `mail: { mailbox: me@ours.example }`. */
  readonly settings?: { readonly [name: string]: Field };
  readonly collections: { readonly [name: string]: Collection };
  readonly tools: { readonly [name: string]: Tool };
}

/** Returns its argument; the place where a definition's literal types are checked. */
export function defineService(definition: ServiceDefinition): ServiceDefinition {
  return definition;
}
