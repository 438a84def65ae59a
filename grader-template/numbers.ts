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
  const folded = text
    .normalize('NFKC')
    .replace(/[\u2010-\u2015\u2212]/gu, '-')
    .replace(/\p{Cf}/gu, '')
    .replace(/\s+/gu, ' ')
    .trim();
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
  return [...text.normalize('NFKC').matchAll(NUMBERS)].flatMap(([, before = '', written = '', after = '']) => {
    const isUnit =
      (before === '' || CURRENCIES.has(unitOf(before))) && (after === '' || ATTACHED.test(after) || CURRENCIES.has(unitOf(after)));
    return isUnit ? readNumber(written).map(({ value }) => ({ written, value })) : [];
  });
}

const NUMBERS =
  /(?<![\p{L}\p{N}]|[\p{L}\p{N}][-.,_/]|\p{N}:)(\p{L}{3})?([-\u2212]?\p{Nd}+(?:[.,'’_ ]\p{Nd}+)*)(\p{L}{1,5})?(?![\p{L}\p{N}]|[-_/.,:]\p{N})/gu;

/** Units that people write right behind a number. Not k, m or bn, which make another number of it, nor x, th, am and pm. */
const ATTACHED = /^(?:h|hrs?|mins?|secs?|kg|g|km|cm|mm|ml|gb|mb|kwh|kw|pcs|pts|bps|euros?)$/iu;

/** Currency signs and their codes are one unit, and so are hours and h; others are compared as they are, without case and a final point. */
export function unitOf(text: string): string {
  const folded = text.normalize('NFKC').toLowerCase().replace(/\s+/gu, ' ').trim().replace(/\.$/u, '');
  return SIGNS.get(folded) ?? folded;
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
