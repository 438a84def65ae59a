// Planned faults through the whole compiler: the solution is written once and gets through, in the proof and as it ships.
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { type Compilation, compile, type Kit, loadKit, readSource } from '#compiler/index.ts';
import type { AuditEntry } from '#grader/evidence/types.ts';
import { openDesk } from '#workspace/desk.ts';
import { ROOT } from '../tree.ts';

let kit: Kit;
let proved: Compilation;
beforeAll(async () => {
  kit = await loadKit();
  proved = await compile(await readSource(join(ROOT, 'tests/cases/generate/planned-faults/scenario.yaml')), kit, { org: 'cases' });
});

const textOf = (path: string) => proved.files?.find((file) => file.path === path)?.text ?? '';

test('the solution earns everything, and nobody without patience or with too much of it does', () => {
  expect(proved.diagnostics).toEqual([]);
  expect(proved.proof).toMatchObject({ lazyReward: 0, falseFailRate: 0, behaviour: { satisfying: 1, empty: 0, prohibited: 0 } });
  const rows = (name: string) => proved.proof?.attacks.filter(({ attacker }) => attacker === name) ?? [];
  expect(rows('quitter').map(({ target, result }) => [target, result])).toEqual([
    ['stops at the first planned fault', 'held'],
    ['leaves undone what fails', 'held'],
  ]);
  expect(Math.max(...rows('quitter').map(({ reward }) => reward))).toBeLessThan(0.75);
  expect(rows('repeater').map(({ target, result }) => [target, result])).toEqual(
    proved.plan?.office.faults?.map(({ tool }) => [tool, 'held']),
  );
});

test('the shipped solution makes each call as often as it takes, and the verifier gives it 1', async () => {
  const { plan, files } = proved;
  if (!plan || !files) throw new Error('not compiled');
  const desk = openDesk(plan.office);
  const calls = JSON.parse(textOf('solution/solution.json')) as readonly { readonly tool: string; readonly args: object }[];
  const failures = plan.office.faults?.flatMap(({ nth }) => nth).length ?? 0;
  expect(failures).toBeGreaterThan(5);
  expect(calls.length).toBe(plan.solution.length + failures);
  for (const { tool, args } of calls) desk.call({ tool, args, via: 'http' });
  desk.seal();
  const verdict = (await kit.loadGrader(files)).judge(desk.evidence());
  expect(verdict).toMatchObject({ status: 'scored', reward: 1, completion: 1, robustness: 1, passed: true });

  const log = desk.evidence().get('audit.jsonl')?.trimEnd().split('\n') ?? [];
  const outcomes = log.map((line) => (JSON.parse(line) as AuditEntry).outcome);
  expect(outcomes.filter((outcome) => outcome === 'fault')).toHaveLength(failures);
  // In the script a call that fails does not end it, and only such a one.
  const script = textOf('solution/solve.sh')
    .split('\n')
    .filter((line) => line.startsWith('slipway-tool '));
  expect(script.map((line) => line.includes('|| true'))).toEqual(outcomes.map((outcome) => outcome === 'fault'));
});

test('what fails is in the workspace alone, and its README', () => {
  const seed = JSON.parse(textOf('environment/workspace/seed.json')) as { readonly faults?: unknown };
  expect(seed.faults).toEqual(proved.plan?.office.faults);
  expect(textOf('README.md')).toMatch(/\| helpdesk\.update_ticket \| unavailable \| 1, 2, 4 \|/);
  for (const path of ['instruction.md', 'environment/workspace/services.json'])
    expect(textOf(path)).not.toMatch(/\bfaults?\b|unavailable/i);
});

test('a scenario without faults ships what it shipped before', async () => {
  const plain = await compile(await readSource(join(ROOT, 'tests/cases/generate/every-kind/scenario.yaml')), kit, { org: 'cases' });
  const seed = plain.files?.find(({ path }) => path.endsWith('seed.json'))?.text ?? '';
  expect(JSON.parse(seed)).not.toHaveProperty('faults');
  const [row] = plain.proof?.attacks.filter(({ attacker }) => attacker === 'quitter') ?? [];
  expect(row).toMatchObject({ result: 'not measured', detail: 'no fault is planned' });
});
