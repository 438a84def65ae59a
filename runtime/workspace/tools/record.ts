// Records with other values. They are never changed in place.
import type { DataRecord, FieldValue } from '#grader/evidence/types.ts';
import { valueIn } from './kind.ts';

/** The record with these values, in the order of its collection's fields; undefined takes a value away. */
export function withValues(record: DataRecord, order: readonly string[], values: ReadonlyMap<string, FieldValue | undefined>): DataRecord {
  const fields: [string, FieldValue][] = [];
  for (const name of order) {
    const value = values.has(name) ? values.get(name) : valueIn(record, name);
    if (value !== undefined) fields.push([name, value]);
  }
  return { id: record.id, ...Object.fromEntries(fields) };
}

/** Whether two stored values are the same; undefined is none. */
export function sameValue(a: FieldValue | undefined, b: FieldValue | undefined): boolean {
  if (Array.isArray(a) && Array.isArray(b)) return a.length === b.length && a.every((value, index) => value === b[index]);
  return a === b;
}
