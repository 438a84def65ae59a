// What is read out of a file: text, pages, sheets; and all of them as lines, since that is how agents read.
import { extname } from 'node:path/posix';

/** A cell as it is shown: a date as 2026-03-09, nothing as ''. */
export type Cell = string | number | boolean;

export interface Sheet {
  readonly name: string;
  /** From A1 on, all of one length. */
  readonly rows: readonly (readonly Cell[])[];
}

/** What an office file says; `broken`: why nothing could be read. */
export type Reading =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'pages'; readonly pages: readonly string[] }
  | { readonly kind: 'sheets'; readonly sheets: readonly Sheet[] }
  | { readonly kind: 'broken'; readonly reason: string };

export type OfficeFormat = 'pdf' | 'docx' | 'xlsx';

/** Of a file that is not what its name says. */
export function damagedReason(format: OfficeFormat): string {
  return `it is damaged, protected by a password, or no ${format} file`;
}

const FORMATS: readonly OfficeFormat[] = ['pdf', 'docx', 'xlsx'];

/** The reader that a file needs, by its name; undefined where its bytes are read as text. */
export function officeFormat(path: string): OfficeFormat | undefined {
  return FORMATS.find((format) => extname(path).toLowerCase() === `.${format}`);
}

/** What a file is, by its name. */
export function sortOf(path: string): string {
  const ending = extname(path).toLowerCase().slice(1);
  return Object.entries(SORTS).find(([, endings]) => endings.includes(ending))?.[0] ?? 'other';
}

const SORTS = {
  text: ['txt', 'md', 'log', 'eml', 'ics', 'vcf', 'html', 'htm', 'xml'],
  table: ['csv', 'tsv'],
  data: ['json', 'jsonl', 'yaml', 'yml', 'toml', 'ini'],
  document: ['pdf', 'docx', 'doc', 'odt', 'rtf'],
  spreadsheet: ['xlsx', 'xls', 'ods'],
  image: ['png', 'jpg', 'jpeg', 'gif', 'webp', 'svg', 'bmp', 'tif', 'tiff'],
  recording: ['mp3', 'wav', 'ogg', 'm4a', 'mp4', 'mov', 'webm'],
  archive: ['zip', 'tar', 'gz', 'tgz', '7z'],
};

/** The whole of it as text: pages and sheets one after the other, rows as CSV. */
export function wholeText(reading: Reading): string {
  switch (reading.kind) {
    case 'text':
      return reading.text;
    case 'pages':
      return reading.pages.join('\n');
    case 'sheets':
      return reading.sheets.map(({ rows }) => csvText(rows)).join('\n');
    case 'broken':
      return '';
  }
}

/** Rows as CSV, a line each. */
export function csvText(rows: readonly (readonly Cell[])[]): string {
  return rows.map((row) => row.map((cell) => quoted(String(cell))).join(',')).join('\n');
}

function quoted(cell: string): string {
  return /[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
}

/** Lines without their ends; the end of the last line begins no other. */
export function linesOf(text: string): readonly string[] {
  const lines = text.split(/\r\n|\n|\r/);
  if (lines.at(-1) === '') lines.pop();
  return lines;
}

/** The cells of a range such as B2:D10, B2, or B:D; undefined where it is none. Rows and columns that are not there are left out. */
export function cellsIn(rows: Sheet['rows'], range: string): Sheet['rows'] | undefined {
  const [, from, top, to, bottom] = /^\$?([A-Z]{1,3})\$?(\d{1,7})?(?::\$?([A-Z]{1,3})\$?(\d{1,7})?)?$/i.exec(range.trim()) ?? [];
  if (from === undefined || (to === undefined && top === undefined)) return undefined;
  const columns = [columnOf(from), columnOf(to ?? from)].sort((a, b) => a - b);
  const first = top === undefined ? 1 : Number(top);
  const last = to === undefined ? first : bottom === undefined ? rows.length : Number(bottom);
  const [start, end] = [Math.min(first, last), Math.max(first, last)];
  if (start < 1) return undefined;
  return rows.slice(start - 1, end).map((row) => row.slice(columns[0], (columns[1] ?? 0) + 1));
}

/** From 0: A, B … Z, AA. */
function columnOf(letters: string): number {
  return [...letters.toUpperCase()].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1;
}
