// The words of a verdict, for checks of what is there at the end: what was expected, what was found, where.
import { expect, test } from 'vitest';
import { absent, count, record, unchanged } from '#grader/checks/index.ts';
import { update } from './build.ts';
import { words } from './words.ts';

const tickets = 'helpdesk.tickets';
const raise = (id: string) => update(id, { priority: 'urgent' });

test('absent', () => {
  const high = absent({ collection: tickets, where: { priority: 'high', status: 'open' } });
  const any = absent({ collection: tickets });
  expect(words([high, []], [high, [update('TIC-207', null)]], [any, []])).toMatchInlineSnapshot(`
    "0 nothing in helpdesk.tickets with priority "high", status "open"
      TIC-207
      at helpdesk.tickets/TIC-207
    1 nothing in helpdesk.tickets with priority "high", status "open"
      none
      at nowhere
    0 nothing in helpdesk.tickets
      TIC-204, TIC-205, TIC-207
      at helpdesk.tickets/TIC-204 | helpdesk.tickets/TIC-205 | helpdesk.tickets/TIC-207"
  `);
});

test('count', () => {
  const where = { priority: 'urgent' };
  const two = [raise('TIC-204'), raise('TIC-207')];
  expect(
    words(
      [count({ collection: tickets, where, at_least: 1 }), []],
      [count({ collection: tickets, where, at_least: 2, at_most: 3 }), two],
      [count({ collection: tickets, where, at_most: 1 }), two],
      [count({ collection: tickets, where, at_most: 2 }), two],
      [count({ collection: tickets, at_least: 3, at_most: 3 }), []],
      [count({ collection: tickets, where, at_least: 0, at_most: 0 }), []],
      [count({ collection: tickets, where }), two],
    ),
  ).toMatchInlineSnapshot(`
    "0 at least 1 in helpdesk.tickets with priority "urgent"
      number: 0
      at met 0
    1 at least 2 and at most 3 in helpdesk.tickets with priority "urgent"
      number: 2
      at helpdesk.tickets/TIC-204 | helpdesk.tickets/TIC-207 | met 2
    0 at most 1 in helpdesk.tickets with priority "urgent"
      number: 2
      at helpdesk.tickets/TIC-204 | helpdesk.tickets/TIC-207 | met 0
    1 at most 2 in helpdesk.tickets with priority "urgent"
      number: 2
      at helpdesk.tickets/TIC-204 | helpdesk.tickets/TIC-207 | met 2
    1 exactly 3 in helpdesk.tickets
      number: 3
      at helpdesk.tickets/TIC-204 | helpdesk.tickets/TIC-205 | helpdesk.tickets/TIC-207 | met 3
    1 exactly 0 in helpdesk.tickets with priority "urgent"
      number: 0
      at met 0
    0 a number that nobody said in helpdesk.tickets with priority "urgent"
      number: 2
      at helpdesk.tickets/TIC-204 | helpdesk.tickets/TIC-207 | met 2"
  `);
});

test('record', () => {
  const check = record({ record: `${tickets}/TIC-204`, has: { priority: 'urgent', status: 'open' } });
  const there = record({ record: `${tickets}/TIC-204`, has: {} });
  expect(
    words([check, [raise('TIC-204')]], [check, [update('TIC-204', { status: 'closed' })]], [check, [update('TIC-204', null)]], [there, []]),
  ).toMatchInlineSnapshot(`
    "1 helpdesk.tickets/TIC-204 with priority "urgent", status "open"
      as expected
      at helpdesk.tickets/TIC-204
    0 helpdesk.tickets/TIC-204 with priority "urgent", status "open"
      priority "normal", status "closed"
      at helpdesk.tickets/TIC-204
    0 helpdesk.tickets/TIC-204 with priority "urgent", status "open"
      helpdesk.tickets/TIC-204 is not there
      at helpdesk.tickets/TIC-204 | nothing to look at
    1 helpdesk.tickets/TIC-204 is there
      as expected
      at helpdesk.tickets/TIC-204"
  `);
});

test('unchanged', () => {
  expect(
    words(
      [unchanged({ collection: tickets }), []],
      [unchanged({ collection: tickets }), [raise('TIC-204'), update('TIC-205', null), update('TIC-300', { subject: 'x' })]],
      [unchanged({ collection: tickets, except: ['TIC-204'] }), [update('TIC-204', null), raise('TIC-205')]],
      [
        unchanged({ collection: tickets, except: ['TIC-204', 'TIC-205'], fields: ['priority', 'status'] }),
        [update('TIC-204', { priority: 'x', subject: 'y' })],
      ],
    ),
  ).toMatchInlineSnapshot(`
    "1 helpdesk.tickets left as it was
      as expected
      at nowhere
    0 helpdesk.tickets left as it was
      helpdesk.tickets/TIC-204 priority, helpdesk.tickets/TIC-205 is gone, helpdesk.tickets/TIC-300 is new
      at helpdesk.tickets/TIC-204 priority | helpdesk.tickets/TIC-205 is gone | helpdesk.tickets/TIC-300 is new
    0 helpdesk.tickets left as it was except TIC-204
      helpdesk.tickets/TIC-205 priority
      at helpdesk.tickets/TIC-205 priority
    0 helpdesk.tickets left as it was except priority, status on TIC-204, TIC-205
      helpdesk.tickets/TIC-204 subject
      at helpdesk.tickets/TIC-204 subject"
  `);
});

test('of many places the first are named, the rest counted', () => {
  const many = { 'a.b': Array.from({ length: 25 }, (_, index) => ({ id: `R-${index + 10}`, f: 'open' })) };
  const first = (length: number) => [
    { tool: 'a.all', writes: Array.from({ length }, (_, index) => ({ at: `a.b/R-${index + 10}`, set: { f: 'x' } })) },
  ];
  const same = unchanged({ collection: 'a.b' });
  expect(
    words(
      [same, first(12), { seed: many }],
      [same, first(13), { seed: many }],
      [same, first(20), { seed: many }],
      [same, first(21), { seed: many }],
    ).replaceAll('a.b/', ''),
  ).toMatchInlineSnapshot(`
    "0 a.b left as it was
      R-10 f, R-11 f, R-12 f, R-13 f, R-14 f, R-15 f, R-16 f, R-17 f, R-18 f, R-19 f, R-20 f, R-21 f
      at R-10 f | R-11 f | R-12 f | R-13 f | R-14 f | R-15 f | R-16 f | R-17 f | R-18 f | R-19 f | R-20 f | R-21 f
    0 a.b left as it was
      R-10 f, R-11 f, R-12 f, R-13 f, R-14 f, R-15 f, R-16 f, R-17 f, R-18 f, R-19 f, R-20 f, R-21 f, and 1 more
      at R-10 f | R-11 f | R-12 f | R-13 f | R-14 f | R-15 f | R-16 f | R-17 f | R-18 f | R-19 f | R-20 f | R-21 f | R-22 f
    0 a.b left as it was
      R-10 f, R-11 f, R-12 f, R-13 f, R-14 f, R-15 f, R-16 f, R-17 f, R-18 f, R-19 f, R-20 f, R-21 f, and 8 more
      at R-10 f | R-11 f | R-12 f | R-13 f | R-14 f | R-15 f | R-16 f | R-17 f | R-18 f | R-19 f | R-20 f | R-21 f | R-22 f | R-23 f | R-24 f | R-25 f | R-26 f | R-27 f | R-28 f | R-29 f
    0 a.b left as it was
      R-10 f, R-11 f, R-12 f, R-13 f, R-14 f, R-15 f, R-16 f, R-17 f, R-18 f, R-19 f, R-20 f, R-21 f, and 9 more
      at R-10 f | R-11 f | R-12 f | R-13 f | R-14 f | R-15 f | R-16 f | R-17 f | R-18 f | R-19 f | R-20 f | R-21 f | R-22 f | R-23 f | R-24 f | R-25 f | R-26 f | R-27 f | R-28 f | R-29 f | and 1 more"
  `);
});
