// Phase 6: files → task directory. Atomic: a reader sees the old folder or the new one. What has not changed is not touched.
import { mkdir, readdir, readFile, rename, rm, utimes, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { GeneratedFile } from '../types.ts';
import { type Manifest, readManifest, taskDigest, writeManifest } from './manifest.ts';

export type Emitted = 'written' | 'unchanged';

/** The output folder is not as it has to be. The message says what to do. */
export class EmitError extends Error {}

export interface Output {
  /** Writes one task directory. `from`: see TaskRecord. Throws EmitError where that would destroy something we did not write. */
  readonly emit: (folder: string, from: string, files: readonly GeneratedFile[]) => Promise<Emitted>;
  /**
   * Removes the task directories of earlier runs whose scenarios are gone; gives their names. `library` is all that was compiled now,
   * folder to `from`. Nothing is removed unless that is the same library as before: the tasks in both must come from the same places, so
   * that compiling a part of a library leaves the other parts alone.
   */
  readonly prune: (library: ReadonlyMap<string, string>) => Promise<readonly string[]>;
}

const temporary = '.slipway-tmp-';

/** Opens the output folder, makes it where it is missing, clears what a killed run left half written. */
export async function openOutput(out: string): Promise<Output> {
  await mkdir(out, { recursive: true });
  await clearLeftovers(out);
  let manifest = await readManifest(out);
  const earlier = Object.entries(manifest.tasks);
  const save = async (next: Manifest) => {
    await writeManifest(out, next);
    manifest = next;
  };

  return {
    emit: async (folder, from, files) => {
      const target = join(out, folder);
      const digest = taskDigest(files);
      const present = await readTree(target);
      const ours = Object.hasOwn(manifest.tasks, folder);
      if (present && !ours && !isSame(present, files)) {
        throw new EmitError(`${target} exists and was not written by slipway; move it away or choose another --out`);
      }
      const before = manifest.tasks[folder];
      const record = { digest, from: longerPlace(before?.from ?? '', from) };
      if (before?.digest !== digest || before.from !== record.from)
        await save({ ...manifest, tasks: { ...manifest.tasks, [folder]: record } });
      if (present && isSame(present, files)) return 'unchanged';
      await replace(out, folder, files);
      return 'written';
    },
    prune: async (library) => {
      const both = earlier.filter(([folder]) => library.has(folder));
      const same = both.length > 0 && both.every(([folder, { from }]) => from !== '' && library.get(folder) === from);
      const stale = same ? earlier.filter(([folder, { from }]) => from !== '' && !library.has(folder)).map(([folder]) => folder) : [];
      for (const folder of stale) await discard(out, folder);
      if (stale.length > 0)
        await save({
          ...manifest,
          tasks: Object.fromEntries(Object.entries(manifest.tasks).filter(([folder]) => !stale.includes(folder))),
        });
      return stale;
    },
  };
}

/** A part of a library shows less of where a scenario lies than the whole: what is known from the whole is kept. */
function longerPlace(before: string, now: string): string {
  return before === now || before.endsWith(`/${now}`) || (now === '' && before !== '') ? before : now;
}

/** Half-written folders of killed runs. Those of runs that are still going on are left to them. */
async function clearLeftovers(out: string): Promise<void> {
  for (const name of await readdir(out)) {
    if (name.startsWith(temporary) && !isRunning(Number.parseInt(name.slice(temporary.length), 10))) {
      await rm(join(out, name), { recursive: true, force: true });
    }
  }
}

function isRunning(pid: number): boolean {
  if (pid === process.pid) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** Written beside the target, then renamed into its place. The old folder is renamed away first, since a rename does not replace one. */
async function replace(out: string, folder: string, files: readonly GeneratedFile[]): Promise<void> {
  const fresh = join(out, `${temporary}${process.pid}-${folder}`);
  try {
    for (const { path, text, bytes } of files) {
      const file = join(fresh, path);
      await mkdir(dirname(file), { recursive: true, mode: 0o755 });
      await writeFile(file, bytes ?? text, { mode: 0o644 });
      await utimes(file, 0, 0);
    }
    await discard(out, folder);
    await rename(fresh, join(out, folder));
  } catch (error) {
    await rm(fresh, { recursive: true, force: true });
    throw error;
  }
}

async function discard(out: string, folder: string): Promise<void> {
  const old = join(out, `${temporary}${process.pid}-old-${folder}`);
  try {
    await rename(join(out, folder), old);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return;
    throw error;
  }
  await rm(old, { recursive: true, force: true });
}

/** Every file below a folder: path to bytes; undefined where there is no such folder. */
async function readTree(folder: string): Promise<ReadonlyMap<string, Buffer> | undefined> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => undefined);
  if (!entries) return undefined;
  const files = new Map<string, Buffer>();
  for (const entry of entries) {
    if (entry.isDirectory()) continue;
    const path = join(entry.parentPath, entry.name);
    files.set(
      path.slice(folder.length + 1).replaceAll('\\', '/'),
      entry.isFile() ? await readFile(path) : Buffer.from('\0not a regular file'),
    );
  }
  return files;
}

function isSame(present: ReadonlyMap<string, Buffer>, files: readonly GeneratedFile[]): boolean {
  return (
    present.size === files.length && files.every(({ path, text, bytes }) => present.get(path)?.equals(bytes ?? Buffer.from(text)) ?? false)
  );
}
