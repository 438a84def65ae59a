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
  return found.sort(byCodePoint);
}

/** UTF-16 units would put the rare characters above U+FFFF elsewhere than Harbor does. */
function byCodePoint(a: string, b: string): number {
  return Buffer.compare(Buffer.from(a), Buffer.from(b));
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

/**
 * Harbor's package digest (hex) of a task directory: SHA-256 over path, NUL, the content's SHA-256 and a line feed of each file that a
 * package holds, in the order of the paths' code points. Modes and times are no part of it.
 */
export async function packageDigest(directory: string): Promise<string> {
  const hash = createHash('sha256');
  for (const path of (await listFiles(directory)).filter(inPackage)) {
    const bytes = createHash('sha256')
      .update(await readFile(join(directory, path)))
      .digest('hex');
    hash.update(`${path}\0${bytes}\n`);
  }
  return hash.digest('hex');
}

/** What Harbor packs of a task directory, without a .gitignore that says otherwise. */
function inPackage(path: string): boolean {
  const parts = path.split('/');
  const known = parts.length === 1 ? ROOT_FILES.has(path) : ROOT_FOLDERS.has(parts[0] ?? '');
  return known && !parts.includes('__pycache__') && !/(\.pyc|\.DS_Store|\.swp|\.swo|~|\.gitignore|\.harborignore)$/.test(path);
}

const ROOT_FILES = new Set(['task.toml', 'instruction.md', 'README.md', 'trajectory.json']);
const ROOT_FOLDERS = new Set(['environment', 'tests', 'solution', 'steps']);

/** Takes these texts out of every file below a folder; gives the paths of the files that held one. Files over 64 MiB are left alone. */
export async function redact(folder: string, secrets: readonly string[]): Promise<readonly string[]> {
  const wanted = secrets.filter((secret) => secret.length >= SHORTEST_SECRET);
  if (wanted.length === 0) return [];
  const found: string[] = [];
  for (const path of await listFiles(folder)) {
    const file = join(folder, path);
    if ((await lstat(file)).size > LARGEST_REDACTED) continue;
    // Latin-1 keeps every byte as it is, whatever the file holds.
    const text = await readFile(file, 'latin1');
    const clean = wanted.reduce((rest, secret) => rest.replaceAll(Buffer.from(secret).toString('latin1'), '[redacted]'), text);
    if (clean === text) continue;
    await writeFile(file, clean, 'latin1');
    found.push(path);
  }
  return found;
}

/** Shorter ones would be found in innocent words. */
const SHORTEST_SECRET = 8;
const LARGEST_REDACTED = 64 * 1024 * 1024;

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
