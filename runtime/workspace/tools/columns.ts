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
export function column<Seen>(collection: Collection, records: readonly DataRecord[], look: Look<Seen>): readonly Seen[] {
  const columns = keptFor(known, collection);
  const last = columns.get(look.key);
  if (last?.records === records) return last.seen as readonly Seen[];
  const seen =
    last === undefined ? records.map(look.of) : seenAfter(collection, last as Column & { readonly seen: readonly Seen[] }, records, look);
  columns.set(look.key, { records, seen });
  return seen;
}

function seenAfter<Seen>(
  collection: Collection,
  { records: before, seen }: { readonly records: readonly DataRecord[]; readonly seen: readonly Seen[] },
  after: readonly DataRecord[],
  { of }: Look<Seen>,
): readonly Seen[] {
  const from = cameFrom(collection, before, after);
  return after.map((record, at) => (from[at] === NEW ? of(record) : (seen[from[at] ?? NEW] as Seen)));
}

const NEW = -1;

interface Step {
  readonly before: readonly DataRecord[];
  readonly after: readonly DataRecord[];
  readonly from: readonly number[];
}

/** The last step of each collection, asked for by all its columns in turn. Kept with the records it led to, it would keep every state there was. */
const asked = new WeakMap<Collection, Step>();

/** Where each record stood before; NEW of one that was not there. Quick for records sorted by id. */
function cameFrom(collection: Collection, before: readonly DataRecord[], after: readonly DataRecord[]): readonly number[] {
  const last = asked.get(collection);
  if (last?.before === before && last.after === after) return last.from;
  let at = 0;
  const from = after.map((record) => {
    for (let other = before[at]; other !== undefined && other !== record && other.id < record.id; other = before[at]) at += 1;
    return before[at] === record ? at++ : NEW;
  });
  asked.set(collection, { before, after, from });
  return from;
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
  const places = (last && placesAfter(collection, last, records, compare)) ?? [...records.keys()].sort(compare);
  orders.set(order.key, { records, places });
  return places;
}

/** Where more records than these are new, all are put in order anew. */
const MOST_NEW = 32;

function placesAfter(
  collection: Collection,
  { records: before, places }: Ordered,
  after: readonly DataRecord[],
  compare: (a: number, b: number) => number,
): readonly number[] | undefined {
  const from = cameFrom(collection, before, after);
  const to: number[] = before.map(() => NEW);
  const fresh: number[] = [];
  from.forEach((old, at) => {
    if (old === NEW) fresh.push(at);
    else to[old] = at;
  });
  if (fresh.length > MOST_NEW) return undefined;
  const left = places.map((old) => to[old] ?? NEW).filter((at) => at !== NEW);
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
