// The check `slot`: events before and after, score and words out.
import { expect, test } from 'vitest';
import { type SlotParams, slot } from '#grader/checks/index.ts';
import { compare, one } from '#grader/fraction.ts';
import { type Act, evidenceOf } from './build.ts';

const EVENTS = 'calendar.events';
const seed = {
  [EVENTS]: [
    {
      id: 'EVT-1',
      title: 'Standup',
      start: '2026-03-11T08:00:00Z',
      end: '2026-03-11T09:00:00Z',
      attendees: ['A', 'B'],
      status: 'confirmed',
    },
    { id: 'EVT-2', title: 'Maybe', start: '2026-03-11T10:00:00Z', end: '2026-03-11T11:00:00Z', attendees: ['C'], status: 'tentative' },
    { id: 'EVT-3', title: 'Off', start: '2026-03-11T09:00:00Z', end: '2026-03-11T12:00:00Z', attendees: ['A', 'C'], status: 'cancelled' },
    { id: 'EVT-4', title: 'Others', start: '2026-03-11T09:00:00Z', end: '2026-03-11T12:00:00Z', attendees: ['X'], status: 'confirmed' },
    {
      id: 'EVT-5',
      title: 'Planning',
      start: '2026-03-12T08:00:00Z',
      end: '2026-03-12T09:00:00Z',
      attendees: ['A', 'B', 'C'],
      status: 'confirmed',
    },
  ],
};

const params: SlotParams = {
  collection: EVENTS,
  occupies: { who: 'attendees', from: 'start', to: 'end', unless: { status: ['cancelled'] } },
  attendees: ['A', 'B', 'C'],
  length: { at_least: 45 },
  windows: [{ from: '2026-03-11T08:00:00Z', to: '2026-03-11T16:00:00Z' }],
};

type Fields = { readonly [field: string]: string | readonly string[] };

const set = (id: string, fields: Fields | null, more: Partial<Act> = {}): Act => ({
  tool: 'calendar.any',
  writes: [{ at: `${EVENTS}/${id}`, set: fields }],
  ...more,
});
const event = (start: string, end: string, more: Fields = {}): Fields => ({
  title: 'Kickoff',
  start: `2026-03-11T${start}:00Z`,
  end: `2026-03-11T${end}:00Z`,
  attendees: ['A', 'B', 'C'],
  status: 'confirmed',
  ...more,
});
const make = (start: string, end: string, more?: Fields): Act => set('EVT-9', event(start, end, more));

const inRooms: Partial<SlotParams> = { occupies: { ...params.occupies, also: ['room'] } };
/** By somebody else, who is not the agent's concern. */
const ROOM_TAKEN = set('EVT-8', event('13:00', '14:00', { attendees: ['X'], room: 'R1' }));

type Row = [what: string, acts: readonly Act[], met: boolean, found: string, more?: Partial<SlotParams>];

const ROWS: Row[] = [
  ['nothing done', [], false, 'no event was made or moved'],
  ['between two events, touching both', [make('09:00', '10:00')], true, '09:00:00Z to'],
  ['at the very beginning and end of the window', [make('11:00', '16:00')], true, ''],
  ['the same moment in another zone', [make('09:00', '09:45', { start: '2026-03-11T10:00:00+01:00' })], true, ''],
  ['overlaps by a second', [make('08:59', '10:00', { start: '2026-03-11T08:59:59Z' })], false, 'A, B busy with EVT-1'],
  ['overlaps by 15 minutes', [make('09:15', '10:15')], false, 'C busy with EVT-2'],
  ['around another event', [make('09:30', '11:30')], false, 'C busy with EVT-2'],
  ['inside another event', [make('10:10', '10:55')], false, 'C busy with EVT-2'],
  ['in a room that another one has', [ROOM_TAKEN, make('13:00', '14:00', { room: 'R1' })], false, 'R1 busy with EVT-8', inRooms],
  ['in another room', [ROOM_TAKEN, make('13:00', '14:00', { room: 'R2' })], true, '', inRooms],
  ['when the other one in the room is over', [ROOM_TAKEN, make('14:00', '15:00', { room: 'R1' })], true, '', inRooms],
  ['without a room', [ROOM_TAKEN, make('13:00', '14:00')], true, '', inRooms],
  ['a room is somebody only where the service says so', [ROOM_TAKEN, make('13:00', '14:00', { room: 'R1' })], true, ''],
  ['over a cancelled one and one of others', [make('09:00', '09:45')], true, ''],
  ['too short', [make('09:00', '09:44')], false, '44 minutes long'],
  ['long enough is not exactly', [make('09:00', '10:00')], false, '60 minutes long', { length: { exactly: 45 } }],
  ['exactly', [make('09:00', '09:45')], true, '', { length: { exactly: 45 } }],
  ['begins before the hours', [make('07:00', '08:00')], false, 'outside the hours'],
  ['ends after the hours', [make('15:30', '16:15')], false, 'outside the hours'],
  [
    'from one window into the next',
    [make('12:30', '13:30')],
    false,
    'outside',
    {
      windows: [
        { from: '2026-03-11T12:00:00Z', to: '2026-03-11T13:00:00Z' },
        { from: '2026-03-11T13:15:00Z', to: '2026-03-11T16:00:00Z' },
      ],
    },
  ],
  ['somebody missing', [make('09:00', '10:00', { attendees: ['A', 'B'] })], false, 'without C'],
  ['free for two only', [make('10:00', '11:00')], false, 'C busy'],
  ['somebody too many', [make('09:00', '09:45', { attendees: ['A', 'B', 'C', 'D'] })], false, 'with D'],
  ['somebody more who may come', [make('09:00', '09:45', { attendees: ['A', 'B', 'C', 'D'] })], true, '', { may_attend: ['D'] }],
  [
    'somebody more who may come and cannot',
    [make('09:00', '09:45', { attendees: ['A', 'B', 'C', 'X'] })],
    false,
    'X busy with EVT-4',
    { may_attend: ['X'] },
  ],
  ['only for others', [make('09:00', '09:45', { attendees: ['D'] })], false, 'an event for D'],
  ['cancelled at once', [make('09:00', '09:45', { status: 'cancelled' })], false, 'no event was made or moved'],
  ['tentative', [make('09:00', '09:45', { status: 'tentative' })], true, ''],
  ['made and deleted', [make('09:00', '09:45'), set('EVT-9', null)], false, 'no event'],
  ['made wrong and put right', [make('10:00', '10:45'), make('09:00', '09:45')], true, ''],
  [
    'made wrong, cancelled and made again',
    [make('10:00', '10:45'), make('10:00', '10:45', { status: 'cancelled' }), set('EVT-10', event('09:00', '09:45'))],
    true,
    '',
  ],
  ['two of them', [make('09:00', '09:45'), set('EVT-10', event('12:00', '13:00'))], false, '2 events where one is needed'],
  ['two at one time', [make('09:00', '09:45'), set('EVT-10', event('09:00', '09:45', { attendees: ['A'] }))], false, '2 events'],
  [
    'another one for other people at the same time',
    [make('09:00', '09:45'), set('EVT-10', event('09:00', '09:45', { attendees: ['D'] }))],
    true,
    '',
  ],
  [
    'told apart by title',
    [make('09:00', '09:45'), set('EVT-10', event('12:00', '13:00', { title: 'Other' }))],
    true,
    '',
    { has: { title: { text: 'Kickoff' } } },
  ],
  [
    'told apart, in each other’s way',
    [make('09:00', '09:45'), set('EVT-10', event('09:00', '09:45', { title: 'Other' }))],
    false,
    'busy with EVT-10',
    { has: { title: { text: 'Kickoff' } } },
  ],
  ['another title', [make('09:00', '09:45', { title: 'Other' })], false, 'title "Other"', { has: { title: { text: 'Kickoff' } } }],
  ['an old event moved there', [set('EVT-5', event('09:00', '09:45'))], true, ''],
  [
    'an old event with other words only',
    [set('EVT-5', { title: 'Planning 2' })],
    false,
    'no event',
    { windows: [{ from: '2026-03-12T08:00:00Z', to: '2026-03-12T16:00:00Z' }] },
  ],
  [
    'an old event moved and moved back',
    [set('EVT-5', event('09:00', '09:45')), set('EVT-5', { start: '2026-03-12T08:00:00Z', end: '2026-03-12T09:00:00Z' })],
    false,
    'no event',
    { windows: [{ from: '2026-03-12T08:00:00Z', to: '2026-03-12T16:00:00Z' }] },
  ],
  [
    'in the way of an event that came later',
    [make('12:00', '12:45'), set('EVT-20', event('12:30', '13:00', { attendees: ['B'] }), { actor: 'event' })],
    false,
    'B busy with EVT-20',
  ],
  ['another record of that id was made', [{ tool: 'x', writes: [{ at: 'x.y/EVT-5', set: { a: 'b' } }] }], false, 'no event was made'],
  ['the same people in another order', [set('EVT-5', { attendees: ['C', 'A', 'B'] })], false, 'no event was made'],
  ['for nobody', [set('EVT-9', { start: '2026-03-11T09:00:00Z', end: '2026-03-11T09:45:00Z' })], false, 'an event for none'],
  [
    'from the first moment of a window',
    [make('11:00', '11:45')],
    true,
    '',
    { windows: [{ from: '2026-03-11T11:00:00Z', to: '2026-03-11T12:00:00Z' }] },
  ],
  [
    'in the second window',
    [make('11:00', '11:45')],
    true,
    '',
    {
      windows: [
        { from: '2026-03-11T09:00:00Z', to: '2026-03-11T10:00:00Z' },
        { from: '2026-03-11T11:00:00Z', to: '2026-03-11T12:00:00Z' },
      ],
    },
  ],
  [
    'freed by one field of two',
    [make('12:00', '12:45', { status: 'cancelled', kind: 'meeting' })],
    false,
    'no event was made',
    { occupies: { ...params.occupies, unless: { status: ['cancelled'], kind: ['note'] } } },
  ],
  ['somebody else made it', [set('EVT-9', event('09:00', '09:45'), { actor: 'user' })], false, 'no event'],
  ['the agent moved what somebody else made', [set('EVT-9', event('10:00', '10:45'), { actor: 'user' }), make('09:00', '09:45')], true, ''],
  [
    'the other event made room',
    [set('EVT-2', { start: '2026-03-11T14:00:00Z', end: '2026-03-11T15:00:00Z' }), make('10:00', '10:45')],
    false,
    '2 events where one is needed',
  ],
];

test.each(ROWS)('%s', (_, acts, met, found, more = {}) => {
  const outcome = slot({ ...params, ...more })(evidenceOf(acts, { seed }));
  expect([outcome.found, compare(outcome.score, one) === 0]).toEqual([expect.stringContaining(found), met]);
  expect(outcome.expected).toContain('A, B, C');
});

test('a time that is none is a mistake of ours, not a finding', () => {
  const broken = { ...params, windows: [{ from: '2026-03-11', to: '2026-03-12' }] };
  expect(() => slot(broken)(evidenceOf([make('09:00', '09:45')], { seed }))).toThrow(/not an instant/);
});
