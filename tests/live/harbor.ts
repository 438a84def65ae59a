// The real Harbor, run on a folder of packs: what its lint says and what its job files say.
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { command, type Ended } from '../command.ts';
import { json } from '../runner/harness.ts';

export interface HarborTrial {
  /** Folder of the pack. */
  readonly task: string;
  /** Folder of the trial, absolute. */
  readonly folder: string;
  readonly rewards: Readonly<Record<string, number>> | null;
  readonly exception: string | null;
}

export interface HarborJob {
  readonly total: number;
  readonly errored: number;
  readonly trials: readonly HarborTrial[];
}

/** Names of the packs in a folder. */
export async function packsIn(folder: string): Promise<readonly string[]> {
  const entries = await readdir(folder, { withFileTypes: true });
  return entries
    .filter((entry) => entry.isDirectory() && !entry.name.startsWith('.'))
    .map((entry) => entry.name)
    .sort();
}

/** Findings of `harbor lint`; empty = clean. */
export async function harborLint(pack: string): Promise<readonly unknown[]> {
  const { code, out, err } = await harbor(['lint', pack, '--json'], pack);
  if (code !== 0 && code !== 1) throw new Error(`harbor lint could not run (exit code ${code}): ${err}`);
  return JSON.parse(out) as readonly unknown[];
}

/** `harbor run` on all packs in a folder. Its exit code says nothing about trials, so its files are read. */
export async function harborRun(options: { packs: string; agent: string; jobs: string; name: string }): Promise<HarborJob> {
  const { packs, agent, jobs, name } = options;
  const { code, out, err } = await harbor(['run', '-p', packs, '-a', agent, '-o', jobs, '--job-name', name, '-y', '-q', '-n', '2'], jobs);
  if (code !== 0) throw new Error(`harbor run ended with exit code ${code}: ${err.slice(-2000)}${out.slice(-2000)}`);
  const directory = join(jobs, name);
  const job = (await json(directory, 'result.json')) as { n_total_trials: number; stats: { n_errored_trials: number } };
  const trials: HarborTrial[] = [];
  for (const trial of await packsIn(directory)) {
    const result = (await json(directory, trial, 'result.json')) as {
      task_id: { path: string };
      verifier_result: { rewards: Record<string, number> | null } | null;
      exception_info: { exception_type: string; exception_message: string } | null;
    };
    const { exception_info: exception } = result;
    trials.push({
      task: result.task_id.path.split('/').at(-1) ?? '',
      folder: join(directory, trial),
      rewards: result.verifier_result?.rewards ?? null,
      exception: exception === null ? null : `${exception.exception_type}: ${exception.exception_message}`,
    });
  }
  return { total: job.n_total_trials, errored: job.stats.n_errored_trials, trials };
}

function harbor(args: readonly string[], cwd: string): Promise<Ended> {
  return command('harbor', args, { cwd });
}
