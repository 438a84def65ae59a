// Cells of a sheet by their place: read, written and emptied in ranges such as B2:D10. Row 1 is the header.
import type { Change, DataRecord, Json } from '#grader/evidence/types.ts';
import { fold } from '../tools/fold.ts';
import {
  collectionNamed,
  collectionOf,
  collectionPath,
  NOTHING_SHOWN,
  type Outcome,
  type Refusal,
  type ShownRecords,
  valueIn,
} from '../tools/kind.ts';
import { withValues } from '../tools/record.ts';
import { type Cell, cellText, readCell } from './columns.ts';
import { type Bounded, bounded, columnName, MOST_COLUMNS, rangeName, readRange } from './ranges.ts';
import { layoutOf, numberOf, openTable, type Table, tableOf, tablesName, textsIn, type Use, wrong } from './table.ts';
import { changedRow, changeOf, newRow } from './writing.ts';

/** Most cells of one range. */
export const MOST_CELLS = 10_000;

export function readCells(use: Use): Outcome {
  const opened = openRange(use);
  if (!opened.ok) return opened;
  const { table, range } = opened;
  const values = rowNumbers(range).map((number) => columnNumbers(range).map((column): Json => cellAt(use, table, number, column)));
  return {
    ok: true,
    result: { [table.layout.of]: table.record.id, range: rangeName(range), values },
    shown: shownCells(use, table, range),
    changes: [],
  };
}

export function writeCells(use: Use): Outcome {
  const opened = openRange(use);
  if (!opened.ok) return opened;
  const { table, range } = opened;
  const texts = valuesGiven(use);
  const [height, width] = [rowNumbers(range).length, columnNumbers(range).length];
  if (texts.length !== height * width) {
    const message = `${rangeName(range)} has ${height * width} cells, and ${texts.length} values were given.`;
    return wrong(message, `Give ${height} rows of ${width} values; an empty text for a cell that is to be empty.`);
  }
  return changeCells(use, table, range, (row, column) => texts[row * width + column] ?? '');
}

export function clearCells(use: Use): Outcome {
  const opened = openRange(use);
  if (!opened.ok) return opened;
  const { table, range } = opened;
  if (range.firstRow === 1) {
    return wrong(`${rangeName(range)} holds the header.`, 'Begin at row 2; the header is changed by writing another one.');
  }
  return changeCells(use, table, range, () => '');
}

/** The sheet and the range that the arguments name, within what there is where a side is left open. */
function openRange(use: Use): { readonly ok: true; readonly table: Table; readonly range: Bounded } | Refusal {
  const written = String(use.args.get('range') ?? '');
  const range = readRange(written);
  if (range === undefined) {
    return wrong(
      `${JSON.stringify(written.slice(0, 80))} is no range.`,
      'Write ranges as B2:D10, B7 for one cell, C:C for a column, 2:5 for rows.',
    );
  }
  const found =
    range.sheet === undefined || use.args.has(layoutOf(collectionOf(use.service, use.tool)).of)
      ? sheetGiven(use)
      : sheetNamed(use, range.sheet);
  if (!found.ok) return found;
  const { table } = found;
  const { name = '' } = table.layout;
  if (range.sheet !== undefined && fold(String(valueIn(table.record, name) ?? '')) !== fold(range.sheet)) {
    return wrong(`${table.noun} ${table.record.id} is not called ${JSON.stringify(range.sheet)}.`, 'Leave one of the two out.');
  }
  const extent = extentOf(table);
  const whole = bounded(range, extent);
  if (rowNumbers(whole).length * columnNumbers(whole).length > MOST_CELLS || whole.lastColumn >= MOST_COLUMNS) {
    return wrong(`${rangeName(whole)} has too many cells.`, `At most ${MOST_CELLS} are taken at once; ${extentNote(table)}`);
  }
  return { ok: true, table, range: whole };
}

function sheetGiven(use: Use): { readonly ok: true; readonly table: Table } | Refusal {
  const { of } = layoutOf(collectionOf(use.service, use.tool));
  if (use.args.has(of)) return tableOf(use);
  return wrong(`${of} is missing.`, `Give the id of the ${of}, or its name before the range: Costs!B2:D10.`);
}

function sheetNamed(use: Use, name: string): { readonly ok: true; readonly table: Table } | Refusal {
  const collection = collectionOf(use.service, use.tool);
  const layout = layoutOf(collection);
  const short = tablesName(collection);
  const all = use.world.all(`${use.service.name}.${short}`);
  const { noun } = collectionNamed(use.service, short);
  const called = all.filter((record) => layout.name !== undefined && fold(String(valueIn(record, layout.name) ?? '')) === fold(name));
  const [only, other] = called;
  if (only !== undefined && other === undefined) return openTable(use, only);
  const message =
    only === undefined ? `There is no ${noun} ${JSON.stringify(name.slice(0, 80))}.` : `Several are called ${JSON.stringify(name)}.`;
  const names = all.map((record) => `${record.id}${layout.name === undefined ? '' : ` (${String(valueIn(record, layout.name))})`}`);
  return {
    ok: false,
    code: only === undefined ? 'not_found' : 'wrong_argument',
    message,
    hint: `Give one of these as ${layout.of}: ${names.slice(0, 20).join(', ')}.`,
  };
}

/** How far the sheet reaches: columns, and the highest row number. */
function extentOf({ columns, rows, layout }: Table): { readonly width: number; readonly height: number } {
  const widths = rows.map(({ record }) => textsIn(valueIn(record, layout.cells)).length);
  return { width: Math.max(1, columns.length, ...widths), height: Math.max(1, ...rows.map(({ record }) => numberOf(layout, record))) };
}

function extentNote(table: Table): string {
  const { width, height } = extentOf(table);
  return `${table.noun} ${table.record.id} reaches to ${columnName(width - 1)}${height}.`;
}

function recordAt({ rows, layout }: Table, number: number): DataRecord | undefined {
  return rows.find(({ record }) => numberOf(layout, record) === number)?.record;
}

function cellAt(use: Use, table: Table, number: number, column: number): Cell {
  if (number === 1) return table.columns[column]?.name ?? null;
  const record = recordAt(table, number);
  const text = record === undefined ? '' : (textsIn(valueIn(record, table.layout.cells))[column] ?? '');
  const read = readCell(text, {}, use.office);
  return read.ok ? read.cell : text;
}

/** What is typed into the cells of a range, row by row. */
function valuesGiven(use: Use): readonly string[] {
  return textsIn(use.args.get('values'));
}

function changeCells(use: Use, table: Table, range: Bounded, textAt: (row: number, column: number) => string): Outcome {
  const { layout } = table;
  const changes: Change[] = [];
  const ids = [...use.world.nextIds(collectionPath(use.service, use.tool), rowNumbers(range).length)];
  for (const [row, number] of rowNumbers(range).entries()) {
    const typed = columnNumbers(range).map((column, at) => ({ column, text: asStored(use, textAt(row, at)) }));
    if (number === 1) {
      const header = changeHeader(use, table, typed);
      if (!header.ok) return header;
      changes.push(...header.changes);
      continue;
    }
    const before = recordAt(table, number);
    const stored = before === undefined ? [] : textsIn(valueIn(before, layout.cells));
    // 12.50 stays as it is written where 12.5 is written over it.
    const fresh = typed.filter(({ column, text }) => asStored(use, stored[column] ?? '') !== text);
    const cells = before !== undefined && fresh.length === 0 ? stored : withTexts(stored, fresh, table.columns.length);
    if (before === undefined) {
      if (typed.every(({ text }) => text === '')) continue;
      const made = newRow(
        use,
        new Map<string, string | number | readonly string[]>([
          [layout.of, table.record.id],
          [layout.number ?? '', number],
          [layout.cells, cells],
        ]),
        ids.shift(),
      );
      if (!made.ok) return made;
      const collection = collectionPath(use.service, use.tool);
      changes.push({ effect: 'create', collection, id: made.record.id, before: null, after: made.record });
    } else if (JSON.stringify(cells) !== JSON.stringify(valueIn(before, layout.cells))) {
      changes.push(changeOf(use, before, changedRow(use, before, new Map([[layout.cells, cells]]))));
    }
  }
  const result = {
    [table.layout.of]: table.record.id,
    range: rangeName(range),
    cells: rowNumbers(range).length * columnNumbers(range).length,
    rows_changed: changes.length,
  };
  return { ok: true, result, shown: NOTHING_SHOWN, changes };
}

/** The text of a cell in the one form that it has: 12 for 12.0. */
function asStored(use: Use, text: string): string {
  const read = readCell(text, {}, use.office);
  return read.ok ? cellText(read.cell, {}) : text;
}

interface Typed {
  readonly column: number;
  readonly text: string;
}

/** Texts with others in their places, filled up to there, and to the header's width. */
function withTexts(texts: readonly string[], typed: readonly Typed[], width: number): readonly string[] {
  const length = Math.max(width, texts.length, ...typed.map(({ column }) => column + 1));
  const all = Array.from({ length }, (_, at) => texts[at] ?? '');
  for (const { column, text } of typed) all[column] = text;
  return all;
}

function changeHeader(
  use: Use,
  table: Table,
  typed: readonly Typed[],
): { readonly ok: true; readonly changes: readonly Change[] } | Refusal {
  const names = withTexts(
    table.columns.map(({ name }) => name),
    typed,
    0,
  );
  const empty = names.indexOf('');
  if (empty >= 0) return wrong(`${columnName(empty)}1 would be a column without a name.`, 'Give every column of the header a name.');
  const { record, layout, path } = table;
  if (JSON.stringify(names) === JSON.stringify(valueIn(record, layout.columns))) return { ok: true, changes: [] };
  const fields = Object.keys(collectionNamed(use.service, path.split('.')[1] ?? '').fields);
  const after = withValues(record, fields, new Map([[layout.columns, names]]));
  return { ok: true, changes: [{ effect: 'update', collection: path, id: record.id, before: record, after }] };
}

function shownCells(use: Use, table: Table, range: Bounded): ShownRecords {
  const { layout } = table;
  const records = rowNumbers(range).flatMap((number) => recordAt(table, number) ?? []);
  const path = collectionPath(use.service, use.tool);
  const shown = new Map(records.map(({ id }) => [`${path}/${id}`, ['id', layout.of, layout.number ?? '', layout.cells]]));
  return range.firstRow === 1 ? new Map([[`${table.path}/${table.record.id}`, ['id', layout.columns]], ...shown]) : shown;
}

function rowNumbers({ firstRow, lastRow }: Bounded): readonly number[] {
  return Array.from({ length: lastRow - firstRow + 1 }, (_, at) => firstRow + at);
}

function columnNumbers({ firstColumn, lastColumn }: Bounded): readonly number[] {
  return Array.from({ length: lastColumn - firstColumn + 1 }, (_, at) => firstColumn + at);
}
