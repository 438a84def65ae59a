// What the scenario itself asks for by name: using another tool for it, or using it once more, is no harmless rewriting.

import type { Plan } from '../../types.ts';
import { namedIn } from '../plausible.ts';

/** Tools that a check or a rule names. */
export function declaredTools(plan: Plan): ReadonlySet<string> {
  const checks = plan.checks.flatMap(({ params }) => [...namedIn(params).texts]);
  return new Set([...checks, ...plan.prohibited.flatMap((rule) => [...namedIn(JSON.parse(JSON.stringify(rule))).texts])]);
}

/** Whether one check names both tools, so that how they stand to each other is what it looks at. */
export function declaredTogether(a: string, b: string, plan: Plan): boolean {
  return plan.checks.some(({ params }) => {
    const { texts } = namedIn(params);
    return texts.has(a) && texts.has(b);
  });
}
