// Changes one record: fields that the caller gives, values added to lists and taken from them, what the tool itself makes of it.
import type { Change, DataRecord, FieldValue } from '#grader/evidence/types.ts';
import { type Collection, type UpdateTool, withArticle } from '#services/types.ts';
import { addressKey, LONGEST_LIST } from '../fields.ts';
import { alsoNote, withAlso } from './also.ts';
import {
  collectionNamed,
  collectionOf,
  collectionPath,
  fieldOf,
  fieldParameter,
  findRecord,
  idParameter,
  oddRefusal,
  type Parameter,
  type Refusal,
  type ToolKind,
  type ToolUse,
  valueIn,
} from './kind.ts';
import { sameValue, withValues } from './record.ts';
import { listView, shownOf } from './show.ts';
import { referredRefusal, stateNote, stateRefusal } from './state.ts';

export const update: ToolKind<UpdateTool> = {
  hints: { readOnly: false, destructive: true, idempotent: true },

  parameters: (tool, collection) => [
    idParameter(collection, 'What to change.'),
    ...tool.fields.map((name) => {
      if (tool.requires?.includes(name) === true) return fieldParameter(collection, name, true);
      const parameter = fieldParameter(collection, name, false);
      return parameter.field.optional === true ? { ...parameter, clears: true as const } : parameter;
    }),
    ...(tool.adds ?? []).map((name) => listParameter('add', name, collection)),
    ...(tool.removes ?? []).map((name) => listParameter('remove', name, collection)),
  ],

  notes: (tool, service, { noun }, find) =>
    [
      !isByIdAlone(tool) && tool.requires === undefined ? 'Give at least one argument beside `id`.' : '',
      'Answers with the record as it is afterwards.',
      stateNote(tool.only_if, noun),
      tool.keeps === undefined ? '' : `The ${noun} as it was is kept as ${withArticle(collectionNamed(service, tool.keeps.in).noun)}.`,
      alsoNote(tool, service, find),
    ]
      .filter(Boolean)
      .join(' '),

  run(use) {
    const { tool, service, office } = use;
    const collection = collectionOf(service, tool);
    const found = findRecord(use);
    const names = argumentsOf(tool);
    if (!isByIdAlone(tool) && !names.some((name) => use.args.has(name)))
      return wrong('Nothing to change was given.', `Give at least one of: ${names.join(', ')}.`);
    if (!found.ok) return found;
    const before = found.record;
    const refusal = stateRefusal(use, { record: before, collection: tool.collection, state: tool.only_if });
    if (refusal !== undefined) return refusal;
    const wanted = wantedValues(use, before);
    if (!wanted.ok) return wanted;
    const values = new Map([...wanted.values].filter(([name, value]) => !sameValue(valueIn(before, name), value)));
    const isChanged = values.size > 0;
    if (isChanged) {
      for (const [name, written] of Object.entries(tool.sets ?? {})) values.set(name, office.value(service, written));
      if (tool.counts !== undefined) values.set(tool.counts, Number(valueIn(before, tool.counts) ?? 0) + 1);
    }
    const after = isChanged ? withValues(before, Object.keys(collection.fields), values) : before;
    const odd = isChanged ? (oddRefusal(collection, after, office) ?? referredRefusal(use, { before, after })) : undefined;
    if (odd !== undefined) return odd;
    const path = collectionPath(service, tool);
    const view = listView(after, collection, office.zone, [...wanted.values.keys()]);
    const done = {
      ok: true,
      result: view.json,
      shown: shownOf(path, [{ id: after.id, view }]),
      changes: isChanged ? [{ effect: tool.effect, collection: path, id: after.id, before, after }, ...keptAs(use, before)] : [],
    } as const;
    return isChanged ? withAlso(use, done, [after]) : done;
  },
};

/** The argument by which values are added to a list field, or taken from it: `add_tags`. */
export function listArgument(verb: 'add' | 'remove', field: string): string {
  return `${verb}_${field}`;
}

/** Whether the tool is for something, so that it needs no more than the id. */
function isByIdAlone({ makes, clears = [] }: UpdateTool): boolean {
  return makes !== undefined || clears.length > 0;
}

/** Fields to the values that were asked for, whether they are others or not; undefined where there shall be none. */
function wantedValues(
  { tool, service, args, office }: ToolUse<UpdateTool>,
  before: DataRecord,
): { readonly ok: true; readonly values: ReadonlyMap<string, FieldValue | undefined> } | Refusal {
  const values = new Map<string, FieldValue | undefined>();
  for (const name of tool.fields) if (args.has(name)) values.set(name, args.get(name) ?? undefined);
  const collection = collectionOf(service, tool);
  for (const name of new Set([...(tool.adds ?? []), ...(tool.removes ?? [])])) {
    const [added, removed] = [args.get(listArgument('add', name)) ?? [], args.get(listArgument('remove', name)) ?? []].map(textsOf);
    if (added === undefined || removed === undefined || added.length + removed.length === 0) continue;
    const { of, optional } = fieldOf(collection, name);
    const start = textsOf((values.has(name) ? values.get(name) : valueIn(before, name)) ?? []);
    const list = changedList(start, { added, removed, key: of === 'address' ? addressKey : (value) => value });
    if (list.length > LONGEST_LIST) return wrong(`${name} would have ${list.length} values.`, `At most ${LONGEST_LIST} are taken.`);
    if (list.length === 0 && optional !== true)
      return wrong(`${name} would be left without a value.`, `Every ${collection.noun} has at least one.`);
    values.set(name, list.length === 0 ? undefined : list);
  }
  for (const [name, written] of Object.entries(tool.makes ?? {})) values.set(name, office.value(service, written));
  for (const name of tool.clears ?? []) values.set(name, undefined);
  return { ok: true, values };
}

/** First what goes, then what comes, each once; `key` says which values are the same. */
function changedList(
  list: readonly string[],
  {
    added,
    removed,
    key,
  }: { readonly added: readonly string[]; readonly removed: readonly string[]; readonly key: (value: string) => string },
): readonly string[] {
  const gone = new Set(removed.map(key));
  const left = list.filter((value) => !gone.has(key(value)));
  const there = new Set(left.map(key));
  const fresh = [...new Map(added.map((value) => [key(value), value]))].flatMap(([one, value]) => (there.has(one) ? [] : [value]));
  return [...left, ...fresh];
}

/** The record as it was, as a record of the collection that keeps such. */
function keptAs({ tool, service, world, office }: ToolUse<UpdateTool>, record: DataRecord): readonly Change[] {
  const { keeps } = tool;
  if (keeps === undefined) return [];
  const own = collectionOf(service, tool).fields;
  const collection = `${service.name}.${keeps.in}`;
  const fields = Object.entries(collectionNamed(service, keeps.in).fields).flatMap(([name, field]): [string, FieldValue][] => {
    const taken = Object.hasOwn(own, name) && own[name]?.type === field.type ? valueIn(record, name) : undefined;
    const value =
      name === keeps.as ? record.id : (taken ?? (field.default === undefined ? undefined : office.value(service, field.default)));
    return value === undefined ? [] : [[name, value]];
  });
  const id = world.nextId(collection);
  return [{ effect: 'create', collection, id, before: null, after: { id, ...Object.fromEntries(fields) } }];
}

function argumentsOf({ fields, adds = [], removes = [] }: UpdateTool): readonly string[] {
  return [...fields, ...adds.map((name) => listArgument('add', name)), ...removes.map((name) => listArgument('remove', name))];
}

/** References that are taken away need not lead anywhere any more. */
function listParameter(verb: 'add' | 'remove', name: string, collection: Collection): Parameter {
  const { about, of = 'string', to, values, only_if } = fieldOf(collection, name);
  const isLoose = verb === 'remove' && of === 'reference';
  const words = verb === 'add' ? `Added to ${name}, each once; the others stay.` : `Taken from ${name}; the others stay.`;
  return {
    name: listArgument(verb, name),
    required: false,
    field: {
      type: 'list',
      of: isLoose ? 'string' : of,
      about: `${words} ${about}`,
      optional: true,
      ...(isLoose || to === undefined ? {} : { to }),
      ...(verb === 'remove' || only_if === undefined ? {} : { only_if }),
      ...(values === undefined ? {} : { values }),
    },
  };
}

function textsOf(value: FieldValue): readonly string[] {
  return Array.isArray(value) ? value : [String(value)];
}

function wrong(message: string, hint: string): Refusal {
  return { ok: false, code: 'wrong_argument', message, hint };
}
