// Tools that look at the shared folder without reading: what lies there, and what a file is. Times of files are of no scenario, so none is shown.
import type { Json } from '#grader/evidence/types.ts';
import { ownPlace, type Place, pageNotes, pageOf, pageParameters, pageResult } from '../tools/page.ts';
import { type FileAction, type FileUse, optional, required, textArgument } from './action.ts';
import { fileAt } from './open.ts';
import { folderPath, nameOf } from './paths.ts';
import { linesOf, officeFormat, sortOf } from './reading.ts';
import { FileRefusal, type FolderEntry, MOST_ENTRIES } from './store.ts';
import { plainText } from './text.ts';

const inFolder = optional('path', { type: 'string', about: 'A folder inside the shared folder; the shared folder itself unless given.' });

const byPattern = optional('pattern', {
  type: 'string',
  about:
    'Only files whose name fits, such as *.pdf or report-??.csv; * stands for any text, ? for one character, case makes no difference.',
});

export const list: FileAction = {
  hints: { readOnly: true, destructive: false, idempotent: true },
  parameters: [
    inFolder,
    optional('recursive', { type: 'boolean', about: 'Also what lies in folders below; no unless given.' }),
    byPattern,
    ...pageParameters,
  ],
  notes: `Sorted by path; each with path, name, kind (file or folder), of a file its size in bytes and its sort. ${pageNotes}`,
  run(use) {
    const found = entriesAsked(use, use.args.get('recursive') === true);
    const page = pageOf(
      found.map((entry) => ({ entry, place: [entry.path] as Place })),
      use.args,
      ownPlace(byPath),
    );
    if (!page.ok) throw new FileRefusal(page.code, page.message, page.hint ?? '');
    return pageResult(
      page.items.map(({ entry }) => described(entry)),
      found.length,
      page.nextCursor,
    );
  },
};

export const info: FileAction = {
  hints: { readOnly: true, destructive: false, idempotent: true },
  parameters: [required('path', 'The file or folder, relative to the shared folder.')],
  notes: 'Of a PDF it says how many pages there are, of a spreadsheet which sheets and how large, of a text how many lines.',
  reads: ({ args, store }) => {
    const path = folderPath(String(args.get('path') ?? ''));
    return store.look(path)?.kind === 'file' && officeFormat(path) !== undefined ? [path] : [];
  },
  run({ args, store }) {
    const path = folderPath(String(args.get('path') ?? ''));
    const entry = store.look(path);
    if (entry?.kind === 'folder') return { ...described(entry), entries: store.entries(path, false, MOST_ENTRIES).length };
    return { ...described(fileAt(store, path)), ...contentOf(store, path) };
  },
};

function contentOf(store: FileUse['store'], path: string): { readonly [name: string]: Json } {
  const reading = store.reading(path);
  switch (reading?.kind) {
    case 'pages':
      return { pages: reading.pages.length };
    case 'sheets':
      return { sheets: reading.sheets.map(({ name, rows }) => ({ name, rows: rows.length, columns: rows[0]?.length ?? 0 })) };
    case 'text':
      return { lines: linesOf(reading.text).length };
    case 'broken':
      return { problem: reading.reason };
    case undefined: {
      const text = plainText(store, path);
      return text.ok ? { lines: linesOf(text.text).length } : { problem: text.problem };
    }
  }
}

/** The entries that `path` and `pattern` ask for, by path. Throws where the folder is none. */
export function entriesAsked({ args, store }: FileUse, deep: boolean): readonly FolderEntry[] {
  const path = folderPath(textArgument(args, 'path') ?? '', { self: true });
  const there = path === '' ? 'folder' : store.look(path)?.kind;
  if (there === undefined)
    throw new FileRefusal('not_found', `There is no folder ${JSON.stringify(path)}.`, 'list_files shows what there is.');
  if (there !== 'folder') throw new FileRefusal('wrong_argument', `${JSON.stringify(path)} is no folder.`, 'Give the path of a folder.');
  const pattern = textArgument(args, 'pattern');
  const fits = pattern === undefined ? () => true : patternTest(pattern);
  return store
    .entries(path, deep, MOST_ENTRIES)
    .filter((entry) => fits(nameOf(entry.path)) && (pattern === undefined || entry.kind === 'file'))
    .sort((a, b) => byPath([a.path], [b.path]));
}

/** How an entry is shown. */
export function described({ path, kind, size }: FolderEntry): { readonly [name: string]: Json } {
  return { path, name: nameOf(path), kind, ...(kind === 'file' && { size, sort: sortOf(path) }) };
}

/** Without backtracking: a pattern of many stars must not keep the office busy. */
function patternTest(pattern: string): (name: string) => boolean {
  const wanted = [...pattern.toLowerCase()];
  return (name) => {
    const letters = [...name.toLowerCase()];
    let [at, in_, star, mark] = [0, 0, -1, 0];
    while (in_ < letters.length) {
      if (at < wanted.length && wanted[at] === '*') [star, mark, at] = [at, in_, at + 1];
      else if (at < wanted.length && (wanted[at] === '?' || wanted[at] === letters[in_])) [at, in_] = [at + 1, in_ + 1];
      else if (star >= 0) [at, mark, in_] = [star + 1, mark + 1, mark + 1];
      else return false;
    }
    return wanted.slice(at).every((letter) => letter === '*');
  };
}

export function byPath(a: Place, b: Place): number {
  const [left = '', right = ''] = [a[0], b[0]];
  return left === right ? 0 : left < right ? -1 : 1;
}

export { byPattern, inFolder };
