// Disk habits of the runner: whole files or none, regular files only, the end of a log rather than its start.
import { createHash } from 'node:crypto';
import { chmod, copyFile, lstat, mkdir, open, readdir, readFile, rename, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';

/** Temp + rename: a reader sees the old file or the new one, never half of one. */
export async function writeWhole(path: string, text: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  const beside = `${path}.${process.pid}.tmp`;
  await writeFile(beside, text);
  await rename(beside, path);
}

/** As Harbor writes it: four spaces, no line feed at the end. */
export function writeJson(path: string, value: unknown): Promise<void> {
  return writeWhole(path, JSON.stringify(value, null, 4));
}

/** Null where there is no such file; other trouble is thrown. */
export async function readIfThere(path: string): Promise<string | null> {
  try {
    return await readFile(path, 'utf8');
  } catch (thrown) {
    if (isMissing(thrown)) return null;
    throw thrown;
  }
}

export function isMissing(thrown: unknown): boolean {
  return thrown instanceof Error && 'code' in thrown && (thrown.code === 'ENOENT' || thrown.code === 'ENOTDIR');
}

/** Relative paths of the regular files below a folder, with `/`, sorted. Links are neither listed nor followed. */
export async function listFiles(folder: string, below = ''): Promise<string[]> {
  const found: string[] = [];
  for (const entry of await readdir(join(folder, below), { withFileTypes: true })) {
    const path = below === '' ? entry.name : `${below}/${entry.name}`;
    if (entry.isDirectory()) found.push(...(await listFiles(folder, path)));
    else if (entry.isFile()) found.push(path);
  }
  return found.sort((a, b) => (a < b ? -1 : 1));
}

/** Copies the regular files of a folder and gives their number. `mode` is set on each copy. */
export async function copyFiles(from: string, to: string, mode?: number): Promise<number> {
  await mkdir(to, { recursive: true });
  const paths = await listFiles(from);
  for (const path of paths) {
    const target = join(to, path);
    await mkdir(dirname(target), { recursive: true });
    await copyFile(join(from, path), target);
    if (mode !== undefined) await chmod(target, mode);
  }
  return paths.length;
}

/** SHA-256 (hex) over sorted paths and contents: one figure for what a task directory holds. */
export async function folderChecksum(folder: string): Promise<string> {
  const hash = createHash('sha256');
  for (const path of await listFiles(folder)) {
    const bytes = createHash('sha256')
      .update(await readFile(join(folder, path)))
      .digest('hex');
    hash.update(`${path}\0${bytes}\n`);
  }
  return hash.digest('hex');
}

/** The last characters of a text file on one line: errors are at the end. Empty where there is no file. */
export async function tail(path: string, characters = 400): Promise<string> {
  const size = await lstat(path).then(
    (stat) => (stat.isFile() ? stat.size : 0),
    () => 0,
  );
  if (size === 0) return '';
  const length = Math.min(size, characters * 4);
  const file = await open(path, 'r');
  try {
    const { buffer } = await file.read(Buffer.alloc(length), 0, length, size - length);
    const text = buffer.toString('utf8').replace(/\s+/g, ' ').trim();
    return text.length > characters ? `…${[...text].slice(-characters).join('')}` : text;
  } finally {
    await file.close();
  }
}
