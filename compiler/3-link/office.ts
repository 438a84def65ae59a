// Services with their settings and records as written → the office that a workspace starts from.
import type { DataRecord, FieldValue, Json } from '#grader/evidence/types.ts';
import { catalogue } from '#services/index.ts';
import type { Collection, Field, ServiceDefinition } from '#services/types.ts';
import { convertField, type FieldContext, saysNothing } from '#workspace/fields.ts';
import { openZone } from '#workspace/times.ts';
import { matchShape } from '../2-validate/issues.ts';
import { collectionShape, type Scenario } from '../2-validate/scenario.ts';
import type { Report } from '../diagnostics/collect.ts';
import type { Written } from '../shapes.ts';
import type { Office, Path, Places } from '../types.ts';
import { collectionNames, fieldContext, fieldsOf, findCollection } from './context.ts';
import { importRecords } from './import.ts';
import { relativeTime } from './relative-time.ts';

export interface OfficeInput {
  readonly scenario: Scenario;
  readonly assets: ReadonlyMap<string, Uint8Array>;
  readonly report: Report;
  readonly places: Places;
}

/** Reads every record by its field types. Reports all that does not fit. */
export function linkOffice(input: OfficeInput): Office {
  const { scenario, report, places } = input;
  const services: ServiceDefinition[] = [];
  const settings: { [service: string]: { [name: string]: Json } } = {};
  const records: { [collection: string]: readonly DataRecord[] } = {};
  const whereFrom = new Map<DataRecord, Path>();
  const plain = { zone: openZone(scenario.zone) };

  for (const [name, content] of Object.entries(scenario.services)) {
    const path = ['services', name];
    const service = Object.hasOwn(catalogue, name) ? catalogue[name] : undefined;
    if (!service) {
      report('link/unknown-service', places.key(path), { name, choices: Object.keys(catalogue) });
      continue;
    }
    services.push(service);
    settings[name] = linkSettings(service, content, path, input, plain);
    for (const [key, value] of Object.entries(content)) {
      const collection = Object.hasOwn(service.collections, key) ? service.collections[key] : undefined;
      const isSetting = Object.hasOwn(service.settings ?? {}, key);
      if (!collection && !isSetting) {
        const choices = [...Object.keys(service.collections), ...Object.keys(service.settings ?? {})];
        report('link/unknown-collection', places.key([...path, key]), { name: key, service: name, choices });
      }
      if (collection) {
        const reader: Reader = { ...input, name: `${name}.${key}`, collection, settings: settings[name] ?? {}, context: plain, whereFrom };
        records[`${name}.${key}`] = readCollection(value, [...path, key], reader);
      }
    }
    if (Object.keys(service.collections).every((c) => (records[`${name}.${c}`] ?? []).length === 0)) {
      report('link/no-records', places.key(path), { service: name });
    }
  }
  services.sort((a, b) => (a.name < b.name ? -1 : 1));
  for (const collection of collectionNames({ services })) records[collection] ??= [];
  const folder = scenario.id.replaceAll('/', '.');
  const office: Office = { task: folder, now: scenario.now, zone: scenario.zone, services, settings, records: sortKeys(records) };
  checkReferences(office, whereFrom, input);
  return office;
}

interface Reader extends OfficeInput {
  readonly name: string;
  readonly collection: Collection;
  readonly settings: { readonly [name: string]: Json };
  readonly context: FieldContext;
  readonly whereFrom: Map<DataRecord, Path>;
}

function readCollection(value: Written, path: Path, reader: Reader): readonly DataRecord[] {
  const shape = matchShape(collectionShape, value, path, reader);
  if (!shape) return [];
  const imported = 'import' in shape && shape.import !== undefined ? importRecords(shape.import, [...path, 'import'], reader) : [];
  const listed = Array.isArray(shape) ? shape : (shape.records ?? []);
  const listPath = Array.isArray(shape) ? path : [...path, 'records'];
  const written = [
    ...imported.map((raw) => ({ raw, at: [...path, 'import'] as Path })),
    ...listed.map((raw, i) => ({ raw: raw as { readonly [field: string]: Written }, at: [...listPath, i] as Path })),
  ];
  const seen = new Map<string, Path>();
  const records = written.flatMap(({ raw, at }) => {
    const record = readRecord(raw, at, reader);
    if (!record) return [];
    const first = seen.get(record.id);
    if (first) {
      const related = [{ span: reader.places.value([...first, 'id']), message: 'the first one' }];
      reader.report('link/duplicate-record', reader.places.value([...at, 'id']), { id: record.id, collection: reader.name }, related);
      return [];
    }
    seen.set(record.id, at);
    reader.whereFrom.set(record, at);
    return [record];
  });
  return records.sort((a, b) => (a.id < b.id ? -1 : 1));
}

function readRecord(raw: { readonly [field: string]: Written }, path: Path, reader: Reader): DataRecord | undefined {
  const { report, places, collection, name } = reader;
  const id = raw.id;
  if (typeof id !== 'string') {
    report('link/missing-field', places.value(path), {
      field: 'id',
      collection: name,
      record: 'without an id',
      about: `like ${collection.prefix}1`,
    });
    return undefined;
  }
  if (!/^[A-Za-z][A-Za-z0-9._-]{0,63}$/.test(id))
    report('link/bad-record-id', places.value([...path, 'id']), { id, prefix: collection.prefix });
  const fields: { [field: string]: FieldValue } = {};
  for (const key of Object.keys(raw)) {
    if (key === 'id' || Object.hasOwn(collection.fields, key)) continue;
    report('link/unknown-field', places.key([...path, key]), { field: key, collection: name, choices: Object.keys(fieldsOf(collection)) });
  }
  for (const [key, field] of Object.entries(collection.fields)) {
    const given = raw[key];
    const value =
      given === undefined || (saysNothing(given) && field.optional)
        ? defaultOf(field, reader)
        : readValue(field, given, [...path, key], { ...reader, of: id });
    if (value !== undefined) fields[key] = value;
    else if (given === undefined && !field.optional) {
      report('link/missing-field', places.value(path), { field: key, collection: name, record: id, about: field.about });
    }
  }
  return { ...fields, id };
}

interface ValueReader extends Pick<Reader, 'report' | 'places' | 'context' | 'scenario'> {
  /** What the value belongs to, where the place alone does not say so. */
  readonly of?: string;
}

/** A value as a scenario writes it: the field's spellings, and times relative to now. */
function readValue(field: Field, value: Written, path: Path, reader: ValueReader): FieldValue | undefined {
  const relative = typeof value === 'string' ? relativeTime(value, field.type, reader.scenario.now, reader.context.zone) : undefined;
  const converted = convertField(field, relative ?? value, reader.context);
  if (converted.ok) return converted.value;
  const hint = field.type === 'time' ? `${converted.hint} Relative to now: -61h, +2d.` : converted.hint;
  reader.report('link/bad-value', reader.places.value(path), {
    field: String(path.at(-1)),
    record: reader.of ?? '',
    problem: `it ${converted.message}.`,
    hint: hint.trim(),
  });
  return undefined;
}

function defaultOf(field: Field, reader: Reader): FieldValue | undefined {
  if (field.default === '$now') return reader.scenario.now;
  if (typeof field.default === 'string' && field.default.startsWith('$setting.')) {
    return reader.settings[field.default.slice('$setting.'.length)] as FieldValue | undefined;
  }
  return field.default;
}

function linkSettings(
  service: ServiceDefinition,
  content: { readonly [key: string]: Written },
  path: Path,
  input: OfficeInput,
  context: FieldContext,
) {
  const settings: { [name: string]: Json } = {};
  for (const [name, field] of Object.entries(service.settings ?? {})) {
    const given = content[name];
    if (given === undefined) {
      if (!field.optional && field.default === undefined)
        input.report('link/missing-setting', input.places.key(path), { name, service: service.name, about: field.about });
      continue;
    }
    const value = readValue(field, given, [...path, name], { ...input, context });
    if (value !== undefined) settings[name] = value;
  }
  return settings;
}

function checkReferences(office: Office, whereFrom: ReadonlyMap<DataRecord, Path>, on: OfficeInput): void {
  const ids = fieldContext(office);
  for (const [path, records] of Object.entries(office.records)) {
    const references = Object.entries(findCollection(path, office)?.fields ?? {}).filter(([, field]) => field.to !== undefined);
    for (const record of records) {
      for (const [name, field] of references) {
        const lookup = ids.idsOf?.(field.to ?? '');
        const values = [record[name] ?? []].flat() as readonly string[];
        for (const id of values) {
          if (!lookup || lookup.has(id)) continue;
          const place = on.places.value([...(whereFrom.get(record) ?? []), name]);
          on.report('link/unknown-reference', place, { field: name, id, to: field.to ?? '', choices: [...lookup.ids()] });
        }
      }
    }
  }
}

function sortKeys<T>(record: { readonly [key: string]: T }): { readonly [key: string]: T } {
  return Object.fromEntries(Object.entries(record).sort(([a], [b]) => (a < b ? -1 : 1)));
}
