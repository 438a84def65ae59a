// Free and busy: when people and rooms are taken, without saying with what, and when none of them is.
import type { DataRecord, Json } from '#grader/evidence/types.ts';
import { type Collection, type FreeTool, type Occupation, withArticle } from '#services/types.ts';
import { secondsOf } from '../lengths.ts';
import type { Zone } from '../times.ts';
import { collectionOf, collectionPath, fieldOf, type Parameter, type Refusal, type ToolKind, valueIn } from './kind.ts';

/** Longest stretch of time that can be asked about, in days. */
const MOST_DAYS = 62;

export const free: ToolKind<FreeTool> = {
  hints: { readOnly: true, destructive: false, idempotent: true },

  parameters: (tool, collection) => [
    ...Object.entries(tool.who).map(([name, field]) => whoParameter(name, field, collection)),
    { name: 'from', required: true, field: { type: 'time', about: 'Beginning of the stretch of time that is looked at.' } },
    {
      name: 'to',
      required: true,
      field: { type: 'time', after: 'from', about: `Its end, at most ${MOST_DAYS} days later.` },
    },
    {
      name: 'duration',
      required: false,
      field: { type: 'duration', optional: true, about: 'Only free windows of at least this length.' },
    },
    {
      name: 'working_hours',
      required: false,
      field: {
        type: 'string',
        optional: true,
        about: 'Only free windows between these hours of Monday to Friday, written 09:00-17:00. Windows are cut to them.',
      },
    },
  ],

  notes: (tool) =>
    `Give ${Object.keys(tool.who).join(' or ')}. Answers {busy, free}: of each one asked about the times that are taken ({from, to}, as they lie, also over the edges), and the windows in which all of them are free.`,

  run(use) {
    const { tool, service, args, world, office } = use;
    const collection = collectionOf(service, tool);
    const { occupies } = collection;
    const asked = Object.entries(tool.who).flatMap(([argument, field]) =>
      [args.get(argument) ?? []].flat().map((id) => ({ id: String(id), field })),
    );
    const hours = hoursOf(args.get('working_hours') ?? undefined);
    const [from, to] = [String(args.get('from')), String(args.get('to'))];
    const days = (Date.parse(to) - Date.parse(from)) / DAY;
    if (asked.length === 0) return wrong('Nobody was asked about.', `Give ${Object.keys(tool.who).join(' or ')}.`);
    if (!(days > 0)) return wrong(`to is ${office.zone.show(to)}, which is not after from.`, 'Give a later to, or an earlier from.');
    if (days > MOST_DAYS) return wrong(`From from to to are ${Math.ceil(days)} days.`, `At most ${MOST_DAYS} are looked at in one go.`);
    if (hours === undefined) return wrong('working_hours are no hours of a day.', 'Write them as 09:00-17:00.');
    if (occupies === undefined)
      return wrong(`Nobody's time is taken up by ${withArticle(collection.noun)}.`, 'Look at the records themselves.');
    const within = world.all(collectionPath(service, tool)).filter((record) => overlaps(record, occupies, { from, to }));
    const busy = asked.map(({ id, field }) => ({ id, records: within.filter((record) => holds(record, field, id)) }));
    const taken = [...new Set(busy.flatMap(({ records }) => records))];
    const windows = windowsOf({ from, to, hours }, office.zone);
    const least = args.has('duration') ? secondsOf(String(args.get('duration'))) * 1000 : 1;
    return {
      ok: true,
      result: {
        busy: Object.fromEntries(busy.map(({ id, records }) => [id, blocks(records, occupies, office.zone)])),
        free: freeIn(
          windows,
          taken.map((record) => stretch(record, occupies)),
          least,
        ).map((one) => shownStretch(one, office.zone)),
      },
      shown: new Map(taken.map(({ id }) => [`${collectionPath(service, tool)}/${id}`, [occupies.from, occupies.to]])),
      changes: [],
    };
  },
};

interface Stretch {
  readonly from: number;
  readonly to: number;
}

/** From and to as minutes of the day. */
type Hours = Stretch | 'any';

const DAY = 86_400_000;

function whoParameter(name: string, field: string, collection: Collection): Parameter {
  const { to = '', about } = fieldOf(collection, field);
  return {
    name,
    required: false,
    field: { type: 'list', of: 'reference', to, optional: true, about: `Whose times: ids in ${to}. ${about}` },
  };
}

/** Undefined where it is no stretch of a day. */
function hoursOf(written: unknown): Hours | undefined {
  if (written === undefined) return 'any';
  const [whole, ...parts] = /^\s*(\d{1,2}):(\d{2})\s*(?:-|–|to)\s*(\d{1,2}):(\d{2})\s*$/.exec(String(written)) ?? [];
  if (whole === undefined) return undefined;
  const [fromHour = 0, fromMinute = 0, toHour = 0, toMinute = 0] = parts.map(Number);
  const [from, to] = [fromHour * 60 + fromMinute, toHour * 60 + toMinute];
  return fromMinute > 59 || toMinute > 59 || to > 24 * 60 || from >= to ? undefined : { from, to };
}

function overlaps(record: DataRecord, occupies: Occupation, { from, to }: { readonly from: string; readonly to: string }): boolean {
  const [begins, ends] = [valueIn(record, occupies.from), valueIn(record, occupies.to)];
  if (typeof begins !== 'string' || typeof ends !== 'string' || begins >= to || ends <= from) return false;
  return Object.entries(occupies.unless ?? {}).every(([field, values]) => !values.includes(String(valueIn(record, field))));
}

function holds(record: DataRecord, field: string, id: string): boolean {
  return [valueIn(record, field) ?? []].flat().includes(id);
}

function stretch(record: DataRecord, { from, to }: Occupation): Stretch {
  return { from: Date.parse(String(valueIn(record, from))), to: Date.parse(String(valueIn(record, to))) };
}

/** By their beginning; what lies at the same time stands there twice. */
function blocks(records: readonly DataRecord[], occupies: Occupation, zone: Zone): readonly Json[] {
  return records
    .map((record) => stretch(record, occupies))
    .sort((a, b) => a.from - b.from || a.to - b.to)
    .map((one) => shownStretch(one, zone));
}

function shownStretch({ from, to }: Stretch, zone: Zone): Json {
  return { from: zone.show(instant(from)), to: zone.show(instant(to)) };
}

/** The stretch asked about, cut to the working hours of its days. */
function windowsOf(
  { from, to, hours }: { readonly from: string; readonly to: string; readonly hours: Hours },
  zone: Zone,
): readonly Stretch[] {
  const whole = { from: Date.parse(from), to: Date.parse(to) };
  if (hours === 'any') return [whole];
  const windows: Stretch[] = [];
  const first = Date.parse(zone.show(from).slice(0, 10));
  const last = zone.show(to).slice(0, 10);
  for (let count = 0; count <= MOST_DAYS + 1; count += 1) {
    const day = instant(first + count * DAY).slice(0, 10);
    if (day > last || [0, 6].includes(new Date(day).getUTCDay())) continue;
    const [begins, ends] = [hours.from, hours.to].map((minutes) => at(day, minutes, zone));
    const cut = { from: Math.max(whole.from, begins ?? whole.to), to: Math.min(whole.to, ends ?? whole.from) };
    if (cut.from < cut.to) windows.push(cut);
  }
  return windows;
}

/** The moment so many minutes into the day; what the clocks skip is the moment at which they do. */
function at(day: string, minutes: number, zone: Zone): number {
  const two = (value: number) => String(value).padStart(2, '0');
  const date = minutes < 24 * 60 ? day : instant(Date.parse(day) + DAY).slice(0, 10);
  for (let minute = minutes % (24 * 60); minute < 24 * 60; minute += 1) {
    const read = zone.read(`${date}T${two(Math.floor(minute / 60))}:${two(minute % 60)}`);
    if (read.ok) return Date.parse(read.instant);
  }
  return Date.parse(day) + minutes * 60_000;
}

/** What is left of the windows beside what is taken, where it is long enough. */
function freeIn(windows: readonly Stretch[], taken: readonly Stretch[], least: number): readonly Stretch[] {
  const sorted = [...taken].sort((a, b) => a.from - b.from);
  return windows.flatMap((window) => {
    const left: Stretch[] = [];
    let from = window.from;
    for (const next of [...sorted, { from: window.to, to: window.to }]) {
      const to = Math.min(next.from, window.to);
      if (to - from >= least) left.push({ from, to });
      from = Math.max(from, next.to);
    }
    return left;
  });
}

function instant(millis: number): string {
  return new Date(millis).toISOString().replace('.000Z', 'Z');
}

function wrong(message: string, hint: string): Refusal {
  return { ok: false, code: 'wrong_argument', message, hint };
}
