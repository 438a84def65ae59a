// What a value has to be. One matcher, one meaning, the same in every check and rule.
import { boundsInWords, isBounds, isWithin } from './bounds.ts';
import { canonicalJson } from './evidence/hash.ts';
import type { Json } from './evidence/types.ts';
import { expectedInstant, instantOf } from './instant.ts';
import { readNumber, unitOf } from './numbers.ts';
import { tellsInWords, whyUntold } from './tells.ts';
import { holdsPhrase, mentions, tidy } from './text.ts';
import type { Matcher } from './types.ts';

/**
 * Whether the value is what the matcher asks for; undefined stands for a missing field or argument.
 *
 * | matcher | holds when |
 * |---|---|
 * | bare value, `equals` | same kind and same value: numbers by value (25 = 25.0), lists in order, text exactly; mail addresses in any case |
 * | `ordered` | a list with the same values in the same order |
 * | `multiset` | a list with the same values in any order, each as often |
 * | `set` | a list with the same values in any order, however often each |
 * | `text` | a text that is the same after NFC, with white space (no-break, CRLF) collapsed and trimmed; case counts |
 * | `time` | a text that is the same instant: 09:00+01:00 = 08:00Z; a date or a time without offset is no instant |
 * | `before`, `after`, `at_least`, `at_most` | all of those given: numbers, instants, dates, times of day, lengths of time (bounds.ts) |
 * | `is` with `left_out` | what `is` asks for, of an argument whose declared default is `left_out`: leaving it out is giving that |
 * | `number` | that number, or a text that is that number and nothing else (numbers.ts: `1.234,50 €`, `(5)`), up to `within` (nothing when absent). A text has to name the `unit` asked for; without one asked for any will do but `%`: 10% is not 10 |
 * | `tells` | a text that says when something is, or names a number, and says nothing else of it (tells.ts) |
 * | `domain` | a mail address, or a bare host, of exactly that domain: notexample.com and example.com.evil.org are not example.com; hosts below it only with `subdomains: true` |
 * | `names` | a text, or a list with a text, that names one of these as whole tokens (text.ts) |
 * | `one_of` | at least one of the matchers holds |
 * | `in` | equal to one of the values |
 * | `not` | the inner matcher does not hold; so a missing value is "not" anything |
 * | `every` | a list, not empty, whose every value passes: nothing is fulfilled by being absent |
 * | `some` | a list with at least one value that passes |
 * | `contains` | a list that holds an equal value, or a text that holds the phrase as whole tokens in any case (10 is not in 100 or `10 000`; see text.ts) |
 *
 * Missing, null and "" are three different things, each equal to itself only (no matcher asks for a missing value).
 * Throws a TypeError for a matcher that is none of these: that is a bug of the grader, not a finding.
 */
export function matches(matcher: Matcher, value: Json | undefined): boolean {
  if (typeof matcher !== 'object' || isList(matcher)) return equal(matcher, value);
  if ('equals' in matcher) return equal(matcher.equals, value);
  if ('ordered' in matcher) return isList(value) && equal(matcher.ordered, value);
  if ('multiset' in matcher) return sameItems(matcher.multiset, value);
  if ('set' in matcher) return sameSet(matcher.set, value);
  if ('text' in matcher) return typeof value === 'string' && [matcher.text].flat().some((text) => tidy(value) === tidy(text));
  if ('time' in matcher) return typeof value === 'string' && instantOf(value) === expectedInstant(matcher.time);
  if ('number' in matcher) return isNumber(matcher, value);
  if ('tells' in matcher) return typeof value === 'string' && whyUntold(matcher.tells, value) === undefined;
  if ('domain' in matcher) return isOfDomain(matcher, value);
  if ('names' in matcher)
    return (isList(value) ? value : [value]).some((one) => typeof one === 'string' && mentions(one, matcher.names).length > 0);
  if ('one_of' in matcher) return matcher.one_of.some((one) => matches(one, value));
  if ('in' in matcher) return matcher.in.some((one) => equal(one, value));
  if ('not' in matcher) return !matches(matcher.not, value);
  if ('every' in matcher) return isList(value) && value.length > 0 && value.every((one) => matches(matcher.every, one));
  if ('some' in matcher) return isList(value) && value.some((one) => matches(matcher.some, one));
  if ('contains' in matcher) return contains(matcher.contains, value);
  if ('left_out' in matcher) return matches(matcher.is, value === undefined ? matcher.left_out : value);
  if (isBounds(matcher)) return isWithin(matcher, value);
  throw new TypeError(`not a matcher: ${canonicalJson(matcher)}`);
}

/** The matcher in words, to follow "has to be". */
export function describe(matcher: Matcher): string {
  if (typeof matcher !== 'object' || isList(matcher)) return show(matcher);
  if ('equals' in matcher) return show(matcher.equals);
  if ('ordered' in matcher) return `${matcher.ordered.map(show).join(', ')} in this order`;
  if ('multiset' in matcher) return `${matcher.multiset.map(show).join(', ')} in any order`;
  if ('set' in matcher) return `nothing but ${matcher.set.map(show).join(', ')}, each at least once`;
  if ('text' in matcher) return Array.isArray(matcher.text) ? `one of the texts ${show(matcher.text)}` : `the text ${show(matcher.text)}`;
  if ('time' in matcher) return `the time ${matcher.time}`;
  if ('number' in matcher)
    return `the number ${matcher.number}${matcher.unit ? ` ${matcher.unit}` : ''}${matcher.within ? ` within ${matcher.within}` : ''}`;
  if ('tells' in matcher) return tellsInWords(matcher.tells);
  if ('domain' in matcher) return `an address of ${matcher.domain}${matcher.subdomains ? ' or below it' : ''}`;
  if ('names' in matcher) return `something that names ${matcher.names.map(show).join(', ')}`;
  if ('one_of' in matcher) return matcher.one_of.map(describe).join(' or ') || 'one of nothing';
  if ('in' in matcher) return `one of ${matcher.in.map(show).join(', ')}`;
  if ('not' in matcher) return `anything but ${describe(matcher.not)}`;
  if ('every' in matcher) return `a list of nothing but ${describe(matcher.every)}`;
  if ('some' in matcher) return `a list with ${describe(matcher.some)}`;
  if ('contains' in matcher) return `something that contains ${show(matcher.contains)}`;
  if ('left_out' in matcher) return describe(matcher.is);
  if (isBounds(matcher)) return boundsInWords(matcher);
  throw new TypeError(`not a matcher: ${canonicalJson(matcher)}`);
}

/** ` (it tells another day: Friday)`: why a value is not what the matcher asks for, where that takes more than the value to see; else nothing. */
export function reason(matcher: Matcher | undefined, value: Json | undefined): string {
  if (typeof matcher !== 'object' || isList(matcher) || !('tells' in matcher) || typeof value !== 'string') return '';
  const why = whyUntold(matcher.tells, value);
  return why === undefined ? '' : ` (${why})`;
}

/** A value for people: JSON on one line, cut short. */
export function show(value: Json | undefined): string {
  if (value === undefined) return 'nothing';
  try {
    const text = JSON.stringify(value);
    return text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text;
  } catch {
    return 'a value nested too deep to show';
  }
}

const LONGEST = 160;

/** Equality as in the table. Goes only as deep as the expected value does, however deep what an agent sent may be. */
function equal(expected: Json, value: Json | undefined): boolean {
  if (typeof expected === 'string' && typeof value === 'string') {
    return expected === value || (isAddress(expected) && expected.toLowerCase() === value.toLowerCase());
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

function sameSet(expected: readonly Json[], value: Json | undefined): boolean {
  if (!isList(value)) return false;
  const within = (some: readonly Json[], all: readonly Json[]) => some.every((one) => all.some((other) => equal(other, one)));
  return within(value, expected) && expected.every((one) => value.some((other) => equal(one, other)));
}

function isNumber({ number, within = 0, unit }: Extract<Matcher, { number: number }>, value: Json | undefined): boolean {
  // Decimals are not what a computer counts in: 0.1 + 0.2 is 0.3.
  const slack = within + Math.max(Math.abs(number), 1) * 1e-12;
  const close = (found: number) => Math.abs(found - number) <= slack;
  if (typeof value === 'number') return close(value);
  if (typeof value !== 'string') return false;
  const fits = (found: string) => (unit === undefined ? !/^(?:%|‰|per ?cent)/u.test(found) : found === unitOf(unit));
  return readNumber(value).some((reading) => close(reading.value) && fits(reading.unit));
}

function isOfDomain({ domain, subdomains = false }: Extract<Matcher, { domain: string }>, value: Json | undefined): boolean {
  if (typeof value !== 'string' || !/^[^\s@<>]*@?[^\s@<>]+$/u.test(value)) return false;
  const [host, wanted] = [value.slice(value.lastIndexOf('@') + 1).toLowerCase(), domain.toLowerCase()];
  return host === wanted || (subdomains && wanted !== '' && host.endsWith(`.${wanted}`));
}

function contains(phrase: string, value: Json | undefined): boolean {
  if (isList(value)) return value.some((one) => equal(phrase, one));
  return typeof value === 'string' && holdsPhrase(value, phrase);
}

/** `name@host`, nothing around it. Compared without case, as mail servers do. */
export function isAddress(text: string): boolean {
  return /^[^\s@<>]+@[^\s@<>]+$/u.test(text);
}

function isList(value: unknown): value is readonly Json[] {
  return Array.isArray(value);
}
