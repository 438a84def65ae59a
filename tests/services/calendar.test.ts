// What only a calendar has: an end after its start, whoever writes it and in whatever zone.
import { expect, test } from 'vitest';
import { exampleDesk, idsOf, refusal, result } from '../workspace/harness.ts';

const event = { title: 'Review', start: '2026-03-10T09:00:00+01:00', end: '2026-03-10T10:00:00+01:00', attendees: ['CON-3'] };

test('an event is confirmed, and shown in the zone of the office', () => {
  const desk = exampleDesk();
  expect(result(desk, 'calendar.create_event', event)).toMatchObject({ ...event, status: 'confirmed' });
});

test.each([
  ['the same moment', '2026-03-10T09:00:00+01:00'],
  ['the same moment in another zone', '2026-03-10T08:00:00Z'],
  ['earlier, though the text is later', '2026-03-10T09:30:00+02:00'],
  ['the day before', '2026-03-09T23:00'],
])('an end that is %s is refused, with the way out', (_, end) => {
  const desk = exampleDesk();
  const { code, message, hint } = refusal(desk, 'calendar.create_event', { ...event, end });
  expect(code).toBe('wrong_argument');
  expect(message).toMatch(/^end is 2026-03-\d\dT[\d:]+\+01:00, which is not after start \(2026-03-10T09:00:00\+01:00\)\.$/);
  expect(hint).toBe('Give a later end, or an earlier start.');
});

test('nor can an event be moved behind its end, but both together can', () => {
  const desk = exampleDesk();
  const { id } = result(desk, 'calendar.create_event', event) as { readonly id: string };
  expect(refusal(desk, 'calendar.update_event', { id, start: '2026-03-10T10:00:00+01:00' }).message).toContain('is not after start');
  expect(result(desk, 'calendar.update_event', { id, title: 'Renamed' })).toMatchObject({ title: 'Renamed' });
  const later = { start: '2026-03-10T10:00:00+01:00', end: '2026-03-10T10:30:00+01:00' };
  expect(result(desk, 'calendar.update_event', { id, ...later })).toMatchObject(later);
});

test('events are found by who takes part and by when', () => {
  const desk = exampleDesk();
  result(desk, 'calendar.create_event', event);
  result(desk, 'calendar.create_event', { ...event, start: '2026-03-11T09:00', end: '2026-03-11T10:00', attendees: ['CON-3', 'CON-4'] });
  const list = (args: object) => idsOf(result(desk, 'calendar.list_events', args));
  expect(list({})).toEqual(['EVT-1', 'EVT-2']);
  expect(list({ attendee: 'CON-4' })).toEqual(['EVT-2']);
  // Those that go on at a moment.
  expect(list({ starts_before: '2026-03-10T09:30', ends_after: '2026-03-10T09:30' })).toEqual(['EVT-1']);
});
