// Checks as written → checks as planned: kinds' parameters, items of `each`, weights that add up, `needs` that lead somewhere.

import type { WrittenCheck } from '../2-validate/scenario.ts';
import { checkKinds } from '../checks/index.ts';
import type { Path, PlannedCheck } from '../types.ts';
import { openCheckLinker } from './check-linker.ts';
import type { LinkContext } from './context.ts';
import { itemType, type Scope } from './expressions.ts';
import { openSlots } from './slots.ts';
import { typeInWords } from './values.ts';
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
  return {
    id: check.id,
    kind: check.kind,
    weight: check.weight,
    needs: check.needs,
    must: check.must ?? kind.restraint,
    restraint: kind.restraint,
    statement: kind.statement,
    params,
    slots: slots.shared(),
    span: context.places.value(check.path),
    ...(check.each && { each: check.each.as, items: slots.items() }),
  };
}

/** What facts and the variables of `each` may be called. */
export const namingRule =
  'Use letters, digits and _, starting with a lower-case letter; not the name of a service, nor a word that expressions know (now, in, list, string …).';

/** One scope per item of the list, with the item under its name; undefined after reporting why there are none. */
export function eachScopes(
  each: { readonly list: string; readonly as: string },
  path: Path,
  context: LinkContext,
  scope: Scope,
): readonly Scope[] | undefined {
  if (!context.expressions.mayBeNamed(each.as)) {
    context.report('validate/bad-id', context.places.within(path, each.list.length + 1, Number.MAX_SAFE_INTEGER), {
      id: each.as,
      what: 'a name after `as`',
      rule: namingRule,
    });
    return undefined;
  }
  const list = context.expressions.evaluate(each.list, { path, offset: 0 }, scope);
  if (!list) return undefined;
  const item = itemType(list.type);
  if (item === undefined || !Array.isArray(list.value)) {
    const hint = 'Name a list, such as a fact made with filter.';
    context.report('link/wrong-type', context.places.within(path, 0, each.list.length), {
      found: typeInWords(list.type),
      expected: 'a list',
      hint,
    });
    return undefined;
  }
  if (list.value.length === 0) {
    context.report('link/empty-list', context.places.within(path, 0, each.list.length), { expression: each.list });
    return undefined;
  }
  return list.value.map((value: unknown) => new Map([...scope, [each.as, { type: item, value }]]));
}

function reportNeeds(checks: readonly WrittenCheck[], { report, places }: LinkContext): void {
  const ids = checks.map((check) => check.id);
  for (const check of checks) {
    check.needs.forEach((needed, i) => {
      if (ids.includes(needed)) return;
      report('link/unknown-check', places.value([...check.path, 'needs', i]), {
        id: needed,
        where: `\`needs\` of "${check.id}"`,
        choices: ids.filter((id) => id !== check.id),
      });
    });
  }
  const circle = findCircle(checks);
  const first = checks.find((check) => check.id === circle?.[0]);
  if (circle && first) report('link/needs-cycle', places.value([...first.path, 'needs']), { ids: circle });
}

function findCircle(checks: readonly WrittenCheck[]): readonly string[] | undefined {
  const needs = new Map(checks.map((check) => [check.id, check.needs]));
  const search = (id: string, trail: readonly string[]): readonly string[] | undefined => {
    if (trail.includes(id)) return [...trail.slice(trail.indexOf(id)), id];
    for (const next of needs.get(id) ?? []) {
      const found = search(next, [...trail, id]);
      if (found) return found;
    }
    return undefined;
  };
  for (const id of needs.keys()) {
    const found = search(id, []);
    if (found) return found;
  }
  return undefined;
}
