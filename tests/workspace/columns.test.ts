// Columns are carried over from one state of a collection to the next, and are then what looking at every record anew gives.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { DataRecord } from '#grader/evidence/types.ts';
import type { Collection } from '#services/types.ts';
import { answers, column, inOrder, valueLook } from '#workspace/tools/columns.ts';

const collectionLike = (): Collection => ({
  about: 'Tickets.',
  noun: 'ticket',
  prefix: 'TIC-',
  fields: { subject: { type: 'string', about: 'Subject.' } },
});

const ticket = (id: number, subject: number): DataRecord => ({ id: `TIC-${id}`, subject: `number ${subject}` });

const edits = fc.array(
  fc.record({ at: fc.nat(12), remove: fc.nat(3), insert: fc.array(fc.nat(99), { maxLength: 3 }), twice: fc.boolean() }),
  { maxLength: 20 },
);

/** By subject, then by id. */
const bySubject = {
  key: 'by subject',
  of: ({ subject, id }: DataRecord): readonly string[] => [String(subject), id],
  compare: (a: readonly string[], b: readonly string[]) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1),
};
const backwards = { ...bySubject, key: 'backwards', compare: (a: readonly string[], b: readonly string[]) => bySubject.compare(b, a) };

test('whatever was changed, made and deleted', () => {
  fc.assert(
    fc.property(fc.array(fc.nat(99), { maxLength: 10 }), edits, (start, steps) => {
      const collection = collectionLike();
      let made = 0;
      const states = [start.map((subject) => ticket(made++, subject))];
      for (const { at, remove, insert, twice } of steps) {
        const next = [...(states.at(-1) ?? [])];
        next.splice(at, remove, ...insert.map((subject) => ticket(made++, subject)));
        states.push(next);
        // Another world on the same definition goes on from an earlier state.
        if (twice) states.push(states[0] ?? []);
      }
      for (const records of states) {
        expect(column(collection, records, valueLook('subject'))).toEqual(records.map((record) => record.subject));
        const question = { key: 'odd', of: (at: number) => Number(records[at]?.id.at(-1)) % 2 === 1 };
        expect(answers(collection, records, question)).toEqual(records.map(({ id }) => Number(id.at(-1)) % 2 === 1));
        for (const order of [bySubject, backwards]) {
          const sorted = [...records].sort((a, b) => order.compare(order.of(a), order.of(b)));
          expect(inOrder(collection, records, order).map((at) => records[at])).toEqual(sorted);
        }
      }
    }),
  );
});

test('a record that stays is looked at once', () => {
  const collection = collectionLike();
  const looked: string[] = [];
  const look = {
    key: 'id',
    of: ({ id }: DataRecord) => {
      looked.push(id);
      return id;
    },
  };
  const [a, b, c] = [ticket(1, 1), ticket(2, 1), ticket(3, 1)];
  column(collection, [a, b, c], look);
  column(collection, [a, ticket(2, 2), c], look);
  column(collection, [a, c], look);
  expect(looked).toEqual(['TIC-1', 'TIC-2', 'TIC-3', 'TIC-2']);
});

test('where much is new, all is put in order', () => {
  const collection = collectionLike();
  const many = (from: number) => Array.from({ length: 100 }, (_, at) => ticket(from + at, (at * 37) % 100));
  inOrder(collection, many(100), bySubject);
  const records = many(500);
  const subjects = inOrder(collection, records, bySubject).map((at) => records[at]?.subject);
  expect(subjects).toEqual(records.map(({ subject }) => subject).sort());
});

test('of what calls ask for, the last few are kept', () => {
  const collection = collectionLike();
  const records = [ticket(1, 1), ticket(2, 2)];
  const asked: string[] = [];
  const ask = (key: string) =>
    answers(collection, records, {
      key,
      of: (at) => {
        asked.push(`${key} ${at}`);
        return at;
      },
    });
  ask('first');
  ask('first');
  expect(asked).toEqual(['first 0', 'first 1']);
  for (let other = 0; other < 31; other += 1) ask(`other ${other}`);
  ask('first');
  expect(asked).toHaveLength(2 + 2 * 31);
  // 'first' was asked for last, so the eldest now is the first of the others.
  ask('one more');
  ask('first');
  expect(asked).toHaveLength(2 + 2 * 32);
  ask('other 0');
  expect(asked.slice(-2)).toEqual(['other 0 0', 'other 0 1']);
});
