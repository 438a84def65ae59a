// The check `agree` on times and days that only the agent's work says: texts tell them by the office's clock.
import { expect, test } from 'vitest';
import { agree } from '#grader/checks/index.ts';
import { toText } from '#grader/fraction.ts';
import { byClock, type OfficeClock } from '#grader/office-clock.ts';
import { evidenceOf, mail, say, update } from './build.ts';

const clock: OfficeClock = {
  zone: 'Europe/Berlin',
  now: '2026-03-09T09:00:00+01:00',
  offsets: [
    ['2025-02-02T08:00:00Z', 60],
    ['2026-03-29T01:00:00Z', 120],
    ['2026-10-25T01:00:00Z', 60],
  ],
};

const field = { record: 'helpdesk.tickets/TIC-204', field: 'due' };
const winter = '2026-03-10T14:00:00Z';
const summer = '2026-03-31T11:15:00Z';

test.each([
  [winter, 'We meet on Tuesday, 10 March, at 15:00.', '1'],
  [winter, 'We meet tomorrow at 3 pm.', '1'],
  [winter, '2026-03-10, 14:00 UTC', '1'],
  [winter, '2026-03-10T14:00:00Z', '1'],
  [winter, '2026-03-10T15:00:00+01:00', '1'],
  [winter, 'We meet on 10 March, at 14:00.', '0'],
  [winter, 'We meet on 11 March, at 15:00.', '0'],
  [winter, 'We meet at 15:00.', '0'],
  [winter, 'We meet on 10 March at 15:00 or 16:00.', '0'],
  [winter, 'We do not meet.', '0'],
  [summer, 'We meet on 31 March, at 13:15.', '1'],
  [summer, 'We meet on 31 March, at 12:15.', '0'],
  ['2026-03-20', 'It is due on Friday, 20 March.', '1'],
  ['2026-03-20', 'It is due on 21 March.', '0'],
])('%s, "%s": %s', (due, text, score) => {
  const check = agree({ things: [field, { reply: true }], clock });
  expect(toText(check(evidenceOf([update('TIC-204', { due }), say(text)])).score)).toBe(score);
});

test('when a message was sent is not what it says', () => {
  const check = agree({ things: [field, { sent: 'mail' }], clock });
  const sent = (body: string) => {
    const act = mail('MSG-1', ['ida@ours.example'], body);
    const [write] = act.writes ?? [];
    return { ...act, writes: [{ ...write, at: 'mail.messages/MSG-1', set: { ...write?.set, sent: '2026-03-09T08:00:00Z' } }] };
  };
  const scored = (due: string, body: string) => toText(check(evidenceOf([update('TIC-204', { due }), sent(body)])).score);
  expect(scored(winter, 'Tuesday, 10 March, 15:00')).toBe('1');
  expect(scored('2026-03-09T08:00:00Z', 'It is soon.')).toBe('0');
});

test.each([
  [['Tuesday, 10 March, 15:00', 'I look forward to it.'], '1'],
  [['Tuesday, 10 March, 15:00', 'Tuesday, 10 March, 16:00'], '0'],
  [['I look forward to it.'], '0'],
])('of messages, %j: %s', (bodies, score) => {
  const check = agree({ things: [field, { sent: 'mail' }], clock });
  const acts = [update('TIC-204', { due: winter }), ...bodies.map((body, i) => mail(`MSG-${i}`, ['ida@ours.example'], body))];
  expect(toText(check(evidenceOf(acts)).score)).toBe(score);
});

test('the verdict shows the time by the office’s clock', () => {
  const { found } = agree({ things: [field, { reply: true }], clock })(evidenceOf([update('TIC-204', { due: winter }), say('soon')]));
  expect(found).toBe('2026-03-10T15:00:00+01:00; reply does not name it');
});

test.each([
  ['2020-01-01T00:00:00Z', '2020-01-01T01:00:00+01:00'],
  ['2026-03-29T00:59:59Z', '2026-03-29T01:59:59+01:00'],
  ['2026-03-29T01:00:00Z', '2026-03-29T03:00:00+02:00'],
  ['2027-01-01T12:00:00Z', '2027-01-01T13:00:00+01:00'],
])('%s is %s', (instant, shown) => {
  expect(byClock(clock, instant)).toBe(shown);
});

test.each([
  [-210, '2026-03-09T04:30:00-03:30'],
  [0, '2026-03-09T08:00:00+00:00'],
  [345, '2026-03-09T13:45:00+05:45'],
])('%i minutes ahead', (minutes, shown) => {
  expect(byClock({ ...clock, offsets: [['2026-01-01T00:00:00Z', minutes]] }, '2026-03-09T08:00:00Z')).toBe(shown);
});
