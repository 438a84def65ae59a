// Kept evidence graded again: a real task, its own grader, a changed one, and evidence that was damaged since.
import { cp, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { compile, loadKit, readSource } from '#compiler/index.ts';
import { readTask, regrade, runJob, sandboxes, TaskError } from '#runner/index.ts';
import { agentNamed, named, temporary } from './harness.ts';

const scenario = fileURLToPath(new URL('../cases/generate/every-kind/scenario.yaml', import.meta.url));
const signal = new AbortController().signal;

/** A compiled task and a job with one oracle trial on it. */
async function playedTask(): Promise<{ root: string; task: string; job: string; trial: string }> {
  const root = await temporary();
  const { plan, files = [] } = await compile(await readSource(scenario), await loadKit(), { org: 'cases' });
  const task = join(root, 'packs', plan?.folder ?? '');
  for (const { path, text } of files) {
    await mkdir(dirname(join(task, path)), { recursive: true });
    await writeFile(join(task, path), text);
  }
  const common = { agent: agentNamed('oracle'), sandbox: named(sandboxes, 'local'), concurrency: 1, attempts: 1, signal };
  await runJob({ ...common, tasks: [await readTask(task)], source: null, jobsDirectory: root, name: 'job' });
  const job = join(root, 'job');
  const [trial = ''] = (await readdir(job, { withFileTypes: true })).filter((entry) => entry.isDirectory()).map(({ name }) => name);
  return { root, task, job, trial };
}

test('verdicts hold, flip or are lost for good reasons', { timeout: 120_000 }, async () => {
  const { root, task, job, trial } = await playedTask();

  const [same] = await regrade({ job, signal });
  expect(same).toMatchObject({ flipped: false, graderChanged: false, before: { reward: 1 }, after: { reward: 1, passed: true } });

  const stricter = join(root, 'stricter', 'cases.every-kind');
  await cp(task, stricter, { recursive: true });
  const grader = await readFile(join(stricter, 'tests/grader.ts'), 'utf8');
  await writeFile(join(stricter, 'tests/grader.ts'), grader.replaceAll("status: 'on_hold'", "status: 'closed'"));
  const [flip] = await regrade({ job, packs: join(root, 'stricter'), signal });
  expect(flip).toMatchObject({ flipped: true, graderChanged: true, before: { reward: 1 }, after: { status: 'scored', passed: false } });

  await rm(join(job, trial, 'artifacts/workspace/seal.json'));
  const [lost] = await regrade({ job, signal });
  expect(lost).toMatchObject({ flipped: true, after: { status: 'unscored', fault: 'workspace' } });
  expect(await readdir(join(job, trial, 'verifier'))).toContain('reward.json');
});

test.each([
  ['a folder that is not there', (root: string) => ({ job: join(root, 'nothing') })],
  ['a folder without trials', (root: string) => ({ job: root })],
])('%s is a clear error', async (_, options) => {
  await expect(regrade({ ...options(await temporary()), signal })).rejects.toThrow(TaskError);
});
