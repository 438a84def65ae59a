// One record with every field.
import type { GetTool } from '#services/types.ts';
import { collectionOf, collectionPath, findRecord, idParameter, type ToolKind } from './kind.ts';
import { fullView, shownOf } from './show.ts';

export const get: ToolKind<GetTool> = {
  hints: { readOnly: true, destructive: false, idempotent: true },

  parameters: (_tool, collection) => [idParameter(collection, 'What to show.')],

  notes: () => '',

  run(use) {
    const found = findRecord(use);
    if (!found.ok) return found;
    const { record } = found;
    const view = fullView(record, collectionOf(use.service, use.tool), use.office.zone);
    return { ok: true, result: view.json, shown: shownOf(collectionPath(use.service, use.tool), [{ id: record.id, view }]), changes: [] };
  },
};
