// Given a scenario, the grader we want. `UPDATE=1` rewrites; the diff is the review.
import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { type Compilation, compile, loadKit, readSource } from '#compiler/index.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const cases = join(root, 'tests/cases/generate');
const kit = await loadKit();

/** Files of a pack that are kept for review. */
const kept = [
  'tests/grader.ts',
  'tests/expected.json',
  'tests/proof.json',
  'task.toml',
  'instruction.md',
  'README.md',
  'solution/solve.sh',
  'environment/Dockerfile',
  'environment/docker-compose.yaml',
  'environment/workspace/Dockerfile',
];

async function compileCase(name: string): Promise<Compilation> {
  return compile(await readSource(join(cases, name, 'scenario.yaml')), kit, { org: 'cases' });
}

for (const name of await readdir(cases)) {
  test(`${name}: the files are as reviewed`, async () => {
    const { diagnostics, files } = await compileCase(name);
    expect(diagnostics).toEqual([]);
    for (const path of kept) {
      const text = files?.find((file) => file.path === path)?.text ?? '';
      const want = join(cases, name, 'want', path.replaceAll('/', '__'));
      if (process.env.UPDATE) {
        await mkdir(dirname(want), { recursive: true });
        await writeFile(want, text);
      }
      expect(text, path).toBe(await readFile(want, 'utf8'));
    }
  });

  test(`${name}: the verifier's code type-checks as it lies`, { timeout: 30_000 }, async () => {
    const { files } = await compileCase(name);
    const folder = await mkdtemp(join(tmpdir(), 'slipway-types-'));
    try {
      for (const { path, text } of (files ?? []).filter((file) => file.path.startsWith('tests/'))) {
        await mkdir(dirname(join(folder, path)), { recursive: true });
        await writeFile(join(folder, path), text);
      }
      await symlink(join(root, 'node_modules'), join(folder, 'node_modules'));
      const { compilerOptions } = JSON.parse(await readFile(join(root, 'tsconfig.json'), 'utf8')) as { compilerOptions: object };
      await writeFile(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: ['tests'] }));
      const { stdout } = await promisify(execFile)(join(root, 'node_modules/.bin/tsc'), ['-p', folder]).catch(
        (error: { stdout: string }) => error,
      );
      expect(stdout).toBe('');
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  });
}
