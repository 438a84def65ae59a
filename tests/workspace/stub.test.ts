// slipway-tool, with every transport this machine has, under dash where it is there.
import { execFileSync, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { AuditEntry } from '#grader/evidence/types.ts';
import { type Running, startServer } from './harness.ts';

const stub = new URL('../../runtime/workspace/stubs/slipway-tool', import.meta.url).pathname;
const shell = has('dash') ? 'dash' : 'sh';
const nasty = 'quotes " \' $(touch /tmp/slipway-was-here) `id` \\n %41 + & = ; emoji 🙂\nsecond line\ttab \u2028 é e\u0301';

let server: Running;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.stop());

function has(program: string): boolean {
  try {
    execFileSync('sh', ['-c', 'command -v "$0"', program]);
    return true;
  } catch {
    return false;
  }
}

interface Ran {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

function run(
  args: readonly (string | Buffer)[],
  options: { readonly input?: string | Buffer; readonly env?: NodeJS.ProcessEnv } = {},
): Promise<Ran> {
  const env = {
    ...process.env,
    http_proxy: 'http://127.0.0.1:9',
    HTTP_PROXY: 'http://127.0.0.1:9',
    SLIPWAY_URL: server.url,
    ...options.env,
  };
  const child = spawn(shell, [stub, ...(args as string[])], { env, stdio: ['pipe', 'pipe', 'pipe'] });
  const ran = { out: '', err: '' };
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    ran.out += text;
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    ran.err += text;
  });
  child.stdin.on('error', () => undefined);
  child.stdin.end(options.input ?? '');
  return new Promise((resolve) => child.once('close', (code) => resolve({ code, ...ran })));
}

function lastLogged(): AuditEntry {
  const lines = readFileSync(join(server.evidence, 'audit.jsonl'), 'utf8').trimEnd().split('\n');
  return JSON.parse(lines.at(-1) ?? '') as AuditEntry;
}

const transports = ['node', 'curl', 'python3'].filter(has);

test('some transport is there', () => expect(transports).not.toEqual([]));

describe.each(transports)('%s', (transport) => {
  const env = { SLIPWAY_TRANSPORT: transport };
  const tool = (...args: (string | Buffer)[]) => run(args, { env });
  const piped = (input: string | Buffer, ...args: string[]) => run(args, { env, input });

  test.each<[string, string[], object]>([
    ['--name value', ['helpdesk', 'update_ticket', '--id', 'TIC-204', '--priority', 'urgent'], { id: 'TIC-204', priority: 'urgent' }],
    ['--name=value', ['helpdesk', 'update_ticket', '--id=TIC-204', '--priority=low'], { id: 'TIC-204', priority: 'low' }],
    ['a dotted name', ['helpdesk.update_ticket', '--id=TIC-204', '--priority=high'], { id: 'TIC-204', priority: 'high' }],
    [
      'a repeated name',
      ['helpdesk', 'update_ticket', '--tags', 'a', '--id', 'TIC-204', '--tags=b=c', '--tags', '--d'],
      { id: 'TIC-204', tags: ['a', 'b=c', '--d'] },
    ],
    ['an empty value', ['helpdesk', 'update_ticket', '--id', 'TIC-204', '--tags='], { id: 'TIC-204', tags: null }],
    ['no arguments, stdin left alone', ['helpdesk', 'list_tickets', '--'], {}],
    ['no arguments, empty stdin', ['helpdesk', 'list_tickets'], {}],
    ['values that look like options or files', ['reply', '--message', '@/etc/passwd -X DELETE'], { message: '@/etc/passwd -X DELETE' }],
    ['any text', ['reply', nasty], { message: nasty }],
    ['a reply that begins with dashes', ['reply', '--', '--force is wrong'], { message: '--force is wrong' }],
  ])('%s', async (_title, args, logged) => {
    const ran = await tool(...args);
    expect(ran).toMatchObject({ code: 0, err: '' });
    expect(() => JSON.parse(ran.out)).not.toThrow();
    expect(lastLogged()).toMatchObject({ outcome: 'ok', via: 'http' });
    expect(lastLogged().args).toEqual(logged);
  });

  test('JSON on stdin', async () => {
    expect(await piped(JSON.stringify({ to: ['a@x.example'], subject: nasty, body: nasty }), 'mail', 'send')).toMatchObject({ code: 0 });
    expect(lastLogged().args).toEqual({ to: ['a@x.example'], subject: nasty, body: nasty });
  });

  test('a reply on stdin, line feeds and all', async () => {
    expect(await piped(`${nasty}\n\n`, 'reply')).toMatchObject({ code: 0 });
    expect(lastLogged().args).toEqual({ message: `${nasty}\n\n` });
  });

  test('100 KB as an argument and 190 KB on stdin', async () => {
    const long = nasty.repeat(1000);
    expect(await tool('reply', long.slice(0, 100_000))).toMatchObject({ code: 0 });
    expect(lastLogged().args).toEqual({ message: long.slice(0, 100_000) });
    expect(await piped('x'.repeat(190_000), 'reply')).toMatchObject({ code: 0 });
    expect(lastLogged().args).toEqual({ message: 'x'.repeat(190_000) });
  });

  test('bytes that are no UTF-8 are refused, not replaced', async () => {
    expect(await piped(Buffer.from([0x68, 0xff, 0x69]), 'reply')).toMatchObject({ code: 1, err: expect.stringContaining('UTF-8') });
  });

  test('a refusal: reason and hint on stderr, nothing on stdout', async () => {
    expect(await tool('helpdesk', 'get_ticket', '--id', 'TIC-1')).toEqual({
      code: 1,
      out: '',
      err: 'There is no ticket with the id "TIC-1".\nhelpdesk.list_tickets shows the ids.\n',
    });
    expect(await tool('helpdesk', 'delete_ticket', '--id', 'TIC-1')).toMatchObject({
      code: 1,
      err: expect.stringContaining('There is no tool'),
    });
    expect(await piped('{broken', 'helpdesk', 'get_ticket')).toMatchObject({ code: 1, err: expect.stringContaining('JSON') });
  });

  test('help', async () => {
    expect((await tool()).out).toMatch(/helpdesk update_ticket +Change a ticket/);
    expect((await tool('--help')).out).toBe((await tool()).out);
    expect((await tool('helpdesk')).out).toMatch(/^Usage: .*\n.*list_tickets/s);
    expect((await tool('helpdesk', 'update_ticket', '--help')).out).toMatch(/--id \(text, required\)/);
    expect((await tool('reply', '--help')).out).toMatch(/--message/);
  });

  test('an office that is not reached', async () => {
    expect(await run(['helpdesk', 'list_tickets', '--'], { env: { ...env, SLIPWAY_URL: 'http://127.0.0.1:1' } })).toMatchObject({
      code: 3,
      out: '',
      err: expect.stringContaining('was not reached at http://127.0.0.1:1'),
    });
  });

  test('the second address, when the first is not reached', async () => {
    const ran = await run(['helpdesk', 'get_ticket'], {
      env: { ...env, SLIPWAY_URL: `http://127.0.0.1:1 ${server.url}/` },
      input: '{"id":"TIC-99"}',
    });
    expect(ran).toMatchObject({ code: 0, err: '' });
  });
});

describe('used wrongly', () => {
  test.each<[string, string[]]>([
    ['an argument without a value', ['helpdesk', 'get_ticket', '--id']],
    ['an argument without a name', ['helpdesk', 'get_ticket', 'TIC-204']],
    ['a name that is none', ['helpdesk', 'get_ticket', '--a/b', 'x']],
    ['an option first', ['--id', 'TIC-204']],
    ['a service that is none', ['../tools', 'x']],
    ['a reply without quotes', ['reply', 'two', 'words']],
  ])('%s', async (_title, args) => {
    expect(await run(args)).toMatchObject({ code: 2, out: '', err: expect.stringContaining('slipway-tool') });
  });
  test('a transport that is none', async () => {
    expect(await run([], { env: { SLIPWAY_TRANSPORT: 'wget' } })).toMatchObject({ code: 2 });
  });
});
