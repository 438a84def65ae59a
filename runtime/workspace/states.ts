// Whether a record is in the state that is asked of it, and the words for it.
import type { DataRecord } from '#grader/evidence/types.ts';
import type { State } from '#services/types.ts';

/** Whether the record is in the state. */
export function isIn(record: DataRecord, state: State): boolean {
  return oddIn(record, state) === undefined;
}

/** The first field of the state that the record does not have as it has to be. */
export function oddIn(record: DataRecord, state: State): { readonly field: string; readonly values: State[string] } | undefined {
  const odd = Object.entries(state).find(([field, values]) => !fits(record, field, values));
  return odd && { field: odd[0], values: odd[1] };
}

/** What a field would have to be: `open or pending`. */
export function stateWords(values: State[string]): string {
  return values.length === 0 ? 'empty' : values.join(' or ');
}

/** What it is instead: `it is closed`. */
export function foundWords(record: DataRecord, field: string): string {
  const value = Object.hasOwn(record, field) ? record[field] : undefined;
  return value === undefined ? 'there is none' : `it is ${Array.isArray(value) ? value.join(', ') : String(value)}`;
}

function fits(record: DataRecord, field: string, values: State[string]): boolean {
  const value = Object.hasOwn(record, field) ? record[field] : undefined;
  if (value === undefined) return values.length === 0;
  return values.some((one) => one === value || (Array.isArray(value) && value.includes(String(one))));
}
