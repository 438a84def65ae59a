// The services of the catalogue and the library's own. Being registered, or lying in scenarios/services, is what gets a service tested;
// what is tested stands in service-suite.ts.
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { findServices, readCatalog } from '#compiler/index.ts';
import { catalogue } from '#services/index.ts';
import { ROOT } from '../tree.ts';
import { serviceContract } from './service-suite.ts';

const files = await findServices(join(ROOT, 'scenarios/services'));
const { definitions, diagnostics } = readCatalog(files);
const own = definitions.filter(({ name }) => !Object.hasOwn(catalogue, name));

test('every service is registered under its own name', () => {
  for (const [name, service] of Object.entries(catalogue)) expect(service.name).toBe(name);
});

test('every service of the library can be read', () => {
  expect(diagnostics).toEqual([]);
  expect(own.map(({ name }) => name)).toEqual(files.map(({ name }) => name));
  expect(own.length).toBeGreaterThan(0);
});

serviceContract([...Object.values(catalogue), ...own]);
