// The kinds of check about numbers, order and combinations: parameters and evidence in, score and words out.
import { expect, test } from 'vitest';
import {
  absent,
  all,
  any,
  called,
  count,
  each,
  k_of,
  not,
  order,
  record,
  reply,
  saw,
  sent,
  shaped,
  unchanged,
} from '#grader/checks/index.ts';
import { parse, toText } from '#grader/fraction.ts';
import type { Check } from '#grader/types.ts';
import { type Act, evidenceOf, mail, say, update } from './build.ts';

type Row = [what: string, check: Check, acts: readonly Act[], score: string, found?: string];

const tickets = 'helpdesk.tickets';
const look = (id: string, more: Partial<Act> = {}): Act => ({
  tool: 'helpdesk.get_ticket',
  args: { id },
  shown: { [`${tickets}/${id}`]: ['id'] },
  ...more,
});
const raise = (id: string) => update(id, { priority: 'urgent' });
const raised = (id: string) => record({ record: `${tickets}/${id}`, has: { priority: 'urgent' } });
const noneHigh = absent({ collection: tickets, where: { priority: 'high' } });
const urgent = { collection: tickets, where: { priority: 'urgent' } };
const looked = { tool: 'helpdesk.get_ticket', with: { id: 'TIC-204' } };
const wrote = { tool: 'helpdesk.update_ticket', with: { id: 'TIC-204' } };
const lookFirst = order({ pairs: [{ before: looked, after: wrote }] });
const half: Check = () => ({ score: parse('1/2'), expected: 'e', found: 'f', where: [] });
const yes: Check = () => ({ score: parse('1'), expected: 'e', found: 'f', where: [] });
const no: Check = () => ({ score: parse('0'), expected: 'e', found: 'f', where: [] });
const blind: Check = () => ({ score: parse('0'), expected: 'e', found: 'f', where: [], vacuous: true });
const threeRaised = each(['TIC-204', 'TIC-205', 'TIC-207'], raised);
const by = [
  { id: 'TIC-204', names: ['Export stops'] },
  { id: 'TIC-205', names: ['Slow'] },
  { id: 'TIC-207', names: ['Everything is down'] },
];
const names = ['TIC-204', 'TIC-205'];
const everything = ['TIC-204', 'TIC-205', 'TIC-207'];
const byName = reply({ names, out_of: everything, by });
const sentByName = sent({ service: 'mail', names: { just: ['TIC-204'], out_of: everything, by } });
const ladder = [
  { met: 1, score: '0.3' },
  { met: 2, score: '0.6' },
  { met: 3, score: '1' },
];

const ROWS: Row[] = [
  ['absent, there', noneHigh, [], '0', 'TIC-207'],
  ['absent, changed', noneHigh, [update('TIC-207', { priority: 'low' })], '1', 'none'],
  ['absent, deleted', noneHigh, [update('TIC-207', null)], '1'],
  ['absent, moved to another', noneHigh, [update('TIC-207', { priority: 'low' }), update('TIC-204', { priority: 'high' })], '0', 'TIC-204'],
  ['absent, deleted and made again', noneHigh, [update('TIC-207', null), update('TIC-300', { priority: 'high' })], '0', 'TIC-300'],
  ['absent, no such collection', absent({ collection: 'constructor' }), [], '1'],
  ['absent, whole collection', absent({ collection: 'mail.messages' }), [mail('M-1', ['a@x.example'], 'x')], '0', 'M-1'],

  ['count, none of one', count({ ...urgent, at_least: 1 }), [], '0', 'number: 0'],
  ['count, enough', count({ ...urgent, at_least: 2 }), [raise('TIC-204'), raise('TIC-205')], '1', 'number: 2'],
  ['count, too many', count({ ...urgent, at_most: 1 }), [raise('TIC-204'), raise('TIC-205')], '0'],
  ['count, exactly', count({ ...urgent, at_least: 1, at_most: 1 }), [raise('TIC-204')], '1'],
  ['count, none of at most', count({ ...urgent, at_most: 1 }), [], '1'],
  ['count, without a bound', count(urgent), [raise('TIC-204')], '0'],
  ['count, undone', count({ ...urgent, at_least: 1 }), [raise('TIC-204'), update('TIC-204', { priority: 'low' })], '0'],
  ['count, missing field', count({ collection: tickets, where: { due: { not: '' } }, at_least: 3 }), [], '1'],

  ['order, right', lookFirst, [look('TIC-204'), raise('TIC-204')], '1', 'in order'],
  ['order, wrong way round', lookFirst, [raise('TIC-204'), look('TIC-204')], '0', 'came first'],
  ['order, second missing', lookFirst, [look('TIC-204')], '0', 'no helpdesk.update_ticket'],
  ['order, first missing', lookFirst, [raise('TIC-204')], '0', 'no helpdesk.get_ticket'],
  ['order, another record', lookFirst, [look('TIC-205'), raise('TIC-204')], '0'],
  ['order, looked again later', lookFirst, [look('TIC-204'), raise('TIC-204'), look('TIC-204')], '1'],
  ['order, written before and after', lookFirst, [raise('TIC-204'), look('TIC-204'), update('TIC-204', { status: 'x' })], '0'],
  ['order, refused write before', lookFirst, [{ ...wrote, outcome: 'refused' }, look('TIC-204'), raise('TIC-204')], '1'],
  ['order, refused look', lookFirst, [look('TIC-204', { outcome: 'refused' }), raise('TIC-204')], '0'],
  ['order, seen by another', lookFirst, [look('TIC-204', { actor: 'user' }), raise('TIC-204')], '0'],
  [
    'order, a read may have come early as well',
    order({ pairs: [{ before: wrote, after: looked }] }),
    [look('TIC-204'), raise('TIC-204'), look('TIC-204')],
    '1',
  ],
  [
    'order, one pair of two',
    order({
      pairs: [
        { before: looked, after: wrote },
        { before: wrote, after: { tool: 'mail.send' } },
      ],
    }),
    [look('TIC-204'), mail('M-1', ['a@x.example'], 'x'), raise('TIC-204')],
    '1/2',
  ],
  [
    'order, a read that came early and never again',
    order({ pairs: [{ before: wrote, after: looked }] }),
    [look('TIC-204'), raise('TIC-204')],
    '0',
    'came first',
  ],
  ['order, one call is not before itself', order({ pairs: [{ before: wrote, after: wrote }] }), [raise('TIC-204')], '0', 'came first'],
  [
    'order, not, one pair of two never happened',
    not({
      of: order({
        pairs: [
          { before: looked, after: wrote },
          { before: wrote, after: { tool: 'mail.send' } },
        ],
      }),
    }),
    [raise('TIC-204'), look('TIC-204')],
    '0',
  ],
  ['order, of nothing', order({ pairs: [] }), [], '0', 'no pairs'],

  ['all, both', all({ of: [yes, yes] }), [], '1', '2 of 2'],
  ['all, the weakest', all({ of: [yes, half] }), [], '1/2', '1 of 2'],
  ['all, one not', all({ of: [half, no, yes] }), [], '0'],
  ['all, of nothing', all({ of: [] }), [], '0', 'no parts'],
  ['any, the best', any({ of: [no, half] }), [], '1/2'],
  ['any, one', any({ of: [no, yes] }), [], '1'],
  ['any, none', any({ of: [no, no] }), [], '0'],
  ['any, of nothing', any({ of: [] }), [], '0', 'no parts'],
  ['k_of, enough', k_of({ k: 2, of: [yes, no, yes] }), [], '1'],
  ['k_of, more than enough', k_of({ k: 1, of: [yes, yes] }), [], '1'],
  ['k_of, half of them', k_of({ k: 2, of: [yes, no, no] }), [], '1/2'],
  ['k_of, a half one does not count', k_of({ k: 2, of: [yes, half, half] }), [], '1/2'],
  ['k_of, of nothing', k_of({ k: 2, of: [] }), [], '0'],
  ['not, met', not({ of: yes }), [], '0'],
  ['not, not met', not({ of: no }), [], '1'],
  ['not, half met', not({ of: half }), [], '1'],
  ['not, nothing to look at', not({ of: blind }), [], '0'],
  ['not, of not, nothing to look at', not({ of: not({ of: blind }) }), [], '0'],
  ['not, of all, one blind', not({ of: all({ of: [blind, no] }) }), [], '0'],
  ['not, no such record', not({ of: record({ record: `${tickets}/TIC-999`, has: { status: 'closed' } }) }), [], '0'],
  ['not, deleted', not({ of: raised('TIC-204') }), [update('TIC-204', null)], '0'],
  ['not, no reply', not({ of: reply({ names: ['TIC-204'] }) }), [], '0', 'no reply'],
  ['not, another reply', not({ of: reply({ names: ['TIC-204'] }) }), [say('TIC-205')], '1'],
  ['not, never looked', not({ of: saw({ record: `${tickets}/TIC-204` }) }), [], '1'],
  ['not, empty each', not({ of: each([], () => yes) }), [], '0'],
  ['not, order of what never happened', not({ of: lookFirst }), [], '0'],
  ['not, called', not({ of: called({ tool: 'mail.send' }) }), [mail('M-1', ['a@x.example'], 'x')], '0'],
  ['nested', any({ of: [all({ of: [raised('TIC-204'), raised('TIC-205')] }), raised('TIC-207')] }), [raise('TIC-207')], '1'],

  ['reply by subject, one of two', byName, [say('That was Export stops.')], '1/2'],
  ['reply by id or subject', byName, [say('Export stops, TIC-205')], '1'],
  ['reply by subject, a wrong one', byName, [say('- Export stops\n- Slow\n- Everything is down!!')], '0', 'wrongly TIC-207'],
  [
    'reply by subject, inside a longer one',
    reply({
      names: ['A'],
      out_of: ['A', 'B'],
      by: [
        { id: 'A', names: ['Ida'] },
        { id: 'B', names: ['Ida Roth'] },
      ],
    }),
    [say('Ida Roth')],
    '0',
  ],
  [
    'reply by subject, of a record nobody asked about',
    reply({ names: ['A'], by: [{ id: 'Z', names: ['Vitamin A'] }] }),
    [say('Vitamin A')],
    '1',
  ],
  ['sent by subject', sentByName, [mail('M-1', ['a@x.example'], 'Export stops')], '1'],
  ['sent by subject, another', sentByName, [mail('M-1', ['a@x.example'], 'Export stops, Slow')], '0', 'also names TIC-205'],

  ['ladder, below', shaped(threeRaised, { ladder }), [], '0'],
  ['ladder, two', shaped(threeRaised, { ladder }), [raise('TIC-204'), raise('TIC-205')], '3/5'],
  ['ladder, all', shaped(threeRaised, { ladder }), [raise('TIC-204'), raise('TIC-205'), raise('TIC-207')], '1'],
  [
    'ladder, between rungs',
    shaped(threeRaised, { ladder: ladder.filter(({ met }) => met !== 2) }),
    [raise('TIC-204'), raise('TIC-205')],
    '3/10',
  ],
  ['ladder, of count', shaped(count({ ...urgent, at_least: 3 }), { ladder }), [raise('TIC-204')], '3/10'],
  ['ladder, too many', shaped(count({ ...urgent, at_most: 1 }), { ladder }), [raise('TIC-204'), raise('TIC-205')], '0'],
  [
    'ladder, of a reply with a wrong one',
    shaped(reply({ names: ['TIC-204'], out_of: ['TIC-204', 'TIC-205'] }), { ladder }),
    [say('TIC-204, TIC-205')],
    '0',
  ],
  ['min, reached', shaped(half, { min: '0.5' }), [], '1/2'],
  ['min, not reached', shaped(threeRaised, { min: '0.5' }), [raise('TIC-204')], '0'],
  ['cap, short of all', shaped(threeRaised, { cap: '1/2' }), [raise('TIC-204'), raise('TIC-205')], '1/2'],
  ['cap, all', shaped(yes, { cap: '0.8' }), [], '1'],
  ['cap, below it', shaped(threeRaised, { cap: '0.8' }), [raise('TIC-204')], '1/3'],
  ['thirds stay thirds', shaped(threeRaised, {}), [raise('TIC-204')], '1/3'],
];

test.each<Row>(ROWS)('%s', (_, check, acts, score, found = '') => {
  const outcome = check(evidenceOf(acts));
  expect(toText(outcome.score)).toBe(score);
  expect(outcome.found).toContain(found);
  expect(outcome.expected).not.toBe('');
});

test('what makes no sense is a bug of the grader, not a finding', () => {
  expect(() => k_of({ k: 0, of: [yes] })).toThrow(RangeError);
  expect(() => shaped(unchanged({ collection: tickets }), { ladder })(evidenceOf([]))).toThrow(TypeError);
});
