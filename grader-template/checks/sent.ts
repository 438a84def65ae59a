// `sent`: a message went out to the right one and says which records it is about, and no message told them about others.
import { claimed } from '../claims.ts';
import { agentEntries, own } from '../evidence/look.ts';
import type { DataRecord, Evidence } from '../evidence/types.ts';
import { describe, isAddress, matches, reason } from '../matchers.ts';
import { tellsAnother } from '../tells.ts';
import type { Check, Matcher } from '../types.ts';
import { type Expectations, inWords, misses } from './fields.ts';
import { called, type Naming } from './naming.ts';
import { listed, outcome } from './outcome.ts';

export interface SentParams {
  /** `mail`: whatever this service sends. */
  readonly service: string;
  /** What one of the addressees has to be; absent = anybody. */
  readonly to?: Matcher;
  /** Fields of the message. A phrase that one has to contain is not there where it is only denied or taken back (claims.ts). */
  readonly has?: Expectations;
  readonly names?: {
    /** The message has to name all of these. */
    readonly just: readonly string[];
    /** No message to that addressee may name another of these … */
    readonly out_of: readonly string[];
    /** … but for these, which the same addressee is rightly told about elsewhere. */
    readonly also?: readonly string[];
    /** Other names beside the ids. */
    readonly by?: readonly Naming[];
  };
  /** The most such messages that one addressee may get, whether they differ or not; absent = each once, and `MOST` different ones. */
  readonly at_most?: number;
  /** How many things a message like this is asked for, each of which may have its own; absent = 1. */
  readonly times?: number;
  /** What other messages to the same addressee are rightly like: `has` of the other items of the check. */
  readonly others?: readonly Expectations[];
}

/** Different messages that all say the same to the same addressee: a message, and another that corrects it or says more. */
const MOST = 2;

interface Message {
  readonly place: string;
  readonly record: DataRecord;
  readonly recipients: readonly string[];
  /** When it was sent. */
  readonly time: string;
}

/**
 * 1 if a message by the agent has the addressee and the fields and names every record of `just`, and no message to that addressee
 * names a record of `out_of` that is neither in `just` nor in `also`; else 0. One message may serve several such checks; telling
 * everybody everything serves none. Nor does telling somebody again and again: no addressee may get such a message twice, or more
 * than two that differ. Where a field has to tell a time or an amount (tells.ts), nor may another such message tell another one, but for one
 * before it that it corrects.
 */
export function sent({ service, to, has = {}, names, at_most: most, times = 1, others = [] }: SentParams): Check {
  const { just, out_of: outOf, also = [], by = [] } = names ?? { just: [], out_of: [] };
  const records = called([...new Set([...just, ...also, ...outOf])], by);
  const fine = new Set([...just, ...also]);
  const expected = [
    `${service} sent`,
    ...(to === undefined ? [] : [`to ${describe(to)}`]),
    ...(Object.keys(has).length === 0 ? [] : [`with ${inWords(has)}`]),
    ...(names === undefined ? [] : [`naming ${listed(just)} and no other of ${outOf.length}`]),
    ...(most === undefined ? [] : [`at most ${most} to one addressee`]),
  ].join(' ');
  const limits = most === undefined ? { alike: times, inAll: MOST * times } : { alike: most, inAll: most };

  return (evidence) => {
    if (names !== undefined && just.length === 0)
      return outcome({ score: false, expected, found: 'the check has no record to name', vacuous: true });
    const messages = messagesOf(evidence, service).filter(
      ({ recipients }) => to === undefined || recipients.some((one) => matches(to, one)),
    );
    const read = messages.map((message) => {
      const { place, record } = message;
      const text = prose(record);
      const named = records.named(text);
      // A record that somebody must not be told of may not be named in any way; to tell of one takes a claim.
      const claims = claimed(text, records.names, { whole: true });
      const told = claims === text ? named : records.named(claims);
      const wrong = named.filter((name) => !fine.has(name));
      const lacks = [
        ...unsaid(has, record).map((field) => `other ${field}${reason(own(has, field), own(record, field))}`),
        ...just.filter((name) => !told.includes(name)).map((name) => `no ${name}`),
      ];
      return { message, place, told, wrong, lacks };
    });
    const where = read.map(({ place }) => place);
    const sprayed = read.find(({ wrong }) => wrong.length > 0);
    if (sprayed !== undefined) {
      return outcome({ score: false, expected, found: `a message also names ${listed(sprayed.wrong)}`, where: [sprayed.place] });
    }
    const right = read.filter(({ lacks }) => lacks.length === 0);
    const repeated = repetition(
      right.map(({ message }) => message),
      to,
      limits,
    );
    if (repeated !== undefined) return outcome({ score: false, expected, found: repeated, where: right.map(({ place: line }) => line) });
    const contrary = read.filter(
      ({ message: { record }, told }) =>
        just.every((name) => told.includes(name)) &&
        contradicts(has, record) &&
        !others.some((other) => misses(other, record).length === 0),
    );
    const after = contrary.find((one) => read.indexOf(one) > read.lastIndexOf(right.at(-1) ?? one));
    if (right.length > 0 && (after !== undefined || contrary.length > 1)) {
      const found = after === undefined ? `${contrary.length} messages tell another` : 'a later message tells another';
      return outcome({ score: false, expected, found, where: contrary.map(({ place: line }) => line) });
    }
    if (right[0] !== undefined) return outcome({ score: true, expected, found: 'sent', where: [right[0].place] });
    if (read.length === 0) return outcome({ score: false, expected, found: 'no such message was sent' });
    return outcome({ score: false, expected, found: listed(read.map(({ place, lacks }) => `${place}: ${lacks.join(', ')}`)), where });
  };
}

/** What an addressee would complain of; undefined where nobody got more than the limits allow. */
function repetition(
  messages: readonly Message[],
  to: Matcher | undefined,
  limits: { readonly alike: number; readonly inAll: number },
): string | undefined {
  const inboxes = new Map<string, string[]>();
  for (const { record, recipients, time } of messages) {
    const text = prose(record, time).toLowerCase().split(/\s+/).join(' ').trim();
    for (const address of recipients.filter((one) => to === undefined || matches(to, one)))
      inboxes.set(address, [...(inboxes.get(address) ?? []), text]);
  }
  for (const [address, texts] of inboxes) {
    const alike = Math.max(...texts.map((text) => texts.filter((other) => other === text).length));
    if (alike > limits.alike) return `${address} got the same ${alike} times`;
    if (texts.length > limits.inAll) return `${address} got ${texts.length} such messages`;
  }
  return undefined;
}

/**
 * Whether a message is like the one that is asked for, but tells another time or amount. A number without a unit may be of anything, so another
 * one contradicts nothing.
 */
function contradicts(has: Expectations, record: DataRecord): boolean {
  const parts = Object.entries(has).map(([field, matcher]) => {
    const text = own(record, field);
    const tells = typeof matcher === 'object' && !Array.isArray(matcher) && 'tells' in matcher ? matcher.tells : undefined;
    if (tells === undefined || typeof text !== 'string') return matches(matcher, text) ? 'alike' : 'another message';
    const isOpen = 'number' in tells && tells.unit === undefined;
    return matches(matcher, text) || isOpen || !tellsAnother(tells, text) ? 'alike' : 'contrary';
  });
  return parts.includes('contrary') && !parts.includes('another message');
}

/** Fields that are not as they have to be, or are so only by what their text denies. */
function unsaid(has: Expectations, record: DataRecord): readonly string[] {
  const missed = misses(has, record);
  const denied = Object.entries(has).flatMap(([field, matcher]) => {
    const text = own(record, field);
    // A phrase that denies something itself is looked for as it is.
    const phrases = phrasesOf(matcher).filter((phrase) => !DENYING.test(phrase));
    if (typeof text !== 'string' || phrases.length === 0 || missed.includes(field)) return [];
    return matches(matcher, claimed(text, phrases, { whole: true })) ? [] : [field];
  });
  return [...missed, ...denied];
}

const DENYING = /(?<!\p{L})(?:no(?:ne|t|thing)?|never|without|neither|nor)(?!\p{L})|n['’]t(?!\p{L})/iu;

/** What the matcher wants a text to contain, one of several or itself. */
function phrasesOf(matcher: Matcher): readonly string[] {
  if (typeof matcher !== 'object' || Array.isArray(matcher)) return [];
  if ('contains' in matcher) return [matcher.contains];
  return 'one_of' in matcher ? matcher.one_of.flatMap(phrasesOf) : [];
}

function messagesOf({ entries }: Evidence, service: string): readonly Message[] {
  return agentEntries(entries).flatMap(({ seq, time, changes }) =>
    changes.flatMap(({ effect, collection, after, recipients = [] }) =>
      effect === 'send' && collection.startsWith(`${service}.`) && after !== null
        ? [{ place: `audit line ${seq}`, record: after, recipients, time }]
        : [],
    ),
  );
}

/** Everything written in a message: its text fields and lists of texts, but for its id, for addresses and for `stamp`, the time it got. */
function prose({ id, ...fields }: DataRecord, stamp?: string): string {
  const texts = Object.values(fields).flatMap((value) => (typeof value === 'string' ? [value] : typeof value === 'object' ? value : []));
  return texts.filter((text) => !isAddress(text) && text !== stamp).join('\n');
}
