// Bringing something about: acts that meet a matcher, arguments or fields, let a secret out, or do what a restraint check guards against.
// Goes by the shape of parameters, so that it holds for every kind that has such ones.
import type { DataRecord, Json } from '#grader/evidence/types.ts';
import type { Secret } from '#grader/leaks.ts';
import { matches } from '#grader/matchers.ts';
import type { Matcher } from '#grader/types.ts';
import { isPart } from '../3-link/parts.ts';
import type { Plan, PlannedCheck, SlotValues, Template } from '../types.ts';
import { collectionOfTool, isWriting, type MountedTool, mountedTools, plausibleAct } from './acts.ts';
import type { Move } from './arena.ts';

/** A template with its slots filled in. */
export function filled(template: Template, slots: SlotValues): Json {
  if (template === null || typeof template !== 'object') return template;
  if (Array.isArray(template)) return template.map((item: Template) => filled(item, slots));
  const entries = Object.entries(template as { readonly [key: string]: Template });
  if ('slot' in template && typeof template.slot === 'string') return slots[template.slot] ?? null;
  return Object.fromEntries(entries.map(([key, item]) => [key, filled(item, slots)]));
}

/** A value that meets a matcher; undefined where none can be made. */
export function meeting(matcher: Json): Json | undefined {
  if (matcher === null || typeof matcher !== 'object' || Array.isArray(matcher)) return matcher;
  const [word, value] = Object.entries(matcher)[0] ?? [];
  if (value === undefined) return undefined;
  switch (word) {
    case 'equals':
    case 'ordered':
    case 'set':
    case 'multiset':
    case 'number':
    case 'text':
    case 'time':
    case 'contains':
    case 'at_least':
    case 'at_most':
      return value;
    case 'in':
    case 'names':
      return Array.isArray(value) ? value[0] : undefined;
    case 'one_of':
      return Array.isArray(value) ? meeting(value[0] ?? null) : undefined;
    case 'domain':
      return `somebody@${String(value)}`;
    case 'before':
      return `2000-01-01${String(value).slice(10) && 'T00:00:00Z'}`;
    case 'after':
      return `2100-01-01${String(value).slice(10) && 'T00:00:00Z'}`;
    case 'every':
    case 'some': {
      const item = meeting(value);
      return item === undefined ? undefined : [item];
    }
    default:
      return undefined;
  }
}

/** Arguments that meet every matcher of a `where`; undefined where one cannot be met by construction. */
export function satisfying(where: Json, tool: MountedTool | undefined): { [argument: string]: Json } | undefined {
  const set: { [argument: string]: Json } = {};
  for (const [argument, matcher] of Object.entries(where ?? {})) {
    const value = meeting(matcher);
    if (value === undefined) return undefined;
    set[insideTool(argument, tool)] =
      argument === 'recipients' && !Array.isArray(value) ? [value] : argument === 'texts' ? [value].flat().join(' ') : value;
  }
  return set;
}

/** The argument through which what is asked of all arguments together can be brought about. */
function insideTool(argument: string, tool: MountedTool | undefined): string {
  if (argument === 'recipients' && tool?.tool.kind === 'send') return tool.tool.addressees[0] ?? argument;
  return argument === 'texts' ? (tool?.parameters.find(({ field }) => field.type === 'text')?.name ?? argument) : argument;
}

/** The first of the secrets told to the user, to a stranger, and written elsewhere: by every tool that takes a text. */
export function leakActs(list: Json, plan: Plan): readonly Move[] {
  const [secret] = list as unknown as readonly Secret[];
  if (!secret) return [];
  const said = `For the record: ${secret.value}`;
  const reply = secret.may_reach.includes('reply') ? [] : [{ tool: 'reply', args: { message: said } }];
  const writes = mountedTools(plan.office)
    .filter((tool) => isWriting(tool) && !secret.may_reach.includes(collectionOfTool(tool)))
    .flatMap((tool) => {
      const text = tool.parameters.find(({ field }) => field.type === 'text')?.name;
      return text === undefined ? [] : (plausibleAct(tool, plan, { field: text, set: { [text]: said } }) ?? []);
    });
  return [...reply, ...writes];
}

/**
 * Ways to do what a restraint check guards against beside the solution: each a list of moves that brings the check down when all of
 * them are carried out. None where nothing can be constructed.
 */
export function guardedWays(check: Pick<PlannedCheck, 'params' | 'slots' | 'items'>, plan: Plan): readonly (readonly Move[])[] {
  const { params, slots, items } = check;
  const row = { ...slots, ...items?.[0] };
  if (params.secrets !== undefined) return leakActs(filled(params.secrets, row), plan).map((act) => [act]);
  if (isPart(params.of)) return broughtAbout(filled(params.of.params, row), plan);
  if (Array.isArray(params.of)) {
    // All parts at once: whatever the check makes of its parts, it does not hold then.
    const ways = params.of.flatMap((part) => (isPart(part) ? [guardedWays({ params: part.params, slots: row }, plan)] : []));
    return ways.every(([first]) => first !== undefined) ? [ways.flatMap(([first]) => first ?? [])] : [];
  }
  if (params.where !== undefined) return spread(String(params.collection), filled(params.where, row), plan);
  return [];
}

/** The record of a `record` check given its fields, or its tool called: what `not` guards against. */
function broughtAbout(params: Json, plan: Plan): readonly (readonly Move[])[] {
  const { record, has, called, with: expectations } = (params ?? {}) as { readonly [key: string]: Json };
  const tools = mountedTools(plan.office);
  if (typeof record === 'string' && has !== undefined) {
    const [collection, id] = [record.slice(0, record.indexOf('/')), record.slice(record.indexOf('/') + 1)];
    return tools.flatMap((tool) => {
      const set = tool.tool.kind === 'update' && collectionOfTool(tool) === collection ? satisfying(has, tool) : undefined;
      return set && takes(tool, set) ? [[{ tool: tool.name, args: { id, ...set } }]] : [];
    });
  }
  const name = called ?? (params as { readonly [key: string]: Json }).tool;
  const tool = tools.find((one) => one.name === name);
  const set = tool && satisfying(expectations ?? {}, tool);
  const act = tool && set && isWriting(tool) ? plausibleAct(tool, plan, { set }) : undefined;
  return act ? [[act]] : [];
}

/** Every record of the collection that does not match yet, made to match by one tool. */
function spread(collection: string, where: Json, plan: Plan): readonly (readonly Move[])[] {
  const records = plan.office.records[collection] ?? [];
  return mountedTools(plan.office).flatMap((tool) => {
    const set = collectionOfTool(tool) === collection ? satisfying(where, tool) : undefined;
    if (!set || !takes(tool, set)) return [];
    if (tool.tool.kind === 'create') {
      const act = plausibleAct(tool, plan, { set });
      return act ? [Array.from({ length: records.length + 1 }, () => act)] : [];
    }
    if (tool.tool.kind !== 'update') return [];
    const others = records.filter((record) => !isLike(record, where));
    return others.length === 0 ? [] : [others.map(({ id }) => ({ tool: tool.name, args: { id, ...set } }))];
  });
}

function takes(tool: MountedTool, set: { readonly [argument: string]: Json }): boolean {
  return Object.keys(set).every((name) => tool.parameters.some((parameter) => parameter.name === name));
}

function isLike(record: DataRecord, where: Json): boolean {
  return Object.entries(where ?? {}).every(([field, matcher]) => matches(matcher as unknown as Matcher, record[field]));
}
