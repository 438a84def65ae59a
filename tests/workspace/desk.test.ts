// The one road of a call: what is logged, in which order, and what happens when things go wrong on the way.
import { describe, expect, test } from 'vitest';
import { firstPrev, lineHash, officeDigest, sha256Hex, worldHash } from '#grader/evidence/hash.ts';
import { isDamage, readEvidence } from '#grader/evidence/read.ts';
import type { AuditEntry, World } from '#grader/evidence/types.ts';
import { deskFactory, openDesk } from '#workspace/desk.ts';
import type { Call } from '#workspace/types.ts';
import { entriesOf, exampleDesk, exampleOffice, refusal, result, use } from './harness.ts';

function play(desk = exampleDesk()) {
  use(desk, 'helpdesk.list_tickets', { status: 'open' });
  use(desk, 'helpdesk.update_ticket', { id: 'TIC-204', priority: 'urgent' });
  use(desk, 'helpdesk.update_ticket', { id: 'TIC-0', priority: 'urgent' });
  use(desk, 'mail.send', { to: 'ida.roth@ours.example', subject: 's', body: 'b' });
  use(desk, 'no.such_tool', { x: 1 });
  use(desk, 'reply', { message: 'first' });
  use(desk, 'reply', { message: 'Raised to urgent: TIC-204' });
  return desk;
}

describe('the log', () => {
  test('is a chain from the digest of the office on', () => {
    const files = play().evidence();
    let prev = firstPrev(officeDigest(exampleOffice()));
    (files.get('audit.jsonl') ?? '')
      .trimEnd()
      .split('\n')
      .forEach((line, index) => {
        const entry = JSON.parse(line) as AuditEntry;
        expect(entry).toMatchObject({ seq: index + 1, stage: 'main', actor: 'agent', time: '2026-03-09T08:00:00Z', via: 'proof', prev });
        prev = lineHash(line);
      });
    expect(files.has('seal.json')).toBe(false);
  });

  test('says of each attempt what came of it', () => {
    expect(entriesOf(play().evidence()).map(({ tool, outcome, changes, args }) => [tool, outcome, changes.length, args])).toEqual([
      ['helpdesk.list_tickets', 'ok', 0, { status: 'open' }],
      ['helpdesk.update_ticket', 'ok', 1, { id: 'TIC-204', priority: 'urgent' }],
      ['helpdesk.update_ticket', 'refused', 0, { id: 'TIC-0', priority: 'urgent' }],
      ['mail.send', 'ok', 1, { to: ['ida.roth@ours.example'], subject: 's', body: 'b' }],
      ['no.such_tool', 'refused', 0, { x: 1 }],
      ['reply', 'ok', 0, { message: 'first' }],
      ['reply', 'ok', 0, { message: 'Raised to urgent: TIC-204' }],
    ]);
  });

  test('carries the digest of the very answer', () => {
    const desk = exampleDesk();
    const answers = [use(desk, 'helpdesk.get_ticket', { id: 'TIC-204' }), use(desk, 'helpdesk.get_ticket', { id: 'x' })];
    expect(entriesOf(desk.evidence()).map((entry) => entry.shown.digest)).toEqual(
      answers.map((answer) => sha256Hex(JSON.stringify(answer))),
    );
  });

  test('has world hashes that anybody can compute again', () => {
    const desk = play();
    const files = desk.evidence();
    const [before, after] = ['before', 'after'].map((side) => JSON.parse(files.get(`world/main.${side}.json`) ?? '') as World);
    if (before === undefined || after === undefined) throw new Error('no worlds');
    const entries = entriesOf(files);
    expect(entries[0]?.world.before).toBe(worldHash(before, before));
    expect(entries.at(-1)?.world.after).toBe(worldHash(after, before));
  });

  test('cannot be forged by what callers send', () => {
    const desk = exampleDesk();
    const forged = '\n{"seq":1,"outcome":"ok"}\u2028\u2029\r"';
    use(desk, forged, { [forged]: forged });
    desk.call({ tool: 'helpdesk.get_ticket', args: { id: forged }, via: 'mcp', toolUse: forged });
    use(desk, 'reply', { message: forged });
    expect((desk.evidence().get('audit.jsonl') ?? '').split('\n').length).toBe(4);
    expect(entriesOf(desk.evidence()).map((entry) => entry.seq)).toEqual([1, 2, 3]);
  });
});

describe('evidence', () => {
  test('is whole in the eyes of the grader', () => {
    const desk = play();
    desk.seal();
    const evidence = readEvidence(desk.evidence(), { task: 'support.overdue-enterprise', pack: officeDigest(exampleOffice()) });
    expect(isDamage(evidence) ? evidence.reason : evidence.reply).toEqual({ text: 'Raised to urgent: TIC-204', source: 'tool' });
  });

  test('of nothing done is whole too', () => {
    const desk = exampleDesk();
    desk.seal();
    const evidence = readEvidence(desk.evidence(), { task: 'support.overdue-enterprise', pack: officeDigest(exampleOffice()) });
    expect(isDamage(evidence) ? evidence.reason : evidence.entries).toEqual([]);
  });

  test('is the same for the same calls', () => {
    const factory = deskFactory(exampleOffice());
    const [first, second] = [factory(), factory()].map((desk) => {
      play(desk).seal();
      return [...desk.evidence()];
    });
    expect(second).toEqual(first);
  });

  test('does not grow after the seal', () => {
    const desk = play();
    desk.seal();
    const before = [...desk.evidence()];
    expect(refusal(desk, 'reply', { message: 'late' }).code).toBe('closed');
    desk.seal();
    expect([...desk.evidence()]).toEqual(before);
    expect(desk.sealed).toBe(true);
  });
});

describe('reply', () => {
  test.each<[unknown, RegExp]>([
    [{}, /message is missing/],
    [{ message: '' }, /message is empty/],
    [{ message: ' \n\t' }, /message is empty/],
    [{ message: 'a', mood: 'b' }, /no argument "mood"/],
    ['text', /not an object/],
  ])('refuses %j', (args, words) => {
    const desk = exampleDesk();
    expect(refusal(desk, 'reply', args).message).toMatch(words);
    desk.seal();
    expect(desk.evidence().has('reply/main.json')).toBe(false);
  });
  test('an unaccepted one does not take the place of an accepted one', () => {
    const desk = exampleDesk();
    result(desk, 'reply', { message: 'good' });
    refusal(desk, 'reply', { message: '' });
    expect(JSON.parse(desk.evidence().get('reply/main.json') ?? '')).toEqual({ message: 'good', seq: 1 });
  });
});

describe('a line that cannot be kept', () => {
  test('undoes the call, and the next one works as if it had never been', () => {
    let full = false;
    const kept: string[] = [];
    const desk = openDesk(exampleOffice(), {
      append: (line) => {
        if (full) throw new Error('ENOSPC');
        kept.push(line);
      },
    });
    const create = { subject: 'New' };
    full = true;
    expect(refusal(desk, 'helpdesk.create_ticket', create).code).toBe('internal');
    expect(refusal(desk, 'reply', { message: 'm' }).code).toBe('internal');
    full = false;
    expect(refusal(desk, 'helpdesk.get_ticket', { id: 'TIC-208' }).code).toBe('not_found');
    expect(result(desk, 'helpdesk.create_ticket', create)).toMatchObject({ id: 'TIC-208' });
    desk.seal();
    // Whoever keeps the lines has the log; the desk has everything else.
    expect(desk.evidence().has('audit.jsonl')).toBe(false);
    expect(desk.evidence().has('reply/main.json')).toBe(false);
    const files = new Map([...desk.evidence(), ['audit.jsonl', kept.map((line) => `${line}\n`).join('')] as const]);
    const evidence = readEvidence(files, { task: 'support.overdue-enterprise', pack: officeDigest(exampleOffice()) });
    expect(isDamage(evidence) ? evidence.reason : evidence.entries.length).toBe(2);
  });

  test('is asked for before the answer is given', () => {
    const order: string[] = [];
    const desk = openDesk(exampleOffice(), { append: () => order.push('kept') });
    order.push(use(desk, 'reply', { message: 'm' }).ok ? 'answered' : 'refused');
    expect(order).toEqual(['kept', 'answered']);
  });
});

describe('whatever is sent', () => {
  const circle: { self?: unknown } = {};
  circle.self = circle;
  const deep = JSON.parse(`${'['.repeat(50_000)}${']'.repeat(50_000)}`) as unknown;
  const big = { subject: 'x', body: 'y'.repeat(300_000) };
  test.each<[string, unknown, string, object]>([
    ['nothing at all', undefined, 'wrong_argument', {}],
    ['null', null, 'wrong_argument', {}],
    ['a list', [1], 'wrong_argument', { _received: [1] }],
    ['text', 'id=TIC-204', 'wrong_argument', { _received: 'id=TIC-204' }],
    ['a number', 7, 'wrong_argument', { _received: 7 }],
    ['a circle', circle, 'too_large', { _truncated: true, depth: 32 }],
    ['a deep list', deep, 'too_large', { _truncated: true, depth: 32 }],
    ['a deep value', { id: deep }, 'too_large', { _truncated: true, depth: 32 }],
    ['a function', () => 1, 'wrong_argument', {}],
    ['a big integer', { id: 10n }, 'wrong_argument', {}],
    [
      'too much',
      big,
      'too_large',
      { _truncated: true, bytes: Buffer.byteLength(JSON.stringify(big)), sha256: sha256Hex(JSON.stringify(big)) },
    ],
    [
      'much that is wrong',
      { id: 'z'.repeat(70_000) },
      'wrong_argument',
      { _truncated: true, bytes: 70_009, sha256: expect.stringMatching(/^[0-9a-f]{64}$/) },
    ],
    [
      'a prototype',
      JSON.parse('{"id":"TIC-204","__proto__":{"x":1}}'),
      'wrong_argument',
      JSON.parse('{"id":"TIC-204","__proto__":{"x":1}}'),
    ],
    ['half a surrogate', { id: '\ud800' }, 'wrong_argument', { id: '\ud800' }],
  ])('%s is answered and logged', (_title, args, code, logged) => {
    const desk = exampleDesk();
    expect(refusal(desk, 'helpdesk.get_ticket', args).code).toBe(code);
    const [entry] = entriesOf(desk.evidence());
    expect(entry).toMatchObject({ tool: 'helpdesk.get_ticket', outcome: 'refused' });
    expect(entry?.args).toEqual(logged);
  });

  test('a tool that is none, of any name', () => {
    const desk = exampleDesk();
    for (const tool of ['', 'constructor', '__proto__', 'helpdesk.constructor', 'helpdesk.tickets', 'x'.repeat(10_000)]) {
      expect(refusal(desk, tool).code).toBe('unknown_tool');
    }
    expect(refusal(desk, 'helpdesk.updat_ticket').hint).toMatch(/^Did you mean "helpdesk\.update_ticket"\? /);
    expect(refusal(desk, 'update_ticket').hint).toMatch(/Tools: .*helpdesk\.list_tickets.*, reply\.$/);
  });

  test.each(['helpdesk.nothing', 'helpdesk_nothing'])('a tool that the service does not have: %s', (tool) => {
    const { hint } = refusal(exampleDesk(), tool);
    expect(hint).toMatch(/Tools of helpdesk: helpdesk\.list_tickets/);
    expect(hint).not.toMatch(/crm\.|reply/);
  });

  test('a tool whose name is no text', () => {
    const desk = exampleDesk();
    expect(desk.call({ tool: 7, args: {}, via: 'http' } as unknown as Call)).toMatchObject({ ok: false });
  });

  test('what a caller changes afterwards does not reach the records', () => {
    const desk = exampleDesk();
    const tags = ['a'];
    result(desk, 'helpdesk.update_ticket', { id: 'TIC-204', tags });
    tags.push('b');
    expect(result(desk, 'helpdesk.get_ticket', { id: 'TIC-204' })).toMatchObject({ tags: ['a'] });
  });
});

test('a log that is full takes no more calls, and stays whole', () => {
  const desk = openDesk(exampleOffice());
  const filler = 'x'.repeat(200_000);
  let answer = desk.call({ tool: 'reply', args: { message: 'first' }, via: 'proof' });
  for (let i = 0; i < 400 && answer.ok; i++) answer = desk.call({ tool: 'reply', args: { message: filler }, via: 'proof' });
  expect(answer).toMatchObject({ ok: false, error: { code: 'too_large' } });
  desk.seal();
  const log = desk.evidence().get('audit.jsonl') ?? '';
  expect(log.length).toBeLessThan(17 * 1024 * 1024);
  expect(log.endsWith('}\n')).toBe(true);
});

test('an office takes only so many new records and so much text; reading goes on, and refusals are logged', () => {
  const many = openDesk(exampleOffice());
  for (let i = 0; i < 500; i++)
    expect(many.call({ tool: 'mail.save_draft', args: { to: 'a@x.example', subject: 's', body: 'b' }, via: 'proof' }).ok).toBe(true);
  expect(many.call({ tool: 'mail.save_draft', args: { to: 'a@x.example', subject: 's', body: 'b' }, via: 'proof' })).toMatchObject({
    error: { code: 'too_large' },
  });
  expect(many.call({ tool: 'mail.list_messages', args: {}, via: 'proof' }).ok).toBe(true);
  many.seal();
  expect((many.evidence().get('audit.jsonl') ?? '').trimEnd().split('\n')).toHaveLength(502);

  const long = openDesk(exampleOffice());
  const body = 'x'.repeat(190_000);
  const answers = Array.from(
    { length: 30 },
    () => long.call({ tool: 'mail.save_draft', args: { to: 'a@x.example', subject: 's', body }, via: 'proof' }).ok,
  );
  expect(answers.filter(Boolean)).toHaveLength(22);
});

test('a search looks for a few words only', () => {
  const query = Array.from({ length: 17 }, (_, i) => 'a'.repeat(i + 1)).join(' ');
  expect(exampleDesk().call({ tool: 'mail.search_messages', args: { query }, via: 'proof' })).toMatchObject({
    error: { code: 'wrong_argument' },
  });
});
