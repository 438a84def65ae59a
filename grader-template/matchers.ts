// What a value has to be. One matcher, one meaning, the same in every check and rule.
import { canonicalJson } from './evidence/hash.ts';
import type { Json } from './evidence/types.ts';
import { holdsPhrase, tidy } from './text.ts';
import type { Matcher } from './types.ts';

/**
 * Whether the value is what the matcher asks for; undefined stands for a missing field or argument.
 *
 * | matcher | holds when |
 * |---|---|
 * | bare value, `equals` | same kind and same value: numbers by value (25 = 25.0), lists in order, text exactly; mail addresses in any case |
 * | `unordered` | a list with the same values in any order, each as often |
 * | `text` | a text that is the same after NFC, with white space (no-break, CRLF) collapsed and trimmed; case counts |
 * | `time` | a text that is the same instant: 09:00+01:00 = 08:00Z; a date or a time without offset is no instant |
 * | `in` | equal to one of the values |
 * | `not` | the inner matcher does not hold; so a missing value is "not" anything |
 * | `every` | a list, not empty, whose every value passes: nothing is fulfilled by being absent |
 * | `some` | a list with at least one value that passes |
 * | `contains` | a list that holds an equal value, or a text that holds the phrase as whole tokens in any case (10 is not in 100; see text.ts) |
 * | `at_least`, `at_most` | a number, not a text that looks like one, on that side or equal |
 *
 * Missing, null and "" are three different things, each equal to itself only (no matcher asks for a missing value).
 * Throws a TypeError for a matcher that is none of these: that is a bug of the grader, not a finding.
 */
export function matches(matcher: Matcher, value: Json | undefined): boolean {
  if (typeof matcher !== 'object' || isList(matcher)) return equal(matcher, value);
  if ('equals' in matcher) return equal(matcher.equals, value);
  if ('unordered' in matcher) return sameItems(matcher.unordered, value);
  if ('text' in matcher) return typeof value === 'string' && tidy(value) === tidy(matcher.text);
  if ('time' in matcher) return typeof value === 'string' && instant(value) === expectedInstant(matcher.time);
  if ('in' in matcher) return matcher.in.some((one) => equal(one, value));
  if ('not' in matcher) return !matches(matcher.not, value);
  if ('every' in matcher) return isList(value) && value.length > 0 && value.every((one) => matches(matcher.every, one));
  if ('some' in matcher) return isList(value) && value.some((one) => matches(matcher.some, one));
  if ('contains' in matcher) return contains(matcher.contains, value);
  if ('at_least' in matcher) return typeof value === 'number' && value >= matcher.at_least;
  if ('at_most' in matcher) return typeof value === 'number' && value <= matcher.at_most;
  throw new TypeError(`not a matcher: ${canonicalJson(matcher)}`);
}

/** The matcher in words, to follow "has to be". */
export function describe(matcher: Matcher): string {
  if (typeof matcher !== 'object' || isList(matcher)) return show(matcher);
  if ('equals' in matcher) return show(matcher.equals);
  if ('unordered' in matcher) return `${matcher.unordered.map(show).join(', ')} in any order`;
  if ('text' in matcher) return `the text ${show(matcher.text)}`;
  if ('time' in matcher) return `the time ${matcher.time}`;
  if ('in' in matcher) return `one of ${matcher.in.map(show).join(', ')}`;
  if ('not' in matcher) return `anything but ${describe(matcher.not)}`;
  if ('every' in matcher) return `a list of nothing but ${describe(matcher.every)}`;
  if ('some' in matcher) return `a list with ${describe(matcher.some)}`;
  if ('contains' in matcher) return `something that contains ${show(matcher.contains)}`;
  if ('at_least' in matcher) return `at least ${matcher.at_least}`;
  if ('at_most' in matcher) return `at most ${matcher.at_most}`;
  throw new TypeError(`not a matcher: ${canonicalJson(matcher)}`);
}

/** A value for people: JSON on one line, cut short. */
export function show(value: Json | undefined): string {
  if (value === undefined) return 'nothing';
  try {
    const text = typeof value === 'string' ? JSON.stringify(value.slice(0, LONGEST)) : JSON.stringify(value);
    return text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text;
  } catch {
    return 'a value nested too deep to show';
  }
}

const LONGEST = 160;

/** Equality as in the table. Goes only as deep as the expected value does, however deep what an agent sent may be. */
function equal(expected: Json, value: Json | undefined): boolean {
  if (typeof expected === 'string' && typeof value === 'string') {
    return expected === value || (isAddress(expected) && isAddress(value) && expected.toLowerCase() === value.toLowerCase());
  }
  if (expected === null || value === null || typeof expected !== 'object' || typeof value !== 'object') return expected === value;
  if (isList(expected) || isList(value)) {
    return (
      isList(expected) && isList(value) && expected.length === value.length && expected.every((one, index) => equal(one, value[index]))
    );
  }
  const [theirs, ours] = [new Map(Object.entries(value)), Object.entries(expected)];
  return theirs.size === ours.length && ours.every(([key, one]) => equal(one, theirs.get(key)));
}

function sameItems(expected: readonly Json[], value: Json | undefined): boolean {
  if (!isList(value) || value.length !== expected.length) return false;
  const left = [...value];
  return expected.every((one) => {
    const at = left.findIndex((other) => equal(one, other));
    if (at !== -1) left.splice(at, 1);
    return at !== -1;
  });
}

function contains(phrase: string, value: Json | undefined): boolean {
  if (isList(value)) return value.some((one) => equal(phrase, one));
  return typeof value === 'string' && holdsPhrase(value, phrase);
}

/** `name@host`, nothing around it. Compared without case, as mail servers do. */
export function isAddress(text: string): boolean {
  return /^[^\s@<>]+@[^\s@<>]+$/u.test(text);
}

function expectedInstant(text: string): number {
  const at = instant(text);
  if (at === undefined) throw new TypeError(`"${text}" is not a time with date and offset`);
  return at;
}

/** Milliseconds since 1970 of `2026-03-09T09:00:00+01:00`; undefined for all that is not one instant. Needs no time zone data. */
function instant(text: string): number | undefined {
  const parts = /^(\d{4}-\d{2}-\d{2})T([01]\d|2[0-3]):[0-5]\d(:[0-5]\d(\.\d{1,9})?)?(Z|[+-]([01]\d|2[0-3]):[0-5]\d)$/u.exec(text);
  const [, day] = parts ?? [];
  // Date.parse lets 30 February pass as 2 March.
  if (day === undefined || Number.isNaN(Date.parse(day)) || new Date(day).toISOString().slice(0, 10) !== day) return undefined;
  return Date.parse(text);
}

function isList(value: unknown): value is readonly Json[] {
  return Array.isArray(value);
}
