// Every mistake the compiler knows, as an author would make it, and what the author then reads. `UPDATE=1` rewrites expected.txt.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { catalogue, type Kit, loadKit } from '#compiler/index.ts';
import { compileCase, listCases, renderCase } from './cases.ts';

let kit: Kit;
beforeAll(async () => {
  kit = await loadKit();
});

const cases = listCases();

test('every code has a case, and every case a code', () => {
  expect([...new Set(cases.map(({ code }) => code))].sort()).toEqual(Object.keys(catalogue).sort());
  for (const { code } of cases) expect(cases.map(({ name }) => name)).toContain(code);
});

describe('cases', () => {
  test.each(cases)('$name', async (one) => {
    const results = await compileCase(one, kit);
    const diagnostics = results.flatMap((result) => result.diagnostics);
    const rendered = renderCase(one, results);
    const expected = join(one.folder, 'expected.txt');
    if (process.env.UPDATE) writeFileSync(expected, rendered);

    expect(rendered).toBe(readFileSync(expected, 'utf8'));
    expect(diagnostics.map(({ code }) => code)).toContain(one.code);
    expect(results.at(-1)?.files).toBeUndefined();
    for (const { sources, diagnostics: own } of results) {
      for (const { span, fix, message, related } of own) {
        expect(fix).not.toBe('');
        expect(message).not.toMatch(/undefined|\[object|NaN/);
        for (const { start, end, file } of [span, ...related.map((other) => other.span)]) {
          const source = sources.find((one) => one.file === file);
          if (source === undefined) throw new Error(`no text of ${file}`);
          expect(start).toBeGreaterThanOrEqual(0);
          expect(end).toBeGreaterThanOrEqual(start);
          expect(end).toBeLessThanOrEqual(source.text.length);
        }
        const source = sources.find((one) => one.file === span.file);
        if (source === undefined) throw new Error(`no text of ${span.file}`);
        // The offending token, not everything: only where there is nothing to point at may a mark be empty or be the whole text.
        const whole = span.start === 0 && span.end === source.text.length;
        expect(source.text !== '' && (span.end === span.start || whole) ? { span } : 'a place').toBe('a place');
      }
    }
  });
});
