// Many trials of one agent: a few at a time, each written the moment it ends, so that nothing that finished is ever lost.
import { randomInt, randomUUID } from 'node:crypto';
import { appendFile, mkdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { writeJson } from './files.ts';
import { type JobPlan, jobConfig, jobNameAt, jobResultJson, meanReward, trialName } from './layout.ts';
import { countsByTask, type PassEstimates, passEstimates } from './statistics.ts';
import { runTrial, type TrialOptions } from './trial.ts';
import type { Agent, Room, Sandbox, Task, TrialResult } from './types.ts';

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
  /** See TrialOptions. */
  readonly startLimit?: number;
  /** Aborts the job: running trials are stopped, the rest is not started, all of them count as cancelled. */
  readonly signal: AbortSignal;
  /** Told of each trial as it ends, with the number that have ended. */
  readonly onTrial?: (result: TrialResult, ended: number, requested: number) => void;
}

export interface JobResult {
  readonly name: string;
  readonly directory: string;
  /** In the order they were planned; trials that were never started are not among them. */
  readonly trials: readonly TrialResult[];
  readonly scored: number;
  readonly unscored: number;
  /** scored + unscored + cancelled = requested, always. */
  readonly cancelled: number;
  readonly requested: number;
  /** Of `reward`, over scored trials only; null where there are none. */
  readonly mean: number | null;
  /** Pass@k and Pass^k for k from 1 to the number of attempts; empty where there was one attempt. */
  readonly passes: readonly PassEstimates[];
}

/** A job that cannot begin because of what was asked: its name is taken or is no name. */
export class JobError extends Error {
  override readonly name = 'JobError';
}

/** Throws a JobError, or the system's own error where the job's files cannot be written (running trials are then stopped). Trials themselves never throw. */
export async function runJob(options: JobOptions): Promise<JobResult> {
  const plan = await claim(options);
  const rooms = new Set<Room>();
  const abandon = (): void => {
    for (const room of rooms) room.abandon();
  };
  process.once('exit', abandon);
  try {
    return await runPlan(plan, options, rooms);
  } finally {
    process.removeListener('exit', abandon);
  }
}

async function runPlan(plan: JobPlan, options: JobOptions, rooms: Set<Room>): Promise<JobResult> {
  const { onTrial } = options;
  const broken = new AbortController();
  const signal = AbortSignal.any([options.signal, broken.signal]);
  const planned = planTrials(plan, { ...options, signal }, rooms);
  const results = new Map<string, TrialResult>();
  const startedAt = new Date();
  let running = 0;
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
  await record(false);

  const queue = [...planned];
  const work = async (): Promise<void> => {
    for (let trial = queue.shift(); trial !== undefined && !signal.aborted; trial = queue.shift()) {
      running += 1;
      const result = await runTrial(trial);
      running -= 1;
      results.set(trial.trial, result);
      onTrial?.(result, results.size, planned.length);
      await appendFile(join(plan.directory, 'job.log'), `${logLine(result)}\n`);
      await record(false);
    }
  };
  const workers = Array.from({ length: Math.min(options.concurrency, planned.length) }, () =>
    work().catch((thrown: unknown) => {
      // The job's own files cannot be written: end the other trials too, then say so.
      broken.abort();
      throw thrown;
    }),
  );
  for (const ending of await Promise.allSettled(workers)) if (ending.status === 'rejected') throw ending.reason;
  // As in Harbor, a job that was cancelled has no finish.
  await record(!signal.aborted);

  const trials = inOrder(planned, results);
  const count = (status: TrialResult['end']['status']): number => trials.filter((trial) => trial.end.status === status).length;
  const [scored, unscored] = [count('scored'), count('unscored')];
  return {
    name: plan.name,
    directory: plan.directory,
    trials,
    scored,
    unscored,
    cancelled: planned.length - scored - unscored,
    requested: planned.length,
    mean: meanReward(trials),
    passes: options.attempts > 1 ? passEstimates(countsByTask(options.tasks, trials), options.attempts) : [],
  };
}

/** Makes the job's folder. Making it is what takes the name, so two jobs at once cannot share one. */
async function claim(options: JobOptions): Promise<JobPlan> {
  const jobsDirectory = resolve(options.jobsDirectory);
  if (options.name !== undefined && !/^[A-Za-z0-9][A-Za-z0-9._-]*$/.test(options.name))
    throw new JobError(`"${options.name}" is no job name: letters, digits, dots, dashes and underscores, beginning with a letter or digit`);
  await mkdir(jobsDirectory, { recursive: true });
  const base = options.name ?? jobNameAt(new Date());
  for (let number = 1; ; number += 1) {
    const name = number === 1 ? base : `${base}-${number}`;
    const directory = join(jobsDirectory, name);
    if (await makeNew(directory)) return planOf(options, { name, directory, jobsDirectory });
    if (options.name !== undefined) throw new JobError(`there is already a job in ${directory}; give another --job-name`);
  }
}

function planOf(options: JobOptions, place: Pick<JobPlan, 'name' | 'directory' | 'jobsDirectory'>): JobPlan {
  const { tasks, source, agent, sandbox, attempts, concurrency } = options;
  return { ...place, id: randomUUID(), source, tasks, agent: agent.name, sandbox: sandbox.name, attempts, concurrency };
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

function planTrials(plan: JobPlan, options: JobOptions, rooms: Set<Room>): readonly TrialOptions[] {
  const { agent, sandbox, signal, startLimit } = options;
  const names = new Set<string>();
  return Array.from({ length: plan.attempts }, () => plan.tasks).flatMap((tasks) =>
    tasks.map((task): TrialOptions => {
      let trial = trialName(task.folder, randomInt);
      while (names.has(trial)) trial = trialName(task.folder, randomInt);
      names.add(trial);
      const limit = startLimit === undefined ? {} : { startLimit };
      return { id: randomUUID(), task, trial, directory: join(plan.directory, trial), job: plan, agent, sandbox, signal, rooms, ...limit };
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
