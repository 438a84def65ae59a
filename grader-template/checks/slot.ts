// `slot`: a time was found and taken that suits everybody: right people, long enough, inside the hours, in nobody's way.
import { agentEntries, own, recordsOf } from '../evidence/look.ts';
import type { DataRecord, Evidence } from '../evidence/types.ts';
import { instantOf } from '../instant.ts';
import type { Check } from '../types.ts';
import { asFound, type Expectations, inWords, misses } from './fields.ts';
import { listed, outcome } from './outcome.ts';

export interface SlotParams {
  /** `calendar.events` */
  readonly collection: string;
  /** Fields of its records: who is occupied, and what beside them (rooms), from when to when; and values that free the time again. */
  readonly occupies: {
    readonly who: string;
    readonly also?: readonly string[];
    readonly from: string;
    readonly to: string;
    readonly unless?: { readonly [field: string]: readonly string[] };
  };
  /** Ids of those who have to be there … */
  readonly attendees: readonly string[];
  /** … and of those who may be there beside them. */
  readonly may_attend?: readonly string[];
  /** Minutes: at least so many, or exactly. */
  readonly length: { readonly at_least: number } | { readonly exactly: number };
  /** Instants between which it has to lie; the end of one may be the end of the slot. */
  readonly windows: readonly { readonly from: string; readonly to: string }[];
  /** Other fields of the event. Also tells it from others that the agent made for the same people. */
  readonly has?: Expectations;
}

/**
 * 1 if of the events that the agent made or moved exactly one is for any of the attendees (and as `has` says), and that one is for all
 * of them and nobody else, of the right length, inside a window, and overlaps no other event of anybody in it, nor in its room, as
 * things are at the end; else 0. An event that ends when another begins does not overlap it. Events that take up no time (cancelled ones) count as
 * gone, on either side.
 */
export function slot(params: SlotParams): Check {
  const { collection, attendees, has = {} } = params;
  const wanted = Object.keys(has).length === 0 ? '' : ` with ${inWords(has)}`;
  const expected = `one event of ${collection} for ${listed(attendees)}${wanted}, ${lengthInWords(params)}, at a time that suits all`;
  return (evidence) => {
    const taken = recordsOf(evidence.after, collection).filter((record) => takesTime(record, params));
    const made = taken.filter((record) => isOwn(record, params, evidence));
    const meant = made.filter((record) => whoOf(record, params).some((id) => attendees.includes(id)) && misses(has, record).length === 0);
    const where = (meant.length > 0 ? meant : made).map(({ id }) => `${collection}/${id}`);
    const [event, ...more] = meant;
    if (event === undefined) {
      const found =
        made[0] === undefined
          ? 'no event was made or moved'
          : [`an event for ${listed(whoOf(made[0], params))}`, ...Object.keys(has).map((name) => asFound([name], made[0] ?? {}))].join(
              ', ',
            );
      return outcome({ score: false, expected, found, where, vacuous: made.length === 0 });
    }
    if (more.length > 0) return outcome({ score: false, expected, found: `${meant.length} events where one is needed`, where });
    const problems = [...problemsOf(event, params), ...conflictsOf(event, taken, params)];
    const found = `${String(own(event, params.occupies.from))} to ${String(own(event, params.occupies.to))}`;
    return outcome({ score: problems.length === 0, expected, found: [found, ...problems].join('; '), where });
  };
}

/** Whether the agent made it, or changed whose time it takes or when. */
function isOwn(record: DataRecord, params: SlotParams, { entries }: Evidence): boolean {
  const changes = agentEntries(entries).flatMap((entry) => entry.changes);
  const first = changes.find(({ collection, id }) => collection === params.collection && id === record.id);
  if (first === undefined) return false;
  const { before } = first;
  return before === null || occupation(before, params) !== occupation(record, params);
}

function occupation(record: DataRecord, params: SlotParams): string {
  const { from, to } = params.occupies;
  return JSON.stringify([takesTime(record, params), occupiedBy(record, params), own(record, from), own(record, to)]);
}

function takesTime(record: DataRecord, { occupies: { unless = {} } }: SlotParams): boolean {
  return Object.entries(unless).every(([field, values]) => !values.includes(String(own(record, field))));
}

function whoOf(record: DataRecord, { occupies: { who } }: SlotParams): readonly string[] {
  const ids = own(record, who);
  return Array.isArray(ids) ? [...new Set<string>(ids)].sort() : [];
}

/** Those in it, and what else it takes up. */
function occupiedBy(record: DataRecord, params: SlotParams): readonly string[] {
  const { also = [] } = params.occupies;
  return [...whoOf(record, params), ...also.flatMap((field) => own(record, field) ?? []).map(String)];
}

/** Milliseconds since 1970: when it begins and ends. */
function spanOf(record: DataRecord, { occupies: { from, to } }: SlotParams): { readonly from: number; readonly to: number } {
  return { from: moment(own(record, from)), to: moment(own(record, to)) };
}

function problemsOf(event: DataRecord, params: SlotParams): readonly string[] {
  const { attendees, may_attend: welcome = [], length, windows } = params;
  const there = whoOf(event, params);
  const { from, to } = spanOf(event, params);
  const minutes = (to - from) / 60_000;
  const missing = attendees.filter((id) => !there.includes(id));
  const strangers = there.filter((id) => !attendees.includes(id) && !welcome.includes(id));
  const fits = 'exactly' in length ? minutes === length.exactly : minutes >= length.at_least;
  const inside = windows.some((window) => moment(window.from) <= from && to <= moment(window.to));
  return [
    ...(missing.length > 0 ? [`without ${listed(missing)}`] : []),
    ...(strangers.length > 0 ? [`with ${listed(strangers)}, who should not be there`] : []),
    ...(fits ? [] : [`${minutes} minutes long`]),
    ...(inside ? [] : ['outside the hours']),
  ];
}

function conflictsOf(event: DataRecord, taken: readonly DataRecord[], params: SlotParams): readonly string[] {
  const there = new Set(occupiedBy(event, params));
  const { from, to } = spanOf(event, params);
  return taken.flatMap((other) => {
    const busy = occupiedBy(other, params).filter((id) => there.has(id));
    const span = spanOf(other, params);
    const overlaps = other.id !== event.id && span.from < to && from < span.to;
    return overlaps && busy.length > 0 ? [`${listed(busy)} busy with ${other.id}`] : [];
  });
}

/** Times are stored as instants; one that is none would make every comparison false, so it is an error and no finding. */
function moment(value: unknown): number {
  const at = instantOf(String(value));
  if (at === undefined) throw new TypeError(`${JSON.stringify(value)} is not an instant`);
  return at;
}

function lengthInWords({ length }: SlotParams): string {
  return 'exactly' in length ? `${length.exactly} minutes long` : `at least ${length.at_least} minutes long`;
}
