// Static rule: the request must not name what the agent is to find out.
import { mentions } from '#grader/text.ts';
import type { Report } from '../diagnostics/collect.ts';
import type { Json, Plan, PlannedCheck } from '../types.ts';

/** Reports every specific value that a fact or a check computes and the request already names. */
export function reportGivenAway(plan: Plan, report: Report): void {
  const told = new Set<string>();
  const sources = [
    ...plan.facts.map((fact) => ({ name: `the fact "${fact.name}"`, values: specific(fact.value) })),
    ...plan.checks.map((check) => ({ name: `the check "${check.id}"`, values: discoverable(check) })),
  ];
  for (const { name, values } of sources) {
    const fresh = [...new Set(values)].filter((value) => !told.has(value));
    for (const value of mentions(plan.request, fresh)) {
      told.add(value);
      const at = plan.request.toLowerCase().indexOf(value.toLowerCase());
      report('prove/given-away', plan.places.within(['request'], at, at + value.length), { value, source: name });
    }
  }
}

/** A check's computed values; not the ones it is to tell apart from. */
function discoverable(check: PlannedCheck): readonly string[] {
  return [check.slots, ...(check.items ?? [])].flatMap((row) =>
    Object.entries(row).flatMap(([slot, value]) => (slot === 'outOf' || slot === 'also' ? [] : specific(value))),
  );
}

/** Texts specific enough to give something away: ids, addresses, account numbers, names; not a word, a number or an enum value. */
function specific(value: Json): readonly string[] {
  if (Array.isArray(value)) return value.flatMap(specific);
  if (typeof value !== 'string') return [];
  const text = /^[a-z_]+\.[a-z_]+\/(.+)$/.exec(value)?.[1] ?? value;
  const isSpecific = text.length >= 4 && (/\d/.test(text) || text.includes('@') || (text.length >= 8 && /[\s.]/.test(text)));
  return isSpecific && !/^\d{4}-\d\d-\d\d(T|$)/.test(text) ? [text] : [];
}
