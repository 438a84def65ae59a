// Real packs for the agents' tests, compiled into a folder that goes with the suite, and trials of them on the local sandbox.
import { cp, mkdir, mkdtemp, readFile, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll } from 'vitest';
import type { AuditEntry } from '#grader/evidence/types.ts';
import {
  type Agent,
  type AgentSettings,
  agents,
  createAgent,
  type JobResult,
  readTask,
  runJob,
  sandboxes,
  type TrialResult,
} from '#runner/index.ts';
import { command } from '../command.ts';
import { named, temporary } from '../runner/harness.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/** Compiles the scenarios before the suite; gives what says where the pack of a name lies. */
export function usePacks(...scenarios: readonly string[]): (name: string) => string {
  let folder = '';
  beforeAll(async () => {
    folder = await realpath(await mkdtemp(join(tmpdir(), 'slipway-packs-')));
    const paths = scenarios.map((path) => `scenarios/${path}`);
    const { code, err } = await command(process.execPath, ['cli/bin.mjs', 'compile', ...paths, '--out', folder], { cwd: ROOT });
    if (code !== 0) throw new Error(`the packs could not be compiled: ${err}`);
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));
  return (name) => join(folder, name);
}

export interface Tried {
  readonly job: JobResult;
  readonly trial: TrialResult;
  /** The agent's calls, as the workspace saw them. */
  readonly calls: readonly AuditEntry[];
}

export interface Trying {
  readonly agent: string;
  readonly model?: string;
  readonly options?: AgentSettings['options'];
  readonly environment?: AgentSettings['environment'];
  /** Seconds for the agent; absent = the task's own. */
  readonly limit?: number;
  readonly retries?: number;
  /** Absent = local. */
  readonly sandbox?: string;
  /** Folder for the job's folder; absent = one that goes when the test ends. */
  readonly jobs?: string;
}

export function agentOf({ agent, model, options = {}, environment = {} }: Trying): Agent {
  return createAgent(named(agents, agent), { model: model ?? null, options, environment });
}

/** One trial of a pack. */
export async function tryOn(pack: string, trying: Trying): Promise<Tried> {
  const task = await readTask(pack);
  const job = await runJob({
    tasks: [trying.limit === undefined ? task : { ...task, agentLimit: trying.limit }],
    source: null,
    agent: agentOf(trying),
    sandbox: named(sandboxes, trying.sandbox ?? 'local'),
    jobsDirectory: trying.jobs ?? join(await temporary(), 'jobs'),
    name: 'job',
    concurrency: 1,
    attempts: 1,
    retries: trying.retries ?? 0,
    signal: new AbortController().signal,
  });
  const [trial] = job.trials;
  if (trial === undefined) throw new Error('the job ran no trial');
  return { job, trial, calls: await callsOf(trial.directory) };
}

export function rewardOf({ end }: TrialResult): number | string {
  return end.status === 'scored' ? end.rewards.reward : `${end.status}: ${end.reason}`;
}

/** A copy of a pack under the same name, to be changed. */
export async function copyOf(pack: string): Promise<string> {
  const copy = join(await temporary(), basename(pack));
  await mkdir(copy);
  await cp(pack, copy, { recursive: true });
  return copy;
}

async function callsOf(trial: string): Promise<readonly AuditEntry[]> {
  const log = await readFile(join(trial, 'artifacts', 'workspace', 'audit.jsonl'), 'utf8').catch(() => '');
  return log.split('\n').flatMap((line) => (line === '' ? [] : [JSON.parse(line) as AuditEntry]));
}
