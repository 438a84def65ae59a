// `slipway run` and `slipway doctor` as they are typed: exit codes, what is on stdout and what on stderr, Ctrl-C.
import { existsSync, readFileSync } from 'node:fs';
import { mkdir, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { type CommandOptions, command, type Ended } from '../command.ts';
import { writeFakePack } from './fake-pack.ts';
import { alive, json, temporary } from './harness.ts';

const BIN = fileURLToPath(new URL('../../cli/bin.mjs', import.meta.url));

function slipway(args: readonly string[], options: CommandOptions = {}): Promise<Ended> {
  return command(process.execPath, [BIN, ...args], options);
}

describe('slipway run', () => {
  test('everything scored: exit 0, a table with totals that add up', async () => {
    const folder = await temporary();
    await writeFakePack(join(folder, 'packs'), 'one');
    await writeFakePack(join(folder, 'packs'), 'two');
    const { code, out, err } = await slipway(
      ['run', 'packs', '--agent', 'oracle', '--sandbox', 'local', '--jobs-dir', 'jobs', '--job-name', 'j', '-n', '2'],
      { cwd: folder },
    );
    expect(err.trim().split('\n')).toHaveLength(2);
    expect(out).toMatch(/^TASK +REWARD\none +1\ntwo +1\n\n2 scored \+ 0 unscored \+ 0 cancelled = 2 requested\nmean reward 1\n/);
    expect(code).toBe(0);
    expect(existsSync(join(folder, 'jobs', 'j', 'result.json'))).toBe(true);
  });

  test('-k: the chances that one of k and that all of k pass, in the table and in --json', async () => {
    const folder = await temporary();
    await writeFakePack(folder, 'one');
    const args = ['run', 'one', '--agent', 'oracle', '--jobs-dir', 'jobs', '-k', '2'];
    const table = await slipway(args, { cwd: folder });
    expect(table.out).toContain('\nmean reward 1\npass@1 1  pass^1 1\npass@2 1  pass^2 1\n');
    const json = await slipway([...args, '--json'], { cwd: folder });
    expect(JSON.parse(json.out)).toMatchObject({
      passes: [
        { k: 1, pass_at_k: 1, pass_hat_k: 1 },
        { k: 2, pass_at_k: 1, pass_hat_k: 1 },
      ],
    });
  });

  test('--json: something unscored gives exit 1, its fault and reason, and a mean that is null', async () => {
    const folder = await temporary();
    await writeFakePack(folder, 'one', { workspace: 'exits' });
    const { code, out } = await slipway(['run', 'one', '--agent', 'idle', '--jobs-dir', 'jobs', '--json'], { cwd: folder });
    expect(JSON.parse(out)).toMatchObject({
      trials: [
        {
          task: 'one',
          reward: null,
          status: 'unscored',
          fault: 'workspace',
          reason: expect.stringContaining('no seed.json here'),
          rewards: null,
          trust: 'untrusted-local',
        },
      ],
      scored: 0,
      unscored: 1,
      cancelled: 0,
      requested: 1,
      mean: null,
    });
    expect(code).toBe(1);
  });

  test.each([
    { args: ['run', '.', '--agent', 'orcle'], says: 'there is no agent "orcle". Did you mean "oracle"? ' },
    { args: ['run', '.', '--agent', 'idle', '--sandbox', 'dokcer'], says: 'there is no sandbox "dokcer". ' },
    { args: ['run', '.', '--agent', 'idle', '-n', 'many'], says: '--n-concurrent must be a whole number of at least 1, not "many"' },
    { args: ['run', './nowhere', '--agent', 'idle'], says: './nowhere: no such folder' },
    { args: ['rnu'], says: "unknown command 'rnu'" },
    { args: ['doctor', '--require', 'harbr'], says: 'there is no thing to require "harbr". Did you mean "harbor"?' },
  ])('$says', async ({ args, says }) => {
    const { code, out, err } = await slipway(args, { cwd: await temporary() });
    expect(err).toContain(says);
    expect(out).toBe('');
    expect(code).toBe(2);
  });

  test.runIf(process.platform === 'linux').each(['SIGINT', 'SIGTERM'] as const)(
    '%s: trials are cancelled, nothing is left running or lying about, exit 130',
    async (signal) => {
      const folder = await temporary();
      await mkdir(join(folder, 'tmp'));
      await writeFakePack(join(folder, 'packs'), 'slow', { solve: 'setsid sleep 1000 & echo pid $!\nexec sleep 1000' });
      let interrupt = (_signal: NodeJS.Signals): void => {};
      const ended = slipway(
        ['run', 'packs', '--agent', 'oracle', '--jobs-dir', 'jobs', '--job-name', 'j', '-k', '3', '-n', '1', '--json'],
        {
          cwd: folder,
          env: { TMPDIR: join(folder, 'tmp') },
          started: (kill) => {
            interrupt = kill;
          },
        },
      );
      let trial = '';
      await expect
        .poll(
          async () => {
            trial = (await readdir(join(folder, 'jobs', 'j')).catch(() => [])).find((name) => name.startsWith('slow__')) ?? 'none';
            const log = join(folder, 'jobs', 'j', trial, 'agent', 'oracle.txt');
            return existsSync(log) ? readFileSync(log, 'utf8') : '';
          },
          { timeout: 30_000 },
        )
        .toMatch(/pid \d+/);
      interrupt(signal);
      const { code, out } = await ended;
      expect(code).toBe(130);
      expect(JSON.parse(out)).toMatchObject({ scored: 0, unscored: 0, cancelled: 3, requested: 3, mean: null });
      expect(await json(folder, 'jobs', 'j', trial, 'result.json')).toMatchObject({ exception_info: { exception_type: 'CancelledError' } });
      const pid = Number(/pid (\d+)/.exec(readFileSync(join(folder, 'jobs', 'j', trial, 'agent', 'oracle.txt'), 'utf8'))?.[1]);
      await expect.poll(() => alive(pid)).toBe(false);
      // (tsx keeps its cache there.)
      expect((await readdir(join(folder, 'tmp'))).filter((name) => name.startsWith('slipway-'))).toEqual([]);
    },
  );
});

describe('slipway doctor', () => {
  test('names what is missing and what to type, and is content while Node is fine', async () => {
    const folder = await temporary();
    const { code, out } = await slipway(['doctor', '--json'], { env: { PATH: folder } });
    const { ok, tools } = JSON.parse(out) as { ok: boolean; tools: { name: string; ok: boolean; problem?: string; get?: string }[] };
    expect(ok).toBe(true);
    expect(tools.map((tool) => tool.name)).toEqual(['node', 'npm', 'docker', 'compose', 'harbor', 'claude']);
    expect(tools.find((tool) => tool.name === 'harbor')).toMatchObject({
      ok: false,
      problem: 'not found on PATH',
      get: expect.stringContaining('harbor'),
    });
    expect(code).toBe(0);
  });

  test('--require: exit 3 with the next command', async () => {
    const { code, err } = await slipway(['doctor', '--require', 'docker,harbor'], { env: { PATH: await temporary() } });
    expect(err).toMatch(/docker is required: not found on PATH\n {2}next: .+\n.*harbor is required: not found on PATH\n {2}next: .+/);
    expect(code).toBe(3);
  });
});
