// `k_of`: so many of several things, whichever they are.
import { compare, one, ratio } from '../fraction.ts';
import type { Check } from '../types.ts';
import { combined, type PartsParams } from './parts.ts';

export interface KOfParams extends PartsParams {
  /** How many parts have to be fully met; from 1. */
  readonly k: number;
}

/** The number of parts that score 1, as a share of k and at most 1. A part that is half done counts nothing. */
export function k_of({ k, of }: KOfParams): Check {
  if (!(Number.isInteger(k) && k >= 1)) throw new RangeError(`k_of asks for ${k} parts`);
  return (evidence) =>
    combined({ of, evidence, words: `${k} of` }, (parts) => {
      const share = ratio(parts.filter(({ score }) => compare(score, one) === 0).length, k);
      return compare(share, one) > 0 ? one : share;
    });
}
