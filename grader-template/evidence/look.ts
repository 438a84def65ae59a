// Looking things up in evidence without being fooled by names such as `constructor` or `__proto__`.
import { canonicalJson } from './canonical.ts';
import type { AuditEntry, DataRecord, World } from './types.ts';

/** The value of an object's own key, or undefined. Record fields and arguments are named by agents, so plain indexing is not safe. */
export function own<Value>(object: { readonly [key: string]: Value }, key: string): Value | undefined {
  return Object.hasOwn(object, key) ? object[key] : undefined;
}

/** The records of `helpdesk.tickets`; none where there is no such collection. */
export function recordsOf(world: World, collection: string): readonly DataRecord[] {
  return own(world, collection) ?? [];
}

/** The record at `helpdesk.tickets/TIC-204`; an id may itself hold a slash. */
export function recordAt(world: World, path: string): DataRecord | undefined {
  const slash = path.indexOf('/');
  const id = path.slice(slash + 1);
  return recordsOf(world, path.slice(0, slash)).find((record) => record.id === id);
}

/** Every addressee of everything a call sent, each once. */
export function recipientsOf(entry: AuditEntry): readonly string[] {
  return [...new Set(entry.changes.flatMap((change) => change.recipients ?? []))];
}

/** The agent's own entries; events, the simulated user and planned faults are not its doing. */
export function agentEntries(entries: readonly AuditEntry[]): readonly AuditEntry[] {
  return entries.filter((entry) => entry.actor === 'agent');
}

/** Fields that do not hold exactly the same in both; a missing field is not an empty one. */
export function differingFields(before: DataRecord, after: DataRecord): readonly string[] {
  if (before === after) return [];
  const fields = new Set([...Object.keys(before), ...Object.keys(after)]);
  return [...fields].filter((field) => {
    const [was, is] = [own(before, field) ?? null, own(after, field) ?? null];
    return was !== is && canonicalJson(was) !== canonicalJson(is);
  });
}
