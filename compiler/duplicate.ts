// The one mistake that no single scenario shows: two of them have the same id.
import { collectDiagnostics } from './diagnostics/collect.ts';
import type { Diagnostic } from './diagnostics/types.ts';
import type { Plan } from './types.ts';

/** The diagnostic for a plan whose id another scenario file (as shown to the author) has already. */
export function reportDuplicateScenario(plan: Plan, other: string): Diagnostic {
  const { diagnostics, report } = collectDiagnostics();
  report('link/duplicate-scenario', plan.places.value(['id']), { id: plan.id, other });
  const [diagnostic] = diagnostics;
  if (!diagnostic) throw new Error('a report leaves a diagnostic');
  return diagnostic;
}
