// Phase 6: what stands in the output folder after every kind of run.
import { mkdir, mkdtemp, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { EmitError, openOutput } from '#compiler/6-emit/emit.ts';

let out: string;
beforeEach(async () => {
  out = await mkdtemp(join(tmpdir(), 'slipway-emit-'));
});
afterEach(() => rm(out, { recursive: true, force: true }));

const files = [
  { path: 'a/b.txt', text: 'b\n' },
  { path: 'task.toml', text: 'x = 1\n' },
];

const names = async () => (await readdir(out)).sort();

test('a task is written whole, with plain modes and no time of build', async () => {
  expect(await (await openOutput(out)).emit('t', 'x/t', files)).toBe('written');
  expect(await readFile(join(out, 't/a/b.txt'), 'utf8')).toBe('b\n');
  const { mode, mtimeMs } = await stat(join(out, 't/task.toml'));
  expect([mode & 0o777, mtimeMs]).toEqual([0o644, 0]);
  expect(await names()).toEqual(['slipway-manifest.json', 't']);
});

test('the same files again are not touched', async () => {
  await (await openOutput(out)).emit('t', 'x/t', files);
  const before = await stat(join(out, 't/a/b.txt'));
  expect(await (await openOutput(out)).emit('t', 'x/t', files)).toBe('unchanged');
  expect((await stat(join(out, 't/a/b.txt'))).ino).toBe(before.ino);
});

test.each([
  ['an edited file', async () => writeFile(join(out, 't/a/b.txt'), 'edited')],
  ['a missing file', async () => rm(join(out, 't/task.toml'))],
  ['a file too many', async () => writeFile(join(out, 't/extra.txt'), '')],
  [
    'a link in place of a file',
    async () => {
      await rm(join(out, 't/task.toml'));
      await symlink('/etc/hostname', join(out, 't/task.toml'));
    },
  ],
  ['a missing folder', async () => rm(join(out, 't'), { recursive: true })],
])('%s is put right', async (_, damage) => {
  await (await openOutput(out)).emit('t', 'x/t', files);
  await damage();
  expect(await (await openOutput(out)).emit('t', 'x/t', files)).toBe('written');
  expect((await readdir(join(out, 't'), { recursive: true })).sort()).toEqual(['a', 'a/b.txt', 'task.toml']);
  expect(await readFile(join(out, 't/task.toml'), 'utf8')).toBe('x = 1\n');
});

test("somebody else's folder of the same name is neither overwritten nor removed", async () => {
  await mkdir(join(out, 't'));
  await writeFile(join(out, 't/precious.txt'), 'mine');
  const output = await openOutput(out);
  await expect(output.emit('t', 'x/t', files)).rejects.toThrow(EmitError);
  expect(await output.prune(new Map([['t', 'x/t']]))).toEqual([]);
  expect(await readFile(join(out, 't/precious.txt'), 'utf8')).toBe('mine');
});

test('only tasks of earlier runs are removed, and only those not kept', async () => {
  const output = await openOutput(out);
  for (const folder of ['a', 'b']) await output.emit(folder, `area/${folder}`, files);
  await mkdir(join(out, 'foreign'));
  expect(await (await openOutput(out)).prune(new Map([['a', 'area/a']]))).toEqual(['b']);
  expect(await names()).toEqual(['a', 'foreign', 'slipway-manifest.json']);
});

test('what a killed run left half written is cleared; a run that goes on keeps its own', async () => {
  await mkdir(join(out, '.slipway-tmp-999999999-t'));
  await mkdir(join(out, `.slipway-tmp-${process.ppid}-t`));
  await openOutput(out);
  expect(await names()).toEqual([`.slipway-tmp-${process.ppid}-t`]);
});

test('a manifest that was cut is as good as none: nothing is taken for ours', async () => {
  await (await openOutput(out)).emit('t', 'x/t', files);
  await writeFile(join(out, 'slipway-manifest.json'), '{"version": 1, "tas');
  const output = await openOutput(out);
  expect(await output.prune(new Map([['t', 'x/t']]))).toEqual([]);
  expect(await output.emit('t', 'x/t', files)).toBe('unchanged');
  await expect(output.emit('t', 'x/t', [{ path: 'task.toml', text: 'other\n' }])).resolves.toBe('written');
});

test.each([
  ['a part of the library', new Map([['a', 'a']])],
  ['one scenario by itself', new Map([['a', '']])],
  ['another library', new Map([['c', 'area/c']])],
  ['nothing', new Map<string, string>()],
])('compiling %s removes nothing', async (_, library) => {
  const output = await openOutput(out);
  for (const folder of ['a', 'b']) await output.emit(folder, `area/${folder}`, files);
  const again = await openOutput(out);
  for (const [folder, from] of library) await again.emit(folder, from, files);
  expect(await again.prune(library)).toEqual([]);
  // Nor does it make the whole forget where its parts are.
  expect(await (await openOutput(out)).prune(new Map([['a', 'area/a']]))).toContain('b');
});
