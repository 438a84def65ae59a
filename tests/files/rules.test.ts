// Tools on the shared folder change no record: a scenario that mounts them is proved as it is without them, whatever its rules say.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { type Compilation, compile, type Kit, loadKit, readSource } from '#compiler/index.ts';
import { ROOT } from '../tree.ts';

let kit: Kit;
beforeAll(async () => {
  kit = await loadKit();
});

const text = readFileSync(join(ROOT, 'docs/language.md'), 'utf8');
const [example = ''] = [...text.matchAll(/^```yaml\n([\s\S]*?)^```$/gm)].map((match) => match[1] ?? '');

/** With the tools mounted and a file in the folder. */
function withFolder(scenario: string): string {
  const mounted = scenario.replace(/^services:\n/m, 'services:\n  files: {}\n');
  expect(mounted).not.toBe(scenario);
  return mounted.replace(/^services:\n/m, 'files: [{ path: note.md, text: Nothing of note. }]\nservices:\n');
}

function compiled(scenario: string): Promise<Compilation> {
  return compile({ file: 'scenario.yaml', bytes: new TextEncoder().encode(scenario), assets: new Map() }, kit, { org: 'cases' });
}

test('a rule on every other change of records is no rule on the folder', async () => {
  const { diagnostics, proof } = await compiled(withFolder(example));
  expect(diagnostics).toEqual([]);
  const acts = proof?.attacks.filter(({ attacker, target }) => attacker === 'prohibited' && target === 'nothing-else') ?? [];
  expect(acts.map(({ detail }) => detail).filter((detail) => detail.startsWith('helpdesk.')).length).toBeGreaterThan(0);
  expect(acts.map(({ detail }) => detail).filter((detail) => detail.startsWith('files.'))).toEqual([]);
});

test('tools on a folder that nothing lies in, and that nothing uses, are decoration', async () => {
  const { diagnostics } = await compiled(example.replace(/^services:\n/m, 'services:\n  files: {}\n'));
  expect(diagnostics.map(({ code }) => code)).toEqual(['prove/decoration']);
});

test('a rule on a tool of the folder is tried with that tool, and with no other', async () => {
  const rule = '  - { id: note-kept, tool: files.write_file, where: { path: note.md } }\n';
  const { diagnostics, proof } = await compiled(withFolder(example).replace(/^prohibited:\n/m, (key) => key + rule));
  expect(diagnostics).toEqual([]);
  const rows = proof?.attacks.filter(({ target }) => target === 'note-kept') ?? [];
  expect(rows.map(({ result, reward, detail }) => [result, reward, detail.split(' ')[0]])).toEqual([['held', 0, 'files.write_file']]);
});

test('what the user may know may lie in the folder', async () => {
  const source = await readSource(join(ROOT, 'scenarios/clients/portal-cutover/scenario.yaml'));
  const bytes = new TextEncoder().encode(withFolder(new TextDecoder().decode(source.bytes)));
  expect((await compile({ ...source, bytes }, kit, { org: 'cases' })).diagnostics).toEqual([]);
});
