// Reading prose: whether a text names something, and which part of a reply is its answer.
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
  // Most ids and names are plain and tidy; the rest would change nothing in them.
  if (/^[!-~]+(?: [!-~]+)*$/.test(text)) return text.toLowerCase();
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

/**
 * Which of the names the text holds as whole tokens, in the order given. Case, accents' spelling and white space do not matter.
 *
 * | text | names |
 * |---|---|
 * | `TIC-204`, `tic-20-b`, `TIC-20.1`, `TIC-20_b`, `xTIC-20` | not TIC-20 |
 * | `**TIC-20**`, `TIC-20,TIC-21`, `TIC-20/TIC-21`, `(TIC-20).`, `TIC-20's` | TIC-20 |
 * | `Ida Roth` with the names Ida Roth and Ida | Ida Roth only: a name inside a longer name is not a mention |
 */
export function mentions(text: string, names: readonly string[]): readonly string[] {
  const folded = names.map(fold);
  const found = new Set<string>();
  let rest = fold(text);
  for (const name of [...new Set(folded)].sort((a, b) => b.length - a.length)) {
    const places = occurrences(rest, name);
    if (places.length === 0) continue;
    found.add(name);
    // What a longer name covers is taken out of sight of the shorter ones; a mark stays in its place, so that nothing fuses.
    const ends = places.map((at) => at + name.length);
    rest = [0, ...ends].map((from, index) => rest.slice(from, places[index])).join('\0');
  }
  return names.filter((_, index) => found.has(folded[index] ?? ''));
}

/**
 * Whether the text holds the phrase as whole tokens, as in `mentions`. Numbers are whole too: 10 is not in `100`, `1,010`, `10.5`,
 * `10:30`, `-10`, `10%` or `10 %`.
 */
export function holdsPhrase(text: string, phrase: string): boolean {
  return occurrences(fold(text), fold(phrase)).length > 0;
}

/**
 * The part of a reply that answers: its last list that holds any of the names, or all of it where no list does (so "Next steps" after
 * the answer, or a reply in prose, do no harm). A list is a run of bulleted or numbered lines, of table rows, or of two or
 * more lines that begin with a name.
 */
export function answerPart(text: string, names: readonly string[]): string {
  return lists(text, names).findLast((list) => mentions(list, names).length > 0) ?? text;
}

/** Blank and indented lines stay in a list, any other line ends it; a numbered list goes on after such a line when its numbers do. */
function lists(text: string, names: readonly string[]): readonly string[] {
  const found: { kind: string; lines: string[] }[] = [];
  let open = false;
  let number = 0;
  for (const line of text.split(/\r\n|\r|\n/u)) {
    const current = found.at(-1);
    const item = itemOf(line, names);
    if (item === undefined) {
      open &&= line.trim() === '' || /^\s/u.test(line);
      if (open) current?.lines.push(line);
      continue;
    }
    const resumes = item.number > 1 && item.number === number + 1;
    if (current && current.kind === item.kind && (open || resumes)) current.lines.push(line);
    else found.push({ kind: item.kind, lines: [line] });
    open = true;
    if (item.number > 0) number = item.number;
  }
  return found
    .filter(({ kind, lines }) => kind !== 'name' || lines.filter((line) => line.trim() !== '').length > 1)
    .map(({ lines }) => lines.join('\n'));
}

/** What makes a line an item of a list, and its number, else 0. */
function itemOf(line: string, names: readonly string[]): { kind: 'mark' | 'row' | 'name'; number: number } | undefined {
  const mark = /^\s*(?:[-*+•‣◦▪●]|\(?(\d{1,4})[.)])\s+\S/u.exec(line);
  if (mark !== null) return { kind: 'mark', number: Number(mark[1] ?? 0) };
  if (/^\s*\|.*\|\s*$/u.test(line)) return { kind: 'row', number: 0 };
  const start = fold(line.replace(/^[\s*_`"'(]+/u, ''));
  return names.some((name) => occurrences(start, fold(name))[0] === 0) ? { kind: 'name', number: 0 } : undefined;
}

/** Where the phrase stands as whole tokens; both already folded. */
function occurrences(text: string, phrase: string): readonly number[] {
  const places: number[] = [];
  if (phrase === '') return places;
  for (let at = text.indexOf(phrase); at !== -1; at = text.indexOf(phrase, at + 1)) {
    const end = at + phrase.length;
    if (!goesOnLeft(text.slice(Math.max(0, at - 4), at), phrase) && !goesOnRight(text.slice(end, end + 4), phrase)) {
      places.push(at);
      at = end - 1;
    }
  }
  return places;
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
