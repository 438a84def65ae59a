// Solution and decoys as written → flat lists of calls with their arguments computed.
import type { Json } from '#grader/evidence/types.ts';
import type { Scenario, WrittenDecoy, WrittenStep } from '../2-validate/scenario.ts';
import type { Written } from '../shapes.ts';
import type { Path, PlannedDecoy, PlannedPermission, PlannedRule, Step } from '../types.ts';
import { linkFilledForm } from './answers.ts';
import {
  collectionOfTool,
  fieldOfArgument,
  findTool,
  isWriting,
  type LinkContext,
  type MountedTool,
  mountedTools,
  worksOnRecords,
} from './context.ts';
import { eachScopes } from './each.ts';
import type { Scope } from './expressions.ts';
import { linkFileStep } from './files.ts';
import { prohibitsTool } from './rules.ts';
import { computeValue } from './values.ts';

interface Rules {
  readonly allowed: readonly PlannedPermission[];
  readonly prohibited: readonly PlannedRule[];
  /** Where a rule could not be read, what it says of the solution is unknown. */
  readonly complete: boolean;
}

/** The reference solution, unrolled. Reports unknown tools and arguments, values that do not fit, and steps that a rule forbids. */
export function linkSolution(scenario: Scenario, rules: Rules, context: LinkContext): readonly Step[] {
  const steps = unroll(scenario.solution, context, context.scope);
  const tools = mountedTools(context.office);
  for (const step of steps) {
    const tool = tools.find((t) => t.name === step.tool);
    if (rules.complete && tool && isWriting(tool)) reportForbidden(step, tool, rules, context);
  }
  return steps;
}

/** A decoy: the solution with steps added before the reply, replaced or removed by label. */
export function linkDecoys(scenario: Scenario, context: LinkContext): readonly PlannedDecoy[] {
  const checks = [...scenario.checks, ...scenario.prohibited, ...scenario.secrets, ...scenario.injections].map(({ id }) => id);
  return scenario.decoys.map((decoy) => {
    decoy.fails.forEach((id, i) => {
      if (checks.includes(id)) return;
      const place = context.places.value([...decoy.path, 'fails', i]);
      context.report('link/unknown-check', place, { id, where: `The decoy "${decoy.id}"`, choices: checks });
    });
    reportLabels(decoy, scenario.solution, context);
    const steps = unroll(edit(scenario.solution, decoy), context, context.scope);
    return { id: decoy.id, about: decoy.about, steps, fails: decoy.fails, span: context.places.value(decoy.path) };
  });
}

function edit(steps: readonly WrittenStep[], decoy: WrittenDecoy): readonly WrittenStep[] {
  const changed = steps.flatMap((step): readonly WrittenStep[] => {
    if (step.kind === 'each') return [{ ...step, steps: edit(step.steps, { ...decoy, add: [] }) }];
    const label = step.label ?? '';
    if (decoy.remove.includes(label)) return [];
    return decoy.replace.get(label) ?? [step];
  });
  const reply = changed.findLastIndex((step) => step.kind === 'reply');
  const at = reply < 0 ? changed.length : reply;
  return [...changed.slice(0, at), ...decoy.add, ...changed.slice(at)];
}

function reportLabels(decoy: WrittenDecoy, solution: readonly WrittenStep[], { report, places }: LinkContext): void {
  const labels = labelsOf(solution);
  const unknown = (label: string, path: Path) => {
    const place = path.at(-2) === 'replace' ? places.key(path) : places.value(path);
    if (!labels.includes(label)) report('link/unknown-label', place, { label, choices: labels });
  };
  for (const label of decoy.replace.keys()) unknown(label, [...decoy.path, 'replace', label]);
  for (const [i, label] of decoy.remove.entries()) unknown(label, [...decoy.path, 'remove', i]);
}

function labelsOf(steps: readonly WrittenStep[]): readonly string[] {
  return steps.flatMap((step) => (step.kind === 'each' ? labelsOf(step.steps) : step.label === undefined ? [] : [step.label]));
}

function unroll(steps: readonly WrittenStep[], context: LinkContext, scope: Scope): readonly Step[] {
  return steps.flatMap((step) => unrollStep(step, context, scope));
}

function unrollStep(step: WrittenStep, context: LinkContext, scope: Scope): readonly Step[] {
  switch (step.kind) {
    case 'each': {
      const scopes = eachScopes(step, [...step.path, 'each'], context, scope);
      return (scopes ?? []).flatMap((inner) => unroll(step.steps, context, inner));
    }
    case 'reply': {
      const { form } = step;
      const at = form ? [...step.argsPath, 'message'] : step.argsPath;
      const message = step.message === '' ? '' : computeValue(step.message, { type: 'text', about: '' }, at, context, scope);
      const filled = form ? linkFilledForm(form, step.argsPath, context, scope) : {};
      const span = context.places.key(step.argsPath);
      if (message === undefined || !filled) return [];
      return [{ tool: 'reply', args: { ...(message !== '' && { message }), ...filled }, span, label: step.label }];
    }
    case 'file': {
      const file = linkFileStep(step.content, { path: step.argsPath, context, scope });
      const span = context.places.key(step.argsPath);
      return file
        ? [{ tool: 'file', args: { path: file.path, text: file.text }, span, ...(step.label !== undefined && { label: step.label }) }]
        : [];
    }
    case 'call': {
      const span = context.places.key(step.argsPath);
      const tool = findTool(step.tool, span, context);
      const args = tool && linkArguments(step.args, tool, step.argsPath, context, scope);
      return args ? [{ tool: step.tool, args, span, ...(step.label !== undefined && { label: step.label }) }] : [];
    }
  }
}

function linkArguments(
  written: { readonly [name: string]: Written },
  tool: MountedTool,
  path: Path,
  context: LinkContext,
  scope: Scope,
): { [name: string]: Json } | undefined {
  const args: { [name: string]: Json } = {};
  let failed = false;
  for (const [name, value] of Object.entries(written)) {
    const parameter = tool.parameters.find((p) => p.name === name);
    if (!parameter) {
      const choices = tool.parameters.map((p) => p.name);
      context.report('link/unknown-argument', context.places.key([...path, name]), { argument: name, tool: tool.name, choices });
      failed = true;
      continue;
    }
    const { field } = parameter;
    const one = (item: Written, at: Path, type: typeof field): Json | undefined => {
      if (typeof item === 'string') return computeValue(item, type, at, context, scope);
      context.report('validate/wrong-shape', context.places.value(at), {
        expected: 'a value',
        found: Array.isArray(item) ? 'a list' : 'a mapping',
      });
      return undefined;
    };
    const single = { ...field, type: field.of ?? 'string' };
    const linked =
      Array.isArray(value) && field.type === 'list'
        ? value.map((item, i) => one(item, [...path, name, i], single))
        : one(value, [...path, name], field);
    if (linked === undefined || (Array.isArray(linked) && linked.some((item) => item === undefined))) failed = true;
    else args[name] = linked as Json;
  }
  return failed ? undefined : args;
}

function reportForbidden(step: Step, tool: MountedTool, rules: Rules, { report }: LinkContext): void {
  const entries = rules.allowed.filter((entry) => entry.tool === step.tool);
  const rule =
    rules.prohibited.find((r) => prohibitsTool(r, tool) || writesField(r, step, tool)) ??
    (entries.length === 0 && worksOnRecords(tool) ? rules.prohibited.find((r) => r.kind === 'others') : undefined);
  if (rule) {
    report('link/prohibited-in-solution', step.span, { tool: step.tool, rule: rule.id }, [{ span: rule.span, message: 'the rule' }]);
    return;
  }
  const covered = (name: string) => entries.some((entry) => !entry.only || entry.only.includes(name));
  const outside = Object.keys(step.args).filter((name) => entries.length > 0 && !covered(name));
  if (outside.length > 0) {
    const problem = `the argument ${outside.join(', ')} is not under \`only\``;
    report('link/not-allowed-in-solution', step.span, { tool: step.tool, problem });
  }
}

function writesField(rule: PlannedRule, step: Step, tool: MountedTool): boolean {
  if (rule.kind !== 'writes' || rule.until || rule.field === undefined || rule.collection !== collectionOfTool(tool)) return false;
  const { field, value } = rule;
  if (tool.tool.kind === 'delete' || tool.tool.kind === 'delete_where') return true;
  if (tool.tool.kind !== 'update') return false;
  const made = tool.tool.makes !== undefined && Object.hasOwn(tool.tool.makes, field) ? tool.tool.makes[field] : undefined;
  if (made !== undefined) return value === undefined || value === made;
  if (field in step.args) return value === undefined || value === step.args[field];
  return value === undefined && Object.keys(step.args).some((argument) => fieldOfArgument(tool, argument) === field);
}
