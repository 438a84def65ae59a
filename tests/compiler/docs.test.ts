// The docs agree with the code: generated pages are up to date, and every example of the language compiles.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { parse, stringify } from 'yaml';
import { z } from 'zod';
import { compile, findScenarios, findServices, type Kit, loadKit, readCatalog, readSource, renderDiagnostic } from '#compiler/index.ts';
import { fieldKeys } from '#compiler/services/keys.ts';
import { filterTests, toolKinds } from '#compiler/services/tool-keys.ts';
import { catalogue } from '#services/index.ts';
import type { ServicePart } from '#services/types.ts';
import { command } from '../command.ts';
import { ROOT } from '../tree.ts';

test('generated pages are up to date (npm run docs)', async () => {
  const { code, err } = await command(process.execPath, ['--import', 'tsx', 'docs/generate.ts', '--check'], { cwd: ROOT });
  expect({ code, err }).toEqual({ code: 0, err: '' });
});

describe('language.md', () => {
  const text = readFileSync(join(ROOT, 'docs/language.md'), 'utf8');
  const blocks = [...text.matchAll(/^```yaml\n([\s\S]*?)^```$/gm)].map((match) => match[1] ?? '');
  const [whole = ''] = blocks;
  const assets = new Map([
    ['assets/old-tickets.csv', readFileSync(join(ROOT, 'scenarios/support/overdue-enterprise/assets/old-tickets.csv'))],
  ]);
  let kit: Kit;
  beforeAll(async () => {
    kit = await loadKit();
  });

  test('has examples', () => {
    expect(blocks.length).toBeGreaterThan(5);
  });

  test.each(blocks.map((block) => [block.split('\n')[0], block] as const))('the example that starts with %s compiles', async (_, block) => {
    const bytes = new TextEncoder().encode(laidOver(whole, block));
    const { diagnostics, source, files } = await compile({ file: 'language.md', bytes, assets }, kit, { org: 'slipway' });
    expect(diagnostics.map((one) => renderDiagnostic(one, [source])).join('\n')).toBe('');
    expect(files).toBeDefined();
  });
});

/** The whole with those of its parts replaced that the block has. */
function laidOver(whole: string, block: string): string {
  const parts = (text: string) => new Map(text.split(/^(?=[a-z]+:)/m).map((part) => [/^\w*/.exec(part)?.[0] ?? '', part]));
  return [...new Map([...parts(whole), ...parts(block)]).values()].join('\n');
}

describe('own-services.md', () => {
  const text = readFileSync(join(ROOT, 'docs/own-services.md'), 'utf8');
  const blocks = [...text.matchAll(/^```yaml\n([\s\S]*?)^```$/gm)].map((match) => match[1] ?? '');
  const service = blocks.find((block) => /^name:/m.test(block)) ?? '';
  const scenario = blocks.find((block) => block.startsWith('slipway:')) ?? '';
  const parts = blocks.filter((block) => block !== service && block !== scenario);
  const file = (written: string) => ({ name: 'visitors', file: 'visitors.service.yaml', bytes: new TextEncoder().encode(written) });

  test('the scenario of the page compiles with the service of the page', async () => {
    const source = { file: 'scenario.yaml', bytes: new TextEncoder().encode(scenario), assets: new Map(), services: [file(service)] };
    const { diagnostics, sources, files } = await compile(source, await loadKit(), { org: 'slipway' });
    expect(diagnostics.map((one) => renderDiagnostic(one, sources)).join('\n')).toBe('');
    expect(files).toBeDefined();
  });

  test('every other block goes into that service', () => {
    expect(parts.length).toBeGreaterThan(0);
    for (const part of parts) {
      const whole = parse(service) as ServicePart;
      const { collections, tools } = parse(part) as Partial<ServicePart>;
      const joined = { ...whole, collections: { ...whole.collections, ...collections }, tools: { ...whole.tools, ...tools } };
      const { diagnostics, sources } = readCatalog([file(stringify(joined))]);
      expect(diagnostics.map((one) => renderDiagnostic(one, sources)).join('\n')).toBe('');
    }
  });

  test('says of every type, kind and test that there is one', () => {
    for (const { of } of [fieldKeys.type.form, { of: toolKinds }, { of: filterTests }] as readonly { readonly of: object }[])
      for (const word of Object.keys(of)) expect(text).toContain(`\`${word}\``);
  });

  test('links to nothing that is not there', () => {
    const links = [...text.matchAll(/\]\((?!https?:)([^)#]+)/g)].map((match) => match[1] ?? '');
    expect(links.filter((link) => !existsSync(join(ROOT, 'docs', link)))).toEqual([]);
  });
});

describe('README.md', () => {
  const text = readFileSync(join(ROOT, 'README.md'), 'utf8');
  const file = 'scenarios/support/overdue-enterprise/scenario.yaml';

  /** Compiles the scenario of the tour with one stretch replaced. */
  async function changed(from: string, to: string): Promise<{ codes: readonly string[]; shown: string }> {
    const folder = await readSource(join(ROOT, file));
    const bytes = new TextEncoder().encode(new TextDecoder().decode(folder.bytes).replace(from, to));
    const { diagnostics, source } = await compile({ ...folder, file, bytes }, await loadKit(), { org: 'slipway' });
    return { codes: diagnostics.map(({ code }) => code), shown: diagnostics.map((one) => renderDiagnostic(one, [source])).join('\n') };
  }

  test('shows what a broken line really says', async () => {
    const printed = /^ {3}(scenarios\/[\s\S]*?)^ {3}```$/m.exec(text)?.[1]?.replace(/^ {3}/gm, '');
    expect((await changed('tier == "enterprise"', 'tier == "enterprize"')).shown).toBe(printed);
  });

  test('says rightly that the weakened scenario is refused', async () => {
    expect((await changed('    needs: raised\n', '')).codes).toContain('prove/free-points');
  });

  test('links to nothing that is not there', () => {
    const links = [...text.matchAll(/\]\((?!https?:)([^)#]+)/g)].map((match) => match[1] ?? '');
    expect(links.length).toBeGreaterThan(10);
    expect(links.filter((link) => !existsSync(join(ROOT, link)))).toEqual([]);
  });
});

describe('scenario.schema.json', () => {
  const schema = z.fromJSONSchema(JSON.parse(readFileSync(join(ROOT, 'docs/scenario.schema.json'), 'utf8')));

  test('accepts the scenarios there are', async () => {
    const files = await findScenarios(join(ROOT, 'scenarios'));
    for (const file of files) expect(schema.safeParse(parse(readFileSync(file, 'utf8'))).error?.issues ?? []).toEqual([]);
  });

  test('sees a misspelt key', () => {
    const broken = readFileSync(join(ROOT, 'tests/cases/diagnostics/validate/unknown-key/scenario.yaml'), 'utf8');
    expect(schema.safeParse(parse(broken)).success).toBe(false);
  });
});

describe('service.schema.json', () => {
  const schema = z.fromJSONSchema(JSON.parse(readFileSync(join(ROOT, 'docs/service.schema.json'), 'utf8')));
  // The shared folder is one, and what works on it is built in.
  const onRecords = Object.values(catalogue).filter(({ name }) => name !== 'files');

  test('accepts the services there are, built-in ones written down as well', async () => {
    const files = await findServices(join(ROOT, 'scenarios'));
    const texts = [...files.map(({ bytes }) => new TextDecoder().decode(bytes)), ...onRecords.map((one) => stringify(one))];
    for (const text of texts) expect(schema.safeParse(parse(text)).error?.issues ?? []).toEqual([]);
  });

  test('sees a misspelt key', () => {
    const broken = 'tests/cases/diagnostics/validate/unknown-key+service/services/lockers.service.yaml';
    expect(schema.safeParse(parse(readFileSync(join(ROOT, broken), 'utf8'))).success).toBe(false);
  });
});
