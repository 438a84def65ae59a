// `tells`: a text that says when something is, or names a number, and says nothing else of it.
import { claimed } from './claims.ts';
import { dayNumber } from './days.ts';
import { withoutEmphasis, withoutMarkup } from './markup.ts';
import { plainText, type Told, type ToldTimes, toldTimes } from './moments.ts';
import { amountsIn, isOfUnit, unitOf, withColumnUnits } from './numbers.ts';

export type Tells = TellsTime | TellsNumber;

/** A moment, or with an `end` the time between two; of a day alone (`2026-03-31`) any time of it. */
export interface TellsTime {
  /** By the office's clock, with its offset: `2026-03-31T13:15:00+02:00`; or a day. */
  readonly start: string;
  readonly end?: string;
  /** When the text is written, by the office's clock: what `Tuesday` and `31 March` are counted from. */
  readonly now: string;
  /** The office's zone, `Europe/Berlin`. */
  readonly zone: string;
}

/** A number that a text names, and no other of its unit. */
export interface TellsNumber {
  readonly number: number;
  /** Inclusive; 0 when absent. */
  readonly within?: number;
  /** `EUR`, `%`, `h`: the text has to name it, and numbers of other units do not matter. Absent = every number of the text is meant. */
  readonly unit?: string;
  /** Numbers that may be named beside it. */
  readonly beside?: readonly number[];
}

/** Why a text does not tell what is asked for; undefined where it does. */
export function whyUntold(asked: Tells, text: string): string | undefined {
  return untold(asked, text)?.why;
}

/** Whether a text tells something else in the place of what is asked for, beside it or not. False where it says nothing of the kind. */
export function tellsAnother(asked: Tells, text: string): boolean {
  return untold(asked, text)?.another ?? false;
}

interface Untold {
  readonly why: string;
  /** Something else is told. */
  readonly another?: true;
}

function untold(asked: Tells, text: string): Untold | undefined {
  return 'number' in asked ? numberUntold(asked, text) : timeUntold(asked, text);
}

/** The same as words, to follow "has to be". */
export function tellsInWords(asked: Tells): string {
  if (!('number' in asked))
    return `a text that tells ${asked.start}${asked.end === undefined ? '' : ` to ${asked.end}`} and nothing else for it`;
  const { number, within, unit, beside = [] } = asked;
  const of = unit === undefined ? '' : ` ${unit}`;
  const near = within === undefined || within === 0 ? '' : ` within ${within}`;
  return `a text that names ${number}${of}${near} and no other number${unit === undefined ? '' : ` of ${unit}`}${beside.length === 0 ? '' : ` but ${beside.join(', ')}`}`;
}

/**
 * Why a text does not name the number; undefined where it does. What is denied or taken back (claims.ts) is not named; what stands behind `about`,
 * `up to` or `or more` is another number.
 */
function numberUntold({ number, within = 0, unit, beside = [] }: TellsNumber, text: string): Untold | undefined {
  const wanted = unit === undefined ? undefined : unitOf(unit);
  const written = withoutEmphasis(withoutMarkup(text)).replaceAll('`', '');
  const of = (from: string) => amountsIn(from).filter((amount) => wanted === undefined || isOfUnit(amount, wanted));
  const plain = of(written).length === 0 ? withColumnUnits(written) : written;
  const slack = within + Math.max(Math.abs(number), 1) * 1e-12;
  const isNear = (value: number, to: number, by: number) => Math.abs(value - to) <= by;
  const all = of(plain);
  const told = of(claimed(plain, [...new Set(all.flatMap(({ written, words }) => [written, words]))], { whole: true }));
  const others = told.filter(
    ({ values }) => !values.some((value) => beside.some((one) => isNear(value, one, 1e-9 * Math.max(1, Math.abs(one))))),
  );
  const right = others.filter(({ values, isExact }) => isExact && values.some((value) => isNear(value, number, slack)));
  const wrong = others.filter((amount) => !right.includes(amount));
  if (right.length > 0 && wrong.length === 0) return undefined;
  if (told.length === 0) return { why: `it names no number${unit === undefined ? '' : ` of ${unit}`}` };
  if (wrong.length === 0) return { why: 'it does not name it' };
  const named = wrong.slice(0, 4).map(({ words }) => words);
  return { why: `it ${right.length > 0 ? 'also ' : ''}names ${named.join('; ')}`, another: true };
}

/**
 * Why a text does not tell the time; undefined where it does. It has to tell the start with its day (and the end, where one is asked for), and
 * no other one beside it. What is denied or taken back (claims.ts) is not told. What is before `now` is about something that is over, unless what is
 * asked for is over as well.
 */
function timeUntold({ start, end, now, zone }: TellsTime, text: string): Untold | undefined {
  const offset = /T.*([+-])(\d{2}):(\d{2})$/u.exec(start);
  const minutes = offset === null ? 0 : (offset[1] === '-' ? -1 : 1) * (Number(offset[2]) * 60 + Number(offset[3]));
  const here = { day: now.slice(0, 10), zone, offset: minutes, isDay: !start.includes('T') };
  const plain = plainText(text);
  const all = toldTimes(plain, here);
  const standing = withoutCalledOff(plain, all.written);
  const told = all.written.length === 0 ? all : toldTimes(claimed(standing, all.written, { whole: true }), here);
  const from = Math.min(start.includes('T') ? minuteOf(now) : minuteOf(here.day), minuteOf(start.slice(0, 10)));
  const wanted = [start, end ?? start].map(minuteOf);
  const current = ({ readings }: Told) => readings.some((minute) => wanted.includes(minute)) || readings.every((minute) => minute >= from);
  if (!start.includes('T')) return missed('day', told.days.filter(current), minuteOf(start));
  const starts = told.starts.filter(current);
  // Until when somebody can be reached today is no end of what is tomorrow.
  const endsFor = (at: string) =>
    told.ends.filter((one) => current(one) && (one.isAlone === undefined || one.readings.some((minute) => sameDay(minute, minuteOf(at)))));
  if (starts.length === 0) return { why: noStart(told) };
  return missed('start', starts, minuteOf(start)) ?? (end === undefined ? undefined : missed('end', endsFor(end), minuteOf(end)));
}

/** Without the times that are said to be called off: `Monday, 15:00, is cancelled`, `the demo at 13:00, which was called off`. */
function withoutCalledOff(text: string, written: readonly string[]): string {
  if (written.length === 0 || !CALLED_OFF.test(text)) return text;
  const times = [...written].sort((a, b) => b.length - a.length).map((one) => one.replace(/[\\^$.*+?()[\]{}|]/gu, '\\$&'));
  // A mark stays, so that nothing fuses.
  return text.replace(new RegExp(`(?:${times.join('|')})(?=${CALLED_OFF.source})`, 'giu'), '\0');
}

const CALLED_OFF =
  /[\s,)]{1,3}(?:which )?(?:is|are|was|were|(?:has|have)(?: \p{L}{1,20}ly)? been|had to be)(?: (?:now|already|\p{L}{1,20}ly))? (?:cancell?ed|called off|postponed)(?!\p{L})/iu;

function sameDay(a: number, b: number): boolean {
  return Math.floor(a / 1440) === Math.floor(b / 1440);
}

function noStart({ dayless, days }: ToldTimes): string {
  if (dayless) return 'it tells a time and no day';
  return days.length > 0 ? 'it tells a day and no time' : 'it tells no time';
}

/** All that is told has to be the one that is wanted. */
function missed(what: string, told: readonly Told[], wanted: number): Untold | undefined {
  if (told.length === 0) return { why: `it tells no ${what}` };
  const other = told.filter(({ readings }) => !readings.includes(wanted));
  if (other.length === 0) return undefined;
  const [first] = other;
  const several = [...new Set(told.map(({ words }) => words))].slice(0, 4).join('; ');
  if (other.length < told.length) return { why: `it tells several ${what}s: ${several}`, another: true };
  const why = first?.readings.length === 0 ? `what it tells does not agree: ${first.words}` : `it tells another ${what}: ${first?.words}`;
  return { why, another: true };
}

/** Minutes since 1970 by the clock that is written, whatever its offset. */
function minuteOf(time: string): number {
  const [day = '', clock = '00:00'] = time.split('T');
  const number = dayNumber(day);
  if (number === undefined) throw new TypeError(`"${time}" is not a time by the office's clock`);
  return number * 1440 + Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3, 5));
}
