// Working hours as instants: the only place where a slot needs time-zone data.
import { expect, test } from 'vitest';
import { workingTimes } from '#compiler/3-link/windows.ts';
import { openZone } from '#workspace/times.ts';

const day = { from: '09:00', to: '17:00' };
const berlin = openZone('Europe/Berlin');

type Row = [
  what: string,
  between: [string, string],
  want: readonly string[],
  more?: { hours?: typeof day; holidays?: readonly string[]; zone?: ReturnType<typeof openZone> },
];

const ROWS: Row[] = [
  ['one day', ['2026-03-10T23:00:00Z', '2026-03-11T23:00:00Z'], ['2026-03-11T08:00:00Z/2026-03-11T16:00:00Z']],
  [
    'no Saturday, no Sunday',
    ['2026-03-13T12:00:00Z', '2026-03-16T09:30:00Z'],
    ['2026-03-13T12:00:00Z/2026-03-13T16:00:00Z', '2026-03-16T08:00:00Z/2026-03-16T09:30:00Z'],
  ],
  [
    'a holiday',
    ['2026-03-09T23:00:00Z', '2026-03-11T23:00:00Z'],
    ['2026-03-10T08:00:00Z/2026-03-10T16:00:00Z'],
    { holidays: ['2026-03-11'] },
  ],
  [
    'over the night of the clocks',
    ['2026-03-27T00:00:00Z', '2026-03-31T00:00:00Z'],
    ['2026-03-27T08:00:00Z/2026-03-27T16:00:00Z', '2026-03-30T07:00:00Z/2026-03-30T15:00:00Z'],
  ],
  [
    'all nights of a week are one',
    ['2026-03-09T23:00:00Z', '2026-03-11T23:00:00Z'],
    ['2026-03-09T23:00:00Z/2026-03-11T23:00:00Z'],
    { hours: { from: '00:00', to: '24:00' } },
  ],
  [
    'the zone decides what day it is',
    ['2026-03-10T00:00:00Z', '2026-03-11T00:00:00Z'],
    ['2026-03-10T13:00:00Z/2026-03-10T21:00:00Z'],
    { zone: openZone('America/New_York') },
  ],
  [
    'opening in the hour that is skipped',
    ['2018-11-04T00:00:00Z', '2018-11-05T12:00:00Z'],
    ['2018-11-05T02:00:00Z/2018-11-05T12:00:00Z'],
    { zone: openZone('America/Sao_Paulo'), hours: { from: '00:00', to: '17:00' } },
  ],
  ['outside the hours', ['2026-03-11T17:00:00Z', '2026-03-11T23:00:00Z'], []],
];

test.each(ROWS)('%s', (_, [from, to], want, { hours = day, holidays = [], zone = berlin } = {}) => {
  expect(workingTimes({ from, to }, { hours, holidays, zone }).map((window) => `${window.from}/${window.to}`)).toEqual(want);
});
