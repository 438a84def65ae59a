// Services with their settings and records as written → the office that a workspace starts from.
import type { DataRecord, FieldValue, Json } from '#grader/evidence/types.ts';
import type { Collection, Field, ServiceDefinition } from '#services/types.ts';
import { convertField, disagreement, type FieldContext, saysNothing } from '#workspace/fields.ts';
import { rowProblems } from '#workspace/tables/seed.ts';
import { openZone } from '#workspace/times.ts';
import { matchShape } from '../2-validate/issues.ts';
import { collectionShape, type Scenario } from '../2-validate/scenario.ts';
import type { Report } from '../diagnostics/collect.ts';
import { closest } from '../diagnostics/suggest.ts';
import type { Written } from '../shapes.ts';
import type { Office, Path, Places } from '../types.ts';
import { collectionNames, fieldContext, fieldsOf, findCollection, needCollection } from './context.ts';
import { cannotImport, type ImportedRecord, importRecords } from './import.ts';
import { importRows, numberRows } from './import-rows.ts';
import { relativeTime } from './relative-time.ts';

export interface OfficeInput {
  readonly scenario: Scenario;
  readonly assets: ReadonlyMap<string, Uint8Array>;
  /** The services that can be mounted, by name. */
  readonly catalogue: { readonly [name: string]: ServiceDefinition };
  /** Paths of YAML files beside service files that are not called so. */
  readonly misnamed: readonly string[];
  readonly report: Report;
  readonly places: Places;
}

/** Reads every record by its field types. Reports all that does not fit. */
export function linkOffice(input: OfficeInput): Office {
  const { scenario, catalogue, report, places } = input;
  const services: ServiceDefinition[] = [];
  const settings: { [service: string]: { [name: string]: Json } } = {};
  const records: { [collection: string]: readonly DataRecord[] } = {};
  const whereFrom: WhereFrom = new Map();
  const plain = { zone: openZone(scenario.zone) };

  const unknownService = (key: string) =>
    report('link/unknown-service', places.key(['services', key]), {
      name: key,
      choices: Object.keys(catalogue),
      ...fileCalled(key, input.misnamed),
    });
  for (const [name, written] of keysByName(scenario.services, Object.keys(catalogue), unknownService)) {
    const service = Object.hasOwn(catalogue, name) ? catalogue[name] : undefined;
    if (!service) continue;
    const path = ['services', written];
    const content = scenario.services[written] ?? {};
    services.push(service);
    const choices = [...Object.keys(service.collections), ...Object.keys(service.settings ?? {})];
    const unknown = (key: string) => report('link/unknown-collection', places.key([...path, key]), { name: key, service: name, choices });
    const keys = keysByName(content, choices, unknown);
    const given = linkSettings(service, { content, keys, path }, input, plain);
    settings[name] = given;
    for (const [key, collection] of tablesFirst(service)) {
      const at = keys.get(key);
      if (at === undefined) continue;
      const reader: Reader = { ...input, name: `${name}.${key}`, collection, settings: given, context: plain, whereFrom, records };
      records[`${name}.${key}`] = readCollection(content[at] ?? [], [...path, at], reader);
    }
    // A service that works on the shared folder has no records.
    if (
      Object.keys(service.collections).length > 0 &&
      Object.keys(service.collections).every((c) => (records[`${name}.${c}`] ?? []).length === 0)
    ) {
      report('link/no-records', places.key(path), { service: name });
    }
  }
  services.sort((a, b) => (a.name < b.name ? -1 : 1));
  for (const collection of collectionNames({ services })) records[collection] ??= [];
  const folder = scenario.id.replaceAll('/', '.');
  const office: Office = {
    task: folder,
    now: scenario.now,
    zone: scenario.zone,
    services,
    settings,
    records: sortKeys(records),
    ...(scenario.answer && { answer: scenario.answer }),
  };
  checkReferences(office, whereFrom, input);
  checkTableRows(office, whereFrom, input);
  checkForm(office, input);
  return office;
}

/**
 * Name to the key it is written as: the name itself or, where it is clear what was meant, a misspelling of it, so that one slip
 * is one diagnostic. Keys that are no name go to `unknown`.
 */
function keysByName(
  written: { readonly [key: string]: unknown },
  names: readonly string[],
  unknown: (key: string) => void,
): ReadonlyMap<string, string> {
  const keys = new Map<string, string>();
  for (const key of Object.keys(written)) if (names.includes(key)) keys.set(key, key);
  for (const key of Object.keys(written)) {
    if (names.includes(key)) continue;
    unknown(key);
    const meant = closest(
      key,
      names.filter((name) => !keys.has(name)),
    );
    if (meant !== undefined) keys.set(meant, key);
  }
  return keys;
}

/** Rows are read by the columns of their tables. */
function tablesFirst({ collections }: ServiceDefinition): readonly (readonly [string, Collection])[] {
  return Object.entries(collections).sort(([, a], [, b]) => Number(a.rows !== undefined) - Number(b.rows !== undefined));
}

/** Where a record is written, to be asked for the place of one of its fields. */
interface Origin {
  readonly path: Path;
  readonly places: Places;
  /** What is wrong with its cells was reported already. */
  readonly faulty: boolean;
}

type WhereFrom = Map<DataRecord, Origin>;

interface Reader extends OfficeInput {
  readonly name: string;
  readonly collection: Collection;
  readonly settings: { readonly [name: string]: Json };
  readonly context: FieldContext;
  readonly whereFrom: WhereFrom;
  /** What was read before. */
  readonly records: { readonly [collection: string]: readonly DataRecord[] };
}

interface Item extends ImportedRecord {
  readonly at: Path;
  readonly faulty?: boolean;
  /** Of a row that was imported: its table. */
  readonly table?: string;
}

function readCollection(value: Written, path: Path, reader: Reader): readonly DataRecord[] {
  const shape = matchShape(collectionShape, value, path, reader);
  if (!shape) return [];
  const listed = Array.isArray(shape) ? shape : (shape.records ?? []);
  const listPath = Array.isArray(shape) ? path : [...path, 'records'];
  const items: readonly Item[] = [
    ...('import' in shape && shape.import !== undefined ? importAll(shape.import, [...path, 'import'], reader) : []),
    ...listed.map((raw, i) => ({ raw: raw as ImportedRecord['raw'], places: reader.places, at: [...listPath, i] })),
  ];
  const seen = new Map<string, Item>();
  const records = numberRows(items, reader.collection).flatMap((item) => {
    const { raw, at, places, faulty = false } = item;
    const record = readRecord(raw, at, { ...reader, places });
    if (!record) return [];
    const first = seen.get(record.id);
    if (first) {
      const related = [{ span: first.places.value([...first.at, 'id']), message: 'the first one' }];
      reader.report('link/duplicate-record', places.value([...at, 'id']), { id: record.id, collection: reader.name }, related);
      return [];
    }
    seen.set(record.id, item);
    reader.whereFrom.set(record, { path: at, places, faulty });
    return [record];
  });
  return records.sort((a, b) => (a.id < b.id ? -1 : 1));
}

type WrittenImport = string | { readonly [key: string]: string };

function importAll(written: WrittenImport | readonly WrittenImport[], path: Path, reader: Reader): readonly Item[] {
  if (!Array.isArray(written)) return importOne(written as WrittenImport, path, reader);
  return written.flatMap((one, i) => importOne(one, [...path, i], reader));
}

function importOne(given: WrittenImport, path: Path, reader: Reader): readonly Item[] {
  const { collection, report, places, records, context } = reader;
  const { rows, fields } = collection;
  if (typeof given === 'string') {
    const imported = importRecords(given, path, reader);
    // Without their cells they are the rows of a table as it is kept elsewhere.
    const [first] = imported;
    if (rows === undefined || first === undefined || rows.cells in first.raw || rows.of in first.raw)
      return imported.map((item) => ({ ...item, at: path }));
    const fix = `Say it, \`import: { file: ${given}, ${rows.of}: ID }\`: then its header names the columns of that ${rows.of}.`;
    return cannotImport(given, { problem: `it does not say to which ${rows.of} its rows belong`, fix }, path, reader);
  }
  if (rows === undefined) {
    const found = 'a mapping';
    report('validate/wrong-shape', places.value(path), {
      expected: 'the path of a file',
      found,
      fix: 'Write for example `import: assets/old.csv`.',
    });
    return [];
  }
  const tables = records[fields[rows.of]?.to ?? ''] ?? [];
  return importRows({ given, path, collection, rows, tables, context }, reader).map((row) => ({ ...row, at: path }));
}

function readRecord(raw: { readonly [field: string]: Written }, path: Path, reader: Reader): DataRecord | undefined {
  const { report, places, collection, name } = reader;
  const choices = Object.keys(fieldsOf(collection));
  const keys = keysByName(raw, choices, (key) =>
    report('link/unknown-field', places.key([...path, key]), { field: key, collection: name, choices }),
  );
  const id = raw[keys.get('id') ?? 'id'];
  if (typeof id !== 'string') {
    const which = path.at(-1);
    const record = typeof which === 'number' ? `number ${which + 1}` : 'in the file';
    report('link/missing-field', places.key(path), { field: 'id', collection: name, record, about: `For example ${collection.prefix}1.` });
    return undefined;
  }
  if (!/^[A-Za-z][A-Za-z0-9._-]{0,63}$/.test(id))
    report('link/bad-record-id', places.value([...path, 'id']), { id, prefix: collection.prefix });
  const fields: { [field: string]: FieldValue } = {};
  for (const [key, field] of Object.entries(collection.fields)) {
    const at = keys.get(key);
    const given = at === undefined ? undefined : raw[at];
    const value =
      given === undefined || (saysNothing(given) && field.optional)
        ? defaultOf(field, reader)
        : readValue(field, given, [...path, at ?? key], { ...reader, of: id });
    if (value !== undefined) fields[key] = value;
    // A default that is not there is a setting that was not given, which is reported with the service.
    else if (given === undefined && !field.optional && field.default === undefined) {
      report('link/missing-field', places.value([...path, 'id']), { field: key, collection: name, record: id, about: field.about });
    }
  }
  const disorder = disagreement(collection.fields, fields, reader.context.zone);
  if (disorder) {
    const { field, message, hint } = disorder;
    report('link/bad-value', places.value([...path, keys.get(field) ?? field]), { field, record: id, problem: `it ${message}.`, hint });
  }
  return { ...fields, id };
}

interface ValueReader extends Pick<Reader, 'report' | 'places' | 'context' | 'scenario'> {
  /** What the value belongs to, where the place alone does not say so. */
  readonly of?: string;
}

/** A value as a scenario writes it: the field's spellings, and times relative to now. */
function readValue(field: Field, value: Written, path: Path, reader: ValueReader): FieldValue | undefined {
  const text = typeof value === 'string' ? value : '';
  const computed = /(?<!\$)\$\{[^}]*\}?/.exec(text);
  if (computed) {
    reader.report('link/computed-record', reader.places.within(path, computed.index, computed.index + computed[0].length), {
      text: computed[0],
    });
    return undefined;
  }
  const relative = typeof value === 'string' ? relativeTime(value, field.type, reader.scenario.now, reader.context.zone) : undefined;
  const converted = convertField(field, relative ?? (typeof value === 'string' ? value.replaceAll('$${', '${') : value), reader.context);
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
  {
    content,
    keys,
    path,
  }: { readonly content: { readonly [key: string]: Written }; readonly keys: ReadonlyMap<string, string>; readonly path: Path },
  input: OfficeInput,
  context: FieldContext,
) {
  const settings: { [name: string]: Json } = {};
  for (const [name, field] of Object.entries(service.settings ?? {})) {
    const at = keys.get(name);
    const given = at === undefined ? undefined : content[at];
    if (at === undefined || given === undefined) {
      if (!field.optional && field.default === undefined)
        input.report('link/missing-setting', input.places.key(path), { name, service: service.name, about: field.about });
      continue;
    }
    const value = readValue(field, given, [...path, at], { ...input, context });
    if (value !== undefined) settings[name] = value;
  }
  return settings;
}

/** Cells of rows that do not fit the columns of their tables. */
function checkTableRows(office: Office, whereFrom: WhereFrom, { report }: OfficeInput): void {
  for (const { record, field, message, hint } of rowProblems(office.services, office.records, fieldContext(office))) {
    const origin = whereFrom.get(record);
    if (!origin || origin.faulty) continue;
    const place = origin.places.value([...origin.path, field]);
    report('link/bad-value', place, { field, record: record.id, problem: `it ${message}.`, hint });
  }
}

function checkReferences(office: Office, whereFrom: WhereFrom, on: OfficeInput): void {
  const ids = fieldContext(office);
  for (const [path, records] of Object.entries(office.records)) {
    const references = Object.entries(findCollection(path, office)?.fields ?? {}).filter(([, field]) => field.to !== undefined);
    for (const record of records) {
      for (const [name, field] of references) {
        const lookup = ids.idsOf?.(field.to ?? '');
        const values = [record[name] ?? []].flat() as readonly string[];
        for (const id of values) {
          if (!lookup || lookup.has(id)) continue;
          const { path: at = [], places = on.places } = whereFrom.get(record) ?? {};
          on.report('link/unknown-reference', places.value([...at, name]), {
            field: name,
            id,
            to: field.to ?? '',
            choices: [...lookup.ids()],
          });
        }
      }
    }
  }
}

/** References of the answer's form lead to collections of this office. */
function checkForm(office: Office, { report, places }: OfficeInput): void {
  for (const [name, field] of Object.entries(office.answer ?? {})) {
    const values = field.type === 'table' ? Object.entries(field.columns) : [];
    const to = field.type === 'table' ? undefined : field.to;
    if (to !== undefined) needCollection(to, places.value(['answer', name, 'to']), { office, report });
    for (const [column, { to: target }] of values) {
      if (target !== undefined) needCollection(target, places.value(['answer', name, 'columns', column, 'to']), { office, report });
    }
  }
}

/** The file that was probably meant to be the service: it has its name, and is called otherwise than service files are. */
function fileCalled(name: string, misnamed: readonly string[]): { readonly file?: string } {
  const file = misnamed.find(
    (path) =>
      path
        .split(/[/\\]/)
        .at(-1)
        ?.replace(/\.ya?ml$/, '')
        .replace(/\.service$/, '') === name,
  );
  return file === undefined ? {} : { file };
}

function sortKeys<T>(record: { readonly [key: string]: T }): { readonly [key: string]: T } {
  return Object.fromEntries(Object.entries(record).sort(([a], [b]) => (a < b ? -1 : 1)));
}
