// Every compiled pack under the real Harbor: its linter has nothing to say, the oracle earns 1, doing nothing earns 0.
import { mkdir, mkdtemp, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { command } from '../command.ts';
import { describeLive } from '../require.ts';
import { type HarborJob, harborLint, harborRun, packsIn } from './harbor.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const MINUTES = 60_000;

await describeLive('packs under Harbor', ['docker', 'harbor'], () => {
  let work = '';
  let packs = '';
  let names: readonly string[] = [];

  beforeAll(async () => {
    work = await realpath(await mkdtemp(join(tmpdir(), 'slipway-live-')));
    packs = join(work, 'packs');
    await mkdir(join(work, 'jobs'));
    const { code, err } = await command(process.execPath, ['cli/bin.mjs', 'compile', 'scenarios', '--out', packs], { cwd: ROOT });
    if (code !== 0) throw new Error(`slipway compile ended with exit code ${code}:\n${err}`);
    names = await packsIn(packs);
  }, 10 * MINUTES);

  afterAll(() => rm(work, { recursive: true, force: true }));

  test('there are packs', () => {
    expect(names.length).toBeGreaterThan(0);
  });

  test('harbor lint is silent', { timeout: 10 * MINUTES }, async () => {
    for (const name of names) expect(await harborLint(join(packs, name)), name).toEqual([]);
  });

  test('the oracle earns 1 in every pack', { timeout: 60 * MINUTES }, async () => {
    const job = await harborRun({ packs, agent: 'oracle', jobs: join(work, 'jobs'), name: 'oracle' });
    expectAll(job, names, 1);
  });

  test('doing nothing earns 0 in every pack', { timeout: 60 * MINUTES }, async () => {
    const job = await harborRun({ packs, agent: 'nop', jobs: join(work, 'jobs'), name: 'nop' });
    expectAll(job, names, 0);
  });
});

/** One trial for each pack (an invalid pack would vanish without a word), none with an error, all with this reward. */
function expectAll(job: HarborJob, names: readonly string[], reward: number): void {
  expect(job.total).toBe(names.length);
  expect(job.trials.map((trial) => trial.task).sort()).toEqual(names);
  expect(job.trials.filter((trial) => trial.exception !== null)).toEqual([]);
  expect(job.errored).toBe(0);
  expect(Object.fromEntries(job.trials.map((trial) => [trial.task, trial.rewards?.reward ?? null]))).toEqual(
    Object.fromEntries(names.map((name) => [name, reward])),
  );
}
