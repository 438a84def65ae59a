// Expected fields against a record or a call's arguments: shared by the checks and rules that look at either.
import { own } from '../evidence/look.ts';
import type { Json } from '../evidence/types.ts';
import { describe, matches, show } from '../matchers.ts';
import type { Matcher } from '../types.ts';

/** Field or argument name to what it has to be. */
export type Expectations = { readonly [name: string]: Matcher };

type Values = { readonly [name: string]: Json };

/** The names whose value is not what was expected. */
export function misses(has: Expectations, values: Values): readonly string[] {
  return Object.entries(has).flatMap(([name, matcher]) => (matches(matcher, own(values, name)) ? [] : [name]));
}

/** `priority "urgent", status "open"`. */
export function inWords(has: Expectations): string {
  return Object.entries(has)
    .map(([name, matcher]) => `${name} ${describe(matcher)}`)
    .join(', ');
}

/** The values of some names as they were found: `priority "high", due nothing`. */
export function asFound(names: readonly string[], values: Values): string {
  return names.map((name) => `${name} ${show(own(values, name))}`).join(', ');
}
