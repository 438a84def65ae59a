// How a check says what it found.
import { type Fraction, one, zero } from '../fraction.ts';
import type { Outcome } from '../types.ts';

interface Found {
  readonly score: Fraction | boolean;
  readonly expected: string;
  readonly found: string;
  readonly where?: readonly string[];
  readonly met?: number;
  /** Kept only where it is true. */
  readonly vacuous?: boolean | undefined;
}

/** An outcome from a score, or from yes (1) and no (0). Of many places the first are named, the rest counted. */
export function outcome({ score, expected, found, where = [], met, vacuous }: Found): Outcome {
  const places = [...new Set(where)];
  const more = places.length > MOST_PLACES ? [`and ${places.length - MOST_PLACES} more`] : [];
  return {
    score: typeof score === 'boolean' ? (score ? one : zero) : score,
    expected,
    found,
    where: [...places.slice(0, MOST_PLACES), ...more],
    ...(met !== undefined && { met }),
    ...(vacuous && { vacuous }),
  };
}

const MOST_PLACES = 20;

/** `a, b, c`, cut short after a dozen. */
export function listed(names: readonly string[]): string {
  if (names.length === 0) return 'none';
  const more = names.length > 12 ? [`and ${names.length - 12} more`] : [];
  return [...names.slice(0, 12), ...more].join(', ');
}
