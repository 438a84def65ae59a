// The hash of a world: two worlds that differ only in how created records happened to be numbered hash alike.
import { canonicalJson, sha256Hex } from './canonical.ts';
import { sameEnds } from './same-ends.ts';
import { SortedLines } from './sorted-lines.ts';
import type { DataRecord, FieldValue, Json, World } from './types.ts';

/** Hash of a world's content. Two worlds that differ only in the ids of created records, in order, or by empty collections, hash alike. */
export type Hasher = (world: World) => string;

/**
 * A hasher for worlds that came out of `seed`.
 *
 * Merkle tree: record hashes, sorted, make a collection hash; collection hashes, by name, make the world hash. A record whose id is
 * not in the seed is *generated*: its id is left out, and a field (or an item of a list) that equals its id is replaced by the
 * record's label, a hash of its content. So the order in which independent records were created leaves no trace; two records with
 * the same content still count as two.
 *
 * Records and lists are remembered by identity and must never be changed in place; a call that touches one collection then
 * costs the hashing of that collection only.
 */
export function createHasher(seed: World): Hasher {
  const seeded = new Map(Object.entries(seed).map(([name, records]) => [name, new Set(records.map((record) => record.id))]));
  const contentHashes = new WeakMap<DataRecord, string>();
  const textsByRecord = new WeakMap<DataRecord, readonly string[]>();
  const memory = new WeakMap<readonly DataRecord[], Remembered>();
  const lastRemembered = new Map<string, readonly DataRecord[]>();
  const everThere = new Map<string, EverThere>();
  const settledLast = new Map<string, Settled>();

  return (world) => {
    const collections = Object.entries(world)
      .filter(([, records]) => records.length > 0)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, records]) => ({ name, records, known: remember(name, records) }));
    const labels = labelsOf(collections.flatMap(({ known }) => known.generated));
    const parts = collections.map(({ name, records, known }) => {
      const settled = !mayMention(name, records, labels.byId) || !records.some((record) => mentionsAny(record, labels.byId));
      return [name, collectionHash(name, records, { known, labels, settled })];
    });
    // Names and hashes: as JSON writes them is the canonical way.
    return sha256Hex(JSON.stringify(parts));
  };

  function remember(name: string, records: readonly DataRecord[]): Remembered {
    let known = memory.get(records);
    if (known === undefined) {
      known = { generated: generatedAfter(name, records) ?? records.filter((record) => isGenerated(name, record)), hash: undefined };
      memory.set(records, known);
      lastRemembered.set(name, records);
    }
    return known;
  }

  function isGenerated(name: string, { id }: DataRecord): boolean {
    return seeded.get(name)?.has(id) !== true;
  }

  /** Those of the last time, where no generated record came or went since; undefined where that is not known. */
  function generatedAfter(name: string, records: readonly DataRecord[]): readonly DataRecord[] | undefined {
    const before = lastRemembered.get(name) ?? [];
    const { head, tail } = sameEnds(before, records);
    const changed = [before, records].flatMap((list) => list.slice(head, list.length - tail));
    return changed.some((record) => isGenerated(name, record)) ? undefined : memory.get(before)?.generated;
  }

  /** Quick, and wrong only where a record that mentioned one is no longer there: most collections never do. */
  function mayMention(name: string, records: readonly DataRecord[], byId: LabelsById): boolean {
    if (byId.size === 0) return false;
    const ever = everThere.get(name) ?? { arrays: new WeakSet(), records: new WeakSet(), texts: new Set() };
    everThere.set(name, ever);
    if (!ever.arrays.has(records)) {
      for (const record of records) {
        if (ever.records.has(record)) continue;
        ever.records.add(record);
        for (const text of textsIn(record)) if (text.length <= USUAL_ID) ever.texts.add(text);
      }
      ever.arrays.add(records);
    }
    for (const id of byId.keys()) if (id.length > USUAL_ID || ever.texts.has(id)) return true;
    return false;
  }

  /** A collection that mentions no generated record is settled: it hashes the same whatever else was made meanwhile. */
  function collectionHash(name: string, records: readonly DataRecord[], { known, labels, settled }: Hashing): string {
    if (settled && known.hash !== undefined) return known.hash;
    const hashOf = (record: DataRecord) => labels.byRecord.get(record) ?? seededHash(record, labels.byId, settled);
    const last = settled ? settledLast.get(name) : undefined;
    const lines = (last && linesAfter(last, records, hashOf)) ?? new SortedLines(records.map(hashOf));
    const hash = lines.hash();
    if (settled) {
      known.hash = hash;
      settledLast.set(name, { records, lines });
    }
    return hash;
  }

  /** The hashes of records that are mostly the last ones, made of those of the last ones; undefined where they are not. */
  function linesAfter(
    { records: before, lines }: Settled,
    after: readonly DataRecord[],
    hashOf: (record: DataRecord) => string,
  ): SortedLines | undefined {
    const { head, tail } = sameEnds(before, after);
    const gone = before.slice(head, before.length - tail).map((record) => contentHashes.get(record));
    const come = after.slice(head, after.length - tail).map(hashOf);
    if (gone.length + come.length > MOST_CHANGED) return undefined;
    for (const hash of gone) if (hash === undefined || !lines.remove(hash)) return undefined;
    for (const hash of come) lines.add(hash);
    return lines;
  }

  /** A seeded record keeps its id. */
  function seededHash(record: DataRecord, byId: LabelsById, settled: boolean): string {
    return !settled && mentionsAny(record, byId) ? hashWith(byId, record) : remembered(record, () => hashWith(byId, record));
  }

  /**
   * Labels of all generated records. They may mention each other, even in a circle, so the labels of those that do are refined in
   * rounds: each round puts the last round's labels in the place of ids.
   */
  function labelsOf(generated: readonly DataRecord[]): Labels {
    let byId: LabelsById = new Map(generated.map((record) => [record.id, '']));
    const mentioning = new Set(generated.filter((record) => mentionsAny(record, byId)));
    let byRecord = new Map<DataRecord, string>();
    const label = (record: DataRecord) => {
      const compute = () => hashWith(byId, withoutId(record));
      return mentioning.has(record) ? compute() : remembered(record, compute);
    };
    for (let round = 0; round <= Math.min(mentioning.size, MOST_ROUNDS); round += 1) {
      byRecord = new Map(generated.map((record) => [record, label(record)]));
      byId = joinById(byRecord);
    }
    return { byRecord, byId };
  }

  function remembered(record: DataRecord, compute: () => string): string {
    const hash = contentHashes.get(record) ?? compute();
    contentHashes.set(record, hash);
    return hash;
  }

  function mentionsAny(record: DataRecord, byId: LabelsById): boolean {
    const texts = textsByRecord.get(record) ?? textsIn(record);
    textsByRecord.set(record, texts);
    return texts.some((text) => byId.has(text));
  }
}

/** What may be an id: every text of a field, and every item of a list. */
function textsIn(record: DataRecord): readonly string[] {
  const texts: string[] = [];
  for (const field of Object.keys(record)) {
    const value = record[field];
    if (field === 'id') continue;
    if (typeof value === 'string') texts.push(value);
    else if (Array.isArray(value)) texts.push(...value);
  }
  return texts;
}

/** `createHasher` for one use. */
export function worldHash(world: World, seed: World): string {
  return createHasher(seed)(world);
}

/** A longer chain of generated records that mention each other is told apart by the records' own content only. */
const MOST_ROUNDS = 8;

interface Remembered {
  readonly generated: readonly DataRecord[];
  hash: string | undefined;
}

/** What was seen of one collection in any of its states. It only grows, so a change costs the look at one record. */
interface EverThere {
  readonly arrays: WeakSet<readonly DataRecord[]>;
  readonly records: WeakSet<DataRecord>;
  readonly texts: Set<string>;
}

/** Of a collection that was settled: its records, and their hashes. */
interface Settled {
  readonly records: readonly DataRecord[];
  readonly lines: SortedLines;
}

/** Characters of an id, but for odd ones: longer texts are not kept, since most are prose. */
const USUAL_ID = 40;

/** Where more records than these lie between the first and the last that changed, all are hashed anew. */
const MOST_CHANGED = 32;

interface Hashing {
  readonly known: Remembered;
  readonly labels: Labels;
  readonly settled: boolean;
}

type LabelsById = ReadonlyMap<string, string>;

interface Labels {
  readonly byRecord: ReadonlyMap<DataRecord, string>;
  readonly byId: LabelsById;
}

/** Where two collections made the same id, a mention could mean either and stands for both. */
function joinById(byRecord: ReadonlyMap<DataRecord, string>): LabelsById {
  const byId = new Map<string, string>();
  for (const [{ id }, label] of byRecord) {
    const other = byId.get(id);
    byId.set(id, other === undefined ? label : [other, label].sort().join('+'));
  }
  return byId;
}

/** Hash of fields with generated ids replaced by labels, in a form no field value can have. A record's own `id` is never replaced. */
function hashWith(byId: LabelsById, fields: { readonly [field: string]: FieldValue }): string {
  if (byId.size === 0) return sha256Hex(canonicalJson(fields));
  const label = (text: string): Json => {
    const known = byId.get(text);
    return known === undefined ? text : { label: known };
  };
  const replaced = Object.entries(fields).map(([field, value]): [string, Json] => {
    if (field === 'id' || typeof value === 'number' || typeof value === 'boolean') return [field, value];
    return [field, typeof value === 'string' ? label(value) : value.map(label)];
  });
  return sha256Hex(canonicalJson(Object.fromEntries(replaced)));
}

function withoutId({ id, ...content }: DataRecord): { readonly [field: string]: FieldValue } {
  return content;
}
