// Grades kept evidence again: which verdicts of a job hold, and which flip under another grader. Changes nothing in the job.
import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, join, resolve } from 'node:path';
import { readIfThere } from './files.ts';
import { readTask, TaskError } from './task.ts';
import type { Task } from './types.ts';
import { type Reading, readVerdict } from './verdict.ts';
import { runVerifier } from './verifier.ts';

/** One trial, before and after. */
export interface Regraded {
  readonly trial: string;
  readonly task: string;
  readonly before: Graded;
  readonly after: Graded;
  /** Scored or not, passed or not, or the reward itself is different now. */
  readonly flipped: boolean;
  /** The two verdicts come from different graders (null: an older verdict does not say). */
  readonly graderChanged: boolean | null;
}

export type Graded =
  | { readonly status: 'scored'; readonly reward: number; readonly passed: boolean; readonly grader: string | null }
  | { readonly status: 'unscored'; readonly fault: string; readonly reason: string; readonly grader: string | null };

export interface RegradeOptions {
  /** A job folder in Harbor's layout: ours or Harbor's own. */
  readonly job: string;
  /** A task directory, or a folder of them, whose graders are used. Absent: the task directories the trials ran on. */
  readonly packs?: string;
  readonly signal: AbortSignal;
  readonly onTrial?: (regraded: Regraded) => void;
}

/** Grades every trial of the job that left evidence. Throws a TaskError where the job or a task is not what it should be. */
export async function regrade(options: RegradeOptions): Promise<readonly Regraded[]> {
  const job = resolve(options.job);
  const trials = await trialsOf(job);
  if (trials.length === 0) throw new TaskError(`${options.job}: no trials here (no folder that holds a config.json)`);
  const results: Regraded[] = [];
  for (const { name, taskPath } of trials) {
    options.signal.throwIfAborted();
    const task = await taskOf(taskPath, options.packs);
    const regraded = await regradeTrial(join(job, name), task, options.signal);
    options.onTrial?.(regraded);
    results.push(regraded);
  }
  return results;
}

async function trialsOf(job: string): Promise<readonly { name: string; taskPath: string }[]> {
  const entries = await readdir(job, { withFileTypes: true }).catch(() => {
    throw new TaskError(`${job}: no such job folder`);
  });
  const trials: { name: string; taskPath: string }[] = [];
  for (const { name } of entries.filter((entry) => entry.isDirectory()).sort((a, b) => (a.name < b.name ? -1 : 1))) {
    const text = await readIfThere(join(job, name, 'config.json'));
    if (text !== null) trials.push({ name, taskPath: taskPathIn(text, join(job, name)) });
  }
  return trials;
}

/** `task.path` of a trial's config.json. */
function taskPathIn(text: string, trial: string): string {
  try {
    const config = JSON.parse(text) as { task?: { path?: unknown } };
    if (typeof config.task?.path === 'string') return config.task.path;
  } catch {
    // Said below.
  }
  throw new TaskError(`${trial}: its config.json names no task`);
}

async function taskOf(recorded: string, packs: string | undefined): Promise<Task> {
  if (packs === undefined) return await readTask(recorded);
  const inFolder = join(packs, basename(recorded));
  const found = (await readIfThere(join(inFolder, 'task.toml'))) !== null ? inFolder : packs;
  const task = await readTask(found);
  if (task.folder !== basename(recorded)) throw new TaskError(`${packs}: holds no task ${basename(recorded)}, which the trial ran on`);
  return task;
}

async function regradeTrial(trial: string, task: Task, signal: AbortSignal): Promise<Regraded> {
  const before = graded(await readVerdict(join(trial, 'verifier')));
  const scratch = await mkdtemp(join(tmpdir(), 'slipway-grade-'));
  try {
    const folder = join(scratch, 'work');
    const verdict = join(scratch, 'verdict');
    for (const made of [folder, verdict]) await mkdir(made);
    const request = {
      evidence: join(trial, 'artifacts', 'workspace'),
      transcript: await transcriptOf(trial),
      verdict,
      output: join(scratch, 'output.txt'),
      signal: AbortSignal.any([signal, AbortSignal.timeout(task.verifierLimit * 1000)]),
    };
    const env = {
      PATH: `${dirname(process.execPath)}:${process.env.PATH ?? ''}`,
      HOME: folder,
      TMPDIR: folder,
      LANG: 'C.UTF-8',
      TZ: 'UTC',
    };
    await runVerifier(task, request, { folder, env });
    const after = graded(await readVerdict(verdict));
    return {
      trial: basename(trial),
      task: task.folder,
      before,
      after,
      flipped: flipped(before, after),
      graderChanged: changed(before, after),
    };
  } finally {
    await rm(scratch, { recursive: true, force: true });
  }
}

/** Folder in which a trial's trajectory lies, if it has one: collected by Harbor's hook, or in our own layout. */
export async function transcriptOf(trial: string): Promise<string> {
  const collected = join(trial, 'artifacts', 'agent');
  return (await readIfThere(join(collected, 'trajectory.json'))) === null ? join(trial, 'agent') : collected;
}

function graded(reading: Reading): Graded {
  switch (reading.kind) {
    case 'scored': {
      const { verdict, rewards } = reading;
      return {
        status: 'scored',
        reward: rewards.reward,
        passed: verdict.status === 'scored' && verdict.passed,
        grader: verdict.grader ?? null,
      };
    }
    case 'unscored':
      return { status: 'unscored', fault: reading.fault, reason: reading.reason, grader: null };
    case 'nothing':
      return { status: 'unscored', fault: 'grader', reason: 'there is no verdict', grader: null };
  }
}

function flipped(before: Graded, after: Graded): boolean {
  if (before.status === 'unscored' || after.status === 'unscored') return before.status !== after.status;
  return before.reward !== after.reward || before.passed !== after.passed;
}

function changed(before: Graded, after: Graded): boolean | null {
  return before.grader === null || after.grader === null ? null : before.grader !== after.grader;
}
