// References that may only lead to records in a certain state: what a call newly names is looked at, what was there before stays.
import { describe, expect, test } from 'vitest';
import type { Collection, Field } from '#services/types.ts';
import { openDesk } from '#workspace/desk.ts';
import { toolList } from '#workspace/schema.ts';
import type { Office } from '#workspace/types.ts';
import { entriesOf, exampleDesk, exampleOffice, refusal, result } from '../workspace/harness.ts';
import { workshop } from './workshop.ts';
import { job, NEW } from './workshop-office.ts';

const records: Office['records'] = {
  'calendar.rooms': [
    { id: 'ROOM-1', name: 'Oak', bookable: true },
    { id: 'ROOM-2', name: 'Ash', bookable: false },
  ],
  'calendar.events': [
    {
      id: 'EVT-1',
      title: 'Standup',
      start: '2026-03-10T08:00:00Z',
      end: '2026-03-10T08:15:00Z',
      organizer: 'CON-3',
      attendees: ['CON-3'],
      status: 'confirmed',
      room: 'ROOM-2',
    },
  ],
  'todo.lists': [
    { id: 'LIST-1', name: 'Now', archived: false },
    { id: 'LIST-2', name: 'Then', archived: true },
  ],
  'facilities.rooms': [
    { id: 'FR-1', name: 'Birch', closed: false },
    { id: 'FR-2', name: 'Elm', closed: true },
  ],
};

const event = { title: 'Planning', start: '2026-03-11T09:00:00+01:00', end: '2026-03-11T10:00:00+01:00', attendees: ['CON-3'] };

describe('a room that may not be booked', () => {
  test('is taken by no new event, with the way to others', () => {
    const desk = exampleDesk(records);
    expect(refusal(desk, 'calendar.create_event', { ...event, room: 'ROOM-2' })).toEqual({
      code: 'conflict',
      message: 'calendar.create_event does not take ROOM-2 as room: its bookable would have to be true, and it is false.',
      hint: 'calendar.list_rooms shows the others.',
    });
    expect(result(desk, 'calendar.create_event', { ...event, room: 'ROOM-1' })).toMatchObject({ room: 'ROOM-1' });
    expect(result(desk, 'calendar.create_event', event)).not.toHaveProperty('room');
    expect(entriesOf(desk.evidence()).map(({ outcome, changes }) => [outcome, changes.length])).toEqual([
      ['refused', 0],
      ['ok', 1],
      ['ok', 1],
    ]);
  });

  test('is kept by an event that is there in it, and no event is moved there', () => {
    const desk = exampleDesk(records);
    expect(result(desk, 'calendar.update_event', { id: 'EVT-1', title: 'Daily' })).toMatchObject({ title: 'Daily', room: 'ROOM-2' });
    expect(result(desk, 'calendar.update_event', { id: 'EVT-1', title: 'Short', room: 'ROOM-2' })).toMatchObject({ title: 'Short' });
    expect(result(desk, 'calendar.update_event', { id: 'EVT-1', room: 'ROOM-1' })).toMatchObject({ room: 'ROOM-1' });
    expect(refusal(desk, 'calendar.update_event', { id: 'EVT-1', room: 'ROOM-2' }).code).toBe('conflict');
  });

  test('is said where the argument is described', () => {
    const { inputSchema } = toolList(exampleOffice(records)).find(({ name }) => name === 'calendar.create_event') ?? {};
    expect(JSON.stringify(inputSchema?.properties.room)).toContain('Only one whose bookable is true.');
    const filter = toolList(exampleOffice(records)).find(({ name }) => name === 'calendar.list_events')?.inputSchema.properties.room;
    expect(JSON.stringify(filter)).not.toContain('bookable');
  });
});

test('a list that is no longer used takes no task', () => {
  const desk = exampleDesk(records);
  expect(refusal(desk, 'todo.create_task', { title: 'Call', list: 'LIST-2' })).toMatchObject({
    code: 'conflict',
    message: 'todo.create_task does not take LIST-2 as list: its archived would have to be false, and it is true.',
  });
  const made = result(desk, 'todo.create_task', { title: 'Call', list: 'LIST-1' }) as { readonly id: string };
  expect(refusal(desk, 'todo.update_task', { id: made.id, list: 'LIST-2' }).code).toBe('conflict');
  // Used again, it takes them.
  result(desk, 'todo.update_list', { id: 'LIST-2', archived: false });
  expect(result(desk, 'todo.update_task', { id: made.id, list: 'LIST-2' })).toMatchObject({ list: 'LIST-2' });
});

test('no reservation is moved into a closed room', () => {
  const desk = exampleDesk(records);
  const times = { start: '2026-03-11T09:00:00+01:00', end: '2026-03-11T10:00:00+01:00' };
  const made = result(desk, 'facilities.reserve_room', { room: 'FR-1', title: 'Review', organizer: 'CON-3', ...times }) as {
    readonly id: string;
  };
  expect(refusal(desk, 'facilities.update_reservation', { id: made.id, room: 'FR-2' })).toMatchObject({
    code: 'conflict',
    hint: 'facilities.list_rooms shows the others.',
  });
});

describe('several that are named at once', () => {
  const jobs = workshop.collections.jobs as Collection;
  const mechanics: Field = {
    type: 'list',
    of: 'reference',
    to: 'workshop.people',
    only_if: { grade: ['fitter', 'master'], hours: [] },
    about: 'Who works on it.',
  };
  const desk = () =>
    openDesk({
      task: 'workshop',
      now: '2026-03-09T08:00:00Z',
      zone: 'Europe/Berlin',
      services: [{ ...workshop, collections: { ...workshop.collections, jobs: { ...jobs, fields: { ...jobs.fields, mechanics } } } }],
      settings: { workshop: { mailbox: 'us@workshop.example' } },
      records: {
        'workshop.people': [
          { id: 'MEC-1', name: 'Ann', email: 'ann@workshop.example', grade: 'master' },
          { id: 'MEC-2', name: 'Bob', email: 'bob@workshop.example', grade: 'helper' },
          { id: 'MEC-3', name: 'Cleo', email: 'cleo@workshop.example' },
          { id: 'MEC-4', name: 'Dan', email: 'dan@workshop.example', grade: 'fitter', hours: 3 },
        ],
        'workshop.jobs': [job('JOB-1', { mechanics: ['MEC-2'] })],
      },
    });

  test.each([
    ['MEC-2', 'its grade would have to be fitter or master, and it is helper.'],
    ['MEC-3', 'its grade would have to be fitter or master, and there is none.'],
    ['MEC-4', 'its hours would have to be empty, and it is 3.'],
  ])('%s: %s', (id, words) => {
    expect(refusal(desk(), 'workshop.create_job', { ...NEW, mechanics: ['MEC-1', id] })).toEqual({
      code: 'conflict',
      message: `workshop.create_job does not take ${id} as mechanics: ${words}`,
      hint: 'workshop.list_people shows the others.',
    });
  });

  test('those that were there may stay, those that come are looked at', () => {
    const office = desk();
    expect(result(office, 'workshop.update_job', { id: 'JOB-1', add_mechanics: ['MEC-1'] })).toMatchObject({
      mechanics: ['MEC-2', 'MEC-1'],
    });
    expect(result(office, 'workshop.update_job', { id: 'JOB-1', remove_mechanics: ['MEC-2'] })).toMatchObject({ mechanics: ['MEC-1'] });
    expect(refusal(office, 'workshop.update_job', { id: 'JOB-1', add_mechanics: ['MEC-3'] }).code).toBe('conflict');
  });
});
