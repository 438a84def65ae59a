// Finding a secret value in a text: whole, in part, masked, turned round, or in another writing. Deliberately not clever about meaning.
import { BARRIER, type View, viewOf } from './secret-views.ts';
import { latin } from './text.ts';

/** How a text gives a secret away. */
export type Giveaway = 'whole' | 'in part' | 'masked' | 'reversed';

/** A text made ready to be searched for any number of secrets. */
export interface Searched {
  /** The text itself, then what could be decoded from it. */
  readonly views: readonly View[];
}

/** Fewer significant characters than this are found everywhere: such a value cannot be kept secret by looking at texts. */
export const FEWEST_SIGNIFICANT = 4;

/**
 * The characters of a value that count: letters and digits, after NFKC (full-width digits are digits) and in lower case, with digits of
 * other scripts as 0 to 9. Spaces, punctuation and invisible characters do not: `DE12 3456` is `DE-12-3456`.
 */
export function significant(text: string): string {
  return plainOf(text).replace(/[^\p{L}\p{N}]/gu, '');
}

/** A text as it is read, with nothing decoded. */
export function readable(text: string): Searched {
  return { views: [viewOf(plainOf(text.replaceAll(BARRIER, '')))] };
}

/**
 * Decodes what can be decoded in a text, one writing inside another up to twice. Short ones are remembered: in a proof the same text is
 * looked at in many runs. Long ones are not, or a log full of them would fill the verifier's memory.
 */
export function searched(text: string): Searched {
  if (text.length > LONGEST_REMEMBERED) return decoded(text);
  const known = remembered.get(text);
  if (known !== undefined) return known;
  if (remembered.size >= MOST_REMEMBERED) remembered.clear();
  const made = decoded(text);
  remembered.set(text, made);
  return made;
}

const remembered = new Map<string, Searched>();
const MOST_REMEMBERED = 500;
const LONGEST_REMEMBERED = 20_000;

function decoded(text: string): Searched {
  const texts = new Set([text.replaceAll(BARRIER, '')]);
  const seen = new Set<string>();
  for (let depth = 0; depth < 2; depth += 1) for (const known of [...texts]) for (const more of decodings(known, seen)) texts.add(more);
  return { views: [...texts].map((view) => viewOf(plainOf(view))) };
}

/**
 * How the text gives the value away, or undefined where it does not. Looked for in the text and in what is URL-encoded, escaped,
 * base64 or hex in it:
 *
 * | giveaway | what is found, of the significant characters |
 * |---|---|
 * | whole | all of them in a row, whatever stands between; of fewer than 8 only as a word of their own, with at most one mark between two; of numbers with 8 digits or more also in groups of 3 or more (the last of 2) with other words between |
 * | in part | of 8 or more a run of half of them, but 6 to 10; of values with fewer than 4 digits a run of three quarters, at least 8 |
 * | masked | a beginning and an end around `••••`, `****`, `xxxx`, that show more than half, or as many as "in part" |
 * | reversed | whole or in part, backwards |
 *
 * Of an address of the web its path counts for itself, where it is 8 characters or more with 4 digits, and its host then is no part of
 * it; of an amount also `38.6k` and `3864000 cents` for 38640.
 *
 * `known` are significant characters that whoever reads the text has anyway: other values of the kind, public text. What one of them shows
 * as well tells nobody anything: what two keys begin with, when one of the two may be told.
 *
 * So the last four of an account number may be told, as people do. Not found: what is spelt out in words, enciphered, or spread over
 * several messages in shorter runs.
 */
export function giveaway(value: string, text: Searched, known: readonly string[] = []): Giveaway | undefined {
  const found = findings.get(text) ?? new Map<string, Giveaway | undefined>();
  findings.set(text, found);
  if (!found.has(value)) found.set(value, findGiveaway(value, text, []));
  const how = found.get(value);
  return how === undefined || known.length === 0 ? how : findGiveaway(value, text, known);
}

/**
 * Whether all of a long number, or of the path of an address, stands there in groups, whatever is between: what several messages tell
 * together. `known` as in `giveaway`.
 */
export function givenInGroups(value: string, { views }: Searched, known: readonly string[] = []): boolean {
  const parts = [significant(value), pathOf(value) ?? ''].filter((part) => !known.some((one) => one.includes(part)));
  return parts.some((part) => views.some((view) => holdsGroups(part, view)));
}

function findGiveaway(value: string, text: Searched, known: readonly string[]): Giveaway | undefined {
  const how = giveawayOf(value, text, known);
  const path = pathOf(value);
  // Many share the host: a part of an address counts behind it only.
  if (how === 'whole' || (how !== undefined && path === undefined)) return how;
  const ofPath = path === undefined ? undefined : giveawayOf(path, text, known);
  if (ofPath !== undefined) return ofPath === 'whole' ? 'in part' : ofPath;
  const cents = /^\d{4,13}$/u.test(value.trim()) ? giveawayOf(`${value.trim()}00`, text, known) : undefined;
  return cents === 'whole' || tellsInThousands(value, text, known) ? 'in part' : undefined;
}

/** What is secret of an address of the web: behind its host, which many share. Only where it is no word. */
function pathOf(value: string): string | undefined {
  const path = significant(/^\s*[a-z][a-z0-9+.-]*:\/\/[^/?#\s]+[/?#](.*)$/isu.exec(value)?.[1] ?? '');
  return path.length >= SHORT && path.replace(/\P{N}/gu, '').length >= 4 ? path : undefined;
}

const THOUSANDS =
  /(?<![\p{L}\p{N}.,])(\d{1,6})(?:[.,](\d{1,3}))?\s?(k(?:eur|usd|gbp|chf)?|t€|tsd|thousand|m|mn|mio|m(?:eur|usd|gbp|chf)|million)(?![\p{L}\p{N}])/gu;

/** An amount as people say it: 38640 is 38.6k. Three digits at least, or it would be any amount of that size. */
function tellsInThousands(value: string, { views }: Searched, known: readonly string[]): boolean {
  if (!/^\d{4,15}(?:\.\d+)?$/u.test(value.trim())) return false;
  return views.some(({ plain }) =>
    [...plain.matchAll(THOUSANDS)].some(([, whole = '', part = '', unit = '']) => {
      const digits = whole + part;
      const told = Number(`${whole}.${part}`) * (unit.startsWith('m') ? 1e6 : 1e3);
      const step = (unit.startsWith('m') ? 1e6 : 1e3) / 10 ** part.length;
      const isNear = (amount: number) => Math.abs(told - amount) <= step / 2;
      // The point of an amount is no significant character.
      const isKnown = known.some((one) => [1, 10, 100].some((by) => isNear(Number(one) / by)));
      return digits.length > 2 && isNear(Number(value)) && !isKnown;
    }),
  );
}

/** What was found in a text, by secret; goes when the text does. */
const findings = new WeakMap<Searched, Map<string, Giveaway | undefined>>();

function giveawayOf(value: string, { views }: Searched, known: readonly string[]): Giveaway | undefined {
  const secret = significant(value);
  if (secret.length < FEWEST_SIGNIFICANT || known.some((one) => one.includes(secret))) return undefined;
  const backwards = reversed(secret);
  // As it is written, if it has marks that part more than two characters.
  const asWritten = secret.length < SHORT ? plainOf(value).trim() : '';
  const isWritten = (view: View) => asWritten.length >= SHORT && view.plain.includes(asWritten);
  const found = (test: (view: View) => boolean) => views.some(test);
  if (found((view) => holdsWhole(secret, view) || holdsGroups(secret, view) || isWritten(view))) return 'whole';
  if (found((view) => holdsRun(secret, view, known))) return 'in part';
  if (found((view) => showsThroughMask(secret, view, known))) return 'masked';
  if (found((view) => holdsWhole(backwards, view) || holdsRun(backwards, view, known.map(reversed)))) return 'reversed';
  return undefined;
}

function reversed(text: string): string {
  return [...text].reverse().join('');
}

/** The parts of a value that would give it away and stand in a text, as `significant` leaves them, put together where they overlap. */
export function runsIn(value: string, text: Searched): readonly string[] {
  const path = pathOf(value);
  return [...runsOf(significant(value), text), ...(path === undefined ? [] : runsOf(path, text))];
}

function runsOf(secret: string, { views }: Searched): readonly string[] {
  const length = runOf(secret);
  const found: { from: number; to: number }[] = [];
  for (let from = 0; from + length <= secret.length; from += 1) {
    const run = secret.slice(from, from + length);
    if (!views.some(({ dense, grams }) => grams.mayHold(run) && dense.includes(run))) continue;
    const last = found.at(-1);
    const joins = last !== undefined && views.some(({ dense }) => dense.includes(secret.slice(last.from, from + length)));
    if (last && joins) last.to = from + length;
    else found.push({ from, to: from + length });
  }
  return found.map(({ from, to }) => secret.slice(from, to));
}

/** What is shorter is found whole only, and as a word of its own. */
export const SHORT = 8;

function holdsWhole(secret: string, { plain, dense, grams }: View): boolean {
  if (!grams.mayHold(secret) || !dense.includes(secret)) return false;
  if (secret.length >= SHORT) return true;
  const [first = '', last = ''] = [secret.at(0), secret.at(-1)];
  const spaced = [...secret].join(`[^\\p{L}\\p{N}${BARRIER}]?`);
  return new RegExp(`(?<!${classOf(first)})${spaced}(?!${classOf(last)})`, 'u').test(plain);
}

/** What may not stand beside a short secret: more of the same kind, so that 4711 is in `PIN4711` and not in 14711. */
function classOf(character: string): string {
  return /\p{N}/u.test(character) ? '\\p{N}' : '\\p{L}';
}

/** `DE89, then 9991, then 0420 …`: all of a long number in groups, in their order, whatever words stand between. */
function holdsGroups(secret: string, view: View): boolean {
  if (secret.replace(/\P{N}/gu, '').length < SHORT) return false;
  const { groups, all } = view.tokens;
  // Ruled out quickly: the first and the last group stand there.
  const lengths = [...secret].map((_, at) => at + 1);
  if (!lengths.some((length) => all.has(secret.slice(0, length)))) return false;
  if (!lengths.some((length) => all.has(secret.slice(-length)))) return false;
  const reached = new Set([0]);
  for (const group of groups) {
    for (const from of [...reached]) {
      const to = from + group.length;
      if (to === secret.length ? secret.endsWith(group) : group.length > 2 && secret.startsWith(group, from)) reached.add(to);
    }
    if (reached.has(secret.length)) return true;
  }
  return false;
}

function holdsRun(secret: string, { dense, grams }: View, known: readonly string[]): boolean {
  const length = runOf(secret);
  for (let from = 0; from + length <= secret.length; from += 1) {
    const run = secret.slice(from, from + length);
    if (grams.mayHold(run) && dense.includes(run) && !known.some((one) => one.includes(run))) return true;
  }
  return false;
}

/** How many significant characters in a row give a value away. */
function runOf(secret: string): number {
  if (secret.length < SHORT) return secret.length + 1;
  const digits = secret.replace(/\P{N}/gu, '').length;
  if (digits < 4) return Math.max(8, Math.ceil((secret.length * 3) / 4));
  return Math.min(10, Math.max(6, Math.ceil(secret.length / 2)));
}

/** A beginning, a mask and an end of the secret, either of which may be empty. */
function showsThroughMask(secret: string, { masks }: View, known: readonly string[]): boolean {
  const most = Math.min(runOf(secret), Math.max(FEWEST_SIGNIFICANT, Math.floor(secret.length / 2) + 1));
  for (const { before, after } of masks) {
    // Ruled out quickly: either side shows two characters at least, or the other all but one.
    if (!secret.includes(after.slice(0, 2)) && !secret.includes(before.slice(1 - most))) continue;
    if (!secret.includes(before.slice(-2)) && !secret.includes(after.slice(0, most - 1))) continue;
    const start = longest(secret.length - 1, (length) => before.endsWith(secret.slice(0, length)));
    const end = longest(secret.length - start - 1, (length) => after.startsWith(secret.slice(secret.length - length)));
    const isAnother = known.some((one) => one.startsWith(secret.slice(0, start)) && one.endsWith(secret.slice(secret.length - end)));
    if (start + end >= most && !isAnother) return true;
  }
  return false;
}

function longest(most: number, fits: (length: number) => boolean): number {
  for (let length = most; length > 0; length -= 1) if (fits(length)) return length;
  return 0;
}

/** First digits of the scripts whose digits NFKC leaves alone: Arabic-Indic, Persian, N'Ko, those of South Asia, Thai, Lao, Tibetan, Burmese, Khmer, Mongolian. */
const ZEROS = [
  0x660, 0x6f0, 0x7c0, 0x966, 0x9e6, 0xa66, 0xae6, 0xb66, 0xbe6, 0xc66, 0xce6, 0xd66, 0xde6, 0xe50, 0xed0, 0xf20, 0x1040, 0x17e0, 0x1810,
];

function plainOf(text: string): string {
  const folded = text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[\p{Cf}\p{M}\p{Default_Ignorable_Code_Point}]/gu, '');
  return latin(folded).replace(/\p{Nd}/gu, (digit) => {
    const code = digit.codePointAt(0) ?? 0;
    const zero = ZEROS.find((first) => code >= first && code < first + 10);
    return zero === undefined ? digit : String(code - zero);
  });
}

/** Longer stretches than this are nobody's encoded account number. */
const LONGEST_STRETCH = 1_000_000;

/** The text with its escapes undone, and in one text all that was encoded in it, piece by piece, but for the stretches `seen` before. */
function decodings(text: string, seen: Set<string>): readonly string[] {
  const found = [
    text.replace(/(?:%[0-9a-f]{2})+/gi, (run) => bytesOf(run.replaceAll('%', '')).toString('utf8').replaceAll(BARRIER, '')),
    unescaped(text),
    text.replace(/<(?:\/?[a-z][^<>]{0,300}|!--[^<>]{0,300})>/gi, ''),
    text
      .replace(/=\r?\n/g, '')
      .replace(/(?:=[0-9a-f]{2}){2,}/gi, (run) => bytesOf(run.replaceAll('=', '')).toString('utf8').replaceAll(BARRIER, '')),
  ];
  const pieces = new Set<string>();
  const keep = (decoded: readonly string[]) => {
    for (const piece of decoded) pieces.add(piece.replaceAll(BARRIER, ''));
  };
  // Lines may be indented or quoted, groups may be parted by spaces.
  const joinedLines = text.replace(/\r?\n[ \t>]*/g, '');
  const joinedGroups = text.replace(/(?<![A-Za-z0-9+/_-])((?:[A-Za-z0-9+/_-]{4}){1,19})[ \t]{1,9}(?=[A-Za-z0-9+/_-])/g, '$1');
  for (const joined of new Set([text, joinedLines, joinedGroups])) {
    for (const [stretch] of joined.matchAll(/[A-Za-z0-9+/_-]{6,}={0,2}/g)) {
      if (seen.has(stretch)) continue;
      seen.add(stretch);
      keep(fromBase64(stretch));
      keep(piecesInBase64(stretch));
    }
    for (const [stretch] of joined.matchAll(/(?:(?:\\x|0x)?[0-9a-f]{2}[\s:,-]?){4,}[0-9a-f]?/gi)) {
      if (seen.has(`hex ${stretch}`)) continue;
      seen.add(`hex ${stretch}`);
      keep(fromHex(stretch));
    }
  }
  if (pieces.size > 0) found.push([...pieces].join(BARRIER));
  return found;
}

function unescaped(text: string): string {
  return text.replace(/&#x([0-9a-f]{1,6});|&#(\d{1,7});|\\u\{?([0-9a-f]{2,6})\}?|\\x([0-9a-f]{2})/gi, (all, hex, decimal, u, x) => {
    const code = decimal === undefined ? Number.parseInt(hex ?? u ?? x, 16) : Number(decimal);
    return code <= 0x10ffff ? String.fromCodePoint(code).replaceAll(BARRIER, '') : all;
  });
}

/** Whatever stands glued to the front may shift the groups of four, so all four ways are tried. */
function fromBase64(stretch: string): readonly string[] {
  const short = stretch.slice(0, LONGEST_STRETCH);
  return SHIFTS.map((shift) => Buffer.from(short.slice(shift), 'base64').toString('utf8')).filter(isReadable);
}

const SHIFTS = [0, 1, 2, 3];

/** Where words are glued to it, what is readable of it. Words by themselves hardly ever give so many plain characters in a row. */
function piecesInBase64(stretch: string): readonly string[] {
  if (stretch.length < 12) return [];
  const short = stretch.slice(0, LONGEST_STRETCH);
  return SHIFTS.flatMap((shift) => {
    const bytes = Buffer.from(short.slice(shift), 'base64');
    if (isReadable(bytes.toString('utf8'))) return [];
    // Two bytes to a character: every other one is 0.
    return (
      bytes
        .toString('latin1')
        .replaceAll('\0', '')
        .match(/[ -~]{8,}/g) ?? []
    );
  });
}

/** Most stretches that look encoded are words and decode to noise. */
function isReadable(text: string): boolean {
  return text.length >= FEWEST_SIGNIFICANT && !UNREADABLE.test(text);
}

/** Control characters but for tabs and line ends, and what stands where bytes were no text. */
const UNREADABLE = /(?![\t\r\n])[\p{Cc}\uFFFD]/u;

/** Words such as "de" and "ad" look like hex as well, so what stands around the digits may be noise and the pairs may be shifted. */
function fromHex(stretch: string): readonly string[] {
  const digits = stretch.replace(/\\x|0x|[\s:,-]/gi, '');
  return [digits, digits.slice(1)].flatMap((pairs) => {
    const bytes = bytesOf(pairs);
    return [bytes.toString('utf8'), bytes.toString('latin1')];
  });
}

function bytesOf(digits: string): Buffer {
  return Buffer.from(digits.slice(0, LONGEST_STRETCH), 'hex');
}
