// Planned faults: which calls they meet, what the agent gets through each face, and what the log says of it.
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { officeDigest } from '#grader/evidence/hash.ts';
import { isDamage, readEvidence } from '#grader/evidence/read.ts';
import type { AuditEntry } from '#grader/evidence/types.ts';
import { openDesk } from '#workspace/desk.ts';
import type { Desk, Office, PlannedFault } from '#workspace/types.ts';
import { entriesOf, exampleOffice, idsOf, type Running, refusal, result, startServer, use } from './harness.ts';

const UPDATE = 'helpdesk.update_ticket';
const LIST = 'helpdesk.list_tickets';
const raise = { id: 'TIC-204', priority: 'urgent' };
const plain = exampleOffice();

const withFaults = (...faults: PlannedFault[]): Office => ({ ...plain, faults });
const deskWith = (...faults: PlannedFault[]): Desk => openDesk(withFaults(...faults));
const outcomes = (desk: Desk) => entriesOf(desk.evidence()).map(({ outcome }) => outcome);

describe('a call that fails', () => {
  test.each<[PlannedFault['kind'], string, object, RegExp, RegExp]>([
    ['unavailable', UPDATE, raise, /^Helpdesk is unavailable at the moment; nothing was done\.$/, /^Try again\.$/],
    ['rate_limited', UPDATE, raise, /^Helpdesk gets too many requests at the moment; nothing was done\.$/, /^Try again in 5 seconds\.$/],
    ['timeout', UPDATE, raise, /so it is not known whether this was done\.$/, /^Look whether it was done; if not, try again\.$/],
    ['timeout', LIST, {}, /^Helpdesk did not answer in time\.$/, /^Try again\.$/],
  ])('%s of %s: an error that says what to do, nothing done, then all is well', (kind, tool, args, message, hint) => {
    const desk = deskWith({ tool, kind, nth: [1], ...(kind === 'rate_limited' && { retryAfter: 5 }) });
    const told = refusal(desk, tool, args);
    expect(told).toMatchObject({ code: kind, message: expect.stringMatching(message), hint: expect.stringMatching(hint) });
    expect(desk.lastOutcome).toBe('fault');
    expect(result(desk, 'helpdesk.get_ticket', { id: 'TIC-204' })).toMatchObject({ priority: 'normal' });
    result(desk, tool, args);
    expect(outcomes(desk)).toEqual(['fault', 'ok', 'ok']);
    const [entry] = entriesOf(desk.evidence());
    expect(entry).toMatchObject({ actor: 'agent', tool, args, changes: [], message: `planned fault: ${kind}; nothing was done` });
    expect(entry?.shown.records).toEqual({});
    expect(entry?.world.after).toBe(entry?.world.before);
  });

  test('a send that times out sent nothing', () => {
    const desk = deskWith({ tool: 'mail.send', kind: 'timeout', nth: [1] });
    const letter = { to: ['Ida <ida.roth@ours.example>'], subject: 'S', body: 'B' };
    refusal(desk, 'mail.send', letter);
    expect(idsOf(result(desk, 'mail.list_messages', { folder: 'sent' }))).toEqual([]);
    result(desk, 'mail.send', letter);
    expect(idsOf(result(desk, 'mail.list_messages', { folder: 'sent' }))).toHaveLength(1);
    const [failed, , sent] = entriesOf(desk.evidence());
    expect(failed?.args).toEqual(sent?.args);
  });
});

describe('which calls count', () => {
  test('those that would be carried out, failed ones too', () => {
    const desk = deskWith({ tool: UPDATE, kind: 'unavailable', nth: [1, 3] });
    refusal(desk, UPDATE, { id: 'TIC-1', priority: 'urgent' });
    refusal(desk, UPDATE, { id: 'TIC-204', priority: 'soon' });
    refusal(desk, UPDATE, 'no arguments at all');
    for (const _ of [1, 2, 3, 4]) use(desk, UPDATE, raise);
    expect(outcomes(desk)).toEqual(['refused', 'refused', 'refused', 'fault', 'ok', 'fault', 'ok']);
  });

  test('other tools neither fail nor count', () => {
    const desk = deskWith({ tool: LIST, kind: 'unavailable', nth: [2] });
    for (const tool of [UPDATE, LIST, UPDATE, LIST, LIST]) use(desk, tool, tool === UPDATE ? raise : {});
    expect(outcomes(desk)).toEqual(['ok', 'ok', 'ok', 'fault', 'ok']);
  });

  test('a call that could not be logged did not happen', () => {
    let broken = true;
    const append = () => {
      if (broken) throw new Error('disk full');
    };
    const desk = openDesk(withFaults({ tool: UPDATE, kind: 'unavailable', nth: [1] }), { append });
    expect(refusal(desk, UPDATE, raise).code).toBe('internal');
    broken = false;
    expect(refusal(desk, UPDATE, raise).code).toBe('unavailable');
    result(desk, UPDATE, raise);
  });

  test('a fork counts on from where it was', () => {
    const desk = deskWith({ tool: UPDATE, kind: 'unavailable', nth: [2] });
    result(desk, UPDATE, raise);
    const fork = desk.fork();
    expect(fork.lastOutcome).toBeUndefined();
    refusal(fork, UPDATE, raise);
    result(fork, UPDATE, raise);
    refusal(desk, UPDATE, raise);
  });
});

describe('stale', () => {
  const stale = (tool: string) => deskWith({ tool, kind: 'stale', nth: [1] });

  test('what was changed is shown as it was, and nothing says so', () => {
    const desk = stale('helpdesk.get_ticket');
    result(desk, 'helpdesk.get_ticket', { id: 'TIC-204' });
    result(desk, UPDATE, raise);
    expect(result(desk, 'helpdesk.get_ticket', { id: 'TIC-204' })).toMatchObject({ priority: 'normal' });
    expect(result(desk, 'helpdesk.get_ticket', { id: 'TIC-204' })).toMatchObject({ priority: 'urgent' });
    expect(outcomes(desk)).toEqual(['ok', 'ok', 'fault', 'ok']);
    const entry = entriesOf(desk.evidence())[2];
    expect(entry?.message).toBe('planned fault: stale; answered from the records as they were at the start');
    expect(entry?.shown.records['helpdesk.tickets/TIC-204']).toContain('priority');
  });

  test('what was made is not there yet', () => {
    const [list, get] = [stale('helpdesk.list_tickets'), stale('helpdesk.get_ticket')];
    for (const desk of [list, get]) result(desk, 'helpdesk.create_ticket', { subject: 'New' });
    expect(idsOf(result(list, LIST))).toHaveLength(3);
    expect(idsOf(result(list, LIST))).toHaveLength(4);
    expect(refusal(get, 'helpdesk.get_ticket', { id: 'TIC-208' })).toMatchObject({ code: 'not_found' });
    expect(result(get, 'helpdesk.get_ticket', { id: 'TIC-208' })).toMatchObject({ subject: 'New' });
    expect(outcomes(get)).toEqual(['ok', 'fault', 'ok']);
  });
});

describe('partial', () => {
  test('half of a list, with a warning and no way to go on but to ask again', () => {
    const desk = deskWith({ tool: LIST, kind: 'partial', nth: [1] });
    const page = result(desk, LIST) as { readonly total: number };
    expect(idsOf(page)).toEqual(['TIC-99']);
    expect(page).toEqual({
      items: [expect.anything()],
      total: 3,
      warning: 'Incomplete: only 1 of these 3 items could be read. Ask again.',
    });
    expect(idsOf(result(desk, LIST))).toHaveLength(3);
    const [entry] = entriesOf(desk.evidence());
    expect(entry).toMatchObject({ outcome: 'fault', message: 'planned fault: partial; 1 of 3 items shown' });
    expect(Object.keys(entry?.shown.records ?? {})).toEqual(['helpdesk.tickets/TIC-99']);
  });

  test('of one item none; an empty list cannot be cut and does not count', () => {
    const desk = deskWith({ tool: 'helpdesk.search_tickets', kind: 'partial', nth: [1] });
    expect(result(desk, 'helpdesk.search_tickets', { query: 'nowhere' })).toEqual({ items: [], total: 0 });
    expect(result(desk, 'helpdesk.search_tickets', { query: 'invoice' })).toMatchObject({
      items: [],
      total: 1,
      warning: /Incomplete/ as never,
    });
    expect(idsOf(result(desk, 'helpdesk.search_tickets', { query: 'invoice' }))).toEqual(['TIC-99']);
    expect(outcomes(desk)).toEqual(['ok', 'fault', 'ok']);
  });

  test('of a page that was asked for, its own half', () => {
    const desk = deskWith({ tool: LIST, kind: 'partial', nth: [1] });
    const page = result(desk, LIST, { limit: 2 });
    expect(idsOf(page)).toHaveLength(1);
    expect(page).not.toHaveProperty('next_cursor');
    expect(result(desk, LIST, { limit: 2 })).toHaveProperty('next_cursor');
  });
});

describe('as evidence', () => {
  const office = withFaults({ tool: UPDATE, kind: 'timeout', nth: [1] }, { tool: LIST, kind: 'partial', nth: [2] });
  const played = () => {
    const desk = openDesk(office);
    for (const tool of [LIST, UPDATE, UPDATE, LIST, LIST]) use(desk, tool, tool === UPDATE ? raise : {});
    use(desk, 'reply', { message: 'Done.' });
    desk.seal();
    return desk.evidence();
  };

  test('it is found whole, and the same every time', () => {
    const read = readEvidence(played(), { task: office.task, pack: officeDigest(office) });
    expect(isDamage(read) ? read.reason : read.entries.map(({ outcome }) => outcome)).toEqual(['ok', 'fault', 'ok', 'fault', 'ok', 'ok']);
    expect([...played()]).toEqual([...played()]);
  });

  test('it belongs to an office with just these faults', () => {
    expect(officeDigest(office)).not.toBe(officeDigest(plain));
    expect(officeDigest({ ...plain, faults: undefined })).toBe(officeDigest(plain));
    expect(readEvidence(played(), { task: office.task, pack: officeDigest(plain) })).toMatchObject({
      reason: 'seal.json: it is for another pack',
    });
  });
});

describe('through every face', () => {
  let server: Running;
  beforeAll(async () => {
    server = await startServer(
      withFaults(
        { tool: UPDATE, kind: 'unavailable', nth: [1, 3] },
        { tool: 'helpdesk.add_comment', kind: 'rate_limited', nth: [1, 3], retryAfter: 7 },
        { tool: LIST, kind: 'timeout', nth: [1, 3] },
      ),
    );
  });
  afterAll(() => server.stop());

  const comment = { ticket: 'TIC-204', body: 'Raised.' };
  const CALLS: readonly [tool: string, args: object, code: string, status: number, retry: string | null][] = [
    [UPDATE, raise, 'unavailable', 503, null],
    ['helpdesk.add_comment', comment, 'rate_limited', 429, '7'],
    [LIST, {}, 'timeout', 504, null],
  ];

  test('HTTP: 503, 429 with Retry-After, 504; then 200', async () => {
    for (const [tool, args, code, status, retry] of CALLS) {
      const call = () =>
        fetch(`${server.url}/tools/${tool.replace('.', '/')}`, {
          method: 'POST',
          body: JSON.stringify(args),
          headers: { 'content-type': 'application/json' },
        });
      const failed = await call();
      expect([failed.status, failed.headers.get('retry-after')]).toEqual([status, retry]);
      expect(await failed.json()).toMatchObject({ ok: false, error: { code, ...(retry && { retry_after: Number(retry) }) } });
      const done = await call();
      expect([done.status, done.headers.get('retry-after')]).toEqual([200, null]);
    }
  });

  test('the stub: the reason on stderr and an exit code of its own; then 0', async () => {
    for (const [tool, args, code] of CALLS) {
      const failed = await stub(tool, args);
      expect(failed, code).toMatchObject({ code: 4, out: '', err: expect.stringMatching(/Try again|try again/) });
      expect(await stub(tool, args)).toMatchObject({ code: 0, err: '' });
    }
  });

  test('MCP: an error in the words of the office; part of a list is an answer', async () => {
    const restarted = await startServer(
      withFaults({ tool: UPDATE, kind: 'unavailable', nth: [1] }, { tool: 'crm.list_customers', kind: 'partial', nth: [1] }),
    );
    try {
      const failed = await overMcp(restarted, 'helpdesk_update_ticket', raise);
      const text = 'Helpdesk is unavailable at the moment; nothing was done.\nTry again.';
      expect(failed).toEqual({ content: [{ type: 'text', text }], isError: true });
      expect((await overMcp(restarted, 'helpdesk_update_ticket', raise)).isError).toBeUndefined();
      const half = await overMcp(restarted, 'crm_list_customers', {});
      expect(half.isError).toBeUndefined();
      expect(JSON.parse(half.content[0]?.text ?? '')).toMatchObject({ total: 2, warning: expect.stringContaining('only 1 of these 2') });
      expect(logged(restarted).map(({ outcome, via }) => [outcome, via])).toEqual([
        ['fault', 'mcp'],
        ['ok', 'mcp'],
        ['fault', 'mcp'],
      ]);
    } finally {
      await restarted.stop();
    }
  });

  function stub(tool: string, args: object): Promise<{ readonly code: number | null; readonly out: string; readonly err: string }> {
    const path = new URL('../../runtime/workspace/stubs/slipway-tool', import.meta.url).pathname;
    const env = { ...process.env, SLIPWAY_URL: server.url };
    const child = spawn('sh', [path, tool], { env, stdio: ['pipe', 'pipe', 'pipe'] });
    const said = { out: '', err: '' };
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      said.out += text;
    });
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      said.err += text;
    });
    child.stdin.end(JSON.stringify(args));
    return new Promise((resolve) => child.once('close', (code) => resolve({ code, ...said })));
  }
});

interface McpAnswer {
  readonly content: readonly { readonly text: string }[];
  readonly isError?: boolean;
}

async function overMcp({ url }: Running, name: string, args: object): Promise<McpAnswer> {
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: args } });
  const headers = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' };
  const response = await fetch(`${url}/mcp`, { method: 'POST', body, headers });
  return ((await response.json()) as { readonly result: McpAnswer }).result;
}

function logged({ evidence }: Running): AuditEntry[] {
  const lines = readFileSync(join(evidence, 'audit.jsonl'), 'utf8').trimEnd().split('\n');
  return lines.map((line) => JSON.parse(line) as AuditEntry);
}
