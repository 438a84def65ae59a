// Changes the given fields of one record.
import type { DataRecord, FieldValue } from '#grader/evidence/types.ts';
import type { UpdateTool } from '#services/types.ts';
import { collectionOf, collectionPath, fieldParameter, findRecord, idParameter, orderRefusal, type ToolKind } from './kind.ts';
import { listView, shownOf } from './show.ts';

export const update: ToolKind<UpdateTool> = {
  hints: { readOnly: false, destructive: true, idempotent: true },

  parameters: (tool, collection) => [
    idParameter(collection, 'What to change.'),
    ...tool.fields.map((name) => {
      const parameter = fieldParameter(collection, name, false);
      return parameter.field.optional === true ? { ...parameter, clears: true as const } : parameter;
    }),
  ],

  notes: () => 'Give at least one field beside `id`. Answers with the record as it is afterwards.',

  run(use) {
    const { tool, service, args, office } = use;
    const given = tool.fields.filter((name) => args.has(name));
    if (given.length === 0) {
      return {
        ok: false,
        code: 'wrong_argument',
        message: 'Nothing to change was given.',
        hint: `Give at least one of: ${tool.fields.join(', ')}.`,
      };
    }
    const found = findRecord(use);
    if (!found.ok) return found;
    const collection = collectionOf(service, tool);
    const path = collectionPath(service, tool);
    const before = found.record;
    const changed = given.filter((name) => !same(Object.hasOwn(before, name) ? before[name] : undefined, args.get(name) ?? undefined));
    const values = new Map<string, FieldValue | undefined>(changed.map((name) => [name, args.get(name) ?? undefined]));
    if (changed.length > 0) for (const [name, written] of Object.entries(tool.sets ?? {})) values.set(name, office.value(service, written));
    const after = changed.length === 0 ? before : withValues(before, Object.keys(collection.fields), values);
    const disorder = changed.length === 0 ? undefined : orderRefusal(collection, after, office);
    if (disorder !== undefined) return disorder;
    const view = listView(after, collection, office.zone, given);
    return {
      ok: true,
      result: view.json,
      shown: shownOf(path, [{ id: after.id, view }]),
      changes: changed.length === 0 ? [] : [{ effect: tool.effect, collection: path, id: after.id, before, after }],
    };
  },
};

function withValues(record: DataRecord, order: readonly string[], values: ReadonlyMap<string, FieldValue | undefined>): DataRecord {
  const fields: [string, FieldValue][] = [];
  for (const name of order) {
    const value = values.has(name) ? values.get(name) : Object.hasOwn(record, name) ? record[name] : undefined;
    if (value !== undefined) fields.push([name, value]);
  }
  return { id: record.id, ...Object.fromEntries(fields) };
}

function same(a: FieldValue | undefined, b: FieldValue | undefined): boolean {
  if (Array.isArray(a) && Array.isArray(b)) return a.length === b.length && a.every((value, index) => value === b[index]);
  return a === b;
}
