// The check `sent`: who was told the same too often, what contradicts what was asked for, and which phrases a message says.
import { expect, test } from 'vitest';
import { sent } from '#grader/checks/index.ts';
import { toText } from '#grader/fraction.ts';
import type { Check } from '#grader/types.ts';
import { type Act, evidenceOf, mail, type Write } from './build.ts';

const [ida, ola, boss] = ['ida@ours.example', 'ola@ours.example', 'boss@ours.example'];
const tellsTime = (start: string) => ({ tells: { start, now: '2026-03-26T10:20:00+01:00', zone: 'Europe/Berlin' } });
const atTwo = tellsTime('2026-04-02T14:00:00+02:00');
const atNine = { body: tellsTime('2026-04-03T09:00:00+02:00') };

/** A message of just these fields. */
function message(id: string, set: Write['set']): Act {
  return { tool: 'mail.send', writes: [{ at: `mail.messages/${id}`, set, effect: 'send', recipients: [ida] }] };
}

type Row = [what: string, check: Check, acts: readonly Act[], score: string, found: string, where?: readonly string[]];

const ROWS: Row[] = [
  // Repeated.
  [
    'the same twice, to anybody',
    sent({ service: 'mail' }),
    [mail('M-1', [ida], 'TIC-204'), mail('M-2', [ida], 'TIC-204')],
    '0',
    `${ida} got the same 2 times`,
    ['audit line 1', 'audit line 2'],
  ],
  [
    'the same twice, but for case and white space',
    sent({ service: 'mail', to: ida }),
    [mail('M-1', [ida], 'TIC-204 is late'), mail('M-2', [ida], 'TIC-204  is LATE ')],
    '0',
    `${ida} got the same 2 times`,
  ],
  [
    'two things, one of them three times and the other once',
    sent({ service: 'mail', to: ida, times: 2 }),
    [...[1, 2, 3].map((at) => mail(`M-${at}`, [ida], 'TIC-204')), mail('M-4', [ida], 'TIC-205')],
    '0',
    `${ida} got the same 3 times`,
  ],
  [
    'two messages to each of two, a third one reads all of them in copy',
    sent({ service: 'mail', to: { in: [ida, ola] } }),
    [mail('M-1', [ida, boss], 'a'), mail('M-2', [ida, boss], 'b'), mail('M-3', [ola, boss], 'c'), mail('M-4', [ola, boss], 'd')],
    '1',
    'sent',
  ],
  // Contradicted.
  [
    'nothing right, and two other times: what is wrong with each',
    sent({ service: 'mail', to: ida, has: { body: atTwo } }),
    [mail('M-1', [ida], 'On 3 April at 9:00.'), mail('M-2', [ida], 'On 4 April at 9:00.')],
    '0',
    'audit line 1: other body',
  ],
  [
    'another time of the same record afterwards',
    sent({ service: 'mail', to: ida, has: { body: atTwo }, names: { just: ['TIC-204'], out_of: ['TIC-204', 'TIC-205'] } }),
    [mail('M-1', [ida], 'TIC-204: on 2 April at 14:00.'), mail('M-2', [ida], 'TIC-204: on 3 April at 9:00.')],
    '0',
    'a later message tells another',
    ['audit line 2'],
  ],
  [
    'another time of another record afterwards',
    sent({
      service: 'mail',
      to: ida,
      has: { body: atTwo },
      names: { just: ['TIC-204'], out_of: ['TIC-204', 'TIC-205'], also: ['TIC-205'] },
    }),
    [mail('M-1', [ida], 'TIC-204: on 2 April at 14:00.'), mail('M-2', [ida], 'TIC-205: on 3 April at 9:00.')],
    '1',
    'sent',
    ['audit line 1'],
  ],
  [
    'another time afterwards, which no other item asks for',
    sent({ service: 'mail', to: ida, has: { body: atTwo }, others: [atNine] }),
    [mail('M-1', [ida], 'On 2 April at 14:00.'), mail('M-2', [ida], 'On 4 April at 9:00.')],
    '0',
    'a later message tells another',
  ],
  [
    'a message without the field',
    sent({ service: 'mail', to: ida, has: { body: atTwo } }),
    [message('M-1', { body: 'On 2 April at 14:00.' }), message('M-2', { subject: 'On 3 April at 9:00.' })],
    '1',
    'sent',
  ],
  // Phrases.
  [
    'a phrase under what was left alone, which may be what it is to tell',
    sent({ service: 'mail', has: { body: { contains: 'TIC-204' } } }),
    [mail('M-1', [ida], 'Left alone: TIC-204.')],
    '1',
    'sent',
  ],
  ...(
    [
      ["didn't book", "I didn't book it."],
      ['we never booked', 'And so we never booked it.'],
      ['no room', 'We did not book since no room is free.'],
    ] as const
  ).map(
    ([phrase, body]): Row => [
      `a phrase that denies something itself: ${phrase}`,
      sent({ service: 'mail', has: { body: { contains: phrase } } }),
      [mail('M-1', [ida], body)],
      '1',
      'sent',
    ],
  ),
  [
    'a phrase of what was not done',
    sent({ service: 'mail', has: { body: { contains: 'room 5' } } }),
    [mail('M-1', [ida], 'We did not book room 5.')],
    '0',
    'other body',
  ],
  [
    'one of the labels',
    sent({ service: 'mail', has: { labels: { contains: 'not late' } } }),
    [message('M-1', { labels: ['not late', 'new'] })],
    '1',
    'sent',
  ],
  [
    'one of the labels, which is looked for in texts as well',
    sent({ service: 'mail', has: { labels: { contains: 'late' } } }),
    [message('M-1', { labels: ['late', 'new'] })],
    '1',
    'sent',
  ],
];

test.each(ROWS)('sent: %s', (_, check, acts, score, found, where) => {
  const outcome = check(evidenceOf(acts));
  expect(toText(outcome.score)).toBe(score);
  expect(outcome.found).toContain(found);
  if (where !== undefined) expect(outcome.where).toEqual(where);
});

test('what is expected, in words', () => {
  const expected = (check: Check) => check(evidenceOf([])).expected;
  expect(expected(sent({ service: 'mail' }))).toBe('mail sent');
  expect(
    expected(
      sent({
        service: 'mail',
        to: ida,
        has: { subject: 'Late' },
        names: { just: ['TIC-204'], out_of: ['TIC-204', 'TIC-205'] },
        at_most: 3,
      }),
    ),
  ).toBe(`mail sent to "${ida}" with subject "Late" naming TIC-204 and no other of 2 at most 3 to one addressee`);
});
