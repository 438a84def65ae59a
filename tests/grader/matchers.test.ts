// One meaning per matcher, as in the table of matchers.ts.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Json } from '#grader/evidence/types.ts';
import { describe, matches, reason, show } from '#grader/matchers.ts';
import type { Matcher } from '#grader/types.ts';

type Row = readonly [matcher: Matcher, value: Json | undefined, holds: boolean];

const ROWS: readonly Row[] = [
  // equals, bare
  ['urgent', 'urgent', true],
  ['urgent', 'Urgent', false],
  ['urgent', 'urgent ', false],
  ['TIC-1', 'tic-1', false],
  [25, 25.0, true],
  [25, '25', false],
  [0.3, 0.1 + 0.2, false],
  [true, true, true],
  [true, 'true', false],
  [['a', 'b'], ['a', 'b'], true],
  [['a', 'b'], ['b', 'a'], false],
  [['a'], 'a', false],
  [[], [], true],
  [{ equals: { a: 1, b: [2] } }, { b: [2], a: 1 }, true],
  [{ equals: { a: 1 } }, { a: 1, b: 2 }, false],
  [{ equals: {} }, JSON.parse('{"__proto__": 1}'), false],
  [{ equals: [] }, {}, false],
  // missing, null and empty
  ['', undefined, false],
  ['', null, false],
  ['', '', true],
  [{ equals: null }, null, true],
  [{ equals: null }, undefined, false],
  [{ equals: null }, '', false],
  [0, undefined, false],
  [false, undefined, false],
  // addresses
  ['Ida@X.example', 'ida@x.EXAMPLE', true],
  [{ in: ['ida@x.example'] }, 'IDA@x.example', true],
  ['a@example.com', 'a@example.com.evil.org', false],
  ['a@example.com', 'a@notexample.com', false],
  [['Ida@x.example'], ['ida@x.example'], true],
  ['a@example.com', ['a@example.com'], false],
  [{ equals: ['a@example.com'] }, 'a@example.com', false],
  ['Mail a@example.com', 'mail a@example.com', false],
  ['A@example.com now', 'a@example.com now', false],
  // lists
  [['a'], { length: 1, 0: 'a' }, false],
  [{ equals: { length: 0 } }, [], false],
  [5, {}, false],
  [{ equals: {} }, 5, false],
  [{ multiset: ['b', 'b', 'c'] }, ['c', 'b', 'b'], true],
  [{ multiset: ['b', 'b', 'c'] }, ['c', 'b', 'x'], false],
  [{ multiset: ['a', 'b'] }, ['b', 'a'], true],
  [{ multiset: ['a', 'a', 'b'] }, ['a', 'b', 'b'], false],
  [{ multiset: ['a'] }, ['a', 'a'], false],
  [{ multiset: [] }, [], true],
  [{ multiset: ['a'] }, 'a', false],
  // text
  [{ text: 'Export stops at 5 %' }, 'Export stops\u00a0at\r\n5  % ', true],
  [{ text: 'Jos\u00e9' }, 'Jose\u0301', true],
  [{ text: 'Done' }, 'done', false],
  [{ text: ['Other', 'Jos\u00e9'] }, 'Jose\u0301 ', true],
  [{ text: ['Other'] }, 'Done', false],
  [{ text: [] }, 'Done', false],
  [{ text: '' }, undefined, false],
  [{ text: '' }, ' ', true],
  [{ text: '25' }, 25, false],
  // time
  [{ time: '2026-03-09T09:00:00+01:00' }, '2026-03-09T08:00:00Z', true],
  [{ time: '2026-03-09T08:00:00Z' }, '2026-03-09T08:00Z', true],
  [{ time: '2026-03-09T08:00:00Z' }, '2026-03-09T08:00:00.000Z', true],
  [{ time: '2026-03-09T08:00:00Z' }, '2026-03-09T08:00:01Z', false],
  [{ time: '2026-03-09T00:00:00Z' }, '2026-03-09', false],
  [{ time: '2026-03-09T08:00:00Z' }, '2026-03-09T08:00:00', false],
  [{ time: '2026-03-02T08:00:00Z' }, '2026-02-30T08:00:00Z', false],
  [{ time: '2026-03-02T08:00:00Z' }, '2026-99-99T08:00:00Z', false],
  [{ time: '2026-03-09T08:00:00Z' }, 'Mon, 09 Mar 2026 08:00:00 GMT', false],
  [{ time: '2026-03-09T08:00:00Z' }, undefined, false],
  [{ set: ['a', 'b'] }, ['b', 'a', 'a'], true],
  [{ set: ['a', 'b'] }, ['a'], false],
  [{ set: ['a'] }, ['a', 'c'], false],
  [{ set: [] }, [], true],
  [{ set: [] }, undefined, false],
  [{ ordered: ['a', 'b'] }, ['a', 'b'], true],
  [{ ordered: ['a', 'b'] }, ['b', 'a'], false],
  [{ ordered: [] }, null, false],
  [{ time: '2026-03-09T08:00:00Z' }, ['2026-03-09T08:00:00Z'], false],
  // before, after
  [{ before: '2026-03-09' }, ['2026-03-08'], false],
  [{ before: '2026-03-09' }, 'x2026-03-08', false],
  [{ before: '2026-03-09T08:00:00Z' }, '2026-03-09T08:59:59+01:00', true],
  [{ before: '2026-03-09T08:00:00Z' }, '2026-03-09T09:00:00+01:00', false],
  [{ after: '2026-03-09T08:00:00Z' }, '2026-03-09T08:00:01Z', true],
  [{ after: '2026-03-09T08:00:00Z' }, '2026-03-10', false],
  [{ after: '2026-03-09T08:00:00Z' }, '2026-03-09T10:00:00', false],
  [{ after: '2026-03-09' }, '2026-03-10', true],
  [{ after: '2026-03-09' }, '2026-03-09', false],
  [{ before: '2026-03-09' }, '2026-02-30', false],
  [{ before: '2026-03-09' }, '2026-03-08T00:00:00Z', false],
  [{ before: '2026-03-09' }, undefined, false],
  [{ before: '2026-03-09' }, '', false],
  // at_least, at_most of what has an order
  [{ at_least: '2026-03-09' }, '2026-03-09', true],
  [{ at_least: '2026-03-09' }, '2026-03-08', false],
  [{ at_least: '2026-03-09' }, '2026-03-09T08:00:00Z', false],
  [{ at_most: '2026-03-09T08:00:00Z' }, '2026-03-09T09:00:00+01:00', true],
  [{ at_most: '2026-03-09T08:00:00Z' }, '2026-03-09T09:00:01+01:00', false],
  [{ at_least: 'PT45M' }, 'PT45M', true],
  [{ at_least: 'PT45M' }, 'PT1H', true],
  [{ at_least: 'PT1H30M' }, 'PT90M', true],
  [{ at_least: 'PT45M' }, 'PT44M59S', false],
  [{ at_most: 'P12D' }, 'P1W4DT23H', true],
  [{ at_most: 'P12D' }, 'P12DT1S', false],
  [{ at_most: 'P12D' }, 12, false],
  [{ at_least: 'PT45M' }, '45 minutes', false],
  [{ at_least: '09:00' }, '09:00', true],
  [{ at_least: '09:00' }, '08:59', false],
  [{ at_least: '09:00' }, '9:30', false],
  [{ at_most: '17:00' }, '17:01', false],
  [{ at_least: 5 }, '6', false],
  // several bounds
  [{ at_least: 5, at_most: 10 }, 5, true],
  [{ at_least: 5, at_most: 10 }, 10, true],
  [{ at_least: 5, at_most: 10 }, 11, false],
  [{ at_least: 5, at_most: 10 }, 4, false],
  [{ at_least: '2026-03-09', before: '2026-03-12' }, '2026-03-09', true],
  [{ at_least: '2026-03-09', before: '2026-03-12' }, '2026-03-12', false],
  [{ after: '2026-03-09', at_most: '2026-03-12' }, '2026-03-12', true],
  // a declared default
  [{ is: { in: ['inbox', 'sent'] }, left_out: 'inbox' }, undefined, true],
  [{ is: { in: ['inbox', 'sent'] }, left_out: 'inbox' }, 'drafts', false],
  [{ is: { not: { in: ['inbox'] } }, left_out: 'inbox' }, undefined, false],
  [{ is: 'drafts', left_out: 'inbox' }, undefined, false],
  [{ is: 'inbox', left_out: 'inbox' }, null, false],
  // number
  [{ number: 1234.5 }, '1,234.50', true],
  [{ number: 1234.5 }, '€ 1.234,50', true],
  [{ number: 1234.5, unit: 'EUR' }, '€ 1.234,50', true],
  [{ number: 1234.5, unit: 'EUR' }, '1234.5 eur', true],
  [{ number: 1234.5, unit: 'EUR' }, '1234.5', false],
  [{ number: 1234.5, unit: 'EUR' }, '$1234.5', false],
  [{ number: 1234.5, unit: 'EUR' }, 1234.5, true],
  [{ number: 1234.5, within: 0.01 }, '1234.51', true],
  [{ number: 1234.5, within: 0.005 }, '1234.51', false],
  [{ number: 0.3 }, 0.1 + 0.2, true],
  [{ number: 10 }, '100', false],
  [{ number: 10 }, '1,010', false],
  [{ number: 10 }, '10%', false],
  [{ number: 10 }, '10 % p.a.', false],
  [{ number: 10 }, '10‰', false],
  [{ number: 10 }, '10 percentage points', false],
  [{ number: 10 }, '10 million', false],
  [{ number: 10 }, '10 or so', false],
  [{ number: 10, unit: '%' }, '10 %', true],
  [{ number: 10, unit: '%' }, '10 percent', true],
  [{ number: 3, unit: 'h' }, '3 hours', true],
  [{ number: 3, unit: 'hours' }, '3h', true],
  [{ number: 1, unit: 'days' }, '1 day', true],
  [{ number: 3, unit: 'h' }, '3 min', false],
  [{ number: 5 }, '5 KEUR', false],
  [{ number: 5 }, '5 m€', false],
  [{ number: 10 }, '10 h', true],
  [{ number: 10 }, '10 or 12', false],
  [{ number: 10 }, 'about 10', false],
  [{ number: -5 }, '(5)', true],
  [{ number: -1234.5 }, '(1,234.50)', true],
  [{ number: 0 }, '', false],
  [{ number: 0 }, undefined, false],
  [{ number: 0 }, null, false],
  [{ number: 1 }, true, false],
  [{ number: 10 }, '10 vol%', true],
  [{ number: 5, unit: ' Business  days.' }, '5 business days', true],
  [{ number: 1e9 }, 1e9 + 1e-4, true],
  [{ number: 0 }, 1e-13, true],
  // domain
  [{ domain: 'example.com' }, 'ida@example.com', true],
  [{ domain: '', subdomains: true }, 'a@x.', false],
  [{ domain: 'example.com' }, 'A@EXAMPLE.com', true],
  [{ domain: 'example.com' }, 'a@notexample.com', false],
  [{ domain: 'example.com' }, 'a@example.com.evil.org', false],
  [{ domain: 'example.com' }, 'a@mail.example.com', false],
  [{ domain: 'example.com', subdomains: true }, 'a@mail.example.com', true],
  [{ domain: 'example.com', subdomains: true }, 'a@notexample.com', false],
  [{ domain: 'example.com', subdomains: true }, 'a@example.com', true],
  [{ domain: 'example.com' }, 'example.com', true],
  [{ domain: 'example.com' }, 'a@evil.org@example.com', false],
  [{ domain: 'example.com' }, '<a@example.com>', false],
  [{ domain: 'example.com' }, undefined, false],
  [{ domain: '' }, 'a', false],
  // names
  [{ names: ['TIC-20'] }, 'about tic-20, urgently', true],
  [{ names: ['TIC-20'] }, 'about TIC-204', false],
  [{ names: ['TIC-20', 'TIC-21'] }, ['x', 'TIC-21'], true],
  [{ names: [] }, 'TIC-20', false],
  [{ names: ['TIC-20'] }, undefined, false],
  // one of
  [{ one_of: ['a', { at_least: 3 }] }, 4, true],
  [{ one_of: ['a', { not: 'b' }] }, 'b', false],
  [{ one_of: [] }, 'a', false],
  // in
  [{ in: ['a', 1] }, 1, true],
  [{ in: ['a', 1] }, '1', false],
  [{ in: [] }, 'a', false],
  [{ in: [null] }, undefined, false],
  // not
  [{ not: 'closed' }, 'open', true],
  [{ not: 'closed' }, 'closed', false],
  [{ not: 'closed' }, undefined, true],
  [{ not: { not: 'closed' } }, 'closed', true],
  // every, some
  [{ every: { in: ['a', 'b'] } }, ['a', 'b', 'a'], true],
  [{ every: { in: ['a'] } }, ['a', 'b'], false],
  [{ every: 'a' }, [], false],
  [{ every: 'a' }, undefined, false],
  [{ every: 'a' }, 'a', false],
  [{ every: { not: 'a' } }, [], false],
  [{ some: 'a' }, ['b', 'a'], true],
  [{ some: 'a' }, [], false],
  [{ some: 'a' }, 'a', false],
  // contains
  [{ contains: 'a' }, ['b', 'a'], true],
  [{ contains: 'a' }, ['ab'], false],
  [{ contains: 'export STOPS' }, 'The Export\u00a0stops here', true],
  [{ contains: '10' }, 'it is 10.', true],
  [{ contains: '10' }, '100', false],
  [{ contains: '10' }, '1,010', false],
  [{ contains: '10' }, '10,000', false],
  [{ contains: '10' }, '10.5', false],
  [{ contains: '10' }, '10%', false],
  [{ contains: '10' }, '10 %', false],
  [{ contains: '10' }, '-10', false],
  [{ contains: '10' }, '10:30', false],
  [{ contains: '10' }, '10, 11', true],
  [{ contains: '10' }, '10 000', false],
  [{ contains: '10' }, 'EUR 10\u202f000.50', false],
  [{ contains: '10' }, "10'000", false],
  [{ contains: '500' }, '10 500 EUR', false],
  [{ contains: '10 500' }, '10 500 EUR', true],
  [{ contains: '10' }, '10 1000', true],
  [{ contains: '10' }, '10 tickets', true],
  [{ contains: 'room 10' }, 'in room 10 200 people sat', true],
  [{ contains: '10' }, 10, false],
  [{ contains: 'ours.example' }, 'mail.ours.example.evil.org', false],
  [{ contains: '10' }, 'x,10', true],
  [{ contains: '10' }, 'a - 10', true],
  [{ contains: '10' }, 'is -10', false],
  [{ contains: '10' }, '10 a,5', true],
  [{ contains: '10' }, '10 a%', true],
  [{ contains: '10' }, '10, 000 in all', true],
  [{ contains: '10' }, '10 0000', true],
  [{ contains: '1234' }, '1234 567', true],
  [{ contains: '1 234' }, '1 234 567', false],
  [{ contains: '1 234' }, 'is 1 234.', true],
  [{ contains: '234 567' }, '1 234 567', false],
  [{ contains: '234' }, 'is 1 234', false],
  [{ contains: '234' }, 'it is 234', true],
  [{ contains: '234' }, '5 x 234', true],
  [{ contains: '1234' }, '5 1234', true],
  [{ contains: '1b' }, '1b,5', true],
  [{ contains: '(a)' }, 'b(a)c', true],
  [{ contains: '' }, 'anything', false],
  [{ contains: 'a' }, undefined, false],
  // at least, at most
  [{ at_least: 3 }, 3, true],
  [{ at_least: 3 }, 2.9, false],
  [{ at_least: 3 }, '4', false],
  [{ at_least: 0 }, undefined, false],
  [{ at_least: 0 }, null, false],
  [{ at_most: 3 }, 3, true],
  [{ at_most: 3 }, 4, false],
  [{ at_most: 3 }, '2', false],
  [{ at_most: 3 }, undefined, false],
];

test.each(ROWS)('%j against %j: %s', (matcher, value, holds) => {
  expect(matches(matcher, value)).toBe(holds);
  expect(describe(matcher)).not.toBe('');
});

test.each<[matcher: Matcher, words: string]>([
  ['urgent', '"urgent"'],
  [5, '5'],
  [['a', 'b'], '["a","b"]'],
  [{ equals: null }, 'null'],
  [{ equals: { a: [1] } }, '{"a":[1]}'],
  [{ ordered: ['a', 1] }, '"a", 1 in this order'],
  [{ multiset: ['a', 'a'] }, '"a", "a" in any order'],
  [{ set: ['a', 'b'] }, 'nothing but "a", "b", each at least once'],
  [{ text: 'a' }, 'the text "a"'],
  [{ text: ['a', 'b'] }, 'one of the texts ["a","b"]'],
  [{ time: '2026-03-09T08:00:00Z' }, 'the time 2026-03-09T08:00:00Z'],
  [{ before: '2026-03-09' }, 'before 2026-03-09'],
  [{ after: '2026-03-09' }, 'after 2026-03-09'],
  [{ number: 5 }, 'the number 5'],
  [{ number: 5, unit: 'EUR', within: 0.1 }, 'the number 5 EUR within 0.1'],
  [{ domain: 'ours.example' }, 'an address of ours.example'],
  [{ domain: 'ours.example', subdomains: true }, 'an address of ours.example or below it'],
  [{ names: ['a', 'b'] }, 'something that names "a", "b"'],
  [{ one_of: ['a', { at_least: 3 }] }, '"a" or at least 3'],
  [{ one_of: [] }, 'one of nothing'],
  [{ in: ['a', 1] }, 'one of "a", 1'],
  [{ not: { text: 'a' } }, 'anything but the text "a"'],
  [{ every: { in: ['a'] } }, 'a list of nothing but one of "a"'],
  [{ some: 'a' }, 'a list with "a"'],
  [{ contains: 'a' }, 'something that contains "a"'],
  [{ at_least: 3 }, 'at least 3'],
  [{ at_most: 3 }, 'at most 3'],
])('%j has to be %s', (matcher, words) => {
  expect(describe(matcher)).toBe(words);
});

test.each<[value: Json | undefined, words: string]>([
  [undefined, 'nothing'],
  [null, 'null'],
  ['a\nb', '"a\\nb"'],
  [{ a: [1, true] }, '{"a":[1,true]}'],
  ['x'.repeat(158), `"${'x'.repeat(158)}"`],
  ['x'.repeat(159), `"${'x'.repeat(159)}…`],
  ['x'.repeat(1_000_000), `"${'x'.repeat(159)}…`],
  [['x'.repeat(200)], `["${'x'.repeat(158)}…`],
])('a value for people: %.40j', (value, words) => {
  expect(show(value)).toBe(words);
});

test('what is no matcher is a bug, not a finding', () => {
  expect(() => matches({ equal: 1 } as unknown as Matcher, 1)).toThrow('not a matcher: {"equal":1}');
  expect(() => describe({ equal: 1 } as unknown as Matcher)).toThrow('not a matcher: {"equal":1}');
  expect(() => matches({ time: '2026-03-09' }, '2026-03-09T08:00:00Z')).toThrow('"2026-03-09" is not a time with date and offset');
  expect(() => matches({ before: 'x2026-03-09' }, 5)).toThrow('"x2026-03-09" is no number, time, date or length of time');
  for (const value of ['2026-03-09T08:00:00Z', '2026-03-09', 5])
    expect(() => matches({ before: 'tomorrow' }, value)).toThrow('"tomorrow" is no number, time, date or length of time');
});

test('law: everything equals itself, and nothing that is another JSON', () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.jsonValue(), (a, b) => {
      expect(matches({ equals: a as Json }, a as Json)).toBe(true);
      if (matches({ equals: a as Json }, b as Json)) expect(b).toEqual(a);
    }),
  );
});

test('values nested deeper than the stack are looked at without falling over', () => {
  let deep: Json = 1;
  for (let depth = 0; depth < 100_000; depth += 1) deep = [deep];
  expect(matches({ not: 'a' }, deep)).toBe(true);
  expect(matches({ equals: [[1]] }, deep)).toBe(false);
  expect(show(deep)).toBe('a value nested too deep to show');
});

test.each<[what: string, matcher: Matcher | undefined, value: Json | undefined, why: string]>([
  ['another number', { tells: { number: 12 } }, '13', ' (it names 13)'],
  ['none', { tells: { number: 12 } }, 'We need more.', ' (it names no number)'],
  ['that number', { tells: { number: 12 } }, 'We need 12.', ''],
  ['no text', { tells: { number: 12 } }, 13, ''],
  ['a matcher that shows by itself what it asks for', { text: '12' }, 'We need 13.', ''],
  ['a bare value', '12', 'We need 13.', ''],
  ['a list', ['12'], 'We need 13.', ''],
  ['nothing asked', undefined, 'We need 13.', ''],
])('why a value is not what was asked for: %s', (_, matcher, value, why) => {
  expect(reason(matcher, value)).toBe(why);
});
