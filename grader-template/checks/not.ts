// `not`: the opposite of a check. Where the check had nothing to look at, its opposite is not true either.
import { compare, one } from '../fraction.ts';
import type { Check } from '../types.ts';
import { outcome } from './outcome.ts';

export interface NotParams {
  readonly of: Check;
}

/** 0 if the inner check scores 1, or could not look (no reply to read, no such record); else 1: half met is not met. */
export function not({ of }: NotParams): Check {
  return (evidence) => {
    const { score, expected, found, where, vacuous } = of(evidence);
    const opposite = compare(score, one) < 0 && vacuous !== true;
    return outcome({ score: opposite, expected: `not (${expected})`, found, where, vacuous });
  };
}
