// The workshop with a few records, ready to be used.
import type { DataRecord } from '#grader/evidence/types.ts';
import { openDesk } from '#workspace/desk.ts';
import type { Desk, Office } from '#workspace/types.ts';
import { entriesOf } from '../workspace/harness.ts';
import { workshop } from './workshop.ts';

export const job = (id: string, more: { readonly [field: string]: DataRecord[string] } = {}): DataRecord => ({
  id,
  title: 'Brakes',
  status: 'open',
  price: 120.5,
  currency: 'EUR',
  start: '2026-03-10T08:00:00Z',
  end: '2026-03-10T09:00:00Z',
  mechanics: ['MEC-1'],
  rush: false,
  version: 1,
  ...more,
});

export const message = (id: string, more: { readonly [field: string]: DataRecord[string] } = {}): DataRecord => ({
  id,
  from: 'ann@x.example',
  to: ['us@workshop.example', 'bob@x.example'],
  subject: 'Squeaking',
  body: 'It squeaks.',
  date: '2026-03-08T10:00:00Z',
  ...more,
});

export function open(records: Office['records'] = {}, more: Office['services'] = []): Desk {
  return openDesk({
    task: 'workshop',
    now: '2026-03-09T08:00:00Z',
    zone: 'Europe/Berlin',
    services: [workshop, ...more],
    settings: { workshop: { mailbox: 'us@workshop.example' } },
    records: {
      'workshop.people': ['MEC-1', 'MEC-2'].map((id) => ({ id, name: id, email: `${id}@workshop.example` })),
      'workshop.bays': [{ id: 'BAY-1', name: 'One' }],
      'workshop.jobs': [job('JOB-1')],
      ...records,
    },
  });
}

/** Arguments that create_job takes. */
export const NEW = { title: 'Tyres', price: 80, start: '2026-03-12T09:00', end: '2026-03-12T10:00', mechanics: ['MEC-1'] };

export function changesOf(desk: Desk) {
  return entriesOf(desk.evidence()).flatMap((entry) => entry.changes);
}
