// `expected.json`: every computed value that the grader compares with, and which office the evidence must come from.
import { officeDigest } from '#grader/evidence/hash.ts';
import { camel } from '../3-link/slots.ts';
import type { GeneratedFile, Json, Plan, PlannedCheck, SlotValues } from '../types.ts';
import { jsonText } from './json.ts';

export function expectedFile(plan: Plan): GeneratedFile {
  const checks = Object.fromEntries(plan.checks.filter(hasSlots).map((check) => [camel(check.id), slotValues(check)]));
  const expected: { [key: string]: Json } = { task: plan.folder, pack: officeDigest(plan.office) };
  if (plan.files) expected.folder = true;
  if (Object.keys(checks).length > 0) expected.checks = checks;
  if (Object.keys(plan.ruleSlots).length > 0) expected.rules = plan.ruleSlots;
  return { path: 'tests/expected.json', text: jsonText(expected) };
}

/** The computed values of a check: its own, and under `each` the list of items. */
export function slotValues({ slots, items }: PlannedCheck): SlotValues {
  return items ? { items, ...slots } : slots;
}

/** Whether anything of the check is computed. */
export function hasSlots(check: PlannedCheck): boolean {
  return Object.keys(slotValues(check)).length > 0;
}
