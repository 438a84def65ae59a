// Reading a file of the shared folder line by line, and finding the lines in which something stands.
import type { Json } from '#grader/evidence/types.ts';
import { fold } from '../tools/fold.ts';
import type { Arguments } from '../tools/kind.ts';
import { ownPlace, type Place, pageNotes, pageOf, pageParameters, pageResult } from '../tools/page.ts';
import { countArgument, type FileAction, type FileUse, optional, required, textArgument } from './action.ts';
import { byPath, byPattern, entriesAsked, inFolder } from './look.ts';
import { fileAt } from './open.ts';
import { folderPath, nameOf } from './paths.ts';
import { cellsIn, csvText, linesOf, officeFormat, type Reading, type Sheet, wholeText } from './reading.ts';
import { FileRefusal, type FileStore } from './store.ts';
import { ENCODINGS, plainText } from './text.ts';

const LINES = { usual: 500, most: 5_000 } as const;
/** Characters of one line, and of one answer. */
const LONGEST_LINE = 4_000;
const LONGEST_ANSWER = 100_000;

export const read: FileAction = {
  hints: { readOnly: true, destructive: false, idempotent: true },
  parameters: [
    required('path', 'The file, relative to the shared folder.'),
    optional('offset', { type: 'integer', about: 'The first line to show, from 1; 1 unless given.' }),
    optional('limit', { type: 'integer', about: `Most lines in the answer: 1 to ${LINES.most}, ${LINES.usual} unless given.` }),
    optional('encoding', {
      type: 'enum',
      values: ENCODINGS,
      about: 'How a text file is written, where it is not UTF-8 and does not say so itself.',
    }),
    optional('page', { type: 'integer', about: 'Of a PDF: only this page, from 1; all of them unless given.' }),
    optional('sheet', { type: 'string', about: 'Of a spreadsheet: the name of the sheet; the first one unless given.' }),
    optional('range', { type: 'string', about: 'Of a spreadsheet: only these cells, such as A1:D20 or B:C.' }),
  ],
  notes:
    'Answers {path, lines, offset, text, next_offset}: lines is how many there are, next_offset is where to go on if that was not all. The text of PDF, docx and xlsx is read out of them; the rows of a sheet come as lines of CSV.',
  reads: ({ args, store }) => {
    const { path } = fileAt(store, folderPath(String(args.get('path') ?? '')));
    return officeFormat(path) === undefined ? [] : [path];
  },
  run({ args, store }) {
    const { path } = fileAt(store, folderPath(String(args.get('path') ?? '')));
    const reading = store.reading(path);
    const { text, ...more } = reading === undefined ? plainPart(store, path, args) : officePart(reading, path, args);
    return { path, ...more, ...linesAsked(linesOf(text), args) };
  },
};

type Part = { readonly text: string } & { readonly [name: string]: Json };

function plainPart(store: FileStore, path: string, args: Arguments): Part {
  refuseOthers(args, path, []);
  const decoded = plainText(store, path, textArgument(args, 'encoding'));
  if (decoded.ok) return { text: decoded.text };
  const hint = 'Where it is a text of an older program, give its encoding, such as windows-1252; get_file_info says what it is.';
  throw new FileRefusal('wrong_argument', `${JSON.stringify(path)} cannot be read: ${decoded.problem}.`, hint);
}

function officePart(reading: Reading, path: string, args: Arguments): Part {
  switch (reading.kind) {
    case 'text':
      refuseOthers(args, path, []);
      return { text: reading.text };
    case 'pages': {
      refuseOthers(args, path, ['page']);
      const { pages } = reading;
      if (pages.every((page) => page === '')) throw cannotRead(path, 'it holds no text, only pictures perhaps');
      const page = countArgument(args, 'page', pages.length);
      if (page === undefined) return { text: wholeText(reading), pages: pages.length };
      return { text: pages[page - 1] ?? '', pages: pages.length, page };
    }
    case 'sheets':
      refuseOthers(args, path, ['sheet', 'range']);
      return sheetPart(reading.sheets, path, args);
    case 'broken':
      throw cannotRead(path, reading.reason);
  }
}

function cannotRead(path: string, reason: string): FileRefusal {
  return new FileRefusal(
    'wrong_argument',
    `${JSON.stringify(path)} cannot be read: ${reason}.`,
    'Ask for another copy of it, or do without it.',
  );
}

function sheetPart(sheets: readonly Sheet[], path: string, args: Arguments): Part {
  const names = sheets.map(({ name }) => name);
  const wanted = textArgument(args, 'sheet');
  const sheet = wanted === undefined ? sheets[0] : sheets.find(({ name }) => fold(name) === fold(wanted));
  if (sheet === undefined)
    throw new FileRefusal(
      'not_found',
      `${JSON.stringify(path)} has no sheet ${JSON.stringify(wanted ?? '')}.`,
      `Sheets: ${names.join(', ')}.`,
    );
  const range = textArgument(args, 'range');
  const rows = range === undefined ? sheet.rows : cellsIn(sheet.rows, range);
  if (rows === undefined)
    throw new FileRefusal('wrong_argument', `${JSON.stringify(range)} is no range of cells.`, 'Give it like A1:D20, B2 or B:C.');
  return { text: csvText(rows), sheets: names, sheet: sheet.name, ...(range !== undefined && { range }) };
}

/** Arguments that mean nothing for this file are told, not passed over. */
function refuseOthers(args: Arguments, path: string, fine: readonly string[]): void {
  const odd = ['page', 'sheet', 'range'].find((name) => !fine.includes(name) && (args.get(name) ?? undefined) !== undefined);
  if (odd === undefined) return;
  const has = odd === 'page' ? 'pages' : 'sheets';
  throw new FileRefusal('wrong_argument', `${JSON.stringify(path)} has no ${has}, so ${odd} says nothing.`, `Leave out ${odd}.`);
}

function linesAsked(lines: readonly string[], args: Arguments): { readonly [name: string]: Json } {
  const offset = countArgument(args, 'offset') ?? 1;
  const limit = countArgument(args, 'limit', LINES.most) ?? LINES.usual;
  if (offset > Math.max(1, lines.length))
    throw new FileRefusal('wrong_argument', `offset is ${offset}, and there are ${lines.length} lines.`, 'Give an offset within them.');
  const shown: string[] = [];
  let length = 0;
  for (const line of lines.slice(offset - 1, offset - 1 + limit)) {
    const cut = line.length > LONGEST_LINE ? `${line.slice(0, LONGEST_LINE)} … (${line.length - LONGEST_LINE} more characters)` : line;
    length += cut.length + 1;
    if (length > LONGEST_ANSWER && shown.length > 0) break;
    shown.push(cut);
  }
  const next = offset + shown.length;
  return { lines: lines.length, offset, text: shown.join('\n'), ...(next <= lines.length && { next_offset: next }) };
}

/** Files that are looked into at most, and office files among them: reading those takes long. */
const MOST_SEARCHED = 1_000;
const MOST_OFFICE = 30;
const MOST_LINES = 5;
const LONGEST_HIT = 300;

export const search: FileAction = {
  hints: { readOnly: true, destructive: false, idempotent: true },
  parameters: [
    required('query', 'The text to find, as it stands in one line; case and accents make no difference.'),
    inFolder,
    byPattern,
    ...pageParameters,
  ],
  notes: `Looks into names, texts, and the text of PDF, docx and xlsx. Of each file it shows how many lines hold the text, and the first ${MOST_LINES} of them with their numbers, as read_file counts them (of a spreadsheet the sheet as well). What could not be looked into is listed under not_searched. ${pageNotes}`,
  reads: (use) => searched(use).office,
  run(use) {
    const query = fold(String(use.args.get('query') ?? '').trim());
    if (query === '') throw new FileRefusal('wrong_argument', 'query is empty.', 'Give the text to find.');
    const { files, left } = searched(use);
    const notSearched = [...left];
    const found = files.flatMap((path) => {
      const lines = hitsIn(use.store, path, query);
      if (typeof lines === 'string') notSearched.push({ path, reason: lines });
      const hits = typeof lines === 'string' ? [] : lines;
      if (hits.length === 0 && !fold(nameOf(path)).includes(query)) return [];
      return [{ place: [path] as Place, json: { path, matches: hits.length, lines: hits.slice(0, MOST_LINES) } as Json }];
    });
    const page = pageOf(found, use.args, ownPlace(byPath));
    if (!page.ok) throw new FileRefusal(page.code, page.message, page.hint ?? '');
    const result = pageResult(
      page.items.map(({ json }) => json),
      found.length,
      page.nextCursor,
    ) as { readonly [name: string]: Json };
    return notSearched.length === 0 ? result : { ...result, not_searched: notSearched.slice(0, 20) };
  },
};

interface Searched {
  readonly files: readonly string[];
  readonly office: readonly string[];
  readonly left: readonly { readonly path: string; readonly reason: string }[];
}

function searched(use: FileUse): Searched {
  const all = entriesAsked(use, true).flatMap(({ kind, path }) => (kind === 'file' ? [path] : []));
  const office = all.filter((path) => officeFormat(path) !== undefined);
  const tooMany = new Set([...all.slice(MOST_SEARCHED), ...office.slice(MOST_OFFICE)]);
  const files = all.filter((path) => !tooMany.has(path));
  return {
    files,
    office: office.filter((path) => !tooMany.has(path)),
    left: [...tooMany].map((path) => ({ path, reason: 'too many files; narrow the search with path or pattern' })),
  };
}

/** The lines of a file that hold the text, or why it could not be looked into. */
function hitsIn(store: FileStore, path: string, query: string): readonly Json[] | string {
  const reading = store.reading(path);
  if (reading?.kind === 'broken') return reading.reason;
  if (reading?.kind === 'sheets')
    return reading.sheets.flatMap(({ name, rows }) => linesWith(linesOf(csvText(rows)), query).map((hit) => ({ sheet: name, ...hit })));
  const text = reading === undefined ? plainText(store, path) : { ok: true as const, text: wholeText(reading) };
  return text.ok ? linesWith(linesOf(text.text), query) : text.problem;
}

function linesWith(lines: readonly string[], query: string): readonly { readonly line: number; readonly text: string }[] {
  return lines.flatMap((text, index) => (fold(text).includes(query) ? [{ line: index + 1, text: text.trim().slice(0, LONGEST_HIT) }] : []));
}
