// Text as people compare it: without case and accents.
import type { DataRecord } from '#grader/evidence/types.ts';

/** `Café STRASSE` and `cafe straße` fold to the same. */
export function fold(text: string): string {
  // Most office text is plain; normalising it would change nothing.
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the range is all of ASCII
  if (/^[\x00-\x7f]*$/.test(text)) return text.toLowerCase();
  return text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase().replaceAll('ß', 'ss').replaceAll('ø', 'o').replaceAll('ł', 'l');
}

const foldedFields = new WeakMap<DataRecord, Map<string, string>>();

/** A field of a record, folded; the values of a list line by line; '' where it has none. Folded once: records never change in place. */
export function foldedField(record: DataRecord, name: string): string {
  let fields = foldedFields.get(record);
  if (fields === undefined) {
    fields = new Map();
    foldedFields.set(record, fields);
  }
  let folded = fields.get(name);
  if (folded === undefined) {
    const value = Object.hasOwn(record, name) ? (record[name] ?? '') : '';
    folded = fold(Array.isArray(value) ? value.join('\n') : String(value));
    fields.set(name, folded);
  }
  return folded;
}

/** The folded texts of a record, ready to be searched. */
export interface Searched {
  /** One text a line; those of a field may have several. */
  readonly text: string;
  /** Where in it each text ends. */
  readonly ends: readonly number[];
  /** Which three characters follow each other in it: a bit for each three, some sharing one. */
  readonly threes: Uint32Array;
}

const searched = new WeakMap<readonly string[], WeakMap<DataRecord, Searched>>();

/** `foldedField` of the id and of these fields; quick for the same list of names again. */
export function foldedIdAnd(names: readonly string[], record: DataRecord): Searched {
  let known = searched.get(names);
  if (known === undefined) {
    known = new WeakMap();
    searched.set(names, known);
  }
  let found = known.get(record);
  if (found === undefined) {
    found = searchedIn(['id', ...names].map((name) => foldedField(record, name)));
    known.set(record, found);
  }
  return found;
}

function searchedIn(texts: readonly string[]): Searched {
  const ends: number[] = [];
  for (const text of texts) ends.push((ends.at(-1) ?? -1) + 1 + text.length);
  const text = texts.join('\n');
  const threes = new Uint32Array(BITS / 32);
  for (let at = 2; at < text.length; at += 1) {
    const bit = threeAt(text, at);
    threes[bit >> 5] = (threes[bit >> 5] ?? 0) | (1 << (bit & 31));
  }
  return { text, ends, threes };
}

const BITS = 4096;

/** The bits of all three characters that follow each other in a text. */
export function threesOf(text: string): readonly number[] {
  const bits = new Set<number>();
  for (let at = 2; at < text.length; at += 1) bits.add(threeAt(text, at));
  return [...bits];
}

function threeAt(text: string, at: number): number {
  return ((text.charCodeAt(at - 2) * 31 + text.charCodeAt(at - 1)) * 31 + text.charCodeAt(at)) % BITS;
}

/** Quick: false only where a word with these bits is in none of the texts; true does not say that it is there. */
export function mayHold({ threes }: Searched, word: readonly number[]): boolean {
  for (const bit of word) if (((threes[bit >> 5] ?? 0) & (1 << (bit & 31))) === 0) return false;
  return true;
}

/** The words of a text, folded, each once. */
export function foldedWords(text: string): string[] {
  return [
    ...new Set(
      fold(text)
        .split(/\s+/)
        .filter((word) => word !== ''),
    ),
  ];
}
