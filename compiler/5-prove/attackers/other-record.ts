// Per check of an order, the earlier call about another record, and the right one at the very end: an order of any calls is none.
import { partsOf } from '../../3-link/parts.ts';
import type { Attack, PlannedCheck, Step, Template } from '../../types.ts';
import { mountedTools } from '../acts.ts';
import { type Arena, attackRow, defineAttacker, findingOf, type Move, moveInWords, notMeasured } from '../arena.ts';
import { nameable } from '../nameable.ts';
import { declaredField } from '../plausible.ts';

export const otherRecord = defineAttacker({
  name: 'other-record',
  about:
    'Per check of an order, the solution with each earlier call about another record, and the right one only after everything else. The check drops.',
  must: 'the check drops',
  wrong: false,
  attack: (arena) => {
    const rows = arena.plan.checks.flatMap((check) => [...toolsBefore(check)].map((tool) => attack(check, tool, arena)));
    return rows.length > 0 ? rows : [notMeasured('other-record', '', 'no check looks at an order')];
  },
});

/** Tools of the calls that have to come before others, in the check or in one inside it. */
function toolsBefore({ kind, params }: Pick<PlannedCheck, 'kind' | 'params'>): ReadonlySet<string> {
  const pairs =
    kind === 'order' && Array.isArray(params.pairs) ? (params.pairs as readonly { readonly before: { readonly tool: Template } }[]) : [];
  const inside = partsOf(params).flatMap((part) => [...toolsBefore({ kind: part.$check, params: part.params })]);
  return new Set([...pairs.map(({ before }) => String(before.tool)), ...inside]);
}

function attack(check: PlannedCheck, tool: string, { plan, play, oracle, report }: Arena): Attack {
  const steps = plan.solution.filter((step) => step.tool === tool);
  const full = findingOf(oracle, check.id).score;
  const last = plan.solution.filter((step) => step.tool === 'reply');
  const before = plan.solution.filter((step) => step.tool !== 'reply');
  for (const argument of recordArguments(tool, plan)) {
    // As many other records as it takes, so that none of the right ones comes first.
    const right = new Set(steps.map(({ args }) => args[argument]));
    const replaced = new Map(steps.map((step) => [step, another(step, argument, right, plan)]));
    if (steps.length === 0 || [...replaced.values()].some((move) => move === undefined)) continue;
    const run = play([...before.map((step) => replaced.get(step) ?? step), ...steps, ...last]);
    const [first] = steps;
    const instead = first && replaced.get(first);
    if (!first || !instead) continue;
    const refused = run.refused.find(({ index }) => replaced.has(before[index] as Step));
    if (refused) return notMeasured('other-record', check.id, `the workspace refuses ${moveInWords(instead)}: ${refused.message}`);
    const holds = findingOf(run, check.id).score < full;
    const words = { instead: String(instead.args[argument]), was: String(first.args[argument]) };
    if (!holds) report('prove/other-record-passes', check.span, { check: check.id, tool, argument, ...words });
    return attackRow('other-record', check.id, run, holds, `${moveInWords(instead)} first`);
  }
  return notMeasured('other-record', check.id, `no other record for ${tool}`);
}

/** Arguments that say which record a call is about. */
function recordArguments(name: string, plan: Arena['plan']): readonly string[] {
  const tool = mountedTools(plan.office).find((one) => one.name === name);
  return (tool?.parameters ?? [])
    .filter(({ name: argument, field }) => argument === 'id' || field.type === 'reference')
    .map(({ name: argument }) => argument);
}

/** The step about a record that none of the solution's calls is about. */
function another(step: Step, argument: string, right: ReadonlySet<unknown>, plan: Arena['plan']): Move | undefined {
  const field = declaredField(step, argument, plan);
  if (field?.type !== 'reference' || step.args[argument] === undefined) return undefined;
  const other = nameable(field, plan.office).find(({ id }) => !right.has(id));
  return other && { tool: step.tool, args: { ...step.args, [argument]: other.id } };
}
