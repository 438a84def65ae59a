// Lengths of time as records hold them, and texts that are none.
import { expect, test } from 'vitest';
import { lengthSeconds } from '#grader/lengths.ts';

test.each<[text: string, seconds: number]>([
  ['PT0S', 0],
  ['PT45S', 45],
  ['PT90M', 5400],
  ['PT1H30M', 5400],
  ['PT36H', 129_600],
  ['P1D', 86_400],
  ['P12D', 1_036_800],
  ['P2W', 1_209_600],
  ['P10W', 6_048_000],
  ['P1W1D', 691_200],
  ['P1DT1S', 86_401],
  ['P1DT2H3M4S', 93_784],
  ['PT123456789012S', 123_456_789_012],
])('%s is %d seconds', (text, seconds) => {
  expect(lengthSeconds(text)).toBe(seconds);
});

test.each([
  '',
  'P',
  'PT',
  'P1DT',
  'P1',
  'P1H',
  'PT1D',
  'PT1.5H',
  'PT30M1H',
  'PTxS',
  'P1Y',
  '-PT1H',
  'pt1h',
  ' PT1H',
  'in PT1H',
  'PT1H or so',
  'PT1000000000H',
  'PT1234567890123S',
])('%j is none', (text) => {
  expect(lengthSeconds(text)).toBeUndefined();
});
