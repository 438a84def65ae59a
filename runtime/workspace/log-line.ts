// An entry as it stands in the log.
import type { AuditEntry, Shown } from '#grader/evidence/types.ts';
import type { ShownRecords } from './tools/kind.ts';

/** The entry but for what it showed. */
export type EntryBut = Omit<AuditEntry, 'shown'>;

/** What the whole entry is as JSON, on one line. The fields of the records that lists show again and again are written once. */
export function logLine(entry: EntryBut, digest: string, shown: ShownRecords): string {
  const { seq, stage, time, actor, tool, args, outcome, message, changes, world, via, toolUse, prev } = entry;
  const before = JSON.stringify({ seq, stage, time, actor, tool, args, outcome, message });
  const after = JSON.stringify({ changes, world, via, toolUse, prev });
  return `${before.slice(0, -1)},"shown":{"digest":"${digest}","records":${shownJson(shown)}},${after.slice(1)}`;
}

/** The whole entry, for those who read it without the log. */
export function entryWith(entry: EntryBut, shown: Shown): AuditEntry {
  const { seq, stage, time, actor, tool, args, outcome, message, changes, world, via, toolUse, prev } = entry;
  return {
    seq,
    stage,
    time,
    actor,
    tool,
    args,
    outcome,
    ...(message !== undefined && { message }),
    shown,
    changes,
    world,
    via,
    ...(toolUse !== undefined && { toolUse }),
    prev,
  };
}

function shownJson(shown: ShownRecords): string {
  const parts: string[] = [];
  for (const [path, fields] of shown) parts.push(`${JSON.stringify(path)}:${fieldsJson(fields)}`);
  return `{${parts.join(',')}}`;
}

const written = new WeakMap<readonly string[], string>();

function fieldsJson(fields: readonly string[]): string {
  const text = written.get(fields) ?? JSON.stringify(fields);
  written.set(fields, text);
  return text;
}
