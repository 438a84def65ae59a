// What tools look at of every record of a collection, side by side: lists and searches go through all of them on every call.
import { sameEnds } from '#grader/evidence/same-ends.ts';
import type { DataRecord, FieldValue } from '#grader/evidence/types.ts';
import type { Collection } from '#services/types.ts';
import { foldedField } from './fold.ts';
import { valueIn } from './kind.ts';

/** What is looked at of a record; `key` tells it from anything else that is looked at in the same collection. */
export interface Look<Seen> {
  readonly key: string;
  of(record: DataRecord): Seen;
}

/** The value of a field; undefined where the record has none. */
export function valueLook(name: string): Look<FieldValue | undefined> {
  return { key: `value ${name}`, of: (record) => valueIn(record, name) };
}

/** A field without case and accents, as `foldedField` has it. */
export function foldedLook(name: string): Look<string> {
  return { key: `folded ${name}`, of: (record) => foldedField(record, name) };
}

interface Column {
  readonly records: readonly DataRecord[];
  readonly seen: readonly unknown[];
}

const known = new WeakMap<Collection, Map<string, Column>>();

/**
 * What is seen of each of these records of the collection, in their order. No record changes in place, so only those are looked at that
 * were not there the last time.
 */
export function column<Seen>(collection: Collection, records: readonly DataRecord[], look: Look<Seen>): readonly Seen[] {
  let columns = known.get(collection);
  if (columns === undefined) {
    columns = new Map();
    known.set(collection, columns);
  }
  const last = columns.get(look.key);
  if (last?.records === records) return last.seen as readonly Seen[];
  const seen = last === undefined ? records.map(look.of) : seenAfter(last as Column & { readonly seen: readonly Seen[] }, records, look);
  columns.set(look.key, { records, seen });
  return seen;
}

function seenAfter<Seen>(
  { records: before, seen }: { readonly records: readonly DataRecord[]; readonly seen: readonly Seen[] },
  after: readonly DataRecord[],
  { of }: Look<Seen>,
): readonly Seen[] {
  const { head, tail } = sameEnds(before, after);
  return [...seen.slice(0, head), ...after.slice(head, after.length - tail).map(of), ...seen.slice(before.length - tail)];
}
