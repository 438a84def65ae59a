// Ranges of a sheet as people write them: `B2:D10`, `B7`, `C:C`, `2:5`, each maybe with `Costs!` before it. Row 1 holds the header.

export interface Range {
  /** What stands before the `!`. */
  readonly sheet?: string;
  /** From 0, inclusive; absent: from or to the edge. */
  readonly firstColumn?: number;
  readonly lastColumn?: number;
  /** From 1, inclusive. */
  readonly firstRow?: number;
  readonly lastRow?: number;
}

/** A range without open sides. */
export type Bounded = Required<Omit<Range, 'sheet'>>;

/** Most columns and rows that can be addressed. */
export const MOST_COLUMNS = 702;
export const MOST_ROWS = 100_000;

const FORM = /^(?:(?:'((?:[^']|'')+)'|([^!']+))!)?\$?([A-Z]{0,2})\$?(\d{0,6})(?::\$?([A-Z]{0,2})\$?(\d{0,6}))?$/i;

/** Undefined where it is no range. The corners may come in any order. */
export function readRange(written: string): Range | undefined {
  const found = FORM.exec(written.trim());
  if (found === null) return undefined;
  const [, quoted, plain, column = '', row = '', column2, row2] = found;
  const sheet = quoted?.replaceAll("''", "'") ?? plain;
  const isSingle = column2 === undefined && row2 === undefined;
  if (column === '' && row === '') return undefined;
  // `B` alone, and `B2:5`, say nothing certain.
  if (isSingle && (column === '' || row === '')) return undefined;
  const [endColumn, endRow] = isSingle ? [column, row] : [column2 ?? '', row2 ?? ''];
  if ((column === '') !== (endColumn === '') || (row === '') !== (endRow === '')) return undefined;
  const columns = column === '' ? undefined : [columnNumber(column), columnNumber(endColumn)].sort((a, b) => a - b);
  const rows = row === '' ? undefined : [Number(row), Number(endRow)].sort((a, b) => a - b);
  if (rows?.some((one) => one < 1 || one > MOST_ROWS)) return undefined;
  return {
    ...(sheet !== undefined && { sheet }),
    ...(columns && { firstColumn: columns[0] ?? 0, lastColumn: columns[1] ?? 0 }),
    ...(rows && { firstRow: rows[0] ?? 1, lastRow: rows[1] ?? 1 }),
  };
}

/** The range with its open sides at the edges of a sheet of so many columns and rows. */
export function bounded(range: Range, { width, height }: { readonly width: number; readonly height: number }): Bounded {
  const { firstColumn = 0, lastColumn = Math.max(width - 1, 0), firstRow = 1, lastRow = Math.max(height, 1) } = range;
  return { firstColumn, lastColumn, firstRow, lastRow };
}

/** `B2:D10`; `B2` of a single cell. */
export function rangeName({ firstColumn, lastColumn, firstRow, lastRow }: Bounded): string {
  const [first, last] = [`${columnName(firstColumn)}${firstRow}`, `${columnName(lastColumn)}${lastRow}`];
  return first === last ? first : `${first}:${last}`;
}

/** 0 → A, 26 → AA. */
export function columnName(at: number): string {
  const last = String.fromCharCode(65 + (at % 26));
  return at < 26 ? last : `${columnName(Math.floor(at / 26) - 1)}${last}`;
}

function columnNumber(letters: string): number {
  return [...letters.toUpperCase()].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1;
}
