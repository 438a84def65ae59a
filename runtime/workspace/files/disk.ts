// The shared folder on a disk. Whatever the agent puts there (links, pipes, a folder that turns into a link while it is looked at), nothing
// outside is read or written; and it runs under the agent's user, who could reach nothing else anyway (apart.ts).
import {
  closeSync,
  constants,
  fstatSync,
  fsyncSync,
  lstatSync,
  mkdirSync,
  opendirSync,
  openSync,
  readlinkSync,
  readSync,
  realpathSync,
  renameSync,
  rmdirSync,
  type Stats,
  unlinkSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import { isSafePath } from '#grader/evidence/folder.ts';
import { parentOf } from './paths.ts';
import type { Reading } from './reading.ts';
import { FileRefusal, type FileStore, type FolderEntry } from './store.ts';

/** `readings`: what office readers read out of files, by path. */
export function diskStore(folder: string, readings: ReadonlyMap<string, Reading>): FileStore {
  const root = realpathSync(folder);
  const at = (path: string) => (path === '' ? root : join(root, path));

  /** No folder on the way is a link. */
  function checkWay(path: string): void {
    const names = path.split('/').slice(0, -1);
    for (const depth of names.keys()) {
      const way = names.slice(0, depth + 1).join('/');
      const stats = statsOf(at(way));
      if (stats === undefined) return;
      if (stats.isSymbolicLink())
        throw new FileRefusal('wrong_argument', `${JSON.stringify(way)} is a link, which is not followed.`, 'Give a path without links.');
    }
  }

  /** The folders on the way to it, made where they are not there yet. */
  function makeWay(path: string): void {
    checkWay(path);
    mkdirSync(at(parentOf(path)), { recursive: true });
    checkWay(path);
  }

  function look(path: string): FolderEntry | undefined {
    checkWay(path);
    const stats = statsOf(at(path));
    if (stats === undefined) return undefined;
    if (stats.isFile()) return { path, kind: 'file', size: stats.size };
    return { path, kind: stats.isDirectory() ? 'folder' : 'other', size: 0 };
  }

  /** Opens without following or waiting for what is there now, and asks where that is: the way may have changed meanwhile. */
  function open(path: string, flags: number): number {
    checkWay(path);
    const file = openSync(at(path), flags | constants.O_NOFOLLOW | constants.O_NONBLOCK, 0o644);
    if (!fstatSync(file).isFile() || !isWhereItShould(file, at(path))) {
      closeSync(file);
      throw new FileRefusal(
        'wrong_argument',
        `${JSON.stringify(path)} is no regular file of the shared folder.`,
        'Give the path of a regular file.',
      );
    }
    return file;
  }

  return {
    look: (path) => inWords(path, () => look(path)),
    entries: (path, deep, most) => inWords(path, () => entriesBelow(path, deep, most)),
    read: (path, most) => inWords(path, () => withFile(open(path, constants.O_RDONLY), (file) => readAll(file, path, most))),
    write: (path, bytes) =>
      inWords(path, () => {
        makeWay(path);
        const draft = `${parentOf(path) === '' ? '' : `${parentOf(path)}/`}.slipway-draft-${process.pid}`;
        try {
          withFile(open(draft, constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL), (file) => writeAll(file, bytes));
          checkWay(path);
          renameSync(at(draft), at(path));
        } catch (problem) {
          discard(at(draft));
          throw problem;
        }
      }),
    move: (from, to) =>
      inWords(from, () => {
        checkWay(from);
        makeWay(to);
        renameSync(at(from), at(to));
      }),
    remove: (path) =>
      inWords(path, () => {
        checkWay(path);
        if (lstatSync(at(path)).isDirectory()) rmdirSync(at(path));
        else unlinkSync(at(path));
      }),
    makeFolder: (path) =>
      inWords(path, () => {
        makeWay(path);
        mkdirSync(at(path), { recursive: true });
      }),
    reading: (path) => readings.get(path),
  };

  /** Names that are no UTF-8 cannot be said in JSON and are passed over. */
  function entriesBelow(folder: string, deep: boolean, most: number): readonly FolderEntry[] {
    const found: FolderEntry[] = [];
    const open = [folder];
    for (let next = open.shift(); next !== undefined; next = open.shift()) {
      checkWay(`${next}/x`);
      const handle = opendirSync(at(next));
      try {
        for (let entry = handle.readSync(); entry !== null && found.length < most; entry = handle.readSync()) {
          const path = next === '' ? entry.name : `${next}/${entry.name}`;
          if (!isSafePath(path) || path.includes('\ufffd')) continue;
          const seen = look(path);
          if (seen !== undefined) found.push(seen);
          if (deep && seen?.kind === 'folder') open.push(path);
        }
      } finally {
        handle.closeSync();
      }
    }
    return found;
  }
}

/** What there is, not followed; undefined where there is nothing, as below a file. */
function statsOf(path: string): Stats | undefined {
  try {
    return lstatSync(path, { throwIfNoEntry: false });
  } catch (problem) {
    if (problem instanceof Error && 'code' in problem && problem.code === 'ENOTDIR') return undefined;
    throw problem;
  }
}

/** Where the system tells it (Linux), the opened file is the one at the path and not one that a link led to. */
function isWhereItShould(file: number, path: string): boolean {
  try {
    return readlinkSync(`/proc/self/fd/${file}`) === path;
  } catch {
    return true;
  }
}

function withFile<Result>(file: number, use: (file: number) => Result): Result {
  try {
    return use(file);
  } finally {
    closeSync(file);
  }
}

/** It may grow while it is read. */
function readAll(file: number, path: string, most: number): Uint8Array {
  const { size } = fstatSync(file);
  const bytes = Buffer.alloc(Math.min(size, most) + 1);
  let length = 0;
  for (let read = -1; read !== 0 && length < bytes.length; length += read)
    read = readSync(file, bytes, length, bytes.length - length, null);
  if (size > most || length > most)
    throw new FileRefusal(
      'too_large',
      `${JSON.stringify(path)} is larger than ${most / 1024 / 1024} MB.`,
      'It cannot be taken as a whole here.',
    );
  return bytes.subarray(0, Math.min(length, size));
}

function writeAll(file: number, bytes: Uint8Array): void {
  let done = 0;
  while (done < bytes.length) done += writeSync(file, bytes, done, bytes.length - done, done);
  fsyncSync(file);
}

function discard(draft: string): void {
  try {
    unlinkSync(draft);
  } catch {
    // It was never made.
  }
}

/** What the system says, for agents. What is no failure of the file system is ours. */
function inWords<Result>(path: string, use: () => Result): Result {
  try {
    return use();
  } catch (problem) {
    const code = problem instanceof Error && 'code' in problem ? String(problem.code) : undefined;
    if (problem instanceof FileRefusal || code === undefined || !/^E[A-Z]+$/.test(code)) throw problem;
    const [refusal, words] = REASONS[code] ?? ['conflict', `it failed (${code})`];
    throw new FileRefusal(refusal, `${JSON.stringify(path)}: ${words}.`, 'list_files shows what there is now.');
  }
}

const REASONS: { readonly [code: string]: readonly ['not_found' | 'conflict' | 'wrong_argument' | 'too_large', string] } = {
  ENOENT: ['not_found', 'there is no such file or folder'],
  ELOOP: ['wrong_argument', 'it is a link, which is not followed'],
  EACCES: ['conflict', 'its owner has closed it'],
  EPERM: ['conflict', 'its owner has closed it'],
  EROFS: ['conflict', 'it cannot be written'],
  ENOTEMPTY: ['conflict', 'the folder is not empty'],
  ENOTDIR: ['conflict', 'something on the way is no folder'],
  EISDIR: ['conflict', 'it is a folder'],
  EEXIST: ['conflict', 'it is there already'],
  ENOSPC: ['too_large', 'there is no space left'],
  EDQUOT: ['too_large', 'there is no space left'],
  EFBIG: ['too_large', 'it is too large'],
};
