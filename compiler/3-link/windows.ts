// Times at which something may take place: `between`, `hours`, `holidays` → instants, so that grading needs no time-zone data.
import type { Occupation } from '#services/types.ts';
import { openZone, type Zone } from '#workspace/times.ts';
import type { Written } from '../shapes.ts';
import type { Json, Path, Template } from '../types.ts';
import { findCollection, type LinkContext } from './context.ts';
import type { Scope } from './expressions.ts';
import type { Slots } from './slots.ts';
import { computeValue } from './values.ts';

export interface WindowsInput {
  /** The check's keys: `length` or `exactly`, `between`, `hours`, `holidays`. */
  readonly keys: { readonly [key: string]: Written };
  readonly path: Path;
  readonly context: LinkContext;
  readonly slots: Slots;
}

/** Minutes. */
export type SlotLength = { readonly at_least: number } | { readonly exactly: number };

interface Window {
  readonly from: string;
  readonly to: string;
}

/** What the collection's records take up of whose time; reports where they take up none. */
export function linkOccupation(collection: string, at: Path, { office, report, places }: LinkContext): Template | undefined {
  const { occupies } = findCollection(collection, office) ?? {};
  if (occupies) return plain(occupies);
  const others = office.services.flatMap((s) =>
    Object.entries(s.collections).flatMap(([name, c]) => (c.occupies ? [`${s.name}.${name}`] : [])),
  );
  report('link/bad-slot', places.value(at), {
    problem: `records of ${collection} take up nobody's time`,
    fix: others.length > 0 ? `Name ${others.join(' or ')}.` : 'Mount a service whose records do, such as calendar.',
  });
  return undefined;
}

function plain({ who, also, from, to, unless }: Occupation): Template {
  return { who, ...(also && { also }), from, to, ...(unless && { unless }) };
}

/** `45m`, `1h30m` under `length` (at least) or `exactly`. */
export function linkLength({ keys, path, context: { report, places } }: WindowsInput): SlotLength | undefined {
  const bad = (key: string, problem: string, fix: string) =>
    report('link/bad-slot', key === 'slot' ? places.key([...path, key]) : places.value([...path, key]), { problem, fix });
  const [first, second] = ['length', 'exactly'].filter((key) => keys[key] !== undefined);
  if (first === undefined || second !== undefined) {
    const problem = second === undefined ? 'it does not say how long' : '`length` and `exactly` exclude each other';
    bad(second ?? 'slot', problem, 'Write `length: 45m` for at least so long, or `exactly: 45m`.');
    return undefined;
  }
  const minutes = minutesOf(keys[first]);
  if (minutes !== undefined) return first === 'length' ? { at_least: minutes } : { exactly: minutes };
  bad(first, `"${String(keys[first])}" is not a length of time`, 'Write it like 45m, 1h or 1h30m.');
  return undefined;
}

function minutesOf(written: Written | undefined): number | undefined {
  const [, hours = '0', minutes = '0'] = (typeof written === 'string' && /^(?:(\d{1,3})h)?(?:(\d{1,4})m)?$/.exec(written.trim())) || [];
  const total = Number(hours) * 60 + Number(minutes);
  return total > 0 ? total : undefined;
}

/** A slot that holds the windows; undefined after reporting why there are none that are long enough. */
export function linkWindows(length: SlotLength, input: WindowsInput): Template | undefined {
  const { keys, path, context, slots } = input;
  const { report, places } = context;
  const bad = (key: string, problem: string, fix: string): undefined => {
    report('link/bad-slot', places.value([...path, key]), { problem, fix });
    return undefined;
  };
  const zone = openZone(context.office.zone);
  const hours = keys.hours === undefined ? undefined : hoursOf(keys.hours);
  if (keys.hours !== undefined && !hours)
    return bad('hours', `"${String(keys.hours)}" are no hours of a day`, 'Write them like 09:00-17:00.');
  if (keys.holidays !== undefined && !hours)
    return bad('holidays', '`holidays` without `hours` leave nothing out', 'Add `hours:`, or remove it.');
  const { between } = keys;
  if (!Array.isArray(between) || between.length !== 2)
    return bad('between', '`between` holds a beginning and an end', 'Write `between: [2026-03-09, 2026-03-14]`.');
  return slots.add('windows', JSON.stringify([between, keys.holidays]), (scope) => {
    const bounds = [0, 1].map((i) => one(String(between[i]), 'time', [...path, 'between', i], scope));
    const holidays = daysOff(keys.holidays, [...path, 'holidays'], scope);
    const [from, to] = bounds;
    if (from === undefined || to === undefined || !holidays) return undefined;
    if (from >= to)
      return bad('between', `\`between\` ends (${zone.show(to)}) before it begins (${zone.show(from)})`, 'Put the earlier time first.');
    const windows = hours ? workingTimes({ from, to }, { hours, holidays, zone }) : [{ from, to }];
    const needed = 'exactly' in length ? length.exactly : length.at_least;
    if (windows.some((window) => Date.parse(window.to) - Date.parse(window.from) >= needed * 60_000)) return windows as unknown as Json;
    return bad(
      'between',
      `no time of ${needed} minutes lies in \`between\`${hours ? ' within the hours' : ''}`,
      'Allow for a longer time, or for other hours.',
    );
  });

  function one(written: string, type: 'time' | 'date', at: Path, scope: Scope): string | undefined {
    const value = computeValue(written, { type, about: '' }, at, context, scope);
    return value === undefined ? undefined : String(value);
  }

  function daysOff(written: Written | undefined, at: Path, scope: Scope): readonly string[] | undefined {
    if (written === undefined) return [];
    const days = Array.isArray(written)
      ? written.map((day, i) => one(String(day), 'date', [...at, i], scope))
      : [one(String(written), 'date', at, scope)];
    return days.some((day) => day === undefined) ? undefined : days.flatMap((day) => day ?? []);
  }
}

interface Hours {
  readonly from: string;
  readonly to: string;
}

function hoursOf(written: Written): Hours | undefined {
  const [, from, to] =
    (typeof written === 'string' && /^((?:[01]\d|2[0-3]):[0-5]\d)\s*[-–]\s*((?:[01]\d|2[0-3]):[0-5]\d|24:00)$/.exec(written.trim())) || [];
  return from !== undefined && to !== undefined && from < to ? { from, to } : undefined;
}

interface Working {
  readonly hours: Hours;
  readonly holidays: readonly string[];
  readonly zone: Zone;
}

/** The hours of every Monday to Friday that is no holiday, as far as they lie in the window. Days are those of the zone, 23 or 25 hours long where its clocks change. */
export function workingTimes({ from, to }: Window, { hours, holidays, zone }: Working): readonly Window[] {
  const windows: Window[] = [];
  for (let day = zone.show(from).slice(0, 10); day <= zone.show(to).slice(0, 10); day = nextDay(day)) {
    const weekday = new Date(`${day}T00:00:00Z`).getUTCDay();
    if (weekday === 0 || weekday === 6 || holidays.includes(day)) continue;
    const opens = later(instantAt(day, hours.from, zone), from);
    const closes = earlier(hours.to === '24:00' ? instantAt(nextDay(day), '00:00', zone) : instantAt(day, hours.to, zone), to);
    const last = windows.at(-1);
    // What touches is one window: nights do not part days of 24 hours.
    if (last?.to === opens) windows[windows.length - 1] = { from: last.from, to: closes };
    else if (opens < closes) windows.push({ from: opens, to: closes });
  }
  return windows;
}

/** The instant of a time of day; where the clocks skip it, the moment at which they do. */
function instantAt(day: string, time: string, zone: Zone): string {
  const [hour = 0, minute = 0] = time.split(':').map(Number);
  for (let at = hour * 60 + minute; at < 1440; at++) {
    const read = zone.read(`${day}T${String(Math.floor(at / 60)).padStart(2, '0')}:${String(at % 60).padStart(2, '0')}`);
    if (read.ok) return read.instant;
  }
  return instantAt(nextDay(day), '00:00', zone);
}

function nextDay(day: string): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + 86_400_000).toISOString().slice(0, 10);
}

function later(a: string, b: string): string {
  return a > b ? a : b;
}

function earlier(a: string, b: string): string {
  return a < b ? a : b;
}
