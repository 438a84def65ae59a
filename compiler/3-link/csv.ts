// CSV files beside a scenario, with the place of every cell: what is wrong in one is shown there.
import { CsvError, parse as parseCsv } from 'csv-parse/sync';
import type { Span } from '../diagnostics/types.ts';

export interface CsvCell {
  /** Without the white space around it and without quotes. */
  readonly text: string;
  readonly span: Span;
}

export interface CsvTable {
  /** The first line: names, each once. */
  readonly header: readonly CsvCell[];
  /** The others, empty lines left out, each with as many cells as the header. */
  readonly rows: readonly (readonly CsvCell[])[];
}

export type ReadCsv =
  | { readonly ok: true; readonly table: CsvTable }
  /** `problem` continues a sentence that says that the file cannot be read. */
  | { readonly ok: false; readonly problem: string; readonly span: Span };

/** Reads the text (line ends are LF) of the file that is shown as `file`. */
export function readCsv(file: string, text: string): ReadCsv {
  const wrong = (problem: string, { start, end }: Stretch = { start: 0, end: text.length }): ReadCsv => ({
    ok: false,
    problem,
    span: { file, start, end },
  });
  let lines: readonly (readonly CsvCell[])[];
  try {
    lines = cellsOf(file, text);
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    return wrong(brokenQuotes[error.code] ?? error.message, lineAt(text, Number(error.lines ?? 1)));
  }
  const [header, ...rows] = lines;
  if (header === undefined) return wrong('it is empty');
  const names = header.map((cell) => cell.text);
  for (const [at, cell] of header.entries()) {
    if (cell.text === '') return wrong(`column ${at + 1} of its header has no name`, cell.span);
    if (names.indexOf(cell.text) < at) return wrong(`it has two columns "${cell.text}"`, cell.span);
  }
  const odd = rows.find((row) => row.length !== header.length);
  if (odd) return wrong(`this line has ${counted(odd.length)}, and the header has ${counted(header.length)}`, spanOf(odd));
  return { ok: true, table: { header, rows } };
}

/** From the first cell of a line to the last. */
export function spanOf(row: readonly CsvCell[]): Span {
  const [first, last] = [row[0], row.at(-1)];
  if (first === undefined || last === undefined) throw new Error('a line of a CSV file has no cells');
  return { ...first.span, end: last.span.end };
}

type Stretch = Pick<Span, 'start' | 'end'>;

/** What the reader stops at, in words; a quote is the only thing that can be wrong by itself. */
const brokenQuotes: { readonly [code: string]: string } = {
  CSV_QUOTE_NOT_CLOSED: 'a text in quotes begins here and does not end',
  INVALID_OPENING_QUOTE: 'a quote stands in a text that is not in quotes; write the whole cell in quotes and the quote twice',
  CSV_INVALID_CLOSING_QUOTE: 'something stands behind a text in quotes; a quote inside of it is written twice',
};

/** A line by its number, from 1. */
function lineAt(text: string, number: number): Stretch {
  const before = text.split('\n').slice(0, number - 1);
  const start = before.reduce((sum, line) => sum + line.length + 1, 0);
  const end = text.indexOf('\n', start);
  return { start, end: end < 0 ? text.length : end };
}

function counted(cells: number): string {
  return cells === 1 ? '1 cell' : `${cells} cells`;
}

function cellsOf(file: string, text: string): readonly (readonly CsvCell[])[] {
  const bytes = new TextEncoder().encode(text);
  const decoder = new TextDecoder();
  // The reader counts bytes up to the end of each cell, spans count UTF-16 units.
  let byte = 0;
  let offset = 0;
  return parseCsv(text, {
    skip_empty_lines: true,
    trim: true,
    relax_column_count: true,
    cast: (value, { bytes: end }): CsvCell => {
      const stretch = decoder.decode(bytes.subarray(byte, end));
      const from = offset;
      byte = end;
      offset += stretch.length;
      // Between two cells stand a comma or line ends, and white space.
      const before = /^[\s]*,?\s*/.exec(stretch)?.[0].length ?? 0;
      const start = Math.min(from + before, offset);
      const last = Math.max(start, from + stretch.trimEnd().length);
      // Where nothing stands between two commas, one of them is shown.
      const shown =
        last > start ? { start, end: last } : text[start] === ',' ? { start, end: start + 1 } : { start: start - 1, end: start };
      return { text: value, span: { file, ...shown } };
    },
  }) as unknown as readonly (readonly CsvCell[])[];
}
