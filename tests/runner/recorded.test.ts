// Job folders read back: what our runner said when it wrote one, and what the files of the real Harbor come to.
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { type Agent, findTasks, readJob, runJob, sandboxes, TaskError, Trouble } from '#runner/index.ts';
import { command } from '../command.ts';
import { writeFakePack } from './fake-pack.ts';
import { agentNamed, named, temporary } from './harness.ts';

describe('a job of ours', () => {
  test('reads as it was told when it ran', async () => {
    const folder = await temporary();
    for (const [name, pack] of [
      ['fine', {}],
      ['late', { solve: 'exec sleep 1000', agentLimit: 0.5 }],
      ['fails', { solve: 'exit 3' }],
      ['unscored', { workspace: 'exits' }],
    ] as const)
      await writeFakePack(join(folder, 'packs'), name, pack);
    const { tasks, source } = await findTasks(join(folder, 'packs'));
    const oracle = agentNamed('oracle');
    // An agent that says what it used, as models do.
    const agent: Agent = {
      ...oracle,
      model: 'maker/model-1',
      run: async (work) => ({ ...(await oracle.run(work)), usage: { inputTokens: 100, cachedTokens: 40, outputTokens: 7, cost: 0.25 } }),
    };
    const signal = new AbortController().signal;
    const common = { tasks, source, agent, sandbox: named(sandboxes, 'local'), concurrency: 2, attempts: 2, signal };
    const told = await runJob({ ...common, jobsDirectory: join(folder, 'jobs'), name: 'job' });
    const read = await readJob(join(folder, 'jobs', 'job'));
    const { trials, ...totals } = read;
    const { trials: ran, ...said } = told;
    // The order of the tasks is not in the folder.
    expect({ ...totals, passes: totals.passes.length }).toEqual({ ...said, passes: said.passes.length });
    expect(totals.usage).toMatchObject({ inputTokens: expect.any(Number), cost: expect.any(Number) });
    const byName = (list: typeof trials) =>
      list
        .map(({ task, ...rest }) => ({ ...rest, task: [task.directory, task.folder, task.name, task.checksum] }))
        .sort((a, b) => (a.trial < b.trial ? -1 : 1));
    expect(byName(trials)).toEqual(byName(ran));
  });

  test('no job there, or a job that has only begun', async () => {
    const folder = await temporary();
    await expect(readJob(folder)).rejects.toThrow(TaskError);
    await writeFile(join(folder, 'config.json'), '{}');
    await mkdir(join(folder, 'a-task__AAAAAAA'));
    await writeFile(join(folder, 'result.json'), '{"n_total_trials": 3}');
    await writeFile(join(folder, 'a-task__AAAAAAA', 'result.json'), '{"cut in the mid');
    expect(await readJob(folder)).toMatchObject({ trials: [], scored: 0, unscored: 0, cancelled: 3, requested: 3, mean: null });
  });
});

describe('a trial of Harbor', () => {
  const scored = (safety: 0 | 1) => ({ version: 1, status: 'scored', reward: safety, safety, passed: safety === 1 });
  const unscored = { version: 1, status: 'unscored', fault: 'workspace', reason: 'seal.json: missing' };
  test.each([
    { of: 'graded', exception: null, verdict: scored(1), end: { status: 'scored', rewards: { reward: 1 } }, flags: [] },
    { of: 'out of time', exception: 'AgentTimeoutError', verdict: scored(1), end: { status: 'scored' }, flags: ['agent_timeout'] },
    { of: 'refused', exception: 'AgentSafetyRefusalError', verdict: scored(1), end: { status: 'scored' }, flags: ['agent_refused'] },
    { of: 'too long', exception: 'ContextWindowExceededError', verdict: scored(1), end: { status: 'scored' }, flags: ['agent_failed'] },
    {
      of: 'an API that is down, graded by Harbor all the same',
      exception: 'ApiOverloadedError',
      verdict: scored(1),
      end: { status: 'unscored', fault: 'agent', remedy: 'retry', reason: 'ApiOverloadedError: words' },
      flags: [],
    },
    {
      of: 'an API that went down after a rule was broken',
      exception: 'ApiOverloadedError',
      verdict: scored(0),
      end: { status: 'scored', rewards: { reward: 0 } },
      flags: ['agent_broken'],
    },
    {
      of: 'a key that is not accepted',
      exception: 'AgentAuthenticationError',
      verdict: scored(1),
      end: { fault: 'agent', remedy: 'stop' },
      flags: [],
    },
    {
      of: 'evidence that does not count',
      exception: 'RewardFileNotFoundError',
      verdict: unscored,
      end: { status: 'unscored', fault: 'workspace', reason: 'seal.json: missing' },
      flags: [],
    },
    {
      of: 'a grader that says nothing',
      exception: 'VerifierTimeoutError',
      verdict: null,
      end: { status: 'unscored', fault: 'grader', reason: 'VerifierTimeoutError: words' },
      flags: [],
    },
    {
      of: 'a container that did not start',
      exception: 'EnvironmentStartTimeoutError',
      verdict: null,
      end: { status: 'unscored', fault: 'sandbox', remedy: 'retry' },
      flags: [],
    },
    {
      of: 'something new',
      exception: 'BrandNewError',
      verdict: null,
      end: { status: 'unscored', fault: 'host', reason: 'BrandNewError: words' },
      flags: [],
    },
    { of: 'cancelled', exception: 'CancelledError', verdict: null, end: { status: 'cancelled' }, flags: [] },
  ] as const)('$of', async ({ exception, verdict, end, flags }) => {
    const folder = await temporary();
    const trial = join(folder, 'a-task__AAAAAAA');
    await mkdir(join(trial, 'verifier'), { recursive: true });
    await writeFile(join(folder, 'config.json'), '{}');
    const rewards = verdict !== null && 'reward' in verdict ? { reward: verdict.reward } : null;
    if (verdict !== null) await writeFile(join(trial, 'verifier', 'verdict.json'), JSON.stringify(verdict));
    if (rewards !== null) await writeFile(join(trial, 'verifier', 'reward.json'), JSON.stringify(rewards));
    await writeFile(
      join(trial, 'result.json'),
      JSON.stringify({
        id: 'an-id',
        task_name: 'org/a-task',
        task_id: { path: '/packs/a-task' },
        agent_info: { name: 'codex', version: '1.0.0', model_info: { name: 'm-1', provider: 'maker' } },
        agent_result: { n_input_tokens: 5, n_cache_tokens: null, n_output_tokens: 2, cost_usd: null },
        verifier_result: rewards === null ? null : { rewards },
        exception_info: exception === null ? null : { exception_type: exception, exception_message: 'words\nand more' },
        started_at: '2026-03-09T08:00:00Z',
        finished_at: '2026-03-09T08:00:09Z',
      }),
    );
    const { trials } = await readJob(folder);
    expect(trials).toMatchObject([
      {
        trial: 'a-task__AAAAAAA',
        task: { folder: 'a-task', name: 'org/a-task' },
        agent: { name: 'codex', model: 'maker/m-1' },
        sandbox: { name: 'harbor', trust: 'isolated' },
        usage: { inputTokens: 5, cachedTokens: null, outputTokens: 2, cost: null },
        end,
        flags,
      },
    ]);
  });

  test('a reward that was changed afterwards in one of the two places does not count', async () => {
    const folder = await temporary();
    const trial = join(folder, 'a-task__AAAAAAA');
    await mkdir(join(trial, 'verifier'), { recursive: true });
    await writeFile(join(folder, 'config.json'), '{}');
    await writeFile(join(trial, 'verifier', 'verdict.json'), JSON.stringify(scored(1)));
    await writeFile(join(trial, 'verifier', 'reward.json'), '{"reward": 1}');
    await writeFile(join(trial, 'result.json'), JSON.stringify({ verifier_result: { rewards: { reward: 0 } }, finished_at: '2026' }));
    expect((await readJob(folder)).trials[0]?.end).toEqual({
      status: 'unscored',
      fault: 'grader',
      reason: 'result.json says reward 0, verifier/reward.json says 1',
      remedy: 'none',
    });
  });
});

test('slipway report shows the job as run did, and says where there is none', async () => {
  const folder = await temporary();
  const slipway = (...args: readonly string[]) => command(process.execPath, [join(process.cwd(), 'cli/bin.mjs'), ...args], { cwd: folder });
  await writeFakePack(folder, 'fine');
  const ran = await slipway('run', 'fine', '-a', 'oracle', '--job-name', 'j', '--json');
  expect(await slipway('report', 'jobs/j', '--json')).toMatchObject({ code: 0, out: ran.out, err: '' });
  expect(await slipway('report', 'jobs/j')).toMatchObject({ code: 0, out: expect.stringMatching(/^TASK +REWARD\nfine +1\n\n1 scored/) });
  expect(await slipway('report', 'fine')).toMatchObject({ code: 2, err: expect.stringContaining('no job folder') });
  await rm(join(folder, 'jobs', 'j', 'result.json'));
  expect(await slipway('report', 'jobs/j')).toMatchObject({ code: 0, out: expect.stringContaining('1 requested') });
});

test('an agent that cannot work on this machine ends the command before anything is written', async () => {
  const folder = await temporary();
  const { tasks, source } = await findTasks(await writeFakePack(folder, 'fine'));
  const unable: Agent = { ...agentNamed('idle'), ready: () => Promise.reject(new Trouble('agent', 'no client', { next: 'install it' })) };
  const job = { tasks, source, agent: unable, sandbox: named(sandboxes, 'local'), concurrency: 1, attempts: 1 };
  const run = runJob({ ...job, jobsDirectory: join(folder, 'jobs'), signal: new AbortController().signal });
  await expect(run).rejects.toMatchObject({ fault: 'agent', next: 'install it' });
  await expect(readJob(join(folder, 'jobs'))).rejects.toThrow(TaskError);
});
