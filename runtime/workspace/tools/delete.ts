// Takes one record away. References to it stay behind, as in the offices this imitates.
import type { DeleteTool } from '#services/types.ts';
import { collectionPath, findRecord, idParameter, type ToolKind } from './kind.ts';
import { stateNote, stateRefusal } from './state.ts';

export const deleteKind: ToolKind<DeleteTool> = {
  hints: { readOnly: false, destructive: true, idempotent: false },

  parameters: (_tool, collection) => [idParameter(collection, 'What to delete.')],

  notes: (tool, _service, { noun }) => `Answers {id, deleted: true}. ${stateNote(tool.only_if, noun)}`.trim(),

  run(use) {
    const found = findRecord(use);
    if (!found.ok) return found;
    const { record } = found;
    const refusal = stateRefusal(use, { record, collection: use.tool.collection, state: use.tool.only_if });
    if (refusal !== undefined) return refusal;
    return {
      ok: true,
      result: { id: record.id, deleted: true },
      shown: {},
      changes: [{ effect: 'delete', collection: collectionPath(use.service, use.tool), id: record.id, before: record, after: null }],
    };
  },
};
