// The docker sandbox without Docker: what an engine's complaints mean, names and archives, and an engine of ours that fails in every way.
import { mkdir, readdir, readFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import fc from 'fast-check';
import { afterEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { pack, unpack } from '#runner/docker/archive.ts';
import { buildTrouble, engineTrouble } from '#runner/docker/errors.ts';
import { mayUse } from '#runner/docker/images.ts';
import { ownerOfTag, REPOSITORY, roomName, tagOf } from '#runner/docker/labels.ts';
import { ownerIn } from '#runner/docker/users.ts';
import { type JobResult, readTask, runJob, sandboxes } from '#runner/index.ts';
import { OWNER, ownerState, ownOwner } from '#runner/owner.ts';
import { writeFakePack } from './fake-pack.ts';
import { agentNamed, named, temporary } from './harness.ts';

afterEach(() => void vi.unstubAllEnvs());

describe('complaints of an engine', () => {
  const told = (message: string, statusCode = 500) =>
    Object.assign(new Error(`(HTTP code ${statusCode}) ${message}`), { statusCode, json: { message } });
  const lost = (code: string) => Object.assign(new Error(`connect ${code}`), { code });

  test.each([
    { what: 'a full disk', thrown: told('write /var/lib/x: no space left on device'), remedy: 'retry', next: /docker system df/ },
    {
      what: 'no network left',
      thrown: told('could not find an available, non-overlapping IPv4 address pool among the defaults'),
      remedy: 'retry',
      next: /slipway cleanup/,
    },
    { what: 'an engine that is gone', thrown: lost('ECONNREFUSED'), remedy: 'retry', next: /systemctl start docker/ },
    { what: 'an engine that went away', thrown: lost('ECONNRESET'), remedy: 'retry', next: /systemctl/ },
    { what: 'no right to use it', thrown: lost('EACCES'), remedy: 'retry', next: /usermod/ },
    { what: 'anything else', thrown: told('invalid mount config', 400), remedy: 'none', next: undefined },
  ])('$what: fault sandbox, $remedy', ({ thrown, remedy, next }) => {
    const trouble = engineTrouble('start a container', thrown);
    expect(trouble).toMatchObject({ fault: 'sandbox', remedy });
    if (next === undefined) expect(trouble.next).toBeUndefined();
    else expect(trouble.next).toMatch(next);
    expect(trouble.message).not.toContain('HTTP code');
  });

  test.each([
    { complaint: 'toomanyrequests: You have reached your pull rate limit', remedy: 'retry' },
    { complaint: 'unexpected status from HEAD request: 429 Too Many Requests', remedy: 'retry' },
    {
      complaint: 'failed to do request: Head "https://registry.example/v2/": dial tcp: lookup registry.example: no such host',
      remedy: 'retry',
    },
    { complaint: 'failed to copy: write /x: no space left on device', remedy: 'retry' },
    { complaint: 'executor failed running [/bin/sh -c make]: exit code: 2', remedy: 'none' },
    { complaint: 'failed to compute cache key: "/files" not found: not found', remedy: 'none' },
  ])('a build: $complaint is for $remedy', ({ complaint, remedy }) => {
    const log = Array.from({ length: 30 }, (_, line) => `line ${line}\n`);
    const trouble = buildTrouble('a-task/tests', complaint, log);
    expect(trouble).toMatchObject({ fault: 'sandbox', remedy });
    expect(trouble.message).toContain(complaint);
    expect(trouble.message).toMatch(/last lines: line 22 \|.*\| line 29$/);
  });
});

describe('names', () => {
  test('are ones that Docker takes, whatever a trial is called', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 120 }), (trial) => {
        expect(roomName(trial, '0123456789ab')).toMatch(/^[a-z0-9]+(-[a-z0-9]+)*$/);
        expect(roomName(trial, '0123456789ab').length).toBeLessThan(64);
      }),
    );
  });

  test('a tag says whose it is, and fits', () => {
    const owner = ownOwner();
    expect(owner).toMatch(new RegExp(`^${OWNER.source}$`));
    const tag = tagOf('0'.repeat(32), owner);
    expect(tag).toMatch(/^\w[\w.-]{0,127}$/);
    expect(ownerOfTag(`${REPOSITORY}:${tag}`)).toBe(owner);
    for (const other of ['node:24-slim', `${REPOSITORY}:latest`, `x/${REPOSITORY}:${tag}`]) expect(ownerOfTag(other)).toBeNull();
  });

  test('an owner lives, is dead, or cannot be seen from here', () => {
    const [machine, boot, pid, start] = ownOwner().split('.');
    expect(ownerState(ownOwner())).toBe('alive');
    expect(ownerState([machine, boot, pid, `${start}1`].join('.'))).toBe('dead');
    expect(ownerState([machine, '00000000', pid, start].join('.'))).toBe('dead');
    expect(ownerState([machine, boot, '4194304', start].join('.'))).toBe('dead');
    expect(ownerState(['00000000', boot, pid, start].join('.'))).toBe('elsewhere');
    expect(ownerState('somebody')).toBe('elsewhere');
    expect(ownerState('')).toBe('elsewhere');
  });
});

test.each([
  ['root:x:0:0::/:/bin/sh\nnode:x:1000:1001::/home/node:/bin/bash\n', 'node', { uid: 1000, gid: 1001 }],
  ['node:x:1000:1001::/home/node:/bin/bash\n', '1000', { uid: 1000, gid: 1001 }],
  ['node:x:1000:1001::/home/node:/bin/bash\n', 'node:5', { uid: 1000, gid: 5 }],
  ['', '1234', { uid: 1234, gid: 1234 }],
  ['', '1234:9', { uid: 1234, gid: 9 }],
  ['', 'node', null],
  ['node:x:1000:1001::/home/node:/bin/bash\n', 'node:staff', null],
])('users: %j has %s as %j', (passwords, user, owner) => {
  expect(ownerIn(passwords, user)).toEqual(owner);
});

test.each([
  ['FROM a\nCOPY --chmod=0755 stubs/tool /bin/\n', false],
  ['FROM a\nCOPY ["stubs/tool", "/bin/"]\n', true],
  ['FROM a\nCOPY workspace/seed.json /x\n', true],
  ['FROM a\nCOPY ./workspace /x\n', true],
  ['FROM a\nCOPY . /x\n', true],
  ['FROM a\nADD *.json /x\n', true],
  ['FROM a\nCOPY $PART /x\n', true],
  ['FROM a\nCOPY stubs \\\n workspace /x\n', true],
  ['FROM a\nRUN --mount=type=bind,target=/x ls\n', true],
  ['FROM a\ncopy stubs/../workspace /x\n', true],
  ['FROM a\nRUN echo workspace\n', false],
])('%j may use the folder workspace: %s', (dockerfile, expected) => {
  expect(mayUse(dockerfile, 'workspace')).toBe(expected);
});

describe('archives', () => {
  const MOST = { files: 100, bytes: 1_000_000 };

  test('what was packed comes out again, whatever the names and the bytes', async () => {
    const name = fc
      .string({ unit: fc.constantFrom(...'abAB 01._-ü漢'), minLength: 1, maxLength: 120 })
      .filter((text) => !/^\.{1,2}$/.test(text) && text.trim() === text);
    const files = fc.uniqueArray(
      fc.tuple(
        fc.array(name, { minLength: 1, maxLength: 3 }).map((parts) => parts.map((part) => `d${part}`).join('/')),
        fc.uint8Array({ maxLength: 2000 }),
      ),
      {
        selector: ([path]) => path.toLowerCase(),
        maxLength: 5,
      },
    );
    await fc.assert(
      fc.asyncProperty(files, async (given) => {
        // A name cannot be a file and a folder at once.
        const some = given.filter(([path]) => !given.some(([other]) => other.startsWith(`${path}/`)));
        const folder = await temporary();
        const archive = pack([{ path: 'x', mode: 0o755 }, ...some.map(([path, bytes]) => ({ path: `x/${path}`, mode: 0o644, bytes }))]);
        expect(await unpack(Readable.from([archive]), folder, MOST)).toEqual({ files: some.length, cut: false });
        for (const [path, bytes] of some) expect(Buffer.compare(await readFile(join(folder, path)), bytes)).toBe(0);
      }),
      { numRuns: 30 },
    );
  });

  test.each(['x/../../evil', 'x/../evil', '../evil', '/x/../evil', 'evil', 'x/a/../../../evil'])('%s leads nowhere', async (path) => {
    const folder = await temporary();
    await mkdir(join(folder, 'in'));
    const archive = pack([{ path, mode: 0o644, bytes: Buffer.from('evil') }]);
    expect(await unpack(Readable.from([archive]), join(folder, 'in'), MOST)).toEqual({ files: 0, cut: false });
    expect(await readdir(folder, { recursive: true })).toEqual(['in']);
  });

  test('too much is cut, and what came before it is kept', async () => {
    const folder = await temporary();
    const file = (path: string, size: number) => ({ path: `x/${path}`, mode: 0o644, bytes: Buffer.alloc(size, 1) });
    const archive = pack([file('a', 10), file('b', 2_000_000), file('c', 10)]);
    expect(await unpack(Readable.from([archive.subarray(0, 3000), archive.subarray(3000)]), folder, MOST)).toEqual({ files: 1, cut: true });
    expect(await unpack(Readable.from([archive]), folder, { files: 1, bytes: 5_000_000 })).toEqual({ files: 1, cut: true });
    expect(await readdir(folder)).toEqual(['a']);
  });

  test('one that breaks off is an error', async () => {
    const folder = await temporary();
    const archive = pack([{ path: 'x/a', mode: 0o644, bytes: Buffer.alloc(5000) }]);
    const broken = Readable.from(
      (async function* () {
        yield archive.subarray(0, 2000);
        await sleep(1);
        throw new Error('connection lost');
      })(),
    );
    await expect(unpack(broken, folder, MOST)).rejects.toThrow('connection lost');
  });
});

describe('an engine that fails: unscored, fault sandbox, never a zero and never a hang', () => {
  const answers: Readonly<Record<string, (request: IncomingMessage, response: ServerResponse) => void>> = {
    'a registry that says 429': (_request, response) => {
      response.end(`${JSON.stringify({ error: 'toomanyrequests: You have reached your pull rate limit' })}\n`);
    },
    'a disk that is full': (_request, response) => {
      response.statusCode = 500;
      response.end(JSON.stringify({ message: 'write /var/lib/docker: no space left on device' }));
    },
    'a connection that breaks': (request) => void request.socket.destroy(),
  };

  test.each(Object.entries(answers))('%s: tried again', async (_what, answer) => {
    const { job, built } = await jobOn(answer);
    expect(job).toMatchObject({ scored: 0, unscored: 1, retried: 1, mean: null });
    expect(job.trials[0]?.end).toMatchObject({ status: 'unscored', fault: 'sandbox', remedy: 'retry' });
    // Each try asks again: a failure is not kept.
    expect(built()).toBeGreaterThan(1);
  });

  test('too old, or of the other kind: nothing begins', async () => {
    const docker = named(sandboxes, 'docker');
    await engine((_request, response) => response.end(JSON.stringify({ Version: '18.09', ApiVersion: '1.39', Os: 'linux' })));
    await expect(docker.ready()).rejects.toThrow(/18\.09 is too old/);
    await engine((_request, response) => response.end(JSON.stringify({ Version: '28', ApiVersion: '1.51', Os: 'windows' })));
    await expect(docker.ready()).rejects.toThrow(/windows containers/);
  });
});

/** One trial on an engine that answers requests to build in this way. */
async function jobOn(
  answer: (request: IncomingMessage, response: ServerResponse) => void,
): Promise<{ job: JobResult; built: () => number }> {
  let builds = 0;
  await engine((request, response) => {
    const [path = ''] = (request.url ?? '').split('?');
    if (path === '/version') response.end(JSON.stringify({ Version: '28', ApiVersion: '1.51', Os: 'linux' }));
    else if (path === '/build') {
      builds += 1;
      request.resume();
      request.on('end', () => answer(request, response));
    } else response.end(path === '/volumes' ? '{}' : '[]');
  });
  const folder = await temporary();
  const job = await runJob({
    tasks: [await readTask(await writeFakePack(folder, 'a-task'))],
    source: null,
    agent: agentNamed('oracle'),
    sandbox: named(sandboxes, 'docker'),
    jobsDirectory: join(folder, 'jobs'),
    concurrency: 1,
    attempts: 1,
    retries: 1,
    signal: new AbortController().signal,
  });
  return { job, built: () => builds };
}

/** An engine at a socket of its own, which DOCKER_HOST names until the test ends. */
async function engine(answer: (request: IncomingMessage, response: ServerResponse) => void): Promise<Server> {
  const folder = await temporary();
  const server = createServer(answer);
  server.on('upgrade', (_request, socket) => {
    socket.on('error', () => {});
    socket.write('HTTP/1.1 101 UPGRADED\r\nConnection: Upgrade\r\nUpgrade: h2c\r\n\r\n');
  });
  const path = join(folder, 'docker.sock');
  await new Promise<void>((resolve) => void server.listen(path, resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  vi.stubEnv('DOCKER_HOST', `unix://${path}`);
  return server;
}
