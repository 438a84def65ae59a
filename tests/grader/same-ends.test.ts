// What two lists have in common at both ends, each item counted once.
import { expect, test } from 'vitest';
import { sameEnds } from '#grader/evidence/same-ends.ts';

const [a, b, c, d] = [{ id: 'a' }, { id: 'b' }, { id: 'c' }, { id: 'd' }];

test.each([
  ['nothing and nothing', [], [], { head: 0, tail: 0 }],
  ['the same', [a, b, c], [a, b, c], { head: 3, tail: 0 }],
  ['one in the middle', [a, b, c], [a, d, c], { head: 1, tail: 1 }],
  ['the first', [a, b, c], [d, b, c], { head: 0, tail: 2 }],
  ['the last', [a, b, c], [a, b, d], { head: 2, tail: 0 }],
  ['one more at the end', [a, b], [a, b, c], { head: 2, tail: 0 }],
  ['one more at the beginning', [b, c], [a, b, c], { head: 0, tail: 2 }],
  ['one less in the middle', [a, b, c], [a, c], { head: 1, tail: 1 }],
  ['the same twice: an item counts for one end only', [a, a], [a, a, a], { head: 2, tail: 0 }],
  ['less of the same', [a, a, a], [a, a], { head: 2, tail: 0 }],
  ['nothing in common', [a, b], [c, d], { head: 0, tail: 0 }],
  ['all taken away', [a, b], [], { head: 0, tail: 0 }],
  ['equal, but not the same', [a, b], [{ id: 'a' }, b], { head: 0, tail: 1 }],
])('%s', (_, before, after, ends) => expect(sameEnds(before, after)).toEqual(ends));
