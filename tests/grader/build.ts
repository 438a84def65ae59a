// An honest workspace in small: does what it is told to a world and leaves evidence of it.
import { createHasher, firstPrev, lineHash, sha256Hex } from '#grader/evidence/hash.ts';
import { isDamage, readEvidence } from '#grader/evidence/read.ts';
import type { AuditEntry, Change, DataRecord, Evidence, FieldValue, Json, Seal, World } from '#grader/evidence/types.ts';
import { type CollectedFolder, folderEvidence } from '#workspace/folder.ts';

export interface Write {
  readonly at: string;
  /** Fields to set, or with undefined to empty; or null to delete the record. */
  readonly set: { readonly [field: string]: FieldValue | undefined } | null;
  readonly effect?: Change['effect'];
  readonly recipients?: readonly string[];
}

export type Act = Partial<Pick<AuditEntry, 'actor' | 'outcome' | 'args' | 'time'>> & {
  readonly tool: string;
  readonly writes?: readonly Write[];
  readonly shown?: AuditEntry['shown']['records'];
};

export const EXPECTED = { task: 'support.overdue', pack: 'd'.repeat(64) };

export const SEED: World = {
  'helpdesk.tickets': [
    { id: 'TIC-204', subject: 'Export stops', status: 'open', priority: 'normal' },
    { id: 'TIC-205', subject: 'Slow', status: 'open', priority: 'normal' },
    { id: 'TIC-207', subject: 'Everything is down!!', status: 'open', priority: 'high' },
  ],
  'mail.messages': [],
};

/** Evidence files of these acts. */
export function build(
  acts: readonly Act[],
  { seed = SEED, trajectory, folder }: { seed?: World; trajectory?: unknown; folder?: CollectedFolder } = {},
): Map<string, string> {
  const hash = createHasher(seed);
  let world = seed;
  let prev = firstPrev(EXPECTED.pack);
  let log = '';
  let reply: string | null = null;
  for (const [index, act] of acts.entries()) {
    const before = hash(world);
    const changes = (act.writes ?? []).map((write) => {
      const change = toChange(world, write);
      world = withChange(world, change);
      return change;
    });
    const entry: AuditEntry = {
      seq: index + 1,
      stage: 'main',
      time: act.time ?? '2026-03-09T08:00:00Z',
      actor: act.actor ?? 'agent',
      tool: act.tool,
      args: act.args ?? {},
      outcome: act.outcome ?? 'ok',
      shown: { digest: sha256Hex(''), records: act.shown ?? {} },
      changes,
      world: { before, after: hash(world) },
      via: 'mcp',
      prev,
    };
    const line = JSON.stringify(entry);
    prev = lineHash(line);
    log += `${line}\n`;
    if (act.tool === 'reply' && entry.outcome === 'ok' && entry.actor === 'agent') {
      const { message = '', ...answer } = entry.args;
      reply = JSON.stringify({ message, ...(Object.keys(answer).length > 0 && { answer }), seq: entry.seq });
    }
  }
  const left = folder && folderEvidence('main', folder);
  const listing = left?.get('files/main.json');
  const stage = {
    name: 'main',
    entries: acts.length,
    last: prev,
    world: { before: hash(seed), after: hash(world) },
    reply: reply && sha256Hex(reply),
    files: listing === undefined ? null : sha256Hex(listing),
  };
  const seal: Seal = { version: 1, ...EXPECTED, stages: [stage] };
  const files = new Map([
    ['audit.jsonl', log],
    ['seal.json', JSON.stringify(seal)],
    ['world/main.before.json', JSON.stringify(seed)],
    ['world/main.after.json', JSON.stringify(world)],
  ]);
  for (const [path, text] of left ?? []) files.set(path, text);
  if (reply !== null) files.set('reply/main.json', reply);
  if (trajectory !== undefined) files.set('transcript/main/trajectory.json', JSON.stringify(trajectory));
  return files;
}

/** Verified evidence of these acts. */
export function evidenceOf(acts: readonly Act[], options: Parameters<typeof build>[1] = {}): Evidence {
  const read = readEvidence(build(acts, options), EXPECTED);
  if (isDamage(read)) throw new Error(read.reason);
  return read;
}

export function update(id: string, set: Write['set'], more: Partial<Act> = {}): Act {
  const writes = [{ at: `helpdesk.tickets/${id}`, set }];
  return { tool: 'helpdesk.update_ticket', args: { id, ...set }, writes, ...more };
}

export function mail(id: string, to: readonly string[], body: string, more: Partial<Act> = {}): Act {
  const set = { from: 'me@ours.example', to, subject: 'Overdue', body };
  return {
    tool: 'mail.send',
    args: { to, subject: 'Overdue', body },
    writes: [{ at: `mail.messages/${id}`, set, effect: 'send', recipients: to }],
    ...more,
  };
}

export function say(message: string): Act {
  return { tool: 'reply', args: { message } };
}

/** A reply with its form filled in. */
export function fill(answer: { readonly [field: string]: Json }, message?: string): Act {
  return { tool: 'reply', args: { ...(message !== undefined && { message }), ...answer } };
}

function toChange(world: World, { at, set, effect, recipients }: Write): Change {
  const slash = at.indexOf('/');
  const [collection, id] = [at.slice(0, slash), at.slice(slash + 1)];
  const before = world[collection]?.find((record) => record.id === id) ?? null;
  const after = set === null ? null : (withoutEmpty({ ...before, ...set, id }) as DataRecord);
  const kind = effect ?? (before === null ? 'create' : after === null ? 'delete' : 'update');
  return { effect: kind, collection, id, before, after, ...(recipients && { recipients }) };
}

function withoutEmpty(fields: object): object {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
}

function withChange(world: World, { collection, id, after }: Change): World {
  const rest = (world[collection] ?? []).filter((record) => record.id !== id);
  const records = after === null ? rest : [...rest, after];
  return { ...world, [collection]: records.sort((a, b) => (a.id < b.id ? -1 : 1)) };
}
