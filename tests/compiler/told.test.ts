// What `tells`, bounds and left-out defaults become, and what is said of those that cannot be.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { compile, loadKit, renderDiagnostic } from '#compiler/index.ts';
import { ROOT } from '../tree.ts';

const kit = await loadKit();
const file = join(ROOT, 'tests/cases/generate/told/scenario.yaml');
const scenario = await readFile(file, 'utf8');

async function complaints(from: string, to: string): Promise<readonly string[]> {
  expect(scenario).toContain(from);
  const bytes = new TextEncoder().encode(scenario.replace(from, to));
  const { diagnostics, sources } = await compile({ file: 'scenario.yaml', bytes, assets: new Map(), services: [] }, kit, { org: 'cases' });
  return diagnostics.map((one) => renderDiagnostic(one, sources));
}

const TOLD = '{ tells: { start: "${counting[0].start}", end: "${counting[0].end}" } }';
const DUE = '{ at_least: 2026-04-01, at_most: 2026-04-10 }';

test.each<[what: string, from: string, to: string, said: RegExp]>([
  [
    'an end before the start',
    TOLD,
    '{ tells: { start: 2026-03-31T14:00, end: 2026-03-31T13:15 } }',
    /link\/bad-value.*not after the start/,
  ],
  ['no time', TOLD, '{ tells: soon }', /link\/bad-value.*not a time/],
  ['an end and no start', TOLD, '{ tells: { end: 2026-03-31T13:15 } }', /validate\/wrong-shape.*a time, a date, \{ start, end \}/],
  ['an unknown word', TOLD, '{ tells: { start: 2026-03-31T13:15, ends: 2026-03-31T14:00 } }', /validate\/unknown-key.*ends/],
  ['a list', TOLD, '{ tells: [2026-03-31T13:15] }', /validate\/wrong-shape/],
  ['a number that is none', 'tells: { number: "${seal[0].unit_cost}", unit: EUR }', 'tells: { number: many }', /link\/bad-value.*number/],
  ['a negative tolerance', 'unit: EUR }', 'unit: EUR, within: -1 }', /link\/bad-value.*not negative/],
  [
    'a field that is no text',
    'due_date: { at_least: 2026-04-01, at_most: 2026-04-10 }',
    'due_date: { tells: 2026-04-01 }',
    /wrong-shape.*a text for tells/,
  ],
  ['a bound of another type', DUE, '{ at_least: 5 }', /link\/bad-value.*not a date/],
  ['a length that is before something', '{ at_least: 45m }', '{ before: 45m }', /wrong-shape.*a time or a date for before/],
  ['bounds of a text', 'title: Order pump seals\n', 'title: { at_least: 5 }\n', /wrong-shape.*a number, an amount/],
  ['money without a currency', 'type: money, currency: EUR', 'type: money', /validate\/bad-answer.*needs its currency/],
  ['money in no currency', 'currency: EUR', 'currency: euros', /validate\/bad-answer.*no code/],
  ['a currency of something else', 'type: duration', 'type: duration, currency: EUR', /validate\/bad-answer.*`currency` does not go/],
])('%s is refused', async (_, from, to, said) => {
  expect((await complaints(from, to)).join('\n')).toMatch(new RegExp(said.source, 's'));
});

test.each<[what: string, from: string, to: string]>([
  ['a moment alone', TOLD, '{ tells: "${counting[0].start}" }'],
  ['a number with what may stand beside it', 'unit: EUR } }', 'unit: EUR, within: 0.01, beside: [19.9] } }'],
  ['a day and before another', DUE, '{ at_least: 2026-04-01, before: 2026-04-11 }'],
  ['an amount between two', 'answer: price, is: "${seal[0].unit_cost}"', 'answer: price, is: { at_least: 12.4, at_most: 12.6 }'],
  ['a length between two', 'answer: takes, is: "${seal[0].lead_time}"', 'answer: takes, is: { at_least: 11d, at_most: 13d }'],
])('%s is taken, and proved', async (_, from, to) => {
  expect(await complaints(from, to)).toEqual([]);
});
