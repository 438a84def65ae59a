// Exact arithmetic of weights and scores.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { add, compare, mean, multiply, one, parse, ratio, toNumber, toText, zero } from '#grader/fraction.ts';

test.each([
  [['0.1', '0.2', '0.7'], '1'],
  [['1/3', '1/3', '1/3'], '1'],
  [['0.25', '1/2'], '3/4'],
  [['2', '0.50'], '5/2'],
  [[], '0'],
])('%j add up to exactly %s', (weights, sum) => {
  expect(toText(weights.map(parse).reduce(add, zero))).toBe(sum);
});

test.each(['', 'x', '-1', '.5', '1.', '1e3', '1/0', '1/-2', ' 1', 'NaN', '0x1', '1/2x', 'x1/2', '1/', '/2', '0.1x'])(
  'refuses %j as a fraction',
  (text) => {
    expect(() => parse(text)).toThrow();
  },
);

test.each<[n: number, d: number, text: string]>([
  [1, -2, '-1/2'],
  [-3, -6, '1/2'],
  [-4, 2, '-2'],
  [0, -5, '0'],
])('%d/%d in lowest terms is %s', (n, d, text) => {
  expect(toText(ratio(n, d))).toBe(text);
});

test('a mean is exact and of nothing 0', () => {
  expect(mean([one, one, zero])).toEqual(ratio(2, 3));
  expect(mean([])).toEqual(zero);
});

test('numbers stay finite however long the fraction', () => {
  const long = ratio(10n ** 400n, 3n * 10n ** 400n + 1n);
  expect(toNumber(long)).toBeCloseTo(1 / 3, 15);
});

test('law: the arithmetic of fractions', () => {
  const fraction = fc.tuple(fc.bigInt(0n, 1000n), fc.bigInt(1n, 1000n)).map(([n, d]) => ratio(n, d));
  fc.assert(
    fc.property(fraction, fraction, fraction, (a, b, c) => {
      expect(add(a, b)).toEqual(add(b, a));
      expect(multiply(a, add(b, c))).toEqual(add(multiply(a, b), multiply(a, c)));
      expect(parse(toText(a))).toEqual(a);
      expect(compare(a, b)).toBe(Math.sign(Number(a.n * b.d - b.n * a.d)));
      expect(toNumber(a)).toBe(Number(a.n) / Number(a.d));
    }),
  );
});
