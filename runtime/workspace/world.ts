// The records of one running office: the seed and what was done to it. Records are never changed in place, and a collection
// that did not change keeps its array, which is what makes hashing cheap.
import type { Change, DataRecord, World } from '#grader/evidence/types.ts';
import type { ServiceDefinition } from '#services/types.ts';

/** What tools may look at. */
export interface WorldView {
  /** Records of `helpdesk.tickets`, sorted by id; none where there is no such collection. */
  all(collection: string): readonly DataRecord[];
  get(collection: string, id: string): DataRecord | undefined;
  /** The id that the next new record will have: after the highest number that ever was, zero-padded as the seed's are. */
  nextId(collection: string): string;
  /** The same for several new records made in one go. */
  nextIds(collection: string, count: number): readonly string[];
}

export interface LiveWorld extends WorldView {
  /** Applies a call's changes; the function it returns takes them back, and may only be used before the next `apply`. */
  apply(changes: readonly Change[]): () => void;
  /** Every collection of every service, by name; the same arrays as long as nothing changed. */
  snapshot(): World;
  /** What another world goes on from where this one stands. */
  position(): WorldSeed;
}

/** The unchanging start of an office's worlds; made once, shared by as many worlds as are opened over it. */
export interface WorldSeed {
  readonly world: World;
  readonly tables: ReadonlyMap<string, Table>;
}

interface Table {
  readonly prefix: string;
  /** Width to which seeded numbers are padded; 0 where they are not. */
  readonly width: number;
  /** Sorted by id. Looked up by halving: an index would have to be copied for every change. */
  readonly records: readonly DataRecord[];
  readonly highest: number;
}

/** Sorted. Collections without seeded records are empty, not missing. */
export function seedWorld(services: readonly ServiceDefinition[], records: World): WorldSeed {
  const tables = new Map<string, Table>();
  for (const service of services) {
    for (const [name, collection] of Object.entries(service.collections)) {
      const path = `${service.name}.${name}`;
      tables.set(path, openTable(collection.prefix, Object.hasOwn(records, path) ? (records[path] ?? []) : []));
    }
  }
  const names = [...tables.keys()].sort();
  return { tables, world: Object.fromEntries(names.map((name) => [name, tables.get(name)?.records ?? []])) };
}

/** `madeBefore`: how many new records to number as if they had been there. */
export function openWorld(seed: WorldSeed, madeBefore = 0): LiveWorld {
  const tables = new Map(seed.tables);
  let world = seed.world;

  return {
    all: (collection) => tables.get(collection)?.records ?? [],
    get: (collection, id) => {
      const table = tables.get(collection);
      return table && recordIn(table, id);
    },
    nextId: (collection) => nextIds(collection, 1)[0] ?? '',
    nextIds,
    snapshot: () => world,
    position: () => ({ world, tables: new Map(tables) }),
    apply(changes) {
      const before = new Map<string, Table>();
      const worldBefore = world;
      for (const change of changes) {
        const table = tables.get(change.collection);
        if (table === undefined) throw new Error(`no collection ${change.collection}`);
        if (!before.has(change.collection)) before.set(change.collection, table);
        tables.set(change.collection, changed(table, change));
      }
      if (before.size > 0)
        world = { ...world, ...Object.fromEntries([...before.keys()].map((name) => [name, tables.get(name)?.records ?? []])) };
      return () => {
        for (const [name, table] of before) tables.set(name, table);
        world = worldBefore;
      };
    },
  };

  function nextIds(collection: string, count: number): readonly string[] {
    const table = tables.get(collection);
    if (table === undefined) throw new Error(`no collection ${collection}`);
    const ids: string[] = [];
    for (let number = table.highest + 1 + madeBefore; ids.length < count; number += 1) {
      const id = idOf(table, number);
      if (recordIn(table, id) === undefined) ids.push(id);
    }
    return ids;
  }
}

function openTable(prefix: string, records: readonly DataRecord[]): Table {
  const sorted = [...records].sort((a, b) => (a.id < b.id ? -1 : 1));
  let highest = 0;
  let width = 0;
  for (const { id } of sorted) {
    const digits = digitsOf(prefix, id);
    if (digits === undefined) continue;
    if (Number(digits) > highest) highest = Number(digits);
    if (digits.startsWith('0')) width = Math.max(width, digits.length);
  }
  return { prefix, width, highest, records: sorted };
}

function changed(table: Table, change: Change): Table {
  const at = position(table.records, change.id);
  const records = [...table.records];
  records.splice(at, recordIn(table, change.id) === undefined ? 0 : 1, ...(change.after === null ? [] : [change.after]));
  return { ...table, records, highest: Math.max(table.highest, Number(digitsOf(table.prefix, change.id) ?? 0)) };
}

function recordIn({ records }: Table, id: string): DataRecord | undefined {
  const found = records[position(records, id)];
  return found?.id === id ? found : undefined;
}

/** Where the id is, or belongs, in records sorted by id. */
function position(records: readonly DataRecord[], id: string): number {
  let low = 0;
  let high = records.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((records[middle]?.id ?? '') < id) low = middle + 1;
    else high = middle;
  }
  return low;
}

function idOf(table: Table, number: number): string {
  return table.prefix + String(number).padStart(table.width, '0');
}

/** The running number in an id; undefined for ids of another form, and for numbers too long to count on from. */
function digitsOf(prefix: string, id: string): string | undefined {
  if (!id.startsWith(prefix)) return undefined;
  const digits = id.slice(prefix.length);
  return /^\d{1,15}$/.test(digits) ? digits : undefined;
}
