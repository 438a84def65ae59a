// Many trials: counts that add up, a few at a time, files written as trials end, and the end of it all by Ctrl-C.
import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { type Agent, findTasks, JobError, type JobOptions, runJob, sandboxes, Trouble } from '#runner/index.ts';
import { writeFakePack } from './fake-pack.ts';
import { json, named, temporary, text } from './harness.ts';

/** Three tasks: one that can be solved, one whose grader breaks, one whose workspace does not start. */
async function threeTasks(): Promise<{ folder: string; options: Omit<JobOptions, 'agent'> }> {
  const folder = await temporary();
  await writeFakePack(join(folder, 'packs'), 'fine');
  await writeFakePack(join(folder, 'packs'), 'broken-grader', { grader: 'writes-nothing' });
  await writeFakePack(join(folder, 'packs'), 'no-workspace', { workspace: 'exits' });
  const { tasks, source } = await findTasks(join(folder, 'packs'));
  const signal = new AbortController().signal;
  return {
    folder,
    options: {
      tasks,
      source,
      sandbox: named(sandboxes, 'local'),
      jobsDirectory: join(folder, 'jobs'),
      name: 'job',
      concurrency: 2,
      attempts: 2,
      signal,
    },
  };
}

/** Calls the tool from the host. */
const caller: Agent = {
  name: 'caller',
  version: '2.0.0',
  model: null,
  async run({ room }) {
    await fetch(`${room.hostUrl}/done`, { method: 'POST' });
    return { kind: 'done' };
  },
};

describe('a job', () => {
  test('every trial is counted once, and the mean is over scored trials only', async () => {
    const { options, folder } = await threeTasks();
    const told: string[] = [];
    const result = await runJob({
      ...options,
      agent: caller,
      onTrial: (trial, ended, requested) => told.push(`${trial.task.folder} ${ended}/${requested}`),
    });
    expect(result).toMatchObject({ scored: 2, unscored: 4, cancelled: 0, requested: 6, mean: 1 });
    // Two tasks have nothing scored, so nobody knows how the set would do.
    const nobody = { value: null, reason: '2 of 3 tasks: nothing was scored' };
    expect(result.passes).toEqual([1, 2].map((k) => ({ k, any: nobody, all: nobody })));
    expect(told).toHaveLength(6);
    expect(told.at(-1)).toMatch(/ 6\/6$/);
    // Planned order, whichever ended first.
    const folders = result.trials.map((trial) => trial.task.folder);
    expect(folders).toEqual(['broken-grader', 'fine', 'no-workspace', 'broken-grader', 'fine', 'no-workspace']);

    const job = await json(folder, 'jobs', 'job', 'result.json');
    const fine = result.trials.filter((trial) => trial.end.status === 'scored').map((trial) => trial.trial);
    expect(job).toMatchObject({
      n_total_trials: 6,
      stats: {
        n_completed_trials: 6,
        n_errored_trials: 4,
        n_running_trials: 0,
        n_pending_trials: 0,
        n_cancelled_trials: 0,
        evals: {
          caller__packs: {
            n_trials: 2,
            n_errors: 4,
            metrics: [{ reward: 1, completion: 1, safety: 1 }],
            reward_stats: { reward: { '1': fine } },
          },
        },
      },
    });
    expect(job.finished_at).not.toBeNull();
    expect(await json(folder, 'jobs', 'job', 'config.json')).toMatchObject({
      job_name: 'job',
      n_attempts: 2,
      n_concurrent_trials: 2,
      agents: [{ name: 'caller' }],
      datasets: [{ path: join(folder, 'packs') }],
    });
    expect((await text(folder, 'jobs', 'job', 'job.log')).trim().split('\n')).toHaveLength(6);
    expect((await readdir(join(folder, 'jobs', 'job'))).filter((name) => name.endsWith('.tmp'))).toEqual([]);
  });

  test('never more trials at once than asked for, and as many as asked for', async () => {
    const { options } = await threeTasks();
    const fine = options.tasks.filter((task) => task.folder === 'fine');
    let now = 0;
    let most = 0;
    let release = (): void => {};
    const both = new Promise<void>((resolve) => {
      release = resolve;
    });
    // Goes on when two are at work.
    const counter: Agent = {
      ...caller,
      async run() {
        now += 1;
        most = Math.max(most, now);
        if (now === 2) release();
        await both;
        now -= 1;
        return { kind: 'done' };
      },
    };
    const result = await runJob({ ...options, tasks: fine, attempts: 5, concurrency: 2, agent: counter });
    expect(result.scored).toBe(5);
    expect(most).toBe(2);
  });

  test('cancelled in the middle: what ended stays, the rest is cancelled, nothing is lost from the count', async () => {
    const { options, folder } = await threeTasks();
    const controller = new AbortController();
    const fine = options.tasks.filter((task) => task.folder === 'fine');
    let seen = 0;
    const canceller: Agent = {
      ...caller,
      async run(work) {
        seen += 1;
        if (seen === 1) return caller.run(work);
        controller.abort();
        return await new Promise(() => {});
      },
    };
    const result = await runJob({ ...options, tasks: fine, attempts: 4, concurrency: 1, agent: canceller, signal: controller.signal });
    expect(result).toMatchObject({ scored: 1, unscored: 0, cancelled: 3, requested: 4, mean: 1 });
    const second = result.trials[1];
    expect(second?.end.status).toBe('cancelled');
    expect(await json(second?.directory ?? '', 'result.json')).toMatchObject({
      verifier_result: null,
      exception_info: { exception_type: 'CancelledError' },
      slipway: { status: 'cancelled' },
    });
    expect(await json(folder, 'jobs', 'job', 'result.json')).toMatchObject({
      finished_at: null,
      stats: { n_completed_trials: 2, n_cancelled_trials: 1, n_pending_trials: 2 },
    });
  });

  test('an agent that throws is a fault of the agent, not the end of the job', async () => {
    const { options } = await threeTasks();
    const thrower: Agent = { ...caller, run: () => Promise.reject(new Error('no model to talk to')) };
    const result = await runJob({ ...options, tasks: options.tasks.filter((task) => task.folder === 'fine'), attempts: 1, agent: thrower });
    expect(result.trials[0]?.end).toEqual({ status: 'unscored', fault: 'agent', reason: 'no model to talk to', remedy: 'none' });
    expect(await text(result.trials[0]?.directory ?? '', 'trial.log')).toContain('Error: no model to talk to');
  });

  test('passing trouble is tried again, at most so often; what was set aside stays, and each trial counts once', async () => {
    const { options, folder } = await threeTasks();
    const fine = options.tasks.filter((task) => task.folder === 'fine');
    let runs = 0;
    const flaky: Agent = {
      ...caller,
      run(work) {
        runs += 1;
        if (runs === 2) return caller.run(work);
        return Promise.resolve({ kind: 'broken', trouble: new Trouble('agent', 'the API is overloaded', { remedy: 'retry' }) });
      },
    };
    const retried: string[] = [];
    const common = { ...options, tasks: fine, attempts: 1, concurrency: 1, retries: 1 };
    const result = await runJob({ ...common, agent: flaky, onRetry: ({ end }) => retried.push(end.status) });
    expect(result).toMatchObject({ scored: 1, unscored: 0, cancelled: 0, requested: 1, mean: 1, retried: 1 });
    expect(retried).toEqual(['unscored']);
    const trial = result.trials[0]?.trial ?? '';
    expect(await json(folder, 'jobs', 'job', '.retried', `${trial}.1`, 'result.json')).toMatchObject({ slipway: { fault: 'agent' } });
    expect(await json(folder, 'jobs', 'job', 'result.json')).toMatchObject({
      stats: { n_retries: 1, n_completed_trials: 1, n_errored_trials: 0 },
    });

    runs = 2;
    const never = await runJob({ ...common, name: 'never', agent: flaky });
    expect(never).toMatchObject({ scored: 0, unscored: 1, requested: 1, retried: 1 });
    expect(never.trials[0]?.end).toEqual({ status: 'unscored', fault: 'agent', reason: 'the API is overloaded', remedy: 'retry' });
  });

  test('trouble that would meet every trial ends the job at once', async () => {
    const { options } = await threeTasks();
    const fine = options.tasks.filter((task) => task.folder === 'fine');
    const refused: Agent = {
      ...caller,
      run: () => Promise.resolve({ kind: 'broken', trouble: new Trouble('agent', 'the API does not accept the key', { remedy: 'stop' }) }),
    };
    const result = await runJob({ ...options, tasks: fine, attempts: 5, concurrency: 1, retries: 3, agent: refused });
    expect(result).toMatchObject({ scored: 0, unscored: 1, cancelled: 4, requested: 5, stopped: 'the API does not accept the key' });
  });

  test('a key that the agent was given is in no file and in no words', async () => {
    const { options, folder } = await threeTasks();
    const key = 'sk-very-secret-0123';
    const talkative: Agent = {
      ...caller,
      secrets: [key],
      async run({ logs, log }) {
        await writeFile(join(logs, 'noise.txt'), `Authorization: ${key}\n\u0000${key}`);
        log(`using ${key}`);
        return { kind: 'failed', reason: `could not log in with ${key}` };
      },
    };
    const result = await runJob({
      ...options,
      tasks: options.tasks.filter((task) => task.folder === 'fine'),
      attempts: 1,
      agent: talkative,
    });
    expect(result.trials[0]?.agentFailure).toBe('could not log in with [redacted]');
    const files = await readdir(join(folder, 'jobs'), { recursive: true, withFileTypes: true });
    const texts = await Promise.all(files.filter((file) => file.isFile()).map((file) => text(file.parentPath, file.name)));
    expect(texts.filter((one) => one.includes('[redacted]'))).toHaveLength(3);
    expect(texts.filter((one) => one.includes(key))).toEqual([]);
  });

  test('a name that is taken, or no name, is refused before anything runs', async () => {
    const { options, folder } = await threeTasks();
    await mkdir(join(folder, 'jobs', 'job'), { recursive: true });
    await expect(runJob({ ...options, agent: caller })).rejects.toThrow(JobError);
    await expect(runJob({ ...options, agent: caller, name: '../job' })).rejects.toThrow(/is no job name/);
    expect(await readdir(join(folder, 'jobs', 'job'))).toEqual([]);
  });
});

describe('task directories', () => {
  test('a folder of tasks: by name, what is no task is named', async () => {
    const folder = await temporary();
    await writeFakePack(folder, 'b');
    await writeFakePack(folder, 'a');
    await mkdir(join(folder, 'notes'));
    await mkdir(join(folder, '.hidden'));
    await writeFile(join(folder, 'README.md'), '');
    const { tasks, skipped } = await findTasks(folder);
    expect(tasks.map((task) => [task.folder, task.name, task.version, task.agentLimit])).toEqual([
      ['a', 'fake/a', '1.2.3', 60],
      ['b', 'fake/b', '1.2.3', 60],
    ]);
    expect(skipped).toEqual(['notes']);
  });

  test.each([
    { file: 'task.toml', content: 'x = [1,\n', says: /task\.toml line 2, column 1: / },
    { file: 'task.toml', content: '[agent]\ntimeout_sec = "soon"\n', says: /agent\.timeout_sec must be a number of seconds above 0/ },
    { file: 'task.toml', content: 'task = 3\n', says: /\[task\] must be a table/ },
    { file: 'task.toml', content: '[[steps]]\nname = "one"\n', says: /\[\[steps\]\]/ },
    { file: 'instruction.md', content: ' \n', says: /instruction\.md is missing or empty/ },
  ])('broken: $says', async ({ file, content, says }) => {
    const folder = await temporary();
    await writeFile(join(await writeFakePack(folder, 'a'), file), content);
    await writeFakePack(folder, 'b');
    await expect(findTasks(folder)).rejects.toThrow(says);
  });

  test('no folder, a file, an empty folder', async () => {
    const folder = await temporary();
    await expect(findTasks(join(folder, 'nowhere'))).rejects.toThrow(/no such folder/);
    await expect(findTasks(folder)).rejects.toThrow(/no task here/);
    await writeFile(join(folder, 'file'), '');
    await expect(findTasks(join(folder, 'file'))).rejects.toThrow(/a file/);
  });
});
