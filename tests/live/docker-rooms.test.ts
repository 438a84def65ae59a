// What goes wrong in containers, with the stand-in pack: agents that kill, hide, fill and dig, containers that vanish, images that fail.
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, expect, onTestFinished, test } from 'vitest';
import { type Room, type RoomSandbox, readTask, runJob, sandboxes, type TrialResult, Trouble } from '#runner/index.ts';
import { command } from '../command.ts';
import { describeLive } from '../require.ts';
import { type FakePack, writeFakePack } from '../runner/fake-pack.ts';
import { agentNamed, temporary } from '../runner/harness.ts';

const JOB = `job-${process.pid}`;
const docker = sandboxes.docker as RoomSandbox;

await describeLive('rooms in Docker', ['docker'], () => {
  afterAll(() => docker.jobOver?.(JOB));

  test('the agent is nobody, and the office, the grader and the answers are not there', async () => {
    const { say } = await opened();
    expect(await say('id -un; id -u')).toBe('node\n1000\n');
    expect(await say('ls -d /srv/* /tests /evidence /logs /solution 2>/dev/null | wc -l')).toBe('0\n');
    expect(await say('touch /usr/local/bin/x /etc/x 2>/dev/null || echo refused')).toBe('refused\n');
    expect(await say('env | grep -c -i docker')).toBe('0\n');
    expect(await say('stat -c "%U %a" "$HOME"; ls -A "$HOME" | wc -l; pwd')).toBe('node 755\n0\n/home/node\n');
  });

  test('what it is stopped in ends with all that it started, and the next command works', async () => {
    const { room, say, output } = await opened();
    const stop = new AbortController();
    const script = "trap '' TERM; setsid sleep 4321 & sleep 4321 & echo up; while :; do sleep 1; done";
    const ending = room.exec({ command: ['sh', '-c', script], output, signal: stop.signal });
    await expect.poll(() => readFile(output, 'utf8').catch(() => ''), { timeout: 20_000 }).toBe('up\n');
    await say('(setsid sleep 1234 &) ; true');
    stop.abort();
    expect(await ending).toEqual({ kind: 'stopped' });
    // What an earlier command left running is not this one's.
    expect(await say('cat /proc/[0-9]*/cmdline 2>/dev/null | tr "\\0" " " | grep -o "sleep [14][0-9]*" | sort | uniq -c | tr -s " "')).toBe(
      ' 1 sleep 1234\n',
    );
  });

  test('an agent that kills all it can kill ends itself, and nothing else', async () => {
    const { room, say, folder } = await opened();
    await say('kill -9 -1');
    expect(await say('slipway-tool done')).toBe('ok\n');
    await room.seal();
    await room.collect(join(folder, 'evidence'));
    expect(await readFile(join(folder, 'evidence/audit.jsonl'), 'utf8')).toContain('"done"');
  });

  test('after the seal nothing of the agent runs and its calls go nowhere', async () => {
    const { room, say, folder } = await opened();
    await say('(setsid sh -c "while :; do slipway-tool late; sleep 0.2; done" > /dev/null 2>&1 &); sleep 1');
    await room.seal();
    const calls = async (name: string): Promise<number> => {
      await room.collect(join(folder, name));
      return (await readFile(join(folder, name, 'audit.jsonl'), 'utf8')).split('late').length;
    };
    const before = await calls('one');
    expect(before).toBeGreaterThan(1);
    await new Promise((resolve) => setTimeout(resolve, 1000));
    expect(await calls('two')).toBe(before);
  });

  test('memory that is used up is named where people look', async () => {
    const { room, output, lines } = await opened({ memory: 96 });
    const ending = await room.exec({
      command: ['node', '-e', 'const all = []; for (;;) all.push(Buffer.alloc(1 << 20, 1));'],
      output,
      signal: new AbortController().signal,
    });
    expect(ending).toEqual({ kind: 'signal', signal: 'SIGKILL' });
    expect(await readFile(output, 'utf8')).toContain("the agent's container used up its memory (96 MiB)");
    expect(lines.join('\n')).toContain('used up its memory');
  });

  test('only regular files are taken, none through a link, and not a huge one', async () => {
    const { room, say, folder } = await opened();
    await say(
      'mkdir -p ~/out/in && cd ~/out && echo a > in/a.txt && ln -s /etc/passwd link && ln -s /etc folder && mkfifo pipe && ln in/a.txt b.txt',
    );
    expect(await room.take('/home/agent/out', join(folder, 'taken'))).toBe(2);
    const { out } = await command('find', ['.', '-type', 'f', '-o', '-type', 'l'], { cwd: join(folder, 'taken') });
    expect(out.trim().split('\n').sort()).toEqual(['./b.txt', './in/a.txt']);
    expect(await readFile(join(folder, 'taken/in/a.txt'), 'utf8')).toBe('a\n');
    await say('ln -s /etc ~/elsewhere');
    expect(await room.take('/home/agent/elsewhere', join(folder, 'elsewhere'))).toBe(0);
    await say('mkdir ~/big && echo small > ~/big/a && truncate -s 500G ~/big/b');
    const began = Date.now();
    expect(await room.take('/home/agent/big', join(folder, 'big'))).toBeLessThanOrEqual(1);
    expect(Date.now() - began).toBeLessThan(20_000);
  });

  test('what is brought along belongs to the agent, with its exec bits', async () => {
    const { room, say, folder } = await opened();
    await mkdir(join(folder, 'tools/deep'), { recursive: true });
    await writeFile(join(folder, 'tools/deep/run.sh'), '#!/bin/sh\necho ran\n', { mode: 0o755 });
    const there = await room.put(join(folder, 'tools'), 'tools');
    expect(await say(`${there}/deep/run.sh; echo more >> ${there}/deep/run.sh && touch ${there}/new && echo writable`)).toBe(
      'ran\nwritable\n',
    );
  });

  test('a long input, a long output and both ends of a line arrive whole', async () => {
    const { room, output } = await opened();
    const stdin = `${'ü'.repeat(300_000)}\n`;
    const signal = new AbortController().signal;
    expect(await room.exec({ command: ['cat'], stdin, output, signal })).toEqual({ kind: 'exit', code: 0 });
    expect(await readFile(output, 'utf8')).toBe(stdin);
    expect(await room.exec({ command: ['true'], stdin, output, signal })).toEqual({ kind: 'exit', code: 0 });
  });

  test("the agent's container is gone: an ending with the reason, no zero made of it and no hang", async () => {
    const { room, output, containers } = await opened();
    const signal = new AbortController().signal;
    const running = room.exec({ command: ['sleep', '1000'], output, signal });
    await new Promise((resolve) => setTimeout(resolve, 500));
    await command('docker', ['rm', '-f', await containers('main')]);
    expect(await running).toMatchObject({ kind: expect.stringMatching(/unstartable|signal/) });
    expect(await room.exec({ command: ['true'], output, signal })).toMatchObject({
      kind: 'unstartable',
      reason: expect.stringContaining('ended'),
    });
  });

  test('the office is gone: sealing is a Trouble of the workspace that says how it ended', async () => {
    const { room, containers } = await opened();
    await command('docker', ['kill', await containers('workspace')]);
    const thrown = await room.seal().catch((error: unknown) => error);
    expect(thrown).toBeInstanceOf(Trouble);
    expect(thrown).toMatchObject({ fault: 'workspace', message: expect.stringContaining('signal SIGKILL') });
  });

  test('an image that somebody removes: the trial may be tried again, and then works', async () => {
    const first = await opened();
    const { out } = await command('docker', ['inspect', '--format', '{{.Config.Image}}', await first.containers('main')]);
    await first.room.close();
    await command('docker', ['rmi', '-f', out.trim()]);
    const thrown = await aRoom().then(({ room }) => room.open().catch((error: unknown) => error));
    expect(thrown).toMatchObject({ fault: 'sandbox', remedy: 'retry' });
    expect(await (await opened()).say('echo there')).toBe('there\n');
  });

  test('an image that cannot be built: unscored, fault sandbox, with the last words of the build', async () => {
    const trial = await tryBroken('FROM node:24-slim\nRUN echo the disk is made of cheese && exit 3\n');
    expect(trial.end).toMatchObject({ status: 'unscored', fault: 'sandbox', remedy: 'none' });
    expect(trial.end).toHaveProperty(
      'reason',
      expect.stringMatching(/^the image of a-task\/tests could not be built: .*exit code: 3.*the disk is made of cheese/),
    );
  });

  test('what this sandbox does not play is refused with the names', async () => {
    const folder = await temporary();
    const pack = await writeFakePack(folder, 'a-task');
    const toml = await readFile(join(pack, 'task.toml'), 'utf8');
    await writeFile(
      join(pack, 'task.toml'),
      toml.replace('[environment]', '[environment]\nnetwork_mode = "no-network"\nhealthcheck = { command = "true" }'),
    );
    const compose = await readFile(join(pack, 'environment/docker-compose.yaml'), 'utf8');
    await writeFile(join(pack, 'environment/docker-compose.yaml'), `${compose}  database:\n    image: postgres\n`);
    const room = docker.room({ ...roomOptions(folder), task: await readTask(pack) });
    const thrown = await room.open().catch((error: unknown) => error);
    expect(thrown).toMatchObject({ fault: 'sandbox', next: '--sandbox harbor' });
    expect((thrown as Trouble).message).toMatch(/\[environment\]\.healthcheck, \[environment\]\.network_mode, the service database/);
    await room.close();
  });

  test('the verifier has no network, cannot see the trial, and is stopped in time', async () => {
    const { room, folder } = await opened({ grader: 'hangs' });
    await room.seal();
    const evidence = join(folder, 'evidence');
    await room.collect(evidence);
    const verdict = join(folder, 'verdict');
    const output = join(verdict, 'test-stdout.txt');
    const graded = room.grade({ evidence, transcript: folder, verdict, output, signal: AbortSignal.timeout(6000) });
    const find = async (): Promise<string> =>
      (await command('docker', ['ps', '-q', '--filter', `label=dev.slipway.job=${JOB}`])).out.trim();
    await expect
      .poll(async () => (await command('docker', ['inspect', '--format', '{{.Name}} {{.HostConfig.NetworkMode}}', await find()])).out, {
        timeout: 5000,
      })
      .toMatch(/-verifier none\n$/);
    expect(await graded).toEqual({ kind: 'stopped' });
  });
});

interface OpenRoom {
  readonly room: Room;
  readonly folder: string;
  /** Host file that commands print to. */
  readonly output: string;
  /** What the room told its trial's log. */
  readonly lines: readonly string[];
  /** What a shell command prints. */
  readonly say: (script: string) => Promise<string>;
  /** Id of the room's container of that name. */
  readonly containers: (name: string) => Promise<string>;
}

function roomOptions(folder: string) {
  return {
    job: JOB,
    trial: `a-trial.${Math.floor(Math.random() * 1e9)}`,
    directory: folder,
    signal: new AbortController().signal,
    log: (_line: string) => {},
  };
}

async function aRoom(pack: FakePack = {}): Promise<OpenRoom> {
  const folder = await temporary();
  const lines: string[] = [];
  const options = roomOptions(folder);
  const room = docker.room({
    ...options,
    task: await readTask(await writeFakePack(folder, 'a-task', pack)),
    log: (line) => lines.push(line),
  });
  onTestFinished(() => room.close());
  const say = async (script: string): Promise<string> => {
    const output = join(folder, `said-${Math.random()}.txt`);
    await room.exec({ command: ['sh', '-c', script], output, signal: AbortSignal.timeout(30_000) });
    return await readFile(output, 'utf8');
  };
  const containers = async (name: string): Promise<string> => {
    const filters = ['--filter', `label=dev.slipway.trial=${options.trial}`, '--filter', `name=-${name}$`];
    return (await command('docker', ['ps', '-a', '-q', ...filters])).out.trim();
  };
  return { room, folder, output: join(folder, 'output.txt'), lines, say, containers };
}

async function opened(pack: FakePack = {}): Promise<OpenRoom> {
  const made = await aRoom(pack);
  await made.room.open();
  return made;
}

/** One trial of a pack with this tests/Dockerfile. */
async function tryBroken(dockerfile: string): Promise<TrialResult> {
  const folder = await temporary();
  const pack = await writeFakePack(folder, 'a-task');
  await writeFile(join(pack, 'tests/Dockerfile'), dockerfile);
  const job = await runJob({
    tasks: [await readTask(pack)],
    source: null,
    agent: agentNamed('oracle'),
    sandbox: docker,
    jobsDirectory: join(folder, 'jobs'),
    concurrency: 1,
    attempts: 1,
    signal: new AbortController().signal,
  });
  const [trial] = job.trials;
  if (trial === undefined) throw new Error('the job ran no trial');
  return trial;
}
