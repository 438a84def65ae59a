// `each`: one check for every item of a list that was fixed when the task was compiled.
import { compare, mean, one } from '../fraction.ts';
import type { Check } from '../types.ts';
import { outcome } from './outcome.ts';

/** The exact mean over the items. An empty list scores 0: nothing is fulfilled by there being nothing to do. */
export function each<Item>(items: readonly Item[], check: (item: Item) => Check): Check {
  const checks = items.map(check);
  return (evidence) => {
    if (checks.length === 0)
      return outcome({ score: false, expected: 'at least one item', found: 'the list of items is empty', vacuous: true });
    const outcomes = checks.map((scoreItem) => scoreItem(evidence));
    const short = outcomes.filter(({ score }) => compare(score, one) < 0);
    const shown = short.length === 0 ? outcomes.slice(0, 1) : short;
    const full = `${outcomes.length - short.length} of ${outcomes.length}`;
    return outcome({
      score: mean(outcomes.map(({ score }) => score)),
      expected: `${outcomes.length} times: ${unique(shown.map(({ expected }) => expected))}`,
      found: short.length === 0 ? `${full} as expected` : `${full} as expected; ${unique(short.map(({ found }) => found))}`,
      where: shown.flatMap(({ where }) => where),
      met: outcomes.length - short.length,
      vacuous: outcomes.some(({ vacuous }) => vacuous),
    });
  };
}

function unique(words: readonly string[]): string {
  const different = [...new Set(words)];
  return `${different.slice(0, 5).join('; ')}${different.length > 5 ? `; and ${different.length - 5} more` : ''}`;
}
