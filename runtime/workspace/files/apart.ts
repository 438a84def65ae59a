// The tools on the shared folder, in a process of their own under the agent's user: it reaches neither log nor records, has little memory
// and little time, and takes whatever harm an odd file does to an office reader with it when it ends.
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import type { FieldValue } from '#grader/evidence/types.ts';
import type { FolderAction } from '#services/types.ts';
import { act, type FolderAccess, type FolderAnswer, neededReadings } from './act.ts';
import type { ReadOffice } from './action.ts';
import { diskStore } from './disk.ts';
import { officeFormat, type Reading } from './reading.ts';
import { FileRefusal, MOST_READ } from './store.ts';

const SECONDS = 15;
/** MB of memory for JavaScript. */
const MEMORY = 384;
const MOST_ANSWER = 8 * 1024 * 1024;

export interface ApartOptions {
  /** The folder. */
  readonly folder: string;
  /** User and group id to work under; absent = our own. */
  readonly user?: number | undefined;
}

/** The folder's tools for a desk: one process a call, which waits for it. */
export function filesApart({ folder, user }: ApartOptions): FolderAccess {
  return ({ action, args }) => {
    const command = [...process.execArgv, `--max-old-space-size=${MEMORY}`, process.argv[1] ?? '', 'files'];
    const { error, status, signal, stdout } = spawnSync(process.execPath, command, {
      env: { SLIPWAY_FILES: folder },
      input: JSON.stringify({ action, args: [...args] }),
      stdio: ['pipe', 'pipe', 'ignore'],
      timeout: SECONDS * 1000,
      killSignal: 'SIGKILL',
      maxBuffer: MOST_ANSWER,
      ...(user !== undefined && { uid: user, gid: user }),
    });
    const code = error !== undefined && 'code' in error ? error.code : undefined;
    if (code === 'ETIMEDOUT')
      return refusal(`This took longer than ${SECONDS} seconds and was given up.`, 'Ask for less: another file, or fewer of them.');
    // A file can be such that a reader runs out of memory. What ends in another way is our own failure.
    if (code === 'ENOBUFS' || (error === undefined && signal !== null))
      return refusal('This was too much and was given up.', 'Ask for less: another file, or fewer of them.');
    if (error !== undefined || status !== 0) throw error ?? new Error(`the tools of the shared folder ended with ${status}`);
    return JSON.parse(stdout.toString('utf8')) as FolderAnswer;
  };
}

function refusal(message: string, hint: string): FolderAnswer {
  return { ok: false, code: 'too_large', message, hint };
}

/** What the process does: reads a request from its input, and gives the answer as text. */
export async function answerApart(folder: string): Promise<string> {
  const { action, args } = JSON.parse(readFileSync(0, 'utf8')) as {
    readonly action: FolderAction;
    readonly args: readonly (readonly [string, FieldValue | null])[];
  };
  process.umask(0o022);
  return JSON.stringify(await actOnDisk(folder, { action, args: new Map(args) }));
}

/** The same in this process, for a folder of our own. */
export async function actOnDisk(folder: string, request: Parameters<FolderAccess>[0]): Promise<FolderAnswer> {
  const unread = diskStore(folder, new Map());
  const readings = new Map<string, Reading>();
  for (const path of neededReadings(request, unread)) readings.set(path, await reading(path, () => unread.read(path, MOST_READ)));
  return act(request, diskStore(folder, readings));
}

async function reading(path: string, bytes: () => Uint8Array): Promise<Reading> {
  const format = officeFormat(path);
  if (format === undefined) return { kind: 'broken', reason: 'there is no reader for it' };
  const readOffice = await loadReaders();
  try {
    return await readOffice(format, bytes());
  } catch (problem) {
    if (!(problem instanceof FileRefusal)) throw problem;
    return { kind: 'broken', reason: problem.message.replace(/\.$/, '') };
  }
}

/** Beside the program in a pack, beside this file in the source: not part of the bundle, since most offices never need it. */
async function loadReaders(): Promise<ReadOffice> {
  const name = import.meta.url.endsWith('.ts') ? './readers.ts' : './readers.mjs';
  const { readOffice } = (await import(new URL(name, import.meta.url).href)) as { readonly readOffice: ReadOffice };
  return readOffice;
}
