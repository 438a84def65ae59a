// A new record from the caller's fields, what the service sets, and the fields' defaults.
import type { DataRecord, FieldValue } from '#grader/evidence/types.ts';
import type { Collection, CreateTool, SendTool } from '#services/types.ts';
import {
  collectionOf,
  collectionPath,
  fieldParameter,
  orderRefusal,
  type Parameter,
  type Refusal,
  type ToolKind,
  type ToolUse,
} from './kind.ts';
import { listView, shownOf } from './show.ts';

export const create: ToolKind<CreateTool> = {
  hints: { readOnly: false, destructive: false, idempotent: false },
  parameters: newRecordParameters,
  notes: () => 'Answers with the new record and its id.',
  run(use) {
    const made = makeRecord(use);
    if (!made.ok) return made;
    return createdOutcome(use, made.record, {});
  },
};

/** Arguments of a tool that makes a record: those fields are required that nothing else fills in. */
export function newRecordParameters(tool: CreateTool | SendTool, collection: Collection): readonly Parameter[] {
  return tool.fields.map((name) => {
    const field = collection.fields[name];
    const filled = field?.optional === true || field?.default !== undefined || Object.hasOwn(tool.sets ?? {}, name);
    return fieldParameter(collection, name, !filled);
  });
}

/** The new record, in the order of the definition. */
export function makeRecord<T extends CreateTool | SendTool>({
  tool,
  service,
  args,
  world,
  office,
}: ToolUse<T>): { readonly ok: true; readonly record: DataRecord } | Refusal {
  const collection = collectionOf(service, tool);
  const fields: [string, FieldValue][] = [];
  for (const [name, field] of Object.entries(collection.fields)) {
    const written = tool.sets !== undefined && Object.hasOwn(tool.sets, name) ? tool.sets[name] : field.default;
    const value = args.get(name) ?? (written === undefined ? undefined : office.value(service, written));
    if (value !== undefined) fields.push([name, value]);
    else if (field.optional !== true) {
      return { ok: false, code: 'internal', message: `The ${service.title} service has no value for ${name}.` };
    }
  }
  const disorder = orderRefusal(collection, Object.fromEntries(fields), office);
  if (disorder !== undefined) return disorder;
  return { ok: true, record: { id: world.nextId(collectionPath(service, tool)), ...Object.fromEntries(fields) } };
}

export function createdOutcome<T extends CreateTool | SendTool>(
  { tool, service, office }: ToolUse<T>,
  record: DataRecord,
  more: { readonly recipients?: readonly string[] },
) {
  const path = collectionPath(service, tool);
  const view = listView(record, collectionOf(service, tool), office.zone);
  return {
    ok: true as const,
    result: view.json,
    shown: shownOf(path, [{ id: record.id, view }]),
    changes: [{ effect: tool.effect, collection: path, id: record.id, before: null, after: record, ...more }],
  };
}
