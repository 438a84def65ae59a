// Checks inside checks: linked like others, with the slots and the loop of the outer one.
import { readPart } from '../2-validate/checks.ts';
import { checkKinds } from '../checks/index.ts';
import type { CheckKind, CheckLinker } from '../checks/kind.ts';
import type { Written } from '../shapes.ts';
import type { Path, PlannedPart, SlotValues, Template } from '../types.ts';
import type { CheckLinkerInput } from './check-linker.ts';
import { untouched } from './untouched.ts';

export interface PartsInput extends CheckLinkerInput {
  readonly path: Path;
  readonly open: (input: CheckLinkerInput) => CheckLinker;
}

/** A check without id and weight; undefined after reporting what is wrong with it. */
export function linkPart(written: Written, input: PartsInput): PlannedPart | undefined {
  const { check, context, path, slots, open } = input;
  const part = readPart(written, path, { id: check.id, on: context });
  const kind = part && checkKinds[part.kind];
  const params = part && kind?.link(open({ ...input, check: part }));
  if (!kind || !params) return undefined;
  return { $check: kind.kind, params, ...characterOf(kind, params, { context, slots }) };
}

/** A list of them; empty lists are reported. */
export function linkParts(written: Written, input: PartsInput): readonly PlannedPart[] | undefined {
  const { check, context, path } = input;
  if (!Array.isArray(written) || written.length === 0) {
    const what = `"${path.slice(check.path.length).join('.')}" of the check "${check.id}"`;
    context.report('validate/no-checks', context.places.key(path), { what, so: 'nothing would be looked at', fix: 'List the checks.' });
    return undefined;
  }
  const parts = written.map((one: Written, i) => linkPart(one, { ...input, path: [...path, i] }));
  return parts.some((part) => part === undefined) ? undefined : parts.flatMap((part) => part ?? []);
}

/** What a linked check is to the attackers: a kind says it, or says what it depends on. */
export function characterOf(
  kind: CheckKind,
  params: PlannedPart['params'],
  { context, slots }: Pick<CheckLinkerInput, 'context' | 'slots'>,
): Pick<PlannedPart, 'restraint' | 'statement'> {
  const parts = partsOf(params);
  const holdsUntouched = () => untouched({ kind: kind.kind, params, rows: rowsOf(slots.shared(), slots.items()) }, context.office);
  return {
    restraint: typeof kind.restraint === 'boolean' ? kind.restraint : kind.restraint({ params, parts, holdsUntouched }),
    statement: typeof kind.statement === 'boolean' ? kind.statement : kind.statement({ parts }),
  };
}

/** The checks inside a check, one level down. */
export function partsOf({ of }: { readonly [key: string]: Template }): readonly PlannedPart[] {
  return [of].flat().filter(isPart);
}

/** Kinds of a check and of all checks inside it. */
export function kindsOf(check: { readonly kind: string; readonly params: PlannedPart['params'] }): readonly string[] {
  return [check.kind, ...partsOf(check.params).flatMap((part) => kindsOf({ kind: part.$check, params: part.params }))];
}

export function isPart(template: Template | undefined): template is PlannedPart {
  return typeof template === 'object' && template !== null && '$check' in template;
}

/** All values of each item; one row where nothing is repeated. */
function rowsOf(shared: SlotValues, items: readonly SlotValues[]): readonly SlotValues[] {
  return items.length === 0 ? [shared] : items.map((item) => ({ ...shared, ...item }));
}
