// Reading rows: those that meet conditions, in pages, or what they come to.
import type { Json } from '#grader/evidence/types.ts';
import { sumDecimals } from '../decimals.ts';
import { NOTHING_SHOWN, type Outcome, type Refusal } from '../tools/kind.ts';
import { ownPlace, type Place, pageOf } from '../tools/page.ts';
import { type Cell, type Column, findColumn } from './columns.ts';
import { readCondition } from './conditions.ts';
import { cellJson, type Row, rowView, shownRows, type Table, tableOf, textsIn, type Use, wrong } from './table.ts';

/** The rows that meet every condition of the argument `where`. */
export function rowsWhere(use: Use, table: Table): { readonly ok: true; readonly rows: readonly Row[] } | Refusal {
  let { rows } = table;
  for (const written of textsIn(use.args.get('where'))) {
    const condition = readCondition(written, table.columns, use.office);
    if (!condition.ok) return wrong(condition.message, condition.hint);
    rows = rows.filter(({ cells }) => condition.holds(cells));
  }
  return { ok: true, rows };
}

export function query(use: Use): Outcome {
  const opened = tableOf(use);
  if (!opened.ok) return opened;
  const { table } = opened;
  const found = rowsWhere(use, table);
  if (!found.ok) return found;
  const chosen = columnsNamed(textsIn(use.args.get('columns')), table.columns);
  if (!chosen.ok) return chosen;
  const order = orderOf(use.args.get('sort') ?? undefined, table);
  if (!order.ok) return order;
  const placed = found.rows.map((row, index) => ({ row, place: order.place(row, index) }));
  if (order.sorts) placed.sort((a, b) => order.compare(a.place, b.place));
  const page = pageOf(placed, use.args, ownPlace(order.compare));
  if (!page.ok) return page;
  const rows = page.items.map(({ row }) => row);
  const items = rows.map((row) => rowView(table, row, use, chosen.at.length === 0 ? undefined : chosen.at));
  const more = page.nextCursor === undefined ? {} : { next_cursor: page.nextCursor };
  return {
    ok: true,
    result: { [table.layout.of]: table.record.id, items, total: placed.length, ...more },
    shown: shownRows(use, table, rows),
    changes: [],
  };
}

/** What can be worked out of a column. */
export const MEASURES = ['sum', 'average', 'least', 'most', 'count'] as const;

export function summarize(use: Use): Outcome {
  const opened = tableOf(use);
  if (!opened.ok) return opened;
  const { table } = opened;
  const found = rowsWhere(use, table);
  if (!found.ok) return found;
  const measures: { readonly name: string; readonly measure: (typeof MEASURES)[number]; readonly at: number }[] = [];
  for (const written of textsIn(use.args.get('calculate'))) {
    const [word = '', ...rest] = written.trim().split(/\s+/);
    const measure = MEASURES.find((one) => one === word.toLowerCase());
    if (measure === undefined)
      return wrong(`${JSON.stringify(written.slice(0, 80))} cannot be calculated.`, `Write one of ${MEASURES.join(', ')}, then a column.`);
    const column = findColumn(table.columns, rest.join(' '));
    if (!column.ok) return wrong(column.message, column.hint);
    measures.push({ name: `${measure} ${table.columns[column.at]?.name ?? ''}`, measure, at: column.at });
  }
  const summary = (rows: readonly Row[]) => ({
    count: rows.length,
    ...Object.fromEntries(measures.map(({ name, measure, at }) => [name, measured(measure, cellsAt(rows, at), table.columns[at], use)])),
  });
  const by = use.args.get('group_by') ?? undefined;
  if (by === undefined) return { ok: true, result: summary(found.rows), shown: NOTHING_SHOWN, changes: [] };
  const column = findColumn(table.columns, String(by));
  if (!column.ok) return wrong(column.message, column.hint);
  const { at } = column;
  const groups = new Map<Cell, Row[]>();
  for (const row of found.rows) {
    const key = row.cells[at] ?? null;
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [row]);
    else group.push(row);
  }
  const placed = [...groups]
    .map(([value, rows]) => ({ value, rows, place: placeOf(value) }))
    .sort((a, b) => comparePlaces(a.place, b.place));
  const page = pageOf(placed, use.args, ownPlace(comparePlaces));
  if (!page.ok) return page;
  const own = table.columns[at] ?? {};
  const items = page.items.map(({ value, rows }) => ({ value: cellJson(value, own, use), ...summary(rows) }));
  const more = page.nextCursor === undefined ? {} : { next_cursor: page.nextCursor };
  return {
    ok: true,
    result: { ...summary(found.rows), groups: items, total_groups: placed.length, ...more },
    shown: NOTHING_SHOWN,
    changes: [],
  };
}

function cellsAt(rows: readonly Row[], at: number): readonly Exclude<Cell, null>[] {
  return rows.flatMap(({ cells }) => cells[at] ?? []);
}

/** Of numbers only, where numbers are wanted: empty cells and remarks do not count. */
function measured(measure: (typeof MEASURES)[number], cells: readonly Exclude<Cell, null>[], column: Column | undefined, use: Use): Json {
  if (measure === 'count') return cells.length;
  const numbers = cells.filter((cell) => typeof cell === 'number');
  if (measure === 'sum') return sumDecimals(numbers);
  if (measure === 'average') return numbers.length === 0 ? null : Number((sumDecimals(numbers) / numbers.length).toFixed(10));
  const comparable: readonly (string | number)[] = numbers.length > 0 ? numbers : cells.filter((cell) => typeof cell === 'string');
  const [first, ...others] = comparable;
  if (first === undefined) return null;
  const best = others.reduce((one, other) => ((measure === 'least' ? other < one : other > one) ? other : one), first);
  return cellJson(best, column ?? {}, use);
}

function columnsNamed(
  names: readonly string[],
  columns: readonly Column[],
): { readonly ok: true; readonly at: readonly number[] } | Refusal {
  const at: number[] = [];
  for (const name of names) {
    const found = findColumn(columns, name);
    if (!found.ok) return wrong(found.message, found.hint);
    at.push(found.at);
  }
  return { ok: true, at };
}

interface Order {
  readonly ok: true;
  readonly sorts: boolean;
  place(row: Row, index: number): Place;
  compare(a: Place, b: Place): number;
}

/** By a column, rows without a value there last; else, and among equals, as the rows stand in the table. */
function orderOf(sort: unknown, table: Table): Order | Refusal {
  const ranks = new Map(table.rows.map(({ record }, index) => [record.id, index]));
  const rank = (row: Row) => ranks.get(row.record.id) ?? 0;
  if (sort === undefined) return { ok: true, sorts: false, place: (row) => [rank(row)], compare: comparePlaces };
  const written = String(sort);
  const descending = written.startsWith('-') && !findColumn(table.columns, written).ok;
  const column = findColumn(table.columns, descending ? written.slice(1) : written);
  if (!column.ok) return wrong(column.message, column.hint);
  return {
    ok: true,
    sorts: true,
    place: (row) => [...placeOf(row.cells[column.at] ?? null), rank(row)],
    compare(a, b) {
      const first = Number(a[0]) - Number(b[0]);
      // Empty cells stay last, whichever way the others go.
      const isEmpty = a[0] === 2;
      const values = first !== 0 ? first : comparePlaces(a.slice(1, 2), b.slice(1, 2));
      if (values !== 0) return descending && a[0] !== 2 && b[0] !== 2 && !isEmpty ? -values : values;
      return comparePlaces(a.slice(2), b.slice(2));
    },
  };
}

/** Numbers first, then texts, empty cells last. */
function placeOf(cell: Cell): Place {
  if (cell === null) return [2, ''];
  return typeof cell === 'string' ? [1, cell] : [0, Number(cell)];
}

function comparePlaces(a: Place, b: Place): number {
  for (let part = 0; part < Math.max(a.length, b.length); part += 1) {
    const [left = '', right = ''] = [a[part], b[part]];
    if (left !== right) return left < right ? -1 : 1;
  }
  return 0;
}
