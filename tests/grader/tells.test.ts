// Why a text does not tell what is asked for, in words, and whether it tells something else in its place.
import { expect, test } from 'vitest';
import { type Tells, tellsAnother, tellsInWords, whyUntold } from '#grader/tells.ts';

const now = '2026-03-26T10:20:00+01:00';
const zone = 'Europe/Berlin';
const meeting: Tells = { start: '2026-03-31T13:15:00+02:00', end: '2026-03-31T14:00:00+02:00', now, zone };
const refund: Tells = { number: 100, unit: 'EUR' };
const far = 12_345_678.3;

test.each<[asked: Tells, text: string, why: string | undefined, another?: boolean]>([
  [meeting, 'Tuesday, 13:15-14:00', undefined],
  [meeting, 'Nothing yet', 'it tells no time'],
  [meeting, 'At 13:15', 'it tells a time and no day'],
  [meeting, 'On Tuesday', 'it tells a day and no time'],
  [meeting, 'Tuesday, 13:15', 'it tells no end'],
  [meeting, 'Tuesday, 14:15-15:00', 'it tells another start: Tuesday 14:15', true],
  [meeting, 'Friday, 31 March, 13:15-14:00', 'what it tells does not agree: Friday, 31 March 13:15', true],
  [meeting, 'Tuesday, 13:15-14:00 or 15:00-16:00', 'it tells several starts: Tuesday 13:15; Tuesday 15:00', true],
  [meeting, 'Tuesday, 13:15-14:00 or 15:00', 'it tells several ends: Tuesday 14:00; Tuesday 15:00', true],
  // Each is quoted once, and four are enough.
  [
    meeting,
    'Tuesday at 13:15, 13:15, 15:00, 16:00, 17:00 or 18:00',
    'it tells several starts: Tuesday 13:15; Tuesday 15:00; Tuesday 16:00; Tuesday 17:00',
    true,
  ],
  // What is over is not in its place, what begins right now is.
  [meeting, 'Yesterday, 9:30-10:00, we agreed: Tuesday, 13:15-14:00', undefined],
  [meeting, 'Today at 10:20', 'it tells another start: Today 10:20', true],
  [{ start: '2026-03-20T09:00:00+01:00', now, zone }, 'It was on 20 March at 09:00.', undefined],
  [
    { start: '2026-03-20T09:00:00+01:00', now, zone },
    '20 March, 08:00 or 09:00',
    'it tells several starts: 20 March 08:00; 20 March 09:00',
    true,
  ],
  // Until when somebody is there is no end of what is on another day.
  [meeting, 'Tuesday, 13:15-14:00. I can be reached until 17:00 today.', undefined],
  [meeting, 'Tuesday, 13:15-14:00. On Tuesday we close, at 17:00', 'it tells several starts: Tuesday 13:15; Tuesday 17:00', true],
  [meeting, 'Tuesday, 13:15-14:00. We are here until 17:00 on Tuesday.', 'it tells several ends: Tuesday 14:00; Tuesday 17:00', true],
  [
    { start: '2026-04-02T13:15:00+02:00', end: '2026-04-02T14:00:00+02:00', now, zone },
    '2 April, 13:15-14:00. We are here until 17:00 on Thursday.',
    'it tells several ends: 2 April 14:00; Thursday 17:00',
    true,
  ],
  // All of a text counts, not only its list.
  [meeting, 'It is on Tuesday, 13:15-14:00.\n\n- Not Monday\n- Bring 2 chairs', undefined],
  [
    meeting,
    'Not on Monday. It is on Tuesday, 13:15-14:00, or on Friday, 9:30-10:00:\n\n- Tuesday, 13:15-14:00',
    'it tells several starts: Tuesday 13:15; Friday 9:30',
    true,
  ],
  // Offices elsewhere.
  [{ start: '2026-03-31T13:15:00-04:00', now, zone: 'America/New_York' }, 'Tuesday, 17:15 UTC', undefined],
  [{ start: '2026-03-31T13:15:00+05:30', now, zone: 'Asia/Kolkata' }, 'Tuesday, 07:45 UTC', undefined],
  [{ start: '2026-03-31', now, zone }, 'on Friday', 'it tells another day: Friday', true],
  [{ start: '2026-03-31', now, zone }, 'soon', 'it tells no day'],

  [refund, 'We refund 100 EUR.', undefined],
  [refund, 'We refund it.', 'it names no number of EUR'],
  [{ number: 3 }, 'There are some.', 'it names no number'],
  [refund, 'We refund 120 EUR.', 'it names We refund 120 EUR.', true],
  [refund, 'Refund: 100 EUR and a fee of 5 EUR', 'it also names a fee of 5 EUR', true],
  [{ ...refund, beside: [120] }, 'It cost 120 EUR.', 'it does not name it'],
  [{ number: 1 }, '2 strawberries, 3 strawberries, 4 strawberries, 5 strawberries, 6 strawberries', 'it names 2; 3; 4; 5', true],
  // A mark that can be read in two ways: either will do.
  [{ ...refund, beside: [1234] }, 'Of the 1,234 EUR we refund 100 EUR.', undefined],
  // Sums of decimals are not exact.
  [{ number: 12_345_678.1 + 0.2 }, `In all ${far}`, undefined],
  [{ number: 5, beside: [12_345_678.1 + 0.2] }, `5 of ${far}`, undefined],
  // All of a text counts, not only its list.
  [refund, 'We refund 100 EUR, not less.\n\n- order 4711\n- order 4712', undefined],
  [refund, 'We refund 120 EUR, not less.\n\n- 100 EUR', 'it also names We refund 120 EUR, not', true],
])('%j in "%s": %s', (asked, text, why, another = false) => {
  expect(whyUntold(asked, text)).toBe(why);
  expect(tellsAnother(asked, text)).toBe(another);
});

test.each<[asked: Tells, words: string]>([
  [meeting, 'a text that tells 2026-03-31T13:15:00+02:00 to 2026-03-31T14:00:00+02:00 and nothing else for it'],
  [{ start: '2026-03-31', now, zone }, 'a text that tells 2026-03-31 and nothing else for it'],
  [refund, 'a text that names 100 EUR and no other number of EUR'],
  [{ ...refund, within: 0 }, 'a text that names 100 EUR and no other number of EUR'],
  [{ number: 3, within: 1, beside: [5, 6] }, 'a text that names 3 within 1 and no other number but 5, 6'],
])('%j in words', (asked, words) => {
  expect(tellsInWords(asked)).toBe(words);
});

test('what is asked for has to be a time', () => {
  expect(() => whyUntold({ start: '2026-02-30T13:15:00+01:00', now, zone }, 'Tuesday, 13:15')).toThrow(
    '"2026-02-30" is not a time by the office\'s clock',
  );
});
