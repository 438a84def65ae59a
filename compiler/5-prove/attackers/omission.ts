// Per check: the fewest solution steps left out that bring it down. A check that no step matters to looks at nothing.
import type { Attack, PlannedCheck, Step } from '../../types.ts';
import { type Arena, attackRow, defineAttacker, findingOf, type Run } from '../arena.ts';

export const omission = defineAttacker({
  name: 'omission',
  about: 'Per check, the fewest solution steps removed that bring it down (greedy). The check must drop; what else drops is printed.',
  wrong: false,
  attack: (arena) => arena.plan.checks.filter((check) => !check.restraint).map((check) => omit(check, arena)),
});

function omit(check: PlannedCheck, arena: Arena): Attack {
  const { plan, report, play, oracle } = arena;
  const full = findingOf(oracle, check.id).score;
  const drops = (run: Run) => findingOf(run, check.id).score < full;
  const found = fewest(plan.solution, (steps) => {
    const run = play(steps);
    return drops(run) ? run : undefined;
  });
  if (!found) {
    const untouched = play([]);
    const { score } = findingOf(untouched, check.id);
    // That it holds when nothing is done, idle says better.
    if (score === 0) report('prove/check-cannot-fail', check.span, { check: check.id });
    return attackRow('omission', check.id, untouched, false, 'no step matters to it');
  }
  const also = found.run.verdict.findings.filter(({ id, counted }) => id !== check.id && counted < findingOf(oracle, id).counted);
  const without = `without ${found.omitted.map((step) => step.tool).join(', ')}`;
  return attackRow(
    'omission',
    check.id,
    found.run,
    true,
    also.length > 0 ? `${without}; also drops ${also.map(({ id }) => id).join(', ')}` : without,
  );
}

/** A smallest set of omitted steps, found greedily: one step if one is enough, else all of them with as many put back as can be. */
function fewest(
  steps: readonly Step[],
  test: (kept: readonly Step[]) => Run | undefined,
): { readonly omitted: readonly Step[]; readonly run: Run } | undefined {
  for (const step of steps) {
    const run = test(steps.filter((other) => other !== step));
    if (run) return { omitted: [step], run };
  }
  let best = test([]);
  if (!best) return undefined;
  let omitted = [...steps];
  for (const step of steps) {
    const fewer = omitted.filter((other) => other !== step);
    const run = test(steps.filter((other) => !fewer.includes(other)));
    if (!run) continue;
    omitted = fewer;
    best = run;
  }
  return { omitted, run: best };
}
