// Whatever is posted to a real server through either face: every attempt is one line of the log, what was accepted is stored as it came,
// what was not is refused, and the server lives.
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { officeDigest } from '#grader/evidence/hash.ts';
import { isDamage, readEvidence } from '#grader/evidence/read.ts';
import type { AuditEntry } from '#grader/evidence/types.ts';
import { exampleOffice, filesIn, type Running, startServer } from '../workspace/harness.ts';
import { type Answered, chainOf, logOf, send } from './client.ts';

const office = exampleOffice();
let server: Running;
beforeAll(async () => {
  server = await startServer(office);
});
afterAll(() => server.stop());

/** Texts that end lines, strings, encodings or patience. */
const evilText = fc.oneof(
  fc.constantFrom(
    '\n{"seq":1,"outcome":"ok","prev":""}\n',
    '\r\n\u2028\u2029\u0085',
    '\ud800',
    'a\udfffb',
    '\0',
    '__proto__',
    'constructor',
    '"}],"prev":"',
    '🙂'.repeat(1_000),
    'x'.repeat(300_000),
  ),
  fc.string({ unit: 'binary' }),
  fc.string({ unit: 'grapheme' }),
);

/** JSON texts, among them some that no JSON.stringify would write. */
const evilJson = fc.oneof(
  fc.jsonValue({ stringUnit: 'binary' }).map((value) => JSON.stringify(value)),
  evilText.map((text) => JSON.stringify(text)),
  fc.constantFrom('1e999', '-0', '9007199254740993', `${'9'.repeat(5_000)}`, '{"__proto__":{"x":1}}', '{"a":1,"a":2}', 'null', ''),
  fc.integer({ min: 1, max: 50_000 }).map((depth) => `${'['.repeat(depth)}${']'.repeat(depth)}`),
  fc.integer({ min: 1, max: 20_000 }).map((depth) => `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`),
);

const evilObject = fc
  .array(fc.tuple(fc.oneof(fc.constantFrom('id', 'tags', 'priority', 'message', '__proto__'), evilText), evilJson), { maxLength: 4 })
  .map((pairs) => `{${pairs.map(([name, value]) => `${JSON.stringify(name)}:${value || 'null'}`).join(',')}}`);

const evilBytes = fc.oneof(
  fc.uint8Array({ maxLength: 200 }),
  fc.constantFrom(new Uint8Array([0x7b, 0x22, 0xff, 0x22, 0x7d]), new Uint8Array([0xef, 0xbb, 0xbf]), new Uint8Array([0xed, 0xa0, 0x80])),
);

const evilBody = fc.oneof({ weight: 3, arbitrary: evilObject }, { weight: 2, arbitrary: evilJson }, evilBytes, evilText);
const kind = fc.constantFrom('application/json', 'application/x-www-form-urlencoded', 'text/plain', 'application/json; charset=latin1', '');
const tool = fc.constantFrom(
  'helpdesk/get_ticket',
  'helpdesk/update_ticket',
  'mail/save_draft',
  'reply',
  'no/such',
  '__proto__',
  'a%0A%7B%22seq%22',
);

test('HTTP: one line for each attempt, an answer in the one form there is', async () => {
  await fc.assert(
    fc.asyncProperty(tool, evilBody, kind, async (path, body, type) => {
      const { answer, lines } = await logged(() => send(`${server.url}/tools/${path}`, { body, headers: { 'content-type': type } }));
      const said = JSON.parse(answer.text) as { readonly ok: boolean; readonly error?: { readonly code: string } };
      expect(said.ok).toBe(answer.status === 200);
      expect(said.error?.code).not.toBe('internal');
      expect(lines).toMatchObject([{ via: 'http', tool: decodeURIComponent(path).replace('/', '.'), outcome: said.ok ? 'ok' : 'refused' }]);
    }),
    { numRuns: 300, seed: 5 },
  );
}, 120_000);

test('HTTP: a body of 10 MB is refused and logged with its length', async () => {
  const { answer, lines } = await logged(() =>
    send(`${server.url}/tools/reply`, { body: JSON.stringify({ message: 'x'.repeat(10_000_000) }) }),
  );
  expect(answer.status).toBe(413);
  expect(lines).toMatchObject([{ tool: 'reply', outcome: 'refused', args: { _unread: true, bytes: 10_000_014 } }]);
});

test('MCP: arguments of any kind reach the log as they came; every result has its line', async () => {
  const name = fc.oneof(fc.constantFrom('helpdesk_get_ticket', 'helpdesk_update_ticket', 'reply', '__proto__'), evilText);
  await fc.assert(
    fc.asyncProperty(name, fc.oneof(evilObject, evilJson), async (called, args) => {
      const params = `{"name":${JSON.stringify(called)}${args === '' ? '' : `,"arguments":${args}`}}`;
      const { answer, lines } = await logged(() =>
        send(`${server.url}/mcp`, { body: `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":${params}}` }),
      );
      if (answer.status === 413) return expect(lines).toEqual([]);
      const { result } = JSON.parse(answer.text) as { readonly result?: { readonly isError?: boolean } };
      expect(result).toBeDefined();
      expect(lines).toMatchObject([{ via: 'mcp', outcome: result?.isError === true ? 'refused' : 'ok' }]);
    }),
    { numRuns: 200, seed: 6 },
  );
}, 120_000);

test('MCP: messages of any kind are answered, and only results have lines', async () => {
  const field = (name: string, value: fc.Arbitrary<string>) =>
    fc.option(value, { nil: undefined }).map((text) => text && `"${name}":${text}`);
  const params = fc.tuple(field('name', evilJson), field('arguments', evilJson), field('_meta', evilJson)).map(objectOf);
  const message = fc
    .tuple(
      field('jsonrpc', fc.constantFrom('"2.0"', '"1.0"', '2')),
      field('id', fc.oneof(fc.constantFrom('1', '"a"', 'null', '{}'), evilJson)),
      field('method', fc.oneof(fc.constantFrom('"tools/call"', '"tools/list"', '"initialize"', '"ping"', '"nope"'), evilJson)),
      field('params', fc.oneof(params, evilJson)),
    )
    .map(objectOf);
  const body = fc.oneof(
    message,
    fc.array(message, { maxLength: 3 }).map((all) => `[${all.join(',')}]`),
    evilBytes,
    evilJson,
  );
  await fc.assert(
    fc.asyncProperty(body, async (sent) => {
      const { answer, lines } = await logged(() => send(`${server.url}/mcp`, { body: sent }));
      expect(answer.status).toBeLessThan(500);
      const answers = answer.text === '' ? [] : [JSON.parse(answer.text) as unknown].flat();
      expect(lines.length).toBe(answers.filter((one) => JSON.stringify(one).includes('"result":{"content":')).length);
    }),
    { numRuns: 200, seed: 7 },
  );
}, 120_000);

test('what a reply says is stored to the last character, or refused', async () => {
  await fc.assert(
    fc.asyncProperty(evilText, async (message) => {
      const { answer, lines } = await logged(() => send(`${server.url}/tools/reply`, { body: JSON.stringify({ message }) }));
      if (answer.status === 200) expect(lines).toMatchObject([{ args: { message } }]);
      else expect(lines).toMatchObject([{ outcome: 'refused' }]);
    }),
    { numRuns: 100, seed: 8 },
  );
});

test('after all of it the server is healthy and its evidence whole', async () => {
  expect((await send(`${server.url}/health`, { method: 'GET' })).status).toBe(200);
  expect(chainOf(logOf(server.evidence), office).length).toBeGreaterThan(500);
  expect(await server.run('seal')).toMatchObject({ code: 0 });
  const evidence = readEvidence(filesIn(server.evidence), { task: office.task, pack: officeDigest(office) });
  expect(isDamage(evidence) ? evidence.reason : 'whole').toBe('whole');
});

function objectOf(fields: readonly (string | undefined)[]): string {
  return `{${fields.filter(Boolean).join(',')}}`;
}

/** An answer and the lines of the log that it brought. */
async function logged(act: () => Promise<Answered>): Promise<{ readonly answer: Answered; readonly lines: readonly AuditEntry[] }> {
  const before = logOf(server.evidence).length;
  const answer = await act();
  const lines = logOf(server.evidence)
    .slice(before)
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as AuditEntry);
  return { answer, lines };
}
