// A new record from the caller's fields, what is copied from another, what the service sets, and the fields' defaults.
import type { Change, DataRecord, FieldValue } from '#grader/evidence/types.ts';
import type { Collection, CreateTool, Field, FindCollection, SendTool, ServiceDefinition } from '#services/types.ts';
import { alsoNote, withAlso } from './also.ts';
import { sourceCollection, sourceNote, sourceOf, sourceParameters, withCopy } from './copies.ts';
import {
  collectionNamed,
  collectionOf,
  collectionPath,
  fieldParameter,
  type Outcome,
  oddRefusal,
  type Parameter,
  type Refusal,
  type ToolKind,
  type ToolUse,
  valueIn,
} from './kind.ts';
import { repeated, repeatNote, repeatParameters } from './repeat.ts';
import { listView, shownOf } from './show.ts';
import { referredRefusal } from './state.ts';

export const create: ToolKind<CreateTool> = {
  hints: { readOnly: false, destructive: false, idempotent: false },
  parameters: (tool, collection, service) => [
    ...newRecordParameters(tool, collection, service),
    ...(tool.repeats === undefined ? [] : repeatParameters(collection)),
  ],
  notes: (tool, service, _collection, find) =>
    ['Answers with the new record and its id.', makingNotes(tool, service, find), tool.repeats === undefined ? '' : repeatNote]
      .join(' ')
      .trim(),
  run(use) {
    const made = makeRecord(use);
    if (!made.ok) return made;
    const series = repeated(use, made.record);
    return series.ok ? createdOutcome(use, series.records, { source: made.source }) : series;
  },
};

/** Arguments of a tool that makes a record: those fields are required that nothing else fills in. */
export function newRecordParameters(tool: CreateTool | SendTool, collection: Collection, service: ServiceDefinition): readonly Parameter[] {
  const fields = tool.fields.map((name) => {
    const field = collection.fields[name];
    const filled = [tool.sets, tool.copies].some((values) => values !== undefined && Object.hasOwn(values, name));
    const parameter = fieldParameter(collection, name, !filled && field?.optional !== true && field?.default === undefined);
    const otherwise = literalFor(tool, name, field);
    return otherwise === undefined ? parameter : { ...parameter, otherwise };
  });
  const source = collectionNamed(service, sourceCollection(tool));
  return [...sourceParameters(tool, (short) => `${service.name}.${short}`, source), ...fields];
}

/** What the field gets where the caller says nothing; undefined where that hangs on another record, the time or a setting. */
function literalFor({ sets, copies }: CreateTool | SendTool, name: string, field: Field | undefined): Parameter['otherwise'] {
  if (copies !== undefined && Object.hasOwn(copies, name)) return undefined;
  const written = sets !== undefined && Object.hasOwn(sets, name) ? sets[name] : field?.default;
  return typeof written === 'string' && (written === '' || written.startsWith('$')) ? undefined : written;
}

/** What is to be said of where a new record's values come from. */
export function makingNotes(tool: CreateTool | SendTool, service: ServiceDefinition, find: FindCollection): string {
  const { noun } = collectionNamed(service, sourceCollection(tool));
  const gone = tool.from?.consumed === true ? `The ${noun} that it is made from is gone afterwards.` : '';
  return [sourceNote(tool, collectionNamed(service, sourceCollection(tool))), gone, alsoNote(tool, service, find)]
    .filter(Boolean)
    .join(' ');
}

interface Made {
  readonly ok: true;
  readonly record: DataRecord;
  /** What it was made from. */
  readonly source: DataRecord | undefined;
}

/** The new record, in the order of the definition. */
export function makeRecord<T extends CreateTool | SendTool>(use: ToolUse<T>): Made | Refusal {
  const { tool, service, args, world, office } = use;
  const collection = collectionOf(service, tool);
  const source = sourceOf(use);
  if (!source.ok) return source;
  const fields: [string, FieldValue][] = [];
  for (const [name, field] of Object.entries(collection.fields)) {
    const written = tool.sets !== undefined && Object.hasOwn(tool.sets, name) ? tool.sets[name] : field.default;
    const said = withCopy(use, { name, given: args.get(name) ?? undefined, source: source.record });
    if (!said.ok) return said;
    const value = said.value ?? (written === undefined ? undefined : office.value(service, written));
    if (value !== undefined) fields.push([name, value]);
    else if (field.optional !== true) return lacks(use, name, source.record);
  }
  const odd = oddRefusal(collection, Object.fromEntries(fields), office);
  if (odd !== undefined) return odd;
  const record = { id: world.nextId(collectionPath(service, tool)), ...Object.fromEntries(fields) };
  return referredRefusal(use, { after: record }) ?? { ok: true, record, source: source.record };
}

/** A field that would have been copied, and that the source does not have. What nothing could fill in is a fault of the definition. */
function lacks<T extends CreateTool | SendTool>({ tool, service }: ToolUse<T>, name: string, source: DataRecord | undefined): Refusal {
  if (tool.from === undefined) return { ok: false, code: 'internal', message: `The ${service.title} service has no value for ${name}.` };
  const noun = collectionNamed(service, sourceCollection(tool)).noun;
  const where = source === undefined ? `no ${tool.from.argument} was given` : `${noun} ${source.id} has none to copy`;
  const hints = [tool.fields.includes(name) ? `Give ${name}.` : '', source === undefined ? `Give ${tool.from.argument}.` : ''];
  const hint = hints.filter(Boolean).join(' Or: ') || `Choose another ${noun}.`;
  return { ok: false, code: 'wrong_argument', message: `${name} is missing: ${where}.`, hint };
}

/** Answers with the first record; of the others of a series with their ids and when they are. */
export function createdOutcome<T extends CreateTool | SendTool>(
  use: ToolUse<T>,
  records: readonly [DataRecord, ...DataRecord[]],
  { source, ...more }: { readonly source: DataRecord | undefined; readonly recipients?: readonly string[] },
): Outcome {
  const { tool, service, office } = use;
  const path = collectionPath(service, tool);
  const collection = collectionOf(service, tool);
  const view = listView(records[0], collection, office.zone);
  const moves = tool.kind === 'create' ? (tool.repeats?.moves ?? []) : [];
  const isSeries = tool.kind === 'create' && tool.repeats !== undefined && valueIn(records[0], tool.repeats.series) !== undefined;
  const entries = records.map((record) => {
    const full = listView(record, collection, office.zone, moves).json;
    return Object.fromEntries(Object.entries(full).filter(([name]) => name === 'id' || moves.includes(name)));
  });
  const others = records.slice(1).map(({ id }) => ({ id, view: { json: {}, fields: ['id', ...moves] } }));
  const made = records.map((record) => ({ effect: tool.effect, collection: path, id: record.id, before: null, after: record, ...more }));
  const done = {
    ok: true,
    result: isSeries ? { ...view.json, entries } : view.json,
    shown: shownOf(path, [{ id: records[0].id, view }, ...others]),
    changes: [...made, ...consumed(use, source)],
  } as const;
  return withAlso(use, done, records);
}

/** The source goes, where the tool uses it up. */
function consumed<T extends CreateTool | SendTool>({ tool, service }: ToolUse<T>, source: DataRecord | undefined): readonly Change[] {
  if (source === undefined || tool.from?.consumed !== true) return [];
  return [{ effect: 'delete', collection: `${service.name}.${sourceCollection(tool)}`, id: source.id, before: source, after: null }];
}
