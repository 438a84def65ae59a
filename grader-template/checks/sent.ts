// `sent`: a message went out to the right one and says which records it is about, and no message told them about others.
import { claimed } from '../claims.ts';
import { agentEntries, own } from '../evidence/look.ts';
import type { DataRecord, Evidence } from '../evidence/types.ts';
import { describe, isAddress, matches } from '../matchers.ts';
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
}

interface Message {
  readonly place: string;
  readonly record: DataRecord;
  readonly recipients: readonly string[];
}

/**
 * 1 if a message by the agent has the addressee and the fields and names every record of `just`, and no message to that addressee
 * names a record of `out_of` that is neither in `just` nor in `also`; else 0. One message may serve several such checks; telling
 * everybody everything serves none.
 */
export function sent({ service, to, has = {}, names }: SentParams): Check {
  const { just, out_of: outOf, also = [], by = [] } = names ?? { just: [], out_of: [] };
  const records = called([...new Set([...just, ...also, ...outOf])], by);
  const fine = new Set([...just, ...also]);
  const expected = [
    `${service} sent`,
    ...(to === undefined ? [] : [`to ${describe(to)}`]),
    ...(Object.keys(has).length === 0 ? [] : [`with ${inWords(has)}`]),
    ...(names === undefined ? [] : [`naming ${listed(just)} and no other of ${outOf.length}`]),
  ].join(' ');

  return (evidence) => {
    if (names !== undefined && just.length === 0)
      return outcome({ score: false, expected, found: 'the check has no record to name', vacuous: true });
    const messages = messagesOf(evidence, service).filter(
      ({ recipients }) => to === undefined || recipients.some((one) => matches(to, one)),
    );
    const read = messages.map(({ place, record }) => {
      const text = prose(record);
      const named = records.named(text);
      // A record that somebody must not be told of may not be named in any way; to tell of one takes a claim.
      const claims = claimed(text, records.names, { whole: true });
      const told = claims === text ? named : records.named(claims);
      const wrong = named.filter((name) => !fine.has(name));
      const lacks = [
        ...unsaid(has, record).map((field) => `other ${field}`),
        ...just.filter((name) => !told.includes(name)).map((name) => `no ${name}`),
      ];
      return { place, wrong, lacks };
    });
    const where = read.map(({ place }) => place);
    const sprayed = read.find(({ wrong }) => wrong.length > 0);
    if (sprayed !== undefined) {
      return outcome({ score: false, expected, found: `a message also names ${listed(sprayed.wrong)}`, where: [sprayed.place] });
    }
    const right = read.find(({ lacks }) => lacks.length === 0);
    if (right !== undefined) return outcome({ score: true, expected, found: 'sent', where: [right.place] });
    if (read.length === 0) return outcome({ score: false, expected, found: 'no such message was sent' });
    return outcome({ score: false, expected, found: listed(read.map(({ place, lacks }) => `${place}: ${lacks.join(', ')}`)), where });
  };
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
  return agentEntries(entries).flatMap(({ seq, changes }) =>
    changes.flatMap(({ effect, collection, after, recipients = [] }) =>
      effect === 'send' && collection.startsWith(`${service}.`) && after !== null
        ? [{ place: `audit line ${seq}`, record: after, recipients }]
        : [],
    ),
  );
}

/** Everything written in a message: its text fields and lists of texts, but for its id and for addresses. */
function prose({ id, ...fields }: DataRecord): string {
  const texts = Object.values(fields).flatMap((value) => (typeof value === 'string' ? [value] : typeof value === 'object' ? value : []));
  return texts.filter((text) => !isAddress(text)).join('\n');
}
