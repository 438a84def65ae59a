// Plausible single acts: what an agent could do with a tool in this office, made from field types and records. Deterministic.
import type { DataRecord, Json } from '#grader/evidence/types.ts';
import type { Field, UpdateTool } from '#services/types.ts';
import { isIn } from '#workspace/tools/state.ts';
import { listArgument } from '#workspace/tools/update.ts';
import { collectionOfTool, isWriting, type MountedTool, mountedTools, worksOnRecords } from '../3-link/context.ts';
import type { Plan } from '../types.ts';
import type { Move } from './arena.ts';
import { folderAct } from './folder-act.ts';
import { nameable } from './nameable.ts';
import { plausibleRowAct } from './row-acts.ts';

export { collectionOfTool, isWriting, type MountedTool, mountedTools, worksOnRecords };

/** An address of nobody in the office. */
export const strangerAddress = 'stranger@elsewhere.example';

export interface ActOptions {
  /** Arguments that must have these values. */
  readonly set?: { readonly [argument: string]: Json };
  /** Update only this field. */
  readonly field?: string;
  /** Records to leave alone, by id, when there is a choice. */
  readonly avoid?: readonly string[];
  /** Update this record or none. */
  readonly on?: DataRecord;
}

/** One use of a writing tool that changes something; undefined where the office has nothing to use it on. */
export function plausibleAct(tool: MountedTool, plan: Plan, options: ActOptions = {}): Move | undefined {
  if (!worksOnRecords(tool)) return folderAct(tool, plan, options.set ?? {});
  const state = 'only_if' in tool.tool ? (tool.tool.only_if ?? {}) : {};
  const isTaken = (record: DataRecord) => isIn(record, state);
  const all = plan.office.records[collectionOfTool(tool)] ?? [];
  // The state of a tool that makes a record is that of the record it is made from.
  const records = tool.tool.kind === 'update' || tool.tool.kind === 'delete' ? all.filter(isTaken) : all;
  const { set = {}, field, on } = options;
  const avoid = new Set(options.avoid);
  if (tool.tool.kind === 'update') {
    const { id, ...given } = set;
    const names = Object.keys(given).length > 0 ? Object.keys(given) : tool.parameters.map((p) => p.name).filter((name) => name !== 'id');
    const fields = field === undefined ? names : argumentsFor(tool, field);
    const { tool: update } = tool as MountedTool & { readonly tool: UpdateTool };
    const targets = on ? [on].filter(isTaken) : id === undefined ? records : records.filter((record) => record.id === id);
    const isAvoided = (record: DataRecord) => avoid.has(record.id);
    for (const record of avoid.size === 0 ? targets : [...targets.filter((one) => !isAvoided(one)), ...targets.filter(isAvoided)]) {
      for (const name of fields) {
        const parameter = tool.parameters.find((p) => p.name === name);
        const removed = update.removes?.find((one) => listArgument('remove', one) === name);
        const other = removed === undefined ? parameter && otherValue(parameter.field, record[name], plan) : firstOf(record[removed]);
        const value = set[name] ?? inOrder(other, name, record, tool);
        if (value === undefined || JSON.stringify(value) === JSON.stringify(record[name])) continue;
        return { tool: tool.name, args: { id: record.id, ...required(tool, plan), ...given, [name]: value } };
      }
      const makes = Object.entries(update.makes ?? {}).filter(([name]) => field === undefined || name === field);
      const clears = (update.clears ?? []).filter((name) => field === undefined || name === field);
      if (makes.some(([name, value]) => record[name] !== value) || clears.some((name) => record[name] !== undefined))
        return { tool: tool.name, args: { id: record.id, ...required(tool, plan), ...given } };
    }
    return undefined;
  }
  if (tool.tool.kind === 'delete') {
    const { id = records.find((record) => !avoid.has(record.id))?.id } = set;
    const target = records.find((record) => record.id === id) ?? records[0];
    return target && { tool: tool.name, args: { id: target.id } };
  }
  if (tool.tool.kind === 'delete_where') {
    const { by } = tool.tool;
    const value = set[by] ?? records.find((record) => record[by] !== undefined && !avoid.has(record.id))?.[by];
    return value === undefined ? undefined : { tool: tool.name, args: { [by]: value } };
  }
  if (tool.tool.kind === 'rows') return plausibleRowAct({ ...tool, tool: tool.tool }, plan, options);
  const source = 'from' in tool.tool ? tool.tool.from : undefined;
  const args: { [name: string]: Json } = {};
  for (const { name, field: type, required } of tool.parameters) {
    const fitting = name === source?.argument ? (plan.office.records[type.to ?? ''] ?? []).find(isTaken)?.id : undefined;
    const value = set[name] ?? fitting ?? (required ? otherValue(type, undefined, plan) : undefined);
    if (value !== undefined) args[name] = value;
    else if (required) return undefined;
  }
  return { tool: tool.name, args };
}

/** The arguments by which a tool writes a field: the field's own, or those that add to a list and take from it. */
export function argumentsFor({ parameters }: MountedTool, field: string): readonly string[] {
  const names = [field, listArgument('add', field), listArgument('remove', field)];
  return names.filter((name) => parameters.some((parameter) => parameter.name === name));
}

/** What an update cannot do without, beside the id. */
function required({ parameters }: MountedTool, plan: Plan): { readonly [argument: string]: Json } {
  const needed = parameters.filter(({ name, required: isNeeded }) => isNeeded && name !== 'id');
  return Object.fromEntries(needed.map(({ name, field }) => [name, otherValue(field, undefined, plan) ?? '']));
}

/** A list of the first value, for taking it away. */
function firstOf(list: Json | undefined): Json | undefined {
  return Array.isArray(list) && list.length > 0 ? list.slice(0, 1) : undefined;
}

/** The value, or an early one where it would not come before a field that has to be after it. */
function inOrder(value: Json | undefined, name: string, record: DataRecord, { service, tool }: MountedTool): Json | undefined {
  const fields = Object.entries(service.collections[tool.collection]?.fields ?? {});
  const follower = fields.find(([, field]) => field.after === name)?.[0];
  const bound = follower === undefined ? undefined : record[follower];
  if (typeof value !== 'string' || typeof bound !== 'string' || value < bound) return value;
  return value.includes('T') ? '2000-01-01T00:00:00Z' : '2000-01-01';
}

/** A value that suits the field and is not the current one; undefined where there is none. */
export function otherValue(field: Field, current: Json | undefined, plan: Plan): Json | undefined {
  switch (field.type) {
    case 'enum':
      return field.values?.find((value) => value !== current);
    case 'reference':
      return nameable(field, plan.office).find(({ id }) => id !== current)?.id;
    case 'address':
      return strangerAddress;
    case 'boolean':
      return current !== true;
    case 'integer':
    case 'number':
    case 'money':
      return typeof current === 'number' ? current + 1 : field.after === undefined ? 1 : 1000;
    case 'duration':
      return current === 'PT1H' ? 'PT2H' : 'PT1H';
    case 'date':
      if (field.after !== undefined) return current === '2100-01-01' ? '2100-01-02' : '2100-01-01';
      return current === plan.office.now.slice(0, 10) ? '2000-01-01' : plan.office.now.slice(0, 10);
    case 'time':
      if (field.after !== undefined) return current === '2100-01-01T00:00:00Z' ? '2100-01-02T00:00:00Z' : '2100-01-01T00:00:00Z';
      return current === plan.office.now ? '2000-01-01T00:00:00Z' : plan.office.now;
    case 'list': {
      const item = otherValue({ ...field, type: field.of ?? 'string' }, undefined, plan);
      return item === undefined ? undefined : [item];
    }
    default:
      return current === 'Something else' ? 'Something else again' : 'Something else';
  }
}
