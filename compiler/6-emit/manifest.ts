// Which task directories of an output folder are ours, and their digests. Only these are ever replaced or removed.
import { createHash } from 'node:crypto';
import { readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { GeneratedFile } from '../types.ts';

export interface Manifest {
  readonly version: 1;
  readonly tasks: { readonly [folder: string]: TaskRecord };
}

export interface TaskRecord {
  readonly digest: string;
  /** The scenario's folder relative to the library it was compiled from (`support/late-answers`); empty where it was compiled alone. */
  readonly from: string;
}

export const manifestName = 'slipway-manifest.json';

/** The manifest of an output folder; an empty one where there is none or it cannot be read. */
export async function readManifest(out: string): Promise<Manifest> {
  try {
    const read = JSON.parse(await readFile(join(out, manifestName), 'utf8')) as Manifest;
    if (read.version === 1 && typeof read.tasks === 'object' && read.tasks !== null) return read;
  } catch {
    // Absent, cut or not ours: then nothing in the folder is known to be ours either.
  }
  return { version: 1, tasks: {} };
}

export async function writeManifest(out: string, manifest: Manifest): Promise<void> {
  const tasks = Object.fromEntries(Object.entries(manifest.tasks).sort(([a], [b]) => (a < b ? -1 : 1)));
  const file = join(out, manifestName);
  await writeFile(`${file}.tmp`, `${JSON.stringify({ version: 1, tasks }, null, 2)}\n`);
  await rename(`${file}.tmp`, file);
}

/** SHA-256 over sorted paths and the SHA-256 of their bytes; modes and times are no part of it. */
export function taskDigest(files: readonly GeneratedFile[]): string {
  const hash = createHash('sha256');
  for (const { path, text, bytes } of [...files].sort((a, b) => (a.path < b.path ? -1 : 1))) {
    hash.update(
      `${path}\0${createHash('sha256')
        .update(bytes ?? text)
        .digest('hex')}\n`,
    );
  }
  return `sha256:${hash.digest('hex')}`;
}
