// Tables whose columns stand in a record: what their columns are, and the cells of a row from its stored texts and back.
import type { DataRecord } from '#grader/evidence/types.ts';
import type { Field, Rows } from '#services/types.ts';
import { convertField, type FieldContext } from '../fields.ts';
import { choices, didYouMean } from '../hints.ts';

/** What a cell holds; null is an empty one. Dates and times as they are stored. */
export type Cell = string | number | boolean | null;

export interface Column {
  readonly name: string;
  /** How its cells are read; absent: by what is typed in, as in a sheet. */
  readonly field?: Field;
  /** Every row has a value there. */
  readonly required: boolean;
  /** No two rows have the same there. */
  readonly unique: boolean;
  /** A row that does not say gets the number after the highest. */
  readonly numbered: boolean;
}

export type ReadCell = { readonly ok: true; readonly cell: Cell } | { readonly ok: false; readonly message: string; readonly hint: string };

const TYPES: { readonly [word: string]: Field['type'] } = {
  text: 'string',
  number: 'number',
  integer: 'integer',
  boolean: 'boolean',
  date: 'date',
  time: 'time',
  email: 'address',
};

/** How a column is written, for messages and descriptions. */
export const columnForm = `name: type, where type is ${Object.keys(TYPES).join(', ')} or one of a | b | c, then maybe required, unique, numbered`;

/**
 * A column as it is written: `amount: number, required`, `status: one of open | closed`, `nr: integer, numbered`; a bare name holds text.
 * Undefined where it says something else.
 */
export function readColumn(written: string): Column | undefined {
  const colon = written.indexOf(':');
  const [type = '', ...marks] =
    colon < 0
      ? ['text']
      : written
          .slice(colon + 1)
          .split(',')
          .map((part) => part.trim());
  const name = (colon < 0 ? written : written.slice(0, colon)).trim();
  const values = /^one of (.+)$/
    .exec(type)?.[1]
    ?.split('|')
    .map((value) => value.trim());
  const simple = Object.hasOwn(TYPES, type) ? TYPES[type] : undefined;
  if (name === '' || (simple === undefined && values === undefined)) return undefined;
  if (values?.some((value) => value === '') || marks.some((mark) => !['required', 'unique', 'numbered'].includes(mark))) return undefined;
  const numbered = marks.includes('numbered');
  if (numbered && type !== 'integer') return undefined;
  const field: Field = values === undefined ? { type: simple ?? 'string', about: '' } : { type: 'enum', values, about: '' };
  return { name, field, required: marks.includes('required'), unique: marks.includes('unique') || numbered, numbered };
}

/** The columns of a table's record; those of numbered rows are a header, whose cells hold what is typed in. */
export function columnsOf(
  rows: Rows,
  table: DataRecord,
): { readonly ok: true; readonly columns: readonly Column[] } | { readonly ok: false; readonly written: string } {
  const written = [table[rows.columns] ?? []].flat().map(String);
  if (rows.number !== undefined)
    return { ok: true, columns: written.map((name) => ({ name, required: false, unique: false, numbered: false })) };
  const key = rows.key === undefined ? undefined : table[rows.key];
  const columns: Column[] = [];
  for (const one of written) {
    const column = readColumn(one);
    if (column === undefined) return { ok: false, written: one };
    columns.push(column.name === key ? { ...column, required: !column.numbered, unique: true } : column);
  }
  return { ok: true, columns };
}

/** A cell from text that somebody wrote or typed in: by the column's type, else a number, a date, true or false by its looks; `'` before it keeps it a text. */
export function readCell(text: string, { field }: Pick<Column, 'field'>, context: FieldContext): ReadCell {
  if (text === '') return { ok: true, cell: null };
  if (field === undefined) return { ok: true, cell: typedIn(text) };
  const converted = convertField(field, text, context);
  return converted.ok ? { ok: true, cell: converted.value as string | number | boolean } : converted;
}

/** The text under which a cell is stored. */
export function cellText(cell: Cell, { field }: Pick<Column, 'field'>): string {
  if (cell === null) return '';
  if (typeof cell === 'string' && field === undefined && typedIn(cell) !== cell) return `'${cell}`;
  return String(cell);
}

const NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?$/;

function typedIn(text: string): string | number | boolean {
  if (text.startsWith("'")) return text.slice(1);
  if (NUMBER.test(text) && text.replaceAll(/[-.]/g, '').length <= 15) return Number(text) + 0;
  const word = text.toLowerCase();
  return word === 'true' || word === 'false' ? word === 'true' : text;
}

/** The cells of a row, one for each column, in their order. What a stored text does not say as its column wants it stays a text. */
export function cellsOf(rows: Rows, columns: readonly Column[], row: DataRecord, context: FieldContext): readonly Cell[] {
  const stored = [row[rows.cells] ?? []].flat().map(String);
  const texts = rows.number === undefined ? columns.map(({ name }) => textNamed(stored, name)) : columns.map((_, at) => stored[at] ?? '');
  return columns.map((column, at) => {
    const read = readCell(texts[at] ?? '', column, context);
    return read.ok ? read.cell : (texts[at] ?? '');
  });
}

/** The stored form of a row's cells: `column=value` for those that hold something, or one text for each column. */
export function storedCells(rows: Rows, columns: readonly Column[], cells: readonly Cell[]): readonly string[] {
  const texts = columns.map((column, at) => cellText(cells[at] ?? null, column));
  if (rows.number !== undefined) return texts;
  return columns.flatMap(({ name }, at) => (texts[at] === '' ? [] : [`${name}=${texts[at]}`]));
}

function textNamed(stored: readonly string[], name: string): string {
  return stored.find((cell) => cell.startsWith(`${name}=`))?.slice(name.length + 1) ?? '';
}

/** Where a column of that name stands; or what to say where there is none. */
export function findColumn(
  columns: readonly Column[],
  name: string,
): { readonly ok: true; readonly at: number } | { readonly ok: false; readonly message: string; readonly hint: string } {
  const names = columns.map((column) => column.name);
  const exact = names.indexOf(name);
  const at = exact >= 0 ? exact : names.findIndex((one) => one.toLowerCase() === name.trim().toLowerCase());
  if (at >= 0) return { ok: true, at };
  return {
    ok: false,
    message: `There is no column ${JSON.stringify(name.slice(0, 80))}.`,
    hint: `${didYouMean(name, names)}Columns: ${choices(names)}.`,
  };
}

/** `Amount=12` taken apart, with the name of the longest column that it begins with. */
export function readPair(
  written: string,
  columns: readonly Column[],
):
  | { readonly ok: true; readonly at: number; readonly text: string }
  | { readonly ok: false; readonly message: string; readonly hint: string } {
  const fitting = columns
    .map(({ name }, at) => ({ name, at }))
    .filter(({ name }) => written.toLowerCase().startsWith(`${name.toLowerCase()}=`))
    .sort((a, b) => b.name.length - a.name.length)[0];
  if (fitting !== undefined) return { ok: true, at: fitting.at, text: written.slice(fitting.name.length + 1) };
  const equals = written.indexOf('=');
  if (equals < 0) {
    const hint = `Write column=value, such as ${columns[0]?.name ?? 'name'}=…; nothing after the = empties the cell.`;
    return { ok: false, message: `${JSON.stringify(written.slice(0, 80))} is no column=value.`, hint };
  }
  const found = findColumn(columns, written.slice(0, equals).trim());
  return found.ok ? { ok: true, at: found.at, text: written.slice(equals + 1).trim() } : found;
}
