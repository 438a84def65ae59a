// Takes along what the agent left in its folder. A process of its own does it, under the agent's user: whatever the agent put there
// (links, pipes, a million files, a folder that changes while it is read), it reaches nothing that the agent could not read itself.
import { spawnSync } from 'node:child_process';
import { closeSync, constants, fstatSync, lstatSync, opendirSync, openSync, readSync } from 'node:fs';
import { isSafePath } from '#grader/evidence/folder.ts';
import { type CollectedFolder, MOST_FILES, MOST_OF_FILE } from './folder.ts';

const MB = 1024 * 1024;
const MOST_OF_ALL = 16 * MB;
/** Entries that are looked at, of whatever kind. */
const MOST_SEEN = 20_000;
/** Bytes of a path: room is left for the places that evidence is copied to. */
const LONGEST_PATH = 1_024;
const MOST_LEFT_OUT = 200;
const SECONDS = 30;

export interface CollectorOptions {
  /** The folder. */
  readonly folder: string;
  /** User and group id to read it under; absent = our own. */
  readonly user?: number | undefined;
}

/**
 * Collects the folder in a process of its own. A folder that takes too long to look through is the agent's doing: then nothing of it was
 * taken, and that is said. Throws where the process itself fails: that is ours.
 */
export function collectApart({ folder, user }: CollectorOptions): CollectedFolder {
  const { error, status, signal, stdout } = spawnSync(process.execPath, [...process.execArgv, process.argv[1] ?? '', 'collect'], {
    env: { SLIPWAY_FILES: folder },
    stdio: ['ignore', 'pipe', 'ignore'],
    timeout: SECONDS * 1000,
    killSignal: 'SIGKILL',
    maxBuffer: 4 * MOST_OF_ALL,
    ...(user !== undefined && { uid: user, gid: user }),
  });
  if (error !== undefined && 'code' in error && error.code === 'ETIMEDOUT')
    return { files: [], leftOut: [{ path: '.', reason: `could not be looked through in ${SECONDS} seconds` }], more: 0 };
  if (error !== undefined || status !== 0)
    throw new Error(`the agent's folder could not be collected: ${error?.message ?? `the collector ended with ${signal ?? status}`}`);
  return parse(stdout.toString('utf8'));
}

/** What the process prints. */
export function printCollected(folder: string): string {
  const { files, ...rest } = collect(folder);
  return JSON.stringify({ files: files.map(({ path, bytes }) => [path, Buffer.from(bytes).toString('base64')]), ...rest });
}

function parse(text: string): CollectedFolder {
  const { files, leftOut, more } = JSON.parse(text) as Omit<CollectedFolder, 'files'> & { readonly files: readonly [string, string][] };
  return { files: files.map(([path, bytes]) => ({ path, bytes: Buffer.from(bytes, 'base64') })), leftOut, more };
}

interface Seen {
  /** Bytes: a name need not be text. */
  readonly at: Buffer;
  /** Relative, as text. */
  readonly path: string;
  readonly depth: number;
}

/** Regular files below the folder, those nearest to its top first, as many as are taken; everything else is named with its reason. */
export function collect(folder: string): CollectedFolder {
  const found: Seen[] = [];
  const left: { path: string; reason: string }[] = [];
  walk(Buffer.from(folder), found, left);
  found.sort((a, b) => a.depth - b.depth || (a.path < b.path ? -1 : 1));
  const files: { path: string; bytes: Buffer }[] = [];
  let total = 0;
  for (const { at, path } of found) {
    const reason = files.length >= MOST_FILES ? `more than ${MOST_FILES} files` : undefined;
    const read = reason === undefined ? readRegular(at, Math.min(MOST_OF_FILE, MOST_OF_ALL - total)) : { reason };
    if ('reason' in read) left.push({ path, reason: read.reason });
    else {
      files.push({ path, bytes: read.bytes });
      total += read.bytes.length;
    }
  }
  left.sort((a, b) => (a.path < b.path ? -1 : 1));
  const named = left.slice(0, MOST_LEFT_OUT).map(({ path, reason }) => ({ path: [...path].slice(0, 300).join(''), reason }));
  return { files, leftOut: named, more: left.length - named.length };
}

/** Breadth first, so that a deep heap of files hides none at the top. */
function walk(folder: Buffer, found: Seen[], left: { path: string; reason: string }[]): void {
  const open: Seen[] = [{ at: folder, path: '', depth: 0 }];
  let seen = 0;
  for (let next = open.shift(); next !== undefined; next = open.shift()) {
    const { at, path: parent, depth } = next;
    try {
      for (const name of namesIn(at)) {
        seen += 1;
        if (seen > MOST_SEEN) {
          left.push({ path: parent || '.', reason: `more than ${MOST_SEEN} entries; the rest was not looked at` });
          return;
        }
        const path = parent === '' ? name.toString('utf8') : `${parent}/${name.toString('utf8')}`;
        const place = Buffer.concat([at, Buffer.from('/'), name]);
        const kind = kindOf(place, { name, path });
        if (kind === 'file') found.push({ at: place, path, depth });
        else if (kind === 'folder') open.push({ at: place, path, depth: depth + 1 });
        else left.push({ path, reason: kind.reason });
      }
    } catch (problem) {
      left.push({ path: parent || '.', reason: inWords(problem) });
    }
  }
}

/** One by one: a folder may hold more names than memory does. */
function* namesIn(folder: Buffer): Generator<Buffer> {
  const handle = opendirSync(folder as unknown as string, { encoding: 'buffer' as BufferEncoding });
  try {
    for (let entry = handle.readSync(); entry !== null; entry = handle.readSync()) yield Buffer.from(entry.name);
  } finally {
    handle.closeSync();
  }
}

function kindOf(place: Buffer, { name, path }: { name: Buffer; path: string }): 'file' | 'folder' | { readonly reason: string } {
  if (!Buffer.from(name.toString('utf8'), 'utf8').equals(name)) return { reason: 'its name is not UTF-8' };
  if (Buffer.byteLength(path) > LONGEST_PATH || !isSafePath(path)) return { reason: `its path is longer than ${LONGEST_PATH} bytes` };
  const stats = lstatSync(place, { throwIfNoEntry: false });
  if (stats === undefined) return { reason: 'gone while it was looked at' };
  if (stats.isFile()) return 'file';
  if (stats.isDirectory()) return 'folder';
  if (stats.isSymbolicLink()) return { reason: 'a link, which is not followed' };
  return { reason: stats.isFIFO() ? 'a pipe' : stats.isSocket() ? 'a socket' : 'a device' };
}

function readRegular(at: Buffer, most: number): { readonly bytes: Buffer } | { readonly reason: string } {
  try {
    // What was a file a moment ago may be a link or a pipe by now: neither is followed or waited for.
    const file = openSync(at, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
    try {
      const stats = fstatSync(file);
      if (!stats.isFile()) return { reason: 'not a regular file' };
      const tooMuch = { reason: most < MOST_OF_FILE ? `more than ${MOST_OF_ALL / MB} MB in all` : `larger than ${MOST_OF_FILE / MB} MB` };
      if (stats.size > most) return tooMuch;
      // It may grow while it is read.
      const bytes = Buffer.alloc(most + 1);
      let length = 0;
      for (let read = -1; read !== 0 && length <= most; length += read) read = readSync(file, bytes, length, bytes.length - length, null);
      return length > most ? tooMuch : { bytes: Buffer.from(bytes.subarray(0, length)) };
    } finally {
      closeSync(file);
    }
  } catch (problem) {
    return { reason: inWords(problem) };
  }
}

function inWords(problem: unknown): string {
  const code = problem instanceof Error && 'code' in problem ? String(problem.code) : String(problem);
  return code === 'ELOOP' ? 'a link, which is not followed' : `cannot be read (${code})`;
}
