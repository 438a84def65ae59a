// An office full of made-up records for any services, and arguments that their tools accept: made from nothing but the definitions.
import type { DataRecord, FieldValue } from '#grader/evidence/types.ts';
import type { Collection, Field, RowsTool, ServiceDefinition, State, Tool } from '#services/types.ts';
import type { MountedTool } from '#workspace/office.ts';
import type { Office } from '#workspace/types.ts';
import { folderArguments } from './service-folder.ts';

export const NOW = '2026-03-09T08:00:00Z';

/** Records of each collection. */
export const EACH = 12;

export interface Samples {
  readonly office: Office;
  /** A value that varies with `index`, and is of the field's kind. Few different ones, so that filters have something to do. */
  sample(field: Field, index: number): FieldValue;
  /** Of a list, one of its values. */
  sampleOne(field: Field, index: number): string | number | boolean;
  collectionAt(path: string): Collection;
  /** Arguments that a tool accepts in this office as it was at the start; `index` varies them. */
  goodArguments(tool: MountedTool, index: number): { readonly [name: string]: unknown };
  /** The tool with the record, at the start, that is in none of the states it asks for; undefined where there is none. */
  badRecord(tool: MountedTool): DataRecord | undefined;
  /** For an argument that names records, one that is not in the state asked for, nor named by the tool's own record `id`; undefined where there is none. */
  badReference(tool: MountedTool, argument: string, id: unknown): DataRecord | undefined;
}

export function openSamples(services: readonly ServiceDefinition[]): Samples {
  const settings = Object.fromEntries(
    services.map((service) => [
      service.name,
      Object.fromEntries(Object.entries(service.settings ?? {}).map(([name, field]) => [name, sample(field, 0)])),
    ]),
  );
  const office: Office = { task: 'contract', now: NOW, zone: 'Europe/Berlin', services, settings, records: sampleRecords() };
  return { office, sample, sampleOne, collectionAt, goodArguments, badRecord, badReference };

  function sample(field: Field, index: number): FieldValue {
    if (field.type === 'list') return [...new Set([index, index + 1].map((one) => String(sampleOne(field, one))))];
    return sampleOne(field, index);
  }

  function sampleOne(field: Field, index: number): string | number | boolean {
    const number = index % 4;
    switch (field.type === 'list' ? (field.of ?? 'string') : field.type) {
      case 'string':
        return ['Álpha one', 'Beta', 'gamma', 'alpha'][number] ?? '';
      case 'text':
        return `A longer text, number ${number}.\nWith a second line.`;
      case 'secret':
        return `hush-${number}`;
      case 'integer':
        return number * 10;
      case 'number':
        return number * 12.5;
      case 'money':
        // Where the currency stands beside it, it may be one without decimals.
        return /^[A-Z]{3}$/.test(field.currency ?? '') ? number * 12.25 : number * 100;
      case 'boolean':
        return number % 2 === 0;
      case 'time':
        return `2026-03-0${number + 1}T10:00:00Z`;
      case 'date':
        return `2026-03-0${number + 1}`;
      case 'duration':
        return ['PT45M', 'PT5H', 'P2D', 'PT1H30M'][number] ?? '';
      case 'enum':
        return field.values?.[index % field.values.length] ?? '';
      case 'address':
        return ['Ann.One@x.example', 'bob@x.example', 'cleo@y.example', 'dan@z.example'][number] ?? '';
      case 'reference':
        return idAt(field.to ?? '', index % 3);
    }
  }

  /** Values of fields that vary with `index`; what has to be after another field is. */
  function samples(collection: Collection, names: readonly string[], index: number): [string, FieldValue][] {
    const at = (name: string) => sample(fieldAt(collection, name), index + Object.keys(collection.fields).indexOf(name));
    return names.map((name) => {
      const { after } = fieldAt(collection, name);
      return [name, after === undefined ? at(name) : later(at(after))];
    });
  }

  function collectionAt(path: string): Collection {
    const [service = '', name = ''] = path.split('.');
    const collection = services.find((one) => one.name === service)?.collections[name];
    if (collection === undefined) throw new Error(`no collection ${path}`);
    return collection;
  }

  function idAt(path: string, index: number): string {
    return `${collectionAt(path).prefix}${index + 1}`;
  }

  /** Records of every collection; every optional field is missing from some. */
  function sampleRecords(): Office['records'] {
    const paths = services.flatMap((service) => Object.keys(service.collections).map((name) => `${service.name}.${name}`));
    const taken = new Set(services.flatMap((service) => Object.values(service.tools).flatMap((tool) => takenBy(service, tool))));
    return Object.fromEntries(
      paths.map((path) => [
        path,
        Array.from({ length: EACH }, (_, index): DataRecord => {
          const { fields } = collectionAt(path);
          const values = samples(collectionAt(path), Object.keys(fields), index).map(([name, value]): [string, FieldValue] =>
            // There has to be enough of what tools take from other records.
            typeof value === 'number' && taken.has(`${path}.${name}`) ? [name, value * 10] : [name, value],
          );
          const there = tablesIn(path, values, index).filter(([name], at) => fields[name]?.optional !== true || (index + at) % 5 !== 0);
          return { id: idAt(path, index), ...Object.fromEntries(there) };
        }).sort((a, b) => (a.id < b.id ? -1 : 1)),
      ]),
    );
  }

  function goodArguments({ service, tool, parameters }: MountedTool, index: number): { readonly [name: string]: unknown } {
    if (tool.kind === 'folder') return folderArguments(tool, index);
    const path = `${service.name}.${tool.collection}`;
    const collection = collectionAt(path);
    // An update by what the record has already would change nothing.
    const given = (names: readonly string[]) => {
      const at = tool.kind === 'update' ? index + 1 : index;
      return Object.fromEntries(
        samples(collection, names, at).map(([name, value]) => [name, nameable(fieldAt(collection, name), at) ?? value]),
      );
    };
    const id = recordFor(path, 'only_if' in tool ? tool.only_if : undefined, index)?.id;
    switch (tool.kind) {
      case 'list':
        return {};
      case 'summarize': {
        const values = parameters.find(({ name }) => name === 'group_by')?.field.values ?? [];
        return values.length === 0 ? {} : { group_by: values[index % values.length] };
      }
      case 'free':
        return {
          ...Object.fromEntries(Object.entries(tool.who).map(([name, field]) => [name, [sampleOne(fieldAt(collection, field), index)]])),
          from: '2026-03-01',
          to: '2026-03-12',
          ...(index % 2 === 1 && { duration: '45m', working_hours: '09:00-17:00' }),
        };
      case 'rows':
        return rowsArguments(tool, collection, service, index);
      case 'search':
        return { query: 'a' };
      case 'get':
        return { id: idAt(path, index % EACH) };
      case 'delete':
        return { id };
      case 'delete_where': {
        const values = new Set((office.records[path] ?? []).flatMap((record) => record[tool.by] ?? []));
        return { [tool.by]: [...values][index % values.size] };
      }
      case 'update': {
        const lists = (verb: string, names: readonly string[] = []) =>
          names.map((name) => [`${verb}_${name}`, sample(fieldAt(collection, name), index)]);
        return { id, ...given(tool.fields), ...Object.fromEntries([...lists('remove', tool.removes), ...lists('add', tool.adds)]) };
      }
      case 'create':
      case 'send': {
        const source = tool.from && recordFor(`${service.name}.${tool.from.collection ?? tool.collection}`, tool.only_if, index);
        const series = tool.kind === 'create' && tool.repeats !== undefined && index % 2 === 1;
        return {
          ...given(tool.fields),
          ...(source && tool.from && { [tool.from.argument]: source.id }),
          ...(series && { repeats: ['daily', 'weekly', 'monthly'][index % 3], times: 3 }),
        };
      }
    }
  }

  /** Tables have columns that are such, and rows cells that fit them. */
  function tablesIn(path: string, values: [string, FieldValue][], index: number): [string, FieldValue][] {
    const word = String(sampleOne({ type: 'string', about: '' }, index));
    const [name = '', short = ''] = path.split('.');
    const service = services.find((one) => one.name === name);
    const all = Object.values(service?.collections ?? {});
    const own = service?.collections[short]?.rows;
    if (own !== undefined) {
      const cells =
        own.number === undefined ? [`Name=n${index}`, `Amount=${index % 4}`, `${word}=x`] : [`n${index}`, String(index % 4), word];
      return values.map(([field, value]) => {
        if (field === own.cells) return [field, cells];
        return field === own.number ? [field, index + 2] : [field, value];
      });
    }
    const rows = all.find((one) => one.rows !== undefined && one.fields[one.rows.of]?.to === path)?.rows;
    if (rows === undefined) return values;
    const columns = rows.number === undefined ? ['Name: text', 'Amount: number', `${word}: text`] : ['Name', 'Amount', word];
    return values.map(([field, value]) => {
      if (field === rows.columns) return [field, columns];
      return field === rows.key ? [field, 'Name'] : [field, value];
    });
  }

  function rowsArguments(
    tool: RowsTool,
    collection: Collection,
    service: ServiceDefinition,
    index: number,
  ): { readonly [name: string]: unknown } {
    const { of } = collection.rows ?? { of: '' };
    const tables = `${service.name}.${collection.fields[of]?.to?.split('.')[1]}`;
    const records = (office.records[tables] ?? []).filter((table) => isIn(table, tool.only_if) && rowsIn(table).length > 0);
    const table = records[index % records.length];
    const args = { [of]: table?.id };
    const row = table && rowsIn(table)[index % rowsIn(table).length];
    switch (tool.action) {
      case 'query':
        return { ...args, where: ['Amount >= 1'], sort: index % 2 === 0 ? 'Amount' : '-Name' };
      case 'summarize':
        return { ...args, calculate: ['sum Amount', 'most Name'], ...(index % 2 === 1 && { group_by: 'Amount' }) };
      case 'insert':
        return { ...args, cells: { Name: `new ${index}`, Amount: index } };
      case 'update':
        return { ...args, id: row?.id, cells: [`Amount=${100 + index}`] };
      case 'delete':
        return { ...args, id: row?.id };
      case 'read_range':
        return { ...args, range: ['A1:B3', 'B:B', 'A2', '2:4'][index % 4] };
      case 'write_range':
        // What is there, what is not there yet, and the header.
        return {
          ...args,
          range: ['A2:B3', 'B20', 'C1', 'A:A'][index % 3],
          values: [['x', index, 'y', 2.5], [index], [`New ${index}`]][index % 3],
        };
      case 'clear_range':
        return { ...args, range: 'A2:B14' };
    }

    function rowsIn(record: DataRecord): readonly DataRecord[] {
      return (office.records[`${service.name}.${tool.collection}`] ?? []).filter((one) => one[of] === record.id);
    }
  }

  /** One of the records that are in the state, by `index`. */
  function recordFor(path: string, state: State | undefined, index: number): DataRecord | undefined {
    const fitting = (office.records[path] ?? []).filter((record) => isIn(record, state));
    return fitting[index % fitting.length];
  }

  /** For a reference that may only lead to some records, one of those. */
  function nameable({ type, to = '', only_if: state }: Field, index: number): FieldValue | undefined {
    const id = state && recordFor(to, state, index)?.id;
    return id !== undefined && type === 'list' ? [id] : id;
  }

  function badReference({ service, tool }: MountedTool, name: string, id: unknown): DataRecord | undefined {
    const { to = '', only_if: state } = collectionAt(`${service.name}.${tool.collection}`).fields[name] ?? {};
    const there = office.records[`${service.name}.${tool.collection}`]?.find((record) => record.id === id)?.[name];
    return state && (office.records[to] ?? []).find((record) => !isIn(record, state) && ![there].flat().includes(record.id));
  }

  function badRecord({ service, tool }: MountedTool): DataRecord | undefined {
    const path = `${service.name}.${collectionAskedFor(tool, service)}`;
    const state = 'only_if' in tool ? tool.only_if : undefined;
    return state && (office.records[path] ?? []).find((record) => !isIn(record, state));
  }
}

/** A value that is after the one given: by an hour, a day, one. */
function later(value: FieldValue): FieldValue {
  if (typeof value === 'number') return value + 1;
  return String(value).includes('T')
    ? String(value).replace('T10:', 'T11:')
    : String(value).replace(/\d$/, (day) => String(Number(day) + 1));
}

/** `inventory.products.stock`: numbers of other records from which the tool takes something. */
function takenBy(service: ServiceDefinition, tool: Tool): readonly string[] {
  const also = 'also' in tool ? (tool.also ?? []) : [];
  return also.flatMap(({ every, to, takes }) => {
    const start = every ?? tool.collection;
    const path = to === undefined ? `${service.name}.${start}` : service.collections[start]?.fields[to]?.to;
    return Object.keys(takes ?? {}).map((name) => `${path}.${name}`);
  });
}

/** The collection that the record named by a tool's first argument is in. */
function collectionAskedFor(tool: Tool, service: ServiceDefinition): string {
  if (tool.kind === 'rows') {
    const { fields, rows } = service.collections[tool.collection] ?? {};
    return fields?.[rows?.of ?? '']?.to?.split('.')[1] ?? '';
  }
  return 'from' in tool && tool.from?.collection !== undefined ? tool.from.collection : tool.collection;
}

/** What a state means, said a second time. */
function isIn(record: DataRecord, state: State = {}): boolean {
  return Object.entries(state).every(([name, values]) => {
    const value = record[name];
    if (value === undefined) return values.length === 0;
    return [value].flat().some((one) => values.some((wanted) => wanted === one));
  });
}

export function fieldAt(collection: Collection, name: string): Field {
  const field = collection.fields[name];
  if (field === undefined) throw new Error(`no field ${name}`);
  return field;
}
