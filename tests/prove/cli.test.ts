// `slipway prove`: a table for people, JSON for programs, exit code 1 where a proof fails.
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { command } from '../command.ts';
import { ROOT } from '../tree.ts';

const folder = mkdtempSync(join(tmpdir(), 'slipway-prove-'));
const base = readFileSync(join(ROOT, 'tests/prove/base.yaml'), 'utf8');
const sound = join(folder, 'sound', 'scenario.yaml');
const weak = join(folder, 'weak', 'scenario.yaml');

beforeAll(() => {
  for (const [path, text] of [
    [sound, base],
    [weak, base.replace('id: cases/sound', 'id: cases/weak').replace('needs: raised, must: true', 'needs: raised, must: false')],
  ] as const) {
    mkdirSync(join(path, '..'));
    writeFileSync(path, text);
  }
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const prove = (...args: readonly string[]) => command(process.execPath, [join(ROOT, 'cli/bin.mjs'), 'prove', ...args]);

test('a proof that holds', { timeout: 30_000 }, async () => {
  const { code, out, err } = await prove(sound);
  expect({ code, err }).toEqual({ code: 0, err: '' });
  expect(out).toContain('cases/sound (passes at 0.75)');
  expect(out).toMatch(/oracle +1 +1 +reward 1 +held/);
  expect(out).toMatch(/guesser +1 +0.0031 +passes below 1 in 20 +held/);
  expect(out).toMatch(/harmless +\d+ +1 +reward 1 +held/);
  expect(out).toMatch(/not measured: shuffle: mail: no expression reads it/);
  expect(out).toContain('lazy reward 0.0031, false-fail rate 0');
});

test('a proof that fails, beside one that holds', { timeout: 30_000 }, async () => {
  const { code, out, err } = await prove(sound, weak);
  expect(code).toBe(1);
  expect(err).toContain('prove/over-doer-passes');
  expect(err).toContain('1 scenario not proved');
  expect(out).toMatch(/over-doer +1 +0.9 +below the pass mark +1 won/);
  expect(out).toContain('2 scenarios: false-pass ceiling 0.9,');
});

test('as JSON', { timeout: 30_000 }, async () => {
  const { code, out } = await prove('--json', folder);
  expect(code).toBe(1);
  const json = JSON.parse(out);
  expect(json).toMatchObject({ proved: false, false_pass_ceiling: 0.9, lazy_reward: 0.003125, false_fail_rate: 0 });
  const [first, second] = json.scenarios;
  expect(first).toMatchObject({
    scenario: 'cases/sound',
    proved: true,
    lazy_reward: 0.003125,
    false_fail_rate: 0,
    pass_mark: 0.75,
    diagnostics: [],
  });
  expect(first.not_measured).toContainEqual({ attacker: 'shuffle', target: 'mail', why: expect.any(String) });
  expect(second).toMatchObject({ scenario: 'cases/weak', proved: false, false_pass_ceiling: 0.9 });
});

test('a path that is not there', async () => {
  expect((await prove(join(folder, 'nothing'))).code).toBe(2);
});
