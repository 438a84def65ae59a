// What lets a search pass by texts may never pass by one that holds the word, whatever became of the collection meanwhile.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Collection } from '#services/types.ts';
import { fold } from '#workspace/tools/fold.ts';
import { sift } from '#workspace/tools/sieve.ts';

const collectionLike = (): Collection => ({ about: 'Notes.', noun: 'note', prefix: 'NOTE-', fields: {} });
const texts = (seen: readonly string[], key = 'body') => ({ key, seen, textOf: String });
/** So many that they are worth sifting. */
const MANY = 70;
const fillers = Array.from({ length: MANY }, (_, at) => `number ${at}`);

const text = fc.oneof(fc.lorem({ maxCount: 30 }), fc.string({ unit: 'grapheme', maxLength: 200 }), fc.string({ unit: 'binary' })).map(fold);
const place = fc.nat(MANY - 1);

test('law: a text may hold every part of it, after any changes', () => {
  const edits = fc.array(fc.record({ at: place, text, back: fc.boolean(), drop: fc.boolean() }), { maxLength: 8 });
  fc.assert(
    fc.property(edits, fc.nat(), fc.nat(20), (steps, start, length) => {
      const collection = collectionLike();
      const states = [fillers];
      for (const { at, text, back, drop } of steps) {
        const next = [...(states.at(-1) ?? [])];
        next.splice(at, 1, ...(drop ? [] : [text]));
        states.push(next);
        // Another world on the same definition goes on from the start.
        if (back) states.push(fillers);
      }
      for (const seen of states) {
        for (const [at, text] of seen.entries()) {
          const from = text.length === 0 ? 0 : start % text.length;
          expect(sift(collection, texts(seen), [text.slice(from, from + length)])(at)).toBe(true);
        }
      }
    }),
    { numRuns: 30 },
  );
});

test.each([
  [['export'], true],
  [['the', 'stops'], true],
  [['xp'], true],
  // Too short to tell.
  [['zz'], true],
  [['zebra'], false],
  [['exporter'], false],
  [['export', 'zebra'], false],
])('%j: %s', (parts, may) => {
  expect(sift(collectionLike(), texts([...fillers, 'the export stops']), parts)(MANY)).toBe(may);
});

test('follows what changed, forth and back', () => {
  const collection = collectionLike();
  const before = [...fillers, 'the export stops'];
  const after = [...fillers, 'the import stops'];
  const holds = (seen: readonly string[]) => ['export', 'import'].map((part) => sift(collection, texts(seen), [part])(MANY));
  expect([before, after, before].map(holds)).toEqual([
    [true, false],
    [false, true],
    [true, false],
  ]);
});

test('goes on where texts change more often than there are texts', () => {
  const collection = collectionLike();
  let seen: readonly string[] = fillers;
  for (let change = 0; change < 4 * MANY; change += 1) {
    seen = seen.with(change % MANY, `word${change} and more`);
    expect(sift(collection, texts(seen), [`word${change}`])(change % MANY)).toBe(true);
  }
  expect(sift(collection, texts(seen), ['number'])(0)).toBe(false);
});

test('keeps each column of a collection apart', () => {
  const collection = collectionLike();
  sift(collection, texts([...fillers, 'the export stops']), ['export']);
  expect(sift(collection, texts([...fillers, 'the import stops'], 'title'), ['export'])(MANY)).toBe(false);
});

test('few texts are all to be read', () => {
  expect(sift(collectionLike(), texts(['the export stops']), ['zebra'])(0)).toBe(true);
});
