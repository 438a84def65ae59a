// Same input, same bytes: in another folder, zone, language, home and year.
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cp, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';

const bin = new URL('../../cli/bin.mjs', import.meta.url).pathname;
const scenarios = new URL('../../scenarios', import.meta.url).pathname;
let root: string;
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'slipway-same-'));
});
afterAll(() => rm(root, { recursive: true, force: true }));

/** Runs the clock five years ahead. */
const laterYear = `data:text/javascript,${encodeURIComponent(`
const RealDate = Date;
const ahead = 5 * 365 * 86400000;
globalThis.Date = class extends RealDate { constructor(...a) { a.length ? super(...a) : super(RealDate.now() + ahead); } static now() { return RealDate.now() + ahead; } };
`)}`;

async function compile(from: string, to: string, env: Record<string, string>): Promise<Record<string, string>> {
  await promisify(execFile)(process.execPath, [bin, 'compile', from, '--out', to], { env: { PATH: process.env.PATH ?? '', ...env } });
  const entries = await readdir(to, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  const hashes = await Promise.all(
    files.sort().map(async (file) => [
      file.slice(to.length),
      createHash('sha256')
        .update(await readFile(file))
        .digest('hex'),
    ]),
  );
  return Object.fromEntries(hashes);
}

test('every byte is the same elsewhere', { timeout: 240_000 }, async () => {
  const here = await compile(scenarios, join(root, 'one'), { TZ: 'UTC', LANG: 'C' });
  await cp(scenarios, join(root, 'Ünterordner mit Leerzeichen'), { recursive: true });
  const there = await compile(join(root, 'Ünterordner mit Leerzeichen'), join(root, 'two', 'deep'), {
    TZ: 'Pacific/Kiritimati',
    LANG: 'tr_TR.UTF-8',
    LC_ALL: 'tr_TR.UTF-8',
    HOME: root,
    USER: 'somebody-else',
    NODE_OPTIONS: `--import ${laterYear}`,
  });
  expect(there).toEqual(here);
  expect(Object.keys(here).length).toBeGreaterThan(40);
});
