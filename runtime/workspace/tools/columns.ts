// What tools look at of every record of a collection, side by side: lists and searches go through all of them on every call.
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
export function column<Seen>(collection: Collection, records: readonly DataRecord[], { key, of }: Look<Seen>): readonly Seen[] {
  return kept(keptFor(known, collection), records, { key, of: (at) => of(records[at] as DataRecord) });
}

/** What a call wants to know of each record, which the next may want to know again; `of` is told where the record stands. */
export interface Question<Seen> {
  readonly key: string;
  of(at: number): Seen;
}

const asked = new WeakMap<Collection, Map<string, Column>>();

/** The answers to so many questions are kept for a collection. */
const MOST_ASKED = 32;

/** Like a column, but for what there may be any number of: only the last few are kept. */
export function answers<Seen>(collection: Collection, records: readonly DataRecord[], question: Question<Seen>): readonly Seen[] {
  const columns = keptFor(asked, collection);
  const seen = kept(columns, records, question);
  const [oldest] = columns.keys();
  if (columns.size > MOST_ASKED && oldest !== undefined) columns.delete(oldest);
  return seen;
}

function kept<Seen>(columns: Map<string, Column>, records: readonly DataRecord[], { key, of }: Question<Seen>): readonly Seen[] {
  const last = columns.get(key) as (Column & { readonly seen: readonly Seen[] }) | undefined;
  const seen = last?.records === records ? last.seen : seenOf(last, records, of);
  // What was asked for last stands last.
  columns.delete(key);
  columns.set(key, { records, seen });
  return seen;
}

function seenOf<Seen>(
  last: { readonly records: readonly DataRecord[]; readonly seen: readonly Seen[] } | undefined,
  records: readonly DataRecord[],
  of: (at: number) => Seen,
): readonly Seen[] {
  if (last === undefined) return records.map((_, at) => of(at));
  const { records: before, seen } = last;
  return records.map((_, at) => {
    const from = standsIn(before, records, at);
    return from === undefined ? of(at) : (seen[from] as Seen);
  });
}

/** Where the item at that place stands in another state of a list: there, or as far from there as the ends are from each other. */
export function standsIn(other: readonly unknown[], items: readonly unknown[], at: number): number | undefined {
  if (other[at] === items[at]) return at;
  const moved = at + other.length - items.length;
  return other[moved] === items[at] ? moved : undefined;
}

/** What records are put in order by: what is seen of them, never the same of two, and which of it comes first. */
export interface Order<Seen> extends Look<Seen> {
  /** Below 0 where `a` comes before `b`. */
  compare(a: Seen, b: Seen): number;
}

interface Ordered {
  readonly records: readonly DataRecord[];
  readonly places: readonly number[];
}

const ordered = new WeakMap<Collection, Map<string, Ordered>>();

/** Where these records of the collection stand, in that order of theirs. Put in order once; what changes is put in its place. */
export function inOrder<Seen>(collection: Collection, records: readonly DataRecord[], order: Order<Seen>): readonly number[] {
  const orders = keptFor(ordered, collection);
  const last = orders.get(order.key);
  if (last?.records === records) return last.places;
  const seen = column(collection, records, order);
  const compare = (a: number, b: number) => order.compare(seen[a] as Seen, seen[b] as Seen);
  const places = (last && placesAfter(last, records, compare)) ?? [...records.keys()].sort(compare);
  orders.set(order.key, { records, places });
  return places;
}

/** Where more records than these are new, all are put in order anew. */
const MOST_NEW = 32;

function placesAfter(
  { records: before, places }: Ordered,
  after: readonly DataRecord[],
  compare: (a: number, b: number) => number,
): readonly number[] | undefined {
  const fresh = [...after.keys()].filter((at) => standsIn(before, after, at) === undefined);
  if (fresh.length > MOST_NEW) return undefined;
  const left: number[] = [];
  for (const old of places) {
    const at = standsIn(after, before, old);
    if (at !== undefined) left.push(at);
  }
  for (const at of fresh)
    left.splice(
      placeIn(left, (other) => compare(other, at) < 0),
      0,
      at,
    );
  return left;
}

/** How many items come first, of a list in which those do. */
function placeIn<Item>(items: readonly Item[], comesFirst: (item: Item) => boolean): number {
  let low = 0;
  let high = items.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (comesFirst(items[middle] as Item)) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** What is kept for a collection, by a name. */
export function keptFor<Kept>(all: WeakMap<Collection, Map<string, Kept>>, collection: Collection): Map<string, Kept> {
  let kept = all.get(collection);
  if (kept === undefined) {
    kept = new Map();
    all.set(collection, kept);
  }
  return kept;
}
