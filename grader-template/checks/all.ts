// `all`: several checks as one, which is as good as the weakest of them.
import type { Check } from '../types.ts';
import { combined, extreme, type PartsParams } from './parts.ts';

/** The lowest score of the parts; 0 where there are none. */
export function all({ of }: PartsParams): Check {
  return (evidence) => combined({ of, evidence, words: 'all of' }, (parts) => extreme(parts, -1));
}
