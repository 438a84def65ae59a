// How records look in answers: `id` first, then fields in the order of their definition, times with the office's offset.
import type { DataRecord, FieldValue, Json } from '#grader/evidence/types.ts';
import { type Collection, type Field, isDetail } from '#services/types.ts';
import type { Zone } from '../times.ts';
import type { ShownRecords } from './kind.ts';

export interface View {
  readonly json: { readonly [field: string]: Json };
  /** Names of the fields in it. */
  readonly fields: readonly string[];
}

/** Every field that the record has. */
export function fullView(record: DataRecord, collection: Collection, zone: Zone): View {
  return remembered(fullViews, record, { collection, zone }, () => view(record, collection, zone, () => true));
}

/** Without the fields marked `detail`, except those named; secrets never. */
export function listView(record: DataRecord, collection: Collection, zone: Zone, also: readonly string[] = []): View {
  const make = () => view(record, collection, zone, (name, field) => !isDetail(field) || (also.includes(name) && field.type !== 'secret'));
  return also.length === 0 ? remembered(listViews, record, { collection, zone }, make) : make();
}

/** What is shown by views of these records. */
export function shownOf(path: string, views: readonly { readonly id: string; readonly view: View }[]): ShownRecords {
  return new Map(views.map(({ id, view }) => [`${path}/${id}`, view.fields]));
}

interface Seen {
  readonly collection: Collection;
  readonly zone: Zone;
}

type Views = WeakMap<DataRecord, Seen & { readonly view: View }>;

/** Records never change in place, and lists show the same ones again and again. */
const listViews: Views = new WeakMap();
const fullViews: Views = new WeakMap();

function remembered(views: Views, record: DataRecord, { collection, zone }: Seen, make: () => View): View {
  const known = views.get(record);
  if (known?.collection === collection && known.zone === zone) return known.view;
  const made = make();
  views.set(record, { collection, zone, view: made });
  return made;
}

function view(record: DataRecord, collection: Collection, zone: Zone, wanted: (name: string, field: Field) => boolean): View {
  const json: { [field: string]: Json } = { id: record.id };
  for (const name of Object.keys(collection.fields)) {
    const field = collection.fields[name];
    const value = Object.hasOwn(record, name) ? record[name] : undefined;
    if (field === undefined || value === undefined || !wanted(name, field)) continue;
    json[name] = field.type === 'time' ? showTime(value, zone) : value;
  }
  return { json, fields: Object.keys(json) };
}

function showTime(value: FieldValue, zone: Zone): FieldValue {
  return typeof value === 'string' ? zone.show(value) : value;
}
