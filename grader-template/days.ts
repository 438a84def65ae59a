// Days as people write them, found where they begin in a text. A day is a number: days since 1970.

/** A day that stands in a text. */
export interface DayToken {
  readonly kind: 'day';
  readonly from: number;
  readonly to: number;
  /** Which day it may be: several where the writing leaves it open (3/4), none where there is no such day (32 March). */
  readonly days: readonly number[];
  /** Beside a day of the month, the weekday that it is said to be, 0 for Sunday; the two have to agree. */
  readonly weekday?: number;
}

/** Where in the text it is read, and from which day on days are counted. */
export interface DayPlace {
  readonly text: string;
  readonly at: number;
  readonly today: number;
  /** A weekday or `on` stands right before it: what could be a number is a day. */
  readonly expected: boolean;
}

/**
 * The day that begins at a place; undefined where none does.
 *
 * | text | day |
 * |---|---|
 * | `2026-03-31`, `2026/03/31`, `31.03.2026`, `31.3.26`, `31-03-2026`, `31 March 2026`, `31st of March`, `Mar 31, 2026`, `March 31st` | that day; without a year the nearest one, or the next where that is two months over |
 * | `31/3`, `3/31/2026` | that day; `3/4` is 3 April or 4 March: either will do |
 * | `31.3.`, `31.03`, `the 31st` | that day behind a weekday or `on`; elsewhere only `31.3.` and `31.03.`, which are no times of day |
 * | `Tuesday`, `Tue`, `this Tuesday` | the next one; on a Tuesday also today |
 * | `next Tuesday` | the next one or the one after it: people mean either |
 * | `Tuesday next week`, `next week Tuesday` | that of the week after this one, which begins on Monday |
 * | `today`, `tomorrow`, `the day after tomorrow`, `yesterday`, `last Tuesday` | that day |
 */
export function dayAt(place: DayPlace): DayToken | undefined {
  for (const [pattern, read] of WRITINGS) {
    const found = pattern.exec(place.text.slice(place.at, place.at + LONGEST));
    const day = found === null ? undefined : read(found, place);
    if (found !== null && day !== undefined) return { kind: 'day', from: place.at, to: place.at + found[0].length, ...day };
  }
  return undefined;
}

/** The number of a day, `2026-03-31`; undefined where there is no such day. */
export function dayNumber(text: string): number | undefined {
  const [year = '', month = '', day = ''] = text.split('-');
  return numberOf(Number(year), Number(month), Number(day));
}

/** 0 for Sunday. The first day of 1970 was a Thursday. */
export function weekdayOf(day: number): number {
  return (((day + 4) % 7) + 7) % 7;
}

/** No writing is longer: what is looked at is bounded. */
const LONGEST = 64;

type Read = (found: RegExpExecArray, place: DayPlace) => Pick<DayToken, 'days' | 'weekday'> | undefined;

const MONTHS = 'jan feb mar apr may jun jul aug sep oct nov dec'.split(' ');
const MONTH =
  '(jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)(?!\\p{L})\\.?';
const WEEKDAYS = 'sun mon tue wed thu fri sat'.split(' ');
const WEEKDAY = '(sunday|monday|tuesday|wednesday|thursday|friday|saturday)s?(?!\\p{L})';
/** Short ones are words as well: `sat`, `sun`, `wed`. So they are capital, or stand before a number. */
const SHORT =
  '(Sun|Mon|Tues?|Wed|Thu(?:rs?)?|Fri|Sat|SUN|MON|TUES?|WED|THU(?:RS?)?|FRI|SAT|(?:sun|mon|tues?|wed|thu(?:rs?)?|fri|sat)(?=[.,]{0,2} ?\\d))(?![\\p{L}\\p{N}])\\.?';
/** Not the hour that follows the day. */
const NO_HOUR = "(?!\\d|[:.h]\\d|\\s?(?:[ap]\\.?m|hrs?|hours|h|uhr|o'clock)(?!\\p{L}))";
const YEAR = `(?:,?\\s?((?:19|20)\\d{2})${NO_HOUR})?`;

/** Not what is counted: `the 2nd reminder` is no day. */
const NO_ROW =
  '(?! (?:attempt|call|draft|edition|floor|half|invoice|item|line|mail|message|notice|page|party|person|place|point|quarter|reminder|room|row|step|time|try|version)s?(?!\\p{L}))';

const WRITINGS: readonly (readonly [RegExp, Read])[] = [
  [/^(\d{4})([-/.])(\d{1,2})\2(\d{1,2})(?:T(?=\d)|(?!\d))/u, ([, y, , m, d]) => dated(d, m, y)],
  [/^(\d{1,2})\.\s?(\d{1,2})\.\s?(\d{4}|\d{2})(?![\d:]|[.]\d)/u, ([, d, m, y]) => dated(d, m, y)],
  [/^(\d{1,2})-(\d{1,2})-(\d{4})(?!\d)/u, ([, d, m, y]) => dated(d, m, y)],
  [
    /^(\d{1,2})\.\s?(\d{1,2})(\.?)(?![\d%]|[.,:]\d)/u,
    ([, d = '', m = '', dot], { expected, today }) => {
      const isTime = m.length === 2 && Number(d) < 24;
      return isMonth(m) && (expected || (dot === '.' && !isTime)) ? nearest(d, m, today) : undefined;
    },
  ],
  [/^(\d{1,2})\/(\d{1,2})\/(\d{4}|\d{2})(?![\d/])/u, ([, a, b, y]) => either(dated(a, b, y), dated(b, a, y))],
  [/^(\d{1,2})\/(\d{1,2})(?![\d/%])/u, ([, a, b], { today }) => either(nearest(a, b, today), nearest(b, a, today))],
  [
    new RegExp(`^(\\d{1,2})(?:st|nd|rd|th)?[\\s.-]{0,2}(?:(?:day )?of )?${MONTH}${YEAR.replace(',?', '[,-]?')}`, 'iu'),
    ([, d, m, y], { today }) => named(d, m, y, today),
  ],
  [
    new RegExp(`^${MONTH}[\\s-](?:the )?(\\d{1,2})(?:st|nd|rd|th)?${NO_HOUR}${YEAR}`, 'iu'),
    ([, m, d, y], { today }) => named(d, m, y, today),
  ],
  [
    new RegExp(`^(?:the )?(\\d{1,2})(?:st|nd|rd|th)(?![\\p{L}\\p{N}])${NO_ROW}`, 'iu'),
    ([, d], { expected, today }) => (expected ? ofMonth(Number(d), today) : undefined),
  ],
  [/^(?:the )?day after tomorrow(?!\p{L})/iu, (_, { today }) => ({ days: [today + 2] })],
  [/^tomorrow(?!\p{L})/iu, (_, { today }) => ({ days: [today + 1] })],
  [/^today(?!\p{L})/iu, (_, { today }) => ({ days: [today] })],
  [/^yesterday(?!\p{L})/iu, (_, { today }) => ({ days: [today - 1] })],
  ...[
    new RegExp(`^(?:(last|past|next|this|coming|next week(?: on)?),? )?${WEEKDAY}(?: (?:of )?(next week))?`, 'iu'),
    new RegExp(`^(?:(last|past|next|this|coming|next week(?: on)?),? )?${SHORT}(?: (?:of )?(next week))?`, 'u'),
  ].map((pattern): readonly [RegExp, Read] => [
    pattern,
    ([, before = '', name = '', week], { today }) => weekday(name, week ?? before, today),
  ]),
];

function weekday(name: string, which: string, today: number): Pick<DayToken, 'days' | 'weekday'> {
  const wanted = WEEKDAYS.indexOf(name.slice(0, 3).toLowerCase());
  const ahead = (wanted - weekdayOf(today) + 7) % 7;
  const said = which.toLowerCase();
  if (said.startsWith('next week')) return { days: [today - ((weekdayOf(today) + 6) % 7) + 7 + ((wanted + 6) % 7)], weekday: wanted };
  if (said === 'last' || said === 'past') return { days: [today + ahead - 7], weekday: wanted };
  const coming = ahead === 0 ? [today, today + 7] : [today + ahead];
  return { days: said === 'next' ? [...coming, today + ahead + 7] : coming, weekday: wanted };
}

/** With a year, of two digits or four. */
function dated(day = '', month = '', year = ''): { readonly days: readonly number[] } {
  const number = numberOf(Number(year.length === 2 ? `20${year}` : year), Number(month), Number(day));
  return { days: number === undefined ? [] : [number] };
}

/** Without a year: the nearest such day, and where that is long over also the next one. */
function nearest(day = '', month = '', today: number): { readonly days: readonly number[] } {
  const year = new Date(today * DAY).getUTCFullYear();
  const found = [year - 1, year, year + 1].flatMap((one) => numberOf(one, Number(month), Number(day)) ?? []);
  const [first] = [...found].sort((a, b) => Math.abs(a - today) - Math.abs(b - today));
  const next = found.find((one) => one > today);
  if (first === undefined) return { days: [] };
  return { days: first < today - 60 && next !== undefined ? [first, next] : [first] };
}

function named(day = '', month = '', year: string | undefined, today: number): { readonly days: readonly number[] } {
  const number = String(MONTHS.indexOf(month.slice(0, 3).toLowerCase()) + 1);
  return year === undefined ? nearest(day, number, today) : dated(day, number, year);
}

/** The next day with that number. */
function ofMonth(day: number, today: number): { readonly days: readonly number[] } {
  const ahead = Array.from({ length: 62 }, (_, by) => today + by);
  return { days: ahead.filter((one) => new Date(one * DAY).getUTCDate() === day).slice(0, 1) };
}

/** Two readings of which one is no day leave the other; where neither is one it is no date at all (a share, 24/7). */
function either(
  a: { readonly days: readonly number[] },
  b: { readonly days: readonly number[] },
): { readonly days: readonly number[] } | undefined {
  const days = [...new Set([...a.days, ...b.days])];
  return days.length === 0 ? undefined : { days };
}

function isMonth(text: string): boolean {
  return Number(text) >= 1 && Number(text) <= 12;
}

const DAY = 86_400_000;

function numberOf(year: number, month: number, day: number): number | undefined {
  const time = new Date(Date.UTC(year, month - 1, day));
  const exists = year >= 1000 && time.getUTCMonth() === month - 1 && time.getUTCDate() === day;
  return exists ? time.getTime() / DAY : undefined;
}
