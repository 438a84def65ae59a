// Reads task directories from disk: what the runner must know of task.toml, and clear words when there is no task.
import { readdir, stat } from 'node:fs/promises';
import { basename, join, resolve } from 'node:path';
import { isMissing, packageDigest, readIfThere } from './files.ts';
import { isTable, readToml, type Table } from './toml.ts';
import type { Task } from './types.ts';

/** A path that is no runnable task, in words for the person who typed it. */
export class TaskError extends Error {
  override readonly name = 'TaskError';
}

export interface FoundTasks {
  readonly tasks: readonly Task[];
  /** Name of the folder that held them, Harbor's `source`; null where the path was itself a task. */
  readonly source: string | null;
  /** Folders that hold no task.toml, by name: named, so that nothing vanishes in silence. */
  readonly skipped: readonly string[];
}

/** The task at `path`, or the tasks in the folder `path`, by name. Throws a TaskError that lists every broken task, not only the first. */
export async function findTasks(path: string): Promise<FoundTasks> {
  const directory = resolve(path);
  const kind = await stat(directory).catch((thrown: unknown) => {
    if (isMissing(thrown)) throw new TaskError(`${path}: no such folder`);
    throw thrown;
  });
  if (!kind.isDirectory()) throw new TaskError(`${path}: a file; give a task directory or a folder of them`);
  if ((await readIfThere(join(directory, 'task.toml'))) !== null) return { tasks: [await readTask(directory)], source: null, skipped: [] };

  const tasks: Task[] = [];
  const skipped: string[] = [];
  const broken: string[] = [];
  for (const name of await subfolders(directory)) {
    const child = join(directory, name);
    if ((await readIfThere(join(child, 'task.toml'))) === null) {
      skipped.push(name);
      continue;
    }
    try {
      tasks.push(await readTask(child));
    } catch (thrown) {
      if (!(thrown instanceof TaskError)) throw thrown;
      broken.push(thrown.message);
    }
  }
  if (broken.length > 0) throw new TaskError(broken.join('\n'));
  if (tasks.length === 0)
    throw new TaskError(`${path}: no task here (no task.toml, nor a folder that holds one); compile first: slipway compile`);
  return { tasks, source: basename(directory), skipped };
}

/** One task directory. Throws a TaskError that says which file or key is wrong. */
export async function readTask(path: string): Promise<Task> {
  const directory = resolve(path);
  const text = await readIfThere(join(directory, 'task.toml'));
  if (text === null) throw new TaskError(`${path}: no task directory (it has no task.toml)`);
  const toml = parse(path, text);
  const folder = basename(directory);
  const instruction = await readIfThere(join(directory, 'instruction.md'));
  if (Array.isArray(toml.steps) && toml.steps.length > 0)
    throw new TaskError(`${path}: it has [[steps]], which this runner does not play; compile it with --turns single, or use harbor run`);
  if (instruction === null || instruction.trim() === '') throw new TaskError(`${path}: instruction.md is missing or empty`);
  if ((await readIfThere(join(directory, 'tests', 'test.sh'))) === null)
    throw new TaskError(`${path}: tests/test.sh is missing, so nothing can grade it`);
  const task = table(path, toml, 'task');
  return {
    directory,
    folder,
    name: textAt(path, task, 'task.name') ?? folder,
    version: textAt(path, task, 'task.version') ?? null,
    instruction,
    agentLimit: seconds(path, table(path, toml, 'agent'), 'agent.timeout_sec'),
    verifierLimit: seconds(path, table(path, toml, 'verifier'), 'verifier.timeout_sec') ?? 600,
    checksum: await packageDigest(directory),
  };
}

function parse(path: string, text: string): Table {
  try {
    return readToml(text);
  } catch (thrown) {
    throw new TaskError(`${path}: task.toml ${thrown instanceof Error ? thrown.message : String(thrown)}`);
  }
}

function table(path: string, toml: Table, name: string): Table {
  const value = toml[name] ?? {};
  if (!isTable(value)) throw new TaskError(`${path}: task.toml: [${name}] must be a table`);
  return value;
}

function textAt(path: string, from: Table, key: string): string | undefined {
  const value = from[key.slice(key.indexOf('.') + 1)];
  if (value !== undefined && (typeof value !== 'string' || value === '')) throw new TaskError(`${path}: task.toml: ${key} must be a text`);
  return value;
}

function seconds(path: string, from: Table, key: string): number | null {
  const value = from[key.slice(key.indexOf('.') + 1)];
  if (value === undefined) return null;
  if (typeof value !== 'number' || !Number.isFinite(value) || value <= 0)
    throw new TaskError(`${path}: task.toml: ${key} must be a number of seconds above 0`);
  return value;
}

async function subfolders(directory: string): Promise<readonly string[]> {
  const entries = await readdir(directory, { withFileTypes: true });
  return entries
    .filter((entry) => entry.isDirectory() && !entry.name.startsWith('.'))
    .map((entry) => entry.name)
    .sort((a, b) => (a < b ? -1 : 1));
}
