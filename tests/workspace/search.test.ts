// What lets a search pass records by may never pass by one that holds the word.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { fold, foldedIdAnd, mayHold, threesOf } from '#workspace/tools/fold.ts';

test('law: a record may hold every part of its texts', () => {
  const text = fc.oneof(fc.lorem({ maxCount: 30 }), fc.string({ unit: 'grapheme', maxLength: 200 }), fc.string({ unit: 'binary' }));
  fc.assert(
    fc.property(text, fc.nat(), fc.nat(20), (body, start, length) => {
      const folded = fold(body);
      const at = folded.length === 0 ? 0 : start % folded.length;
      const searched = foldedIdAnd(['body'], { id: 'TIC-1', body });
      expect(mayHold(searched, threesOf(folded.slice(at, at + length)))).toBe(true);
    }),
  );
});

test.each([
  ['export', true],
  ['tic-1', true],
  ['xp', true],
  // Too short to tell.
  ['zz', true],
  ['zebra', false],
  ['exporter', false],
])('%s: %s', (word, may) => {
  expect(mayHold(foldedIdAnd(['body'], { id: 'TIC-1', body: 'The Export stops' }), threesOf(word))).toBe(may);
});
