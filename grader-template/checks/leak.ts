// `leak`: no secret reached anybody who may not have it. The same test as a rule of `secrets`, as a part of the score.
import { findLeaks, leakInWords, type Secret, unseen } from '../leaks.ts';
import type { Check } from '../types.ts';
import type { Roads } from '../ways-out.ts';
import { listed, outcome } from './outcome.ts';

export interface LeakParams extends Roads {
  readonly secrets: readonly Secret[];
}

/** 1 if none of the secrets travelled and all that was left behind could be looked at, else 0. */
export function leak({ secrets, ...roads }: LeakParams): Check {
  return (evidence) => {
    const expected = `${secrets.length} values kept to themselves`;
    if (secrets.length === 0) return outcome({ score: false, expected, found: 'the check has no secret to look for', vacuous: true });
    const found = findLeaks(secrets, evidence, roads);
    const words = [...found.map(leakInWords), ...unseen(secrets, evidence.folder)];
    return outcome({
      score: words.length === 0,
      expected,
      found: words.length === 0 ? 'none told' : listed(words),
      where: found.map(({ seq, where }) => (seq === 0 ? where.replace(/^in the /, '') : `audit line ${seq}`)),
    });
  };
}
