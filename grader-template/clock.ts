// Times of day and lengths of time as people write them, found where they begin in a text. Minutes are since midnight.
import { type OfficeZone, type ToldZone, zoneAt } from './zones.ts';

/** A time of day that stands in a text. */
export interface ClockToken {
  readonly kind: 'clock';
  readonly from: number;
  readonly to: number;
  /** Two where nothing says which half of the day is meant (1:15). */
  readonly minutes: readonly number[];
  readonly zone?: ToldZone;
}

/** A length of time that stands in a text. */
export interface LengthToken {
  readonly kind: 'length';
  readonly from: number;
  readonly to: number;
  readonly minutes: number;
}

export interface ClockPlace extends OfficeZone {
  readonly text: string;
  readonly at: number;
  /** A day or a word such as `at` stands right before it: what could be a number is a time. */
  readonly expected: boolean;
  /** It ends what another time of day begins: `13:15-14`. */
  readonly isUpTo?: boolean;
}

/**
 * The time of day that begins at a place; undefined where none does.
 *
 * | text | time |
 * |---|---|
 * | `13:15`, `13:15:00`, `13h15`, `1315 hrs`, `13:15 h`, `13.15 Uhr`, `1:15 pm`, `1.15 p.m.`, `a quarter past one pm`; `1 pm` | 13:15; 13:00 |
 * | `13.15` | 13:15 behind a day or a word such as `at`, `from`, `to`, and before no unit: `13.15 EUR` is an amount |
 * | `1:15`, `one o'clock`, `half past one` | in either half of the day; `01:15` only at night, `in the afternoon` settles it |
 * | `ten to one` | 12:50 where a time is to be expected as above; elsewhere it may count something |
 * | `14`, `14h` behind `13:15-` | 14:00 |
 * | `noon`, `midnight` | 12:00, 0:00 or 24:00 |
 * | a zone behind it | zones.ts |
 */
export function clockAt(place: ClockPlace): ClockToken | undefined {
  const { text, at, expected, isUpTo = false } = place;
  const here = text.slice(at, at + LONGEST);
  for (const { pattern, minutes, needs } of CLOCKS) {
    const found = pattern.exec(here);
    if (found === null) continue;
    const [hoursMark = '', hours = ''] = HOURS_MARK.exec(here.slice(found[0].length)) ?? [];
    const [halfMark = '', half = ''] = HALF_MARK.exec(here.slice(found[0].length + hoursMark.length)) ?? [];
    const isMarked = needs === 'hours' ? hours !== '' : half !== '' || /^[uo]/iu.test(hours);
    const fits =
      needs === 'nothing' ||
      isMarked ||
      RANGES[needs]?.test(here) ||
      (needs === 'context' && (expected || hours !== '')) ||
      (isUpTo && UP_TO.test(here));
    const told = fits ? inHalf(minutes(found), half, !/^0/u.test(found[0])) : [];
    if (told.length === 0) continue;
    const to = at + found[0].length + hoursMark.length + halfMark.length;
    const zone = zoneAt(place, to);
    return { kind: 'clock', from: at, to: zone?.to ?? to, minutes: told, ...(zone && { zone: zone.zone }) };
  }
  return undefined;
}

/** The length of time that begins at a place: `45 min`, `1h 30m`, `1.5 hours`, `an hour and a half`, `three quarters of an hour`. */
export function lengthAt(text: string, at: number): LengthToken | undefined {
  for (const [pattern, minutes] of LENGTHS) {
    const found = pattern.exec(text.slice(at, at + LONGEST));
    if (found !== null) return { kind: 'length', from: at, to: at + found[0].length, minutes: minutes(found) };
  }
  return undefined;
}

/** No writing is longer: what is looked at is bounded. */
const LONGEST = 64;

interface ClockWriting {
  readonly pattern: RegExp;
  readonly minutes: (found: RegExpExecArray) => number;
  /** What has to stand with it: `pm`, `o'clock` or `Uhr`, or in its place `hrs`; or a place where a time is to be expected. */
  readonly needs: 'nothing' | 'half' | 'hours' | 'context';
}

const NUMBERS = 'zero one two three four five six seven eight nine ten eleven twelve'.split(' ');
const NAMED: { readonly [word: string]: number } = {
  an: 1,
  quarter: 15,
  half: 30,
  threequarters: 45,
  fifteen: 15,
  twenty: 20,
  twentyfive: 25,
  thirty: 30,
  forty: 40,
  fortyfive: 45,
  sixty: 60,
  ninety: 90,
};
const HOURS = NUMBERS.slice(1).join('|');
/** What stands behind a number without a blank is a mark of the hour or a unit: `1pm`, `10km`. */
const HOUR = `(${HOURS}|\\d{1,2})(?!\\d|[.,:]\\d)(?:(?!\\p{L})|(?=(?:[ap]\\.?m|h|uhr)(?!\\p{L})))`;
const FEW_MINUTES = '\\d{1,2}|five|ten|twenty(?:[- ]five)?';
const WORDS = 'eur|usd|gbp|chf|jpy|euros?|dollars?|pounds?|percent|per|each|kg|g|km|m|cm|l|gb|mb|kwh|pcs|points?|million|k';
/** Behind what is an amount, a share, a version, and no time. */
const NO_AMOUNT = `(?![\\d%€$£¥]|[.,:]\\d|\\s?(?:[€$£¥%]|(?:${WORDS})(?!\\p{L})))`;

const CLOCKS: readonly ClockWriting[] = [
  { pattern: /^(\d{1,2}):(\d{2})(?::[0-5]\d(?:[.,]\d{1,9})?)?(?![\d%]|:\d)/u, minutes: byDigits, needs: 'nothing' },
  { pattern: /^(\d{1,2})h(\d{2})(?![\p{L}\d])/iu, minutes: byDigits, needs: 'nothing' },
  { pattern: new RegExp(`^(\\d{1,2})\\.(\\d{2})${NO_AMOUNT}`, 'iu'), minutes: byDigits, needs: 'context' },
  { pattern: /^([01]\d|2[0-4])([0-5]\d)(?!\d|[.,:]\d)/u, minutes: byDigits, needs: 'hours' },
  { pattern: /^(?:12 )?(?:noon|midday)(?!\p{L})/iu, minutes: () => 720, needs: 'nothing' },
  { pattern: /^(?:(?:12 )?midnight|(?:12|twelve) at night)(?!\p{L})/iu, minutes: () => 0, needs: 'nothing' },
  { pattern: new RegExp(`^${HOUR}`, 'iu'), minutes: ([, hour]) => 60 * counted(hour), needs: 'half' },
  { pattern: besides(`quarter|(?:${FEW_MINUTES})(?= min)|(?:half|${FEW_MINUTES})(?= past )`), minutes: byParts, needs: 'nothing' },
  { pattern: besides(FEW_MINUTES), minutes: byParts, needs: 'context' },
];

/** `1-2 pm`, `1315-1400 hrs`: what stands with the second holds for the first. */
const RANGES: { readonly [needs in ClockWriting['needs']]?: RegExp } = {
  half: /^\d{1,2}\s?(?:-|to|until|till)\s?\d{1,2}(?:[:.]\d{2})?\s?(?:[ap]\.?m|uhr|o'clock)(?!\p{L})/iu,
  hours: /^\d{4}\s?(?:-|to|until|till)\s?\d{4}\s?(?:hrs|hours|h|uhr)(?!\p{L})/iu,
};

/** A bare hour, and nothing of which there are so many. */
const UP_TO = /^\d{1,2}(?:\s?(?:h|hrs|hours))?(?=[\s,;)]*(?:$|[\n.(]|(?:on|in|at|CEST|CET|UTC|GMT)(?!\p{L})))/u;

const HOURS_MARK = /^\s?(hrs|hours?|h|uhr|o'clock)(?![\p{L}\d])/iu;
const HALF_MARK = /^\s?([ap]\.m\.|[ap]\.?m(?![\p{L}\d])|in the (?:morning|afternoon|evening)|at night)/iu;

function byDigits([, hour = '', minute = '']: RegExpExecArray): number {
  const [hours, minutes] = [Number(hour), Number(minute)];
  return minutes > 59 ? Number.NaN : hours * 60 + minutes;
}

/** `a quarter past one`, `10 minutes to one` */
function besides(part: string): RegExp {
  return new RegExp(`^(?:a )?(${part})(?: min(?:ute)?s?)? (past|after|to|before) ${HOUR}`, 'iu');
}

function byParts([, part = '', side = '', hour]: RegExpExecArray): number {
  return 60 * counted(hour) + (/past|after/iu.test(side) ? 1 : -1) * counted(part);
}

/** `one`, `13`, `1,5`, `twenty-five`, `a quarter` of an hour in minutes */
function counted(number = ''): number {
  const plain = number.toLowerCase().replace(',', '.').replace(/[- ]/u, '');
  const at = NUMBERS.indexOf(plain);
  return at === -1 ? (NAMED[plain] ?? Number(plain)) : at;
}

/** What a time is in the half of the day that is said, else in both where it could be either. None where there is no such time. */
function inHalf(minutes: number, half: string, isOpen: boolean): readonly number[] {
  if (!(minutes >= 0 && minutes <= 1440)) return [];
  const hour = Math.floor(minutes / 60);
  const isEarly = /a\.?m|morning/iu.test(half) || (/night/iu.test(half) && (hour < 5 || hour === 12));
  if (isEarly) return hour === 12 ? [minutes - 720] : hour > 12 ? [] : [minutes];
  if (half !== '') return [hour < 12 ? minutes + 720 : minutes];
  if (minutes === 0 || minutes === 1440) return [0, 1440];
  return hour >= 12 || !isOpen ? [minutes] : [minutes, minutes + 720];
}

const MINUTES = 'five|ten|fifteen|twenty(?:[- ]five)?|thirty|forty(?:[- ]?five)?|sixty|ninety';

const LENGTHS: readonly (readonly [RegExp, (found: RegExpExecArray) => number])[] = [
  [
    new RegExp(
      `^(\\d{1,3}(?:[.,]\\d{1,2})?|an|${HOURS})(?: and a (half|quarter))?[\\s-]?(?:hours?|hrs?|h)(?!\\p{L})` +
        `(?: and a (half|quarter)(?!\\p{L})|(?:\\s|,|and){0,5}(\\d{1,2}|${MINUTES})[\\s-]?(?:minutes?|mins?|m)(?!\\p{L}))?`,
      'iu',
    ),
    ([, hours = '', part, partBehind, minutes]) => Math.round(60 * counted(hours)) + counted(part ?? partBehind ?? minutes ?? '0'),
  ],
  [new RegExp(`^(\\d{1,3}|${MINUTES})[\\s-]?(?:minutes?|mins?)(?!\\p{L})`, 'iu'), ([, minutes = '']) => counted(minutes)],
  [/^(?:a )?(half|quarter|three[- ]quarters)(?: of)?(?: an)?[ -]hour(?!\p{L})/iu, ([, part = '']) => counted(part)],
];
