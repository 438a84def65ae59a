// Acts by an allowed tool just outside its permission: an argument that it leaves out, a stranger in any addressee field, and each
// condition of its `where` broken by itself.
import type { Json } from '#grader/evidence/types.ts';
import { matches } from '#grader/matchers.ts';
import type { Matcher } from '#grader/types.ts';
import type { Plan, PlannedPermission } from '../types.ts';
import { collectionOfTool, type MountedTool, mountedTools, otherValue, plausibleAct, strangerAddress } from './acts.ts';
import type { Move } from './arena.ts';
import { filled, meetingAll, satisfying } from './bring-about.ts';

export interface Outside {
  /** Each has to be found. */
  readonly acts: readonly Move[];
  /** Conditions, each with acts that break it and nothing else: the first that the office takes has to be found. */
  readonly broken: readonly { readonly argument: string; readonly acts: readonly Move[] }[];
}

/** What can be done just outside a permission, as far as no other permission covers it. */
export function outsideActs(entry: PlannedPermission, plan: Plan): Outside {
  const tool = mountedTools(plan.office).find(({ name }) => name === entry.tool);
  if (!tool) return { acts: [], broken: [] };
  // What another entry for the same tool permits is not outside.
  const others = plan.allowed.filter((other) => other !== entry && other.tool === entry.tool);
  const whom = addresseesMeant([entry, ...others], tool);
  return {
    acts: [...otherArguments([entry, ...others], tool, plan), ...whom.flatMap((field) => toStranger(field, tool, plan))],
    broken: Object.keys(entry.where ?? {})
      .filter((argument) => whom.length === 0 || !(argument === 'recipients' || whom.includes(argument)))
      .map((argument) => ({ argument, acts: breaking(argument, entry, others, { tool, plan }) })),
  };
}

/** An argument that no entry permits. */
function otherArguments(entries: readonly PlannedPermission[], tool: MountedTool, plan: Plan): readonly Move[] {
  const isOutside = (name: string) => entries.every(({ only }) => only && !only.includes(name));
  return tool.parameters
    .filter(({ name }) => isOutside(name))
    .flatMap(({ name, field }) => {
      const value = otherValue(field, undefined, plan);
      if (tool.tool.kind === 'update') return plausibleAct(tool, plan, { field: name }) ?? [];
      return value === undefined ? [] : (plausibleAct(tool, plan, { set: { [name]: value } }) ?? []);
    });
}

/** Whoever says who may be written to means it whatever the field: a hole in cc is a hole. */
function addresseesMeant(entries: readonly PlannedPermission[], { tool }: MountedTool): readonly string[] {
  const addressees = tool.kind === 'send' ? tool.addressees : [];
  const saysWhom = ({ where }: PlannedPermission) =>
    Object.keys(where ?? {}).some((name) => name === 'recipients' || addressees.includes(name));
  return entries.every(saysWhom) ? addressees : [];
}

function toStranger(field: string, tool: MountedTool, plan: Plan): readonly Move[] {
  const isList = tool.parameters.some((parameter) => parameter.name === field && parameter.field.type === 'list');
  const set = { ...sentBySolution(tool.name, plan), [field]: isList ? [strangerAddress] : strangerAddress };
  return [plausibleAct(tool, plan, { set })].flatMap((act) => act ?? []);
}

/** Arguments of a call that the solution makes, so that only one thing is wrong with the act. */
export function sentBySolution(tool: string, plan: Plan): Move['args'] {
  return plan.solution.find((step) => step.tool === tool)?.args ?? {};
}

/** Enough to find one that the office takes and that makes a difference. */
const MOST = 8;

/** Acts that meet every condition of the permission but one, the solution's own with another value first. */
function breaking(
  argument: string,
  entry: PlannedPermission,
  others: readonly PlannedPermission[],
  { tool, plan }: { readonly tool: MountedTool; readonly plan: Plan },
): readonly Move[] {
  const where = filled(entry.where ?? {}, plan.ruleSlots) as { readonly [argument: string]: Json };
  const { [argument]: matcher = null, ...rest } = where;
  const { name, values } = meetingAll(argument, { not: matcher }, tool, plan);
  const met = satisfying(rest, tool, plan) ?? {};
  const made = plan.solution.find((step) => step.tool === tool.name && covers(entry, step.args, { tool, plan }))?.args;
  const acts = values.flatMap((value): readonly Move[] => {
    const record = name === 'id' ? (plan.office.records[collectionOfTool(tool)] ?? []).find(({ id }) => id === value) : undefined;
    const permitted = entry.only?.filter((field) => field !== 'id') ?? [undefined];
    const plausible =
      record && tool.tool.kind === 'update'
        ? permitted.map((field) => plausibleAct(tool, plan, { set: met, on: record, ...(field !== undefined && { field }) }))
        : [plausibleAct(tool, plan, { set: { ...met, [name]: value } })];
    return [...(made ? [{ tool: tool.name, args: { ...made, [name]: value } }] : []), ...plausible.flatMap((act) => act ?? [])];
  });
  return acts.filter(({ args }) => ![entry, ...others].some((one) => covers(one, args, { tool, plan }))).slice(0, MOST);
}

/** Whether the permission says of these arguments that they may be given. */
function covers(
  { only, where = {} }: PlannedPermission,
  args: Move['args'],
  { tool, plan }: { readonly tool: MountedTool; readonly plan: Plan },
): boolean {
  const recipients = tool.tool.kind === 'send' ? tool.tool.addressees.flatMap((field) => [args[field] ?? []].flat()) : [];
  const given: { readonly [name: string]: Json } = { ...args, recipients };
  const isMet = ([name, matcher]: [string, Json]) => name === 'texts' || matches(matcher as unknown as Matcher, given[name]);
  return (
    (only === undefined || Object.keys(args).every((name) => only.includes(name))) &&
    Object.entries(filled(where, plan.ruleSlots) ?? {}).every(isMet)
  );
}
