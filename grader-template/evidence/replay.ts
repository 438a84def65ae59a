// Does again what the log says was done, from the world before: log and worlds have to tell the same story, call by call.
import { canonicalJson, createHasher } from './hash.ts';
import { recordsOf } from './look.ts';
import { Broken } from './shape.ts';
import type { AuditEntry, Change, DataRecord, StageSeal, World } from './types.ts';

/** Throws `Broken` where the log's changes do not lead from `before` to `after`, or a world hash is not the one noted. */
export function replay(entries: readonly AuditEntry[], stage: StageSeal, worlds: { readonly before: World; readonly after: World }): void {
  const hash = createHasher(worlds.before);
  const state = new Map(Object.entries(worlds.before));
  let current = hash(worlds.before);
  if (current !== stage.world.before) throw new Broken(`world/${stage.name}.before.json: its hash is not the one the seal carries`);

  for (const entry of entries) {
    const place = `audit.jsonl line ${entry.seq}`;
    if (entry.outcome !== 'ok' && entry.changes.length > 0) throw new Broken(`${place}: a call that was not carried out changed something`);
    if (entry.world.before !== current) throw new Broken(`${place}: the world before it is not the one the line before left`);
    for (const change of entry.changes) apply(state, change, place);
    if (entry.changes.length > 0) current = hash(Object.fromEntries(state));
    if (entry.world.after !== current) throw new Broken(`${place}: its changes do not lead to the world after it`);
  }

  if (current !== stage.world.after) throw new Broken(`seal.json: the world after ${stage.name} is not the one the log leads to`);
  const different = firstDifference(Object.fromEntries(state), worlds.after);
  if (different !== undefined) throw new Broken(`world/${stage.name}.after.json: ${different} is not what the log leads to`);
}

/** Puts one change into the state. Lists are replaced, never changed: the hasher remembers them by identity. */
function apply(state: Map<string, readonly DataRecord[]>, { collection, id, before, after }: Change, place: string): void {
  const records = state.get(collection) ?? [];
  const at = records.findIndex((record) => record.id === id);
  if (canonicalJson(records[at] ?? null) !== canonicalJson(before)) {
    throw new Broken(`${place}: ${collection}/${id} was not as the line says before the call`);
  }
  const next = after === null ? [] : [after];
  state.set(collection, at === -1 ? [...records, ...next] : [...records.slice(0, at), ...next, ...records.slice(at + 1)]);
}

/** The first collection or record that is not the same in both; an empty collection is as good as none. */
function firstDifference(replayed: World, after: World): string | undefined {
  for (const collection of new Set([...Object.keys(replayed), ...Object.keys(after)])) {
    const ours = new Map(recordsOf(replayed, collection).map((record) => [record.id, record]));
    const theirs = new Map(recordsOf(after, collection).map((record) => [record.id, record]));
    for (const id of new Set([...ours.keys(), ...theirs.keys()])) {
      if (canonicalJson(ours.get(id) ?? null) !== canonicalJson(theirs.get(id) ?? null)) return `${collection}/${id}`;
    }
  }
  return undefined;
}
