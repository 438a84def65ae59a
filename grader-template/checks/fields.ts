// Expected fields against a record or a call's arguments: shared by the checks and rules that look at either.
import { own, recipientsOf } from '../evidence/look.ts';
import type { AuditEntry, Json } from '../evidence/types.ts';
import { describe, isAddress, matches, show } from '../matchers.ts';
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

/** What can be asked of a call: its arguments, `recipients` for every addressee of what it sent, `texts` for everything said in it. */
export function argumentsOf(entry: AuditEntry): Values & { readonly recipients: readonly string[]; readonly texts: readonly string[] } {
  return { ...entry.args, recipients: recipientsOf(entry), texts: textsOf(entry.args) };
}

/** Every text among the arguments, also in lists, but for addresses: a name hidden in the subject is a name. */
function textsOf(args: Values): readonly string[] {
  const texts = Object.values(args).flatMap((value) => (Array.isArray(value) ? (value as readonly Json[]) : [value]));
  return texts.filter((value): value is string => typeof value === 'string' && !isAddress(value));
}
