// Text as people compare it: without case and accents.
import type { DataRecord } from '#grader/evidence/types.ts';

/** `Café STRASSE` and `cafe straße` fold to the same. */
export function fold(text: string): string {
  // Most office text is plain; normalising it would change nothing.
  if (isAscii(text)) return text.toLowerCase();
  const plain = text
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll('ß', 'ss')
    .replaceAll('ø', 'o')
    .replaceAll('ł', 'l');
  return isAscii(plain) ? narrow(plain) : plain;
}

function isAscii(text: string): boolean {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the range is all of ASCII
  return /^[\x00-\x7f]*$/.test(text);
}

/** The same ASCII text: the engine keeps what once had other characters at two bytes each, and searches it slower. */
function narrow(text: string): string {
  return Buffer.from(text, 'latin1').toString('latin1');
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
  return { text: texts.join('\n'), ends };
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
