// The parts of `all`, `any`, `k_of` and `not`: whole checks, asked one after the other.
import { compare, one } from '../fraction.ts';
import type { Check, Evidence, Outcome } from '../types.ts';
import { listed, outcome } from './outcome.ts';

export interface PartsParams {
  readonly of: readonly Check[];
}

/** What the parts say together, but for the score: that is what tells the kinds apart. No parts are nothing to look at: the score is 0. */
export function combined(
  { of, evidence, words }: PartsParams & { readonly evidence: Evidence; readonly words: string },
  score: (parts: readonly Outcome[]) => Outcome['score'],
): Outcome {
  if (of.length === 0) return outcome({ score: false, expected: 'at least one part', found: 'the check has no parts', vacuous: true });
  const parts = of.map((check) => check(evidence));
  const full = parts.filter((part) => compare(part.score, one) === 0);
  const short = parts.filter((part) => compare(part.score, one) < 0);
  return outcome({
    score: score(parts),
    expected: `${words} ${parts.map(({ expected }) => `(${expected})`).join(' ')}`,
    found: `${full.length} of ${parts.length} hold${short.length === 0 ? '' : `; ${listed(short.map(({ found }) => found))}`}`,
    where: parts.flatMap(({ where }) => where),
    met: full.length,
    vacuous: parts.some(({ vacuous }) => vacuous),
  });
}

/** The highest, or with -1 the lowest, of the scores. */
export function extreme(parts: readonly Outcome[], sign: 1 | -1): Outcome['score'] {
  return parts.map(({ score }) => score).reduce((best, score) => (compare(score, best) * sign > 0 ? score : best));
}
