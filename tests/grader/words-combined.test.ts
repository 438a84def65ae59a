// The words of a verdict, for checks made of other checks: what was expected, what was found, where.
import { expect, test } from 'vitest';
import { all, any, each, k_of, not, record } from '#grader/checks/index.ts';
import { one, ratio } from '#grader/fraction.ts';
import type { Check } from '#grader/types.ts';
import { update } from './build.ts';
import { words } from './words.ts';

const tickets = 'helpdesk.tickets';
const raise = (id: string) => update(id, { priority: 'urgent' });
const yes: Check = () => ({ score: one, expected: 'yes', found: 'there', where: ['a'] });
const half: Check = () => ({ score: ratio(1, 2), expected: 'half', found: 'in part', where: ['b'] });
const blind: Check = () => ({ score: ratio(0, 1), expected: 'sight', found: 'dark', where: [], vacuous: true });

test('combinations', () => {
  expect(
    words(
      [all({ of: [yes, yes] }), []],
      [all({ of: [yes, half, blind] }), []],
      [any({ of: [yes, half] }), []],
      [any({ of: [half, half] }), []],
      [k_of({ k: 2, of: [yes, half, yes] }), []],
      [k_of({ k: 3, of: [yes, half, yes] }), []],
      [not({ of: yes }), []],
      [not({ of: half }), []],
      [not({ of: blind }), []],
      [all({ of: [] }), []],
    ),
  ).toMatchInlineSnapshot(`
    "1 all of (yes) (yes)
      2 of 2 hold
      at a | met 2
    0 all of (yes) (half) (sight)
      1 of 3 hold; in part, dark
      at a | b | met 1 | nothing to look at
    1 any of (yes) (half)
      1 of 2 hold; in part
      at a | b | met 1
    1/2 any of (half) (half)
      0 of 2 hold; in part, in part
      at b | met 0
    1 2 of (yes) (half) (yes)
      2 of 3 hold; in part
      at a | b | met 2
    2/3 3 of (yes) (half) (yes)
      2 of 3 hold; in part
      at a | b | met 2
    0 not (yes)
      there
      at a
    1 not (half)
      in part
      at b
    0 not (sight)
      dark
      at nothing to look at
    0 at least one part
      the check has no parts
      at nothing to look at"
  `);
});

test('each', () => {
  const raised = (id: string) => record({ record: `${tickets}/${id}`, has: { priority: 'urgent' } });
  const numbers = (most: number) =>
    each(
      Array.from({ length: most }, (_, index) => index),
      (index) =>
        index === 0 ? yes : () => ({ score: ratio(1, 4), expected: `number ${index}`, found: `no ${index}`, where: [`n ${index}`] }),
    );
  expect(
    words(
      [each(['TIC-204', 'TIC-207'], raised), [raise('TIC-204')]],
      [each(['TIC-204', 'TIC-207'], raised), [raise('TIC-204'), raise('TIC-207')]],
      [each(['TIC-204', 'TIC-999'], raised), []],
      [numbers(6), []],
      [numbers(9), []],
      [each([], raised), []],
    ),
  ).toMatchInlineSnapshot(`
    "1/2 2 times: helpdesk.tickets/TIC-207 with priority "urgent"
      1 of 2 as expected; priority "high"
      at helpdesk.tickets/TIC-207 | met 1
    1 2 times: helpdesk.tickets/TIC-204 with priority "urgent"
      2 of 2 as expected
      at helpdesk.tickets/TIC-204 | met 2
    0 2 times: helpdesk.tickets/TIC-204 with priority "urgent"; helpdesk.tickets/TIC-999 with priority "urgent"
      0 of 2 as expected; priority "normal"; helpdesk.tickets/TIC-999 is not there
      at helpdesk.tickets/TIC-204 | helpdesk.tickets/TIC-999 | met 0 | nothing to look at
    3/8 6 times: number 1; number 2; number 3; number 4; number 5
      1 of 6 as expected; no 1; no 2; no 3; no 4; no 5
      at n 1 | n 2 | n 3 | n 4 | n 5 | met 1
    1/3 9 times: number 1; number 2; number 3; number 4; number 5; and 3 more
      1 of 9 as expected; no 1; no 2; no 3; no 4; no 5; and 3 more
      at n 1 | n 2 | n 3 | n 4 | n 5 | n 6 | n 7 | n 8 | met 1
    0 at least one item
      the list of items is empty
      at nothing to look at"
  `);
});
