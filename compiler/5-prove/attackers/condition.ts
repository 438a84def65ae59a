// Per formula, each condition left out, each negation removed, each value moved by one step: what changes nothing is tested by no record.
import type { Formula, Mutation } from '../../3-link/formula-types.ts';
import type { Attack, Plan, Untested } from '../../types.ts';
import { type Arena, defineAttacker, notMeasured, ruleRow } from '../arena.ts';

export const condition = defineAttacker({
  name: 'condition',
  about:
    'Per expression of facts, checks and rules: one condition left out, one negation removed, one value moved by one step. The value must change, unless `untested` says why it does not.',
  must: 'the value changes',
  wrong: false,
  plays: false,
  attack: (arena) => {
    const rows = arena.plan.formulas.all.flatMap((formula) => attack(formula, arena));
    reportUnusedMarks(arena);
    return rows.length > 0 ? rows : [notMeasured('condition', '', 'no expression has a condition')];
  },
});

function attack(formula: Formula, { plan, report }: Arena): readonly Attack[] {
  const mutations = formula.mutations();
  if (mutations.length === 0) return [];
  const silent = mutations.filter((mutation) => !mutation.matters());
  const open = silent.filter((mutation) => !plan.untested.some((mark) => marks(mark, formula, mutation)));
  const { kind, id } = formula.owner;
  const owner = `the ${kind} "${id}"`;
  const told = new Set<string>();
  for (const mutation of open) {
    // Of a condition that makes no difference, its parts make none either.
    if ([...told].some((other) => other !== mutation.stretch && other.includes(mutation.stretch))) continue;
    if (mutation.kind !== 'moved') told.add(mutation.stretch);
    const { condition: whole, stretch, replacement } = mutation;
    report('prove/condition-untested', mutation.span, {
      kind: mutation.kind,
      condition: tidy(whole),
      stretch: tidy(stretch),
      replacement,
      owner,
    });
  }
  const marked = silent.length - open.length;
  const words = `${mutations.length} changes${marked > 0 ? `, ${marked} marked as untested` : ''}`;
  return [ruleRow('condition', id, open.length === 0, words)];
}

/** Whether an author's mark covers a mutation: it names the condition or the part of it that is changed. */
function marks({ condition: marked, in: within }: Untested, { owner }: Formula, { condition: whole, stretch }: Mutation): boolean {
  if (marked === undefined || (within !== undefined && within !== owner.id)) return false;
  return [whole, stretch].some((text) => tidy(text) === tidy(marked));
}

/** A mark that covers nothing hides a mistake in it, or is left over. */
function reportUnusedMarks({ plan, report }: Arena): void {
  for (const mark of plan.untested) {
    if (mark.condition === undefined) {
      const { service, repeated, chance } = mark;
      if ([service, repeated, chance].every((named) => named === undefined))
        report('prove/unused-mark', mark.span, { what: 'It names no condition, service or tool, and no chance' });
      continue;
    }
    const silent = matching(mark, plan).filter((mutation) => !mutation.matters());
    if (silent.length > 0) continue;
    const known = matching(mark, plan).length > 0;
    const what = known
      ? `\`${tidy(mark.condition)}\` is tested: the value changes without it`
      : `No expression has the condition \`${tidy(mark.condition)}\``;
    report('prove/unused-mark', mark.span, { what });
  }
}

function matching(mark: Untested, plan: Plan): readonly Mutation[] {
  return plan.formulas.all.flatMap((formula) => formula.mutations().filter((mutation) => marks(mark, formula, mutation)));
}

function tidy(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}
