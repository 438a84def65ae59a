// `unchanged`: the agent left a collection as it was, apart from what it was asked for. What events, the simulated user and
// planned faults did is not held against it, and what it put back in order is no difference.
import { differingFields, recordsOf } from '../evidence/look.ts';
import type { DataRecord, Evidence } from '../evidence/types.ts';
import type { Check } from '../types.ts';
import { listed, outcome } from './outcome.ts';

export interface UnchangedParams {
  /** `helpdesk.tickets` */
  readonly collection: string;
  /** Ids of records that may be different. */
  readonly except?: readonly string[];
  /** On those records only these fields may be; absent = all, and they may be gone or new. */
  readonly fields?: readonly string[];
}

/** 1 if no record was made, removed or left different by the agent, outside the exceptions; else 0. */
export function unchanged({ collection, except = [], fields }: UnchangedParams): Check {
  const excused = new Set(except);
  return (evidence) => {
    const baseline = withoutTheAgent(evidence, collection);
    const final = new Map(recordsOf(evidence.after, collection).map((record) => [record.id, record]));
    const ids = [...new Set([...baseline.keys(), ...final.keys()])].filter((id) => !excused.has(id) || fields !== undefined);
    const differences = ids.flatMap((id) => {
      const allowed = excused.has(id) ? (fields ?? []) : [];
      return differing(baseline.get(id), final.get(id), allowed).map((what) => `${collection}/${id} ${what}`);
    });
    const exceptions = except.length === 0 ? '' : ` except ${fields ? `${fields.join(', ')} on ` : ''}${listed(except)}`;
    const found = differences.length === 0 ? 'as expected' : listed(differences);
    return outcome({ score: differences.length === 0, expected: `${collection} left as it was${exceptions}`, found, where: differences });
  };
}

/** The collection as it would be had only the others acted. */
function withoutTheAgent({ before, entries }: Evidence, collection: string): ReadonlyMap<string, DataRecord> {
  const records = new Map(recordsOf(before, collection).map((record) => [record.id, record]));
  const changes = entries.flatMap((entry) => (entry.actor === 'agent' ? [] : entry.changes));
  for (const change of changes.filter((one) => one.collection === collection)) {
    const known = records.get(change.id);
    if (change.after === null) records.delete(change.id);
    else if (change.before === null) records.set(change.id, change.after);
    // Their changes to what the agent had made are changes to the agent's record, so the record stays the agent's.
    else if (known !== undefined) records.set(change.id, withFields(known, change.before, change.after));
  }
  return records;
}

/** The record with the fields that differ between before and after set as they are after. */
function withFields(record: DataRecord, before: DataRecord, after: DataRecord): DataRecord {
  const values = new Map(Object.entries(record));
  const next = new Map(Object.entries(after));
  for (const field of differingFields(before, after)) {
    const value = next.get(field);
    if (value === undefined) values.delete(field);
    else values.set(field, value);
  }
  return { ...Object.fromEntries(values), id: record.id };
}

function differing(before: DataRecord | undefined, after: DataRecord | undefined, allowed: readonly string[]): readonly string[] {
  if (before === undefined) return ['is new'];
  if (after === undefined) return ['is gone'];
  return differingFields(before, after).filter((field) => !allowed.includes(field));
}
