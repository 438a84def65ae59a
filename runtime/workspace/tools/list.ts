// Records of a collection that pass every filter given.
import type { Collection, ListTool } from '#services/types.ts';
import { column, inOrder, type Order } from './columns.ts';
import { comparable, filterParameters, selectedAt } from './filters.ts';
import { foldedField } from './fold.ts';
import { collectionOf, collectionPath, fieldOf, type ToolKind, valueIn } from './kind.ts';
import { detailNote } from './notes.ts';
import { type Place, pageNotes, pageOf, pageParameters, pageResult } from './page.ts';
import { listView, shownOf } from './show.ts';

export const list: ToolKind<ListTool> = {
  hints: { readOnly: true, destructive: false, idempotent: true },

  parameters: (tool, collection, _service, find) => [...filterParameters(tool.filters, collection, find), ...pageParameters],

  notes: (tool, service, collection) => [pageNotes, detailNote(tool, service, collection)].join(' ').trim(),

  run({ tool, service, args, world, office }) {
    const collection = collectionOf(service, tool);
    const path = collectionPath(service, tool);
    const { zone, findCollection: find } = office;
    const records = world.all(path);
    const order = orderOf(tool.sort, collection);
    const by = { filters: tool.filters, args, collection, zone, find, world };
    const found = selectedAt(records, by, inOrder(collection, records, order));
    const places = column(collection, records, order);
    const page = pageOf(found, args, { placeOf: (at) => places[at] ?? [], compare: order.compare });
    if (!page.ok) return page;
    const views = page.items
      .flatMap((at) => records[at] ?? [])
      .map((record) => ({ id: record.id, view: listView(record, collection, office.zone) }));
    return {
      ok: true,
      result: pageResult(
        views.map(({ view }) => view.json),
        found.length,
        page.nextCursor,
      ),
      shown: shownOf(path, views),
      changes: [],
    };
  },
};

/** By the sort field, records without it last; then by id. */
function orderOf(sort: string | undefined, collection: Collection): Order<Place> {
  const descending = sort?.startsWith('-') === true;
  const name = descending ? sort?.slice(1) : sort;
  const field = name === undefined ? undefined : fieldOf(collection, name);
  return {
    key: `place ${sort}`,
    of(record) {
      if (name === undefined || field === undefined) return [record.id];
      const value = valueIn(record, name);
      if (value === undefined || Array.isArray(value)) return [1, '', record.id];
      const place = comparable(value as string | number | boolean, field);
      return [0, typeof place === 'string' ? foldedField(record, name) : place, record.id];
    },
    compare(a, b) {
      for (let part = 0; part < Math.max(a.length, b.length); part += 1) {
        const turned = descending && name !== undefined && part === 1 ? -1 : 1;
        const left = a[part] ?? '';
        const right = b[part] ?? '';
        if (left < right) return -turned;
        if (left > right) return turned;
      }
      return 0;
    },
  };
}
