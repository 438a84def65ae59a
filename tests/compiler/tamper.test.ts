// Evidence of a real task, damaged in every part: unscored with a reason, and never a reward that was not earned.
import { fileURLToPath } from 'node:url';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { compile, loadKit, readSource } from '#compiler/index.ts';
import { deskFactory } from '#workspace/desk.ts';

const kit = await loadKit();
const file = fileURLToPath(new URL('../../scenarios/support/overdue-enterprise/scenario.yaml', import.meta.url));
const { plan, files = [] } = await compile(await readSource(file), kit, { org: 'cases' });
if (!plan) throw new Error('the scenario does not compile');
const { judge } = await kit.loadGrader(files);

function evidenceOf(moves: readonly { tool: string; args: object }[]): Map<string, string> {
  const desk = deskFactory(plan?.office ?? fail())();
  for (const { tool, args } of moves) desk.call({ tool, args, via: 'proof' });
  desk.seal();
  return new Map(desk.evidence());
}

function fail(): never {
  throw new Error('no plan');
}

const worked = evidenceOf(plan.solution);
const lazy = evidenceOf([{ tool: 'reply', args: { message: 'Done.' } }]);
const parts = [...worked.keys()];

test('whole evidence is scored', () => {
  expect(judge(worked)).toMatchObject({ status: 'scored', reward: 1 });
  expect(judge(lazy)).toMatchObject({ status: 'scored', reward: 0 });
});

describe.each(parts)('%s', (part) => {
  const text = worked.get(part) ?? '';
  const lines = text.split('\n');
  // In a world inside a record: a collection without records is as good as none, whatever it is called.
  const at = Math.max(40, text.indexOf('"id":"') + 6);
  const damages: Record<string, string | undefined> = {
    deleted: undefined,
    emptied: '',
    'cut in the middle': text.slice(0, text.length / 2),
    'without its end': text.slice(0, -2),
    'with a character changed': `${text.slice(0, at)}${text[at] === 'x' ? 'y' : 'x'}${text.slice(at + 1)}`,
    'replaced by null': 'null',
    // The world at the start is the same in every trial of a task.
    ...(lazy.get(part) !== text && { 'replaced by another trial': lazy.get(part) ?? '{}' }),
    ...(lines.length > 3 && {
      'without its first line': lines.slice(1).join('\n'),
      'without its last line': `${lines.slice(0, -2).join('\n')}\n`,
      'with two lines swapped': [lines[1], lines[0], ...lines.slice(2)].join('\n'),
      'with a line twice': [lines[0], ...lines].join('\n'),
      'with an edited argument': text.replace('"priority":"urgent"', '"priority":"low"'),
    }),
  };
  test.each(Object.entries(damages))('%s: unscored, with the reason', (_, damaged) => {
    const evidence = new Map(worked);
    if (damaged === undefined) evidence.delete(part);
    else evidence.set(part, damaged);
    const verdict = judge(evidence);
    expect(verdict).toMatchObject({ status: 'unscored', fault: 'workspace' });
    expect((verdict as { reason: string }).reason).toMatch(/^(audit\.jsonl|seal\.json|world\/|reply\/)/);
  });
});

test('no change to idle evidence earns anything', () => {
  const change = fc.record({
    part: fc.constantFrom(...lazy.keys()),
    at: fc.nat(),
    remove: fc.nat(60),
    insert: fc.oneof(fc.string(), fc.constantFrom(...(worked.get('audit.jsonl') ?? '').split('\n'))),
  });
  fc.assert(
    fc.property(fc.array(change, { minLength: 1, maxLength: 4 }), (changes) => {
      const evidence = new Map(lazy);
      for (const { part, at, remove, insert } of changes) {
        const text = evidence.get(part) ?? '';
        const start = at % (text.length + 1);
        evidence.set(part, text.slice(0, start) + insert + text.slice(start + remove));
      }
      const verdict = judge(evidence);
      return verdict.status === 'unscored' || verdict.reward === 0;
    }),
    { numRuns: 300 },
  );
});

test("the work of one task is no evidence for another's grader", () => {
  const seal = worked.get('seal.json') ?? '';
  const other = new Map(worked).set('seal.json', seal.replace(/"pack":\s*"[0-9a-f]{4}/, '"pack":"0000'));
  expect(judge(other)).toMatchObject({ status: 'unscored', fault: 'workspace' });
});
