// Temporary folders and one-trial jobs for the runner's tests.
import { readFileSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished, vi } from 'vitest';
import { type Agent, agents, createAgent, type JobResult, readTask, runJob, sandboxes, type TrialResult } from '#runner/index.ts';
import { type FakePack, writeFakePack } from './fake-pack.ts';

/** A folder that goes when the test ends. */
export async function temporary(): Promise<string> {
  const folder = await realpath(await mkdtemp(join(tmpdir(), 'runner-test-')));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

export interface OneTrial {
  readonly agent?: string;
  readonly startLimit?: number;
}

/** One trial of one fake pack. */
export async function tryPack(pack: FakePack, options: OneTrial = {}): Promise<{ trial: TrialResult; job: JobResult; folder: string }> {
  const folder = await temporary();
  const rooms = join(folder, 'tmp');
  await mkdir(rooms);
  vi.stubEnv('TMPDIR', rooms);
  onTestFinished(() => void vi.unstubAllEnvs());
  const task = await readTask(await writeFakePack(folder, 'a-task', pack));
  const job = await runJob({
    tasks: [task],
    source: null,
    agent: agentNamed(options.agent ?? 'oracle'),
    sandbox: named(sandboxes, 'local'),
    jobsDirectory: join(folder, 'jobs'),
    name: 'job',
    concurrency: 1,
    attempts: 1,
    signal: new AbortController().signal,
    ...(options.startLimit === undefined ? {} : { startLimit: options.startLimit }),
  });
  const [trial] = job.trials;
  if (trial === undefined) throw new Error('the job ran no trial');
  return { trial, job, folder };
}

export function named<T>(registry: Readonly<Record<string, T>>, name: string): T {
  const entry = registry[name];
  if (entry === undefined) throw new Error(`nothing is registered as ${name}`);
  return entry;
}

/** A registered agent without settings. */
export function agentNamed(name: string): Agent {
  return createAgent(named(agents, name), { model: null, options: {}, environment: {} });
}

export async function json(...path: readonly string[]): Promise<Record<string, unknown>> {
  return JSON.parse(await readFile(join(...path), 'utf8')) as Record<string, unknown>;
}

export function text(...path: readonly string[]): Promise<string> {
  return readFile(join(...path), 'utf8');
}

/** Whether a process still runs; one that has ended and only waits to be collected does not. */
export function alive(pid: number): boolean {
  try {
    return readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.startsWith('Z') === false;
  } catch {
    return false;
  }
}

/** What rooms left behind in the folder that `tryPack` gave them for temporary things. */
export function leftovers(folder: string): Promise<readonly string[]> {
  return readdir(join(folder, 'tmp'));
}
