// Checks as written → checks as planned: kinds' parameters, items of `each`, weights that add up, `needs` that lead somewhere.

import type { WrittenCheck } from '../2-validate/scenario.ts';
import { checkKinds } from '../checks/index.ts';
import type { PlannedCheck } from '../types.ts';
import { openCheckLinker } from './check-linker.ts';
import type { LinkContext } from './context.ts';
import { eachScopes } from './each.ts';
import { planNeeds, reportNeeds } from './needs.ts';
import { characterOf } from './parts.ts';
import { openSlots } from './slots.ts';
import { reportWeights } from './weights.ts';

/** Links every check. Reports all that is wrong with them. */
export function linkChecks(checks: readonly WrittenCheck[], context: LinkContext): readonly PlannedCheck[] {
  const planned = checks.flatMap((check) => linkCheck(check, context) ?? []);
  reportWeights(checks, context);
  reportNeeds(checks, context);
  return planned;
}

function linkCheck(check: WrittenCheck, context: LinkContext): PlannedCheck | undefined {
  const kind = checkKinds[check.kind];
  if (!kind) throw new Error(`check kind ${check.kind} is not registered`);
  const scopes = check.each && eachScopes(check.each, [...check.path, 'each'], context, context.scope);
  if (check.each && !scopes) return undefined;
  const slots = openSlots(context.scope, check.each && scopes && { variable: check.each.as, scopes });
  const params = kind.link(openCheckLinker({ check, context, slots }));
  if (!params) return undefined;
  const character = characterOf(kind, params, { context, slots });
  return {
    id: check.id,
    kind: check.kind,
    weight: check.weight,
    needs: planNeeds(check.needs),
    must: check.must ?? character.restraint,
    ...character,
    ...(check.component !== undefined && { component: check.component }),
    ...(check.shape && { shape: check.shape }),
    params,
    slots: slots.shared(),
    slotTypes: slots.types(),
    span: context.places.value(check.path),
    ...(check.each && { each: check.each.as, items: slots.items() }),
  };
}
