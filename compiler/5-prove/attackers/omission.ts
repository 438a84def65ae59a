// Per check, the fewest solution steps left out that bring it down. A check that no step matters to looks at nothing.
import type { Attack, PlannedCheck } from '../../types.ts';
import { type Arena, attackRow, defineAttacker, findingOf } from '../arena.ts';

export const omission = defineAttacker({
  name: 'omission',
  about: 'Per check, the fewest solution steps removed that bring it down (greedy). The check must drop; what else drops is printed.',
  must: 'the check drops',
  wrong: false,
  attack: (arena) => arena.plan.checks.filter((check) => !check.restraint).map((check) => omit(check, arena)),
});

function omit(check: PlannedCheck, { report, play, oracle, contribution }: Arena): Attack {
  const found = contribution(check);
  if (!found) {
    const untouched = play([]);
    // That it holds when nothing is done, idle says better.
    if (findingOf(untouched, check.id).score === 0) report('prove/check-cannot-fail', check.span, { check: check.id });
    return attackRow('omission', check.id, untouched, false, 'no step matters to it');
  }
  const also = found.run.verdict.findings.filter(({ id, counted }) => id !== check.id && counted < findingOf(oracle, id).counted);
  const without = `without ${found.steps.map((step) => step.tool).join(', ')}`;
  const words = also.length > 0 ? `${without}; also drops ${also.map(({ id }) => id).join(', ')}` : without;
  return attackRow('omission', check.id, found.run, true, words);
}
