// Finds the recorded run of a task in a job's folder and reads what the agent did in it.
import { join, resolve } from 'node:path';
import type { AuditEntry, FolderListing } from '#grader/evidence/types.ts';
import { readIfThere } from '../../files.ts';
import { readJob, readTrial } from '../../recorded.ts';
import { transcriptOf } from '../../regrade.ts';
import { TaskError } from '../../task.ts';
import { Trouble } from '../../trouble.ts';
import type { TrialResult } from '../../types.ts';

export interface Recording {
  readonly trial: string;
  /** Of the task's files when it was recorded; see Task. */
  readonly checksum: string;
  /** The agent's own calls, in order. */
  readonly calls: readonly RecordedCall[];
  /** What the agent left in its folder; null where the task has none. */
  readonly files: RecordedFiles | null;
  /** What the agent's own log says; null where it kept none. */
  readonly trajectory: string | null;
}

export type RecordedCall = Pick<AuditEntry, 'seq' | 'tool' | 'args' | 'outcome' | 'toolUse'> & { readonly digest: string };

export interface RecordedFiles {
  /** Host folder with the files that were collected. */
  readonly folder: string;
  readonly count: number;
  /** Things that were not collected, so that they cannot be put back. */
  readonly missing: number;
}

export interface Wanted {
  /** A job's folder, or that of one trial. */
  readonly from: string;
  /** Name of the trial; null = the first one of the task. */
  readonly trial: string | null;
  /** Folder name of the task. */
  readonly task: string;
}

/** Every trial at that place. Throws a Trouble that stops the job where there is none. */
export async function recordedTrials(from: string): Promise<readonly TrialResult[]> {
  const directory = resolve(from);
  try {
    const config = (await readIfThere(join(directory, 'config.json'))) ?? '{}';
    const trial = 'trial_name' in JSON.parse(config) ? await readTrial(directory) : null;
    const trials = trial === null ? (await readJob(directory)).trials : [trial];
    if (trials.length > 0) return trials;
  } catch (thrown) {
    if (!(thrown instanceof TaskError || thrown instanceof SyntaxError)) throw thrown;
  }
  throw new Trouble('agent', `--ak from=${from}: no finished trial here`, {
    remedy: 'stop',
    next: 'give the folder of a job, or of one of its trials: --ak from=jobs/JOB',
  });
}

/** Throws a Trouble that says what is missing. */
export async function readRecording({ from, trial: name, task }: Wanted): Promise<Recording> {
  const all = await recordedTrials(from);
  const fitting = all.filter((one) => one.task.folder === task && (name === null || one.trial === name));
  for (const { trial, directory, task: recorded } of fitting) {
    const evidence = join(directory, 'artifacts', 'workspace');
    const log = await readIfThere(join(evidence, 'audit.jsonl'));
    // A trial that never got as far as an office has nothing to replay.
    if (log === null) continue;
    return {
      trial,
      checksum: recorded.checksum,
      calls: callsIn(log, trial),
      files: await filesIn(evidence),
      trajectory: await readIfThere(join(await transcriptOf(directory), 'trajectory.json')),
    };
  }
  const which = name === null ? `no trial of ${task} that left an audit.jsonl` : `no trial ${name} of ${task} that left an audit.jsonl`;
  const others = [...new Set(all.map((one) => one.task.folder))].sort().join(', ');
  throw new Trouble('agent', `--ak from=${from} holds ${which}; it holds trials of ${others}`);
}

function callsIn(log: string, trial: string): readonly RecordedCall[] {
  const lines = log.split('\n').filter((line) => line !== '');
  const entries = lines.map((line, index) => entryIn(line, `${trial}: audit.jsonl line ${index + 1}`));
  const stages = new Set(entries.map(({ stage }) => stage));
  if (stages.size > 1) throw new Trouble('agent', `${trial} was recorded in ${stages.size} stages; only runs of one stage can be replayed`);
  return entries
    .filter(({ actor }) => actor === 'agent')
    .map(({ seq, tool, args, outcome, toolUse, shown }) => ({
      seq,
      tool,
      args,
      outcome,
      digest: shown.digest,
      ...(toolUse === undefined ? {} : { toolUse }),
    }));
}

function entryIn(line: string, place: string): AuditEntry {
  try {
    const entry = JSON.parse(line) as AuditEntry | null;
    const whole = typeof entry?.tool === 'string' && typeof entry.args === 'object' && typeof entry.shown?.digest === 'string';
    if (whole) return entry;
  } catch {
    // Said below.
  }
  throw new Trouble('agent', `${place} is damaged, so the run cannot be replayed`);
}

async function filesIn(evidence: string): Promise<RecordedFiles | null> {
  const text = await readIfThere(join(evidence, 'files', `${STAGE}.json`));
  if (text === null) return null;
  const { files, left_out, more } = JSON.parse(text) as FolderListing;
  return { folder: join(evidence, 'files', STAGE), count: files.length, missing: left_out.length + more };
}

/** The stage of a run that has only one. */
const STAGE = 'main';
