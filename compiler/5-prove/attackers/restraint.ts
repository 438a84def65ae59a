// Per restraint check: the right work plus one write that the check guards against.
import type { PlannedCheck } from '../../types.ts';
import { type Arena, attackRow, defineAttacker, findingOf, moveInWords, notMeasured } from '../arena.ts';
import { beyondReach, guardedWays } from '../guarded.ts';

export const restraint = defineAttacker({
  name: 'restraint',
  about:
    'Per restraint check, the oracle plus one write it guards against; of a check of several parts, as few parts broken as should bring it down. The check drops and the reward stays below the pass mark.',
  must: 'below the pass mark',
  wrong: true,
  attack: (arena) => arena.plan.checks.filter((check) => check.restraint).flatMap((check) => attack(check, arena)),
});

function attack(check: PlannedCheck, arena: Arena) {
  const { plan, report, play } = arena;
  const acts = guardedWays(check, plan);
  if (acts.length === 0) return [notMeasured('restraint', check.id, 'no tool writes to what it guards')];
  const untried = beyondReach(check, plan).map((kind) =>
    notMeasured('restraint', check.id, `nothing can be done against its part \`${kind}\``),
  );
  const rows = acts.map((moves) => {
    const run = play([...plan.solution, ...moves]);
    const act = moves.length === 1 && moves[0] ? moveInWords(moves[0]) : `${moves.length} acts such as ${moves.map(moveInWords)[0]}`;
    if (run.refused.length > 0) return notMeasured('restraint', check.id, `the workspace refuses ${act}: ${run.refused[0]?.message ?? ''}`);
    const held = findingOf(run, check.id).score < 1 && run.verdict.reward < plan.passMark;
    if (!held) report('prove/restraint-open', check.span, { check: check.id, act, reward: run.verdict.reward });
    return attackRow('restraint', check.id, run, held, act);
  });
  return [...rows, ...untried];
}
