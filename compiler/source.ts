// Reads scenario folders from disk, whole, before phase 1.
import { lstat, readdir, readFile } from 'node:fs/promises';
import { basename, dirname, join, relative, resolve, sep } from 'node:path';
import type { ServiceFile, SourceFolder } from './types.ts';

export const scenarioFileName = 'scenario.yaml';

/** What a user's own service is called after its name, and the folder that it lies in. */
const serviceEnding = '.service.yaml';
const servicesFolder = 'services';

/** How many folders above a scenario's own are looked into for services. */
const levelsAbove = 3;

/** Bytes. */
const largestAsset = 64_000_000;

/** Something that was asked for cannot be read. Not the scenario's fault, so no diagnostic. */
export class SourceError extends Error {}

/** The scenario files meant by a path: the file itself, the folder's own, or every one below it, sorted. Throws SourceError. */
export async function findScenarios(path: string): Promise<readonly string[]> {
  const stat = await lstat(path).catch(() => undefined);
  if (!stat) throw new SourceError(`${path} does not exist`);
  if (path.endsWith(serviceEnding))
    throw new SourceError(`${path} is a service; slipway catalog checks it, check and compile take the scenarios that mount it`);
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

/** Reads a scenario file, everything beside and below it, and the services that it can use. Links are not followed. */
export async function readSource(file: string): Promise<SourceFolder> {
  const folder = dirname(file);
  const assets = new Map<string, Uint8Array>();
  if (file.endsWith(scenarioFileName)) {
    await walk(folder, async (path) => {
      if (path !== file) assets.set(relative(folder, path).split(sep).join('/'), await readAsset(path));
    });
  }
  return { file, bytes: await readFile(file), assets, services: await servicesFor(folder), misnamed: await misnamedFor(folder) };
}

/** The service files in the `services` folder of this folder and of the nearest above it. Of two of one name the nearer counts. */
async function servicesFor(folder: string): Promise<readonly ServiceFile[]> {
  const found = new Map<string, ServiceFile>();
  for (const at of servicesFolders(folder)) for (const one of await servicesIn(at)) if (!found.has(one.name)) found.set(one.name, one);
  return byName(found.values());
}

/** The files in the same folders that an author may take for services. The nearest first. */
async function misnamedFor(folder: string): Promise<readonly string[]> {
  const found: string[] = [];
  for (const at of servicesFolders(folder)) {
    const files = (await filesIn(at)).filter((name) => /\.ya?ml$/.test(name) && !name.endsWith(serviceEnding));
    found.push(...files.sort().map((name) => join(at, name)));
  }
  return found;
}

/** The `services` folders that a scenario in this folder looks into, whether or not they are there. The nearest first. */
function servicesFolders(folder: string): readonly string[] {
  const found: string[] = [];
  let at = folder;
  for (let level = 0; level <= levelsAbove; level++) {
    found.push(join(at, servicesFolder));
    const above = join(at, '..');
    if (resolve(above) === resolve(at)) break;
    at = above;
  }
  return found;
}

/**
 * The service files meant by a path: the file itself with those that it can refer to; of a scenario, those that it can use; of a folder,
 * those below it and above it as a scenario there would see them. Throws SourceError.
 */
export async function findServices(path: string): Promise<readonly ServiceFile[]> {
  const stat = await lstat(path).catch(() => undefined);
  if (!stat) throw new SourceError(`${path} does not exist`);
  if (stat.isFile() && path.endsWith(serviceEnding)) {
    const own = await readService(path);
    return byName([...(await servicesFor(dirname(dirname(path)))).filter(({ name }) => name !== own.name), own]);
  }
  if (stat.isFile()) return await servicesFor(dirname(path));
  if (!stat.isDirectory()) throw new SourceError(`${path} is neither a file nor a folder`);
  const above = await servicesFor(basename(resolve(path)) === servicesFolder ? join(path, '..') : path);
  const found = new Map(above.map((one) => [one.name, one]));
  await walk(path, async (file) => {
    if (basename(dirname(resolve(file))) !== servicesFolder || !file.endsWith(serviceEnding)) return;
    const one = await readService(file);
    if (!found.has(one.name)) found.set(one.name, one);
  });
  return byName(found.values());
}

async function servicesIn(folder: string): Promise<readonly ServiceFile[]> {
  const files = (await filesIn(folder)).filter((name) => name.endsWith(serviceEnding));
  return await Promise.all(files.map((name) => readService(join(folder, name))));
}

/** Names of the files of a folder that need not be there; hidden ones are left out. */
async function filesIn(folder: string): Promise<readonly string[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return [];
    throw error;
  });
  return entries.filter((entry) => entry.isFile() && !entry.name.startsWith('.')).map(({ name }) => name);
}

async function readService(file: string): Promise<ServiceFile> {
  return { name: basename(file).slice(0, -serviceEnding.length), file, bytes: await readAsset(file) };
}

function byName(files: Iterable<ServiceFile>): readonly ServiceFile[] {
  return [...files].sort((a, b) => (a.name < b.name ? -1 : 1));
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
