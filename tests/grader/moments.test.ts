// Moments told in a text: every way of writing the right one, and what is near it and another.
import { expect, test } from 'vitest';
import { describe, matches } from '#grader/matchers.ts';
import { whyUntold } from '#grader/tells.ts';
import type { Matcher } from '#grader/types.ts';

/** Thursday, 26 March 2026, in Berlin; summer time begins on the 29th. */
const now = '2026-03-26T10:20:00+01:00';
const zone = 'Europe/Berlin';
const start = '2026-03-31T13:15:00+02:00';
const end = '2026-03-31T14:00:00+02:00';
const asked = { start, end, now, zone };
const both: Matcher = { tells: asked };
const startOnly: Matcher = { tells: { start, now, zone } };
const day: Matcher = { tells: { start: '2026-03-31', now, zone } };

test.each([
  'The kickoff is on Tuesday, 31 March, from 13:15 to 14:00.',
  'Tuesday, March 31st, 13:15–14:00',
  'Tue 31 March 2026, 13.15-14.00',
  'On 31.03.2026 from 13.15 to 14.00 h.',
  '31.3., 13:15 - 14:00 Uhr',
  'Tuesday 31/3 13:15 until 14:00',
  '3/31/2026, 1:15 pm - 2:00 pm',
  '2026-03-31T13:15:00+02:00 to 2026-03-31T14:00:00+02:00',
  '2026-03-31T13:15+02:00/2026-03-31T14:00+02:00',
  '2026-03-31 13:15 – 2026-03-31 14:00',
  '2026-03-31T11:15Z – 2026-03-31T12:00Z',
  'Tuesday, 11:15-12:00 UTC',
  'Tuesday, 11:15 to 12:00 (UTC)',
  'Tuesday, 13:15-14:00 CEST',
  'Tuesday, 13:15CET until 14:00CET',
  'Tuesday, 13:15-14:00 (UTC+2)',
  'Tuesday, 13:15–14:00 Berlin time',
  'Tuesday, 13:15 to 14:00 (local time)',
  'Next Tuesday at 1.15 pm, until 2 pm',
  'Tuesday next week, 1:15-2pm',
  'Tuesday: 1:15–2:00',
  'Tuesday, 1:15 p.m. to 2:00 p.m.',
  'Tuesday, 1315 hrs to 1400 hrs',
  'Tuesday, 1315-1400 hrs',
  'Tuesday, 13h15-14h00',
  'Tuesday, between 13:15 and 14:00',
  'On Tuesday at a quarter past one, for 45 minutes.',
  'Tuesday at quarter past one in the afternoon, until two o’clock',
  'Tuesday, 31 March at 13:15 (45 min)',
  'Tuesday, 31 March at 13:15, 45 minutes',
  'Tuesday, 31 March, 13:15. It lasts three quarters of an hour.',
  'Tuesday, 31 March, 13:15; duration: 0h 45m',
  'From 13:15 to 14:00 on Tuesday, 31 March.',
  '13:15-14:00, 31 March (Tuesday)',
  'Day: Tuesday, 31 March\nStart: 13:15\nEnd: 14:00',
  '| Day | Start | End |\n|---|---|---|\n| 31 March | 13:15 | 14:00 |',
  '- **Date:** Tuesday, March 31\n- **Time:** 13:15 to 14:00 (Europe/Berlin)',
  'When: Tue Mar 31, 2026 13:15 → 14:00',
  'Thank you for your mail of 23 March, 9:12. The kickoff is on Tuesday, 31 March, 13:15 to 14:00.',
  'The kickoff is on Tuesday from 13:15 to 14:00. Please confirm by 17:00 on Friday.',
  'It is on Tuesday, 31 March, from 13:15 to 14:00, not on Monday at 15:00.',
  'The kickoff was moved from Monday, 15:00 to Tuesday, 13:15-14:00.',
  'Tuesday, 31 March, 13:15 to 14:00 (that is 1:15 to 2:00 pm).',
  'Hello,\n\nThe kickoff is on Tuesday, 31 March, from 13:15 to 14:00.\n\nBest wishes',
  'The kickoff is on Tuesday the 31st, 13:15-14:00. Lunch is 13.15 EUR, room 14.00.',
  'The kickoff is on Tuesday, 31 March, 13:15 -> 14:00; please answer at the latest at 12:00.',
  'It is on Tuesday 31 March 2026, 13:15 to 14:00 Europe/Berlin (UTC+02:00).',
  '**When:** Tuesday, March 31, 2026, 1:15 PM – 2:00 PM (CEST)',
  '31 March 2026 at 13:15–14:00 CEST (11:15–12:00 UTC)',
  'Start: Tuesday, 31 March 2026, 13:15\nEnd: Tuesday, 31 March 2026, 14:00',
  'It will take place on Tuesday, 31 March 2026, starting at 13:15 and ending at 14:00.',
  'The meeting takes place on Tuesday. It starts at 13:15 and ends at 14:00.',
  'Day: Tuesday, 31 March. From: 13:15. To: 14:00.',
  'Tuesday 31 March, 13:15–14',
  'Tuesday, 31 March: 13h15–14h',
  'Tues 31 March 1315–1400 hrs',
  'A 45-minute kickoff on Tuesday, 31 March, at 1:15 pm',
  '<p>The kickoff is on <b>Tuesday, 31&nbsp;March</b>, from <b>13:15</b> to <b>14:00</b>.</p>',
  'BEGIN:VEVENT\nDTSTAMP:20260326T092500Z\nDTSTART;TZID=Europe/Berlin:20260331T131500\nDTEND;TZID=Europe/Berlin:20260331T140000\nEND:VEVENT',
  'The kickoff: Tuesday, 31 March, 13:15 to 14:00.\nDTSTART:20260331T111500Z\r\nDTEND:20260331T120000Z',
  'BEGIN:VTIMEZONE\nDTSTART:19700329T020000\nEND:VTIMEZONE\nDTSTART;TZID=Europe/Berlin:20260331T131500\nDURATION:PT45M',
  'Tuesday, 31 March, 13:15–14:00.\n\nOffice hours: Mon–Fri 9:00–17:00',
  'Tuesday, 31 March, 13:15–14:00, the only gap from Monday to Wednesday, 9:00–17:00.',
  'Tuesday, 31 March, 13:15–14:00. Please confirm by Monday, 30 March, 12:00.',
  'Tuesday, 31 March, 13:15–14:00. Please tell me by tomorrow noon if that does not suit.',
  'On 26 March 2026 at 09:20, Gesine Vogt wrote:\n> For the kickoff …\n\nIt is on Tuesday, 31 March, 13:15–14:00.',
  'Gesine wrote today at 9:20. The kickoff: Tuesday, 31 March, 13:15–14:00.',
])('told: %s', (text) => {
  expect(whyUntold(asked, text), describe(both)).toBeUndefined();
  expect(matches(both, text)).toBe(true);
  expect(matches(startOnly, text)).toBe(true);
});

test.each<[text: string, why: RegExp]>([
  ['on Friday, 13:15 to 14:00', /other/],
  ['Friday, 31 March, 13:15-14:00', /contradict|agree/],
  ['Tuesday, 30 March, 13:15-14:00', /contradict|agree/],
  ['Tuesday, 7 April, 13:15-14:00', /other/],
  ['Tuesday or Wednesday, 13:15-14:00', /several|other/],
  ['from 13:15 to 14:00', /day/],
  ['Tuesday, 13:15', /end/],
  ['Tuesday, 31 March', /time/],
  ['Tuesday, 13:15-14:30', /end/],
  ['Tuesday, 13:15 for an hour', /end/],
  ['Tuesday, 13:15, for 45 minutes or 60 minutes', /end/],
  ['Tuesday, 13:15 to 14:00 or 15:00', /other|end|several/],
  ['Tuesday, 13:15-14:00, 15:00-15:45 or 16:30-17:15', /several/],
  ['Tuesday, 13:15-14:00. Or on Wednesday, 9:00-9:45.', /several/],
  ['Tuesday, 14:15-15:00', /other/],
  ['Tuesday, 1:15-2:00 am', /other/],
  ['Tuesday, 01:15-02:00', /other/],
  ['Tuesday, 13:15-14:00 UTC', /other/],
  ['Tuesday, 13:15-14:00 London time', /agree/],
  ['2026-03-31T13:15+01:00 to 2026-03-31T14:00+01:00', /other/],
  ['Tuesday, for 13.15 EUR to 14.00 EUR', /time/],
  ['Tuesday, lunch is 13.15', /time/],
  ['None of these: The kickoff is on Tuesday, 31 March, from 13:15 to 14:00.', /tells/],
  ['It will not take place on Tuesday, 31 March, from 13:15 to 14:00.', /tells/],
  ['The kickoff on Tuesday, 31 March, 13:15-14:00 cannot go ahead.', /tells/],
  ['The kickoff is on Tuesday, 31 March, from 13:15 to 14:00.\n\nSorry, that was wrong. Please disregard the above.', /tells/],
  ['not on Tuesday at 13:15 to 14:00', /tells/],
  ['after 13:15 on Tuesday, before 14:00', /time/],
  ['Tuesday, ticket TIC-13:15-14:00', /time/],
  ['Tuesday, 113:15-14:00', /other|end|time/],
  ['32 March, 13:15-14:00', /day|other|agree/],
  ['last Tuesday, 13:15-14:00', /tells/],
  ['Tuesday, sometime between 13:15 and 17:00, until 14:00', /several ends/],
  ['It is Wednesday, not Tuesday, 31 March, from 13:15 to 14:00', /tells/],
  ['Tuesday 31 March 2027, 13:15 to 14:00', /agree/],
  ['today, 13:15-14:00', /other/],
  ['As it stands in the calendar. <!-- Tuesday, 31 March, 13:15 to 14:00 -->', /tells/],
  ['Tuesday, 31 March, 13:15 to 14:00.\nDTSTART:20260331T131500Z\nDTEND:20260331T140000Z', /several/],
  ['DTSTART:20260401T131500\nDTEND:20260401T140000', /other/],
  ['DTSTART;TZID=America/New_York:20260331T131500\nDTEND;TZID=America/New_York:20260331T140000', /agree/],
  ['Monday/Tuesday/Wednesday, 13:15-14:00', /several/],
  ['Mon-Wed 13:15-14:00', /no time|tells/],
  ['Tuesday, 31 March, between 9 and 17', /time/],
  ['by Tuesday, 31 March, 13:15 to 14:00', /tells/],
  ['', /tells/],
])('not told: %s', (text, why) => {
  expect(matches(both, text)).toBe(false);
  expect(whyUntold(asked, text)).toMatch(why);
});

test.each<[text: string, holds: boolean]>([
  ['Please pay by 31 March.', true],
  ['due on 2026-03-31', true],
  ['due Tuesday', true],
  ['Your invoice of 3 March is due on 31 March.', true],
  ['due on 31 March or 1 April', false],
  ['due on 30 March', false],
  ['due in March', false],
  ['Not on 31 March.', false],
  ['This is the 2nd reminder: please pay by 31 March.', true],
  ['Please pay by the 31st.', true],
  ['until 31.03.', true],
  ['until 31.03. at the latest.', true],
  ['until Tue 31.03. (Tuesday)', true],
  ['until 31.3.', true],
  ['until the 31.03., thanks.', true],
  ['until 31.03.26.', true],
  ['until 30.03.', false],
  ['until 01.04., no longer until 31.03.', false],
])('a day alone: %s is %s', (text, holds) => {
  expect(matches(day, text)).toBe(holds);
});

test.each<[wanted: string, text: string, holds: boolean]>([
  ['2026-03-27T09:00:00+01:00', 'tomorrow at 9:00', true],
  ['2026-03-27T09:00:00+01:00', 'tomorrow at 9 am', true],
  ['2026-03-27T09:00:00+01:00', 'tomorrow at nine o’clock in the morning', true],
  ['2026-03-27T09:00:00+01:00', 'tomorrow at 9 pm', false],
  ['2026-03-26T15:00:00+01:00', 'today at 3 pm', true],
  ['2026-03-26T15:00:00+01:00', 'Thursday, 15:00', true],
  ['2026-04-02T15:00:00+02:00', 'Thursday, 15:00', true],
  ['2026-03-27T12:00:00+01:00', 'Friday at noon', true],
  ['2026-03-27T12:00:00+01:00', 'Friday at midnight', false],
  ['2026-03-27T12:30:00+01:00', 'Friday at half past twelve', true],
  ['2026-03-27T12:45:00+01:00', 'Friday at quarter to one', true],
  ['2026-03-27T12:50:00+01:00', 'Friday at ten to one', true],
  ['2026-03-27T00:00:00+01:00', 'Friday, 00:00', true],
  ['2027-01-05T09:00:00+01:00', '5 January, 9:00', true],
  ['2026-03-20T09:00:00+01:00', 'on 20 March at 9:00', true],
  ['2026-03-27T21:00:00+01:00', 'tomorrow at 9:00 in the evening', true],
])('%s from "%s": %s', (wanted, text, holds) => {
  expect(matches({ tells: { start: wanted, now, zone } }, text)).toBe(holds);
});

test('a text of nothing but times is read in no time', () => {
  for (const part of [
    '13:15 to ',
    '31.',
    '13:15-',
    'Tuesday ',
    '1/',
    '- ',
    '9.10.',
    'a quarter past ',
    '11111111:',
    '1 h ',
    '\n',
    ' ',
    '\u00a0',
    '13:15 ',
    'T',
    'at ',
    'BEGIN:VTIMEZONE\n',
    '<a ',
  ])
    expect(matches(both, part.repeat(20_000))).toBe(false);
});

test('no text tells nothing', () => {
  for (const value of [undefined, null, 5, ['Tuesday, 31 March, 13:15 to 14:00']]) expect(matches(both, value)).toBe(false);
});
