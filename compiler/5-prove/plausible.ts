// Other values: what an agent could have written in the place of an argument and did not mean to. Deterministic, a few for each type.

import { isBounds } from '#grader/bounds.ts';
import type { Json } from '#grader/evidence/types.ts';
import { matches } from '#grader/matchers.ts';
import type { Matcher } from '#grader/types.ts';
import type { Field } from '#services/types.ts';
import { sumDecimals } from '#workspace/decimals.ts';
import { lengthOf, secondsOf } from '#workspace/lengths.ts';
import type { AnswerField } from '#workspace/types.ts';
import { collectionOfTool, mountedTools } from '../3-link/context.ts';
import type { Plan, PlannedCheck, Step, Template } from '../types.ts';
import { strangerAddress } from './acts.ts';
import { filled } from './bring-about.ts';
import { nameable } from './nameable.ts';

/** What an argument of a step is declared as; undefined where nothing says. The `id` of a record is a reference to its collection. */
export function declaredField({ tool: name }: Step, argument: string, plan: Plan): AnswerField | undefined {
  if (name === 'reply') return argument === 'message' ? { type: 'text', about: '' } : plan.office.answer?.[argument];
  if (name === 'file') return { type: argument === 'text' ? 'text' : 'string', about: '' };
  const tool = mountedTools(plan.office).find((one) => one.name === name);
  const field = tool?.parameters.find((parameter) => parameter.name === argument)?.field;
  const isId = argument === 'id' && tool !== undefined && ['get', 'update', 'delete'].includes(tool.tool.kind);
  return isId ? { type: 'reference', to: collectionOfTool(tool), about: '' } : field;
}

/** Other values of the declared kind, the most telling first; none is equal to the current one. */
export function otherValues(field: AnswerField, current: Json, plan: Plan): readonly Json[] {
  return candidates(field, current, plan).filter((value, i, all) => {
    const text = JSON.stringify(value);
    return text !== JSON.stringify(current) && all.findIndex((other) => JSON.stringify(other) === text) === i;
  });
}

function candidates(field: AnswerField, current: Json, plan: Plan): readonly Json[] {
  if (field.type === 'table') {
    const [first, ...rows] = Array.isArray(current) ? current : [];
    if (first === null || typeof first !== 'object' || Array.isArray(first)) return [];
    const row = first as { readonly [column: string]: Json };
    return Object.entries(field.columns).flatMap(([column, inner]) =>
      otherValues(inner, row[column] ?? null, plan)
        .slice(0, 2)
        .map((value) => [{ ...row, [column]: value }, ...rows]),
    );
  }
  if (field.type === 'list') return otherLists(field, current, plan);
  switch (field.type) {
    case 'enum':
      return field.values ?? [];
    case 'reference':
      return otherIds(String(current), nameable(field, plan.office));
    case 'address':
      return [...addressesIn(plan).slice(0, 2), strangerAddress];
    case 'boolean':
      return [current !== true];
    case 'integer':
    case 'number':
      return typeof current === 'number' ? [current + 1, current - 1, current * 10, 0] : [1];
    case 'money':
      return typeof current === 'number'
        ? [sumDecimals([current, 1]), sumDecimals([current, -1]), sumDecimals(Array(10).fill(current)), 0]
        : [1];
    case 'duration': {
      const seconds = secondsOf(String(current));
      return Number.isNaN(seconds) ? ['PT1H'] : [seconds + 3600, Math.max(0, seconds - 3600), seconds * 10].map(lengthOf);
    }
    case 'date':
      return movedTime(current, [1, -1, 400, -400], (time) => time.toISOString().slice(0, 10));
    case 'time':
      return movedTime(current, [1 / 24, -1 / 24, 400, -400], (time) => time.toISOString().replace('.000Z', 'Z'));
    default:
      return [...otherTexts(String(current), plan), 'Something else'];
  }
}

/** One value another, one value less. */
function otherLists(field: Field, current: Json, plan: Plan): readonly Json[] {
  const [first, ...rest]: readonly Json[] = Array.isArray(current) ? current : [current];
  const item: Field = { ...field, type: field.of ?? 'string' };
  const replaced = first === undefined ? [] : otherValues(item, first, plan).map((value) => [value, ...rest]);
  return rest.length > 0 ? [...replaced, rest] : replaced;
}

function otherIds(current: string, records: readonly { readonly id: string }[]): readonly string[] {
  const at = records.findIndex(({ id }) => id === current);
  return [1, 2, records.length - 1].flatMap((step) => records[(at + step) % records.length]?.id ?? []);
}

/** Every address in the records. */
export function addressesIn({ office }: Plan): readonly string[] {
  const texts = Object.values(office.records).flatMap((records) => records.flatMap((record) => Object.values(record).flat()));
  return [...new Set(texts.filter((text): text is string => typeof text === 'string' && /^[^\s@]+@[^\s@]+$/.test(text)))];
}

/** Moved by so many days: a little, and out of any bounds. */
function movedTime(current: Json, days: readonly number[], write: (time: Date) => string): readonly string[] {
  const time = Date.parse(String(current));
  return Number.isNaN(time) ? [] : days.map((by) => write(new Date(time + by * 86_400_000)));
}

const DAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'];
const WEEKDAY = new RegExp(`\\b(?:${DAYS.join('|')})\\b`, 'g');

/** The text about other records, with other numbers, an hour later, on another weekday. */
function otherTexts(text: string, plan: Plan): readonly string[] {
  const swapped = text.replace(/[A-Za-z][\w-]*/g, (word) => neighbour(word, plan) ?? word);
  const counted = text.replace(/(?<![\w.-])\d+(?:\.\d+)?(?![\w-]|\.\d)/g, (number) => String(Number(number) + 1));
  const later = text.replace(/(?<![\d:.])([01]?\d|2[0-3])(?=:[0-5]\d)/g, (hour) => String((Number(hour) + 1) % 24));
  const otherDay = text.replace(WEEKDAY, (day) => DAYS[(DAYS.indexOf(day) + 1) % 7] ?? day);
  return [swapped, counted, later, otherDay].filter((other) => other !== text);
}

/** The id of the next record of the same collection. */
export function neighbour(id: string, { office }: Plan): string | undefined {
  for (const records of Object.values(office.records)) {
    if (records.some((record) => record.id === id)) return otherIds(id, records).find((other) => other !== id);
  }
  return undefined;
}

/** Values that a check accepts beside the one that the solution has. */
export function alternatives(check: PlannedCheck): ReadonlySet<string> {
  const found = new Set<string>();
  const rows = [check.slots, ...(check.items ?? [])];
  const collect = (value: unknown, inside: boolean): void => {
    if (value === null || typeof value !== 'object') {
      if (inside) found.add(JSON.stringify(value));
    } else if (Array.isArray(value)) for (const item of value) collect(item, inside);
    else if ('slot' in value) for (const row of rows) collect(row[String(value.slot)], inside);
    else for (const [key, item] of Object.entries(value)) if (key !== 'not') collect(item, inside || accepting.has(key));
  };
  collect(check.params, false);
  return found;
}

/** Whether the check asks for bounds of a field or argument of that name, and the value is within them: then it is not wrong. */
export function isWithinBounds(value: Json, name: string, check: PlannedCheck): boolean {
  const rows = [check.slots, ...(check.items ?? []).map((item) => ({ ...check.slots, ...item }))];
  const within = (part: unknown): boolean => {
    if (part === null || typeof part !== 'object') return false;
    return Object.entries(part).some(([key, inner]) => {
      if (key !== name || inner === null || typeof inner !== 'object') return within(inner);
      return rows.some((row) => {
        const matcher = filled(inner as Template, row) as unknown as Matcher;
        return isBounds(matcher) && matches(matcher, value);
      });
    });
  };
  return within(check.params);
}

const accepting = new Set(['in', 'one_of', 'any']);

/** Every key and every text in a check's parameters: what it says it looks at. */
export function namedIn(template: Template): { readonly keys: ReadonlySet<string>; readonly texts: ReadonlySet<string> } {
  const keys = new Set<string>();
  const texts = new Set<string>();
  const collect = (value: unknown): void => {
    if (typeof value === 'string') texts.add(value);
    else if (Array.isArray(value)) for (const item of value) collect(item);
    else if (value !== null && typeof value === 'object') {
      for (const [key, item] of Object.entries(value)) {
        keys.add(key);
        collect(item);
      }
    }
  };
  collect(template);
  return { keys, texts };
}
