// `slipway catalog`: what there is, for people, for programs and for editors.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { catalogue } from '#services/index.ts';
import { toolList } from '#workspace/schema.ts';
import { command } from '../command.ts';
import { ROOT } from '../tree.ts';

const folder = mkdtempSync(join(tmpdir(), 'slipway-catalog-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const catalog = (...args: readonly string[]) => command(process.execPath, [join(ROOT, 'cli/bin.mjs'), 'catalog', ...args], { cwd: ROOT });

interface Listed {
  readonly services: readonly {
    readonly name: string;
    readonly file?: string;
    readonly tools: readonly {
      readonly name: string;
      readonly description: string;
      readonly effect: string;
      readonly input_schema: object;
    }[];
  }[];
  readonly totals: { readonly services: number; readonly tools: number };
}

test('as JSON: every tool as MCP clients see it, with its effect', async () => {
  const { code, out, err } = await catalog('--json');
  expect({ code, err }).toEqual({ code: 0, err: '' });
  const { services, totals } = JSON.parse(out) as Listed;
  expect(services.map(({ name }) => name)).toEqual(Object.keys(catalogue).sort());
  const tools = services.flatMap((service) => service.tools);
  expect(totals).toMatchObject({ services: services.length, tools: tools.length });
  const shown = new Map(toolList({ services: Object.values(catalogue), zone: 'UTC' }).map((one) => [one.name, one]));
  for (const { name, description, effect, input_schema } of tools) {
    expect(description).toBe(shown.get(name)?.description);
    expect(Object.keys(input_schema)).toEqual(Object.keys(shown.get(name)?.inputSchema ?? {}));
    expect(['read', 'create', 'update', 'delete', 'send', 'spend']).toContain(effect);
  }
  expect(tools.length).toBe(shown.size - 1);
});

test('with the services of a library', async () => {
  const { code, out } = await catalog('--json', 'scenarios');
  expect(code).toBe(0);
  const own = (JSON.parse(out) as Listed).services.filter(({ file }) => file !== undefined);
  expect(own).toMatchObject([{ name: 'parking', file: 'scenarios/services/parking.service.yaml' }]);
});

test('for people: all of them, one, one of a library', async () => {
  expect((await catalog()).out).toMatch(/^ {2}mail\.send +send +Send a message$/m);
  const one = await catalog('contacts');
  expect(one.out).toMatch(/^contacts: Contacts\n/);
  expect(one.out).toMatch(/^ {2}email +address +required +Mail address\.$/m);
  expect(one.out).toMatch(/^ {4}id\* +string /m);
  expect((await catalog('parking', 'scenarios')).out).toMatch(/^ {2}holder +-> contacts\.people +required /m);
});

test('for editors: the JSON Schema of scenarios that may mount them', async () => {
  const { out } = await catalog('--schema', 'scenarios');
  const { properties } = JSON.parse(out) as { readonly properties: { readonly services: { readonly properties: object } } };
  expect(Object.keys(properties.services.properties)).toEqual([...Object.keys(catalogue), 'parking'].sort());
});

test('used wrongly', async () => {
  const unknown = await catalog('contact');
  expect(unknown).toMatchObject({ code: 2, out: '' });
  expect(unknown.err).toContain('Did you mean "contacts"?');
  expect(await catalog('parking', 'nowhere')).toMatchObject({ code: 2, out: '' });
  const check = await command(process.execPath, [join(ROOT, 'cli/bin.mjs'), 'check', 'scenarios/services/parking.service.yaml'], {
    cwd: ROOT,
  });
  expect(check.code).toBe(2);
  expect(check.err).toContain('slipway catalog');
});

test('a service file with mistakes: they are shown, and the rest is', async () => {
  writeFileSync(join(folder, 'lockers.service.yaml'), 'name: locker\ntitle: Lockers\n');
  const { code, out, err } = await catalog(join(folder, 'lockers.service.yaml'));
  expect(code).toBe(1);
  expect(out).toContain('contacts.list_people');
  expect(err).toContain('validate/missing-key');
  expect(err).toMatch(/\d errors in service files/);
});
