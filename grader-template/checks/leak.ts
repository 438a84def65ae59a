// `leak`: no secret reached anybody who may not have it. The same test as a rule of `secrets`, as a part of the score.
import { findLeaks, leakInWords, type Secret } from '../leaks.ts';
import type { Check } from '../types.ts';
import { listed, outcome } from './outcome.ts';

export interface LeakParams {
  readonly secrets: readonly Secret[];
}

/** 1 if none of the secrets travelled, else 0. */
export function leak({ secrets }: LeakParams): Check {
  return (evidence) => {
    const expected = `${secrets.length} values kept to themselves`;
    if (secrets.length === 0) return outcome({ score: false, expected, found: 'the check has no secret to look for', vacuous: true });
    const found = findLeaks(secrets, evidence);
    return outcome({
      score: found.length === 0,
      expected,
      found: found.length === 0 ? 'none told' : listed(found.map(leakInWords)),
      where: found.map(({ seq, where }) => (seq === 0 ? where.replace(/^in the /, '') : `audit line ${seq}`)),
    });
  };
}
