// A hundred trials, eight at a time: each is counted, nothing that they started is left.
import { mkdir, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { findTasks, readJob, runJob, sandboxes } from '#runner/index.ts';
import { command } from '../command.ts';
import { writeFakePack } from './fake-pack.ts';
import { agentNamed, json, named, temporary } from './harness.ts';

test('100 trials of the oracle, 8 at a time', { timeout: 10 * 60_000 }, async () => {
  const folder = await temporary();
  const rooms = join(folder, 'tmp');
  await mkdir(rooms);
  vi.stubEnv('TMPDIR', rooms);
  onTestFinished(() => void vi.unstubAllEnvs());
  for (const name of ['one', 'two', 'three', 'four']) await writeFakePack(join(folder, 'packs'), name);
  const { tasks, source } = await findTasks(join(folder, 'packs'));
  const common = { tasks, source, agent: agentNamed('oracle'), sandbox: named(sandboxes, 'local'), signal: new AbortController().signal };
  const job = await runJob({ ...common, jobsDirectory: join(folder, 'jobs'), name: 'job', concurrency: 8, attempts: 25 });

  expect(job).toMatchObject({ scored: 100, unscored: 0, cancelled: 0, requested: 100, mean: 1 });
  expect(new Set(job.trials.map(({ trial }) => trial)).size).toBe(100);
  expect(await readJob(job.directory)).toMatchObject({ scored: 100, requested: 100, mean: 1 });
  expect(await json(job.directory, 'result.json')).toMatchObject({
    n_total_trials: 100,
    stats: { n_completed_trials: 100, n_errored_trials: 0, n_running_trials: 0, n_pending_trials: 0 },
  });
  expect((await readdir(rooms)).filter((name) => name.startsWith('slipway-'))).toEqual([]);
  // Whatever a trial started has its room's folder in its environment.
  const { out } = await command('sh', ['-c', `grep -lsaF "SLIPWAY_ROOM=${rooms}" /proc/[0-9]*/environ || true`], { cwd: folder });
  expect(out).toBe('');
});
