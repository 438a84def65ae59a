// What a message claims: all of it counts, not only its answer part.
import { expect, test } from 'vitest';
import { claimed } from '#grader/claims.ts';
import { mentions } from '#grader/text.ts';

const names = ['TIC-1', 'TIC-2', 'TIC-3'];
const claims = (text: string) => mentions(claimed(text, names, { whole: true }), names);

test.each([
  ['None of these:\n- TIC-1\n- TIC-2', []],
  ['None of these:\n\nTIC-1\nTIC-2', []],
  ['**None of these:**\n| ticket |\n|---|\n| TIC-1 |\n\n| TIC-2 |', []],
  ['1. TIC-1\n\nThe following list is wrong:\n- TIC-2\n\nRegards, TIC-3', ['TIC-1', 'TIC-3']],
  ['None of these:\n- TIC-1\n\n- TIC-2\n\nBut TIC-3.', ['TIC-3']],
  ['None of the others was late:\n- TIC-1', ['TIC-1']],
  ['Late:\n- TIC-1\n- TIC-2', ['TIC-1', 'TIC-2']],
  ['It is not true that TIC-1 is late.', []],
  ['It would be wrong to say that TIC-1 is late.', []],
  ['I doubt that TIC-1 is late. TIC-2 is.', ['TIC-2']],
  ['It is true that TIC-1 is late.', ['TIC-1']],
  ['TIC-1 is late, which is wrong.', ['TIC-1']],
])('of a message, %j claims %j', (text, claimedNames) => {
  expect(claims(text)).toEqual(claimedNames);
});

test('a message counts as a whole', () => {
  expect(claims('TIC-3 is yours too.\n- TIC-1')).toEqual(['TIC-1', 'TIC-3']);
  expect(claims('Overdue: TIC-1\nI did not raise TIC-1.')).toEqual(['TIC-1']);
});

test.each([
  [`${'None of these:\n- TIC-1\n\n'.repeat(50_000)}TIC-2`, ['TIC-2']],
  [`None of these:\n${'- TIC-1\n'.repeat(100_000)}`, []],
  [`${'It is not true '.repeat(30_000)}TIC-1`, ['TIC-1']],
  [`${'not '.repeat(100_000)}:\nTIC-1`, ['TIC-1']],
])('a very long message is read in no time: %.20s', (text, wanted) => {
  expect(claims(text)).toEqual(wanted);
});
