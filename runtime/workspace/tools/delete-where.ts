// Takes away every record whose field is equal to the argument: a whole series at once.
import type { DeleteWhereTool } from '#services/types.ts';
import { collectionOf, collectionPath, fieldOf, NOTHING_SHOWN, type ToolKind, valueIn } from './kind.ts';

export const deleteWhere: ToolKind<DeleteWhereTool> = {
  hints: { readOnly: false, destructive: true, idempotent: false },

  // A text also for a reference: what it leads to may be gone already.
  parameters: ({ by }, collection) => [
    {
      name: by,
      required: true,
      field: { type: 'string', about: `Every ${collection.noun} that has this is deleted. ${fieldOf(collection, by).about}` },
    },
  ],

  notes: () => 'Answers {deleted}: the ids of all that are gone.',

  run({ tool, service, args, world, office }) {
    const path = collectionPath(service, tool);
    const wanted = args.get(tool.by);
    const found = world.all(path).filter((record) => valueIn(record, tool.by) === wanted);
    if (found.length === 0) {
      const { noun } = collectionOf(service, tool);
      const finder = office.finder(path);
      const hint = finder === undefined ? `Give the ${tool.by} of one that there is.` : `${finder} shows them.`;
      return { ok: false, code: 'not_found', message: `There is no ${noun} with the ${tool.by} ${JSON.stringify(wanted)}.`, hint };
    }
    return {
      ok: true,
      result: { deleted: found.map(({ id }) => id) },
      shown: NOTHING_SHOWN,
      changes: found.map((record) => ({ effect: 'delete' as const, collection: path, id: record.id, before: record, after: null })),
    };
  },
};
