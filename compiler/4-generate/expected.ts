// `expected.json`: every computed value that the grader compares with, and which office the evidence must come from.
import { officeDigest } from '#grader/evidence/hash.ts';
import { camel } from '../3-link/slots.ts';
import type { GeneratedFile, Json, Plan, PlannedCheck } from '../types.ts';
import { jsonText } from './json.ts';

export function expectedFile(plan: Plan): GeneratedFile {
  const checks = Object.fromEntries(plan.checks.filter(hasSlots).map((check) => [camel(check.id), check.slots]));
  const expected: { [key: string]: Json } = { task: plan.folder, pack: officeDigest(plan.office) };
  if (Object.keys(checks).length > 0) expected.checks = checks as Json;
  if (Object.keys(plan.ruleSlots).length > 0) expected.rules = plan.ruleSlots;
  return { path: 'tests/expected.json', text: jsonText(expected) };
}

/** Whether anything of the check is computed. Under `each` the items are, even when all they hold is their number. */
export function hasSlots({ slots, each }: PlannedCheck): boolean {
  return each !== undefined || Object.keys(slots).length > 0;
}
