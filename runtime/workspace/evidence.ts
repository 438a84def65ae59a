// The evidence on disk: the log line by line while the office runs, everything else once, when it is sealed.
// The folder itself is closed to others; what is in it can be read by anyone, so that a verifier with another user can read the copy.
import { chmodSync, closeSync, fchmodSync, fsyncSync, ftruncateSync, mkdirSync, openSync, renameSync, writeSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { isFilePath } from '#grader/evidence/folder.ts';
import type { EvidenceFiles } from '#grader/evidence/types.ts';

export const LOG = 'audit.jsonl';
const SEAL = 'seal.json';

/** There is a log already: a second one must not silently take its place. */
export class EvidenceInUse extends Error {
  constructor(folder: string) {
    super(
      `${join(folder, LOG)} exists: this office ran before, and its log must not be continued or replaced. Give an empty evidence folder.`,
    );
    this.name = 'EvidenceInUse';
  }
}

export interface EvidenceFolder {
  /**
   * Adds a line to the log and returns when the system has it: from then on it outlives this process, however that ends. Throws where that
   * fails; the log is then as it was before. It is not waited for the disk: a machine that loses its power loses the trial, too.
   */
  append(line: string): void;
  /** Waits until the log is on the disk, writes all other files, each whole or not at all, the seal last; then lets everybody read them. */
  write(files: EvidenceFiles): void;
  close(): void;
}

/** Makes the folder (closed to others while the office runs) and a new log in it. Throws `EvidenceInUse`, or what the file system says. */
export function openEvidence(folder: string): EvidenceFolder {
  mkdirSync(folder, { recursive: true });
  chmodSync(folder, 0o700);
  const log = openLog(folder);
  let length = 0;
  let broken = false;

  return {
    append(line) {
      if (broken) throw new Error('the log could not be repaired after a failed write');
      const bytes = Buffer.from(`${line}\n`, 'utf8');
      try {
        writeAll(log, bytes, length);
        length += bytes.length;
      } catch (problem) {
        try {
          ftruncateSync(log, length);
        } catch {
          broken = true;
        }
        throw problem;
      }
    },
    write(files) {
      fsyncSync(log);
      const paths = [...files.keys()].filter((path) => path !== LOG).sort((a, b) => Number(a === SEAL) - Number(b === SEAL));
      for (const path of paths) writeWhole(folder, path, Buffer.from(files.get(path) ?? '', isFilePath(path) ? 'base64' : 'utf8'));
      // From here on it is collected, and read by a verifier that is not root.
      chmodSync(folder, 0o755);
    },
    close: () => closeSync(log),
  };
}

function openLog(folder: string): number {
  try {
    const log = openSync(join(folder, LOG), 'wx', 0o644);
    fchmodSync(log, 0o644);
    return log;
  } catch (problem) {
    if (problem instanceof Error && 'code' in problem && problem.code === 'EEXIST') throw new EvidenceInUse(folder);
    throw problem;
  }
}

function writeWhole(folder: string, path: string, bytes: Uint8Array): void {
  const target = join(folder, path);
  mkdirSync(dirname(target), { recursive: true });
  const names = path.split('/').slice(0, -1);
  for (const depth of names.keys()) chmodSync(join(folder, ...names.slice(0, depth + 1)), 0o755);
  // Not beside the target: a name of the agent's may be as long as names can be.
  const draft = join(folder, '.draft');
  const file = openSync(draft, 'w', 0o644);
  try {
    fchmodSync(file, 0o644);
    writeAll(file, bytes, 0);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
  renameSync(draft, target);
  const parent = openSync(dirname(target), 'r');
  try {
    fsyncSync(parent);
  } finally {
    closeSync(parent);
  }
}

function writeAll(file: number, bytes: Uint8Array, position: number): void {
  let done = 0;
  while (done < bytes.length) done += writeSync(file, bytes, done, bytes.length - done, position + done);
}
