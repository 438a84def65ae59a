// Takes one record away. References to it stay behind, as in the offices this imitates.
import type { DeleteTool } from '#services/types.ts';
import { alsoNote, withAlso } from './also.ts';
import { collectionPath, findRecord, idParameter, NOTHING_SHOWN, type ToolKind } from './kind.ts';
import { stateNote, stateRefusal } from './state.ts';

export const deleteKind: ToolKind<DeleteTool> = {
  hints: { readOnly: false, destructive: true, idempotent: false },

  parameters: (_tool, collection) => [idParameter(collection, 'What to delete.')],

  notes: (tool, service, { noun }, find) =>
    ['Answers {id, deleted: true}.', stateNote(tool.only_if, noun), alsoNote(tool, service, find)].filter(Boolean).join(' '),

  run(use) {
    const found = findRecord(use);
    if (!found.ok) return found;
    const { record } = found;
    const refusal = stateRefusal(use, { record, collection: use.tool.collection, state: use.tool.only_if });
    if (refusal !== undefined) return refusal;
    const collection = collectionPath(use.service, use.tool);
    const changes = [{ effect: 'delete', collection, id: record.id, before: record, after: null }] as const;
    return withAlso(use, { ok: true, result: { id: record.id, deleted: true }, shown: NOTHING_SHOWN, changes }, [record]);
  },
};
