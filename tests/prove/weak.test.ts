// A sound scenario, weakened in one place: the attacker or rule that is there for it finds it, and says so at its place.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { type Compilation, compile, findScenarios, type Kit, loadKit, readSource } from '#compiler/index.ts';
import { ROOT } from '../tree.ts';
import { WEAKENINGS, type Weakening } from './weakenings.ts';
import { LUCK } from './weakenings-luck.ts';
import { TOLD } from './weakenings-told.ts';

let kit: Kit;
beforeAll(async () => {
  kit = await loadKit();
});

const base = readFileSync(join(ROOT, 'tests/prove/base.yaml'), 'utf8');

function compiled(text: string): Promise<Compilation> {
  return compile({ file: 'scenario.yaml', bytes: new TextEncoder().encode(text), assets: new Map() }, kit, { org: 'cases' });
}

/** Every stretch must be there: a weakening that changes nothing tests nothing. */
function weakened(edits: readonly (readonly [string, string])[]): string {
  return edits.reduce((text, [from, to]) => {
    expect(text).toContain(from);
    return text.replace(from, () => to);
  }, base);
}

test('the sound scenario is proved, and its figures are what they should be', async () => {
  const { diagnostics, proof, files } = await compiled(base);
  expect(diagnostics).toEqual([]);
  expect(files).toBeDefined();
  // One of 64 lists of tickets is right, one of them partly; the list counts a tenth.
  expect(proof).toMatchObject({ lazyReward: 0.003125, falseFailRate: 0, behaviour: { satisfying: 1, empty: 0, prohibited: 0 } });
  expect(proof?.falsePassCeiling).toBeLessThan(0.75);
  expect(proof?.idleLabels).toEqual({ raised: 0, 'only-those': 1, told: 0, noted: 0, listed: 0 });
});

test('what is marked as untested, with its reason, is no weakness', async () => {
  const text = weakened([
    ['t.status == "open" &&', 't.status == "open" && t.priority != "urgent" &&'],
    [
      '  mail:\n    mailbox',
      '  calendar:\n    events: [{ id: EVT-1, title: Review, start: +1h, end: +2h, organizer: CON-1, attendees: [CON-1] }]\n  mail:\n    mailbox',
    ],
    [
      'solution:',
      'untested:\n  - { condition: t.priority != "urgent", in: late, why: none is yet }\n  - { service: calendar, why: a distractor }\nsolution:',
    ],
  ]);
  expect((await compiled(text)).diagnostics).toEqual([]);
});

test('there are at least 40 of them, and no two alike', () => {
  expect(WEAKENINGS.length).toBeGreaterThanOrEqual(44);
  expect(new Set(WEAKENINGS.map(([what]) => what)).size).toBe(WEAKENINGS.length);
  expect(new Set(WEAKENINGS.map(([, edits]) => weakened(edits))).size).toBeGreaterThanOrEqual(44);
});

test('none of the real scenarios is rejected', { timeout: 240_000 }, async () => {
  const paths = await findScenarios(join(ROOT, 'scenarios'));
  expect(paths.length).toBeGreaterThanOrEqual(5);
  for (const path of paths) {
    const { diagnostics, files, proof } = await compile(await readSource(path), kit, { org: 'cases' });
    expect(diagnostics, path).toEqual([]);
    expect(files, path).toBeDefined();
    expect(
      proof?.attacks.filter(({ result }) => result === 'won'),
      path,
    ).toEqual([]);
  }
});

test.each<Weakening>([...WEAKENINGS, ...TOLD, ...LUCK])('%s', async (_, edits, code, at = '') => {
  const text = weakened(edits);
  const { diagnostics, files } = await compiled(text);
  expect(diagnostics.map((one) => one.code)).toContain(code);
  expect(files).toBeUndefined();
  const { span, message, fix } = diagnostics.find((one) => one.code === code) ?? {};
  const line = text.slice(text.lastIndexOf('\n', span?.start) + 1, text.indexOf('\n', span?.start));
  expect(`${line}\n${message}`).toContain(at);
  expect(fix).not.toBe('');
});
