// What every registered sandbox must keep to, with the tiny stand-in pack. Registering one is what gets it tested here.
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { type Room, type RoomSandbox, readTask, sandboxes, Trouble } from '#runner/index.ts';
import { type FakePack, writeFakePack } from '../runner/fake-pack.ts';
import { alive, temporary } from '../runner/harness.ts';

test.each(Object.entries(sandboxes))(
  'sandbox %s is registered under its own name, says what it is and how far to trust it',
  (key, sandbox) => {
    expect(sandbox.name).toBe(key);
    expect(sandbox.about).toMatch(/^\S.+$/);
    expect(['untrusted-local', 'isolated']).toContain(sandbox.trust);
  },
);

const rooms = Object.entries(sandboxes).flatMap(([key, sandbox]) => (sandbox.kind === 'rooms' ? [[key, sandbox] as const] : []));

describe.each(rooms)('the rooms of %s', (_key, sandbox) => {
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

  test.runIf(process.platform === 'linux')('abandon ends everything at once, also twice, also before open', async () => {
    const { room: unopened } = await aRoom(sandbox);
    unopened.abandon();
    const { room, folder } = await aRoom(sandbox);
    await room.open();
    const output = join(folder, 'exec.txt');
    await room.exec({
      command: ['sh', '-c', `mkfifo up; (setsid sh -c 'echo $$; echo > up; exec sleep 1000' &); cat up > /dev/null`],
      output,
      signal: new AbortController().signal,
    });
    expect(await readFile(output, 'utf8')).toMatch(/^\d+\n$/);
    room.abandon();
    room.abandon();
    const pid = Number(await readFile(output, 'utf8'));
    await expect.poll(() => alive(pid)).toBe(false);
    await expect
      .poll(() =>
        fetch(room.url).then(
          () => 'answers',
          () => 'gone',
        ),
      )
      .toBe('gone');
  });
});

async function aRoom(sandbox: RoomSandbox, pack: FakePack = {}): Promise<{ room: Room; folder: string }> {
  const folder = await temporary();
  const task = await readTask(await writeFakePack(folder, 'a-task', pack));
  const room = sandbox.room({
    task,
    job: 'a-job',
    trial: 'a-trial',
    directory: folder,
    signal: new AbortController().signal,
    log: () => {},
  });
  onTestFinished(() => room.close());
  return { room, folder };
}
