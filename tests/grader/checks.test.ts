// Every kind of check: parameters and evidence in, score and words out.
import { expect, test } from 'vitest';
import { called, each, record, reply, saw, sent, unchanged } from '#grader/checks/index.ts';
import { toText } from '#grader/fraction.ts';
import type { Check } from '#grader/types.ts';
import { type Act, evidenceOf, mail, SEED, say, update } from './build.ts';

type Row = [what: string, check: Check, acts: readonly Act[], score: string, found?: string];

const tickets = 'helpdesk.tickets';
const user = { actor: 'user', tool: 'user' } as const;
const made = (id: string, more: Partial<Act> = {}) => ({ ...update(id, { subject: 'new' }), tool: 'helpdesk.create_ticket', ...more });

const urgent = record({ record: `${tickets}/TIC-204`, has: { priority: 'urgent', status: 'open' } });
const same = unchanged({ collection: tickets });
const but204 = unchanged({ collection: tickets, except: ['TIC-204'] });
const butPriority = unchanged({ collection: tickets, except: ['TIC-204'], fields: ['priority'] });
const listed = { tool: 'helpdesk.list_tickets', shown: { [`${tickets}/TIC-204`]: ['id', 'subject'] } };
const got = { tool: 'helpdesk.get_ticket', args: { id: 'TIC-204' }, shown: { [`${tickets}/TIC-204`]: ['priority'] } };

const names = { just: ['TIC-204'], out_of: ['TIC-204', 'TIC-205', 'TIC-207'] };
const ida = 'ida@ours.example';
const told = sent({ service: 'mail', to: ida, names });
const tellsTime = (start: string) => ({ tells: { start, now: '2026-03-26T10:20:00+01:00', zone: 'Europe/Berlin' } });
const atTwo = sent({ service: 'mail', to: ida, has: { body: tellsTime('2026-04-02T14:00:00+02:00') } });
const answer = reply({ names: ['TIC-204', 'TIC-205'], out_of: names.out_of });

const phrase = { body: { contains: 'Garage Birke' } };
const either = { body: { one_of: [{ contains: '13:15' }, { contains: '1:15' }] } };
const denial = { body: { contains: 'not booked' } };

const again = (times: number, to: readonly string[]) => Array.from({ length: times }, (_, i) => mail(`M-${i + 1}`, to, 'TIC-204'));
const stamped = (id: string, time: string): Act => ({
  tool: 'mail.send',
  time,
  writes: [{ at: `mail.messages/${id}`, set: { to: [ida], body: 'TIC-204', date: time }, effect: 'send', recipients: [ida] }],
});
const differing = (times: number) => Array.from({ length: times }, (_, i) => mail(`M-${i + 1}`, [ida], `TIC-204 (${'x'.repeat(i)})`));

const ROWS: Row[] = [
  ['record, done', urgent, [update('TIC-204', { priority: 'urgent' })], '1', 'as expected'],
  ['record, nothing done', urgent, [], '0', 'priority "normal"'],
  ['record, one field of two', urgent, [update('TIC-204', { priority: 'urgent', status: 'closed' })], '0', 'status "closed"'],
  ['record, deleted', urgent, [update('TIC-204', null)], '0', 'is not there'],
  ['record, refused', urgent, [update('TIC-204', { priority: 'urgent' }, { outcome: 'refused', writes: [] })], '0'],
  ['record, undone', urgent, [update('TIC-204', { priority: 'urgent' }), update('TIC-204', { priority: 'normal' })], '0'],
  ['record, prototype', record({ record: 'constructor/name', has: {} }), [], '0', 'is not there'],
  [
    'record, missing field',
    record({ record: `${tickets}/TIC-204`, has: { constructor: { not: '' }, toString: 'x' } }),
    [],
    '0',
    'toString nothing',
  ],

  ['unchanged, nothing done', same, [], '1'],
  ['unchanged, no such collection', unchanged({ collection: 'x.y' }), [], '1'],
  ['unchanged, changed', same, [update('TIC-207', { priority: 'urgent' })], '0', `${tickets}/TIC-207 priority`],
  ['unchanged, put back', same, [update('TIC-207', { priority: 'urgent' }), update('TIC-207', { priority: 'high' })], '1'],
  ['unchanged, made', same, [made('TIC-300')], '0', `${tickets}/TIC-300 is new`],
  ['unchanged, made and removed', same, [made('TIC-300'), update('TIC-300', null)], '1'],
  ['unchanged, removed', same, [update('TIC-205', null)], '0', 'TIC-205 is gone'],
  ['unchanged, new field', same, [update('TIC-205', { due: '' })], '0', 'TIC-205 due'],
  ['unchanged, elsewhere', same, [mail('MSG-1', [ida], 'x')], '1'],
  [
    'unchanged, by the user',
    same,
    [update('TIC-207', { status: 'closed' }, user), made('TIC-301', user), update('TIC-205', null, user)],
    '1',
  ],
  ['unchanged, user after agent, same field', same, [update('TIC-207', { status: 'x' }), update('TIC-207', { status: 'y' }, user)], '1'],
  [
    'unchanged, agent after user',
    same,
    [update('TIC-207', { status: 'y' }, user), update('TIC-207', { status: 'x' })],
    '0',
    'TIC-207 status',
  ],
  [
    'unchanged, agent undoes the user',
    same,
    [update('TIC-207', { status: 'y' }, user), update('TIC-207', { status: 'open' })],
    '0',
    'TIC-207 status',
  ],
  ['unchanged, user edits what the agent made', same, [made('TIC-300'), update('TIC-300', { subject: 'z' }, user)], '0', 'TIC-300 is new'],
  [
    'unchanged, other field than the user',
    same,
    [update('TIC-207', { status: 'y' }, user), update('TIC-207', { priority: 'x' })],
    '0',
    'TIC-207 priority',
  ],
  ['unchanged, the user elsewhere', same, [mail('TIC-204', [ida], 'x', user), mail('TIC-400', [ida], 'x', user)], '1'],
  ['unchanged, the user empties a field', same, [update('TIC-204', { subject: undefined }, user)], '1'],
  ['unchanged, the agent empties a field', same, [update('TIC-204', { subject: undefined })], '0', 'TIC-204 subject'],
  ['unchanged, excused', but204, [update('TIC-204', { priority: 'urgent', status: 'x' })], '1'],
  ['unchanged, excused and removed', but204, [update('TIC-204', null)], '1'],
  [
    'unchanged, another than the excused',
    but204,
    [update('TIC-204', { priority: 'urgent' }), update('TIC-205', { priority: 'urgent' })],
    '0',
    'TIC-205 priority',
  ],
  ['unchanged, excused field', butPriority, [update('TIC-204', { priority: 'urgent' })], '1'],
  ['unchanged, another field of the excused', butPriority, [update('TIC-204', { status: 'closed' })], '0', 'TIC-204 status'],
  ['unchanged, excused field, removed', butPriority, [update('TIC-204', null)], '0', 'TIC-204 is gone'],
  ['unchanged, excused field elsewhere', butPriority, [update('TIC-205', { priority: 'urgent' })], '0', 'TIC-205 priority'],

  ['called', called({ tool: 'helpdesk.get_ticket' }), [got], '1'],
  ['called, not', called({ tool: 'helpdesk.get_ticket' }), [listed], '0', 'times: 0'],
  ['called, argument', called({ tool: 'helpdesk.get_ticket', with: { id: 'TIC-205' } }), [got], '0'],
  ['called, absent argument', called({ tool: 'helpdesk.get_ticket', with: { deep: true } }), [got], '0'],
  ['called, refused', called({ tool: 'helpdesk.get_ticket' }), [{ ...got, outcome: 'refused' }], '0'],
  ['called, refused, as attempt', called({ tool: 'helpdesk.get_ticket', as: 'attempt' }), [{ ...got, outcome: 'refused' }], '1'],
  ['called, by the user', called({ tool: 'helpdesk.get_ticket' }), [{ ...got, actor: 'user' }], '0'],
  ['called, too seldom', called({ tool: 'helpdesk.get_ticket', times: { at_least: 2 } }), [got], '0', 'times: 1'],
  ['called, too often', called({ tool: 'helpdesk.get_ticket', times: { at_most: 1 } }), [got, got], '0', 'times: 2'],
  ['called, at most and not at all', called({ tool: 'helpdesk.get_ticket', times: { at_most: 1 } }), [], '1'],

  ['saw', saw({ record: `${tickets}/TIC-204` }), [listed], '1'],
  ['saw, another', saw({ record: `${tickets}/TIC-205` }), [listed], '0', 'never shown'],
  ['saw, a field', saw({ record: `${tickets}/TIC-204`, fields: ['priority'] }), [listed], '0', 'without priority'],
  ['saw, fields over two answers', saw({ record: `${tickets}/TIC-204`, fields: ['priority', 'subject'] }), [listed, got], '1'],
  ['saw, refused', saw({ record: `${tickets}/TIC-204` }), [{ ...listed, outcome: 'refused' }], '0'],
  ['saw, in what a planned fault left of a list', saw({ record: `${tickets}/TIC-204` }), [{ ...listed, outcome: 'fault' }], '1'],
  ['saw, shown to the user', saw({ record: `${tickets}/TIC-204` }), [{ ...listed, actor: 'user' }], '0'],

  ['sent', told, [mail('M-1', [ida], 'TIC-204 is late')], '1', 'sent'],
  ['sent, other case', told, [mail('M-1', ['IDA@ours.example'], 'tic-204 is late')], '1'],
  ['sent, with a copy', told, [mail('M-1', ['ola@ours.example', ida], 'TIC-204')], '1'],
  ['sent, not', told, [], '0', 'no such message'],
  ['sent, to another', told, [mail('M-1', ['ola@ours.example'], 'TIC-204')], '0', 'no such message'],
  ['sent, by the user', told, [mail('M-1', [ida], 'TIC-204', user)], '0'],
  ['sent, names nothing', told, [mail('M-1', [ida], 'a ticket is late')], '0', 'no TIC-204'],
  ['sent, names a longer one', told, [mail('M-1', [ida], 'TIC-2041')], '0'],
  ['sent, names all', told, [mail('M-1', [ida], 'TIC-204 TIC-205 TIC-207')], '0', 'also names TIC-205, TIC-207'],
  ['sent, right and a wrong one beside', told, [mail('M-1', [ida], 'TIC-204'), mail('M-2', [ida], 'TIC-207')], '0', 'also names TIC-207'],
  ['sent, wrong one to somebody else', told, [mail('M-1', [ida], 'TIC-204'), mail('M-2', ['ola@ours.example'], 'TIC-207')], '1'],
  ['sent, small talk beside', told, [mail('M-0', [ida], 'hello'), mail('M-1', [ida], 'TIC-204')], '1'],
  ['sent, a draft', told, [{ tool: 'mail.draft', writes: [{ at: 'mail.messages/M-1', set: { to: [ida], body: 'TIC-204' } }] }], '0'],
  [
    'sent, to anybody, a draft',
    sent({ service: 'mail' }),
    [{ tool: 'mail.draft', writes: [{ at: 'mail.messages/M-1', set: { body: 'x' } }] }],
    '0',
  ],
  ['sent, away', sent({ service: 'helpdesk' }), [{ tool: 'x', writes: [{ at: `${tickets}/TIC-204`, set: null, effect: 'send' }] }], '0'],
  [
    'sent, to anybody but one, to nobody',
    sent({ service: 'mail', to: { not: ida } }),
    [{ tool: 'x', writes: [{ at: 'mail.messages/M-1', set: {}, effect: 'send' }] }],
    '0',
  ],
  [
    'sent, named outside the list as well',
    sent({ service: 'mail', to: ida, names: { ...names, also: ['TIC-205'] } }),
    [mail('M-1', [ida], 'TIC-204 is late.\n- TIC-205')],
    '1',
  ],
  [
    'sent, named in a list of texts',
    sent({ service: 'mail', names }),
    [{ tool: 'x', writes: [{ at: 'mail.messages/M-1', set: { labels: ['x', 'TIC-204'] }, effect: 'send' }] }],
    '1',
  ],
  [
    'sent, a number names nothing',
    sent({ service: 'mail', names: { just: ['5'], out_of: [] } }),
    [{ tool: 'x', writes: [{ at: 'mail.messages/M-1', set: { size: 5 }, effect: 'send' }] }],
    '0',
  ],
  [
    'sent, an address by itself names nobody',
    sent({ service: 'mail', names: { just: [ida], out_of: [] } }),
    [mail('M-1', [ida], 'x')],
    '0',
  ],
  ['sent, by another service', sent({ service: 'mai', to: ida }), [mail('M-1', [ida], 'x')], '0'],
  ['sent, also', sent({ service: 'mail', to: ida, names: { ...names, also: ['TIC-205'] } }), [mail('M-1', [ida], 'TIC-204 TIC-205')], '1'],
  [
    'sent, also, in another message',
    sent({ service: 'mail', to: ida, names: { ...names, also: ['TIC-205'] } }),
    [mail('M-1', [ida], 'TIC-204'), mail('M-2', [ida], 'TIC-205')],
    '1',
  ],
  [
    'sent, nothing to name',
    sent({ service: 'mail', names: { just: [], out_of: [] } }),
    [mail('M-1', [ida], 'x')],
    '0',
    'no record to name',
  ],
  [
    'sent, told, and corrected before',
    atTwo,
    [mail('M-0', [ida], 'On 3 April at 9:00.'), mail('M-1', [ida], 'Sorry: on 2 April at 14:00.')],
    '1',
  ],
  [
    'sent, told, and another after',
    atTwo,
    [mail('M-1', [ida], 'On 2 April at 14:00.'), mail('M-2', [ida], 'On 3 April at 9:00.')],
    '0',
    'later',
  ],
  [
    'sent, told, every hour in a message of its own',
    atTwo,
    [9, 10, 11, 12, 13, 14].map((hour) => mail(`M-${hour}`, [ida], `On 2 April at ${hour}:00.`)),
    '0',
    '5 messages tell another',
  ],
  ['sent, told, and thanks after', atTwo, [mail('M-1', [ida], 'On 2 April at 14:00.'), mail('M-2', [ida], 'Thank you for Tuesday.')], '1'],
  [
    'sent, told, and what another item asks for',
    sent({
      service: 'mail',
      to: ida,
      has: { body: tellsTime('2026-04-02T14:00:00+02:00') },
      others: [{ body: tellsTime('2026-04-03T09:00:00+02:00') }],
    }),
    [mail('M-1', [ida], 'On 2 April at 14:00.'), mail('M-2', [ida], 'On 3 April at 9:00.')],
    '1',
  ],
  [
    'sent, told, and another amount after',
    sent({ service: 'mail', to: ida, has: { body: { tells: { number: 5, unit: 'EUR' } } } }),
    [mail('M-1', [ida], 'It is 5 EUR.'), mail('M-2', [ida], 'It is 6 EUR.')],
    '0',
    'later',
  ],
  [
    'sent, told, and another number after',
    sent({ service: 'mail', to: ida, has: { body: { tells: { number: 5 } } } }),
    [mail('M-1', [ida], 'It is 5.'), mail('M-2', [ida], 'I am in room 6.')],
    '1',
  ],
  ['sent, fields', sent({ service: 'mail', has: { body: { contains: 'late' } } }), [mail('M-1', [ida], 'it is late')], '1'],
  [
    'sent, denied',
    sent({ service: 'mail', has: phrase }),
    [mail('M-1', [ida], 'None of these: it is in Garage Birke.')],
    '0',
    'other body',
  ],
  [
    'sent, taken back',
    sent({ service: 'mail', has: phrase }),
    [mail('M-1', [ida], 'Garage Birke.\nSorry, that was wrong.')],
    '0',
    'other body',
  ],
  [
    'sent, one of several, excepted',
    sent({ service: 'mail', has: either }),
    [mail('M-1', [ida], 'Anywhere, not 13:15')],
    '0',
    'other body',
  ],
  [
    'sent, beside what is denied',
    sent({ service: 'mail', has: phrase }),
    [mail('M-1', [ida], 'I did not book it, but Garage Birke.')],
    '1',
  ],
  ['sent, a phrase that denies', sent({ service: 'mail', has: denial }), [mail('M-1', [ida], 'I have not booked it.')], '1'],
  ['sent, other fields', sent({ service: 'mail', has: { body: { contains: 'late' } } }), [mail('M-1', [ida], 'lately')], '0', 'other body'],
  [
    'sent, fields and names in two messages',
    sent({ service: 'mail', has: { body: { contains: 'late' } }, names }),
    [mail('M-1', [ida], 'late'), mail('M-2', [ida], 'TIC-204')],
    '0',
  ],
  ['sent, an address is no mention', sent({ service: 'mail', names: { just: ['ida'], out_of: [] } }), [mail('M-1', [ida], 'x')], '0'],
  [
    'sent, the id of the message is no mention',
    sent({ service: 'mail', names: { just: ['M-1'], out_of: [] } }),
    [mail('M-1', [ida], 'x')],
    '0',
  ],
  ['sent, twice', told, [mail('M-1', [ida], 'TIC-204'), mail('M-2', [ida], 'TIC-204')], '0', `${ida} got the same 2 times`],
  ['sent, twice but for spaces and case', told, [mail('M-1', [ida], 'TIC-204 late'), mail('M-2', [ida], 'tic-204  Late\n')], '0'],
  ['sent, twice, once as a copy', told, [mail('M-1', [ida], 'TIC-204'), mail('M-2', ['ola@ours.example', ida], 'TIC-204')], '0'],
  [
    'sent, to each of two',
    sent({ service: 'mail', names }),
    [mail('M-1', [ida], 'TIC-204'), mail('M-2', ['ola@ours.example'], 'TIC-204')],
    '1',
  ],
  ['sent, twice to another', told, [mail('M-1', [ida], 'TIC-204'), ...again(2, ['ola@ours.example'])], '1'],
  ['sent, small talk twice', told, [mail('M-0', [ida], 'hello'), mail('M-1', [ida], 'hello'), mail('M-2', [ida], 'TIC-204')], '1'],
  ['sent, and corrected', told, [mail('M-1', [ida], 'TIC-204, since Monday'), mail('M-2', [ida], 'TIC-204, since Sunday, sorry')], '1'],
  ['sent, twice, and each has its time', told, [stamped('M-1', '2026-03-09T08:00:00Z'), stamped('M-2', '2026-03-09T08:05:00Z')], '0'],
  ['sent, ten that differ a little', told, differing(10), '0', `${ida} got 10 such messages`],
  ['sent, at most one', sent({ service: 'mail', to: ida, names, at_most: 1 }), differing(2), '0', `${ida} got 2 such messages`],
  ['sent, at most three', sent({ service: 'mail', to: ida, names, at_most: 3 }), again(3, [ida]), '1'],
  ['sent, at most three, four', sent({ service: 'mail', to: ida, names, at_most: 3 }), again(4, [ida]), '0', 'the same 4 times'],
  ['sent, for two things', sent({ service: 'mail', to: ida, names, times: 2 }), again(2, [ida]), '1'],
  ['sent, for two things, three', sent({ service: 'mail', to: ida, names, times: 2 }), again(3, [ida]), '0', 'the same 3 times'],
  ['sent, for two things, corrected', sent({ service: 'mail', to: ida, names, times: 2 }), differing(4), '1'],
  ['sent, for two things, too often', sent({ service: 'mail', to: ida, names, times: 2 }), differing(5), '0', '5 such messages'],

  ['reply', answer, [say('Raised: TIC-204, TIC-205.')], '1'],
  ['reply, half', answer, [say('Raised: TIC-204.')], '1/2'],
  ['reply, none', answer, [], '0', 'no reply'],
  ['reply, "done"', answer, [say('done')], '0', 'names none'],
  ['reply, one too many', answer, [say('TIC-204, TIC-205, TIC-207')], '0', 'wrongly TIC-207'],
  ['reply, left alone outside the list', answer, [say('TIC-207 is fresh, so I left it.\n\n- TIC-204\n- TIC-205')], '1'],
  ['reply, another in the list', answer, [say('- TIC-204\n- TIC-205\n- TIC-207: two days old')], '0'],
  ['reply, another in the list as left alone', answer, [say('- TIC-204\n- TIC-205\n- TIC-207: left alone')], '1'],
  ['reply, the answer in a line of its own', answer, [say('Answer: TIC-204, TIC-205\n\n- TIC-207')], '1'],
  ['reply, all denied', answer, [say('TIC-204 and TIC-205 were not raised.')], '0'],
  [
    'reply, denied as asked',
    reply({ names: ['TIC-204', 'TIC-205'], out_of: names.out_of, asks_not: ['rais'] }),
    [say('TIC-204 and TIC-205 were not raised.')],
    '1',
  ],
  ['reply, refused', answer, [{ ...say('TIC-204, TIC-205'), outcome: 'refused' }], '0', 'no reply'],
  ['reply, the last counts', answer, [say('TIC-204, TIC-205'), say('sorry: TIC-204')], '1/2'],
  ['reply, nothing to name', reply({ names: [] }), [say('x')], '0', 'nothing to name'],
  ['reply, a name inside a wrong one', reply({ names: ['Ida'], out_of: ['Ida', 'Ida Roth'] }), [say('Ida Roth')], '0'],

  [
    'each, two of three',
    each(['TIC-204', 'TIC-205', 'TIC-207'], (id) => record({ record: `${tickets}/${id}`, has: { status: 'x' } })),
    [update('TIC-204', { status: 'x' }), update('TIC-207', { status: 'x' })],
    '2/3',
    '2 of 3 as expected; status "open"',
  ],
  ['each, of nothing', each([], () => same), [], '0', 'empty'],
  ['each, of each', each([1, 2], () => each([1, 2, 3], () => same)), [], '1'],
];

test.each<Row>(ROWS)('%s', (_, check, acts, score, found = '') => {
  const outcome = check(evidenceOf(acts));
  expect(toText(outcome.score)).toBe(score);
  expect(outcome.found).toContain(found);
  expect(outcome.expected).not.toBe('');
});

test('where names records, fields and lines', () => {
  expect(same(evidenceOf([update('TIC-207', { priority: 'x', status: 'y' })])).where).toEqual([
    `${tickets}/TIC-207 status`,
    `${tickets}/TIC-207 priority`,
  ]);
  expect(saw({ record: `${tickets}/TIC-204` })(evidenceOf([got, listed])).where).toEqual(['audit line 1', 'audit line 2']);
});

test('of very many places the first are named', () => {
  const many = { [tickets]: Array.from({ length: 500 }, (_, index) => ({ id: `TIC-${index}`, status: 'open' })) };
  const all = many[tickets]?.map(({ id }) => update(id, { status: 'x' })) ?? [];
  const { where, found } = same(evidenceOf(all, { seed: many }));
  expect(where).toHaveLength(21);
  expect(found.length).toBeLessThan(600);
});

test('the world before is left as it was', () => {
  const evidence = evidenceOf([update('TIC-207', { status: 'y' }, user)]);
  same(evidence);
  expect(evidence.before).toEqual(SEED);
});
