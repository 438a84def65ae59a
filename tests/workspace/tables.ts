// An office with sheets and databases.
import { databases } from '#services/databases.ts';
import { spreadsheets } from '#services/spreadsheets.ts';
import { openDesk } from '#workspace/desk.ts';
import type { Desk, Office } from '#workspace/types.ts';
import { entriesOf } from './harness.ts';

export function openTables(records: Office['records']): Desk {
  return openDesk({
    task: 'tables',
    now: '2026-03-09T08:00:00Z',
    zone: 'Europe/Berlin',
    services: [spreadsheets, databases],
    settings: {},
    records,
  });
}

export function changesOf(desk: Desk) {
  return entriesOf(desk.evidence()).flatMap((entry) => entry.changes);
}
