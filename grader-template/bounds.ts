// Bounds of a value: at_least, at_most, after, before. What has no order with the bound is within none.
import type { Json } from './evidence/types.ts';
import { instantOf } from './instant.ts';
import { lengthSeconds } from './lengths.ts';
import type { Bounds, Matcher } from './types.ts';

export function isBounds(matcher: Matcher): matcher is Bounds {
  return typeof matcher === 'object' && matcher !== null && Object.keys(matcher).some((word) => Object.hasOwn(sides, word));
}

/**
 * Whether the value is within all bounds given: `at_least` and `at_most` hold where it is equal, `after` and `before` do not.
 *
 * | bound | compared with it |
 * |---|---|
 * | a number | numbers; not a text that looks like one |
 * | an instant, `2026-03-09T09:00:00+01:00` | instants in any offset |
 * | a date, `2026-03-09` | dates. A date and an instant are never compared: which of the day's instants would it be? |
 * | a time of day, `09:00` | times of day |
 * | a length of time, `PT45M` | lengths of time: PT90M is PT1H30M |
 *
 * Throws a TypeError for a bound that is none of these.
 */
export function isWithin(bounds: Bounds, value: Json | undefined): boolean {
  return Object.entries(bounds).every(([word, bound]) => {
    const at = ordered(bound);
    if (at === undefined) throw new TypeError(`${JSON.stringify(bound)} is no number, time, date or length of time`);
    const found = ordered(value);
    return found !== undefined && found.kind === at.kind && sides[word]?.(found.at, at.at) === true;
  });
}

/** `from 5 to 10`, `at least 5 and before 2026-03-09`, to follow "has to be". */
export function boundsInWords(bounds: Bounds): string {
  const { at_least: least, at_most: most, ...others } = bounds;
  if (least !== undefined && most !== undefined && Object.keys(others).length === 0) return `from ${least} to ${most}`;
  return Object.entries(bounds)
    .map(([word, bound]) => `${word.replace('_', ' ')} ${bound}`)
    .join(' and ');
}

const sides: { readonly [word: string]: (value: number, bound: number) => boolean } = {
  at_least: (value, bound) => value >= bound,
  at_most: (value, bound) => value <= bound,
  after: (value, bound) => value > bound,
  before: (value, bound) => value < bound,
};

/** A value's place among those of its kind; undefined where it has none. */
function ordered(value: Json | undefined): { readonly kind: string; readonly at: number } | undefined {
  if (typeof value === 'number') return { kind: 'number', at: value };
  if (typeof value !== 'string') return undefined;
  const places = [
    ['date', /^\d{4}-\d{2}-\d{2}$/u.test(value) ? instantOf(`${value}T00:00:00Z`) : undefined],
    ['time of day', /^([01]\d|2[0-3]):[0-5]\d$/u.test(value) ? Number(value.slice(0, 2)) * 60 + Number(value.slice(3)) : undefined],
    ['length', lengthSeconds(value)],
    ['instant', instantOf(value)],
  ] as const;
  const found = places.find(([, at]) => at !== undefined);
  return found?.[1] === undefined ? undefined : { kind: found[0], at: found[1] };
}
