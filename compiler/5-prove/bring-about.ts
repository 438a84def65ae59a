// Bringing something about: values that meet a matcher, arguments that meet a `where`.
import type { Json } from '#grader/evidence/types.ts';
import { matches } from '#grader/matchers.ts';
import type { Matcher } from '#grader/types.ts';
import type { Field } from '#services/types.ts';
import type { Plan, SlotValues, Template } from '../types.ts';
import { collectionOfTool, type MountedTool, otherValue, strangerAddress } from './acts.ts';
import { nameable } from './nameable.ts';
import { addressesIn } from './plausible.ts';

/** A template with its slots filled in. */
export function filled(template: Template, slots: SlotValues): Json {
  if (template === null || typeof template !== 'object') return template;
  if (Array.isArray(template)) return template.map((item: Template) => filled(item, slots));
  const entries = Object.entries(template as { readonly [key: string]: Template });
  if ('slot' in template && typeof template.slot === 'string') return slots[template.slot] ?? null;
  return Object.fromEntries(entries.map(([key, item]) => [key, filled(item, slots)]));
}

/** A value that the matcher itself says; undefined where it says none, such as for `not`. */
function meeting(matcher: Json): Json | undefined {
  if (matcher === null || typeof matcher !== 'object' || Array.isArray(matcher)) return matcher;
  const [word, value] = Object.entries(matcher)[0] ?? [];
  if (value === undefined) return undefined;
  switch (word) {
    case 'equals':
    case 'ordered':
    case 'set':
    case 'multiset':
    case 'number':
    case 'time':
    case 'contains':
    case 'at_least':
    case 'at_most':
      return value;
    // A text, or several of which one will do.
    case 'text':
      return Array.isArray(value) ? value[0] : value;
    case 'in':
    case 'names':
      return Array.isArray(value) ? value[0] : undefined;
    case 'is':
      return meeting(value);
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

/** Arguments that meet every matcher of a `where`; undefined where one cannot be met. */
export function satisfying(where: Json, tool: MountedTool | undefined, plan: Plan): { [argument: string]: Json } | undefined {
  const set: { [argument: string]: Json } = {};
  for (const [argument, matcher] of Object.entries(where ?? {})) {
    const name = insideTool(argument, tool);
    const field = tool && fieldOf(name, tool);
    const value = meeting(matcher) ?? found(matcher as unknown as Matcher, field, plan);
    if (value === undefined) return undefined;
    set[name] = argument === 'recipients' && !Array.isArray(value) ? [value] : argument === 'texts' ? [value].flat().join(' ') : value;
  }
  return set;
}

/** The argument through which something asked of an argument can be brought about, and the values of its type that do so. */
export function meetingAll(
  argument: string,
  matcher: Json,
  tool: MountedTool,
  plan: Plan,
): { readonly name: string; readonly values: readonly Json[] } {
  const name = insideTool(argument, tool);
  const values = allFound(matcher as unknown as Matcher, fieldOf(name, tool), plan);
  return { name, values };
}

/** The argument through which what is asked of all arguments together can be brought about. */
function insideTool(argument: string, tool: MountedTool | undefined): string {
  if (argument === 'recipients' && tool?.tool.kind === 'send')
    return tool.tool.addressees.find((name) => tool.parameters.some((parameter) => parameter.name === name)) ?? argument;
  return argument === 'texts' ? (tool?.parameters.find(({ field }) => field.type === 'text')?.name ?? argument) : argument;
}

/** What an argument takes; the `id` of a record is one of its collection. */
function fieldOf(name: string, tool: MountedTool): Field | undefined {
  const isId = name === 'id' && ['get', 'update', 'delete'].includes(tool.tool.kind);
  if (isId) return { type: 'reference', to: collectionOfTool(tool), about: '' };
  return tool.parameters.find((parameter) => parameter.name === name)?.field;
}

/** The first value of the field's type that meets the matcher: of those that the office has, then of any. */
function found(matcher: Matcher, field: Field | undefined, plan: Plan): Json | undefined {
  return allFound(matcher, field, plan)[0];
}

function allFound(matcher: Matcher, field: Field | undefined, plan: Plan): readonly Json[] {
  if (!field) return [];
  const values = valuesOf({ ...field, type: field.type === 'list' ? (field.of ?? 'string') : field.type }, plan);
  return (field.type === 'list' ? values.map((value) => [value]) : values).filter((value) => matches(matcher, value));
}

function valuesOf(field: Field, plan: Plan): readonly Json[] {
  const other = otherValue(field, undefined, plan);
  const more = other === undefined ? [] : [other, otherValue(field, other, plan) ?? other];
  switch (field.type) {
    case 'reference':
      return nameable(field, plan.office).map(({ id }) => id);
    case 'enum':
      return field.values ?? [];
    case 'address':
      return [...addressesIn(plan), strangerAddress];
    case 'boolean':
      return [true, false];
    case 'integer':
    case 'number':
    case 'money':
      return [0, 1, -1, 10, 100, 1_000_000, -1_000_000];
    default:
      return more;
  }
}
