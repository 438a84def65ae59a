// Reading prose: whether a text names something.
// Deliberately dull: whole tokens only, and nothing here understands negation ("not TIC-204" names TIC-204).

/**
 * Canonical accents (NFC), every run of white space (no-break spaces and line ends included) one space, none at the ends.
 * Case is kept.
 */
export function tidy(text: string): string {
  return text.normalize('NFC').replace(/\s+/gu, ' ').trim();
}

/** Tidy, and without what a reader does not see: case, invisible characters, the kind of hyphen, letters of other scripts that look Latin. */
export function fold(text: string): string {
  // Of plain letters the rest would change nothing; most ids and names are tidy as well.
  if (/^[!-~]+(?: [!-~]+)*$/.test(text)) return text.toLowerCase();
  if (/^[\t\n\r -~]*$/.test(text)) return text.replace(/\s+/g, ' ').trim().toLowerCase();
  const seen = text
    .replace(/\p{Default_Ignorable_Code_Point}/gu, '')
    // Full-width and mathematical letters and digits. Not all of NFKC: the mark of a footnote is no digit.
    .replace(/[\uFF01-\uFF5E\u{1D400}-\u{1D7FF}]+/gu, (run) => run.normalize('NFKC'))
    // A dash between a letter and a digit is a hyphen that an editor beautified; elsewhere it parts (TIC-20–TIC-22, 9–17).
    .replace(/[\u2010\u2011\u2212]|(?<=\p{L})[\u2012-\u2014](?=\p{Nd})/gu, '-');
  return latin(tidy(seen).toLowerCase());
}

/** Cyrillic and Greek letters that cannot be told from Latin ones by eye, small or capital, as those. Expects lower case. */
export function latin(text: string): string {
  return text.replace(/[\u0370-\u052F]/gu, (letter) => LOOKALIKES.get(letter) ?? letter);
}

const LOOKALIKES = new Map(
  [...'аaвbеeкkмmнhоoрpсcтtуyхxіiјjѕsԁdһhԛqԝwαaβbεeηhιiκkμmνnοoρpτtυyχx'.matchAll(/(.)(.)/gu)].map(([, other = '', letter = '']) => [
    other,
    letter,
  ]),
);

/** Names made ready to be looked for in any number of texts. */
export interface Names {
  readonly names: readonly string[];
  /** The same, folded. */
  readonly folded: readonly string[];
  /** The folded ones by their length, the longest first. */
  readonly byLength: readonly (readonly [length: number, names: ReadonlySet<string>])[];
  /** What they begin with. */
  readonly starts: ReadonlySet<string>;
}

/** Folds names and sorts them. Worth it where many names are looked for, or in many texts. */
export function readyNames(names: readonly string[]): Names {
  const folded = names.map(fold);
  const byLength = new Map<number, Set<string>>();
  for (const name of folded.filter((one) => one !== '')) {
    const alike = byLength.get(name.length) ?? new Set();
    byLength.set(name.length, alike.add(name));
  }
  return { names, folded, byLength: [...byLength].sort(([a], [b]) => b - a), starts: new Set(folded.map((name) => name.charAt(0))) };
}

/**
 * Which of the names the text holds as whole tokens, in the order given. Case, accents' spelling and white space do not matter.
 *
 * | text | names |
 * |---|---|
 * | `TIC-204`, `tic-20-b`, `TIC-20.1`, `TIC-20_b`, `xTIC-20` | not TIC-20 |
 * | `**TIC-20**`, `TIC-20,TIC-21`, `TIC-20/TIC-21`, `(TIC-20).`, `TIC-20's` | TIC-20 |
 * | `Ida Roth` with the names Ida Roth and Ida | Ida Roth only: a name inside a longer name is not a mention |
 */
export function mentions(text: string, names: readonly string[] | Names): readonly string[] {
  const ready = asNames(names);
  const found = new Set<string>();
  let rest = fold(text);
  const places = startsIn(rest, ready);
  for (const [length, alike] of ready.byLength) {
    let kept = '';
    let from = 0;
    for (const at of places) {
      if (at < from) continue;
      const name = rest.slice(at, at + length);
      if (!alike.has(name) || !isWhole(rest, at, name)) continue;
      found.add(name);
      // What a longer name covers is taken out of sight of the shorter ones; marks stay in its place, so that nothing fuses.
      kept += rest.slice(from, at) + '\0'.repeat(length);
      from = at + length;
    }
    rest = kept + rest.slice(from);
  }
  return found.size === 0 ? [] : ready.names.filter((_, index) => found.has(ready.folded[index] ?? ''));
}

function asNames(names: readonly string[] | Names): Names {
  return 'byLength' in names ? names : readyNames(names);
}

/** Where a name could begin: at what one begins with, and not within a plain word. */
function startsIn(text: string, { starts }: Names): readonly number[] {
  const places: number[] = [];
  let inWord = false;
  for (let at = 0; at < text.length; at += 1) {
    const character = text.charAt(at);
    const isPlain = (character >= 'a' && character <= 'z') || (character >= '0' && character <= '9');
    if (!(inWord && isPlain) && starts.has(character)) places.push(at);
    inWord = isPlain;
  }
  return places;
}

/**
 * Whether the text holds the phrase as whole tokens, as in `mentions`. Numbers are whole too: 10 is not in `100`, `1,010`, `10.5`,
 * `10:30`, `-10`, `10%`, `10 %`, `10 000` or `10'000`.
 */
export function holdsPhrase(text: string, phrase: string): boolean {
  const [within, sought] = [fold(text), fold(phrase)];
  return occurrences(within, sought).some((at) => !isGroup(within, at, sought));
}

/** Whether a number is but a part of one whose thousands are parted. */
function isGroup(text: string, at: number, number: string): boolean {
  const end = at + number.length;
  const goesOn = /^\d{1,3}(?:[ '’,.]\d{3})*$/u.test(number) && /^[ '’]\d{3}(?!\d)/u.test(text.slice(end, end + 5));
  return goesOn || (/^\d{3}(?!\d)/u.test(number) && /(?<!\d)\d{1,3}[ '’]$/u.test(text.slice(Math.max(0, at - 5), at)));
}

/** Where the phrase stands as whole tokens; both already folded. */
function occurrences(text: string, phrase: string): readonly number[] {
  const places: number[] = [];
  if (phrase === '') return places;
  for (let at = text.indexOf(phrase); at !== -1; at = text.indexOf(phrase, at + 1)) {
    if (isWhole(text, at, phrase)) {
      places.push(at);
      at += phrase.length - 1;
    }
  }
  return places;
}

/** Whether the phrase that stands there is a whole token, or several. Both already folded. */
export function isWhole(text: string, at: number, phrase: string): boolean {
  const end = at + phrase.length;
  return !goesOnLeft(text.slice(Math.max(0, at - 4), at), phrase) && !goesOnRight(text.slice(end, end + 4), phrase);
}

// Scripts written without spaces have no word edges to look for: a name may touch their letters.
const LETTER =
  '(?![\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\p{Script=Thai}\\p{Script=Lao}\\p{Script=Khmer}])[\\p{L}\\p{N}\\p{M}]';
const STARTS = new RegExp(`^${LETTER}`, 'u');
const ENDS = new RegExp(`${LETTER}$`, 'u');
// `-`, `_`, `.` and `@` tie letters and digits together (TIC-20-b, ours.example, ida@ours); `,` and `:` only digits (1,010 and 10:30).
const TIED_LEFT = new RegExp(`${LETTER}(?:[-.@]|_+)$`, 'u');
const TIED_RIGHT = new RegExp(`^(?:[-.@]|_+)${LETTER}`, 'u');

function goesOnLeft(before: string, phrase: string): boolean {
  if (!STARTS.test(phrase)) return false;
  if (ENDS.test(before) || TIED_LEFT.test(before)) return true;
  return /^\d/u.test(phrase) && (/\d[,:]$/u.test(before) || /(?:^|\s)[-.]$/u.test(before));
}

function goesOnRight(after: string, phrase: string): boolean {
  if (!ENDS.test(phrase)) return false;
  if (STARTS.test(after) || TIED_RIGHT.test(after)) return true;
  return /\d$/u.test(phrase) && (/^[,:]\d/u.test(after) || /^ ?[%‰]/u.test(after));
}
