// Days as they stand in a text, one writing at a time: which day, how far the writing goes, and what is none.
import { expect, test } from 'vitest';
import { dayAt, dayNumber, weekdayOf } from '#grader/days.ts';

/** A Thursday. */
const today = dayNumber('2026-03-26') ?? 0;

function isoOf(day: number): string {
  return new Date(day * 86_400_000).toISOString().slice(0, 10);
}

/** The days, `|` between them, and what was read; undefined where no day begins there. */
function read(text: string, expected = false, from = today): string | undefined {
  const at = Math.max(0, text.indexOf('^'));
  const found = dayAt({ text: text.replace('^', ''), at, today: from, expected });
  return found && `${found.days.map(isoOf).join('|')} <${text.replace('^', '').slice(found.from, found.to)}>`;
}

test.each<[text: string, day: string | undefined]>([
  // With a year.
  ['2026-03-31', '2026-03-31 <2026-03-31>'],
  ['2026-3-1, please', '2026-03-01 <2026-3-1>'],
  ['2026/03/31', '2026-03-31 <2026/03/31>'],
  ['2026.03.31', '2026-03-31 <2026.03.31>'],
  ['2026-03/31', undefined],
  ['2026-03-31T13:15', '2026-03-31 <2026-03-31T>'],
  ['2026-03-311', undefined],
  ['2026-02-30', ' <2026-02-30>'],
  ['2026-13-01', ' <2026-13-01>'],
  ['31.03.2026', '2026-03-31 <31.03.2026>'],
  ['31. 3. 2026', '2026-03-31 <31. 3. 2026>'],
  ['1.3.26', '2026-03-01 <1.3.26>'],
  ['31.04.2026', ' <31.04.2026>'],
  ['1.2.2026.5', undefined],
  ['31-03-2026', '2026-03-31 <31-03-2026>'],
  ['1-3-2026', '2026-03-01 <1-3-2026>'],
  ['31-03-20261', undefined],
  ['31-03-26', undefined],
  ['31/03/2026', '2026-03-31 <31/03/2026>'],
  ['3/31/2026', '2026-03-31 <3/31/2026>'],
  ['3/4/2026', '2026-04-03|2026-03-04 <3/4/2026>'],
  ['31/3/26', '2026-03-31 <31/3/26>'],
  ['31/31/2026', undefined],
  ['31 March 2026', '2026-03-31 <31 March 2026>'],
  ['31st of March, 2026', '2026-03-31 <31st of March, 2026>'],
  ['the ^31st day of March 2027', '2027-03-31 <31st day of March 2027>'],
  ['31-Mar-2026', '2026-03-31 <31-Mar-2026>'],
  ['Mar 31, 2026', '2026-03-31 <Mar 31, 2026>'],
  ['March 31st 2026', '2026-03-31 <March 31st 2026>'],
  ['March the 31st', '2026-03-31 <March the 31st>'],
  ['31 March 2026:', '2026-03-31 <31 March 2026>'],
  // What follows is an hour and no year.
  ['31 March 2015 hrs', '2026-03-31 <31 March>'],
  ['31 March 2000h', '2026-03-31 <31 March>'],
  // Without one: the nearest, and where that is two months over the next as well.
  ['31 March', '2026-03-31 <31 March>'],
  ['25 March', '2026-03-25 <25 March>'],
  ['30 September', '2025-09-30|2026-09-30 <30 September>'],
  ['20 September', '2026-09-20 <20 September>'],
  ['5 January', '2026-01-05|2027-01-05 <5 January>'],
  ['25 January', '2026-01-25 <25 January>'],
  ['24 January', '2026-01-24|2027-01-24 <24 January>'],
  ['31 December', '2025-12-31|2026-12-31 <31 December>'],
  ['31 June', ' <31 June>'],
  ['Sept. 3', '2026-09-03 <Sept. 3>'],
  ['Marching 3', undefined],
  ['31/3', '2026-03-31 <31/3>'],
  ['3/31', '2026-03-31 <3/31>'],
  ['12/3', '2026-03-12|2025-12-03|2026-12-03 <12/3>'],
  ['24/7', '2026-07-24 <24/7>'],
  ['31/31', undefined],
  ['3/4%', undefined],
  ['3/4/5', undefined],
  ['31.3.', '2026-03-31 <31.3.>'],
  ['31. 3.', '2026-03-31 <31. 3.>'],
  ['31.03.', '2026-03-31 <31.03.>'],
  ['24.03.', '2026-03-24 <24.03.>'],
  // These may be times of day, versions, amounts, shares.
  ['23.03.', undefined],
  ['31.3', undefined],
  ['31.03', undefined],
  ['31.13.', undefined],
  ['31.0.', undefined],
  ['31.3%', undefined],
  ['31.3.5', undefined],
  ['31.345', undefined],
  // By name.
  ['today', '2026-03-26 <today>'],
  ['Tomorrow, please', '2026-03-27 <Tomorrow>'],
  ['the day after tomorrow', '2026-03-28 <the day after tomorrow>'],
  ['day after tomorrow', '2026-03-28 <day after tomorrow>'],
  ['yesterday', '2026-03-25 <yesterday>'],
  ['todays', undefined],
  ['tomorrows', undefined],
  ['yesterdays', undefined],
  ['the day after tomorrows', undefined],
  ['Not ^here, today', undefined],
  ['at ^x yesterday', undefined],
  ['^x 31.03.2026', undefined],
  ['^x 31-03-2026', undefined],
  ['^x 31/03/2026', undefined],
  ['^x 31/3', undefined],
  ['^x the day after tomorrow', undefined],
  ['Tuesday', '2026-03-31 <Tuesday>'],
  ['this Tuesday', '2026-03-31 <this Tuesday>'],
  ['coming Tuesday', '2026-03-31 <coming Tuesday>'],
  ['Thursday', '2026-03-26|2026-04-02 <Thursday>'],
  ['Wednesdays', '2026-04-01 <Wednesdays>'],
  ['next Tuesday', '2026-03-31|2026-04-07 <next Tuesday>'],
  ['next Thursday', '2026-03-26|2026-04-02|2026-04-02 <next Thursday>'],
  ['last Tuesday', '2026-03-24 <last Tuesday>'],
  ['past Tuesday', '2026-03-24 <past Tuesday>'],
  ['last Thursday', '2026-03-19 <last Thursday>'],
  ['Tuesday next week', '2026-03-31 <Tuesday next week>'],
  ['Friday of next week', '2026-04-03 <Friday of next week>'],
  ['next week on Sunday', '2026-04-05 <next week on Sunday>'],
  ['next week, Monday', '2026-03-30 <next week, Monday>'],
  ['Tue', '2026-03-31 <Tue>'],
  ['Tues.', '2026-03-31 <Tues.>'],
  ['tue 31', '2026-03-31 <tue>'],
  ['tue', undefined],
  ['sun', undefined],
  ['Sunny', undefined],
  ['Tuesdayish', undefined],
])('%s: %s', (text, day) => {
  expect(read(text)).toBe(day);
});

test.each<[text: string, day: string | undefined]>([
  ['31.3', '2026-03-31 <31.3>'],
  ['31.03', '2026-03-31 <31.03>'],
  ['23.03.', '2026-03-23 <23.03.>'],
  ['1.1', '2026-01-01|2027-01-01 <1.1>'],
  ['1.12', '2025-12-01|2026-12-01 <1.12>'],
  ['1.13', undefined],
  ['1.0', undefined],
  ['the 31st', '2026-03-31 <the 31st>'],
  ['31st', '2026-03-31 <31st>'],
  ['2nd', '2026-04-02 <2nd>'],
  ['26th', '2026-03-26 <26th>'],
  ['25th', '2026-04-25 <25th>'],
  ['32nd', ' <32nd>'],
  ['31stly', undefined],
  ['the 2nd reminder', undefined],
  ['the 2nd', '2026-04-02 <the 2nd>'],
  ['2nd times', undefined],
  ['2nd timely', '2026-04-02 <2nd>'],
  ['1st2', undefined],
  ['a ^x 31st', undefined],
])('behind a weekday or "on": %s: %s', (text, day) => {
  expect(read(text, true)).toBe(day);
});

test('only there is a bare ordinal a day', () => {
  expect(read('the 31st')).toBeUndefined();
});

test('over the turn of the year', () => {
  const newYear = dayNumber('2026-12-30') ?? 0;
  expect(read('2 January', false, newYear)).toBe('2027-01-02 <2 January>');
  expect(read('30 December', false, newYear)).toBe('2026-12-30 <30 December>');
  expect(read('30 October', false, newYear)).toBe('2026-10-30|2027-10-30 <30 October>');
  expect(read('31 October', false, newYear)).toBe('2026-10-31 <31 October>');
  expect(read('29 February', false, dayNumber('2028-02-01') ?? 0)).toBe('2028-02-29 <29 February>');
});

test('numbers of days', () => {
  expect([
    dayNumber('1970-01-01'),
    dayNumber('1970-01-02'),
    dayNumber('1000-01-01'),
    dayNumber('0999-12-31'),
    dayNumber('2026-02-29'),
  ]).toEqual([0, 1, -354285, undefined, undefined]);
  expect(['1970-01-04', '1970-01-05', '1969-12-28', '2026-03-26'].map((day) => weekdayOf(dayNumber(day) ?? 0))).toEqual([0, 1, 0, 4]);
});
