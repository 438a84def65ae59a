// Paths that agents give: where they lead, or why they lead nowhere. Whether there are links on the way is for who opens them.
import { isSafePath } from '#grader/evidence/folder.ts';
import { FileRefusal } from './store.ts';

/** Bytes of a path and of one name in it, as file systems have it. */
const LONGEST_PATH = 1_024;
const LONGEST_NAME = 255;

/** A path as the folder knows it; '' is the folder itself, where that may be meant. Throws `FileRefusal`. */
export function folderPath(given: string, { self = false }: { readonly self?: boolean } = {}): string {
  const hint = 'Give a path relative to the shared folder, such as report.csv or out/report.csv.';
  if (given.startsWith('/') || /^[A-Za-z]:[\\/]/.test(given)) refuse(given, 'is an absolute path', hint);
  const path = given.replace(/^(?:\.\/+)+/, '').replace(/\/+$/, '');
  if (path === '' || path === '.') {
    if (self) return '';
    refuse(given, 'names no file', hint);
  }
  if (path.split('/').includes('..')) refuse(given, 'leads out of the folder or back into it', hint);
  if (!isSafePath(path)) refuse(given, 'is no path', hint);
  if (Buffer.byteLength(path) > LONGEST_PATH || path.split('/').some((name) => Buffer.byteLength(name) > LONGEST_NAME))
    refuse(given, 'is too long', `A name has at most ${LONGEST_NAME} bytes, a path ${LONGEST_PATH}.`);
  return path;
}

/** The folder that a path is in; '' is the shared one. */
export function parentOf(path: string): string {
  return path.includes('/') ? path.slice(0, path.lastIndexOf('/')) : '';
}

export function nameOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}

function refuse(given: string, problem: string, hint: string): never {
  throw new FileRefusal('wrong_argument', `${JSON.stringify([...given].slice(0, 200).join(''))} ${problem}.`, hint);
}
