// `free` in expressions: events in, beginnings of gaps out.
import { expect, test } from 'vitest';
import { addFree } from '#compiler/3-link/functions.ts';

type Handler = (events: readonly object[], from: Date, to: Date, length: number) => readonly Date[];

let free: Handler = () => [];
addFree(
  {
    registerFunction: (_, handler) => {
      free = handler as Handler;
    },
  },
  'calendar.events',
  { who: 'attendees', from: 'start', to: 'end', unless: { status: ['cancelled'] } },
);

const at = (time: string) => `2026-03-11T${time}:00Z`;
const event = (start: string, end: string, status = 'confirmed') => ({ $record: { start: at(start), end: at(end), status } });

test.each([
  ['nothing planned', [], ['09:00']],
  ['one gap before, one after', [event('10:00', '11:00')], ['09:00', '11:00']],
  ['exactly long enough, between two that touch it', [event('09:00', '10:00'), event('10:45', '12:00')], ['10:00']],
  ['too short', [event('09:00', '10:00'), event('10:44', '12:00')], []],
  ['unsorted, overlapping, one inside another', [event('11:30', '12:00'), event('09:00', '10:40'), event('09:30', '10:00')], ['10:40']],
  ['cancelled', [event('09:00', '12:00', 'cancelled')], ['09:00']],
  ['tentative', [event('09:00', '12:00', 'tentative')], []],
  ['before and after the window', [event('07:00', '09:30'), event('11:50', '14:00')], ['09:30']],
  ['longer than the window', [event('07:00', '14:00')], []],
])('%s', (_, events, want) => {
  const starts = free(events, new Date(at('09:00')), new Date(at('12:00')), 45 * 60_000);
  expect(starts.map((start) => start.toISOString().slice(11, 16))).toEqual(want);
});
