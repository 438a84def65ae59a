// Reading a number out of a text that is one, and all numbers out of any text: marks, signs, units. The only place that knows how
// numbers are written.

/** One way to read a text as a number. */
export interface Reading {
  readonly value: number;
  /** What stood with it, folded: `eur`, `%`, `h`; empty where nothing did. */
  readonly unit: string;
}

/**
 * The readings of a text that is one number, with a unit before or after it or none; empty for every other text. Two where the marks
 * can be read in two ways.
 *
 * | text | read as |
 * |---|---|
 * | `1,234.50`, `1.234,50`, `1 234,50`, `1'234.50`, `1_234.50` | 1234.5: of two kinds of mark the last is the decimal one |
 * | `1,234,567`, `1.234.567` | 1234567: a mark that comes twice parts thousands |
 * | `0.5`, `12,5`, `1234.567` | the mark is decimal |
 * | `1,234` and `1.234` | 1234 or 1.234: nobody can know, so either will do |
 * | `-5`, `−5`, `5-`, `(5)`, `(1,234.50)` | negative, as accountants write it |
 * | `€ 5`, `EUR 5`, `5€`, `12.5 %`, `3 h` | the unit is kept apart; before the number only currencies are one; `%` divides nothing |
 * | `10:30`, `1,01,0`, `10-12`, `1e5`, `10²`, `about 5`, `5 or 6`, `5 or more`, `5?`, `5 is wrong`, `5 million`, `5k`, `5 KEUR`, `` | no number |
 */
export function readNumber(text: string): readonly Reading[] {
  // 10² would become 102.
  if (/\p{No}/u.test(text)) return [];
  const folded = withoutDash(
    text
      .normalize('NFKC')
      .replace(/[\u2010-\u2015\u2212]/gu, '-')
      .replace(/\p{Cf}/gu, '')
      .replace(/\s+/gu, ' '),
  );
  const inBrackets = /^([^\d()]*)\(([^()]*)\)([^\d()]*)$/u.exec(folded);
  const inner = inBrackets === null ? folded : `${inBrackets[1]}${inBrackets[2]}${inBrackets[3]}`;
  const parts = /^(-?)\s*([^\d\s.,()+-]*)\s*([+-]?)\s*([.,]?\d(?:[\d.,'’_ ]*\d)?)\s*(-?)\s*([^\d\s.,()+-][^\d,()]*|)$/u.exec(inner);
  if (parts === null) return [];
  const [, first = '', before = '', sign = '', digits = '', last = '', after = ''] = parts;
  const minus = [first, sign, last].filter((mark) => mark === '-').length + (inBrackets === null ? 0 : 1);
  if (minus > 1 || (before !== '' && (after !== '' || !CURRENCIES.has(unitOf(before))))) return [];
  const unit = unitOf(before || after);
  if (NO_UNIT.test(unit)) return [];
  return valuesOf(digits).map((value) => ({ value: minus === 1 && value !== 0 ? -value : value, unit }));
}

/** `1250,- EUR` is 1250 EUR: a dash for no cents. */
function withoutDash(text: string): string {
  return text.replace(/(?<=\d)[.,][-\u2013\u2014]{1,2}(?=\s?(?:$|[€$£\p{L}]|[\s.;)]))/gu, '');
}

/** Words behind a number that make another one of it, or leave it open. */
const NO_UNIT =
  /^(?:k|[kmt](?:eur|usd|gbp|chf|[€$£])|mn|mio|bn|mrd|tsd|hundreds?|thousands?|millions?|billions?|dozens?)(?![\p{L}\p{N}])|(?<![\p{L}\p{N}])(?:or|oder|to|bis|not|nicht|isn't|isn’t|is|was|wrong|incorrect|false|more|less|fewer|plus|minus|times|maybe|perhaps)(?![\p{L}\p{N}])|[?*=+<>~≈]|\/ /u;

/** A number as it stands in a text. */
export interface NumberInText {
  /** Without a unit. */
  readonly written: string;
  readonly value: number;
}

/**
 * Every number in a text, by the readings of `readNumber`; a sign belongs to it where no word or digit stands before it. A unit may touch it
 * (`350.30EUR`, `EUR350.30`, `3h`); other letters make it a part of a word. Ids, dates and times hold none.
 */
export function numbersIn(text: string): readonly NumberInText[] {
  return [...text.normalize('NFKC').matchAll(NUMBERS)].flatMap(([, before = '', written = '', after = '']) =>
    areUnits(before, after) ? readNumber(written).map(({ value }) => ({ written, value })) : [],
  );
}

/** Whether the letters that touch a number are its unit. */
function areUnits(before: string, after: string): boolean {
  return (before === '' || CURRENCIES.has(unitOf(before))) && (after === '' || ATTACHED.test(after) || CURRENCIES.has(unitOf(after)));
}

const NUMBERS =
  /(?<![\p{L}\p{N}]|[\p{L}\p{N}][-.,_/]|\p{N}:)(\p{L}{3})?([-\u2212]?\p{Nd}+(?:[.,'’_ ]\p{Nd}+){0,8})(\p{L}{1,5})?(?![\p{L}\p{N}]|[-_/.,:]\p{N})/gu;

/** A number that a text names, with its unit. */
export interface Amount {
  readonly written: string;
  /** With its unit and what makes it inexact. */
  readonly words: string;
  /** Two where the marks can be read in two ways; none where it is another number than it looks (`5 million`, `1,01,0`). */
  readonly values: readonly number[];
  /** As `unitOf` has it; empty where it has none. */
  readonly unit: string;
  /** The few words behind it, the last one perhaps cut: where a unit of several words would stand. */
  readonly behind: string;
  /** Not `about 5`, `5 or more`, `up to 5`, `~5`. */
  readonly isExact: boolean;
}

/**
 * Every number that a text names with its unit, as `numbersIn` finds them. A number that is joined to the next one (`12 or 13 EUR`, `10-12 h`) has its unit.
 *
 * | text | amounts |
 * |---|---|
 * | `100 EUR`, `EUR 100`, `€100`, `100,00 €`, `100 euros` | 100 eur |
 * | `12 %`, `3 h`, `5 pcs` | with these units; of other words (`5 tickets`) the word is the unit |
 * | `about 100 EUR`, `~100 EUR`, `100 EUR or more` | not exact |
 * | `5 million EUR` | eur, and no value |
 */
export function amountsIn(text: string): readonly Amount[] {
  const plain = withoutDash(text.normalize('NFKC'));
  const found = [...plain.matchAll(NUMBERS)].flatMap((match) => {
    const [all, before = '', written = '', after = ''] = match;
    if (!areUnits(before, after)) return [];
    const start = match.index + before.length;
    const end = match.index + all.length;
    const left = plain.slice(Math.max(0, match.index - 24), match.index);
    const right = plain.slice(end, end + 40);
    // Two numbers with a space between: a year and an amount.
    const parts = readNumber(written).length === 0 && / /u.test(written) ? written.split(' ') : [written];
    return parts.map((part, i) => {
      const isLast = i === parts.length - 1;
      const unit = unitAround(i === 0 ? before : '', i === 0 ? left : '', isLast ? after : '', isLast ? right.replace(MAGNITUDE, '') : '');
      const values = isLast && MAGNITUDE.test(right) ? [] : readNumber(part).map(({ value }) => value);
      const isExact = !(i === 0 && INEXACT_BEFORE.test(left)) && !(isLast && INEXACT_BEHIND.test(right));
      return { written: part, words: wordsAround(plain, start, end), values, unit, behind: isLast ? right : '', isExact, start, end };
    });
  });
  return found.map(({ start, end, ...amount }, i) => {
    const [last, next] = [found[i - 1], found[i + 1]];
    // `100 EUR or 120.`
    if (amount.unit === '' && last !== undefined && /^\s?(?:\p{L}+|[€$£%])?\s?(?:or|to|-|\u2013)\s?$/iu.test(plain.slice(last.end, start)))
      return { ...amount, unit: last.unit, behind: last.behind };
    const isJoined = next !== undefined && /^\s?(?:or|to|and|-|\u2013|\/)\s?[€$£]?\s?$/iu.test(plain.slice(end, next.start));
    return isJoined && (amount.unit === '' || /^(?:or|to|and)$/u.test(amount.unit))
      ? { ...amount, unit: next.unit, behind: next.behind }
      : amount;
  });
}

/** The same text with the currency that heads a column of a table (`| Amount (EUR) |`) at each number in it. */
export function withColumnUnits(text: string): string {
  let units: readonly string[] | undefined;
  return text
    .split('\n')
    .map((line) => {
      const cells = line.split('|');
      if (!/^\s*\|.*\|\s*$/u.test(line)) {
        units = undefined;
        return line;
      }
      if (units === undefined) {
        units = cells.map((cell) => HEADED.exec(cell)?.[1] ?? '').map((unit) => (CURRENCIES.has(unitOf(unit)) ? unit : ''));
        return line;
      }
      const heads = units;
      const unitIn = (cell: string, column: number) => (/^\s*[-\u2212]?\d[\d.,'’ ]*$/u.test(cell) ? (heads[column] ?? '') : '');
      return cells.map((cell, column) => (unitIn(cell, column) === '' ? cell : `${cell.trimEnd()} ${unitIn(cell, column)} `)).join('|');
    })
    .join('\n');
}

const HEADED = /(?:\(|\bin |^\s*)(\p{L}{3}|[€$£¥])\)?\s*$/u;

/** What makes another number of the one before it. */
const MAGNITUDE = /^\s(?:k|m|mn|mio|bn|mrd|tsd|thousand|million|billion|dozen)(?![\p{L}\p{N}])/iu;

/** With the few words on both sides, none of them cut. */
function wordsAround(text: string, start: number, end: number): string {
  const ahead = text.slice(Math.max(0, start - 12), start);
  const behind = text.slice(end, end + 12);
  const first = start > 12 ? ahead.replace(/^\S*\s/u, '') : ahead;
  const last = end + 12 < text.length ? behind.replace(/\s\S*$/u, '') : behind;
  return `${first}${text.slice(start, end)}${last}`.trim();
}

const INEXACT_BEFORE =
  /(?:(?<!\p{L})(?:about|around|approximately|approx\.?|roughly|nearly|almost|over|under|below|above|less than|more than|at least|at most|up to|max(?:imum|\.)?(?: of)?|min(?:imum|\.)?(?: of)?|from|circa|ca\.?|minus|half(?: of)?|twice|double)(?: (?:eur|usd|gbp|chf))?|[~≈<>])\s?[€$£¥]?\s?$/iu;
const INEXACT_BEHIND =
  /^(?:\s?(?:\p{L}{1,8}|[€$£%]))?\s?(?:\?|±|\+\/-|(?:or so|or more|or less|or thereabouts|and more|at (?:the )?(?:most|least)|maximum|minimum)(?!\p{L}))/iu;

/** The unit that touches a number or stands beside it. */
function unitAround(before: string, left: string, after: string, right: string): string {
  const sign = /([€$£¥])\s?$/u.exec(left)?.[1] ?? '';
  const code = /(?<!\p{L})(\p{L}{3})\s$/u.exec(left)?.[1] ?? '';
  // `Total (EUR): 100`, `in euros: 100`
  const label = /(?:\((\p{L}{3,5}|[€$£¥])\)|(?<!\p{L})in (\p{L}{3,5}|[€$£¥]))\s?[:=|]\s?$/u.exec(left)?.slice(1).join('') ?? '';
  const behind = /^\s?([€$£¥%]|per ?cent(?!\p{L})|\p{L}+)/iu.exec(right)?.[1] ?? '';
  const written = after || before || sign || (CURRENCIES.has(unitOf(code)) ? code : CURRENCIES.has(unitOf(label)) ? label : behind);
  return unitOf(written);
}

/** Units that people write right behind a number. Not k, m or bn, which make another number of it, nor x, th, am and pm. */
const ATTACHED = /^(?:h|hrs?|mins?|secs?|kg|g|km|cm|mm|ml|gb|mb|kwh|kw|pcs|pts|bps|euros?)$/iu;

/** Currency signs and their codes are one unit, and so are hours and h; others are compared as they are, without case and a final point. */
export function unitOf(text: string): string {
  const folded = text.normalize('NFKC').toLowerCase().replace(/\s+/gu, ' ').trim().replace(/\.$/u, '');
  return SIGNS.get(folded) ?? folded;
}

/** Whether an amount is of that unit (as `unitOf` has it), which may be of several words: `calls a minute` is `calls/min`, and of `calls`, too. */
export function isOfUnit({ unit, behind }: Amount, wanted: string): boolean {
  const words = unitWords(wanted);
  if (words.length === 1) return unit === wanted;
  return words.every((word, i) => word === unitWords(behind)[i]);
}

/** Each word as a unit; `per minute`, `a minute` and `/minute` alike. */
function unitWords(text: string): readonly string[] {
  const rates = text.toLowerCase().replace(/\s*\/\s*|\s(?:per|an?|each|every)\s/gu, ' / ');
  return rates
    .trim()
    .split(/\s+/u)
    .map((word) => unitOf(word.replace(/[^\p{L}/%€$£¥]+$/u, '')));
}

/** What may stand before a number; any word may stand behind it. `about 5` and `TIC-5` are no numbers. */
const CURRENCIES = new Set(
  'eur usd gbp chf jpy cny inr sek nok dkk pln czk huf ron bgn try cad aud nzd brl mxn zar krw sgd hkd'.split(' '),
);

const SIGNS: ReadonlyMap<string, string> = new Map<string, string>([
  ['€', 'eur'],
  ['euro', 'eur'],
  ['euros', 'eur'],
  ['$', 'usd'],
  ['us$', 'usd'],
  ['£', 'gbp'],
  ['¥', 'jpy'],
  ['percent', '%'],
  ['per cent', '%'],
  ['pct', '%'],
  ...alike('h', 'hr', 'hrs', 'hour', 'hours'),
  ...alike('min', 'mins', 'minute', 'minutes'),
  ...alike('s', 'sec', 'secs', 'second', 'seconds'),
  ...alike('d', 'day', 'days'),
  ...alike('pcs', 'pc', 'piece', 'pieces'),
]);

function alike(unit: string, ...others: readonly string[]): readonly (readonly [string, string])[] {
  return others.map((other) => [other, unit] as const);
}

function valuesOf(digits: string): readonly number[] {
  const plain = groupsOf(digits);
  if (plain === undefined) return [];
  const marks = [...plain.replace(/\d/g, '')];
  const [mark] = marks;
  if (mark === undefined) return [Number(plain)];
  if (new Set(marks).size > 1) {
    const decimal = marks.at(-1) ?? '';
    const thousands = mark;
    if (marks.filter((one) => one === decimal).length > 1) return [];
    const [whole = '', fraction = ''] = plain.split(decimal);
    return isGrouped(whole, thousands) ? [Number(`${whole.replaceAll(thousands, '')}.${fraction}`)] : [];
  }
  const whole = isGrouped(plain, mark) ? [Number(plain.replaceAll(mark, ''))] : [];
  const decimal = marks.length === 1 ? [Number(plain.replace(mark, '.'))] : [];
  return [...whole, ...decimal];
}

/** Without marks that only ever part thousands (spaces, apostrophes, underscores); undefined where they part something else. */
function groupsOf(digits: string): string | undefined {
  if (!/['’_ ]/u.test(digits)) return digits;
  const [whole = '', ...fraction] = digits.split(/(?=[.,])/u);
  return /^\d{1,3}(['’_ ])\d{3}(?:\1\d{3})*$/u.test(whole) && !/['’_ ]/u.test(fraction.join(''))
    ? `${whole.replace(/['’_ ]/gu, '')}${fraction.join('')}`
    : undefined;
}

function isGrouped(text: string, mark: string): boolean {
  const [first = '', ...groups] = text.split(mark);
  return /^\d{1,3}$/.test(first) && first !== '0' && groups.every((group) => /^\d{3}$/.test(group));
}
