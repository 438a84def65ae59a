// Records of a collection that pass every filter given.
import type { DataRecord, FieldValue } from '#grader/evidence/types.ts';
import type { Collection, Field, Filter, ListTool } from '#services/types.ts';
import { addressKey } from '../fields.ts';
import { fold } from './fold.ts';
import { collectionOf, collectionPath, fieldOf, type Parameter, type ToolKind } from './kind.ts';
import { detailNote } from './notes.ts';
import { type Place, pageNotes, pageOf, pageParameters, pageResult } from './page.ts';
import { listView, shownOf } from './show.ts';

export const list: ToolKind<ListTool> = {
  hints: { readOnly: true, destructive: false, idempotent: true },

  parameters: (tool, collection) => [
    ...Object.entries(tool.filters).map(([name, filter]) => filterParameter(name, filter, collection)),
    ...pageParameters,
  ],

  notes: (tool, service, collection) => [pageNotes, detailNote(tool, service, collection)].join(' ').trim(),

  run({ tool, service, args, world, office }) {
    const collection = collectionOf(service, tool);
    const path = collectionPath(service, tool);
    const tests = Object.entries(tool.filters).flatMap(([name, filter]) => {
      const wanted = args.get(name) ?? undefined;
      return wanted === undefined ? [] : [(record: DataRecord) => passes(record, filter, fieldOf(collection, filter.field), wanted)];
    });
    const found = world.all(path).filter((record) => tests.every((test) => test(record)));
    const order = orderOf(tool.sort);
    const placed = found.map((record) => ({ record, place: order.place(record) }));
    if (tool.sort !== undefined) placed.sort((a, b) => order.compare(a.place, b.place));
    const page = pageOf(placed, args, order.compare);
    if (!page.ok) return page;
    const views = page.items.map(({ record }) => ({ id: record.id, view: listView(record, collection, office.zone) }));
    return {
      ok: true,
      result: pageResult(
        views.map(({ view }) => view.json),
        placed.length,
        page.nextCursor,
      ),
      shown: shownOf(path, views),
      changes: [],
    };
  },
};

/** Whether a record is selected. A record without the field is selected by no filter on it. */
function passes(record: DataRecord, filter: Filter, field: Field, wanted: FieldValue): boolean {
  const value = Object.hasOwn(record, filter.field) ? record[filter.field] : undefined;
  if (value === undefined) return false;
  const kind = field.type === 'list' ? field.of : field.type;
  const key = (one: string | number | boolean) => (kind === 'address' && typeof one === 'string' ? addressKey(one) : one);
  const sought = Array.isArray(wanted) ? '' : key(wanted as string | number | boolean);
  switch (filter.test) {
    case 'is':
      return !Array.isArray(value) && key(value as string | number | boolean) === sought;
    case 'has':
      return Array.isArray(value) && value.some((one) => key(one) === sought);
    case 'contains': {
      const part = fold(String(wanted));
      return (Array.isArray(value) ? value : [value]).some((one) => fold(String(one)).includes(part));
    }
    case 'before':
      return value < sought;
    case 'after':
      return value > sought;
    case 'at_least':
      return value >= sought;
    case 'at_most':
      return value <= sought;
  }
}

function filterParameter(name: string, filter: Filter, collection: Collection): Parameter {
  const field = fieldOf(collection, filter.field);
  const about = filter.about ?? `${SELECTS[filter.test].replaceAll('%s', filter.field).replaceAll('%n', collection.noun)} ${field.about}`;
  return { name, required: false, field: argumentField(field, filter, about) };
}

/** How a filter without words of its own is explained. */
const SELECTS: { readonly [test in Filter['test']]: string } = {
  is: 'Only those whose %s is this.',
  contains: 'Only those whose %s contains this text.',
  has: 'Only those whose %s hold this.',
  before: 'Only those whose %s is before this.',
  after: 'Only those whose %s is after this.',
  at_least: 'Only those whose %s is at least this.',
  at_most: 'Only those whose %s is at most this.',
};

function argumentField(field: Field, filter: Filter, about: string): Field {
  if (filter.test === 'contains') return { type: 'string', about, optional: true };
  return {
    type: field.type === 'list' ? (field.of ?? 'string') : field.type,
    about,
    optional: true,
    ...(field.values === undefined ? {} : { values: field.values }),
    ...(field.to === undefined ? {} : { to: field.to }),
  };
}

/** By the sort field, records without it last; then by id. */
function orderOf(sort: string | undefined): { place(record: DataRecord): Place; compare(a: Place, b: Place): number } {
  const descending = sort?.startsWith('-') === true;
  const name = descending ? sort?.slice(1) : sort;
  return {
    place(record) {
      if (name === undefined) return [record.id];
      const value = Object.hasOwn(record, name) ? record[name] : undefined;
      if (value === undefined || Array.isArray(value)) return [1, '', record.id];
      return [0, typeof value === 'string' ? fold(value) : Number(value), record.id];
    },
    compare(a, b) {
      for (let part = 0; part < Math.max(a.length, b.length); part += 1) {
        const turned = descending && name !== undefined && part === 1 ? -1 : 1;
        const [left = '', right = ''] = [a[part], b[part]];
        if (left < right) return -turned;
        if (left > right) return turned;
      }
      return 0;
    },
  };
}
