// Whatever stands in a file: the compiler never throws, and it gives a task or says why not. And what must not matter does not.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import { type Compilation, compile, type Kit, loadKit, renderDiagnostic } from '#compiler/index.ts';
import { command } from '../command.ts';
import { ROOT } from '../tree.ts';
import { casesFolder, makers } from './cases.ts';
import { inNewFolder } from './folder.ts';

/** A small valid scenario. */
const valid = readFileSync(join(ROOT, 'tests/cases/diagnostics/validate/missing-key/scenario.yaml'), 'utf8').replace(
  'title:',
  'now: 2026-03-09T09:00:00+01:00\ntitle:',
);

let kit: Kit;
beforeAll(async () => {
  kit = await loadKit();
});

function compileText(text: string | Uint8Array): Promise<Compilation> {
  const bytes = typeof text === 'string' ? new TextEncoder().encode(text) : text;
  return compile({ file: 'scenario.yaml', bytes, assets: new Map() }, kit, { org: 'slipway' });
}

function answers(result: Compilation): void {
  expect(result.files === undefined).toBe(result.diagnostics.length > 0);
  for (const diagnostic of result.diagnostics) {
    expect(diagnostic.fix).not.toBe('');
    expect(renderDiagnostic(diagnostic, [result.source])).toMatch(/^scenario\.yaml:\d+:\d+ error /);
  }
}

test('CRLF and a byte order mark change nothing in what is generated', async () => {
  const plain = await compileText(valid);
  const windows = await compileText(makers['crlf-bom'](valid));
  expect(plain.diagnostics).toEqual([]);
  expect(windows.files).toEqual(plain.files);
  expect(plain.files?.length).toBeGreaterThan(5);
});

test('a tab inside the text of a block is text', async () => {
  const result = await compileText(valid.replace('request: >\n', 'request: |\n  Name\tAge\n  \tTabs are text here.\n'));
  expect(result.diagnostics).toEqual([]);
});

describe('never throws', () => {
  const edits = fc.array(
    fc.record({
      what: fc.constantFrom('delete', 'duplicate', 'swap', 'truncate', 'insert', 'word'),
      at: fc.double({ min: 0, max: 0.999, noNaN: true }),
      to: fc.double({ min: 0, max: 0.999, noNaN: true }),
      text: fc.oneof(
        fc.string({ unit: 'binary', maxLength: 4 }),
        fc.constantFrom(
          '${',
          '}',
          '"',
          "'",
          ':',
          '- ',
          '\t',
          '#',
          '&a ',
          '*a',
          '!x ',
          '|',
          '? ',
          '[',
          '{',
          '__proto__',
          'constructor',
          '0/0',
          '-1',
        ),
      ),
    }),
    { minLength: 1, maxLength: 4 },
  );

  test('on a scenario with lines and characters moved about', async () => {
    await fc.assert(
      fc.asyncProperty(edits, async (all) => {
        answers(await compileText(all.reduce((text, edit) => edited(text, edit), valid)));
      }),
      { numRuns: 150 },
    );
  });

  test('on bytes of any kind', async () => {
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ maxLength: 200 }), async (bytes) => {
        answers(await compileText(bytes));
      }),
    );
  });

  const odd: readonly (readonly [string, string])[] = [
    ['brackets without end', '['.repeat(50_000)],
    ['a deep list', `${'- '.repeat(20_000)}x`],
    ['tens of thousands of keys', Array.from({ length: 30_000 }, (_, i) => `k${i}: x`).join('\n')],
    ['a text for the whole', 'hello'],
    ['nothing but a document mark', '---\n'],
    ['an empty document before it', `---\n---\n${valid}`],
    ['a name that objects have anyway, as collection', valid.replace('unchanged: helpdesk.tickets', 'unchanged: helpdesk.constructor')],
    ['… as record', valid.replace('record: helpdesk.tickets', 'record: helpdesk.toString')],
    ['… as key', valid.replace('slipway: 1', 'slipway: 1\n__proto__: { title: x }')],
    ['… as service', valid.replace('services:', 'services:\n  __proto__: { tickets: [] }\n  toString: {}')],
    ['… as field', valid.replace('{ id: TIC-1,', '{ id: TIC-1, __proto__: 1, valueOf: 2,')],
    ['a fact called like a type', valid.replace('facts:', 'facts:\n  string: helpdesk.tickets')],
    ['a fact called like a reserved word', valid.replace('facts:', 'facts:\n  package: helpdesk.tickets')],
    ['a regular expression that is none', valid.replace('facts:', `facts:\n  bad: '"a".matches("(")'`)],
    ['a request that is a list', valid.replace(/request: >\n.*\n/, 'request: "${late}"\n')],
  ];

  test.each(odd)('on %s', async (_, text) => {
    answers(await compileText(text));
  });
});

function edited(text: string, edit: { what: string; at: number; to: number; text: string }): string {
  const lines = text.split('\n');
  const line = Math.floor(edit.at * lines.length);
  const other = Math.floor(edit.to * lines.length);
  const offset = Math.floor(edit.at * text.length);
  switch (edit.what) {
    case 'delete':
      return lines.toSpliced(line, 1 + Math.floor(edit.to * 3)).join('\n');
    case 'duplicate':
      return lines.toSpliced(other, 0, lines[line] ?? '').join('\n');
    case 'swap':
      return lines
        .with(line, lines[other] ?? '')
        .with(other, lines[line] ?? '')
        .join('\n');
    case 'truncate':
      return text.slice(0, offset);
    case 'word':
      return text.replace(text.slice(offset).match(/\w+/)?.[0] ?? ' ', edit.text);
    default:
      return text.slice(0, offset) + edit.text + text.slice(offset);
  }
}

describe('slipway check', () => {
  const check = (...args: string[]) => command(process.execPath, [join(ROOT, 'cli/bin.mjs'), 'check', ...args], { env: { NO_COLOR: '1' } });

  test('prints every mistake with its place, and no stack', async () => {
    const folder = join(casesFolder, 'validate/unknown-key+several');
    const { code, out, err } = await check(folder);
    expect(code).toBe(1);
    expect(out).toBe('');
    expect(err).toContain(`${join(folder, 'scenario.yaml')}:3:1 error validate/unknown-key`);
    expect(err).toMatch(/\d errors in 1 scenario\./);
    expect(err).not.toMatch(/\n\s+at /);
  });

  test('two scenarios with one id, as JSON', async () => {
    const folder = join(casesFolder, 'link/duplicate-scenario');
    const { code, out } = await check('--json', folder);
    expect(code).toBe(1);
    const result = JSON.parse(out);
    expect(result).toMatchObject({ scenarios: 2, errors: 1 });
    expect(result.diagnostics).toEqual([
      {
        code: 'link/duplicate-scenario',
        severity: 'error',
        file: join(folder, 'second/scenario.yaml'),
        line: 2,
        column: 5,
        endLine: 2,
        endColumn: 25,
        message: expect.stringContaining('support/late-tickets'),
        fix: expect.any(String),
        docs: 'docs/diagnostics/link/duplicate-scenario.md',
      },
    ]);
  });

  test('writes nothing', async () => {
    await inNewFolder({ 'scenario.yaml': valid }, async (folder, listing) => {
      const before = await listing();
      const { code, out } = await check(folder);
      expect({ code, out }).toEqual({ code: 0, out: '1 scenario, no errors\n' });
      expect(await listing()).toEqual(before);
    });
  });
});
