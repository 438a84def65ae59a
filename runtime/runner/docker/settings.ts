// What a pack says of its containers, and whether this sandbox can give it that: what it cannot is refused, never left out in silence.
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { readIfThere } from '../files.ts';
import { isTable, readToml, type Table } from '../toml.ts';
import { Trouble } from '../trouble.ts';
import type { Task } from '../types.ts';

export interface PackSettings {
  /** Name or number; null = the image's own. */
  readonly agentUser: string | null;
  readonly verifierUser: string | null;
  /** Null = the image's own. */
  readonly workdir: string | null;
  /** MiB; null = no limit. */
  readonly memory: number | null;
  readonly cpus: number | null;
  /** Seconds. */
  readonly buildLimit: number;
  /** Whether agent and office share a folder. */
  readonly sharesFolder: boolean;
}

/** Throws a Trouble that names all that is asked for and cannot be given. */
export async function readPackSettings(task: Task): Promise<PackSettings> {
  const toml = readToml((await readIfThere(join(task.directory, 'task.toml'))) ?? '');
  const [agent, verifier, environment] = ['agent', 'verifier', 'environment'].map((name) => tableAt(toml, name)) as [Table, Table, Table];
  const problems = [
    ...unplayable('environment', environment, ENVIRONMENT),
    ...unplayable('agent', agent, AGENT),
    ...unplayable('verifier', verifier, VERIFIER),
    ...(environment.network_mode === undefined || environment.network_mode === 'public' ? [] : ['[environment].network_mode']),
    ...(environment.os === undefined || String(environment.os).toLowerCase() === 'linux' ? [] : ['[environment].os']),
    ...(verifier.environment_mode === 'shared' ? ['a shared verifier'] : []),
    ...(await otherServices(task)).map((name) => `the service ${name} of environment/docker-compose.yaml`),
  ];
  if (problems.length > 0)
    throw new Trouble('sandbox', `the docker sandbox does not play ${problems.join(', ')} of ${task.folder}`, { next: '--sandbox harbor' });
  await Promise.all(NEEDED.map((path) => needed(task, path)));
  return {
    agentUser: userOf(agent.user),
    verifierUser: userOf(verifier.user),
    workdir: typeof environment.workdir === 'string' ? environment.workdir : null,
    memory: positive(environment.memory_mb),
    cpus: positive(environment.cpus),
    buildLimit: positive(environment.build_timeout_sec) ?? 600,
    sharesFolder: await isFolder(join(task.directory, 'environment/workspace/files')),
  };
}

/** Three images, and the office's own program in the second. */
const NEEDED = ['environment/Dockerfile', 'environment/workspace/Dockerfile', 'environment/workspace/server.mjs', 'tests/Dockerfile'];

const ENVIRONMENT = [
  'docker_image',
  'allowed_hosts',
  'gpus',
  'gpu_types',
  'tpu',
  'env',
  'skills_dir',
  'healthcheck',
  'allow_internet',
  'memory',
];
const AGENT = ['network_mode', 'allowed_hosts'];
const VERIFIER = ['environment', 'env', 'network_mode', 'allowed_hosts'];

function unplayable(section: string, table: Table, keys: readonly string[]): readonly string[] {
  return keys.filter((key) => !isIdle(table[key])).map((key) => `[${section}].${key}`);
}

/** Says nothing, or asks for nothing. */
function isIdle(value: unknown): boolean {
  if (value === undefined || value === 0) return true;
  if (Array.isArray(value)) return value.length === 0;
  return isTable(value) && Object.keys(value).length === 0;
}

function tableAt(toml: Table, name: string): Table {
  const value = toml[name];
  return isTable(value) ? value : {};
}

function userOf(value: unknown): string | null {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : null;
}

function positive(value: unknown): number | null {
  return typeof value === 'number' && value > 0 ? value : null;
}

/** Services that a compose file adds to the two we know. A glance at its indentation is enough for files that a compiler wrote. */
async function otherServices(task: Task): Promise<readonly string[]> {
  const text = (await readIfThere(join(task.directory, 'environment/docker-compose.yaml'))) ?? '';
  const [, services = ''] = /^services:[^\n]*\n((?:[ \t#].*\n|\n)*)/m.exec(`${text}\n`) ?? [];
  return [...services.matchAll(/^ {2}(["']?)([\w.-]+)\1:/gm)].flatMap(([, , name = '']) =>
    name === 'main' || name === 'workspace' ? [] : [name],
  );
}

function isFolder(path: string): Promise<boolean> {
  return stat(path).then(
    (found) => found.isDirectory(),
    () => false,
  );
}

async function needed(task: Task, path: string): Promise<void> {
  if ((await readIfThere(join(task.directory, path))) === null)
    throw new Trouble('sandbox', `${path} is missing: ${task.folder} is no pack the docker sandbox can run`);
}
