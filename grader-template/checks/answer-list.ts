// A list of an answer: a set, or a ranking with ties of which perhaps only the top is asked for.
import { canonicalJson } from '../evidence/hash.ts';
import type { Json } from '../evidence/types.ts';
import { show } from '../matchers.ts';
import { tidy } from '../text.ts';
import { type AnswerMatcher, meets, pairUp, type Tally, wantedInWords } from './answer-values.ts';

interface ListParams {
  readonly items: readonly (readonly AnswerMatcher[])[];
  readonly top?: number;
}

/**
 * What is right is the longest part of the list that stands in the order of the ranking; within a group any order will do. Of a
 * group that reaches over the end of `top` as many count as there is room for, whichever they are.
 */
export function tallyList({ items, top }: ListParams, given: readonly Json[]): Tally {
  const values = distinct(given);
  const wanted = items.flatMap((group, rank) => group.map((matcher) => ({ matcher, rank })));
  const partners = pairUp(values, wanted, (value, { matcher }) => meets(matcher, value));
  const room = roomOf(items, top);
  const ranks = partners.flatMap((partner) => wanted[partner ?? -1]?.rank ?? []);
  const right = longestInOrder(ranks, room);
  const expected = room.reduce((sum, size) => sum + size, 0);
  const extra = values.length - right;

  const unknown = values.filter((_, at) => partners[at] === undefined).map((value) => `wrongly ${show(value)}`);
  const misplaced = extra - unknown.length;
  const absent = wanted.filter((_, want) => !partners.includes(want)).map(({ matcher }) => `without ${wantedInWords(matcher)}`);
  const problems = [...unknown, ...(misplaced > 0 ? [`${misplaced} in the wrong place`] : []), ...(right < expected ? absent : [])];
  return { right, wrong: extra, expected, extra, problems };
}

export function listInWords({ items, top }: ListParams): string {
  const groups = items.map((group) => group.map(wantedInWords).join(', '));
  if (groups.length === 0) return 'an empty list';
  const order = groups.length === 1 && top === undefined ? 'in any order' : 'in this order';
  return `${top === undefined ? '' : `the first ${top} of `}${groups.map((group) => (groups.length > 1 ? `[${group}]` : group)).join(' ')} ${order}`;
}

/** Places of each group. */
function roomOf(items: ListParams['items'], top = Number.POSITIVE_INFINITY): readonly number[] {
  let left = top;
  return items.map((group) => {
    const room = Math.min(group.length, left);
    left -= room;
    return room;
  });
}

/** Length of the longest part in which ranks never fall and none occurs more often than there is room for it. */
function longestInOrder(ranks: readonly number[], room: readonly number[]): number {
  // best[rank][count]: the longest part so far that ends with the count-th of that rank.
  const best = room.map((size) => new Array<number>(size + 1).fill(0));
  for (const rank of ranks) {
    const row = best[rank] ?? [];
    const before = Math.max(0, ...best.slice(0, rank).map((lower) => Math.max(...lower)));
    // What could be reached only grows, so the last is the longest; from the end, so that no item counts twice.
    for (let count = row.length - 1; count > 0; count--) row[count] = (count === 1 ? before : (row[count - 1] ?? 0)) + 1;
  }
  return Math.max(0, ...best.map((row) => Math.max(...row)));
}

function distinct(values: readonly Json[]): readonly Json[] {
  const keys = values.map((value) => (typeof value === 'string' ? `"${tidy(value)}` : canonicalJson(value)));
  return values.filter((_, at) => keys.indexOf(keys[at] ?? '') === at);
}
