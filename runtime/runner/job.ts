// Many trials of one agent: a few at a time, each written the moment it ends, so that nothing that finished is ever lost.
import { randomInt, randomUUID } from 'node:crypto';
import { setMaxListeners } from 'node:events';
import { access, appendFile, mkdir, rename } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { writeJson } from './files.ts';
import { type JobPlan, jobConfig, jobNameAt, jobResultJson, trialName } from './layout.ts';
import { jobLock } from './locks.ts';
import { type JobResult, jobResult } from './results.ts';
import { runTrial, type TrialOptions } from './trial.ts';
import type { Agent, EngineSandbox, Room, RoomSandbox, Sandbox, Task, TrialResult } from './types.ts';

export interface JobOptions {
  readonly tasks: readonly Task[];
  /** See JobInfo. */
  readonly source: string | null;
  readonly agent: Agent;
  readonly sandbox: Sandbox;
  /** Made where it does not exist. */
  readonly jobsDirectory: string;
  /** Absent = the time, as Harbor names jobs. */
  readonly name?: string;
  /** Trials at a time; at least 1. */
  readonly concurrency: number;
  /** Trials of each task; at least 1. */
  readonly attempts: number;
  /** Most times a trial is tried again that was not scored because of passing trouble. Absent = none. */
  readonly retries?: number;
  /** See Batch; only for engines. */
  readonly engineArguments?: readonly string[];
  /** See TrialOptions. */
  readonly startLimit?: number;
  /** Aborts the job: running trials are stopped, the rest is not started, all of them count as cancelled. */
  readonly signal: AbortSignal;
  /** Told of each trial as it ends, with the number that have ended. */
  readonly onTrial?: (result: TrialResult, ended: number, requested: number) => void;
  /** Told of each attempt that was not scored and is made again. */
  readonly onRetry?: (result: TrialResult, wait: number) => void;
}

/** A job that cannot begin because of what was asked: its name is taken or is no name. */
export class JobError extends Error {
  override readonly name = 'JobError';
}

/**
 * Throws a JobError; a Trouble where agent or sandbox cannot work here at all; the system's own error where the job's files cannot be
 * written (running trials are then stopped). Trials themselves never throw.
 */
export async function runJob(options: JobOptions): Promise<JobResult> {
  const { sandbox, agent } = options;
  await sandbox.ready();
  if (sandbox.kind === 'engine') return await runEngine(options, sandbox);
  await agent.ready?.();
  const plan = await claim(options);
  const rooms = new Set<Room>();
  const abandon = (): void => {
    for (const room of rooms) room.abandon();
  };
  process.once('exit', abandon);
  try {
    return await runPlan(plan, options, sandbox, rooms);
  } finally {
    process.removeListener('exit', abandon);
    await sandbox.jobOver?.(plan.id);
  }
}

async function runPlan(plan: JobPlan, options: JobOptions, sandbox: RoomSandbox, rooms: Set<Room>): Promise<JobResult> {
  const { onTrial } = options;
  const ours = new AbortController();
  const signal = AbortSignal.any([options.signal, ours.signal]);
  // Every running trial listens, however many there are.
  setMaxListeners(0, signal);
  const planned = planTrials(plan, { ...options, signal }, sandbox, rooms);
  const results = new Map<string, TrialResult>();
  const startedAt = new Date();
  let running = 0;
  let stopped: string | null = null;
  let log = Promise.resolve();
  const record = (finished: boolean): Promise<void> => {
    const state = {
      plan,
      results: inOrder(planned, results),
      requested: planned.length,
      running,
      startedAt,
      updatedAt: new Date(),
      finished,
    };
    // One after the other: an older state must not land on a newer one.
    log = log.then(() => writeJson(join(plan.directory, 'result.json'), jobResultJson(state)));
    return log;
  };
  await writeJson(join(plan.directory, 'config.json'), jobConfig(plan));
  await writeJson(join(plan.directory, 'lock.json'), jobLock(plan, startedAt));
  await record(false);

  const queue = [...planned];
  const work = async (): Promise<void> => {
    for (let trial = queue.shift(); trial !== undefined && !signal.aborted; trial = queue.shift()) {
      running += 1;
      const result = await runWithRetries(trial, plan, options.onRetry);
      running -= 1;
      results.set(trial.trial, result);
      onTrial?.(result, results.size, planned.length);
      await appendFile(join(plan.directory, 'job.log'), `${logLine(result)}\n`);
      await record(false);
      if (result.end.status === 'unscored' && result.end.remedy === 'stop' && !signal.aborted) {
        stopped = result.end.reason;
        ours.abort(`the job was stopped: ${stopped}`);
      }
    }
  };
  const workers = Array.from({ length: Math.min(options.concurrency, planned.length) }, () =>
    work().catch((thrown: unknown) => {
      // The job's own files cannot be written: end the other trials too, then say so.
      ours.abort('the files of the job cannot be written');
      throw thrown;
    }),
  );
  for (const ending of await Promise.allSettled(workers)) if (ending.status === 'rejected') throw ending.reason;
  // As in Harbor, a job that was cancelled has no finish.
  await record(!signal.aborted);
  return jobResult({ ...plan, trials: inOrder(planned, results), stopped });
}

/** Passing trouble is waited out, a little longer each time. What was set aside stays in the job, out of the way of its readers. */
async function runWithRetries(trial: TrialOptions, plan: JobPlan, onRetry: JobOptions['onRetry']): Promise<TrialResult> {
  for (let retries = 0; ; retries += 1) {
    const result = await runTrial({ ...trial, retries });
    const { end } = result;
    if (end.status !== 'unscored' || end.remedy !== 'retry' || retries >= plan.retries) return result;
    const wait = Math.min(RETRY_WAIT * 2 ** retries, LONGEST_WAIT);
    onRetry?.(result, wait);
    await appendFile(join(plan.directory, 'job.log'), `${logLine(result)}; again in ${wait / 1000} s\n`);
    if (!(await slept(wait, trial.signal))) return result;
    await mkdir(join(plan.directory, SET_ASIDE), { recursive: true });
    await rename(trial.directory, join(plan.directory, SET_ASIDE, `${trial.trial}.${retries + 1}`));
  }
}

/** Milliseconds before the first retry; doubled each time. */
const RETRY_WAIT = 1000;
const LONGEST_WAIT = 60_000;

/** Hidden, and without a result.json of its own: no reader of jobs takes it for a trial. */
const SET_ASIDE = '.retried';

/** False where the signal came first. */
function slept(milliseconds: number, signal: AbortSignal): Promise<boolean> {
  return sleep(milliseconds, true, { signal }).catch(() => false);
}

/** A job that an engine runs: it makes the job's folder and files, we read along. */
async function runEngine(options: JobOptions, sandbox: EngineSandbox): Promise<JobResult> {
  const { tasks, source, agent, attempts, concurrency, signal, onTrial } = options;
  const jobsDirectory = resolve(options.jobsDirectory);
  const name = options.name ?? jobNameAt(new Date());
  checkName(name);
  const directory = join(jobsDirectory, name);
  await mkdir(jobsDirectory, { recursive: true });
  if (await isThere(directory)) throw new JobError(`there is already a job in ${directory}; give another --job-name`);
  const trials: TrialResult[] = [];
  await sandbox.run({
    tasks,
    source,
    agent,
    attempts,
    concurrency,
    retries: options.retries ?? 0,
    jobsDirectory,
    name,
    engineArguments: options.engineArguments ?? [],
    signal,
    onTrial(result) {
      trials.push(result);
      onTrial?.(result, trials.length, tasks.length * attempts);
    },
  });
  return jobResult({ name, directory, tasks, attempts, trials, stopped: null });
}

/** Makes the job's folder. Making it is what takes the name, so two jobs at once cannot share one. */
async function claim(options: JobOptions): Promise<JobPlan> {
  const jobsDirectory = resolve(options.jobsDirectory);
  if (options.name !== undefined) checkName(options.name);
  await mkdir(jobsDirectory, { recursive: true });
  const base = options.name ?? jobNameAt(new Date());
  for (let number = 1; ; number += 1) {
    const name = number === 1 ? base : `${base}-${number}`;
    const directory = join(jobsDirectory, name);
    if (await makeNew(directory)) return planOf(options, { name, directory, jobsDirectory });
    if (options.name !== undefined) throw new JobError(`there is already a job in ${directory}; give another --job-name`);
  }
}

function checkName(name: string): void {
  if (!/^[A-Za-z0-9][A-Za-z0-9._-]*$/.test(name))
    throw new JobError(`"${name}" is no job name: letters, digits, dots, dashes and underscores, beginning with a letter or digit`);
}

function isThere(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}

function planOf(options: JobOptions, place: Pick<JobPlan, 'name' | 'directory' | 'jobsDirectory'>): JobPlan {
  const { tasks, source, agent, sandbox, attempts, concurrency, retries = 0 } = options;
  return { ...place, id: randomUUID(), source, tasks, agent, sandbox: sandbox.name, attempts, concurrency, retries };
}

async function makeNew(directory: string): Promise<boolean> {
  try {
    await mkdir(directory);
    return true;
  } catch (thrown) {
    if (thrown instanceof Error && 'code' in thrown && thrown.code === 'EEXIST') return false;
    throw thrown;
  }
}

function planTrials(plan: JobPlan, options: JobOptions, sandbox: RoomSandbox, rooms: Set<Room>): readonly TrialOptions[] {
  const { agent, signal, startLimit } = options;
  const names = new Set<string>();
  return Array.from({ length: plan.attempts }, () => plan.tasks).flatMap((tasks) =>
    tasks.map((task): TrialOptions => {
      let trial = trialName(task.folder, randomInt);
      while (names.has(trial)) trial = trialName(task.folder, randomInt);
      names.add(trial);
      const limit = startLimit === undefined ? {} : { startLimit };
      const directory = join(plan.directory, trial);
      return { id: randomUUID(), task, trial, directory, job: plan, agent, sandbox, retries: 0, signal, rooms, ...limit };
    }),
  );
}

function inOrder(planned: readonly TrialOptions[], results: ReadonlyMap<string, TrialResult>): readonly TrialResult[] {
  return planned.flatMap(({ trial }) => results.get(trial) ?? []);
}

function logLine(result: TrialResult): string {
  const { end, trial } = result;
  const what =
    end.status === 'scored'
      ? `reward ${end.rewards.reward}`
      : end.status === 'unscored'
        ? `unscored (${end.fault}): ${end.reason}`
        : 'cancelled';
  return `${result.period.finished_at} ${trial} ${what}${result.flags.length > 0 ? ` [${result.flags.join(', ')}]` : ''}`;
}
