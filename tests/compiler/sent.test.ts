// `sent` knows how many messages of a kind each addressee may get: from `at_most`, or from the items that ask for the very same one.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { type Compilation, compile, type Kit, loadKit } from '#compiler/index.ts';
import { ROOT } from '../tree.ts';

let kit: Kit;
beforeAll(async () => {
  kit = await loadKit();
});

const base = readFileSync(join(ROOT, 'tests/prove/base.yaml'), 'utf8');
const TO = 'to: "${t.customer.manager.email}"';
const NAMES = 'names: { just: "${t}", out_of: "${helpdesk.tickets}" }';

function compiled(edits: readonly (readonly [string, string])[]): Promise<Compilation> {
  const text = edits.reduce((rest, [from, to]) => {
    expect(rest).toContain(from);
    return rest.replace(from, () => to);
  }, base);
  return compile({ file: 'scenario.yaml', bytes: new TextEncoder().encode(text), assets: new Map() }, kit, { org: 'cases' });
}

async function timesOf(edits: readonly (readonly [string, string])[]) {
  const { plan } = await compiled(edits);
  const check = plan?.checks.find(({ id }) => id === 'told');
  return { times: check?.params.times, perItem: check?.items?.map(({ times }) => times) };
}

test('items that ask for different messages have one each', async () => {
  expect(await timesOf([])).toEqual({ times: undefined, perItem: [undefined, undefined] });
  // To the same person, about different tickets.
  expect(await timesOf([[TO, 'to: ida.roth@ours.example']])).toEqual({ times: undefined, perItem: [undefined, undefined] });
});

test('items that ask for the same message have one each as well', async () => {
  const same: readonly (readonly [string, string])[] = [
    [TO, 'to: ida.roth@ours.example'],
    [NAMES, 'has: { body: { contains: "has waited" } }'],
  ];
  expect(await timesOf(same)).toEqual({ times: { slot: 'times' }, perItem: [2, 2] });
});

test('items that tell the same person something else do not contradict each other', async () => {
  const others = async (to: string) => {
    const { plan } = await compiled([
      [TO, to],
      [NAMES, 'has: { body: { tells: { number: "${t.id == \'TIC-1\' ? 5 : 6}", unit: EUR } } }'],
    ]);
    return plan?.checks.find(({ id }) => id === 'told')?.items?.map((item) => item.others);
  };
  const told = (number: number) => [{ body: { tells: { number, unit: 'EUR' } } }];
  expect(await others('to: ida.roth@ours.example')).toEqual([told(6), told(5)]);
  expect(await others(TO)).toEqual([undefined, undefined]);
});

test('a number that is said holds for all', async () => {
  const { plan, diagnostics } = await compiled([[NAMES, `${NAMES}\n    at_most: 1`]]);
  expect(diagnostics).toEqual([]);
  expect(plan?.checks.find(({ id }) => id === 'told')?.params).toMatchObject({ at_most: 1 });
});

test('none at all makes no sense', async () => {
  const { diagnostics } = await compiled([[NAMES, `${NAMES}\n    at_most: 0`]]);
  expect(diagnostics.map(({ code }) => code)).toEqual(['validate/wrong-shape']);
});
