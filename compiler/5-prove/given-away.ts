// Static rule: the request must not name what the agent is to find out.
import { mentions } from '#grader/text.ts';
import type { Report } from '../diagnostics/collect.ts';
import type { Json, Plan, PlannedCheck } from '../types.ts';

/** Reports every id and address that a check computes and the request already names. */
export function reportGivenAway(plan: Plan, report: Report): void {
  const told = new Set<string>();
  for (const check of plan.checks) {
    const values = [...new Set(discoverable(check))].filter((value) => !told.has(value));
    for (const value of mentions(plan.request, values)) {
      told.add(value);
      const at = plan.request.toLowerCase().indexOf(value.toLowerCase());
      report('prove/given-away', plan.places.within(['request'], at, at + value.length), { value, check: check.id });
    }
  }
}

/** Ids and addresses among a check's computed values; not the ones it is to tell apart from. */
function discoverable(check: PlannedCheck): readonly string[] {
  return [check.slots, ...(check.items ?? [])].flatMap((row) =>
    Object.entries(row).flatMap(([slot, value]) => (slot === 'outOf' || slot === 'also' ? [] : specific(value))),
  );
}

/** Texts specific enough to give something away: record ids and addresses. */
function specific(value: Json): readonly string[] {
  if (Array.isArray(value)) return value.flatMap(specific);
  if (typeof value !== 'string') return [];
  const id = value.slice(value.indexOf('/') + 1);
  return /^[A-Za-z][A-Za-z0-9._-]*\d[A-Za-z0-9._-]*$/.test(id) || value.includes('@') ? [id] : [];
}
