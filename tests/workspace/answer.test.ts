// The form of the reply: what it takes, what it refuses and how it is described, through every face.
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { officeDigest } from '#grader/evidence/hash.ts';
import { isDamage, readEvidence } from '#grader/evidence/read.ts';
import type { AuditEntry, Json } from '#grader/evidence/types.ts';
import { openDesk } from '#workspace/desk.ts';
import { toolHelp } from '#workspace/help.ts';
import { toolList } from '#workspace/schema.ts';
import type { AnswerForm, Office } from '#workspace/types.ts';
import { entriesOf, exampleOffice, type Running, refusal, result, startServer, use } from './harness.ts';

const form: AnswerForm = {
  total: { type: 'number', unit: 'EUR', about: 'What is due.' },
  count: { type: 'integer', about: 'How many.' },
  fee: { type: 'money', currency: 'EUR', about: 'What it costs.' },
  took: { type: 'duration', about: 'How long it took.' },
  urgent: { type: 'boolean', about: 'Whether it is.' },
  due: { type: 'date', about: 'By when.' },
  at: { type: 'time', about: 'When.' },
  who: { type: 'address', about: 'Who.' },
  kind: { type: 'enum', values: ['early', 'late'], about: 'Which kind.' },
  tickets: { type: 'list', of: 'reference', to: 'helpdesk.tickets', about: 'Which tickets.' },
  amounts: { type: 'list', of: 'number', about: 'Which amounts.' },
  rows: {
    type: 'table',
    about: 'One for each ticket.',
    key: ['ticket'],
    columns: {
      ticket: { type: 'reference', to: 'helpdesk.tickets', about: 'The ticket.' },
      state: { type: 'enum', values: ['fine', 'late'], about: 'How it is.' },
      hours: { type: 'number', unit: 'hours', about: 'How long.' },
    },
  },
};
const office: Office = { ...exampleOffice(), answer: form };

function answerOf(given: unknown): Json | undefined {
  const desk = openDesk(office);
  result(desk, 'reply', given);
  desk.seal();
  const read = readEvidence(desk.evidence(), { task: office.task, pack: officeDigest(office) });
  if (isDamage(read)) throw new Error(read.reason);
  return read.reply.answer;
}

test.each<[string, { readonly [name: string]: unknown }, Json]>([
  ['a number', { total: 12.5 }, { total: 12.5 }],
  ['a number as text', { total: '12.50' }, { total: 12.5 }],
  ['a whole number', { count: '3' }, { count: 3 }],
  ['an amount', { fee: 'EUR 12.50' }, { fee: 12.5 }],
  ['an amount in another spelling', { fee: '12,5 EUR' }, { fee: 12.5 }],
  ['a length of time', { took: 'PT90M' }, { took: 'PT1H30M' }],
  ['a length of time in words', { took: '1 hour 30 minutes' }, { took: 'PT1H30M' }],
  ['a boolean', { urgent: 'TRUE' }, { urgent: true }],
  ['a date', { due: '2026-03-09' }, { due: '2026-03-09' }],
  ['a time in the zone of the office', { at: '2026-03-09T09:00' }, { at: '2026-03-09T08:00:00Z' }],
  ['an address', { who: 'Ida Roth <Ida@OURS.example>' }, { who: 'Ida@ours.example' }],
  ['a choice', { kind: 'late' }, { kind: 'late' }],
  ['a list', { tickets: ['TIC-204', 'TIC-99'] }, { tickets: ['TIC-204', 'TIC-99'] }],
  ['a list of one', { tickets: 'TIC-204' }, { tickets: ['TIC-204'] }],
  ['a list as text', { tickets: '["TIC-204"]' }, { tickets: ['TIC-204'] }],
  ['an empty list is an answer', { tickets: [] }, { tickets: [] }],
  ['so it is as text', { tickets: '[]' }, { tickets: [] }],
  ['numbers stay numbers', { amounts: ['1', 2.5] }, { amounts: [1, 2.5] }],
  ['a table', { rows: [{ ticket: 'TIC-204', state: 'late', hours: '61' }] }, { rows: [{ ticket: 'TIC-204', state: 'late', hours: 61 }] }],
  ['a table as text', { rows: '[{"ticket":"TIC-204"}]' }, { rows: [{ ticket: 'TIC-204' }] }],
  [
    'a row as text, another as text',
    { rows: ['{"ticket":"TIC-204"}', '{"ticket":"TIC-99"}'] },
    { rows: [{ ticket: 'TIC-204' }, { ticket: 'TIC-99' }] },
  ],
  ['one row as text', { rows: '{"ticket":"TIC-204"}' }, { rows: [{ ticket: 'TIC-204' }] }],
  ['empty cells are not given', { rows: [{ ticket: 'TIC-204', state: null, hours: '' }] }, { rows: [{ ticket: 'TIC-204' }] }],
  [
    'the same key twice is the agent’s to say',
    { rows: [{ ticket: 'TIC-204' }, { ticket: 'TIC-204' }] },
    { rows: [{ ticket: 'TIC-204' }, { ticket: 'TIC-204' }] },
  ],
  ['null and "" are not given', { total: 1, count: null, kind: '' }, { total: 1 }],
])('takes %s', (_, given, want) => {
  expect(answerOf(given)).toEqual(want);
});

test.each<[string, unknown, string, string]>([
  [
    'thousands marks',
    { total: '1,234' },
    'total is "1,234", not a number.',
    'Write plain decimal numbers, such as 1234.5. Leave out the unit, it is EUR already.',
  ],
  ['a unit', { total: '12 EUR' }, 'total is "12 EUR", not a number.', 'Leave out the unit'],
  ['an amount that has two readings', { fee: '1,234' }, 'fee is "1,234", not an amount of money.', 'plain decimal number'],
  ['an amount in another currency', { fee: '12 USD' }, 'fee is "12 USD", not in EUR.', 'Write the amount in EUR'],
  ['a length without a unit', { took: '90' }, 'took is "90", not a length of time.', 'Write lengths of time as 45m, 1h 30m or 2d.'],
  ['percent', { total: '10%' }, 'total is "10%", not a number.', 'plain decimal'],
  ['a broken number', { count: 1.5 }, 'count is 1.5, not a whole number.', 'without decimals'],
  ['another choice', { kind: 'latest' }, 'kind is "latest", not one of its choices.', 'Did you mean "late"? Choices: early, late.'],
  [
    'no such record',
    { tickets: ['TIC-2004'] },
    'tickets: value 1 is "TIC-2004", but there is no such ticket.',
    'Did you mean "TIC-204"? helpdesk.list_tickets shows the ids.',
  ],
  ['no such field', { totl: 5 }, 'There is no argument "totl".', 'Did you mean "total"?'],
  [
    'no such column',
    { rows: [{ ticket: 'TIC-204', hour: 5 }] },
    'rows: row 1 has no column "hour".',
    'Did you mean "hours"? Columns: ticket, state, hours.',
  ],
  [
    'a wrong cell',
    { rows: [{ ticket: 'TIC-204' }, { ticket: 'TIC-99', state: 'done' }] },
    'rows: row 2: state is "done", not one of its choices.',
    'Choices: fine, late.',
  ],
  ['a row without its key', { rows: [{ state: 'late' }] }, 'rows: row 1 lacks ticket.', 'Every row needs ticket.'],
  ['a row that is none', { rows: ['TIC-204'] }, 'rows: row 1 is text, not an object.', 'columns ticket, state, hours'],
  ['too many rows', { rows: Array.from({ length: 1001 }, () => ({ ticket: 'TIC-204' })) }, 'rows has 1001 values.', 'At most 1000'],
  ['two mistakes at once', { total: 'x', kind: 'y' }, 'total is "x", not a number. kind is "y", not one of its choices.', ''],
  ['nothing', {}, 'Nothing was said.', 'Fill in the form (total, count,'],
  ['only blanks', { message: ' ', total: '', rows: null }, 'Nothing was said.', ''],
  ['names of objects', { constructor: 5 }, 'There is no argument "constructor".', ''],
])('refuses %s', (_, given, message, hint) => {
  const said = refusal(openDesk(office), 'reply', given);
  expect(said).toMatchObject({ code: 'wrong_argument', message });
  expect(said.hint).toContain(hint);
});

describe('the message', () => {
  test('may be missing where the form is filled in, and the other way round', () => {
    const desk = openDesk(office);
    use(desk, 'reply', { total: 5 });
    expect(JSON.parse(desk.evidence().get('reply/main.json') ?? '')).toEqual({ message: '', answer: { total: 5 }, seq: 1 });
    use(desk, 'reply', { message: 'Done.' });
    expect(JSON.parse(desk.evidence().get('reply/main.json') ?? '')).toEqual({ message: 'Done.', seq: 2 });
    expect(entriesOf(desk.evidence()).map(({ args }) => args)).toEqual([{ total: 5 }, { message: 'Done.' }]);
  });

  test('a refused reply leaves the one before', () => {
    const desk = openDesk(office);
    use(desk, 'reply', { message: 'a', total: 5 });
    use(desk, 'reply', { message: 'b', total: 'five' });
    expect(JSON.parse(desk.evidence().get('reply/main.json') ?? '')).toEqual({ message: 'a', answer: { total: 5 }, seq: 1 });
  });

  test('without a form there is none, and nothing changes', () => {
    const plain = exampleOffice();
    const desk = openDesk(plain);
    expect(refusal(desk, 'reply', { total: 5 }).message).toBe('There is no argument "total". message is missing.');
    expect(refusal(desk, 'reply', { message: '' }).message).toBe('message is empty.');
    expect(officeDigest({ ...plain, ...(JSON.parse('{}') as object) })).toBe(officeDigest(plain));
    expect(officeDigest(office)).not.toBe(officeDigest(plain));
  });
});

test.each<[string, (reply: Record<string, Json>) => unknown]>([
  ['another value', (reply) => ({ ...reply, answer: { total: 6 } })],
  ['another field', (reply) => ({ ...reply, answer: { total: 5, count: 1 } })],
  ['none', ({ answer: _, ...reply }) => reply],
  ['a list', (reply) => ({ ...reply, answer: [5] })],
])('an answer in the reply file that is not the log’s is damage: %s', (_, change) => {
  const desk = openDesk(office);
  use(desk, 'reply', { total: 5 });
  desk.seal();
  const files = new Map(desk.evidence());
  const forged = JSON.stringify(change(JSON.parse(files.get('reply/main.json') ?? '')));
  files.set('reply/main.json', forged);
  const { createHash } = process.getBuiltinModule('node:crypto');
  const seal = JSON.parse(files.get('seal.json') ?? '') as { stages: [Record<string, Json>] };
  seal.stages[0].reply = createHash('sha256').update(forged).digest('hex');
  files.set('seal.json', JSON.stringify(seal));
  expect(isDamage(readEvidence(files, { task: office.task, pack: officeDigest(office) }))).toBe(true);
});

test('the schema says what belongs where', () => {
  const listing = toolList(office).find(({ name }) => name === 'reply');
  expect(listing?.description).toContain('It has a form to fill in');
  expect(listing?.inputSchema.required).toBeUndefined();
  expect(listing?.inputSchema.properties).toMatchObject({
    message: { type: 'string' },
    total: { type: 'number', description: 'What is due. In EUR.' },
    fee: { type: 'number', description: 'What it costs. An amount in EUR, at most 2 decimals.' },
    took: { type: 'string', description: 'How long it took. A length of time, such as 45m, 1h 30m or 2d; a day is 24 hours.' },
    kind: { type: 'string', enum: ['early', 'late'] },
    amounts: { type: 'array', items: { type: 'number' } },
    rows: {
      type: 'array',
      description: 'One for each ticket. One object per row, at most one with the same ticket.',
      items: {
        type: 'object',
        required: ['ticket'],
        additionalProperties: false,
        properties: { state: { type: 'string', enum: ['fine', 'late'] }, hours: { type: 'number', description: 'How long. In hours.' } },
      },
    },
  });
});

test('so does the help for shells', () => {
  const listing = toolList(office).find(({ name }) => name === 'reply');
  const help = listing ? toolHelp(listing) : '';
  expect(help).toContain('--total (number)\n      What is due. In EUR.');
  expect(help).toContain('--rows (table, as a JSON list of objects)\n      One for each ticket.');
  expect(help).toContain('      state (one of: fine, late): How it is.');
});

describe('through a real server', () => {
  let server: Running;
  beforeAll(async () => {
    server = await startServer(office);
  });
  afterAll(() => server.stop());

  const lastArgs = () =>
    (JSON.parse(readFileSync(join(server.evidence, 'audit.jsonl'), 'utf8').trimEnd().split('\n').at(-1) ?? '') as AuditEntry).args;
  const stub = new URL('../../runtime/workspace/stubs/slipway-tool', import.meta.url).pathname;
  const tool = (args: readonly string[], input = '') =>
    new Promise<number | null>((resolve) => {
      const child = spawn('sh', [stub, ...args], { env: { ...process.env, SLIPWAY_URL: server.url }, stdio: ['pipe', 'ignore', 'ignore'] });
      child.stdin.on('error', () => undefined);
      child.stdin.end(input);
      child.once('close', resolve);
    });
  const rows = [{ ticket: 'TIC-204', state: 'late', hours: 61 }];

  test.each<[string, readonly string[], string, Json]>([
    [
      'options',
      ['reply', '--message', 'Done', '--total', '12.50', '--tickets', 'TIC-204', '--tickets', 'TIC-99'],
      '',
      { message: 'Done', total: 12.5, tickets: ['TIC-204', 'TIC-99'] },
    ],
    ['a table as text', ['reply', '--rows', JSON.stringify(rows)], '', { rows }],
    ['JSON on stdin', ['reply', '--json'], JSON.stringify({ message: 'x', rows }), { message: 'x', rows }],
    ['a text alone', ['reply', 'Done'], '', { message: 'Done' }],
    ['a text on stdin stays a text', ['reply'], '{"total": 5}', { message: '{"total": 5}' }],
  ])('the stub: %s', async (_, args, input, want) => {
    expect(await tool(args, input)).toBe(0);
    expect(lastArgs()).toEqual(want);
  });

  test('MCP', async () => {
    const body = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'reply', arguments: { total: 5, rows } } };
    const headers = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' };
    const response = await fetch(`${server.url}/mcp`, { method: 'POST', headers, body: JSON.stringify(body) });
    expect(await response.json()).toMatchObject({ result: { content: [{ text: '{"received":true}' }] } });
    expect(lastArgs()).toEqual({ total: 5, rows });
  });
});
