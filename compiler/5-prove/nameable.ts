// The records that a field may name.
import type { DataRecord } from '#grader/evidence/types.ts';
import type { Field } from '#services/types.ts';
import { isIn } from '#workspace/tools/state.ts';
import type { Office } from '#workspace/types.ts';

/** Of the start, those of the reference's collection that are in the state in which a call may name them. */
export function nameable({ to = '', only_if: state = {} }: Pick<Field, 'to' | 'only_if'>, { records }: Office): readonly DataRecord[] {
  return (records[to] ?? []).filter((record) => isIn(record, state));
}
