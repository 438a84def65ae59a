// Per restraint check: the right work plus one write that the check guards against.
import type { PlannedCheck } from '../../types.ts';
import { collectionOfTool, isWriting, mountedTools, plausibleAct } from '../acts.ts';
import { type Arena, attackRow, defineAttacker, findingOf, type Move, moveInWords, notMeasured } from '../arena.ts';
import { guardedWays } from '../bring-about.ts';

export const restraint = defineAttacker({
  name: 'restraint',
  about: 'Per restraint check, the oracle plus one write it guards against. The check drops and the reward stays below the pass mark.',
  must: 'below the pass mark',
  wrong: true,
  attack: (arena) => arena.plan.checks.filter((check) => check.restraint).flatMap((check) => attack(check, arena)),
});

function attack(check: PlannedCheck, arena: Arena) {
  const { plan, report, play } = arena;
  const acts = waysOf(check, arena);
  if (acts.length === 0) return [notMeasured('restraint', check.id, 'no tool writes to what it guards')];
  return acts.map((moves) => {
    const run = play([...plan.solution, ...moves]);
    const act = moves.length === 1 && moves[0] ? moveInWords(moves[0]) : `${moves.length} acts such as ${moves.map(moveInWords)[0]}`;
    if (run.refused.length > 0) return notMeasured('restraint', check.id, `the workspace refuses ${act}: ${run.refused[0]?.message ?? ''}`);
    const held = findingOf(run, check.id).score < 1 && run.verdict.reward < plan.passMark;
    if (!held) report('prove/restraint-open', check.span, { check: check.id, act, reward: run.verdict.reward });
    return attackRow('restraint', check.id, run, held, act);
  });
}

/** Acts against which the check guards; what its parameters say of them, else whatever changes the collection. */
function waysOf(check: PlannedCheck, arena: Arena): readonly (readonly Move[])[] {
  const { where, of, secrets } = check.params;
  if (where !== undefined || of !== undefined || secrets !== undefined) return guardedWays(check, arena.plan);
  return guardedActs(check, arena).map((act) => [act]);
}

/** One act by each tool that writes to the guarded collection, on a record or a field that nothing excuses. */
function guardedActs(check: PlannedCheck, { plan }: Arena): readonly Move[] {
  const excused = [check.slots.except ?? []].flat().map(String);
  const fields = [check.params.fields ?? []].flat().map(String);
  const all = (plan.office.records[String(check.params.collection)] ?? []).every(({ id }) => excused.includes(id));
  return mountedTools(plan.office)
    .filter((tool) => isWriting(tool) && collectionOfTool(tool) === check.params.collection)
    .flatMap((tool) => {
      if (!all || tool.tool.kind !== 'update') return plausibleAct(tool, plan, { avoid: excused }) ?? [];
      // Every record is excused, so what is left to guard are the fields that are not.
      const guarded =
        fields.length === 0 ? [] : tool.parameters.map(({ name }) => name).filter((name) => name !== 'id' && !fields.includes(name));
      return guarded.flatMap((field) => plausibleAct(tool, plan, { field }) ?? []).slice(0, 1);
    });
}
