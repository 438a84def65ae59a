// A series: the same record on several dates. Times keep their hour of the day in the office's zone, over changes of the clocks too.
import type { DataRecord, FieldValue } from '#grader/evidence/types.ts';
import type { Collection, CreateTool, Repeats } from '#services/types.ts';
import { isDate, type Zone } from '../times.ts';
import { collectionOf, collectionPath, fieldOf, oddRefusal, type Parameter, type Refusal, type ToolUse, valueIn } from './kind.ts';

/** Most records of one series. */
const MOST = 60;

const RHYTHMS = ['daily', 'weekdays', 'weekly', 'monthly'] as const;

export function repeatParameters({ noun }: Collection): readonly Parameter[] {
  return [
    {
      name: 'repeats',
      required: false,
      field: {
        type: 'enum',
        values: RHYTHMS,
        optional: true,
        about: `Makes a series, one ${noun} per date: every day, Monday to Friday, every week, or on the same day of every month (months without that day are left out).`,
      },
    },
    {
      name: 'until',
      required: false,
      field: { type: 'date', optional: true, about: 'With `repeats`: the last day of the series, inclusive. Either this or `times`.' },
    },
    {
      name: 'times',
      required: false,
      field: {
        type: 'integer',
        optional: true,
        about: `With \`repeats\`: how many there are in all, at most ${MOST}. Either this or \`until\`.`,
      },
    },
  ];
}

export const repeatNote = 'Of a series it answers with the first record, and under `entries` with the id and the time of each.';

/** The record and, where the caller wants a series, its followers. */
export function repeated(
  use: ToolUse<CreateTool>,
  first: DataRecord,
): { readonly ok: true; readonly records: readonly [DataRecord, ...DataRecord[]] } | Refusal {
  const { tool, service, args, world, office } = use;
  const { repeats } = tool;
  const rhythm = args.get('repeats') ?? undefined;
  const [until, times] = [args.get('until') ?? undefined, args.get('times') ?? undefined];
  if (repeats === undefined) return { ok: true, records: [first] };
  if (rhythm === undefined) {
    if (until === undefined && times === undefined) return { ok: true, records: [first] };
    return wrong('until and times belong to a series, and repeats is missing.', `Give repeats: ${RHYTHMS.join(', ')}.`);
  }
  if ((until === undefined) === (times === undefined))
    return wrong('A series ends somewhere.', 'Give either until, its last day, or times, how many there are.');
  const collection = collectionOf(service, tool);
  const start = dayOf(valueIn(first, repeats.moves[0] ?? ''), repeats.moves[0] ?? '', collection, office.zone);
  const dates = datesOf(start, String(rhythm), times === undefined ? { until: String(until) } : { times: Number(times) });
  if (typeof dates === 'string')
    return wrong(dates, `A series has from 1 to ${MOST} dates, the first of them the ${repeats.moves[0]} given.`);
  const ids = world.nextIds(collectionPath(service, tool), dates.length);
  const records = dates.map((date, index) =>
    moved(first, { days: daysBetween(start, date), id: ids[index] ?? '', series: first.id }, use, repeats),
  );
  for (const record of records) {
    const odd = oddRefusal(collection, record, office);
    if (odd !== undefined) return odd;
  }
  const [leading = first, ...others] = records;
  return { ok: true, records: [leading, ...others] };
}

function moved(
  record: DataRecord,
  { days, id, series }: { readonly days: number; readonly id: string; readonly series: string },
  { tool, service, office }: ToolUse<CreateTool>,
  repeats: Repeats,
): DataRecord {
  const collection = collectionOf(service, tool);
  const fields = Object.keys(collection.fields).flatMap((name): [string, FieldValue][] => {
    const value = name === repeats.series ? series : valueIn(record, name);
    if (value === undefined) return [];
    if (!repeats.moves.includes(name) || days === 0) return [[name, value]];
    return [
      [name, fieldOf(collection, name).type === 'time' ? laterTime(String(value), days, office.zone) : laterDate(String(value), days)],
    ];
  });
  return { id, ...Object.fromEntries(fields) };
}

/** The dates of a series, or in words why there are none. */
function datesOf(start: string, rhythm: string, end: { readonly until: string } | { readonly times: number }): readonly string[] | string {
  if ('times' in end && (end.times < 1 || end.times > MOST)) return `times is ${end.times}.`;
  if ('until' in end && end.until < start) return `until is ${end.until}, before the series begins (${start}).`;
  if (rhythm === 'weekdays' && isWeekend(start)) return `The series would begin on ${start}, which is no weekday.`;
  if (!isDate(start) || start > '9900') return `The series would begin on ${start}, which is too far away.`;
  const dates: string[] = [];
  for (let step = 0; ; step += 1) {
    const date = nthDate(start, rhythm, step);
    if ('until' in end && date > end.until) return dates;
    if (!isDate(date) || (rhythm === 'weekdays' && isWeekend(date))) continue;
    if (dates.length === MOST) return `From ${start} until ${'until' in end ? end.until : ''} there are more than ${MOST} dates.`;
    dates.push(date);
    if ('times' in end && dates.length === end.times) return dates;
  }
}

/** The date so many steps later; of a month that has no such day, one that does not exist. */
function nthDate(start: string, rhythm: string, step: number): string {
  if (rhythm === 'monthly') return `${nthMonth(start, step)}-${start.slice(8)}`;
  return laterDate(start, rhythm === 'weekly' ? step * 7 : step);
}

/** `2026-03` so many months later. */
function nthMonth(start: string, step: number): string {
  const months = Number(start.slice(0, 4)) * 12 + Number(start.slice(5, 7)) - 1 + step;
  return `${String(Math.floor(months / 12)).padStart(4, '0')}-${String((months % 12) + 1).padStart(2, '0')}`;
}

function dayOf(value: FieldValue | undefined, name: string, collection: Collection, zone: Zone): string {
  return (fieldOf(collection, name).type === 'time' ? zone.show(String(value)) : String(value)).slice(0, 10);
}

function isWeekend(date: string): boolean {
  return [0, 6].includes(new Date(`${date}T00:00:00Z`).getUTCDay());
}

function daysBetween(from: string, to: string): number {
  return Math.round((Date.parse(to) - Date.parse(from)) / DAY);
}

function laterDate(date: string, days: number): string {
  return new Date(Date.parse(`${date}T00:00:00Z`) + days * DAY).toISOString().slice(0, 10);
}

/** The same time of day so many days later; an hour later where the clocks skip it. */
function laterTime(instant: string, days: number, zone: Zone): string {
  const [date = '', time = ''] = zone.show(instant).split('T');
  const wall = `${laterDate(date, days)}T${time.slice(0, 8)}`;
  const read = zone.read(wall);
  if (read.ok) return read.instant;
  const hour = String((Number(wall.slice(11, 13)) + 1) % 24).padStart(2, '0');
  const later = zone.read(`${wall.slice(0, 11)}${hour}${wall.slice(13)}`);
  return later.ok ? later.instant : new Date(Date.parse(instant) + days * DAY).toISOString().replace('.000Z', 'Z');
}

const DAY = 86_400_000;

function wrong(message: string, hint: string): Refusal {
  return { ok: false, code: 'wrong_argument', message, hint };
}
