// Reading a CSV file that a person or a program wrote: whatever separates its cells, however they are quoted.
import { fold } from './text.ts';

/** A row as far as it matters: column to what its cell holds. An empty cell has no key. */
export type CsvRow = { readonly [column: string]: string };

export type Csv = { readonly rows: readonly CsvRow[]; readonly missing: readonly string[] } | { readonly problem: string };

/**
 * The rows below the header, with the named columns. Comma, semicolon or tab, whichever gives the header most of these columns; quoted
 * cells may hold separators, line ends and doubled quotes; a byte order mark, `sep=;` above the header, CRLF, blank lines and space
 * around cells do no harm. Names of columns are compared without case and white space. Where a column is there twice with two values,
 * the cell says nothing. `missing`: columns that the header lacks.
 */
export function readCsv(text: string, columns: readonly string[]): Csv {
  const plain = text.replace(/^\uFEFF/u, '').replace(/^sep=[,;\t]\r?\n/u, '');
  const readings = [',', ';', '\t'].map((separator) => cellsOf(plain, separator));
  const whole = readings.filter((lines) => lines !== 'unclosed');
  const known = (lines: readonly (readonly string[])[]) => columns.filter((column) => placesOf(column, lines[0] ?? []).length > 0);
  const lines = whole.reduce((best, other) => (known(other).length > known(best).length ? other : best), whole[0] ?? []);
  // Only where none of the other separators makes sense of it: a quote may well begin a cell that is none.
  if (whole.length < readings.length && known(lines).length === 0) return { problem: 'a quoted cell is not closed' };
  const [header, ...rest] = lines;
  if (header === undefined) return { problem: 'empty' };
  const rows = rest.map((cells) => Object.fromEntries(columns.flatMap((column) => cellAt(column, header, cells))));
  return { rows, missing: columns.filter((column) => !known(lines).includes(column)) };
}

function placesOf(column: string, header: readonly string[]): readonly number[] {
  return header.flatMap((name, at) => (fold(name) === fold(column) ? [at] : []));
}

function cellAt(column: string, header: readonly string[], cells: readonly string[]): [string, string][] {
  const values = new Set(placesOf(column, header).map((at) => cells[at] ?? ''));
  const [value = ''] = values;
  return values.size > 1 || value === '' ? [] : [[column, value]];
}

/** Lines of trimmed cells, without blank lines; so CRLF, read as a line end and a blank line, is one line end. */
function cellsOf(text: string, separator: string): readonly (readonly string[])[] | 'unclosed' {
  const lines: string[][] = [];
  let line: string[] = [];
  for (let at = 0; at <= text.length; ) {
    const cell = cellFrom(text, at, separator);
    if (cell === 'unclosed') return 'unclosed';
    line.push(cell.value.trim());
    at = cell.end + 1;
    if (text[cell.end] === separator) continue;
    if (line.some((value) => value !== '')) lines.push(line);
    line = [];
  }
  return lines;
}

/** The cell that begins at `from`; `end` is where its separator or line end stands. */
function cellFrom(text: string, from: number, separator: string): { readonly value: string; readonly end: number } | 'unclosed' {
  let at = from;
  while (text[at] === ' ') at++;
  let value = '';
  if (text[at] === '"') {
    for (at++; ; at++) {
      if (at >= text.length) return 'unclosed';
      if (text[at] === '"' && text[++at] !== '"') break;
      value += text[at];
    }
  } else at = from;
  for (; at < text.length && text[at] !== separator && text[at] !== '\n' && text[at] !== '\r'; at++) value += text[at];
  return { value, end: at };
}
