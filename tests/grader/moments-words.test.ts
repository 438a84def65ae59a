// Days that a text names, what of it is read and how it is quoted, and the one spelling in which it is read.
import { expect, test } from 'vitest';
import { plainText, toldTimes } from '#grader/moments.ts';
import { here, inShort, told } from './told.ts';

test.each<[text: string, days: string, words?: readonly string[]]>([
  ['We leave on Tuesday or on 2 April', '03-31 00:00, 04-02 00:00', ['Tuesday', '2 April']],
  ['Tuesday, 31 March, 13:15', '03-31 00:00', ['Tuesday, 31 March']],
  // What may be a number is a day behind a weekday and behind a small word.
  ['Tuesday, 31.3', '03-31 00:00', ['Tuesday, 31.3']],
  ['On 31 March, 1.4 km', '03-31 00:00', ['31 March']],
  ['on 31.3', '03-31 00:00'],
  ['dated 31.3', '03-31 00:00'],
  ['Date: 31.3', '03-31 00:00'],
  ['Day: 31.3', '03-31 00:00'],
  ['am 31.3', '03-31 00:00'],
  ['by the 31.3', '03-31 00:00'],
  ['version 31.3', ''],
  ['only 31.3', ''],
  ['my 2nd mail', ''],
  ['until 20.03.', ''],
  // Ids hold none.
  ['MSG-2026-03-31', ''],
  ['file REF-7.31.03.2026', ''],
  ['Room 4Fri', ''],
])('the days of "%s": %s', (text, days, words) => {
  expect(inShort(told(text).days)).toBe(days);
  if (words !== undefined) expect(told(text).days.map((day) => day.words)).toEqual(words);
});

test.each<[text: string, days: string]>([
  ['until 20.03.', '03-20 00:00'],
  ['due 20. 03. at the latest', '03-20 00:00'],
  ['due 20.03', ''],
  ['Until 20.03., my 2nd mail', '03-20 00:00'],
])('where a day is asked for, the days of "%s": %s', (text, days) => {
  expect(inShort(toldTimes(text, { ...here, isDay: true }).days)).toBe(days);
});

test.each<[text: string, written: readonly string[]]>([
  ['Nothing', []],
  ['13:15', ['13:15']],
  ['It is on Tuesday at 13:15.', ['Tuesday', 'on Tuesday', '13:15', 'at 13:15', 'Tuesday at 13:15', 'on Tuesday at 13:15']],
  ['From 13:15 to 14:00', ['13:15', 'From 13:15', '14:00', '13:15 to 14:00', 'From 13:15 to 14:00']],
  ['by the 31.3', ['31.3', 'by the 31.3']],
  ['Tuesday 13:15. Friday', ['Tuesday', '13:15', 'Tuesday 13:15', 'Friday']],
  ['until on the 31st', ['the 31st', 'on the 31st']],
  ['Tuesday, 31 March (13:15-14:00)', ['Tuesday', '31 March', '13:15', '14:00', 'Tuesday, 31 March (13:15-14:00']],
  ['Tuesday (at (13:15))', ['Tuesday', '13:15', 'Tuesday (at (13:15']],
  ['for 45 minutes by Tuesday', ['45 minutes', 'for 45 minutes', 'Tuesday', 'by Tuesday']],
  // The words before it are whole ones.
  ['A session on Tuesday', ['Tuesday', 'on Tuesday']],
  // What is between them keeps them apart.
  ['Tuesday. 13:15', ['Tuesday', '13:15']],
  ['Tuesday at last 13:15', ['Tuesday', '13:15']],
  ['Tuesday          (       13:15', ['Tuesday', '13:15', 'Tuesday ( 13:15']],
])('what is read of "%s": %j', (text, written) => {
  expect(told(plainText(text)).written).toEqual(written);
});

test('a moment is quoted with its day', () => {
  const { starts, ends } = told('On Tuesday, 31 \nMarch (13:15 - 14:00), or from 15:00 for 45 min');
  expect(starts.map(({ words }) => words)).toEqual(['Tuesday, 31 March 13:15', 'Tuesday, 31 March 15:00']);
  expect(ends.map(({ words }) => words)).toEqual(['Tuesday, 31 March 14:00', '45 min', '45 min']);
});

test.each<[text: string, plain: string]>([
  ['１３：１５', '13:15'],
  ['13\u200b:15', '13:15'],
  ['**Tue** `13:15` __on__ snake_case', 'Tue 13:15 on snake_case'],
  ['a -> b => c → d ⟶ e – f − g ‐ h', 'a - b - c - d - e - f - g - h'],
  ['two o’clock ‘sharp’', "two o'clock 'sharp'"],
  ['a \t b\n\n c', 'a b\n\n c'],
  ['DTSTART:20260331T131500', 'Start: 2026-03-31T13:15'],
  ['<b>Tue</b>&nbsp;<!-- Wed --> 13:15', 'Tue \0 13:15'],
])('%j is read as %j', (text, plain) => {
  expect(plainText(text)).toBe(plain);
});
