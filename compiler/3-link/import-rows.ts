// Rows of one table or sheet from a CSV file whose header names the columns of the table: `{ file: assets/stock.csv, table: TBL-1 }`.
import type { DataRecord } from '#grader/evidence/types.ts';
import type { Collection, Rows } from '#services/types.ts';
import type { FieldContext } from '#workspace/fields.ts';
import { type Column, columnsOf, findColumn, readCell } from '#workspace/tables/columns.ts';
import { suggestion } from '../diagnostics/suggest.ts';
import type { Diagnostic, Span } from '../diagnostics/types.ts';
import type { Path } from '../types.ts';
import { spanOf } from './csv.ts';
import { cannotImport, type ImportedRecord, type ImportedTable, importCsv, importedHere, type Raw } from './import.ts';
import type { OfficeInput } from './office.ts';

/** What a scenario says of the file, at `path`. */
export interface RowsImport {
  readonly given: { readonly [key: string]: string };
  readonly path: Path;
  readonly collection: Collection;
  readonly rows: Rows;
  /** The records of the collection that `rows.of` refers to. */
  readonly tables: readonly DataRecord[];
  readonly context: FieldContext;
}

export interface ImportedRow extends ImportedRecord {
  /** Something was reported in it, so that it is looked at no more. */
  readonly faulty: boolean;
  /** The table's id. */
  readonly table: string;
}

/** The rows in the file, without ids (but for those in a column `id`) and without numbers. Reports what does not fit the table. */
export function importRows(input: RowsImport, on: OfficeInput): readonly ImportedRow[] {
  const source = sourceOf(input, on);
  if (source && !source.file.endsWith('.csv'))
    return cannotImport(source.file, `the rows of a ${input.rows.of} are read from .csv files only`, [...input.path, 'file'], on);
  const file = source && importCsv(source.file, [...input.path, 'file'], on);
  if (!source || !file) return [];
  const { places, isWhole } = readHeader(file, source, input, on);
  const faulty = reportCells(file, places, input, on);
  return file.rows.map((row, i) => ({
    raw: rawRow(
      file.header.map(({ text }) => row.cells[text] ?? ''),
      places,
      { ...source, rows: input.rows },
    ),
    places: row.places,
    faulty: !isWhole || faulty.has(i),
    table: source.table,
  }));
}

/** Gives rows the numbers and ids that their files do not say: both go on from the highest before, in the order of the files. */
export function numberRows<Item extends { readonly raw: Raw; readonly table?: string }>(
  items: readonly Item[],
  { prefix, rows }: Collection,
): readonly Item[] {
  let highest = 0;
  for (const { raw } of items) {
    const id = String(raw.id ?? '');
    const rest = id.startsWith(prefix) ? id.slice(prefix.length) : '';
    if (/^\d{1,9}$/.test(rest)) highest = Math.max(highest, Number(rest));
  }
  const last = new Map<string, number>();
  return items.map((item) => {
    const { raw, table } = item;
    if (table === undefined) return item;
    const number = (last.get(table) ?? 1) + 1;
    last.set(table, number);
    const numbered = rows?.number === undefined ? {} : { [rows.number]: String(number) };
    return { ...item, raw: { ...raw, ...numbered, id: raw.id ?? `${prefix}${++highest}` } };
  });
}

/** What a column of the file is: one of the table, or a field that every row has beside its cells. Neither where it was reported. */
interface ColumnAt {
  readonly cell?: Column | undefined;
  readonly field?: string;
}

interface Source {
  readonly file: string;
  readonly table: string;
  readonly columns: readonly Column[];
}

/** The file and the columns of the table that the scenario names. */
function sourceOf({ given, path, rows, collection, tables }: RowsImport, { report, places }: OfficeInput): Source | undefined {
  const keys = ['file', rows.of];
  const to = collection.fields[rows.of]?.to ?? '';
  const within = 'this import';
  for (const key of Object.keys(given)) {
    if (!keys.includes(key)) report('validate/unknown-key', places.key([...path, key]), { key, within, choices: keys });
  }
  const { file, [rows.of]: table } = given;
  if (file === undefined) report('validate/missing-key', places.key(path), { key: 'file', within, example: 'assets/rows.csv' });
  if (table === undefined)
    report('validate/missing-key', places.key(path), { key: rows.of, within, example: tables[0]?.id ?? `the id of a record of ${to}` });
  if (file === undefined || table === undefined) return undefined;
  const record = tables.find(({ id }) => id === table);
  if (!record) {
    const choices = tables.map(({ id }) => id);
    report('link/unknown-reference', places.value([...path, rows.of]), { field: rows.of, id: table, to, choices });
    return undefined;
  }
  // A table whose columns cannot be read is reported with the others.
  const read = columnsOf(rows, record);
  return read.ok ? { file, table, columns: read.columns } : undefined;
}

/** What the columns of the file are, and whether all that the table asks for are there, each once and no others. Reports what is not so. */
function readHeader(
  { header }: ImportedTable,
  { columns, table }: Source,
  { rows, collection, path }: RowsImport,
  on: OfficeInput,
): { readonly places: readonly ColumnAt[]; readonly isWhole: boolean } {
  const related = [importedHere(path, on)];
  let isWhole = true;
  const wrong = (span: Span | undefined, problem: string, fix: string) => {
    isWhole = false;
    if (span) on.report('link/bad-column', span, { table: `${rows.of} ${table}`, problem, fix }, related);
  };
  const names = columns.map(({ name }) => name);
  const fields = [...Object.keys(collection.fields).filter((name) => !ownFields(rows).includes(name)), 'id'];
  const places = header.map(({ text, span }): ColumnAt => {
    const found = findColumn(columns, text);
    if (found.ok) return { cell: columns[found.at] };
    if (fields.includes(text)) return { field: text };
    wrong(span, `has no column "${text}"`, suggestion(text, names));
    return {};
  });
  for (const [at, { cell }] of places.entries()) {
    if (cell !== undefined && places.findIndex((other) => other.cell === cell) < at)
      wrong(header[at]?.span, `has one column "${cell.name}", and the file has two`, 'Remove one of them.');
  }
  for (const column of columns.filter((one) => one.required && !places.some(({ cell }) => cell === one))) {
    const problem = `has a value for "${column.name}" in every row, and the file has no such column`;
    wrong(spanOf(header), problem, `Add the column ${column.name} to its header and to every line.`);
  }
  return { places, isWhole };
}

/** The fields of a row that its file and its table are. */
function ownFields({ of, cells, number }: Rows): readonly string[] {
  return [of, cells, number].filter((name) => name !== undefined);
}

function rawRow(texts: readonly string[], places: readonly ColumnAt[], { table, columns, rows }: Source & { readonly rows: Rows }): Raw {
  const own = (column: Column) => texts[places.findIndex(({ cell }) => cell === column)] ?? '';
  const cells =
    rows.number === undefined
      ? columns.flatMap((column) => (own(column) === '' ? [] : [`${column.name}=${own(column)}`]))
      : columns.map((column) => own(column));
  const fields = places.flatMap(({ field }, at) => (field === undefined || texts[at] === '' ? [] : [[field, texts[at] ?? '']]));
  return { ...Object.fromEntries(fields), [rows.of]: table, [rows.cells]: cells };
}

/** Reports cells that are not of their column's type, that are missing, or that stand twice where they may not. Gives the rows that have some. */
function reportCells(
  { header, rows }: ImportedTable,
  places: readonly ColumnAt[],
  input: RowsImport,
  on: OfficeInput,
): ReadonlySet<number> {
  const faulty = new Set<number>();
  for (const [at, { cell: column }] of places.entries()) {
    const name = header[at]?.text ?? '';
    const seen = new Map<string, number>();
    if (column === undefined) continue;
    for (const [i, row] of rows.entries()) {
      const read = readCell(row.cells[name] ?? '', column, input.context);
      const text = String(read.ok ? read.cell : '');
      const first = seen.get(text);
      const bad = (problem: string, hint: string, related: Diagnostic['related'] = []) => {
        faulty.add(i);
        on.report('link/bad-value', row.places.value([name]), { field: column.name, problem, hint }, related);
      };
      if (!read.ok) bad(`it ${read.message}.`, read.hint);
      else if (read.cell === null) {
        if (column.required) bad(`it is empty, and every row has a value for ${column.name}.`, 'Fill the cell in, or leave the line out.');
      } else if (column.unique && first !== undefined) {
        faulty.add(first);
        const related = [{ span: rows[first]?.places.value([name]) ?? row.places.value([name]), message: 'the first one' }];
        bad(`it is ${text}, as in a line above.`, `No two rows have the same ${column.name}.`, related);
      } else seen.set(text, i);
    }
  }
  return faulty;
}
