// A table of an answer: rows found by their key, scored cell by cell.
import { canonicalJson } from '../evidence/hash.ts';
import { own } from '../evidence/look.ts';
import type { Json } from '../evidence/types.ts';
import { show } from '../matchers.ts';
import { tidy } from '../text.ts';
import { type AnswerMatcher, meets, pairUp, type Tally, wantedInWords } from './answer-values.ts';
import { listed } from './outcome.ts';

/** Columns to what they have to hold; null: to be left empty. A column that is not named may hold anything. */
export type AnswerRow = { readonly [column: string]: AnswerMatcher | null };

interface TableParams {
  readonly rows: readonly AnswerRow[];
  readonly key: readonly string[];
  readonly unordered?: readonly [string, string];
}

type Row = { readonly [column: string]: Json };

/** Cells that are right, wrong and expected; a row beside them counts as many cells as a row has. */
export function tallyTable(params: TableParams, given: readonly Json[]): Tally {
  const { rows, key } = params;
  const groups = byKey(params, given.filter(isRow));
  const hasKey = (row: AnswerRow, found: Row) => key.every((column) => meets(own(row, column) ?? null, own(found, column)));
  const partners = pairUp(groups, rows, (group, row) => group.some((found) => readings(params, found).some((one) => hasKey(row, one))));

  const sum = { right: 0, wrong: 0, expected: 0, extra: 0 };
  const problems: string[] = [];
  for (const [index, row] of rows.entries()) {
    const columns = scored(row, key);
    const [found, ...again] = groups[partners.indexOf(index)] ?? [];
    sum.expected += columns.length;
    if (found === undefined) problems.push(`no row for ${key.map((column) => wantedInWords(own(row, column) ?? null)).join(', ')}`);
    else if (again.length > 0) {
      sum.wrong += columns.length;
      problems.push(`${name(found, key)} is given ${again.length + 1} times`);
    } else {
      const read = readings(params, found).filter((one) => hasKey(row, one));
      const misses = read.map((one) => columns.filter((column) => !meets(own(row, column) ?? null, own(one, column))));
      const [fewest = columns] = misses.sort((a, b) => a.length - b.length);
      sum.right += columns.length - fewest.length;
      sum.wrong += fewest.filter((column) => own(found, column) !== undefined).length;
      if (fewest.length > 0)
        problems.push(`${name(found, key)}: ${fewest.map((column) => `${column} ${show(own(found, column))}`).join(', ')}`);
    }
  }
  const width = new Set(rows.flatMap((row) => scored(row, key))).size;
  const beside = groups.filter((_, at) => partners[at] === undefined).flat();
  sum.extra = beside.length * Math.max(width, 1);
  if (beside.length > 0) problems.push(`rows that do not belong there: ${listed(beside.map((row) => name(row, key)))}`);
  return { ...sum, wrong: sum.wrong + sum.extra, problems };
}

export function tableInWords({ rows, key }: TableParams): string {
  const names = rows.map((row) => key.map((column) => wantedInWords(own(row, column) ?? null)).join(' and '));
  const columns = [...new Set(rows.flatMap((row) => scored(row, key)))].filter((column) => !key.includes(column));
  return `a row for each ${key.join(' and ')} of ${listed(names)}${columns.length === 0 ? '' : ` with the right ${columns.join(', ')}`}`;
}

/** The columns that count. Naming the row is no merit where there is something to say about it. */
function scored(row: AnswerRow, key: readonly string[]): readonly string[] {
  const columns = Object.keys(row).filter((column) => !key.includes(column));
  return columns.length > 0 ? columns : key.slice(0, 1);
}

/** Rows with the same key together, in the order of their first. */
function byKey(params: TableParams, given: readonly Row[]): readonly (readonly Row[])[] {
  const groups = new Map<string, Row[]>();
  for (const row of given) {
    // Of two columns that may change places it does not matter which of them has the lower value.
    const [id = ''] = readings(params, row)
      .map((one) => canonicalJson(params.key.map((column) => plain(own(one, column)))))
      .sort();
    groups.set(id, [...(groups.get(id) ?? []), row]);
  }
  return [...groups.values()];
}

/** The row, and the row with the two columns that may change places changed. */
function readings({ unordered }: TableParams, row: Row): readonly Row[] {
  if (unordered === undefined) return [row];
  const [a, b] = unordered;
  const changed = Object.entries(row).map(([column, value]) => [column === a ? b : column === b ? a : column, value]);
  return [row, Object.fromEntries(changed)];
}

function plain(value: Json | undefined): Json {
  return typeof value === 'string' ? tidy(value) : (value ?? null);
}

function name(row: Row, key: readonly string[]): string {
  return key.map((column) => show(own(row, column))).join(', ');
}

function isRow(value: Json): value is Row {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
