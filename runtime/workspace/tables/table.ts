// One table opened: its record, its columns, and its rows with their cells.
import type { DataRecord, FieldValue, Json } from '#grader/evidence/types.ts';
import type { Collection, Rows, RowsTool } from '#services/types.ts';
import {
  collectionNamed,
  collectionOf,
  collectionPath,
  fieldOf,
  type Refusal,
  type ShownRecords,
  type ToolUse,
  valueIn,
} from '../tools/kind.ts';
import { stateRefusal } from '../tools/state.ts';
import { type Cell, type Column, cellsOf, columnForm, columnsOf } from './columns.ts';

export type Use = ToolUse<RowsTool>;

export interface Row {
  readonly record: DataRecord;
  /** One for each column. */
  readonly cells: readonly Cell[];
}

export interface Table {
  readonly record: DataRecord;
  /** `databases.tables` */
  readonly path: string;
  readonly noun: string;
  readonly layout: Rows;
  readonly columns: readonly Column[];
  /** By number where they have one, else by id. */
  readonly rows: readonly Row[];
}

/** How the collection of such a tool lays out its rows. */
export function layoutOf(collection: Collection): Rows {
  if (collection.rows === undefined) throw new Error(`a ${collection.noun} is no row of a table`);
  return collection.rows;
}

/** The service's own name of the collection that the tables are in: `tables`. */
export function tablesName(collection: Collection): string {
  return fieldOf(collection, layoutOf(collection).of).to?.split('.')[1] ?? '';
}

/** The table, where it is in the state that the tool asks for; or why it cannot be used. */
export function openTable(use: Use, record: DataRecord): { readonly ok: true; readonly table: Table } | Refusal {
  const { service, tool, world, office } = use;
  const collection = collectionOf(service, tool);
  const layout = layoutOf(collection);
  const short = tablesName(collection);
  const { noun } = collectionNamed(service, short);
  const refusal = stateRefusal(use, { record, collection: short, state: tool.only_if });
  if (refusal !== undefined) return refusal;
  const read = columnsOf(layout, record);
  if (!read.ok) {
    const message = `${noun} ${record.id} has a column ${JSON.stringify(read.written)}, which is of no type that there is.`;
    return { ok: false, code: 'wrong_argument', message, hint: `Columns are written as ${columnForm}.` };
  }
  const { columns } = read;
  const rows = world
    .all(collectionPath(service, tool))
    .filter((row) => row[layout.of] === record.id)
    .map((row) => ({ record: row, cells: cellsOf(layout, columns, row, office) }));
  if (layout.number !== undefined) rows.sort((a, b) => numberOf(layout, a.record) - numberOf(layout, b.record));
  return { ok: true, table: { record, path: `${service.name}.${short}`, noun, layout, columns, rows } };
}

/** The table that the argument names. */
export function tableOf(use: Use): { readonly ok: true; readonly table: Table } | Refusal {
  const collection = collectionOf(use.service, use.tool);
  const id = String(use.args.get(layoutOf(collection).of) ?? '');
  const path = `${use.service.name}.${tablesName(collection)}`;
  const record = use.world.get(path, id);
  if (record !== undefined) return openTable(use, record);
  const { noun } = collectionNamed(use.service, tablesName(collection));
  const finder = use.office.finder(path);
  const hint = finder === undefined ? 'Give an id that there is.' : `${finder} shows the ids.`;
  return { ok: false, code: 'not_found', message: `There is no ${noun} with the id ${JSON.stringify(id)}.`, hint };
}

export function numberOf({ number }: Rows, record: DataRecord): number {
  return number === undefined ? 0 : Number(valueIn(record, number) ?? 0);
}

/** A row as it is shown: id, its number, its cells by column, and fields of the row that are named. */
export function rowView(table: Table, { record, cells }: Row, use: Use, chosen?: readonly number[]): { readonly [name: string]: Json } {
  const { layout, columns } = table;
  const at = chosen ?? columns.map((_, index) => index);
  const shown = at.flatMap((index): [string, Json][] => {
    const column = columns[index];
    return column === undefined ? [] : [[column.name, cellJson(cells[index] ?? null, column, use)]];
  });
  return { id: record.id, ...(layout.number !== undefined && { row: numberOf(layout, record) }), cells: Object.fromEntries(shown) };
}

/** A cell as it is shown: times with the offset of the office. */
export function cellJson(cell: Cell, { field }: Pick<Column, 'field'>, use: Use): Json {
  return field?.type === 'time' && typeof cell === 'string' ? use.office.zone.show(cell) : cell;
}

/** What is shown by rows with their cells. */
export function shownRows(use: Use, table: Table, rows: readonly Row[]): ShownRecords {
  const { layout } = table;
  const names = ['id', layout.of, ...(layout.number === undefined ? [] : [layout.number]), layout.cells];
  return new Map(rows.map(({ record }) => [`${collectionPath(use.service, use.tool)}/${record.id}`, names]));
}

export function textsIn(value: FieldValue | null | undefined): readonly string[] {
  return value === undefined || value === null ? [] : [value].flat().map(String);
}

export function wrong(message: string, hint: string): Refusal {
  return { ok: false, code: 'wrong_argument', message, hint };
}
