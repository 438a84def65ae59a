// What are bounds, what is within them, and how they are called.
import { expect, test } from 'vitest';
import { boundsInWords, isBounds, isWithin } from '#grader/bounds.ts';
import type { Bounds, Matcher } from '#grader/types.ts';

// The last two may stand in a slot.
test.each<[matcher: unknown, are: boolean]>([
  [{ at_least: 5 }, true],
  [{ at_least: 5, at_most: 7 }, true],
  [{ after: '2026-03-09' }, true],
  [{ before: '09:00' }, true],
  [{ number: 5 }, false],
  [[5, 7], false],
  ['at_least', false],
  [5, false],
  [true, false],
  [{}, false],
  [null, false],
  [undefined, false],
])('%j are bounds: %s', (matcher, are) => {
  expect(isBounds(matcher as Matcher)).toBe(are);
});

test.each<[bounds: Bounds, words: string]>([
  [{ at_least: 5 }, 'at least 5'],
  [{ at_most: 7 }, 'at most 7'],
  [{ at_least: 5, at_most: 7 }, 'from 5 to 7'],
  [{ at_least: '2026-03-09', before: '2026-03-12' }, 'at least 2026-03-09 and before 2026-03-12'],
  [{ at_least: '09:00', at_most: '10:00', before: '11:00' }, 'at least 09:00 and at most 10:00 and before 11:00'],
  [{ after: '2026-03-09' }, 'after 2026-03-09'],
])('%j in words: %s', (bounds, words) => {
  expect(boundsInWords(bounds)).toBe(words);
});

test('both ends of a minimum and a maximum are within, those of before and after are not', () => {
  const within = (bounds: Bounds) => ['04:00', '05:00', '06:00', '07:00', '08:00'].filter((value) => isWithin(bounds, value));
  expect(within({ at_least: '05:00', at_most: '07:00' })).toEqual(['05:00', '06:00', '07:00']);
  expect(within({ after: '05:00', before: '07:00' })).toEqual(['06:00']);
});

test('what has no order with the bound is within none', () => {
  for (const value of [undefined, null, true, [], {}, '5', '09:00', 'PT5M', '2026-03-09T09:00:00Z', 'soon'])
    expect(isWithin({ at_least: '2026-03-09' }, value)).toBe(false);
  expect(isWithin({ at_least: 5 }, '6')).toBe(false);
});

test('a bound that has no order is a fault of the grader', () => {
  expect(() => isWithin({ at_least: 'soon' }, 'later')).toThrow('"soon" is no number, time, date or length of time');
});
