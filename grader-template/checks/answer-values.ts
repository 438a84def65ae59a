// What one value of an answer has to be, and how right and wrong ones become a score.
import type { Json } from '../evidence/types.ts';
import { type Fraction, one, ratio, zero } from '../fraction.ts';
import { describe, matches } from '../matchers.ts';
import type { Matcher } from '../types.ts';

export type AnswerMatcher = Matcher;

/** What was found in a field of several values. */
export interface Tally {
  readonly right: number;
  /** Given and not right. What is not given is not wrong. */
  readonly wrong: number;
  /** Everything that was asked for. */
  readonly expected: number;
  /** What was given beside it. */
  readonly extra: number;
  /** In words. */
  readonly problems: readonly string[];
}

/** right / (expected + extra), exactly; 0 where more is wrong than right. Nothing expected and nothing given is right. */
export function tallyScore({ right, wrong, expected, extra }: Tally): Fraction {
  if (wrong > right) return zero;
  return expected + extra === 0 ? one : ratio(right, expected + extra);
}

/** Whether a value is what was asked for; undefined stands for a cell that was not given, null asks for one. */
export function meets(wanted: AnswerMatcher | null, value: Json | undefined): boolean {
  if (value === undefined || value === null || value === '') return wanted === null;
  if (wanted === null) return false;
  return matches(wanted, value);
}

/** The same in words, to follow "has to be". */
export function wantedInWords(wanted: AnswerMatcher | null): string {
  if (wanted === null) return 'left empty';
  return describe(wanted);
}

/**
 * Pairs what was given with what was wanted, each at most once, as many as can be: for each given one the index of its partner, or
 * undefined. Where a wanted value has alternatives, taking the first that fits could leave a later one without a partner, so
 * partners are moved on while that helps (Kuhn's algorithm).
 */
export function pairUp<Given, Wanted>(
  given: readonly Given[],
  wanted: readonly Wanted[],
  fits: (given: Given, wanted: Wanted) => boolean,
): readonly (number | undefined)[] {
  const partnerOf = new Map<number, readonly [index: number, wanted: Wanted]>();
  const place = (wish: readonly [index: number, wanted: Wanted], tried: Set<number>): boolean => {
    for (const [at, one] of given.entries()) {
      if (tried.has(at) || !fits(one, wish[1])) continue;
      tried.add(at);
      const rival = partnerOf.get(at);
      if (rival !== undefined && !place(rival, tried)) continue;
      partnerOf.set(at, wish);
      return true;
    }
    return false;
  };
  for (const wish of wanted.entries()) place(wish, new Set());
  return given.map((_, at) => partnerOf.get(at)?.[0]);
}
