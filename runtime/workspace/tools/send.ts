// Like create, and the record leaves the house: who gets it is part of the change.
import type { DataRecord } from '#grader/evidence/types.ts';
import type { SendTool } from '#services/types.ts';
import { addressKey } from '../fields.ts';
import { createdOutcome, makeRecord, makingNotes, newRecordParameters } from './create.ts';
import type { ToolKind } from './kind.ts';

export const send: ToolKind<SendTool> = {
  hints: { readOnly: false, destructive: true, idempotent: false },
  parameters: newRecordParameters,
  notes: (tool, service, _collection, find) =>
    `Answers with the record as it was sent and its id. ${makingNotes(tool, service, find)}`.trim(),
  run(use) {
    const made = makeRecord(use);
    if (!made.ok) return made;
    const recipients = addresseesOf(made.record, use.tool.addressees);
    if (recipients.length === 0) {
      return {
        ok: false,
        code: 'wrong_argument',
        message: 'There is nobody to send it to.',
        hint: `Give ${use.tool.addressees.join(' or ')}.`,
      };
    }
    return createdOutcome(use, [made.record], { recipients, source: made.source });
  },
};

/** Bare addresses in lower case, each once, in the order of the fields. */
function addresseesOf(record: DataRecord, fields: readonly string[]): string[] {
  const all = fields.flatMap((name) => {
    const value = Object.hasOwn(record, name) ? record[name] : undefined;
    return value === undefined ? [] : Array.isArray(value) ? value : [String(value)];
  });
  return [...new Set(all.map(addressKey))];
}
