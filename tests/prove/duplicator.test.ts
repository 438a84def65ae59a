// Doing something twice that leaves nothing more behind: the row says whether the second call was refused or changed nothing.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { compile, loadKit } from '#compiler/index.ts';
import { ROOT } from '../tree.ts';

const text = readFileSync(join(ROOT, 'docs/language.md'), 'utf8');
const [example = ''] = [...text.matchAll(/^```yaml\n([\s\S]*?)^```$/gm)].map((match) => match[1] ?? '');

test.each([
  ['files.make_folder', '{ path: out }', /^2 times each: doing it again changes nothing$/],
  ['files.copy_file', '{ path: note.md, to: kept.md }', /^2 times each: doing it again is refused: .*kept\.md/],
])('%s', async (tool, args, detail) => {
  const scenario = example
    .replace(/^services:\n/m, 'files: [{ path: note.md, text: Nothing of note. }]\nservices:\n  files: {}\n')
    .replace(/^solution:\n/m, `solution:\n  - ${tool}: ${args}\n`);
  const source = { file: 'scenario.yaml', bytes: new TextEncoder().encode(scenario), assets: new Map() };
  const { diagnostics, proof } = await compile(source, await loadKit(), { org: 'cases' });
  expect(diagnostics).toEqual([]);
  const row = proof?.attacks.find(({ attacker, target }) => attacker === 'duplicator' && target === tool);
  expect(row).toMatchObject({ result: 'not measured', detail: expect.stringMatching(detail) });
});
