// `agree`: things that the agent made say the same. Not that they are right: that is for other checks, on which this one hangs.
import { claimed } from '../claims.ts';
import { agentEntries, differingFields, own, recordAt } from '../evidence/look.ts';
import type { Change, Evidence, Json } from '../evidence/types.ts';
import { instantOf } from '../instant.ts';
import { matches, show } from '../matchers.ts';
import { numbersIn } from '../numbers.ts';
import { byClock, type OfficeClock } from '../office-clock.ts';
import { type TellsTime, tellsAnother, whyUntold } from '../tells.ts';
import { holdsPhrase } from '../text.ts';
import type { Check, Matcher } from '../types.ts';
import { type Expectations, misses } from './fields.ts';
import { listed, outcome } from './outcome.ts';

/** Something the agent made. The first two hold a value, unless `says`: then they are texts, as the last two are, and have to name it. */
export type MadeThing =
  | { readonly answer: string; readonly says?: true }
  /** A field that the agent wrote, of one record or of every record it created in a collection that matches `where`. */
  | { readonly record: string; readonly field: string; readonly says?: true }
  | { readonly created: string; readonly where?: Expectations; readonly field: string; readonly says?: true }
  /** Texts of what was sent through a service (to somebody): one of the messages is enough. */
  | { readonly sent: string; readonly to?: Matcher }
  | { readonly reply: true };

export interface AgreeParams {
  /** At least two, at least one of which holds a value. */
  readonly things: readonly MadeThing[];
  /** Where the values are times or days. */
  readonly clock?: OfficeClock;
}

interface Found {
  readonly place: string;
  /** Empty where the agent made no such thing. */
  readonly values: readonly Json[];
  readonly text: boolean;
  /** For texts: whether one of them is enough. */
  readonly anyOf?: true;
}

/**
 * 1 if every thing is there, all values are equal (numbers by value, texts apart from white space and Unicode form, lists in any
 * order) and each text names the value as whole tokens; else 0. Numbers are found in texts however they are spelt: `1,234.50 EUR`, and so are
 * times and days by the office's clock, as `tells` reads them: `Tuesday, 13:15`.
 */
export function agree({ things, clock }: AgreeParams): Check {
  const expected = `${listed(things.map(placeOf))} agree`;
  return (evidence) => {
    const found = things.map((thing) => find(thing, evidence));
    const where = found.map(({ place }) => place);
    const missing = found.filter(({ values }) => values.length === 0);
    const [value] = found.find(({ text }) => !text)?.values ?? [];
    if (missing.length > 0 || value === undefined) {
      const absent = listed(missing.map(({ place }) => place));
      return outcome({ score: false, expected, found: `nothing there: ${absent}`, where, vacuous: true });
    }
    const apart = found.filter((one) => !agrees(one, value, clock));
    const words = apart.map(({ place, values, text }) => (text ? `${place} does not name it` : `${place} ${listed(values.map(show))}`));
    const shown = clock !== undefined && isInstant(value) ? byClock(clock, value) : show(value);
    return outcome({ score: apart.length === 0, expected, found: [shown, ...words].join('; '), where });
  };
}

function find(thing: MadeThing, evidence: Evidence): Found {
  const place = placeOf(thing);
  const { reply } = evidence;
  if ('reply' in thing) return { place, text: true, values: reply.text.trim() === '' ? [] : [reply.text] };
  if ('sent' in thing) return { place, text: true, anyOf: true, values: messages(thing, evidence) };
  const text = thing.says === true;
  if ('answer' in thing) return { place, text, values: present(own(reply.answer ?? {}, thing.answer)) };
  const paths = 'record' in thing ? [thing.record] : created(thing, evidence);
  const { field } = thing;
  const records = paths.filter((path) => wrote(path, field, evidence)).flatMap((path) => recordAt(evidence.after, path) ?? []);
  return { place, text, values: records.flatMap((record) => present(own(record, field))) };
}

function agrees({ values, text, anyOf }: Found, value: Json, clock: OfficeClock | undefined): boolean {
  const time = clock && timeTold(value, clock);
  const names = (one: string) => commits(one, value) || (time !== undefined && whyUntold(time, one) === undefined);
  const same = (one: Json) => (text ? typeof one === 'string' && names(one) : equal(value, one));
  if (!anyOf) return values.every(same);
  // Who sends a message for each possible time tells none.
  return values.some(same) && !values.some((one) => time !== undefined && typeof one === 'string' && tellsAnother(time, one));
}

function equal(value: Json, other: Json): boolean {
  if (typeof value === 'number') return typeof other === 'number' && matches({ number: value }, other);
  if (typeof value === 'string') return matches({ text: value }, other) || matches(value, other);
  return Array.isArray(value) ? matches({ set: value }, other) : matches({ equals: value }, other);
}

/** What a text has to tell for a time or a day; undefined of other values. */
function timeTold(value: Json, clock: OfficeClock): TellsTime | undefined {
  const { zone, now } = clock;
  if (isInstant(value)) return { start: byClock(clock, value), now, zone };
  return typeof value === 'string' && /^\d{4}-\d{2}-\d{2}$/u.test(value) ? { start: value, now, zone } : undefined;
}

function isInstant(value: Json): value is string {
  return typeof value === 'string' && value.endsWith('Z') && instantOf(value) !== undefined;
}

/** Whether a text commits itself to the value: to each of a list. */
function commits(text: string, value: Json): boolean {
  if (Array.isArray(value)) return value.every((one: Json) => commits(text, one));
  if (typeof value === 'string') return holdsPhrase(meant(text, [value]), value);
  if (typeof value !== 'number') return false;
  const spelt = (within: string) => numbersIn(within).filter((number) => matches({ number: value }, number.value));
  return spelt(meant(text, [...new Set(spelt(text).map(({ written }) => written))])).length > 0;
}

/** What a text commits itself to: without what it denies (claims.ts) or calls wrong, and without "12 or 13", which names neither. */
function meant(text: string, spellings: readonly string[]): string {
  return claimed(text, spellings, { whole: true }).replace(ONE_OR_ANOTHER, ' ').replace(CALLED_WRONG, ' ');
}

const ONE_OR_ANOTHER = /(?:\S{1,80}\s{1,9})?\S{1,80}\s{1,9}or\s{1,9}\S{1,80}(?:\s{1,9}\S{1,80})?/giu;
/** `350.30 is wrong`, `350.30 EUR was not the right one`, `TIC-1 isn't correct`. */
const CALLED_WRONG =
  /\S{1,80}(?: (?:EUR|USD|GBP|CHF|[€$£%]))? (?:(?:is|was|would be) (?:\p{L}{1,20}ly )?(?:wrong|incorrect|mistaken|false|untrue|outdated)|(?:(?:is|was) not|isn['’]t|wasn['’]t) (?:the )?(?:right|correct|true))(?!\p{L})/giu;

function present(value: Json | undefined): readonly Json[] {
  return value === undefined || value === null || value === '' ? [] : [value];
}

/** Whether the agent made the record's field what it is, or the record. */
function wrote(path: string, field: string, evidence: Evidence): boolean {
  return changes(evidence).some(
    ({ collection, id, before, after }) =>
      `${collection}/${id}` === path && after !== null && (before === null || differingFields(before, after).includes(field)),
  );
}

function created({ created: collection, where = {} }: Extract<MadeThing, { created: string }>, evidence: Evidence): readonly string[] {
  const made = changes(evidence).filter((change) => change.collection === collection && change.before === null);
  const paths = [...new Set(made.map(({ id }) => `${collection}/${id}`))];
  return paths.filter((path) => {
    const record = recordAt(evidence.after, path);
    return record !== undefined && misses(where, record).length === 0;
  });
}

function messages({ sent, to }: Extract<MadeThing, { sent: string }>, evidence: Evidence): readonly string[] {
  return agentEntries(evidence.entries).flatMap(({ changes, time }) =>
    changes.flatMap(({ effect, collection, after, recipients = [] }) => {
      if (effect !== 'send' || !collection.startsWith(`${sent}.`) || after === null) return [];
      if (to !== undefined && !recipients.some((one) => matches(to, one))) return [];
      const { id: _, ...fields } = after;
      // When it was sent is no word of it.
      const words = Object.values(fields).flat();
      return [words.filter((value) => typeof value === 'string' && value !== time).join('\n')];
    }),
  );
}

function changes({ entries }: Evidence): readonly Change[] {
  return agentEntries(entries).flatMap((entry) => entry.changes);
}

function placeOf(thing: MadeThing): string {
  if ('answer' in thing) return `answer ${thing.answer}`;
  if ('record' in thing) return `${thing.record} ${thing.field}`;
  if ('created' in thing) return `new ${thing.created} ${thing.field}`;
  return 'sent' in thing ? `${thing.sent} sent` : 'reply';
}
