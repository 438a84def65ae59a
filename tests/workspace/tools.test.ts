// What each kind of tool does, on the office of the design's example.
import { describe, expect, test } from 'vitest';
import { entriesOf, exampleDesk, idsOf, refusal, result } from './harness.ts';

describe('list', () => {
  test.each<[string, object, string[]]>([
    ['everything, in order of `opened`', {}, ['TIC-99', 'TIC-204', 'TIC-207']],
    ['status', { status: 'open' }, ['TIC-204', 'TIC-207']],
    ['priority', { priority: 'high' }, ['TIC-207']],
    ['customer', { customer: 'CUS-11' }, ['TIC-204']],
    ['assignee exactly', { assignee: 'Ida' }, ['TIC-99']],
    ['assignee, no part of it', { assignee: 'Id' }, []],
    ['tag', { tag: 'loud' }, ['TIC-207']],
    ['before, exclusive', { opened_before: '2026-03-06T19:00:00Z' }, ['TIC-99']],
    ['after, read in the zone', { opened_after: '2026-03-06T19:59' }, ['TIC-204', 'TIC-207']],
    ['two at once', { status: 'open', opened_before: '2026-03-07' }, ['TIC-204']],
    ['empty and null filters count as not given', { status: '', tag: null, assignee: [] }, ['TIC-99', 'TIC-204', 'TIC-207']],
  ])('filters: %s', (_title, args, ids) => {
    expect(idsOf(result(exampleDesk(), 'helpdesk.list_tickets', args))).toEqual(ids);
  });

  test('leaves details out and shows times in the zone', () => {
    const desk = exampleDesk();
    expect(result(desk, 'helpdesk.list_tickets', { customer: 'CUS-11' })).toEqual({
      items: [
        {
          id: 'TIC-204',
          subject: 'Export stops at 5 %',
          customer: 'CUS-11',
          status: 'open',
          priority: 'normal',
          opened: '2026-03-06T20:00:00+01:00',
        },
      ],
      total: 1,
    });
    expect(entriesOf(desk.evidence())[0]?.shown.records).toEqual({
      'helpdesk.tickets/TIC-204': ['id', 'subject', 'customer', 'status', 'priority', 'opened'],
    });
  });

  test('matches text without case and accents, addresses without case', () => {
    const desk = exampleDesk();
    expect(idsOf(result(desk, 'contacts.list_people', { name: 'OLA' }))).toEqual(['CON-4']);
    expect(idsOf(result(desk, 'contacts.list_people', { email: 'ola.berg@OURS.example' }))).toEqual(['CON-4']);
    expect(idsOf(result(desk, 'mail.list_messages', { to: 'ME@ours.example', read: 'false' }))).toEqual(['MSG-1']);
    expect(idsOf(result(desk, 'mail.list_messages', { from: '@ours' }))).toEqual(['MSG-1']);
  });

  test('pages through everything once, whatever happens in between', () => {
    const desk = exampleDesk({
      'contacts.people': Array.from({ length: 120 }, (_, index) => ({
        id: `CON-${index}`,
        name: `P${String(index % 7)}`,
        email: `p${index}@x.example`,
      })),
      'crm.customers': [],
      'helpdesk.tickets': [],
    });
    const seen: string[] = [];
    let cursor: unknown;
    do {
      const page = result(desk, 'contacts.list_people', { limit: '25', cursor }) as {
        readonly total: number;
        readonly next_cursor?: string;
      };
      seen.push(...idsOf(page));
      result(desk, 'contacts.update_person', { id: idsOf(page)[0], name: 'A moved one' });
      cursor = page.next_cursor;
    } while (cursor !== undefined);
    expect(seen.length).toBe(120);
    expect(new Set(seen).size).toBe(120);
  });

  test('has 50 items unless asked for more, and a limit to that', () => {
    const many = Array.from({ length: 60 }, (_, index) => ({ id: `CON-${index}`, name: 'N', email: 'n@x.example' }));
    const desk = exampleDesk({ 'contacts.people': many, 'crm.customers': [], 'helpdesk.tickets': [] });
    expect(idsOf(result(desk, 'contacts.list_people')).length).toBe(50);
    expect(idsOf(result(desk, 'contacts.list_people', { limit: 200 })).length).toBe(60);
    expect(refusal(desk, 'contacts.list_people', { limit: 201 })).toMatchObject({
      code: 'wrong_argument',
      message: expect.stringContaining('1 to 200'),
    });
    expect(refusal(desk, 'contacts.list_people', { limit: 0 }).code).toBe('wrong_argument');
    expect(refusal(desk, 'contacts.list_people', { cursor: 'nonsense' }).message).toContain('cursor');
  });

  test.each<[string, object, RegExp]>([
    ['an unknown argument', { statu: 'open' }, /There is no argument "statu"\..*Did you mean "status"\?.*opened_before/s],
    ['a wrong choice', { status: 'opened' }, /status is "opened".*Did you mean "open"\? Choices: open, pending, resolved, closed/s],
    ['a customer that is not there', { customer: 'CUS-1' }, /no such customer.*crm\.list_customers shows the ids/s],
    ['two things at once', { status: 'x', opened_before: 'y' }, /status is "x".*opened_before is "y"/s],
    ['a key of the prototype', JSON.parse('{"__proto__": 1}'), /There is no argument "__proto__"/],
  ])('refuses %s', (_title, args, words) => {
    const { message, hint } = refusal(exampleDesk(), 'helpdesk.list_tickets', args);
    expect(`${message}\n${hint}`).toMatch(words);
  });
});

describe('get', () => {
  test('shows every field and changes nothing', () => {
    const desk = exampleDesk();
    expect(result(desk, 'mail.get_message', { id: 'MSG-1' })).toMatchObject({ body: 'The body', read: false });
    const [entry] = entriesOf(desk.evidence());
    expect(entry?.shown.records['mail.messages/MSG-1']).toEqual(['id', 'from', 'to', 'subject', 'body', 'date', 'folder', 'read']);
    expect(entry?.changes).toEqual([]);
    expect(result(desk, 'mail.get_message', { id: 'MSG-1' })).toMatchObject({ read: false });
  });

  test.each<[unknown, RegExp]>([
    [{ id: 'TIC-1' }, /^There is no ticket with the id "TIC-1"\.\nhelpdesk\.list_tickets shows the ids\.$/],
    [{ id: 'tic-204' }, /There is no ticket/],
    [{}, /^id is missing\.\nid: .*id of a ticket/],
    [undefined, /^id is missing/],
    [{ id: ['TIC-204'] }, /id is a list, not text/],
    [{ ticket: 'TIC-204' }, /no argument "ticket"/],
  ])('refuses %j', (args, words) => {
    const { message, hint } = refusal(exampleDesk(), 'helpdesk.get_ticket', args);
    expect(`${message}\n${hint}`).toMatch(words);
  });
});

describe('search', () => {
  const desk = exampleDesk({
    'helpdesk.tickets': [
      {
        id: 'TIC-1',
        subject: 'Invoices',
        description: 'the printer is broken',
        status: 'open',
        priority: 'low',
        opened: '2026-01-01T00:00:00Z',
      },
      { id: 'TIC-2', subject: 'Printer broken', status: 'open', priority: 'low', opened: '2026-01-01T00:00:00Z' },
      { id: 'TIC-3', subject: 'Brokenhearted printers', status: 'open', priority: 'low', opened: '2026-01-01T00:00:00Z' },
      { id: 'TIC-4', subject: 'Straße & Café', status: 'open', priority: 'low', opened: '2026-01-01T00:00:00Z', tags: ['printer'] },
    ],
  });
  test.each<[string, string[]]>([
    ['printer broken', ['TIC-2', 'TIC-1', 'TIC-3']],
    ['PRINTER', ['TIC-2', 'TIC-4', 'TIC-1', 'TIC-3']],
    ['strasse cafe', ['TIC-4']],
    ['tic-3', ['TIC-3']],
    ['printer missing', []],
    ['.*', []],
  ])('finds every word of %j, best match first', (query, ids) => {
    const found = idsOf(result(desk, 'helpdesk.search_tickets', { query }));
    expect(found).toEqual(ids);
  });
  test('shows no details of what it found', () => {
    expect(JSON.stringify(result(desk, 'helpdesk.search_tickets', { query: 'invoices' }))).not.toContain('broken');
  });
  test('refuses to search for nothing', () => {
    expect(refusal(desk, 'helpdesk.search_tickets', { query: ' \n' }).message).toBe('query is empty.');
    expect(refusal(desk, 'helpdesk.search_tickets', {}).message).toBe('query is missing.');
  });
});

describe('create', () => {
  test('numbers on from the highest id that was ever there, fills in the rest', () => {
    const desk = exampleDesk();
    expect(result(desk, 'helpdesk.create_ticket', { subject: 'New', tags: 'a' })).toEqual({
      id: 'TIC-208',
      subject: 'New',
      status: 'open',
      priority: 'normal',
      opened: '2026-03-09T09:00:00+01:00',
      tags: ['a'],
    });
    expect(result(desk, 'helpdesk.create_ticket', { subject: 'Next', assignee: '' })).toMatchObject({ id: 'TIC-209' });
    expect(result(desk, 'helpdesk.add_comment', { ticket: 'TIC-209', body: 'Hm' })).toMatchObject({
      id: 'COM-1',
      author: 'Support agent',
      visibility: 'internal',
    });
    expect(refusal(desk, 'helpdesk.create_ticket', {}).message).toBe('subject is missing.');
    expect(refusal(desk, 'helpdesk.create_ticket', { subject: 'x', status: 'closed' }).message).toContain('no argument "status"');
    expect(refusal(desk, 'helpdesk.add_comment', { ticket: 'TIC-999', body: 'x' }).message).toContain('no such ticket');
  });

  test('does not give an id again after a deletion, and keeps zero padding', () => {
    const desk = exampleDesk({ 'mail.messages': [] });
    const draft = { to: 'a@x.example', subject: 's', body: 'b' };
    expect(result(desk, 'mail.save_draft', draft)).toMatchObject({ id: 'MSG-1', folder: 'drafts', from: 'me@ours.example' });
    result(desk, 'mail.delete_message', { id: 'MSG-1' });
    expect(result(desk, 'mail.save_draft', draft)).toMatchObject({ id: 'MSG-2' });
    const padded = exampleDesk({
      'contacts.people': [{ id: 'CON-0041', name: 'A', email: 'a@x.example' }],
      'crm.customers': [],
      'helpdesk.tickets': [],
    });
    expect(result(padded, 'contacts.create_person', { name: 'B', email: 'b@x.example' })).toMatchObject({ id: 'CON-0042' });
  });
});

describe('update', () => {
  test('changes what is given and says so', () => {
    const desk = exampleDesk();
    expect(result(desk, 'helpdesk.update_ticket', { id: 'TIC-204', priority: 'urgent' })).toMatchObject({
      id: 'TIC-204',
      priority: 'urgent',
      status: 'open',
    });
    const [entry] = entriesOf(desk.evidence());
    expect(entry?.args).toEqual({ id: 'TIC-204', priority: 'urgent' });
    expect(entry?.changes).toMatchObject([
      { effect: 'update', collection: 'helpdesk.tickets', id: 'TIC-204', before: { priority: 'normal' }, after: { priority: 'urgent' } },
    ]);
  });

  test('takes optional values away with null, the empty text or the empty list', () => {
    const desk = exampleDesk();
    result(desk, 'helpdesk.update_ticket', { id: 'TIC-207', tags: [], assignee: null });
    result(desk, 'helpdesk.update_ticket', { id: 'TIC-99', assignee: '' });
    expect(Object.keys(result(desk, 'helpdesk.get_ticket', { id: 'TIC-207' }) as object)).not.toContain('tags');
    expect(Object.keys(result(desk, 'helpdesk.get_ticket', { id: 'TIC-99' }) as object)).not.toContain('assignee');
    expect(entriesOf(desk.evidence())[0]?.args).toEqual({ id: 'TIC-207', tags: null, assignee: null });
  });

  test('the same value again is no change', () => {
    const desk = exampleDesk();
    result(desk, 'helpdesk.update_ticket', { id: 'TIC-207', tags: ['outage', 'loud'], status: 'open' });
    const [entry] = entriesOf(desk.evidence());
    expect(entry).toMatchObject({ outcome: 'ok', changes: [] });
    expect(entry?.world.after).toBe(entry?.world.before);
  });

  test.each<[object, RegExp]>([
    [{ id: 'TIC-204' }, /Nothing to change.*priority, status/s],
    [{ id: 'TIC-204', subject: 'x' }, /no argument "subject"/],
    [{ id: 'TIC-9', status: 'open' }, /There is no ticket/],
    [{ status: 'open' }, /id is missing/],
    [{ id: 'TIC-204', priority: null }, /Nothing to change/],
  ])('refuses %j', (args, words) => {
    const { message, hint } = refusal(exampleDesk(), 'helpdesk.update_ticket', args);
    expect(`${message}\n${hint}`).toMatch(words);
  });
});

describe('delete', () => {
  test('takes the record away and shows it in the log', () => {
    const desk = exampleDesk();
    expect(result(desk, 'mail.delete_message', { id: 'MSG-1' })).toEqual({ id: 'MSG-1', deleted: true });
    expect(entriesOf(desk.evidence())[0]?.changes).toMatchObject([{ effect: 'delete', before: { body: 'The body' }, after: null }]);
    expect(refusal(desk, 'mail.delete_message', { id: 'MSG-1' }).code).toBe('not_found');
  });
});

describe('send', () => {
  test('keeps a copy and names every addressee once, bare and in lower case', () => {
    const desk = exampleDesk();
    const sent = result(desk, 'mail.send', {
      to: ['Ida Roth <Ida.Roth@Ours.example>', 'x@y.example'],
      cc: 'x@y.example',
      bcc: ['Secret@Z.example'],
      subject: 'Overdue',
      body: 'text',
      in_reply_to: 'MSG-1',
    });
    expect(sent).toEqual({
      id: 'MSG-2',
      mailbox: 'me@ours.example',
      from: 'me@ours.example',
      to: ['Ida.Roth@ours.example', 'x@y.example'],
      cc: ['x@y.example'],
      subject: 'Overdue',
      date: '2026-03-09T09:00:00+01:00',
      folder: 'sent',
      read: true,
      in_reply_to: 'MSG-1',
    });
    expect(entriesOf(desk.evidence())[0]?.changes).toMatchObject([
      {
        effect: 'send',
        before: null,
        after: { body: 'text', bcc: ['Secret@z.example'] },
        recipients: ['ida.roth@ours.example', 'x@y.example', 'secret@z.example'],
      },
    ]);
  });

  test.each<[object, RegExp]>([
    [{ subject: 's', body: 'b' }, /to is missing/],
    [{ to: [], subject: 's', body: 'b' }, /to is missing/],
    [{ to: 'nobody', subject: 's', body: 'b' }, /not a mail address/],
    [{ to: 'a@x.example', subject: 's', body: 'b', from: 'boss@ours.example' }, /no argument "from"/],
    [{ to: 'a@x.example', subject: 's', body: 'b', in_reply_to: 'MSG-7' }, /no such message/],
  ])('refuses %j', (args, words) => {
    const desk = exampleDesk();
    const { message, hint } = refusal(desk, 'mail.send', args);
    expect(`${message}\n${hint}`).toMatch(words);
    expect(entriesOf(desk.evidence())[0]).toMatchObject({ outcome: 'refused', changes: [] });
  });
});
