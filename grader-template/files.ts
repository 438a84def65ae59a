// The disk side of grading: reads evidence without following links or trusting sizes, and writes verdicts so that a reward file is
// either whole or not there.
import { createHash } from 'node:crypto';
import { constants } from 'node:fs';
import { lstat, mkdir, open, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { filePath, isSafePath } from './evidence/folder.ts';

const MB = 1024 * 1024;

interface Part {
  /** Name in the evidence, relative to its folder. */
  readonly path: string;
  readonly most: number;
}

const FROM_WORKSPACE: readonly Part[] = [
  { path: 'seal.json', most: 16 * MB },
  { path: 'audit.jsonl', most: 64 * MB },
  { path: 'world/main.before.json', most: 64 * MB },
  { path: 'world/main.after.json', most: 64 * MB },
  { path: 'reply/main.json', most: 16 * MB },
  { path: 'files/main.json', most: 16 * MB },
];

/** Most bytes of one file of the agent's folder; the workspace takes less. */
const MOST_OF_FILE = 4 * MB;

export interface EvidenceOnDisk {
  readonly files: ReadonlyMap<string, string>;
  /** What is there and cannot be used, in words. */
  readonly unusable: readonly string[];
}

/**
 * The evidence on disk: the workspace's files, and the agent's own `trajectory.json` as `transcript/main/trajectory.json`. A file of
 * the workspace that is no regular file or too big is listed as unusable. The same trouble with the agent's log only means that
 * there is none: an agent must not be able to leave a trial unscored.
 */
export async function readEvidenceFiles(workspace: string, transcript: string): Promise<EvidenceOnDisk> {
  const files = new Map<string, string>();
  const unusable: string[] = [];
  for (const { path, most } of FROM_WORKSPACE) {
    const read = await readRegular(workspace, path, most);
    if ('bytes' in read) files.set(path, read.bytes.toString('utf8'));
    else if (read.trouble !== undefined) unusable.push(`${path}: ${read.trouble}`);
  }
  for (const path of listedPaths(files.get('files/main.json'))) {
    const place = filePath('main', path);
    const read = await readRegular(workspace, place, MOST_OF_FILE);
    if ('bytes' in read) files.set(place, read.bytes.toString('base64'));
    else if (read.trouble !== undefined) unusable.push(`${place}: ${read.trouble}`);
  }
  const log = await readRegular(transcript, 'trajectory.json', 4 * MB);
  if ('bytes' in log) files.set('transcript/main/trajectory.json', log.bytes.toString('utf8'));
  return { files, unusable };
}

/** The files of the agent's folder that the list names. A list that is damaged names none, and is found out when it is checked. */
function listedPaths(listing: string | undefined): readonly string[] {
  try {
    const { files } = JSON.parse(listing ?? '{}');
    return Array.isArray(files) ? files.map((file) => file?.path).filter((path) => typeof path === 'string' && isSafePath(path)) : [];
  } catch {
    return [];
  }
}

/** Digest of the grading code and the values it compares with (`grader.ts`, `expected.json`, `lib/`): `sha256:` and hex. */
export async function graderDigest(tests: string): Promise<string> {
  const library = await readdir(join(tests, 'lib'), { recursive: true, withFileTypes: true });
  const paths = library.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  const hash = createHash('sha256');
  for (const path of [join(tests, 'grader.ts'), join(tests, 'expected.json'), ...paths].sort()) {
    hash.update(
      `${relative(tests, path)}\0${createHash('sha256')
        .update(await readFile(path))
        .digest('hex')}\n`,
    );
  }
  return `sha256:${hash.digest('hex')}`;
}

/** Removes whatever lies where the verdict will go, folders and links too: nothing but this program may leave a reward. */
export async function clearVerdict(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  for (const name of ['reward.json', 'reward.txt', 'verdict.json']) await rm(join(folder, name), { recursive: true, force: true });
}

/** Writes files in order, each under another name first: a reader sees all of a file or nothing. */
export async function writeFiles(folder: string, files: ReadonlyMap<string, string>): Promise<void> {
  for (const [name, content] of files) {
    const draft = join(folder, `.${name}.draft`);
    await rm(draft, { recursive: true, force: true });
    await writeFile(draft, content, { flag: 'wx' });
    await rename(draft, join(folder, name));
  }
}

type Read = { readonly bytes: Buffer } | { readonly trouble: string | undefined };

async function readRegular(root: string, path: string, most: number): Promise<Read> {
  try {
    const names = path.split('/');
    for (let depth = 1; depth < names.length; depth++) {
      const folder = names.slice(0, depth).join('/');
      if (!(await lstat(join(root, folder))).isDirectory()) return { trouble: `${folder} is not a folder` };
    }
    // NONBLOCK: a pipe that nobody writes to must not keep us waiting.
    const file = await open(join(root, path), constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
    try {
      const stats = await file.stat();
      if (!stats.isFile()) return { trouble: 'not a regular file' };
      if (stats.size > most) return { trouble: `larger than ${most / MB} MB` };
      return { bytes: await file.readFile() };
    } finally {
      await file.close();
    }
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    if (code === 'ENOENT') return { trouble: undefined };
    return { trouble: code === 'ELOOP' ? 'a link' : `cannot be read (${String(code ?? error)})` };
  }
}
