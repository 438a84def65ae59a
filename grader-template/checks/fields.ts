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

/**
 * What can be asked of a call: its arguments, `recipients` for every addressee of what it sent, `texts` for everything said in it. What
 * was only tried sent nothing; its recipients are the addresses that it was given.
 */
export function argumentsOf(entry: AuditEntry): Values & { readonly recipients: readonly string[]; readonly texts: readonly string[] } {
  const recipients = entry.outcome === 'ok' ? recipientsOf(entry) : addressesIn(entry.args);
  return { ...entry.args, recipients, texts: textsOf(entry.args) };
}

/** Arguments that are nothing but addresses; in lists also with a name before them. A subject or text that quotes one is no addressee. */
function addressesIn(args: Values): readonly string[] {
  const isText = (value: Json) => typeof value === 'string';
  const addresses = Object.values(args).flatMap((value): readonly string[] => {
    if (Array.isArray(value))
      return (value as readonly Json[]).filter(isText).map((item) => /<([^<>]*)>\s*$/.exec(item)?.[1] ?? item.trim());
    const parts = isText(value) ? value.split(/[,;]/).map((part) => part.trim()) : [];
    return parts.every(isAddress) ? parts : [];
  });
  return [...new Set(addresses.filter(isAddress))];
}

/** Every text among the arguments, also in lists, but for addresses: a name hidden in the subject is a name. */
function textsOf(args: Values): readonly string[] {
  const texts = Object.values(args).flatMap((value) => (Array.isArray(value) ? (value as readonly Json[]) : [value]));
  return texts.filter((value): value is string => typeof value === 'string' && !isAddress(value));
}
