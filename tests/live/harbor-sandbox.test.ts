// `--sandbox harbor`: the real Harbor runs our jobs, and its results read like our own.
import { cp, mkdtemp, readdir, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { findTasks, type JobResult, readJob, runJob, sandboxes } from '#runner/index.ts';
import { command } from '../command.ts';
import { describeLive } from '../require.ts';
import { agentNamed, named } from '../runner/harness.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const MINUTES = 60_000;

await describeLive('the sandbox harbor', ['docker', 'harbor'], () => {
  let work = '';

  beforeAll(async () => {
    work = await realpath(await mkdtemp(join(tmpdir(), 'slipway-engine-')));
    const args = ['cli/bin.mjs', 'compile', 'scenarios/support/weekly-report', '--out', join(work, 'packs')];
    const { code, err } = await command(process.execPath, args, { cwd: ROOT });
    if (code !== 0) throw new Error(`slipway compile ended with exit code ${code}:\n${err}`);
    const pack = join(work, 'packs', 'support.weekly-report');
    // Harbor itself would leave it out without a word.
    await cp(pack, join(work, 'packs', 'no-image'), { recursive: true });
    await writeFile(join(work, 'packs', 'no-image', 'environment', 'Dockerfile'), 'FROM no-such-image-anywhere\n');
  }, 10 * MINUTES);

  afterAll(() => rm(work, { recursive: true, force: true }));

  const run = async (
    agent: string,
    name: string,
    more: { arguments?: readonly string[]; signal?: AbortSignal } = {},
  ): Promise<JobResult> => {
    const { tasks, source } = await findTasks(join(work, 'packs'));
    const only = name === 'both' ? tasks : tasks.filter(({ folder }) => folder !== 'no-image');
    return await runJob({
      tasks: only,
      source,
      agent: agentNamed(agent),
      sandbox: named(sandboxes, 'harbor'),
      jobsDirectory: join(work, 'jobs'),
      name,
      concurrency: 2,
      attempts: 1,
      engineArguments: more.arguments ?? [],
      signal: more.signal ?? new AbortController().signal,
    });
  };

  test('every task has a result: a reward, or the fault that Harbor met', { timeout: 20 * MINUTES }, async () => {
    const job = await run('oracle', 'both');
    expect(job).toMatchObject({ scored: 1, unscored: 1, cancelled: 0, requested: 2, mean: 1 });
    const ends = Object.fromEntries(job.trials.map(({ task, end }) => [task.folder, end]));
    expect(ends['support.weekly-report']).toMatchObject({ status: 'scored', rewards: { reward: 1, safety: 1 } });
    expect(ends['no-image']).toMatchObject({ status: 'unscored', fault: 'sandbox' });
    const { passes: _, ...read } = await readJob(join(work, 'jobs', 'both'));
    expect(read).toMatchObject({ scored: 1, unscored: 1, requested: 2, mean: 1 });
  });

  test('idle earns 0; arguments after -- reach harbor and win', { timeout: 20 * MINUTES }, async () => {
    const job = await run('idle', 'idle', { arguments: ['-k', '2'] });
    expect(job.trials.map(({ end }) => end)).toMatchObject([{ rewards: { reward: 0 } }, { rewards: { reward: 0 } }]);
    expect(job.trials[0]).toMatchObject({ sandbox: { name: 'harbor', trust: 'isolated' } });
  });

  test('what Harbor refuses is trouble of the sandbox, with its last words', { timeout: 20 * MINUTES }, async () => {
    await expect(run('idle', 'refused', { arguments: ['--no-such-flag'] })).rejects.toMatchObject({
      fault: 'sandbox',
      message: expect.stringContaining('no-such-flag'),
    });
  });

  test('cancelled: Harbor takes down what it started', { timeout: 20 * MINUTES }, async () => {
    const containers = async (): Promise<string> => (await command('docker', ['ps', '-a', '-q'], { cwd: work })).out;
    const before = await containers();
    const controller = new AbortController();
    const job = run('oracle', 'cancelled', { signal: controller.signal });
    await expect
      .poll(() => readdir(join(work, 'jobs', 'cancelled')).catch(() => []), { timeout: 60_000 })
      .toContainEqual(expect.stringMatching(/__/));
    controller.abort();
    expect(await job).toMatchObject({ scored: 0, unscored: 0, cancelled: 1, requested: 1 });
    expect(await containers()).toBe(before);
  });
});
