// Texts prepared for looking many secrets up: what they hold is never denied, and mostly what they do not hold is.
import { describe, expect, test } from 'vitest';
import { BARRIER, viewOf } from '#grader/secret-views.ts';

/** Digits that look like chance, always the same. */
function digits(count: number, seed: number): string {
  let state = seed;
  return Array.from({ length: count }, () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return String(Math.floor(state / 65_536) % 10);
  }).join('');
}
const stretches = (text: string, length: number) =>
  Array.from({ length: text.length - length + 1 }, (_, at) => text.slice(at, at + length));

describe.each([2_000, 5_000, 60_000])('of a text of %d characters', (length) => {
  const text = digits(length, 7);
  const { grams } = viewOf(text);

  test.each([4, 5, 6, 7, 12])('no stretch of %d is denied', (size) => {
    const some = [...stretches(text.slice(0, 400), size), ...stretches(text.slice(-400), size)];
    expect(some.filter((stretch) => !grams.mayHold(stretch))).toEqual([]);
  });

  test('what it does not hold is denied, but for a few', () => {
    const others = stretches(digits(1_000, 99), 14).filter((other) => !text.includes(other));
    const letters = [...'abcdefghijklmnopqrst'].map((letter) => letter.repeat(4));
    expect(others.length).toBeGreaterThan(980);
    expect(others.filter((other) => grams.mayHold(other)).length).toBeLessThan(others.length / 20);
    expect(letters.filter((other) => grams.mayHold(other)).length).toBeLessThan(10);
  });

  test('of what begins as something in it, the end counts too', () => {
    const glued = stretches(text.slice(0, 200), 8).map((start) => `${start}xyz`);
    expect(glued.filter((other) => grams.mayHold(other)).length).toBeLessThan(glued.length / 10);
  });
});

test('of a short text nothing is denied', () => {
  expect(viewOf('soup').grams.mayHold('bread')).toBe(true);
});

test.each<[text: string, groups: readonly string[]]>([
  ['', []],
  ['a 1 -', []],
  ['de89, then 9991 é', ['de89', 'then', '9991']],
  ['de89 de89', ['de89', 'de89']],
])('groups of %j', (text, groups) => {
  const { tokens } = viewOf(text);
  expect(tokens.groups).toEqual(groups);
  expect(tokens.all).toEqual(new Set(groups));
});

test.each<[text: string, masks: readonly (readonly [before: string, after: string])[]]>([
  ['no mask. none', []],
  ['de89 **** 0632', [['de89', '0632']]],
  ['de89 **** **** 0632', [['de89', '0632']]],
  ['de89 ...0632', [['de89', '0632']]],
  ['de89xxxx0632', [['de89', '0632']]],
  ['de89x0632', []],
  ['••0632', [['', '0632']]],
  ['de89••', [['de89', '']]],
  [
    'a1••b2••c3',
    [
      ['a1', 'b2\0c3'],
      ['a1\0b2', 'c3'],
    ],
  ],
  [
    '••a1, ••a1',
    [
      ['', 'a1\0a1'],
      ['\0a1', 'a1'],
    ],
  ],
  [`${'a'.repeat(150)}••${'b'.repeat(150)}`, [['a'.repeat(100), 'b'.repeat(100)]]],
])('masks of %j', (text, masks) => {
  expect(viewOf(text).masks.map(({ before, after }) => [before, after])).toEqual(masks);
});

test('letters, digits and barriers alone are looked through', () => {
  expect(viewOf(`a-1 ${BARRIER}, é`).dense).toBe(`a1${BARRIER}é`);
});
