// What a service is: plain data, the same in the built-in catalogue and in a user's own file. From one definition come the
// MCP schema, the command-line stub, the behaviour in the workspace, the audit class, expression types and record checks.
import type { Filters } from './filter.ts';
import type { FolderTool } from './folder-tool.ts';

export { withArticle } from './article.ts';
export { type Filter, type Filters, type FilterTest, fieldPath, filteredFields, testToldBy } from './filter.ts';
export type { FolderAction, FolderTool } from './folder-tool.ts';

/**
 * Kinds of field. `money` is a decimal amount, no finer than its currency; `duration` a length of time, written `1h 30m` and stored
 * `PT1H30M`; `secret` a text that nothing but `get` shows; `reference` holds the id of a record of another collection; `list` holds
 * several values of one kind.
 */
export type FieldType =
  | 'string'
  | 'text'
  | 'secret'
  | 'integer'
  | 'number'
  | 'money'
  | 'boolean'
  | 'time'
  | 'date'
  | 'duration'
  | 'enum'
  | 'address'
  | 'reference'
  | 'list';

export interface Field {
  readonly type: FieldType;
  /** One line for agents and authors. */
  readonly about: string;
  /** For `enum`: the values, in order. */
  readonly values?: readonly string[];
  /** For `reference`, and for a `list` of references: the collection, `crm.customers`. */
  readonly to?: string;
  /** For `money`: the currency's code (`EUR`), or the name of the field beside it that holds the code. */
  readonly currency?: string;
  /** For `list`: the kind of its values; lists do not nest. */
  readonly of?: Exclude<FieldType, 'list'>;
  /** Of a reference, and of a list of references: who is sent the record can read what it names as well, an attachment or a shared document. */
  readonly goes_along?: true;
  /** Of a reference, and of a list of references: the state in which a record has to be for a call to name it; a scenario may name any. */
  readonly only_if?: State;
  /** May be absent. A field that is not optional must be in every record. */
  readonly optional?: true;
  /** Only `get` shows it; lists and searches leave it out. A secret is one without saying so. */
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
  /** Its records are rows of tables whose columns stand in another record: for tools of the kind `rows`. Absent = they are not. */
  readonly rows?: Rows;
}

/** Where a row's table and its cells stand. */
export interface Rows {
  /** The reference to the table, in a collection of the same service. */
  readonly of: string;
  /** There: a list of strings, a column each. Of rows with a `number` they are bare names, the header; else `amount: number, required`. */
  readonly columns: string;
  /** Here: a list of strings, a cell each: `amount=120.5`; of rows with a `number` the bare cells in the order of the header, as typed in. */
  readonly cells: string;
  /** Here: a whole number, the place of the row in its sheet, so that ranges such as B2:D10 can be read. The header is row 1. */
  readonly number?: string;
  /** In the table: the name that may stand before a range, `Costs!B2`. */
  readonly name?: string;
  /** In the table: the name of the column that tells its rows apart. */
  readonly key?: string;
}

/** Whose time a record takes up, and when; the end itself is free again. */
export interface Occupation {
  /** A list of references: who is occupied. */
  readonly who: string;
  /** Other fields whose references are occupied as well: the room of a meeting. */
  readonly also?: readonly string[];
  /** Times. */
  readonly from: string;
  readonly to: string;
  /** A record with one of these values in a field takes up no time. */
  readonly unless?: { readonly [field: string]: readonly string[] };
}

/** Which state a record is in: fields with the values that each may have. An empty list: the record has no value there. */
export interface State {
  readonly [field: string]: readonly (string | boolean)[];
}

/** Values that a service fills in: literals, `$now`, `$setting.<name>`. */
export interface Sets {
  readonly [field: string]: string | number | boolean;
}

interface ToolBase {
  readonly title: string;
  /** What it does, for agents: enough to need no manual. */
  readonly about: string;
  /** The collection's short name within the service: `tickets`. */
  readonly collection: string;
  /** What it is given leaves the house, though it only reads: words for a search engine, an address that is fetched. */
  readonly outward?: true;
}

/** All records that pass every filter given, by id or by `sort`; fields marked `detail` are left out. Pages with `limit` and `cursor`. */
export interface ListTool extends ToolBase {
  readonly kind: 'list';
  readonly effect: 'read';
  readonly filters: Filters;
  /** Field to order by, `-field` for descending; then by id. */
  readonly sort?: string;
}

/** One record by `id`, with every field. */
export interface GetTool extends ToolBase {
  readonly kind: 'get';
  readonly effect: 'read';
  /** A field whose value the caller may give in the place of `id`: a page's `url`. Of several records with it the first by id is shown. */
  readonly by?: string;
  /** A field that holds a path in the shared folder: the picture that lay there at the start is shown beside the record. */
  readonly picture?: string;
}

/** Records in whose `in` fields every word of `query` occurs (case and accents folded), best match first. */
export interface SearchTool extends ToolBase {
  readonly kind: 'search';
  readonly effect: 'read';
  readonly in: readonly string[];
  /** Only among records that pass these too. */
  readonly filters?: Filters;
}

/** How many records there are and what their numbers add up to, over the filters of a list; by group where the caller wants that. */
export interface SummarizeTool extends ToolBase {
  readonly kind: 'summarize';
  readonly effect: 'read';
  readonly filters: Filters;
  /** Numbers, amounts (added up for each currency by itself) and lengths of time. */
  readonly sums?: readonly string[];
  /** Fields of which the least and the most are told: those that can be added up, times and dates. */
  readonly extremes?: readonly string[];
  /** Fields that the caller may group by; a time or date by its day, month or year: `date_month`. */
  readonly groups?: readonly string[];
}

/** When people (and rooms) are busy, without saying with what, and when all of them are free. For collections that `occupies` somebody. */
export interface FreeTool extends ToolBase {
  readonly kind: 'free';
  readonly effect: 'read';
  /** Argument to the field of `occupies` whose references it takes: `{ people: attendees, rooms: room }`. */
  readonly who: { readonly [argument: string]: string };
}

/** An existing record that a new one is made from: the argument that names it. */
export interface Source {
  /** `message` */
  readonly argument: string;
  readonly about?: string;
  /** Short name of its collection within the service, where that is not the tool's own. */
  readonly collection?: string;
  /** The caller may leave it out; then nothing is copied. */
  readonly optional?: true;
  /** It is gone afterwards: a draft that was sent. */
  readonly consumed?: true;
}

/**
 * Where a copied value comes from: a field of the source (or its `id`), the first of several that is there, or
 * - `of` with a `prefix` before it, which a text that begins with it already does not get twice;
 * - `of` with `below`: it stands under what the caller gave for the field, after that line;
 * - `all`: the values of several fields together, each once, `without` some (literals, `$setting.<name>`).
 */
export type Copy =
  | string
  | readonly string[]
  | { readonly of: string | readonly string[]; readonly prefix?: string; readonly below?: string }
  | { readonly all: readonly string[]; readonly without?: readonly string[] };

export interface Copies {
  readonly [field: string]: Copy;
}

/**
 * Other records that a call changes together with its own: those that its record leads to. `every` and `by` go to the records of another
 * collection that refer to it (an order's lines), `to` goes on along a reference (a line's product); at least one of the two ways. Where
 * there is no such record, or the service it belongs to is not mounted, nothing more is changed. Each is one update in the log.
 */
export interface Also {
  /** Short name of a collection of this service: `lines`. */
  readonly every?: string;
  /** Its reference to the tool's record: `order`. */
  readonly by?: string;
  /** A reference of the tool's record (or of each of `every`), to a collection of any service: `product`. */
  readonly to?: string;
  /** Numbers of the record that is changed, to what comes on top: a number, or a number field of the record that led there. Nothing there counts as 0. */
  readonly adds?: Amounts;
  /** The same taken away. The call is refused (`conflict`) where less than nothing would be left. */
  readonly takes?: Amounts;
  /** Values that it gets. */
  readonly sets?: Sets;
}

/** Field to amount. A call whose amount turns out below 0 is refused: it would go the other way. */
export interface Amounts {
  readonly [field: string]: number | string;
}

/** What tools that make a record have in common. A value comes from the caller, else from `copies`, `sets`, the field's default. */
interface MakingTool extends ToolBase {
  /** What the caller may give. */
  readonly fields: readonly string[];
  readonly sets?: Sets;
  readonly from?: Source;
  readonly copies?: Copies;
  /** The state that the source has to be in; otherwise the call is refused (`conflict`). */
  readonly only_if?: State;
  /** What changes with it, by the new record. */
  readonly also?: readonly Also[];
}

/** A new record. */
export interface CreateTool extends MakingTool {
  readonly kind: 'create';
  readonly effect: 'create' | 'spend';
  /** The caller may want a series: a record for each date. */
  readonly repeats?: Repeats;
}

/** Adds the arguments `repeats` (daily, weekdays, weekly, monthly) with `until` or `times`. */
export interface Repeats {
  /** Times and dates that move from date to date, the leading one first: `[start, end]`. */
  readonly moves: readonly string[];
  /** A text field: holds the id of the series' first record in all of its records. */
  readonly series: string;
}

/**
 * Changes the given fields of the record `id`. At least one argument must be given, or the tool has something that it `makes`. Nothing
 * is done where nothing would be different.
 */
export interface UpdateTool extends ToolBase {
  readonly kind: 'update';
  readonly effect: 'update' | 'spend';
  /** Fields that the caller may give a new value. */
  readonly fields: readonly string[];
  /** Those of `fields` that must be given. */
  readonly requires?: readonly string[];
  /** List fields to which values are added, each once: the argument `add_tags` for `tags`. */
  readonly adds?: readonly string[];
  /** List fields from which values are taken: the argument `remove_tags` for `tags`. */
  readonly removes?: readonly string[];
  /** What the tool is for: `close_ticket` makes `{ status: closed }`. `id` alone is then enough. */
  readonly makes?: Sets;
  /** Fields that it takes away, like `makes`: `reopen_ticket` clears `resolution`. */
  readonly clears?: readonly string[];
  /** Stamps: set only where something else is changed. */
  readonly sets?: Sets;
  /** A whole number that goes up by one with every change: the version. */
  readonly counts?: string;
  /** The state that the record has to be in; otherwise the call is refused (`conflict`). */
  readonly only_if?: State;
  /** The record as it was becomes a record of another collection. */
  readonly keeps?: Keeps;
  /** What changes with it, by the record as it is afterwards; only where it is changed. */
  readonly also?: readonly Also[];
}

/** Fields of the same name and type are taken over; the rest comes from the other collection's defaults. */
export interface Keeps {
  /** Short name of the other collection within the service: `versions`. */
  readonly in: string;
  /** Its field that holds the id of the record: `article`. */
  readonly as: string;
}

export interface DeleteTool extends ToolBase {
  readonly kind: 'delete';
  readonly effect: 'delete';
  /** The state that the record has to be in; otherwise the call is refused (`conflict`). */
  readonly only_if?: State;
  /** What changes with it, by the record as it was. */
  readonly also?: readonly Also[];
}

/** Deletes every record whose field is equal to the argument of the same name: a whole series. */
export interface DeleteWhereTool extends ToolBase {
  readonly kind: 'delete_where';
  readonly effect: 'delete';
  readonly by: string;
}

/** Like create, and the record leaves the house: `addressees` are the fields that hold where it goes. */
export interface SendTool extends MakingTool {
  readonly kind: 'send';
  readonly effect: 'send';
  readonly addressees: readonly string[];
}

/**
 * What a tool does with the rows of a table.
 * - `query`: those that meet conditions, chosen columns, sorted, in pages. `summarize`: count, sums, averages, least, most, by group.
 * - `insert`: a row. `update`, `delete`: the rows that meet conditions.
 * - `read_range`, `write_range`, `clear_range`: cells of a sheet by their place, for rows with a `number`.
 */
export type RowsAction = 'query' | 'summarize' | 'insert' | 'update' | 'delete' | 'read_range' | 'write_range' | 'clear_range';

/** Works on the typed cells of a collection's `rows`; the arguments follow from the action (runtime/workspace/tables/index.ts). */
export interface RowsTool extends ToolBase {
  readonly kind: 'rows';
  readonly effect: 'read' | 'create' | 'update' | 'delete';
  readonly action: RowsAction;
  /** With `insert` and `update`: other fields of the row that the caller may give. */
  readonly fields?: readonly string[];
  /** Values that the service fills in where a row is made or changed. */
  readonly sets?: Sets;
  /** The state that the table has to be in; otherwise the call is refused (`conflict`). */
  readonly only_if?: State;
}

/** A tool on the records of a collection. */
export type RecordTool =
  | ListTool
  | GetTool
  | SearchTool
  | SummarizeTool
  | FreeTool
  | CreateTool
  | UpdateTool
  | DeleteTool
  | DeleteWhereTool
  | SendTool
  | RowsTool;

export type Tool = RecordTool | FolderTool;

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

/** The collection of a path, `crm.customers`; undefined where its service is not mounted. */
export type FindCollection = (path: string) => Collection | undefined;

/** Looks up the collections of these services by their paths. */
export function collectionsOf(services: readonly ServiceDefinition[]): FindCollection {
  const all = new Map(services.map((service) => [service.name, service.collections]));
  return (path) => {
    const [service = '', name = ''] = path.split('.');
    const collections: { readonly [name: string]: Collection } = all.get(service) ?? {};
    return Object.hasOwn(collections, name) ? collections[name] : undefined;
  };
}

/** Collections of a service with the tools that work on them: what a large definition is put together from. */
export type ServicePart = Pick<ServiceDefinition, 'collections' | 'tools'>;

/** Returns its argument; the place where a definition's literal types are checked. */
export function defineService(definition: ServiceDefinition): ServiceDefinition {
  return definition;
}

/** Whether lists and searches leave the field out. */
export function isDetail(field: Field): boolean {
  return field.detail === true || field.type === 'secret';
}
