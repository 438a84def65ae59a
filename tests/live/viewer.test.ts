// Harbor's own viewer reads the jobs our runner writes: its server loads them with Harbor's models and answers for each trial.
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, realpath, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { findTasks, type JobResult, runJob, sandboxes } from '#runner/index.ts';
import { describeLive } from '../require.ts';
import { writeFakePack } from '../runner/fake-pack.ts';
import { agentNamed, named } from '../runner/harness.ts';

await describeLive('our jobs in the viewer of Harbor', ['harbor'], () => {
  let work = '';
  let viewer: ChildProcess | undefined;
  let base = '';
  let job: JobResult;

  beforeAll(async () => {
    work = await realpath(await mkdtemp(join(tmpdir(), 'slipway-view-')));
    for (const [name, pack] of [
      ['fine', {}],
      ['late', { solve: 'exec sleep 1000', agentLimit: 0.5 }],
      ['fails', { solve: 'exit 3' }],
      ['unscored', { workspace: 'exits' }],
    ] as const)
      await writeFakePack(join(work, 'packs'), name, pack);
    const { tasks, source } = await findTasks(join(work, 'packs'));
    const signal = new AbortController().signal;
    const [agent, sandbox] = [agentNamed('oracle'), named(sandboxes, 'local')];
    job = await runJob({
      tasks,
      source,
      agent,
      sandbox,
      jobsDirectory: join(work, 'jobs'),
      name: 'ours',
      concurrency: 2,
      attempts: 1,
      signal,
    });
    const port = await freePort();
    base = `http://127.0.0.1:${port}/api/jobs`;
    viewer = spawn('harbor', ['view', join(work, 'jobs'), '--no-build', '--port', String(port)], { stdio: 'ignore', detached: true });
    await vi.waitFor(() => answer(base), { timeout: 60_000, interval: 200 });
  });

  afterAll(async () => {
    if (viewer?.pid !== undefined) process.kill(-viewer.pid, 'SIGKILL');
    await rm(work, { recursive: true, force: true });
  });

  test('the job, with its counts', async () => {
    expect(await answer(base)).toMatchObject({
      items: [{ name: 'ours', n_total_trials: 4, n_completed_trials: 4, n_errored_trials: 2, datasets: ['packs'], agents: ['oracle'] }],
    });
    expect(await answer(`${base}/ours/config`)).toMatchObject({ job_name: 'ours', environment: { import_path: 'slipway:local' } });
  });

  test('every trial, with its reward or its fault', async () => {
    const expected = {
      fine: { rewards: { reward: 1 } },
      late: { rewards: { reward: 0 } },
      fails: { rewards: { reward: 0 } },
      unscored: null,
    };
    const exceptions = { fine: null, late: 'AgentTimeoutError', fails: null, unscored: 'SlipwayWorkspaceFault' };
    for (const [folder, verifier_result] of Object.entries(expected)) {
      const trial = job.trials.find((one) => one.task.folder === folder)?.trial;
      const exception = exceptions[folder as keyof typeof exceptions];
      expect(await answer(`${base}/ours/trials/${trial}`)).toMatchObject({
        task_name: `fake/${folder}`,
        verifier_result,
        exception_info: exception === null ? null : { exception_type: exception },
      });
    }
  });
});

async function answer(url: string): Promise<unknown> {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`${url}: ${response.status} ${await response.text()}`);
  return await response.json();
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer().on('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => (typeof address === 'object' && address !== null ? resolve(address.port) : reject(new Error('no port'))));
    });
  });
}
