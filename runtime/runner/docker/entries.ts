// What goes into containers: host folders as entries of archives.
import { lstat, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { listFiles } from '../files.ts';
import type { ArchiveEntry, Owner } from './archive.ts';

/** The regular files of a host folder as entries below `name`, executable where they are. */
export async function entriesOf(folder: string, name: string, owner: { readonly owner?: Owner }): Promise<readonly ArchiveEntry[]> {
  const paths = await listFiles(folder);
  const folders = new Set(paths.flatMap((path) => parents(path)));
  const files = paths.map(async (path) => {
    const executable = ((await stat(join(folder, path))).mode & 0o111) !== 0;
    return { path: `${name}/${path}`, mode: executable ? 0o755 : 0o644, bytes: await readFile(join(folder, path)), ...owner };
  });
  return [name, ...[...folders].sort().map((path) => `${name}/${path}`)]
    .map((path): ArchiveEntry => ({ path, mode: 0o755, ...owner }))
    .concat(await Promise.all(files));
}

/** `a/b/c` has the folders `a` and `a/b`. */
function parents(path: string): readonly string[] {
  const parts = path.split('/').slice(0, -1);
  return parts.map((_, index) => parts.slice(0, index + 1).join('/'));
}

/** What the agent said, as the grader may have it: one regular file, and not a huge one. */
export async function trajectoryIn(transcript: string): Promise<readonly ArchiveEntry[]> {
  const path = join(transcript, 'trajectory.json');
  const found = await lstat(path).catch(() => null);
  if (!found?.isFile() || found.size > MOST_TRAJECTORY) return [];
  return [{ path: 'evidence/agent/trajectory.json', mode: 0o644, bytes: await readFile(path) }];
}

/** As the pack's own hook has it for Harbor: the grader leaves a longer one alone. */
const MOST_TRAJECTORY = 4 * 1024 * 1024;
