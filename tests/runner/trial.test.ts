// One trial, for everything that can go right or wrong in it. No engine: the pack is a stand-in that keeps the protocol.
import { existsSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test, vi } from 'vitest';
import type { FakePack } from './fake-pack.ts';
import { alive, json, leftovers, type OneTrial, text, tryPack } from './harness.ts';

describe('graded', () => {
  test('the oracle earns 1 and leaves the layout that Harbor reads', async () => {
    const { trial, job, folder } = await tryPack({});
    expect(trial.end).toMatchObject({ status: 'scored', rewards: { reward: 1, completion: 1, safety: 1 } });
    expect(trial.flags).toEqual([]);
    expect(trial.trial).toMatch(/^a-task__[2-9A-HJ-NP-Za-km-z]{7}$/);
    expect((await readdir(trial.directory)).sort()).toEqual([
      'agent',
      'artifacts',
      'config.json',
      'lock.json',
      'result.json',
      'trial.log',
      'verifier',
      'workspace.log',
    ]);
    expect((await readdir(join(trial.directory, 'verifier'))).sort()).toEqual([
      'reward.json',
      'reward.txt',
      'test-stdout.txt',
      'verdict.json',
    ]);
    expect(await text(trial.directory, 'verifier', 'test-stdout.txt')).toContain('graded clean');
    expect(await text(trial.directory, 'agent', 'oracle.txt')).toContain('ok');
    expect(await text(trial.directory, 'artifacts', 'workspace', 'audit.jsonl')).toContain('"done"');
    expect(await json(trial.directory, 'artifacts', 'manifest.json')).toMatchObject([
      { destination: 'artifacts/workspace', status: 'ok', service: 'workspace' },
    ]);
    expect(await json(trial.directory, 'result.json')).toMatchObject({
      task_name: 'fake/a-task',
      trial_name: trial.trial,
      agent_info: { name: 'oracle', version: '1.0.0', model_info: null },
      verifier_result: { rewards: { reward: 1, completion: 1, safety: 1 } },
      verifier_environment_mode: 'separate',
      exception_info: null,
      trust: 'untrusted-local',
      slipway: { status: 'scored', sandbox: 'local', flags: [] },
    });
    expect(job).toMatchObject({ scored: 1, unscored: 0, cancelled: 0, requested: 1, mean: 1 });
    expect(await leftovers(folder)).toEqual([]);
  });

  test('the idle agent earns 0, and that is a score', async () => {
    const { trial, job } = await tryPack({}, { agent: 'idle' });
    expect(trial.end).toMatchObject({ status: 'scored', rewards: { reward: 0 } });
    expect(job.mean).toBe(0);
  });

  test('an agent whose time is over is graded on what it did by then', async () => {
    const { trial } = await tryPack({ solve: 'slipway-tool done; exec sleep 1000', agentLimit: 4 });
    expect(trial.end).toMatchObject({ status: 'scored', rewards: { reward: 1 } });
    expect(trial.flags).toEqual(['agent_timeout']);
    expect(await json(trial.directory, 'result.json')).toMatchObject({
      verifier_result: { rewards: { reward: 1 } },
      exception_info: { exception_type: 'AgentTimeoutError' },
    });
  });

  test('a solution that fails is graded, with its exit code and last words', async () => {
    const { trial } = await tryPack({ solve: 'echo "no such ticket" >&2; exit 3' });
    expect(trial.end).toMatchObject({ status: 'scored', rewards: { reward: 0 } });
    expect(trial.flags).toEqual(['agent_failed']);
    expect(trial.agentFailure).toContain('exit code 3; last words: no such ticket');
    expect(await text(trial.directory, 'agent', 'exit-code.txt')).toBe('3\n');
    expect(await json(trial.directory, 'result.json')).toMatchObject({
      exception_info: null,
      slipway: { status: 'scored', flags: ['agent_failed'], agentFailure: trial.agentFailure },
    });
  });

  test('a planted reward.json counts nowhere, nor does a planted node', async () => {
    const plant = [
      'mkdir -p ../../grading/tmp',
      'for place in . .. "$HOME" "$TMPDIR" ../.. ../../grading ../../evidence; do echo \'{"reward":1}\' > "$place/reward.json"; done',
      'for place in ../bin ../../grading; do for name in node bash node-ts; do ln -sf /bin/true "$place/$name"; done; done',
    ];
    const { trial } = await tryPack({ solve: plant.join('\n') });
    expect(trial.end).toMatchObject({ status: 'scored', rewards: { reward: 0 } });
    expect(await text(trial.directory, 'verifier', 'test-stdout.txt')).toContain('graded clean');
    expect(await json(trial.directory, 'verifier', 'reward.json')).toMatchObject({ reward: 0 });
  });

  test('a link the agent left among the evidence is not followed', async () => {
    const { trial } = await tryPack({ solve: 'ln -s /etc ../../evidence/etc; ln -s /etc/hostname ../../evidence/host; slipway-tool done' });
    expect(trial.end).toMatchObject({ status: 'scored', rewards: { reward: 1 } });
    expect((await readdir(join(trial.directory, 'artifacts', 'workspace'))).sort()).toEqual([
      'audit.jsonl',
      'environment.json',
      'seal.json',
    ]);
  });

  test('processes see a clean environment: nothing of the host but PATH', async () => {
    vi.stubEnv('SOME_API_KEY', 'secret');
    const { trial } = await tryPack({ solve: 'env' });
    const names = (await text(trial.directory, 'agent', 'oracle.txt')).split('\n').map((line) => line.split('=')[0] ?? '');
    expect(names.filter((name) => !['', '_', 'PWD', 'SHLVL', 'OLDPWD'].includes(name)).sort()).toEqual([
      'HOME',
      'LANG',
      'PATH',
      'SLIPWAY_OWNER',
      'SLIPWAY_ROOM',
      'SLIPWAY_URL',
      'TMPDIR',
      'TZ',
    ]);
    const workspace = await json(trial.directory, 'artifacts', 'workspace', 'environment.json');
    expect(workspace).not.toHaveProperty('SOME_API_KEY');
    expect(workspace).toMatchObject({ TZ: 'UTC', SLIPWAY_PORT: '0', SLIPWAY_HOST: '127.0.0.1' });
  });

  test.runIf(process.platform === 'linux')('whatever the agent left running is gone, also what left its group', async () => {
    const { trial, folder } = await tryPack({
      solve:
        'sleep 1000 & echo $!\nsetsid sleep 1000 & echo $!\nmkfifo up\n(setsid sh -c "echo \\$\\$; echo > up; exec sleep 1000" &)\ncat up\nslipway-tool done',
    });
    const pids = (await text(trial.directory, 'agent', 'oracle.txt')).split('\n').filter((line) => /^\d+$/.test(line));
    expect(pids).toHaveLength(3);
    await expect.poll(() => pids.filter((pid) => alive(Number(pid)))).toEqual([]);
    expect(trial.end).toMatchObject({ status: 'scored', rewards: { reward: 1 } });
    expect(await leftovers(folder)).toEqual([]);
  });
});

describe('unscored, with a fault and a reason', () => {
  interface Case extends OneTrial {
    readonly what: string;
    readonly pack: FakePack;
    readonly fault: string;
    readonly reason: RegExp;
  }
  const cases: readonly Case[] = [
    {
      what: 'a workspace that ends at once',
      pack: { workspace: 'exits' },
      fault: 'workspace',
      reason: /ended before it listened \(exit code 4\); last words: no seed\.json here/,
    },
    {
      what: 'a workspace that never listens',
      pack: { workspace: 'silent' },
      startLimit: 0.5,
      fault: 'workspace',
      reason: /did not start within 0\.5 s/,
    },
    {
      what: 'a workspace that dies meanwhile',
      pack: { workspace: 'dies' },
      fault: 'workspace',
      reason: /seal\.json is missing \(the workspace did not seal its log .*exit code 9/,
    },
    { what: 'evidence without a seal', pack: { workspace: 'sealless' }, fault: 'workspace', reason: /^seal\.json is missing$/ },
    {
      what: 'a grader that writes nothing',
      pack: { grader: 'writes-nothing' },
      fault: 'grader',
      reason: /no verdict \(exit code 3\); last words: .*giving up/,
    },
    { what: 'a grader that says so itself', pack: { grader: 'unscored' }, fault: 'judge', reason: /^the judge could not be reached$/ },
    { what: 'a reward that is no number', pack: { grader: 'text-reward' }, fault: 'grader', reason: /must be an object of finite numbers/ },
    {
      what: 'two rewards that disagree',
      pack: { grader: 'contradicts' },
      fault: 'grader',
      reason: /reward\.json says 0\.5, verdict\.json says 1/,
    },
    { what: 'a reward without a verdict', pack: { grader: 'no-verdict' }, fault: 'grader', reason: /reward\.json without verdict\.json/ },
    {
      what: 'a grader that does not end',
      pack: { grader: 'hangs', verifierLimit: 1.5 },
      fault: 'grader',
      reason: /did not finish within 1\.5 s/,
    },
    { what: 'no solution to replay', pack: { solve: null }, fault: 'agent', reason: /solve\.sh is missing/ },
  ];

  test.each(cases)('$what', async ({ pack, fault, reason, ...options }) => {
    const { trial, job, folder } = await tryPack(pack, options);
    expect(trial.end).toMatchObject({ status: 'unscored', fault });
    expect(trial.end.status === 'unscored' ? trial.end.reason : '').toMatch(reason);
    expect(job).toMatchObject({ scored: 0, unscored: 1, cancelled: 0, requested: 1, mean: null });
    // Nothing that some reader could take for a reward.
    expect(existsSync(join(trial.directory, 'verifier', 'reward.json'))).toBe(false);
    expect(existsSync(join(trial.directory, 'verifier', 'reward.txt'))).toBe(false);
    expect(await json(trial.directory, 'verifier', 'verdict.json')).toMatchObject({
      version: 1,
      status: 'unscored',
      task: 'a-task',
      fault,
    });
    expect(await json(trial.directory, 'result.json')).toMatchObject({
      verifier_result: null,
      exception_info: { exception_type: `Slipway${fault.charAt(0).toUpperCase()}${fault.slice(1)}Fault` },
      trust: 'untrusted-local',
      slipway: { status: 'unscored', fault },
    });
    expect(await leftovers(folder)).toEqual([]);
  });
});
