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

const foldedParts = new WeakMap<readonly string[], WeakMap<DataRecord, readonly string[]>>();

/** `foldedField` of the id and of these fields; quick for the same list of names again. */
export function foldedIdAnd(names: readonly string[], record: DataRecord): readonly string[] {
  let known = foldedParts.get(names);
  if (known === undefined) {
    known = new WeakMap();
    foldedParts.set(names, known);
  }
  let texts = known.get(record);
  if (texts === undefined) {
    texts = ['id', ...names].map((name) => foldedField(record, name));
    known.set(record, texts);
  }
  return texts;
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
