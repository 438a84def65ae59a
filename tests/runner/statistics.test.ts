// Pass@k and Pass^k: known values, no values, laws.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { passAtK, passEstimates, passHatK } from '#runner/statistics.ts';

test.each<[scored: number, passed: number, k: number, any: number | null, all: number | null]>([
  [1, 1, 1, 1, 1],
  [1, 0, 1, 0, 0],
  [4, 2, 1, 0.5, 0.5],
  [4, 2, 2, 1 - 1 / 6, 1 / 6],
  [4, 2, 3, 1, 0],
  [4, 2, 4, 1, 0],
  [4, 4, 4, 1, 1],
  [4, 0, 4, 0, 0],
  [10, 3, 5, 1 - 21 / 252, 0],
  [8, 5, 2, 1 - 3 / 28, 10 / 28],
  [1000, 500, 100, 1, 0],
  [3, 3, 4, null, null],
  [0, 0, 1, null, null],
])('%i scored, %i passed, k = %i: %f and %f', (scored, passed, k, any, all) => {
  for (const [estimate, expected] of [
    [passAtK({ scored, passed }, k), any],
    [passHatK({ scored, passed }, k), all],
  ] as const) {
    if (expected === null) expect(estimate).toMatchObject({ value: null, reason: expect.stringMatching(/scored/) });
    else expect(estimate.value).toBeCloseTo(expected, 10);
  }
});

test('over tasks: the mean, and none where one task has none', () => {
  const full = passEstimates(
    [
      { scored: 2, passed: 2 },
      { scored: 2, passed: 1 },
    ],
    2,
  );
  expect(full).toEqual([
    { k: 1, any: { value: 0.75 }, all: { value: 0.75 } },
    { k: 2, any: { value: 1 }, all: { value: 0.5 } },
  ]);
  const short = passEstimates(
    [
      { scored: 2, passed: 2 },
      { scored: 1, passed: 1 },
    ],
    2,
  );
  expect(short[1]).toEqual({
    k: 2,
    any: { value: null, reason: '1 of 2 tasks: 1 scored, 2 needed' },
    all: { value: null, reason: '1 of 2 tasks: 1 scored, 2 needed' },
  });
  expect(passEstimates([], 1)).toMatchObject([{ any: { value: null, reason: 'nothing was scored' } }]);
});

test('what cannot be is our mistake', () => {
  for (const [scored, passed, k] of [
    [1, 2, 1],
    [1, -1, 1],
    [2, 1, 0],
    [2.5, 1, 1],
    [Number.NaN, 0, 1],
  ] as const)
    expect(() => passAtK({ scored, passed }, k)).toThrow(RangeError);
});

test('law: both are the share of draws of k that do, as if all were drawn', () => {
  fc.assert(
    fc.property(fc.array(fc.boolean(), { minLength: 1, maxLength: 8 }), fc.integer({ min: 1, max: 8 }), (trials, k) => {
      fc.pre(k <= trials.length);
      const draws = subsets(trials, k);
      const counts = { scored: trials.length, passed: trials.filter(Boolean).length };
      expect(passAtK(counts, k).value).toBeCloseTo(draws.filter((draw) => draw.some(Boolean)).length / draws.length, 10);
      expect(passHatK(counts, k).value).toBeCloseTo(draws.filter((draw) => draw.every(Boolean)).length / draws.length, 10);
    }),
  );
});

function subsets<T>(items: readonly T[], size: number): readonly (readonly T[])[] {
  const [first, ...rest] = items;
  if (size === 0) return [[]];
  if (first === undefined) return [];
  return [...subsets(rest, size - 1).map((subset) => [first, ...subset]), ...subsets(rest, size)];
}
