// `any`: alternatives. One is enough, and the best of them counts.
import type { Check } from '../types.ts';
import { combined, extreme, type PartsParams } from './parts.ts';

/** The highest score of the parts; 0 where there are none. */
export function any({ of }: PartsParams): Check {
  return (evidence) => combined({ of, evidence, words: 'any of' }, (parts) => extreme(parts, 1));
}
