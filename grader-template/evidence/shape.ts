// Turns the text of evidence files into typed values, or says what is wrong with them. Trusts nothing: every part is looked at.
import type { Actor, AuditEntry, CallOutcome, Change, DataRecord, FolderListing, ReplyPart, Seal, StageSeal, World } from './types.ts';

/** Evidence that cannot be used, with the reason in words. Thrown here, turned into `Damage` by `readEvidence`. */
export class Broken extends Error {}

type Unknown = { readonly [key: string]: unknown };

/** Parses JSON. `place` begins the reason: `audit.jsonl line 4`. */
export function parseJson(text: string, place: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new Broken(`${place}: not JSON`);
  }
}

/** One line of `audit.jsonl`. */
export function asEntry(value: unknown, place: string): AuditEntry {
  const entry = object(value, place);
  const shown = object(entry.shown, `${place}, shown`);
  const world = object(entry.world, `${place}, world`);
  for (const key of ['stage', 'time', 'tool', 'via', 'prev']) string(entry[key], `${place}, ${key}`);
  for (const key of ['message', 'toolUse']) if (entry[key] !== undefined) string(entry[key], `${place}, ${key}`);
  whole(entry.seq, `${place}, seq`);
  oneOf<Actor>(entry.actor, ['agent', 'user', 'event', 'fault'], `${place}, actor`);
  oneOf<CallOutcome>(entry.outcome, ['ok', 'refused', 'error', 'fault'], `${place}, outcome`);
  finite(object(entry.args, `${place}, args`), `${place}, args`);
  string(shown.digest, `${place}, shown.digest`);
  for (const fields of Object.values(object(shown.records, `${place}, shown.records`))) strings(fields, `${place}, shown.records`);
  for (const change of list(entry.changes, `${place}, changes`)) asChange(change, `${place}, changes`);
  worldPair(world, `${place}, world`);
  return value as AuditEntry;
}

/** `world/<stage>.before.json` and `.after.json`. */
export function asWorld(value: unknown, place: string): World {
  for (const [collection, records] of Object.entries(object(value, place))) {
    const ids = new Set<string>();
    for (const one of list(records, `${place}, ${collection}`)) {
      const { id } = asRecord(one, `${place}, ${collection}`);
      if (ids.has(id)) throw new Broken(`${place}, ${collection}: ${id} is there twice`);
      ids.add(id);
    }
  }
  return value as World;
}

/** `seal.json`. */
export function asSeal(value: unknown, place: string): Seal {
  const seal = object(value, place);
  if (seal.version !== 1) throw new Broken(`${place}: its version is not 1`);
  for (const key of ['task', 'pack']) string(seal[key], `${place}, ${key}`);
  for (const one of list(seal.stages, `${place}, stages`)) {
    const stage: Unknown & { readonly [Key in keyof StageSeal]?: unknown } = object(one, `${place}, stages`);
    for (const key of ['name', 'last']) string(stage[key], `${place}, stages, ${key}`);
    whole(stage.entries, `${place}, stages, entries`);
    worldPair(object(stage.world, `${place}, stages, world`), `${place}, stages, world`);
    if (stage.reply !== null) string(stage.reply, `${place}, stages, reply`);
    // Absent in seals from before there were folders.
    if (stage.files !== undefined && stage.files !== null) string(stage.files, `${place}, stages, files`);
  }
  return value as Seal;
}

/** `reply/<stage>.json`. */
export function asReply(value: unknown, place: string): ReplyPart {
  const reply = object(value, place);
  string(reply.message, `${place}, message`);
  if (reply.answer !== undefined) finite(object(reply.answer, `${place}, answer`), `${place}, answer`);
  whole(reply.seq, `${place}, seq`);
  return value as ReplyPart;
}

/** `files/<stage>.json`. */
export function asListing(value: unknown, place: string): FolderListing {
  const listing = object(value, place);
  for (const one of list(listing.files, `${place}, files`)) {
    const file = object(one, `${place}, files`);
    for (const key of ['path', 'sha256']) string(file[key], `${place}, files, ${key}`);
    whole(file.size, `${place}, files, size`);
  }
  for (const one of list(listing.left_out, `${place}, left_out`)) {
    const left = object(one, `${place}, left_out`);
    for (const key of ['path', 'reason']) string(left[key], `${place}, left_out, ${key}`);
  }
  whole(listing.more, `${place}, more`);
  return value as FolderListing;
}

function asChange(value: unknown, place: string): void {
  const change = object(value, place);
  oneOf<Change['effect']>(change.effect, ['create', 'update', 'delete', 'send', 'spend'], `${place}, effect`);
  const id = string(change.id, `${place}, id`);
  string(change.collection, `${place}, collection`);
  if (change.recipients !== undefined) strings(change.recipients, `${place}, recipients`);
  for (const side of ['before', 'after']) {
    const record = change[side];
    if (record !== null && asRecord(record, `${place}, ${side}`).id !== id)
      throw new Broken(`${place}, ${side}: another record than ${id}`);
  }
  if (change.before === null && change.after === null) throw new Broken(`${place}: no record before and none after`);
}

function asRecord(value: unknown, place: string): DataRecord {
  const record = object(value, place);
  const id = string(record.id, `${place}, id`);
  for (const [field, held] of Object.entries(record)) {
    const fine = typeof held === 'string' || typeof held === 'boolean' || Number.isFinite(held) || Array.isArray(held);
    if (!fine) throw new Broken(`${place}, ${id}, ${field}: no value a field can have`);
    if (Array.isArray(held)) strings(held, `${place}, ${id}, ${field}`);
  }
  return value as DataRecord;
}

function worldPair(world: Unknown, place: string): void {
  string(world.before, `${place}.before`);
  string(world.after, `${place}.after`);
}

function object(value: unknown, place: string): Unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw new Broken(`${place}: not an object`);
  // A fresh object without a prototype: `constructor` is only there when it was written.
  return Object.assign(Object.create(null), value);
}

function list(value: unknown, place: string): readonly unknown[] {
  if (!Array.isArray(value)) throw new Broken(`${place}: not a list`);
  return value;
}

function strings(value: unknown, place: string): void {
  for (const one of list(value, place)) string(one, place);
}

function string(value: unknown, place: string): string {
  if (typeof value !== 'string') throw new Broken(`${place}: not text`);
  return value;
}

function whole(value: unknown, place: string): void {
  if (!Number.isSafeInteger(value) || (value as number) < 0) throw new Broken(`${place}: not a whole number`);
}

function oneOf<Choice extends string>(value: unknown, choices: readonly Choice[], place: string): void {
  if (!choices.some((choice) => choice === value)) throw new Broken(`${place}: not one of ${choices.join(', ')}`);
}

/** No number too big to be one (JSON reads 1e999 as infinity). Walks without recursion: arguments are as deep as an agent liked. */
function finite(value: unknown, place: string): void {
  const open: unknown[] = [value];
  while (open.length > 0) {
    const next = open.pop();
    if (typeof next === 'number' && !Number.isFinite(next)) throw new Broken(`${place}: a number without end`);
    if (typeof next === 'object' && next !== null) for (const inner of Object.values(next)) open.push(inner);
  }
}
