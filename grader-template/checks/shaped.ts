// `score:` on a check: another scale than the check's own share of what was asked.
import { compare, one, parse, zero } from '../fraction.ts';
import type { Check, Outcome } from '../types.ts';

export interface ShapeParams {
  /** Rungs, lowest first: so many met (items of `each`, records of `count`, parts, names) give this score. Below the lowest it is 0. */
  readonly ladder?: readonly { readonly met: number; readonly score: string }[];
  /** What comes to less than this counts 0. */
  readonly min?: string;
  /** What falls short of 1 counts this at most. */
  readonly cap?: string;
}

/** First the ladder, then `min`, then `cap`; decimals or fractions as text, exact. A check that counts nothing has no place on a ladder. */
export function shaped(check: Check, { ladder, min, cap }: ShapeParams): Check {
  return (evidence) => {
    const found = check(evidence);
    let score = ladder === undefined ? found.score : rung(ladder, found);
    if (min !== undefined && compare(score, parse(min)) < 0) score = zero;
    if (cap !== undefined && compare(score, one) < 0 && compare(score, parse(cap)) > 0) score = parse(cap);
    return { ...found, score };
  };
}

function rung(ladder: NonNullable<ShapeParams['ladder']>, { met }: Outcome): Outcome['score'] {
  if (met === undefined) throw new TypeError('a ladder needs a check that counts what it met');
  const reached = ladder.findLast((step) => met >= step.met);
  return reached === undefined ? zero : parse(reached.score);
}
