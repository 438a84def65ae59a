// A user's own services: the same form as the built-in ones, found by the scenario that mounts them, read without a throw.
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { stringify } from 'yaml';
import { parse } from '#compiler/1-parse/parse.ts';
import { collectDiagnostics } from '#compiler/diagnostics/collect.ts';
import { compile, findServices, type Kit, loadKit, readCatalog, readSource, type ServiceFile } from '#compiler/index.ts';
import { checkMeaning } from '#compiler/services/meaning.ts';
import { readServices } from '#compiler/services/read.ts';
import { readDefinition } from '#compiler/services/written.ts';
import { catalogue } from '#services/index.ts';
import type { Field, ServiceDefinition } from '#services/types.ts';
import { ROOT } from '../tree.ts';

const encoder = new TextEncoder();
const parking = await readFile(join(ROOT, 'scenarios/services/parking.service.yaml'), 'utf8');

function file(name: string, text: string): ServiceFile {
  return { name, file: `services/${name}.service.yaml`, bytes: encoder.encode(text) };
}

describe('the form', () => {
  const written = Object.values(catalogue).filter(({ name }) => name !== 'files');

  test('but tools on the shared folder: there is one folder, and what works on it is built in', () => {
    const { diagnostics } = readCatalog([
      file('papers', stringify({ ...catalogue.files, name: 'papers' }, { aliasDuplicateObjects: false })),
    ]);
    expect(diagnostics.map(({ message }) => message).join('\n')).toMatch(/folder/);
  });

  test.each(written.map((one) => [one.name, one] as const))('%s could be written as a file', (name, service) => {
    const { diagnostics, report } = collectDiagnostics();
    const { tree } = parse(`${name}.yaml`, encoder.encode(stringify(service, { aliasDuplicateObjects: false })), report, 'service');
    if (tree === undefined) throw new Error(JSON.stringify(diagnostics));
    const { definition, places } = readDefinition(tree, report);
    expect(diagnostics).toEqual([]);
    expect(definition).toEqual(service);
    if (definition === undefined) throw new Error('no definition');
    checkMeaning({ definition, tree, places, others: { services: Object.values(catalogue), unreadable: [] }, report });
    expect(diagnostics).toEqual([]);
  });

  test('values of another collection get the types of its fields, of this service or of a built-in one', () => {
    const text: Field = { type: 'string', about: 'Text.' };
    const own: ServiceDefinition = {
      name: 'keys',
      title: 'Keys',
      about: 'Keys of the house.',
      collections: {
        boxes: { about: 'Boxes.', noun: 'box', prefix: 'BOX-', fields: { locked: { type: 'boolean', about: 'Locked.' }, code: text } },
        keys: {
          about: 'Keys.',
          noun: 'key',
          prefix: 'KEY-',
          fields: {
            box: { type: 'reference', to: 'keys.boxes', only_if: { locked: [false], code: ['true', '12'] }, about: 'Where it lies.' },
            room: { type: 'reference', to: 'calendar.rooms', only_if: { bookable: [true] }, about: 'What it opens.', optional: true },
            bike: { type: 'reference', to: 'bikes.bikes', only_if: { broken: [false], size: ['12'] }, about: 'Or a bike.', optional: true },
          },
        },
      },
      tools: {
        list_boxes: { kind: 'list', effect: 'read', title: 'List boxes', about: 'Lists boxes.', collection: 'boxes', filters: {} },
        add_key: {
          kind: 'create',
          effect: 'create',
          title: 'Add a key',
          about: 'Adds a key.',
          collection: 'keys',
          fields: ['box', 'room', 'bike'],
          also: [
            { to: 'box', sets: { locked: true, code: 'false' } },
            { to: 'room', sets: { bookable: false } },
          ],
        },
      },
    };
    const { diagnostics, report } = collectDiagnostics();
    const { tree } = parse('keys.yaml', encoder.encode(stringify(own)), report, 'service');
    if (tree === undefined) throw new Error(JSON.stringify(diagnostics));
    expect(readDefinition(tree, report).definition).toEqual(own);
  });

  test('values get the types of their fields, one name needs no list, false is the same as nothing', () => {
    const text = parking
      .replace('default: false', 'default: true')
      .replace('in: [plate, notes]', 'in: plate')
      .replace('sets: { status: requested, changed: $now }', 'sets: { status: requested, changed: 2026-03-09T09:00:00+01:00 }')
      .replace('name: { type: string,', 'name: { optional: false, type: string,');
    const { definitions, services, diagnostics } = readCatalog([file('parking', text)]);
    expect(diagnostics).toEqual([]);
    const definition = definitions.find(({ name }) => name === 'parking');
    if (definition === undefined) throw new Error('it is not in the catalogue');
    const { tools, collections } = definition;
    expect(collections.permits?.fields.accessible?.default).toBe(true);
    expect(collections.lots?.fields.name).toEqual({ type: 'string', about: 'What stands on the sign at its entrance.' });
    expect(tools.search_permits).toMatchObject({ in: ['plate'] });
    expect(tools.request_permit).toMatchObject({ sets: { status: 'requested', changed: '2026-03-09T08:00:00Z' } });
    expect(services.find(({ name }) => name === 'parking')?.tools.map(({ effect }) => effect)).toContain('create');
  });

  test('fields may be called like what records have of their own', () => {
    const text = parking.replaceAll('plate', 'record').replaceAll('accessible', 'collection');
    expect(readCatalog([file('parking', text)]).diagnostics).toEqual([]);
  });
});

describe('mistakes', () => {
  test('in a file that is not mounted are nobody’s', () => {
    const { diagnostics, report } = collectDiagnostics();
    const files = [file('broken', 'name: broken\n'), file('parking', parking)];
    const one = readServices({ files, wanted: ['parking'], report });
    expect(diagnostics).toEqual([]);
    expect(one.sound).toBe(true);
    expect(Object.keys(one.catalogue)).toContain('parking');
    expect(Object.keys(one.catalogue)).not.toContain('broken');
  });

  test('in a file that a mounted one refers to are', () => {
    const { diagnostics, report } = collectDiagnostics();
    const files = [file('broken', 'name: broken\n'), file('parking', parking.replace('to: contacts.people', 'to: broken.things'))];
    expect(readServices({ files, wanted: ['parking'], report }).sound).toBe(false);
    expect(new Set(diagnostics.map(({ span }) => span.file))).toEqual(new Set(['services/broken.service.yaml']));
  });

  const lines = parking.split('\n');
  test('of any kind are reported and never thrown', () => {
    const anything = fc.oneof(
      fc.constantFrom('', '[]', '{}', 'null', '$now', '$setting.x', '__proto__: 1', '- a', 'constructor', '&a b', '${x}', '1e9', '\u0000'),
      fc.string({ unit: 'binary', maxLength: 12 }),
    );
    const change = fc.tuple(fc.nat(lines.length - 1), fc.constantFrom('drop', 'value', 'key', 'twice', 'indent'), anything);
    const changed = (text: readonly string[], [at, how, by]: [number, string, string]): readonly string[] => {
      const line = text[at] ?? '';
      const other = {
        drop: [],
        value: [line.replace(/: .*$/, () => `: ${by}`)],
        key: [line.replace(/\w+:/, () => `${by}:`)],
        twice: [line, line],
        indent: [`  ${line}`],
      }[how];
      return [...text.slice(0, at), ...(other ?? []), ...text.slice(at + 1)];
    };
    fc.assert(
      fc.property(fc.array(change, { minLength: 1, maxLength: 3 }), (changes) => {
        const { diagnostics, services } = readCatalog([file('parking', changes.reduce(changed, lines).join('\n'))]);
        expect(diagnostics.length > 0 || services.some(({ name }) => name === 'parking')).toBe(true);
        for (const { message, fix } of diagnostics) {
          expect(fix).not.toBe('');
          expect(message).not.toMatch(/undefined|\[object|NaN/);
        }
      }),
      { numRuns: 400, seed: 11 },
    );
  });
});

describe('on disk', () => {
  let folder: string;
  let kit: Kit;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'slipway-services-'));
    kit = await loadKit();
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  async function write(files: { readonly [path: string]: string }): Promise<void> {
    for (const [path, text] of Object.entries(files)) {
      await mkdir(dirname(join(folder, path)), { recursive: true });
      await writeFile(join(folder, path), text);
    }
  }

  test('the nearest of one name counts, three folders up and no more', async () => {
    await write({
      'services/far.service.yaml': 'name: far\n',
      'a/services/parking.service.yaml': 'name: top\n',
      'a/services/lots.service.yaml': 'name: lots\n',
      'a/b/services/parking.service.yaml': 'name: near\n',
      'a/b/services/notes.txt': 'no service',
      'a/b/c/d/scenario.yaml': 'slipway: 1\n',
    });
    const { services = [] } = await readSource(join(folder, 'a/b/c/d/scenario.yaml'));
    expect(services.map(({ name, file: path }) => [name, path.slice(folder.length + 1)])).toEqual([
      ['lots', 'a/services/lots.service.yaml'],
      ['parking', 'a/b/services/parking.service.yaml'],
    ]);
    const names = async (path: string) => (await findServices(join(folder, path))).map(({ name }) => name);
    expect(await names('.')).toEqual(['far', 'lots', 'parking']);
    expect(await names('a/b/c/d/scenario.yaml')).toEqual(['lots', 'parking']);
    expect(await names('a/services/lots.service.yaml')).toEqual(['far', 'lots', 'parking']);
  });

  test('a pack changes with the service file that it mounts, and with no other', { timeout: 60_000 }, async () => {
    const scenario = await readFile(join(ROOT, 'scenarios/office/parking-permits/scenario.yaml'), 'utf8');
    await write({ 'x/services/parking.service.yaml': parking, 'x/permits/scenario.yaml': scenario });
    const pack = async () => {
      const { files, diagnostics } = await compile(await readSource(join(folder, 'x/permits/scenario.yaml')), kit, { org: 'cases' });
      expect(diagnostics).toEqual([]);
      return JSON.stringify(files);
    };
    const first = await pack();
    expect(first).toContain('parking.update_permit');
    expect(first).not.toContain(folder);
    await write({ 'x/services/other.service.yaml': 'name: other\n' });
    expect(await pack()).toBe(first);
    await write({ 'x/services/parking.service.yaml': `${parking}# One more word.\n` });
    expect(await pack()).not.toBe(first);
  });
});
