// What every service of the catalogue must satisfy. Being registered is what gets a service tested.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { canonicalJson, officeDigest } from '#grader/evidence/hash.ts';
import { isDamage, readEvidence } from '#grader/evidence/read.ts';
import type { AuditEntry, DataRecord, FieldValue, World } from '#grader/evidence/types.ts';
import { checkDefinition } from '#services/check.ts';
import { catalogue } from '#services/index.ts';
import type { Collection, Field, Filter, ListTool, ServiceDefinition, Tool } from '#services/types.ts';
import { deskFactory } from '#workspace/desk.ts';
import { convertRecord } from '#workspace/fields.ts';
import { mountTools, writtenValue } from '#workspace/office.ts';
import { toolList } from '#workspace/schema.ts';
import { openZone } from '#workspace/times.ts';
import type { Desk, Office } from '#workspace/types.ts';

const services = Object.values(catalogue);
const NOW = '2026-03-09T08:00:00Z';
const zone = openZone('Europe/Berlin');
const EACH = 12;

/** A value that varies with `index`, and is of the field's kind. Few different ones, so that filters have something to do. */
function sample(field: Field, index: number): FieldValue {
  if (field.type === 'list') return [...new Set([index, index + 1].map((one) => String(sampleOne(field.of ?? 'string', field, one))))];
  return sampleOne(field.type, field, index);
}

function sampleOne(type: Exclude<Field['type'], 'list'>, field: Field, index: number): string | number | boolean {
  const number = index % 4;
  switch (type) {
    case 'string':
      return ['Álpha one', 'Beta', 'gamma', 'alpha'][number] ?? '';
    case 'text':
      return `A longer text, number ${number}.\nWith a second line.`;
    case 'integer':
      return number * 10;
    case 'number':
      return number * 12.5;
    case 'boolean':
      return number % 2 === 0;
    case 'time':
      return `2026-03-0${number + 1}T10:00:00Z`;
    case 'date':
      return `2026-03-0${number + 1}`;
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
  const at = (name: string) => sample(fieldAt(collection, name), index + names.indexOf(name));
  return names.map((name) => {
    const { after } = fieldAt(collection, name);
    return [name, after === undefined ? at(name) : String(at(after)).replace('T10:', 'T11:')];
  });
}

function collectionAt(path: string): Collection {
  const [service = '', name = ''] = path.split('.');
  const collection = catalogue[service]?.collections[name];
  if (collection === undefined) throw new Error(`no collection ${path}`);
  return collection;
}

function idAt(path: string, index: number): string {
  return `${collectionAt(path).prefix}${index + 1}`;
}

const settings = Object.fromEntries(
  services.map((service) => [
    service.name,
    Object.fromEntries(Object.entries(service.settings ?? {}).map(([name, field]) => [name, sample(field, 0)])),
  ]),
);

/** Records of every collection; every optional field is missing from some. */
function sampleRecords(): Office['records'] {
  const paths = services.flatMap((service) => Object.keys(service.collections).map((name) => `${service.name}.${name}`));
  return Object.fromEntries(
    paths.map((path) => [
      path,
      Array.from({ length: EACH }, (_, index): DataRecord => {
        const { fields } = collectionAt(path);
        const values = samples(collectionAt(path), Object.keys(fields), index);
        const there = values.filter(([name], at) => fields[name]?.optional !== true || (index + at) % 5 !== 0);
        return { id: idAt(path, index), ...Object.fromEntries(there) };
      }),
    ]),
  );
}

const office: Office = { task: 'contract', now: NOW, zone: 'Europe/Berlin', services, settings, records: sampleRecords() };
const openDesk = deskFactory(office);

function use(desk: Desk, tool: string, args: unknown) {
  return desk.call({ tool, args, via: 'proof' });
}

function entriesOf(desk: Desk): AuditEntry[] {
  return (desk.evidence().get('audit.jsonl') ?? '')
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as AuditEntry);
}

function worldOf(desk: Desk, side: 'before' | 'after'): World {
  return JSON.parse(desk.evidence().get(`world/main.${side}.json`) ?? '') as World;
}

/** The world with the log's changes taken back, last first. */
function takenBack(world: World, entries: readonly AuditEntry[]): World {
  const state = new Map(Object.entries(world).map(([path, records]) => [path, new Map(records.map((record) => [record.id, record]))]));
  for (const { changes } of [...entries].reverse()) {
    for (const { collection, id, before, after } of [...changes].reverse()) {
      const records = state.get(collection);
      expect(canonicalJson(records?.get(id) ?? null)).toBe(canonicalJson(after));
      if (before === null) records?.delete(id);
      else records?.set(id, before);
    }
  }
  return Object.fromEntries([...state].map(([path, records]) => [path, [...records.values()].sort((a, b) => (a.id < b.id ? -1 : 1))]));
}

/** Arguments that a tool accepts; `index` varies them. */
function goodArguments(service: ServiceDefinition, tool: Tool, index: number): { readonly [name: string]: unknown } {
  const path = `${service.name}.${tool.collection}`;
  const collection = collectionAt(path);
  const given = (names: readonly string[]) => Object.fromEntries(samples(collection, names, index));
  switch (tool.kind) {
    case 'list':
      return {};
    case 'search':
      return { query: 'a' };
    case 'get':
    case 'delete':
      return { id: idAt(path, index % EACH) };
    case 'update':
      return { id: idAt(path, index % EACH), ...given(tool.fields) };
    case 'create':
    case 'send':
      return given(tool.fields);
  }
}

function fieldAt(collection: Collection, name: string): Field {
  const field = collection.fields[name];
  if (field === undefined) throw new Error(`no field ${name}`);
  return field;
}

const mounted = [...mountTools(services).values()];

describe.each(services.map((service) => [service.name, service] as const))('service %s', (name, service) => {
  const tools = mounted.filter((tool) => tool.service === service);
  const writers = tools.filter(({ tool }) => tool.effect !== 'read');

  test('is a sound definition under its own name, and plain data', () => {
    expect(catalogue[name]?.name).toBe(name);
    expect(checkDefinition(service, services)).toEqual([]);
    expect(JSON.parse(JSON.stringify(service))).toEqual(service);
  });

  test('is documented to the last argument', () => {
    for (const listing of toolList({ services: [service], zone: 'UTC' })) {
      expect(listing.title, listing.name).toMatch(/^[A-Z]/);
      expect(listing.description, listing.name).toMatch(/^[A-Z].{20,}\.$/s);
      for (const [argument, schema] of Object.entries(listing.inputSchema.properties)) {
        expect((schema as { readonly description: string }).description, `${listing.name} ${argument}`).toMatch(/^[`\w].{3,}[.)]$/s);
      }
    }
  });

  test('every collection can be listed or searched, and what lists leave out can be got', () => {
    for (const [short, collection] of Object.entries(service.collections)) {
      const kinds = tools.filter(({ tool }) => tool.collection === short).map(({ tool }) => tool.kind);
      expect(kinds.includes('list') || kinds.includes('search'), short).toBe(true);
      if (Object.values(collection.fields).some((field) => field.detail === true)) expect(kinds, short).toContain('get');
    }
  });

  test('the sample records are such as a scenario may hold', () => {
    const idsOf = (path: string) => ({
      noun: 'record',
      has: (id: string) => office.records[path]?.some((record) => record.id === id) === true,
      ids: () => [],
    });
    const defaults = (written: string | number | boolean) => writtenValue({ office, zone, service, written });
    for (const [short, collection] of Object.entries(service.collections)) {
      for (const record of office.records[`${service.name}.${short}`] ?? []) {
        const converted = convertRecord({ collection, raw: record, context: { zone, idsOf }, defaults });
        expect(converted.ok ? [] : converted.problems).toEqual([]);
      }
    }
  });

  test('reading changes nothing', () => {
    const desk = openDesk();
    for (const { name: tool, service: owner, tool: definition } of tools.filter((one) => one.tool.effect === 'read')) {
      expect(use(desk, tool, goodArguments(owner, definition, 1)), tool).toMatchObject({ ok: true });
    }
    const entries = entriesOf(desk);
    expect(entries.flatMap((entry) => entry.changes)).toEqual([]);
    expect(new Set(entries.flatMap((entry) => [entry.world.before, entry.world.after])).size).toBe(1);
    expect(worldOf(desk, 'after')).toEqual(worldOf(desk, 'before'));
  });

  test('errors are answers', () => {
    const desk = openDesk();
    for (const { name: tool, parameters } of tools) {
      const wrong = [
        undefined,
        'text',
        [],
        { no_such_argument: 1 },
        { id: 'no such id' },
        ...parameters.map((parameter) => ({ id: 'X', [parameter.name]: { not: 'this' } })),
      ];
      for (const args of wrong) {
        const answer = use(desk, tool, args);
        if (answer.ok) continue;
        expect(['wrong_argument', 'not_found'], `${tool} ${JSON.stringify(args)}`).toContain(answer.error.code);
        expect(answer.error.message).toMatch(/^\S.*\.$/s);
        expect(answer.error.hint, answer.error.message).toMatch(/\S/);
      }
    }
    expect(entriesOf(desk).filter((entry) => entry.outcome === 'error')).toEqual([]);
    expect(worldOf(desk, 'after')).toEqual(worldOf(desk, 'before'));
  });

  test.each(writers.map((writer) => [writer.name, writer] as const))(
    '%s: what it writes is in its changes, and can be taken back',
    (tool, writer) => {
      const desk = openDesk();
      for (let index = 0; index < 4; index += 1) {
        const answer = use(desk, tool, goodArguments(writer.service, writer.tool, index));
        expect(answer).toMatchObject({ ok: true });
      }
      const entries = entriesOf(desk);
      expect(entries.some((entry) => entry.changes.length > 0)).toBe(true);
      for (const change of entries.flatMap((entry) => entry.changes)) {
        expect(change).toMatchObject({ effect: writer.tool.effect, collection: `${name}.${writer.tool.collection}` });
        expect((change.recipients?.length ?? 0) > 0).toBe(writer.tool.kind === 'send');
      }
      expect(canonicalJson(takenBack(worldOf(desk, 'after'), entries))).toBe(canonicalJson(worldOf(desk, 'before')));
    },
  );

  const lists = tools.filter((tool): tool is typeof tool & { readonly tool: ListTool } => tool.tool.kind === 'list');
  const filters = lists.flatMap(({ name: tool, tool: definition }) =>
    Object.entries(definition.filters).map(([argument, filter]) => ({ tool, definition, argument, filter })),
  );
  test('filters do what their names say', () => {
    const telling = /(?:^|_)(before|after|at_least|at_most)$/;
    for (const { tool, argument, filter } of filters) {
      const said = telling.exec(argument)?.[1];
      if (said !== undefined) expect(filter.test, `${tool} ${argument}`).toBe(said);
    }
  });

  test.each(filters)('$tool narrows by $argument', ({ tool, definition, argument, filter }) => {
    const path = `${name}.${definition.collection}`;
    const field = fieldAt(collectionAt(path), filter.field);
    const desk = openDesk();
    let narrowed = 0;
    for (let index = 0; index < 4; index += 1) {
      const one = field.type === 'list' ? sampleOne(field.of ?? 'string', field, index) : sample(field, index);
      const value = filter.test === 'contains' ? String(one).slice(0, 3).toUpperCase() : one;
      const answer = use(desk, tool, { [argument]: value, limit: 200 });
      if (!answer.ok) throw new Error(answer.error.message);
      const { items, total } = answer.result as { readonly items: readonly { readonly id: string }[]; readonly total: number };
      const expected = (office.records[path] ?? []).filter((record) => selected(record, filter, value)).map((record) => record.id);
      expect(items.map((item) => item.id).sort(), JSON.stringify(value)).toEqual(expected.sort());
      expect(total).toBe(expected.length);
      if (total > 0 && total < EACH) narrowed += 1;
    }
    expect(narrowed).toBeGreaterThan(0);
  });
});

/** What a filter means, said a second time. */
function selected(record: DataRecord, { field, test: kind }: Filter, sought: unknown): boolean {
  const value = record[field];
  if (value === undefined) return false;
  const plain = (one: unknown) => (typeof one === 'string' && one.includes('@') ? one.toLowerCase() : one);
  const folded = (one: unknown) =>
    String(one)
      .normalize('NFD')
      .replace(/[\u0300-\u036f]/g, '')
      .toLowerCase();
  switch (kind) {
    case 'is':
      return plain(value) === plain(sought);
    case 'has':
      return (value as readonly string[]).map(plain).includes(plain(sought));
    case 'contains':
      return [value].flat().some((one) => folded(one).includes(folded(sought)));
    case 'before':
      return Date.parse(String(value)) < Date.parse(String(sought));
    case 'after':
      return Date.parse(String(value)) > Date.parse(String(sought));
    case 'at_least':
      return Number(value) >= Number(sought);
    case 'at_most':
      return Number(value) <= Number(sought);
  }
}

describe('all services together', () => {
  const anything = fc.oneof(
    fc.jsonValue(),
    fc.string({ unit: 'binary' }),
    fc.constantFrom('', null, '__proto__', '2026-03-09', 'a@b.example', 'CUS-1', 'TIC-1', 'open', 'true', 7),
  );
  const anyCall = fc.constantFrom(...mounted).chain((tool) =>
    fc.oneof(
      {
        weight: 3,
        arbitrary: fc.nat(30).map((index) => ({ tool: tool.name, args: goodArguments(tool.service, tool.tool, index) as unknown })),
      },
      {
        weight: 3,
        arbitrary: fc
          .tuple(
            fc.nat(30),
            fc.dictionary(fc.constantFrom(...tool.parameters.map((parameter) => parameter.name), 'extra'), anything, { maxKeys: 3 }),
          )
          .map(([index, odd]) => ({ tool: tool.name, args: { ...goodArguments(tool.service, tool.tool, index), ...odd } as unknown })),
      },
      { weight: 1, arbitrary: anything.map((args) => ({ tool: tool.name, args: args as unknown })) },
      { weight: 1, arbitrary: fc.tuple(fc.string(), anything).map(([name, args]) => ({ tool: name, args: args as unknown })) },
    ),
  );

  test('300 calls of any kind: every one is answered, logged and replayable; the grader finds the evidence whole', () => {
    fc.assert(
      fc.property(fc.array(anyCall, { minLength: 300, maxLength: 300 }), (calls) => {
        const desk = openDesk();
        const answers = calls.map(({ tool, args }) => use(desk, tool, args));
        expect(answers.filter((answer) => !answer.ok && answer.error.code === 'internal')).toEqual([]);
        const entries = entriesOf(desk);
        expect(entries.length).toBe(calls.length);
        expect(canonicalJson(takenBack(worldOf(desk, 'after'), entries))).toBe(canonicalJson(worldOf(desk, 'before')));

        const again = openDesk();
        for (const entry of entries.filter((one) => one.outcome === 'ok'))
          expect(use(again, entry.tool, entry.args)).toMatchObject({ ok: true });
        const accepted = entries.filter((one) => one.outcome === 'ok');
        expect(entriesOf(again).map((entry) => entry.world)).toEqual(accepted.map((entry) => entry.world));
        expect(entriesOf(again).map((entry) => entry.shown)).toEqual(accepted.map((entry) => entry.shown));

        desk.seal();
        const evidence = readEvidence(desk.evidence(), { task: office.task, pack: officeDigest(office) });
        expect(isDamage(evidence) ? evidence.reason : 'whole').toBe('whole');
      }),
      { numRuns: 10, seed: 7 },
    );
  });

  test('tool names are unique for MCP clients', () => {
    const names = toolList(office).map((listing) => listing.mcpName);
    expect(new Set(names).size).toBe(names.length);
    expect(names.filter((name) => !/^[a-z][a-z0-9_]{0,49}$/.test(name))).toEqual([]);
  });
});
