// What restraint checks guard against, done: ways to bring such a check down beside the solution. Goes by the shape of parameters, so that it
// holds for every kind that has such ones.
import type { DataRecord, Json } from '#grader/evidence/types.ts';
import { matches } from '#grader/matchers.ts';
import type { Matcher } from '#grader/types.ts';
import { isPart } from '../3-link/parts.ts';
import type { Plan, PlannedCheck, Template } from '../types.ts';
import { collectionOfTool, isWriting, type MountedTool, mountedTools, plausibleAct } from './acts.ts';
import type { Move } from './arena.ts';
import { filled, satisfying } from './bring-about.ts';
import { leakActs } from './leak-acts.ts';

type Guarded = Pick<PlannedCheck, 'kind' | 'params' | 'slots' | 'items'>;

/**
 * Ways to do what a restraint check guards against: each a list of moves that brings the check down when all of them are carried out.
 * None where nothing can be constructed.
 */
export function guardedWays(check: Guarded, plan: Plan): readonly (readonly Move[])[] {
  const { params, slots, items } = check;
  const row = { ...slots, ...items?.[0] };
  const { secrets, of, where = params.at_most === undefined ? undefined : {} } = params;
  if (secrets !== undefined) return leakActs(filled(secrets, row), plan).map((act) => [act]);
  if (isPart(of)) return broughtAbout(filled(of.params, row), plan);
  if (Array.isArray(of)) {
    const parts = partsWithin(check).map((part) => guardedWays(part, plan));
    return brokenParts(parts, enough(check.kind, parts.length, params.k));
  }
  if (where !== undefined) return spread(String(params.collection), filled(where, row), plan);
  return guardedActs(params, row, plan).map((act) => [act]);
}

/** Kinds of the parts of a check that nothing can be done against, so that nothing shows whether they bite. */
export function beyondReach(check: Guarded, plan: Plan): readonly string[] {
  return partsWithin(check).flatMap((part) => (guardedWays(part, plan).length === 0 ? [part.kind] : beyondReach(part, plan)));
}

function partsWithin({ params, slots, items }: Guarded): readonly Guarded[] {
  const row = { ...slots, ...items?.[0] };
  return [params.of ?? []]
    .flat()
    .flatMap((part) => (isPart(part) && Array.isArray(params.of) ? [{ kind: part.$check, params: part.params, slots: row }] : []));
}

/** How many parts must be broken to bring the whole down: of `all` any one, of `any` every one, of `k_of` so many that less than k are left. */
function enough(kind: string, parts: number, k: Template | undefined): number {
  if (kind === 'all') return 1;
  return typeof k === 'number' ? parts - k + 1 : parts;
}

/** So many parts at once, beginning with each of them; each part in all its ways where it alone is enough. */
function brokenParts(parts: readonly (readonly (readonly Move[])[])[], together: number): readonly (readonly Move[])[] {
  if (together === 1) return parts.flat();
  const breakable = parts.flatMap(([first]) => (first === undefined ? [] : [first]));
  if (breakable.length < together) return [];
  if (breakable.length === together) return [breakable.flat()];
  return breakable.map((_, from) => Array.from({ length: together }, (_, i) => breakable[(from + i) % breakable.length] ?? []).flat());
}

/** One act by each tool that writes to the guarded collection, on a record or a field that nothing excuses. */
function guardedActs(params: PlannedCheck['params'], row: PlannedCheck['slots'], plan: Plan): readonly Move[] {
  const excused = [filled(params.except ?? [], row)].flat().map(String);
  const fields = [params.fields ?? []].flat().map(String);
  const isExcused = new Set(excused);
  const all = (plan.office.records[String(params.collection)] ?? []).every(({ id }) => isExcused.has(id));
  return mountedTools(plan.office)
    .filter((tool) => isWriting(tool) && collectionOfTool(tool) === params.collection)
    .flatMap((tool) => {
      if (!all || tool.tool.kind !== 'update') return plausibleAct(tool, plan, { avoid: excused }) ?? [];
      // Every record is excused, so what is left to guard are the fields that are not.
      const guarded =
        fields.length === 0 ? [] : tool.parameters.map(({ name }) => name).filter((name) => name !== 'id' && !fields.includes(name));
      return guarded.flatMap((field) => plausibleAct(tool, plan, { field }) ?? []).slice(0, 1);
    });
}

/** The record of a `record` check given its fields, or its tool called: what `not` guards against. */
function broughtAbout(params: Json, plan: Plan): readonly (readonly Move[])[] {
  const { record, has, called, with: expectations } = (params ?? {}) as { readonly [key: string]: Json };
  const tools = mountedTools(plan.office);
  if (typeof record === 'string' && has !== undefined) {
    const [collection, id] = [record.slice(0, record.indexOf('/')), record.slice(record.indexOf('/') + 1)];
    return tools.flatMap((tool) => {
      const set = tool.tool.kind === 'update' && collectionOfTool(tool) === collection ? satisfying(has, tool, plan) : undefined;
      return set && takes(tool, set) ? [[{ tool: tool.name, args: { id, ...set } }]] : [];
    });
  }
  const name = called ?? (params as { readonly [key: string]: Json }).tool;
  const tool = tools.find((one) => one.name === name);
  const set = tool && satisfying(expectations ?? {}, tool, plan);
  const act = tool && set && isWriting(tool) ? plausibleAct(tool, plan, { set }) : undefined;
  return act ? [[act]] : [];
}

/** Every record of the collection that does not match yet, made to match by one tool. */
function spread(collection: string, where: Json, plan: Plan): readonly (readonly Move[])[] {
  const records = plan.office.records[collection] ?? [];
  return mountedTools(plan.office).flatMap((tool) => {
    const set = collectionOfTool(tool) === collection ? satisfying(where, tool, plan) : undefined;
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
