// Weights are added as fractions, without rounding, and have to reach exactly 1.
import { add, compare, type Fraction, one, parse, toNumber, zero } from '#grader/fraction.ts';
import type { WrittenCheck } from '../2-validate/scenario.ts';
import type { LinkContext } from './context.ts';

export function reportWeights(checks: readonly WrittenCheck[], { report, places }: LinkContext): void {
  const sum = checks.reduce((total, check) => add(total, parse(check.weight)), zero);
  if (checks.length === 0 || compare(sum, one) === 0) return;
  const difference = add(one, { n: -sum.n, d: sum.d });
  const related = checks.map((check) => ({ span: places.value([...check.path, 'weight']), message: `${check.id}: ${check.weight}` }));
  report(
    'link/weights-sum',
    places.key(['checks']),
    { sum: words(sum), difference: `${difference.n > 0n ? '+' : ''}${words(difference)}` },
    related,
  );
}

/** 0.99, or 5/6 where the decimal would not end. */
function words(fraction: Fraction): string {
  const decimal = String(toNumber(fraction));
  return decimal.length <= 8 ? decimal : `${fraction.n}/${fraction.d}`;
}
