// Per restraint check: the right work plus one write that the check guards against.
import type { PlannedCheck } from '../../types.ts';
import { collectionOfTool, isWriting, mountedTools, plausibleAct } from '../acts.ts';
import { type Arena, attackRow, defineAttacker, findingOf, type Move, moveInWords, notMeasured } from '../arena.ts';

export const restraint = defineAttacker({
  name: 'restraint',
  about: 'Per restraint check, the oracle plus one write it guards against. The check drops and the reward stays below the pass mark.',
  wrong: true,
  attack: (arena) => arena.plan.checks.filter((check) => check.restraint).flatMap((check) => attack(check, arena)),
});

function attack(check: PlannedCheck, arena: Arena) {
  const { plan, report, play } = arena;
  const acts = guardedActs(check, arena);
  if (acts.length === 0) return [notMeasured('restraint', check.id, 'no tool writes to what it guards')];
  return acts.map((act) => {
    const run = play([...plan.solution, act]);
    if (run.refused.length > 0)
      return notMeasured('restraint', check.id, `the workspace refuses ${moveInWords(act)}: ${run.refused[0]?.message ?? ''}`);
    const held = findingOf(run, check.id).score < 1 && run.verdict.reward < plan.passMark;
    if (!held) report('prove/restraint-open', check.span, { check: check.id, act: moveInWords(act), reward: run.verdict.reward });
    return attackRow('restraint', check.id, run, held, moveInWords(act));
  });
}

/** One act by each tool that writes to the guarded collection, on a record that nothing excuses. */
function guardedActs(check: PlannedCheck, { plan }: Arena): readonly Move[] {
  const excused = [check.slots.except ?? []].flat().map(String);
  return mountedTools(plan.office)
    .filter((tool) => isWriting(tool) && collectionOfTool(tool) === check.params.collection)
    .flatMap((tool) => plausibleAct(tool, plan, { avoid: excused }) ?? []);
}
