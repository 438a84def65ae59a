// `tells: 2026-03-31T13:15`, `tells: { start, end }`, `tells: { number, unit }` → what a text has to tell, by the office's clock.
import { isDate } from '#workspace/times.ts';
import type { Written } from '../shapes.ts';
import type { Json, Path, Template } from '../types.ts';
import type { LinkContext } from './context.ts';
import type { Scope } from './expressions.ts';
import type { Slots } from './slots.ts';
import { computeText, isComputed, typedValue } from './values.ts';

export interface TellsInput {
  readonly written: Written;
  /** Where it stands, `tells` included. */
  readonly path: Path;
  readonly context: LinkContext;
  readonly slots: Slots;
  /** Reads a value of a type behind a key. */
  readonly value: (key: string, written: Written, type: 'number' | 'numbers' | 'string') => Template | undefined;
}

const words = {
  time: ['start', 'end'],
  number: ['number', 'within', 'unit', 'beside'],
} as const;

/** What the text has to tell; undefined after reporting what is wrong. */
export function linkTells(input: TellsInput): Template | undefined {
  const { written, path, context, value } = input;
  const parts: { readonly [key: string]: Written } = typeof written === 'string' ? { start: written } : isList(written) ? {} : written;
  const known: readonly string[] = 'number' in parts ? words.number : words.time;
  const stranger = Object.keys(parts).find((key) => !known.includes(key));
  if (stranger !== undefined && stranger !== 'end') {
    context.report('validate/unknown-key', context.places.key([...path, stranger]), { key: stranger, within: 'tells', choices: known });
    return undefined;
  }
  if ('number' in parts) {
    const types = { number: 'number', within: 'number', unit: 'string', beside: 'numbers' } as const;
    const linked = Object.entries(parts).map(([key, one]) => [key, value(key, one, types[key as keyof typeof types] ?? 'string')] as const);
    const within = linked.find(([key]) => key === 'within')?.[1];
    if (typeof within === 'number' && within < 0) {
      const problem = 'a tolerance is not negative.';
      context.report('link/bad-value', context.places.value([...path, 'within']), { field: 'within', problem, hint: 'Write 0.01.' });
      return undefined;
    }
    return linked.some(([, one]) => one === undefined) ? undefined : Object.fromEntries(linked.map(([key, one]) => [key, one ?? null]));
  }
  if (parts.start === undefined) {
    const expected = 'a time, a date, { start, end } or { number, unit }';
    context.report('validate/wrong-shape', context.places.value(path), { expected, found: 'something else' });
    return undefined;
  }
  const start = moment('start', parts.start, input);
  const end = parts.end === undefined ? undefined : moment('end', parts.end, input);
  if (start === undefined || (parts.end !== undefined && end === undefined)) return undefined;
  if (typeof start === 'string' && typeof end === 'string' && Date.parse(end) <= Date.parse(start)) {
    const problem = 'it is not after the start.';
    context.report('link/bad-value', context.places.value([...path, 'end']), { field: 'end', problem, hint: 'Give a later end.' });
    return undefined;
  }
  const { zone, now } = context.office;
  return { start, ...(end !== undefined && { end }), now: context.fields.zone.show(now), zone };
}

/** A time by the office's clock, or a date. */
function moment(key: 'start' | 'end', written: Written, { written: whole, path, context, slots }: TellsInput): Template | undefined {
  const at = typeof whole === 'string' ? path : [...path, key];
  if (typeof written !== 'string') {
    context.report('validate/wrong-shape', context.places.value(at), { expected: 'a time or a date', found: 'something else' });
    return undefined;
  }
  const compute = (scope: Scope): Json | undefined => {
    const typed = computeText(written, at, context, scope);
    if (typed === undefined) return undefined;
    // A day has no end of its own: who tells from when to when tells times.
    const type = key === 'start' && typeof whole === 'string' && typeof typed.value === 'string' && isDate(typed.value) ? 'date' : 'time';
    const value = typedValue(typed, { type, about: '' }, at, context);
    return type === 'time' && typeof value === 'string' ? context.fields.zone.show(value) : value;
  };
  return isComputed(written) ? slots.add(key, written, compute) : compute(context.scope);
}

function isList(written: Written): written is readonly Written[] {
  return Array.isArray(written);
}
