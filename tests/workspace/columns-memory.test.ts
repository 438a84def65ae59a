// What is kept beside a collection does not grow with the states it went through.
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import type { DataRecord } from '#grader/evidence/types.ts';
import type { Collection } from '#services/types.ts';
import { column, inOrder, valueLook } from '#workspace/tools/columns.ts';

const collection: Collection = {
  about: 'Tickets.',
  noun: 'ticket',
  prefix: 'TIC-',
  fields: { subject: { type: 'string', about: 'Subject.' } },
};
const bySubject = { ...valueLook('subject'), key: 'by subject', compare: (a: unknown, b: unknown) => (String(a) < String(b) ? -1 : 1) };

test('states of the past are let go', async () => {
  setFlagsFromString('--expose-gc');
  const collectGarbage = runInNewContext('gc') as () => void;
  const states: WeakRef<readonly DataRecord[]>[] = [];
  let records: readonly DataRecord[] = [];
  for (let made = 0; made < 50; made += 1) {
    records = [...records, { id: `TIC-${100 + made}`, subject: `number ${made}` }];
    states.push(new WeakRef(records));
    column(collection, records, valueLook('subject'));
    inOrder(collection, records, bySubject);
  }
  // A reference that was asked for holds until the turn of the loop is over.
  await new Promise((resolve) => setImmediate(resolve));
  collectGarbage();
  const left = states.filter((state) => state.deref() !== undefined);
  expect(left.length).toBeGreaterThan(0);
  // The last one, and what the engine itself has not let go of.
  expect(left.length).toBeLessThanOrEqual(5);
});
