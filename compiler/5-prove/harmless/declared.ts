// What the scenario itself asks for by name: using another tool for it, or using it once more, is no harmless rewriting.

import type { Plan, PlannedRule } from '../../types.ts';
import { namedIn } from '../plausible.ts';

/** Tools that a check or a rule names. */
export function declaredTools(plan: Plan): ReadonlySet<string> {
  const checks = plan.checks.flatMap(({ params }) => [...namedIn(params).texts]);
  return new Set([...checks, ...plan.prohibited.flatMap((rule) => [...textsOf(rule)])]);
}

/** Whether one check, or a rule that ends at some time, names both tools, so that how they stand to each other is what it looks at. */
export function declaredTogether(a: string, b: string, plan: Plan): boolean {
  const named = [...plan.checks.map(({ params }) => namedIn(params).texts), ...plan.prohibited.map(textsOf)];
  return named.some((texts) => texts.has(a) && texts.has(b));
}

function textsOf(rule: PlannedRule): ReadonlySet<string> {
  return namedIn(JSON.parse(JSON.stringify(rule))).texts;
}
