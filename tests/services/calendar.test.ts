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

test('people and rooms are busy with what takes place, and free again when it is called off', () => {
  const desk = exampleDesk({ 'calendar.rooms': [{ id: 'ROOM-1', name: 'Big', bookable: true }] });
  result(desk, 'calendar.create_event', { ...event, room: 'ROOM-1', optional_attendees: ['CON-4'] });
  const day = { from: '2026-03-10', to: '2026-03-11', working_hours: '09:00-17:00' };
  const free = (who: object) => (result(desk, 'calendar.find_free_times', { ...day, ...who }) as { readonly free: unknown }).free;
  const rest = [{ from: '2026-03-10T10:00:00+01:00', to: '2026-03-10T17:00:00+01:00' }];
  const whole = [{ from: '2026-03-10T09:00:00+01:00', to: '2026-03-10T17:00:00+01:00' }];
  expect(free({ people: ['CON-3'] })).toEqual(rest);
  expect(free({ rooms: ['ROOM-1'] })).toEqual(rest);
  expect(free({ people: ['CON-4'] })).toEqual(whole);
  expect(result(desk, 'calendar.cancel_event', { id: 'EVT-1', cancel_reason: 'Nobody has time.' })).toMatchObject({ status: 'cancelled' });
  expect(free({ people: ['CON-3'], rooms: ['ROOM-1'] })).toEqual(whole);
  expect(refusal(desk, 'calendar.cancel_event', { id: 'EVT-1' }).code).toBe('conflict');
});

test('a series keeps its hour when the clocks change, and goes as a whole', () => {
  const desk = exampleDesk();
  result(desk, 'calendar.create_event', { ...event, start: '2026-03-23T09:00', end: '2026-03-23T10:00', repeats: 'weekly', times: 2 });
  result(desk, 'calendar.create_event', event);
  const { items } = result(desk, 'calendar.list_events', { series: 'EVT-1' }) as { readonly items: readonly { readonly start: string }[] };
  expect(items.map(({ start }) => start)).toEqual(['2026-03-23T09:00:00+01:00', '2026-03-30T09:00:00+02:00']);
  result(desk, 'calendar.delete_series', { series: 'EVT-1' });
  expect(idsOf(result(desk, 'calendar.list_events'))).toEqual(['EVT-3']);
});

test('who is asked answers, and changes nothing about the event', () => {
  const desk = exampleDesk();
  result(desk, 'calendar.create_event', event);
  expect(result(desk, 'calendar.invite_person', { event: 'EVT-1', person: 'CON-4' })).toMatchObject({ id: 'IVT-1', answer: 'pending' });
  const later = '2026-03-10T11:00:00+01:00';
  expect(result(desk, 'calendar.answer_invitation', { id: 'IVT-1', answer: 'declined', proposed_start: later })).toMatchObject({
    answered: '2026-03-09T09:00:00+01:00',
    proposed_start: later,
  });
  expect(refusal(desk, 'calendar.withdraw_invitation', { id: 'IVT-1' }).code).toBe('conflict');
  expect(result(desk, 'calendar.get_event', { id: 'EVT-1' })).toMatchObject({ attendees: ['CON-3'], start: event.start });
});
