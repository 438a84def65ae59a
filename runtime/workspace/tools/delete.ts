// Takes one record away. References to it stay behind, as in the offices this imitates.
import type { DeleteTool } from '#services/types.ts';
import { collectionPath, findRecord, idParameter, type ToolKind } from './kind.ts';

export const deleteKind: ToolKind<DeleteTool> = {
  hints: { readOnly: false, destructive: true, idempotent: false },

  parameters: (_tool, collection) => [idParameter(collection, 'What to delete.')],

  notes: () => 'Answers {id, deleted: true}.',

  run(use) {
    const found = findRecord(use);
    if (!found.ok) return found;
    const { record } = found;
    return {
      ok: true,
      result: { id: record.id, deleted: true },
      shown: {},
      changes: [{ effect: 'delete', collection: collectionPath(use.service, use.tool), id: record.id, before: record, after: null }],
    };
  },
};
