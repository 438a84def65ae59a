// One meaning per way of writing a number, as in the table of numbers.ts.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { numbersIn, readNumber } from '#grader/numbers.ts';

test.each<[text: string, values: readonly number[], unit?: string]>([
  ['5', [5]],
  ['007', [7]],
  ['1,234.50', [1234.5]],
  ['1.234,50', [1234.5]],
  ['1 234,50', [1234.5]],
  ['1\u00a0234,50', [1234.5]],
  ["1'234.50", [1234.5]],
  ['1’234.50', [1234.5]],
  ['1_234.50', [1234.5]],
  ['1,234,567', [1234567]],
  ['1.234.567', [1234567]],
  ['1,234,567.89', [1234567.89]],
  ['1.234.567,89', [1234567.89]],
  ['1 234 567', [1234567]],
  ['12,5', [12.5]],
  ['0.5', [0.5]],
  ['.5', [0.5]],
  ['0,125', [0.125]],
  ['1234.567', [1234.567]],
  ['1,234', [1234, 1.234]],
  ['1.234', [1234, 1.234]],
  ['-5', [-5]],
  ['−5', [-5]],
  ['- 5', [-5]],
  ['5-', [-5]],
  ['+5', [5]],
  ['(5)', [-5]],
  ['(1,234.50)', [-1234.5]],
  ['(1,234.50) EUR', [-1234.5], 'eur'],
  ['€(5)', [-5], 'eur'],
  ['(-5)', []],
  ['-0', [0]],
  ['€ 1.234,50', [1234.5], 'eur'],
  ['1.234,50 €', [1234.5], 'eur'],
  ['EUR 5', [5], 'eur'],
  ['-€5', [-5], 'eur'],
  ['€-5', [-5], 'eur'],
  ['US$ 5', [5], 'usd'],
  ['12.5 %', [12.5], '%'],
  ['12.5%', [12.5], '%'],
  ['12.5 per cent', [12.5], '%'],
  ['3 h', [3], 'h'],
  ['3 business days', [3], 'business days'],
  ['５', [5]],
  ['5.', []],
  ['', []],
  ['five', []],
  ['€', []],
  ['10:30', []],
  ['10-12', []],
  ['1,01,0', []],
  ['1,2345,678', []],
  ['12 34', []],
  ['5 or 6', []],
  ['5 or more', []],
  ['5 is wrong', []],
  ['5?', []],
  ['5 million', []],
  ['5k', []],
  ['5²', []],
  ['5 km/h', [5], 'km/h'],
  ['5, 6', []],
  ['1e5', []],
  ['EUR 5 USD', []],
  ['TIC-5', []],
  ['2026-03-09', []],
  ['0x10', []],
  ['about 5', []],
  ['roughly EUR 5', []],
  ['1,234.5.6', []],
  ['1.234,5.6', []],
])('%s', (text, values, unit = '') => {
  const readings = readNumber(text);
  expect(readings.map(({ value }) => value)).toEqual(values);
  for (const reading of readings) expect(reading.unit).toBe(unit);
});

test('law: whatever is written with marks is read back', () => {
  const styles = ['en-US', 'de-DE', 'fr-FR', 'de-CH', 'en-IN'].slice(0, 4);
  fc.assert(
    fc.property(fc.integer({ min: -1e9, max: 1e9 }), fc.constantFrom(...styles), (cents, style) => {
      const text = new Intl.NumberFormat(style, { minimumFractionDigits: 2 }).format(cents / 100);
      expect(readNumber(text).map(({ value }) => value)).toEqual([cents === 0 ? 0 : cents / 100]);
    }),
  );
});

test.each<[text: string, numbers: readonly number[]]>([
  ['Received 1,234.50 EUR in all.', [1234.5]],
  ['12 of 80, which is 15 %', [12, 80, 15]],
  ['It is 1,234.', [1234, 1.234]],
  ['a loss of -5 (last year: −7)', [-5, -7]],
  ['10', [10]],
  ['10.5', [10.5]],
  ['1,010', [1010, 1.01]],
  ['TIC-5 of 2026-03-09 at 10:30, v1.2', []],
  ['Total:5 EUR', [5]],
  ['100x, x100', []],
  ['five', []],
])('the numbers in "%s"', (text, numbers) => {
  expect(numbersIn(text)).toEqual(numbers);
});
