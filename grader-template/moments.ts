// Moments that a text tells: days, times of day and lengths of time put together. Nothing here understands what is denied (claims.ts).
import { type ClockToken, clockAt, type LengthToken, lengthAt } from './clock.ts';
import { type DayToken, dayAt, dayNumber, weekdayOf } from './days.ts';
import { proseOfInvitation } from './invitations.ts';
import { withoutMarkup } from './markup.ts';
import { type OfficeZone, type ToldZone, zoneAt } from './zones.ts';

/** A moment as told. Several readings where the writing leaves it open; none where it contradicts itself (Friday, 31 March). */
export interface Told {
  /** Minutes since 1970 by the office's clock. */
  readonly readings: readonly number[];
  /** As written. */
  readonly words: string;
  /** An end that stands for itself (`until 17:00 today`), so that it may be that of something else. */
  readonly isAlone?: true;
}

export interface ToldTimes {
  readonly starts: readonly Told[];
  readonly ends: readonly Told[];
  /** Each day that is named, with or without a time: minutes of its midnight. */
  readonly days: readonly Told[];
  /** A time of day is told, and no day at all. */
  readonly dayless: boolean;
  /** Everything that was read, as written, with the small words before it. */
  readonly written: readonly string[];
}

/** Whose clock a text without zones is about, and when it was written. */
export interface Here extends OfficeZone {
  /** The day on which it was written, `2026-03-26`: what `Tuesday` and `31 March` are counted from. */
  readonly day: string;
  /** A day is asked for and no time of day: `20.03.` is one. */
  readonly isDay?: boolean;
}

/**
 * All moments of a text.
 *
 * - A time of day belongs to the day that touches it, else to the last one before it in its sentence, else to the first one behind it there, else
 *   to the nearest day before, else behind. Two days with `or`, `and` or `/` between them are both told.
 * - A weekday beside a date has to agree with it.
 * - `13:15-14:00`, `from … to …`, `between … and …`, `… until …`, `Start: … End: …` tell a start and an end; so do `for 45 minutes`, `(45 min)`.
 * - `before`, `by`, `after`, `since` and `latest` tell no moment, nor do they before its day: they are bounds of something.
 * - What goes from one day to another at the same hours (`Mon-Fri 9:00-17:00`) tells no moment either, nor do `working hours (9:00-17:00)`: those
 *   are hours of an office.
 * - `moved from X to Y` tells Y.
 */
export function toldTimes(text: string, here: Here): ToldTimes {
  const plain = plainText(text);
  const tokens = tokensOf(plain, here);
  // Who pours out times tells none of them.
  if (tokens.length > MOST) return { starts: [], ends: [], days: [], dayless: false, written: [] };
  return put(tokens, plain, here);
}

/** The same text in one spelling, as `written` is taken from. */
export function plainText(text: string): string {
  return proseOfInvitation(withoutMarkup(text.normalize('NFKC')))
    .replace(/\p{Cf}/gu, '')
    .replace(/[*`]|__/gu, '')
    .replace(/[-=]>|[→⟶\u2010-\u2015\u2212]/gu, '-')
    .replace(/[’‘]/gu, "'")
    .replace(/[^\S\n]+/gu, ' ');
}

const MOST = 400;

type Token = DayToken | ClockToken | LengthToken;

function tokensOf(text: string, { day, isDay = false, ...zone }: Here): readonly Token[] {
  const today = dayNumber(day) ?? 0;
  const tokens: Token[] = [];
  let at = 0;
  while (at < text.length && tokens.length <= MOST) {
    if (!BEGINS.test(text.slice(at, at + 9))) {
      at = passed(text, at);
      continue;
    }
    const last = tokens.at(-1);
    const isClose = last !== undefined && /^[\s,;()|@-]{0,4}$/u.test(text.slice(last.to, at));
    const lead = leadOf(text, at);
    const token =
      dayAt({
        text,
        at,
        today,
        expected:
          (isDay && /^\d{1,2}\.\s?\d{1,2}\./u.test(text.slice(at, at + 7))) ||
          (isClose && last.kind === 'day' && last.weekday !== undefined) ||
          /^(?:on|the|am|dated?|day)$/u.test(lead),
      }) ??
      clockAt({
        text,
        at,
        ...zone,
        expected: (isClose && last.kind !== 'length') || EXPECTS.test(lead),
        isUpTo: last?.kind === 'clock' && /^\s?(?:-|to|until|till)\s?$/u.test(text.slice(last.to, Math.min(at, last.to + 9))),
      }) ??
      lengthAt(text, at);
    if (token !== undefined) tokens.push(token);
    at = token?.to ?? passed(text, at);
  }
  return tokens;
}

/** What a day, a time or a length of time begins with. */
const BEGINS =
  /^(?:\d|(?:mon|tue|wed|thu|fri|sat|sun|jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec|next|last|past|this|coming|today|tomorrow|yesterday|the |day |noon|mid|an? |half|quarter|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|twenty|fifteen|thirty|forty|ninety))/iu;

/** Words, ids and numbers are passed over whole: there is no day in MSG-2026-03-31, and no time in UTC+02:00. */
function passed(text: string, at: number): number {
  return at + (PASSED.exec(text.slice(at, at + 200))?.[0].length ?? 1);
}

const PASSED = /^(?:[^\p{L}\p{N}]+|\p{L}[\p{L}\p{N}]*(?:[-_+]\p{N}[\p{L}\p{N}:.]*)*|\p{N}+(?:[.,:/'_-]\p{N}+)*[\p{L}\p{N}]*)/u;
/** The small word before a place, with a colon or not. */
const LEAD = /(\p{L}+|@)[\s:=|]*$/u;
const EXPECTS = /^(?:at|from|to|until|till|between|and|or|by|before|after|since|starts?|starting|begins?|ends?|ending|time|um|@)$/u;
const BOUND = /(?:^|[^\p{L}])(?:before|by|after|since|latest|earliest|past|later than|deadline)(?: at| on)?[\s:=|]*$/iu;
const ENDS = /(?:^|[^\p{L}])(?:until|till|ends?|ending|finish|finishes|finishing|through|bis)(?: at| on| time)?[\s:=|]*$/iu;

function leadOf(text: string, at: number): string {
  return LEAD.exec(before(text, at))?.[1]?.toLowerCase() ?? '';
}

function before(text: string, at: number): string {
  return text.slice(Math.max(0, at - 24), at);
}

/** Days that stand together are one, and have to agree: `Tuesday, 31 March`, `31 March (Tuesday)`. */
function mergedDays(tokens: readonly Token[], text: string): readonly DayToken[] {
  const merged: DayToken[] = [];
  for (const token of tokens) {
    if (token.kind !== 'day') continue;
    const last = merged.at(-1);
    if (last !== undefined && standTogether(last, token, text)) merged[merged.length - 1] = together(last, token);
    else merged.push(token);
  }
  return merged;
}

function standTogether(a: DayToken, b: DayToken, text: string): boolean {
  // Between two weekdays a dash is "to".
  const isWeekdayOfDate = (a.weekday === undefined) !== (b.weekday === undefined);
  return (isWeekdayOfDate ? /^[ ,(|-]{0,3}(?:on |the )?$/u : /^[ ,(|]{0,3}$/u).test(text.slice(a.to, b.from));
}

function together(a: DayToken, b: DayToken): DayToken {
  const date = a.weekday === undefined ? a : b;
  const other = date === a ? b : a;
  const days = date.days.filter((day) => (other.weekday === undefined ? other.days.includes(day) : weekdayOf(day) === other.weekday));
  return { kind: 'day', from: a.from, to: b.to, days };
}

/** A time of day with the ones up to which it goes. */
interface Span {
  readonly start: ClockToken;
  readonly ends: readonly ClockToken[];
  /** It stands behind `until`, and its start has a day of its own or is not told. */
  readonly isEnd: boolean;
  readonly to: number;
}

function spansOf(clocks: readonly ClockToken[], days: readonly DayToken[], text: string): readonly Span[] {
  // With # for each day.
  const between = (a: ClockToken | undefined, b: ClockToken | undefined) =>
    a === undefined || b === undefined
      ? ''
      : days
          .filter(({ from, to }) => from >= a.to && to <= b.from)
          .reduceRight((gap, { from, to }) => `${gap.slice(0, from - a.to)}#${gap.slice(to - a.to)}`, text.slice(a.to, b.from))
          .toLowerCase();
  const isBetween = (clock: ClockToken) =>
    [clock, leadingDay(clock, days, text)].some((token) => token !== undefined && leadOf(text, token.from) === 'between');
  const goesTo = (from: ClockToken | undefined, to: ClockToken | undefined, gap = between(from, to)) =>
    (from !== undefined && isBetween(from) ? AND : TO).test(gap);
  // `from 22:00 on Friday to 6:00 on Saturday`
  const goesToDay = (from: ClockToken | undefined, to: ClockToken | undefined) =>
    ON.test(between(from, to)) && goesTo(from, to, between(from, to).replace(ON, ''));
  const spans: Span[] = [];
  for (let i = 0; i < clocks.length; ) {
    const start = clocks[i] as ClockToken;
    i += 1;
    const lead = before(text, leadingDay(start, days, text)?.from ?? start.from);
    if (BOUND.test(before(text, start.from)) || BOUND.test(lead)) continue;
    const since = Math.max(0, start.from - 80, clocks[i - 2]?.to ?? 0);
    if ((goesTo(start, clocks[i]) || goesToDay(start, clocks[i])) && MOVED.test(text.slice(since, start.from))) continue;
    const ends: ClockToken[] = [];
    while (ends.length === 0 ? goesTo(start, clocks[i]) : OR.test(between(clocks[i - 1], clocks[i])) && !goesTo(clocks[i], clocks[i + 1])) {
      ends.push(clocks[i] as ClockToken);
      i += 1;
    }
    if (HOURS.test(text.slice(Math.max(0, start.from - 80), start.from)) || EVERY_DAY.test(text.slice((ends.at(-1) ?? start).to))) continue;
    spans.push({
      start,
      ends,
      isEnd: ends.length === 0 && (ENDS.test(before(text, start.from)) || ENDS.test(lead) || goesToDay(spans.at(-1)?.start, start)),
      to: (ends.at(-1) ?? start).to,
    });
  }
  return spans;
}

/** The day right before a time of day, `Monday, 30 March,` before `12:00`. */
function leadingDay({ from }: ClockToken, days: readonly DayToken[], text: string): DayToken | undefined {
  const last = days.findLast((day) => day.to <= from);
  return last !== undefined && TOUCHES.test(text.slice(last.to, from)) ? last : undefined;
}

/** `our working hours (9:00-17:00)`, `on weekdays from 9:00 to 17:00` are those of an office. */
const HOURS =
  /(?<!\p{L})(?:(?:working|office|business|opening) (?:hours|times?)|weekdays|workdays|working days|every day|daily)[\s(:]{0,3}(?:(?:are|of|from|between)\s){0,2}$|\([^()\n]{0,60}(?:working|office|business|opening) hours, $/iu;
const EVERY_DAY = /^[\s,]{0,2}(?:on (?:weekdays|workdays|working days)|every day|daily)(?!\p{L})/iu;
const TO =
  /^[\s,.;)]*(?:\n\d[.)] ?)?(?:[-~]|to|until|till|through|\/|\||ends?(?: at| time)?:?|finish(?:es|ing)?(?: at)?:?|bis)[\s,:|]*(?:#[\s,:|]*)?(?:at |the )?$/u;
const OR = /^\s?(?:or|\/)\s?(?:to |until |till )?(?:# ?)?$/u;
const ON = /^\s(?:on\s)?\(?#/u;
const AND = /^[\s,)]*(?:-|to|until|till|and)\s*(?:#\s*)?(?:at )?$/u;
/** Not `moved to Tuesday, from 13:15 to 14:00`. */
const MOVED =
  /(?:moved|moves|move|rescheduled|postponed|shifted|changed|brought forward|put off)\b(?:(?!\bto\b)[^.!?\n]){0,40}\bfrom\b[^.!?\n]{0,30}$/iu;

/** The days that a span belongs to; more than one where they are joined by `or`, none where the text names no day. */
function daysOf({ start, to }: Span, days: readonly DayToken[], text: string): readonly DayToken[] {
  const ahead = days.findLast((day) => day.to <= start.from);
  const behind = days.find((day) => day.from >= to);
  const around = [
    ...(ahead === undefined ? [] : [{ day: ahead, gap: text.slice(ahead.to, start.from) }]),
    ...(behind === undefined ? [] : [{ day: behind, gap: text.slice(to, behind.from) }]),
  ];
  const chosen = around.find(({ gap }) => TOUCHES.test(gap)) ?? around.find(({ gap }) => !SENTENCE.test(gap)) ?? around[0];
  if (chosen === undefined) return [];
  const joined = [chosen.day];
  const at = days.indexOf(chosen.day);
  for (let i = at; isJoined(days[i - 1], days[i], text); i -= 1) joined.push(days[i - 1] as DayToken);
  for (let i = at; isJoined(days[i], days[i + 1], text); i += 1) joined.push(days[i + 1] as DayToken);
  return joined;
}

const TOUCHES = /^[\s,;:(|@-]{0,4}(?:(?:from|at|between|starting|starts at|on|um|the)\s)?[\s:(|]{0,3}$/iu;
const SENTENCE = /\n|[.!?]\s/u;

function isJoined(a: DayToken | undefined, b: DayToken | undefined, text: string): boolean {
  return a !== undefined && b !== undefined && /^[\s,]{0,2}(?:or|and|&|\/)\s?(?:on |the )?$/iu.test(text.slice(a.to, b.from));
}

/** `Mon-Fri`, `from Monday to Wednesday`, `30 March - 1 April` */
function isRange(a: DayToken, b: DayToken, text: string): boolean {
  return /^\s{0,2}(?:-|to|through|until|till|bis)\s?$/iu.test(text.slice(a.to, b.from));
}

/** Minutes since 1970 by the office's clock, whatever zone was said. */
function readings({ days }: DayToken, { minutes }: ClockToken, zone: ToldZone | undefined, { offset }: OfficeZone): readonly number[] {
  if (zone === 'unknown') return [];
  const shift = typeof zone === 'number' ? offset - zone : 0;
  return days.flatMap((day) => minutes.map((minute) => day * 1440 + minute + shift));
}

/** The end is the first such time of day behind the start, unless a day of its own stands before it. */
function endReadings(starts: readonly number[], ends: readonly number[], hasOwnDay: boolean): readonly number[] {
  if (hasOwnDay) return ends;
  return starts.flatMap((start) => ends.map((end) => start + ((((end - start) % 1440) + 1440) % 1440 || 1440)));
}

/** Whether a length of time is how long the thing lasts: not `15 minutes before`. */
function isLasting({ from, to }: LengthToken, clocks: readonly ClockToken[], text: string): boolean {
  if (/^\s(?:before|earlier|early|later|late|ago|after|break|in advance|notice)(?!\p{L})/iu.test(text.slice(to, to + 16))) return false;
  const last = clocks.findLast((clock) => clock.to <= from);
  return (
    (/^(?:-|\s)(?:kick-?off|meeting|call|appointment|session|slot|workshop)(?!\p{L})/iu.test(text.slice(to, to + 16)) &&
      /\d[\s-](?:min(?:ute)?|hour)$/iu.test(text.slice(from, to))) ||
    (last !== undefined && /^[\s,;(|-]{0,4}$/u.test(text.slice(last.to, from))) ||
    (/(?<!\p{L})(?:it|meeting|kick-?off|call|appointment|session|slot|workshop)(?: is| will be|'s) $/iu.test(before(text, from)) &&
      /^(?: long| in length)?\s?(?:$|[.,;)\n])/iu.test(text.slice(to, to + 12))) ||
    /(?<!\p{L})(?:for|lasts?|lasting|takes?|taking|(?:duration|length)(?: of (?:the|this) \p{L}{1,20})?|runs?|or)(?: is| of| an| a)?[\s:|=]*$/iu.test(
      text.slice(Math.max(0, from - 48), from),
    )
  );
}

/** `Time zone: UTC` holds for all times that have none of their own. */
const LABEL = /(?<!\p{L})(?:time ?zone|all times(?: are)?(?: in)?)[\s:|=(]{1,4}/iu;

function put(tokens: readonly Token[], text: string, here: Here): ToldTimes {
  const days = mergedDays(tokens, text);
  const clocks = tokens.filter((token) => token.kind === 'clock');
  const starts: Told[] = [];
  const ends: Told[] = [];
  let dayless = false;
  const label = LABEL.exec(text);
  const labelled = label === null ? undefined : zoneAt({ text, zone: here.zone, offset: here.offset }, label.index + label[0].length)?.zone;
  for (const span of spansOf(clocks, days, text)) {
    const own = daysOf(span, days, text);
    if (own.some((day) => days.some((other) => isRange(day, other, text) || isRange(other, day, text)))) continue;
    if (own.length === 0) dayless = true;
    for (const day of own) {
      const zone = span.start.zone ?? span.ends[0]?.zone ?? labelled;
      const start = readings(day, span.start, zone, here);
      const told = { readings: start, words: short(text, day, span.start) };
      if (span.isEnd) ends.push({ ...told, isAlone: true });
      else starts.push(told);
      for (const end of span.ends) {
        const endDay = days.findLast(({ from, to }) => from >= span.start.to && to <= end.from);
        const until = readings(endDay ?? day, end, end.zone ?? zone, here);
        ends.push({ readings: endReadings(start, until, endDay !== undefined), words: short(text, endDay ?? day, end) });
      }
    }
  }
  for (const length of tokens.filter((token) => token.kind === 'length')) {
    if (!isLasting(length, clocks, text)) continue;
    const words = text.slice(length.from, length.to);
    ends.push(...starts.map((start) => ({ readings: start.readings.map((minute) => minute + length.minutes), words })));
  }
  const named = days.map((day) => ({ readings: day.days.map((one) => one * 1440), words: text.slice(day.from, day.to) }));
  return { starts, ends, days: named, dayless, written: writtenOf(tokens, text) };
}

function short(text: string, day: DayToken, clock: ClockToken): string {
  return `${text.slice(day.from, day.to)} ${text.slice(clock.from, clock.to)}`.replace(/\s+/gu, ' ');
}

/** Each token and each run of tokens, with the small words before it: `on Monday at 15:00`. */
function writtenOf(tokens: readonly Token[], text: string): readonly string[] {
  const names = new Set<string>();
  let from = -1;
  let to = -1;
  const add = (start: number, end: number) => {
    const lead = /(?<!\p{L})(?:(?:on|at|from|the|by|for)\s){1,2}$/iu.exec(text.slice(Math.max(0, start - 12), start))?.[0].length ?? 0;
    for (const begin of [start, start - lead]) names.add(text.slice(begin, end));
  };
  for (const token of tokens) {
    const joins =
      to !== -1 &&
      token.from - to < 12 &&
      /^[\s,(]*(?:(?:at|from|to|until|till|on|for|between|and|-)\s?)?[\s(]*$/iu.test(text.slice(to, token.from));
    if (!joins) {
      if (from !== -1) add(from, to);
      from = token.from;
    }
    to = token.to;
    add(token.from, token.to);
  }
  if (from !== -1) add(from, to);
  return [...names];
}
