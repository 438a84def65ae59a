// What a reviewer reads of a check, as one text: the score, what was expected, what was found and where.
import { toText } from '#grader/fraction.ts';
import type { Check } from '#grader/types.ts';
import { type Act, evidenceOf } from './build.ts';

export type Case = readonly [check: Check, acts: readonly Act[], options?: Parameters<typeof evidenceOf>[1]];

/** The words of each case, one below the other. */
export function words(...cases: readonly Case[]): string {
  return cases
    .map(([check, acts, options]) => {
      const outcome = check(evidenceOf(acts, options));
      const { score, expected, found, where } = outcome;
      const counts = [
        ...(Object.hasOwn(outcome, 'met') ? [`met ${outcome.met}`] : []),
        ...(Object.hasOwn(outcome, 'vacuous') ? ['nothing to look at'] : []),
      ];
      return [`${toText(score)} ${expected}`, `  ${found}`, `  at ${[...where, ...counts].join(' | ') || 'nowhere'}`].join('\n');
    })
    .join('\n');
}
