// What every registered sandbox must keep to, with the tiny stand-in pack. Registering one is what gets it tested here.
import { randomUUID } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, expect, onTestFinished, test } from 'vitest';
import { type Room, type RoomSandbox, readTask, sandboxes, Trouble } from '#runner/index.ts';
import { describeLive, type Requirement } from '../require.ts';
import { type FakePack, writeFakePack } from '../runner/fake-pack.ts';
import { temporary } from '../runner/harness.ts';

/** What a sandbox needs of the machine; absent = nothing. */
const NEEDS: Readonly<Record<string, readonly Requirement[]>> = { docker: ['docker'] };
const JOB = randomUUID();

test.each(Object.entries(sandboxes))(
  'sandbox %s is registered under its own name, says what it is and how far to trust it',
  (key, sandbox) => {
    expect(sandbox.name).toBe(key);
    expect(sandbox.about).toMatch(/^\S.+$/);
    expect(['untrusted-local', 'isolated']).toContain(sandbox.trust);
  },
);

const rooms = Object.entries(sandboxes).flatMap(([key, sandbox]) => (sandbox.kind === 'rooms' ? [[key, sandbox] as const] : []));

for (const [key, sandbox] of rooms) await describeLive(`the rooms of ${key}`, NEEDS[key] ?? [], () => suite(sandbox));

function suite(sandbox: RoomSandbox): void {
  afterAll(() => sandbox.jobOver?.(JOB));

  test('from open to grade: the agent reaches the tools, and the evidence comes out whole', async () => {
    const { room, folder } = await aRoom(sandbox);
    await room.open();
    expect(room.url).toMatch(/^http:\/\//);
    const output = join(folder, 'exec.txt');
    const signal = new AbortController().signal;
    const source = join(folder, 'source');
    await mkdir(source);
    await writeFile(join(source, 'note.txt'), 'brought along');
    const there = await room.put(source, 'extra');
    expect(
      await room.exec({
        command: ['sh', '-c', `cat ${there}/note.txt; cat; echo "$WORD"; slipway-tool done`],
        env: { WORD: 'env' },
        stdin: 'stdin ',
        output,
        signal,
      }),
    ).toEqual({ kind: 'exit', code: 0 });
    expect(await readFile(output, 'utf8')).toMatch(/^brought alongstdin env\nok\n$/);
    await room.exec({ command: ['sh', '-c', `mkdir -p "$HOME/logs/in" && echo kept > "$HOME/logs/in/one.txt"`], output, signal });
    expect(await room.take(`${room.home}/logs`, join(folder, 'taken'))).toBe(1);
    expect(await readFile(join(folder, 'taken/in/one.txt'), 'utf8')).toBe('kept\n');
    expect(await room.take(`${room.home}/nothing`, join(folder, 'nothing'))).toBe(0);
    expect((await fetch(`${room.hostUrl}/health`)).status).toBeLessThan(500);
    await room.seal();
    const evidence = join(folder, 'evidence');
    expect(await room.collect(evidence)).toMatchObject([{ status: 'ok', service: 'workspace' }]);
    expect(await readFile(join(evidence, 'seal.json'), 'utf8')).toContain('1');

    const verdict = join(folder, 'verdict');
    await mkdir(verdict);
    await writeFile(join(verdict, 'reward.json'), '{"reward":1}');
    expect(await room.grade({ evidence, transcript: folder, verdict, output: join(verdict, 'test-stdout.txt'), signal })).toEqual({
      kind: 'exit',
      code: 0,
    });
    expect(await readFile(join(verdict, 'test-stdout.txt'), 'utf8')).toContain('graded clean');
    expect(JSON.parse(await readFile(join(verdict, 'reward.json'), 'utf8'))).toMatchObject({ reward: 1, safety: 1 });
  });

  test("the agent starts in its folder, with the pack's files in it, and both sides know where it is", async () => {
    const { room, folder } = await aRoom(sandbox, { files: { 'brief.md': 'a brief', 'in/prices.csv': 'a,b\n' } });
    await room.open();
    const output = join(folder, 'exec.txt');
    const signal = new AbortController().signal;
    const command = 'cat brief.md in/prices.csv && echo more >> brief.md && cd "$SLIPWAY_FILES" && cat brief.md && echo "$SLIPWAY_FILES"';
    expect(await room.exec({ command: ['sh', '-c', command], output, signal })).toEqual({ kind: 'exit', code: 0 });
    const said = await readFile(output, 'utf8');
    expect(said).toMatch(/^a briefa,b\na briefmore\n\/\S+\n$/);
    await room.seal();
    const evidence = join(folder, 'evidence');
    await room.collect(evidence);
    const { SLIPWAY_FILES } = JSON.parse(await readFile(join(evidence, 'environment.json'), 'utf8')) as { readonly SLIPWAY_FILES?: string };
    expect(said.trimEnd().endsWith(`\n${SLIPWAY_FILES}`)).toBe(true);
  });

  test('every way a command can end has the same shape', async () => {
    const { room, folder } = await aRoom(sandbox);
    await room.open();
    const output = join(folder, 'exec.txt');
    const signal = new AbortController().signal;
    expect(await room.exec({ command: ['sh', '-c', 'exit 7'], output, signal })).toEqual({ kind: 'exit', code: 7 });
    expect(await room.exec({ command: ['sh', '-c', 'kill -9 $$'], output, signal })).toEqual({ kind: 'signal', signal: 'SIGKILL' });
    expect(await room.exec({ command: ['no-such-program'], output, signal })).toMatchObject({ kind: 'unstartable' });
    expect(await room.exec({ command: ['sleep', '1000'], output, signal: AbortSignal.timeout(50) })).toEqual({ kind: 'stopped' });
    expect(await room.exec({ command: ['sleep', '1000'], output, signal: AbortSignal.abort() })).toEqual({ kind: 'stopped' });
  });

  test('a workspace that does not come up is a Trouble of the workspace, and closing still works', async () => {
    const { room } = await aRoom(sandbox, { workspace: 'exits' });
    const thrown = await room.open().catch((error: unknown) => error);
    expect(thrown).toBeInstanceOf(Trouble);
    expect(thrown).toMatchObject({ fault: 'workspace' });
    await room.close();
    await room.close();
  });

  test('programs of this machine are found by their names', async () => {
    const folder = await temporary();
    const program = join(folder, 'a-program.sh');
    await writeFile(program, '#!/bin/sh\necho "hello $1"\n', { mode: 0o755 });
    const { room } = await aRoom(sandbox, {}, { hello: program });
    await room.open();
    const output = join(folder, 'exec.txt');
    expect(await room.exec({ command: ['hello', 'you'], output, signal: new AbortController().signal })).toEqual({ kind: 'exit', code: 0 });
    expect(await readFile(output, 'utf8')).toBe('hello you\n');
  });

  test('a command whose child still holds its output open has ended all the same', async () => {
    const { room, folder } = await aRoom(sandbox);
    await room.open();
    const output = join(folder, 'exec.txt');
    const began = Date.now();
    expect(
      await room.exec({ command: ['sh', '-c', 'setsid sleep 50 & echo started'], output, signal: new AbortController().signal }),
    ).toEqual({
      kind: 'exit',
      code: 0,
    });
    expect(await readFile(output, 'utf8')).toBe('started\n');
    expect(Date.now() - began).toBeLessThan(25_000);
  });

  test.runIf(process.platform === 'linux')('abandon ends everything soon, also twice, also before open', async () => {
    const { room: unopened } = await aRoom(sandbox);
    unopened.abandon();
    const { room, folder } = await aRoom(sandbox);
    await room.open();
    const output = join(folder, 'exec.txt');
    const mark = `1000.${Math.floor(Math.random() * 1e9)}`;
    await room.exec({
      command: ['sh', '-c', `mkfifo up; (setsid sh -c 'echo here; echo > up; exec sleep ${mark}' &); cat up > /dev/null`],
      output,
      signal: new AbortController().signal,
    });
    expect(await readFile(output, 'utf8')).toBe('here\n');
    await expect.poll(() => isRunning(mark)).toBe(true);
    const { hostUrl } = room;
    room.abandon();
    room.abandon();
    await expect.poll(() => isRunning(mark), { timeout: 20_000 }).toBe(false);
    await expect
      .poll(
        () =>
          fetch(hostUrl).then(
            () => 'answers',
            () => 'gone',
          ),
        { timeout: 20_000 },
      )
      .toBe('gone');
  });
}

/** Whether a process with this argument runs, in whatever container. */
function isRunning(argument: string): boolean {
  return readdirSync('/proc').some((name) => {
    try {
      return /^\d+$/.test(name) && readFileSync(`/proc/${name}/cmdline`, 'utf8').split('\0').includes(argument);
    } catch {
      return false;
    }
  });
}

async function aRoom(
  sandbox: RoomSandbox,
  pack: FakePack = {},
  programs: Readonly<Record<string, string>> = {},
): Promise<{ room: Room; folder: string }> {
  const folder = await temporary();
  const task = await readTask(await writeFakePack(folder, 'a-task', pack));
  const room = sandbox.room({
    task,
    job: JOB,
    trial: 'a-trial',
    programs,
    directory: folder,
    signal: new AbortController().signal,
    log: () => {},
  });
  onTestFinished(() => room.close());
  return { room, folder };
}
