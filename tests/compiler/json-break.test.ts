// Where a text stops being JSON: the place that an author is shown, and agreement with JSON.parse on whether there is one.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { jsonBreak } from '#compiler/3-link/json-break.ts';

test.each<[text: string, line: number, column: number, expected: string]>([
  ['', 1, 1, 'a value'],
  ['[{ "a": 1 },]', 1, 13, 'a value'],
  ['[\n  { "a": 1 },\n  { b: 2 }\n]', 3, 5, 'a name in double quotes or "}"'],
  ['{"a":1,}', 1, 8, 'a name in double quotes'],
  ['{"a" 1}', 1, 6, '":"'],
  ['[1 2]', 1, 4, '"," or "]"'],
  ['[1', 1, 3, '"," or "]"'],
  ['{"a": 1', 1, 8, '"," or "}"'],
  ['[1] x', 1, 5, 'nothing more'],
  ["['a']", 1, 2, 'a value or "]"'],
  ['["a\nb"]', 1, 2, 'a value or "]"'],
  ['[01]', 1, 3, '"," or "]"'],
  ['[NaN]', 1, 2, 'a value or "]"'],
  [`${' '.repeat(100_000)}[}`, 1, 100_002, 'a value or "]"'],
  [`${'['.repeat(100_000)}`, 1, 100_001, 'a value or "]"'],
])('%.30j breaks at %i:%i', (text, line, column, expected) => {
  expect(jsonBreak(text)).toEqual({ line, column, expected });
});

const isJson = (text: string): boolean => {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
};

test('law: it finds a place exactly where JSON.parse fails', () => {
  const pieces = fc.array(
    fc.constantFrom('{', '}', '[', ']', ',', ':', '"a"', '"\\u00e9"', '"\\x"', '1', '-0.5e3', 'true', 'nul', ' ', '\n'),
    { maxLength: 12 },
  );
  const whole = fc.json().chain((text) => fc.tuple(fc.constant(text), fc.nat(text.length)).map(([all, at]) => [all, all.slice(0, at)]));
  const agrees = (text: string) => (jsonBreak(text) === undefined) === isJson(text);
  fc.assert(
    fc.property(pieces, (parts) => agrees(parts.join(''))),
    { numRuns: 2_000 },
  );
  fc.assert(fc.property(whole, (texts) => texts.every(agrees)));
});
