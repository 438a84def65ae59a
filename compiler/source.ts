// Reads scenario folders from disk, whole, before phase 1.
import { lstat, readdir, readFile } from 'node:fs/promises';
import { dirname, join, relative, sep } from 'node:path';
import type { SourceFolder } from './types.ts';

export const scenarioFileName = 'scenario.yaml';

/** Bytes. */
const largestAsset = 64_000_000;

/** Something that was asked for cannot be read. Not the scenario's fault, so no diagnostic. */
export class SourceError extends Error {}

/** The scenario files meant by a path: the file itself, the folder's own, or every one below it, sorted. Throws SourceError. */
export async function findScenarios(path: string): Promise<readonly string[]> {
  const stat = await lstat(path).catch(() => undefined);
  if (!stat) throw new SourceError(`${path} does not exist`);
  if (stat.isFile()) return [path];
  if (!stat.isDirectory()) throw new SourceError(`${path} is neither a file nor a folder`);
  const found: string[] = [];
  await walk(path, async (file) => {
    if (file.endsWith(`${sep}${scenarioFileName}`) || file === scenarioFileName) found.push(file);
  });
  if (found.length === 0) throw new SourceError(`${path} holds no ${scenarioFileName}`);
  return found.sort();
}

/** Whether the path names one scenario and not a folder of them. */
export async function isOneScenario(path: string): Promise<boolean> {
  const stat = await lstat(path).catch(() => undefined);
  if (stat?.isFile()) return true;
  return (await lstat(join(path, scenarioFileName)).catch(() => undefined))?.isFile() ?? false;
}

/** Reads a scenario file and everything beside and below it. Links are not followed. */
export async function readSource(file: string): Promise<SourceFolder> {
  const folder = dirname(file);
  const assets = new Map<string, Uint8Array>();
  if (file.endsWith(scenarioFileName)) {
    await walk(folder, async (path) => {
      if (path !== file) assets.set(relative(folder, path).split(sep).join('/'), await readAsset(path));
    });
  }
  return { file, bytes: await readFile(file), assets };
}

/** Everything beside a scenario is read; what is too large to belong there is refused by name. */
async function readAsset(path: string): Promise<Uint8Array> {
  const { size } = await lstat(path);
  if (size > largestAsset)
    throw new SourceError(`${path} is larger than ${largestAsset / 1_000_000} MB; keep such files out of scenario folders`);
  return await readFile(path);
}

async function walk(folder: string, act: (file: string) => Promise<void>): Promise<void> {
  const entries = await readdir(folder, { withFileTypes: true });
  for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
    if (entry.name.startsWith('.')) continue;
    const path = join(folder, entry.name);
    if (entry.isDirectory()) await walk(path, act);
    else if (entry.isFile()) await act(path);
  }
}
