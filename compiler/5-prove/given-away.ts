// Static rule: the request must not name what the agent is to find out.
import { mentions } from '#grader/text.ts';
import type { Report } from '../diagnostics/collect.ts';
import type { Span } from '../diagnostics/types.ts';
import type { Json, Plan, PlannedCheck } from '../types.ts';

/** Reports every specific value that a fact or a check computes and the request already names. */
export function reportGivenAway(plan: Plan, report: Report): void {
  const derived = derivedValues(plan);
  const named = new Set(
    mentions(
      plan.request,
      derived.map(({ value }) => value),
    ),
  );
  for (const { name, value } of derived.filter((one) => named.has(one.value))) {
    const at = plan.request.toLowerCase().indexOf(value.toLowerCase());
    report('prove/given-away', plan.places.within(['request'], at, at + value.length), { value, source: name });
  }
}

/** Every specific value that a fact or a check computes, once, with what computes it. */
export function derivedValues(plan: Plan): readonly { readonly name: string; readonly value: string; readonly span: Span }[] {
  const sources = [
    ...plan.facts.map((fact) => ({
      name: `the fact "${fact.name}"`,
      values: specific(fact.value),
      span: plan.places.key(['facts', fact.name]),
    })),
    ...plan.checks.map((check) => ({ name: `the check "${check.id}"`, values: discoverable(check), span: check.span })),
  ];
  const all = sources.flatMap(({ name, values, span }) => values.map((value) => [value, { name, value, span }] as const));
  return [...new Map(all.reverse()).values()].reverse();
}

/** A check's computed values; not the ones it is to tell apart from. */
function discoverable(check: PlannedCheck): readonly string[] {
  return [check.slots, ...(check.items ?? [])].flatMap((row) =>
    Object.entries(row).flatMap(([slot, value]) => {
      if (slot === 'outOf' || slot === 'also') return [];
      return Object.hasOwn(check.slotTypes, slot) ? textsIn(value).flatMap(specific) : specific(value);
    }),
  );
}

/** Every text in what an answer has to be: rows, alternatives, groups. */
function textsIn(value: Json): readonly string[] {
  if (typeof value === 'string') return [value];
  return value !== null && typeof value === 'object' ? Object.values(value).flatMap((inner: Json) => textsIn(inner)) : [];
}

/** Texts specific enough to give something away: ids, addresses, account numbers, names; not a word, a number or an enum value. */
function specific(value: Json): readonly string[] {
  if (Array.isArray(value)) return value.flatMap(specific);
  if (typeof value !== 'string') return [];
  const text = /^[a-z_]+\.[a-z_]+\/(.+)$/.exec(value)?.[1] ?? value;
  const isSpecific = text.length >= 4 && (/\d/.test(text) || text.includes('@') || (text.length >= 8 && /[\s.]/.test(text)));
  return isSpecific && !/^\d{4}-\d\d-\d\d(T|$)/.test(text) ? [text] : [];
}
