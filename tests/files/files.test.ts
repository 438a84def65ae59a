// A scenario on the shared folder, from its YAML to a graded trial: values out of a PDF, a workbook and a contract, a CSV left behind.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { type Compilation, compile, type Kit, loadKit, openOutput } from '#compiler/index.ts';
import { rewardOf, type Trying, tryOn } from '../agents/packs.ts';
import { docxOf, pdfOf, pngOf, xlsxOf } from '../office-files.ts';
import { temporary, text as textOf } from '../runner/harness.ts';
import { ROOT } from '../tree.ts';

const invoice = pdfOf([
  ['Brandt Engineering', 'Invoice 2026-031'],
  ['Lead: 12 hours', 'Junior: 30 hours'],
]);
const rates = xlsxOf({
  2025: [
    ['Role', 'Rate'],
    ['Lead', 90],
    ['Junior', 55],
  ],
  2026: [
    ['Role', 'Rate'],
    ['Lead', 95.5],
    ['Junior', 60],
  ],
});
const contract = docxOf([
  'Framework contract',
  [
    ['Discount', '10 %'],
    ['Term', '12 months'],
  ],
]);

let kit: Kit;
let made: Compilation;

async function compiled(text: string, assets: ReadonlyMap<string, Uint8Array>): Promise<Compilation> {
  return await compile({ file: 'scenario.yaml', bytes: Buffer.from(text), assets }, kit, { org: 'slipway' });
}

const assets = new Map<string, Uint8Array>([
  ['assets/invoice.pdf', invoice],
  ['assets/rates.xlsx', rates],
  ['assets/contract.docx', contract],
  ['assets/stamp.png', pngOf()],
]);

beforeAll(async () => {
  kit = await loadKit();
  made = await compiled(await readFile(join(ROOT, 'tests/files/scenario.yaml'), 'utf8'), assets);
});

test('it is proved, and its files are in the pack byte by byte, with the readers', () => {
  expect(made.diagnostics).toEqual([]);
  const { proof, files = [] } = made;
  if (!proof) throw new Error('there is no proof');
  expect(proof.behaviour).toMatchObject({ satisfying: 1, empty: 0 });
  expect(proof).toMatchObject({ falsePassCeiling: 0, lazyReward: 0, falseFailRate: 0 });
  const bytes = new Map(files.map((file) => [file.path, Buffer.from(file.bytes ?? file.text)]));
  const folder = 'environment/workspace/files/papers';
  for (const [name, asset] of assets) expect(bytes.get(`${folder}/${name.slice('assets/'.length)}`)?.equals(asset), name).toBe(true);
  expect(String(bytes.get('environment/workspace/Dockerfile'))).toContain('COPY server.mjs readers.mjs /srv/');
  expect(bytes.has('environment/workspace/readers.mjs')).toBe(true);
});

test('a pack without the service has no readers', async () => {
  const text = await readFile(join(ROOT, 'scenarios/support/overdue-enterprise/scenario.yaml'), 'utf8');
  expect(text).not.toMatch(/^ {2}files:/m);
  const plan = made.plan;
  if (!plan) throw new Error('there is no plan');
  const { generate } = await import('#compiler/4-generate/generate.ts');
  const office = { ...plan.office, services: [] };
  expect(generate({ ...plan, office, solution: [] }, kit).map(({ path }) => path)).not.toContain('environment/workspace/readers.mjs');
});

test('an asset that cannot be opened is told to the author', async () => {
  const text = await readFile(join(ROOT, 'tests/files/scenario.yaml'), 'utf8');
  const { diagnostics } = await compiled(text, new Map([...assets, ['assets/rates.xlsx', Buffer.from('no workbook')]]));
  expect(diagnostics.map(({ code, message }) => [code, message])).toEqual([
    ['link/bad-file', expect.stringContaining('assets/rates.xlsx cannot be read: it is damaged')],
  ]);
});

test('permission is for records: what is done in the folder needs none, and can be prohibited', async () => {
  const text = await readFile(join(ROOT, 'tests/files/scenario.yaml'), 'utf8');
  const allowed = await compiled(text.replace('\nchecks:', '\nallowed:\n  - { tool: files.write_file }\n\nchecks:'), assets);
  expect(allowed.diagnostics.map(({ code }) => code)).toEqual(['link/read-tool']);
  const prohibited = await compiled(
    text.replace('\nchecks:', '\nprohibited:\n  - { id: keep-all, tool: files.delete_file, why: papers are kept }\n\nchecks:'),
    assets,
  );
  expect(prohibited.diagnostics).toEqual([]);
  expect(prohibited.proof?.attacks.filter(({ attacker, target }) => attacker === 'prohibited' && target === 'keep-all')).toEqual([
    expect.objectContaining({ result: 'held', reward: 0, safety: 0 }),
  ]);
  const fault = await compiled(
    text.replace('\nchecks:', '\nfaults:\n  - { tool: files.write_file, nth: 1, kind: unavailable }\n\nchecks:'),
    assets,
  );
  expect(fault.diagnostics.map(({ code }) => code)).toContain('link/fault-not-for-tool');
});

test('where a record has a picture that a tool shows, the office keeps the folder as it was; one that is missing is told', async () => {
  const text = await readFile(join(ROOT, 'tests/files/scenario.yaml'), 'utf8');
  const withImage = (path: string) =>
    `${text}untested: [{ service: media, why: it only stands beside the papers }]\n`.replace(
      '\nservices:\n',
      `\nservices:\n  media:\n    images:\n      - { id: IMG-1, name: stamp, path: ${path}, caption: A stamp. }\n`,
    );
  const { diagnostics, files } = await compiled(withImage('papers/stamp.png'), assets);
  expect(diagnostics).toEqual([]);
  expect(files?.find(({ path }) => path === 'environment/workspace/Dockerfile')?.text).toContain('COPY files/ /srv/files/');
  expect(made.files?.find(({ path }) => path === 'environment/workspace/Dockerfile')?.text).not.toContain('/srv/files/');
  expect((await compiled(withImage('papers/stamps.png'), assets)).diagnostics.map(({ message }) => message)).toEqual([
    expect.stringContaining('IMG-1 has its picture at papers/stamps.png, and no such file is put into the folder'),
  ]);
});

describe('on the local sandbox', () => {
  /** A trial of the pack; its job's folder goes when the test ends. */
  async function tried(trying: Trying) {
    const packs = join(await temporary(), 'packs');
    expect(made.diagnostics).toEqual([]);
    await (await openOutput(packs)).emit('test.invoice-check', 'scenario.yaml', made.files ?? []);
    return await tryOn(join(packs, 'test.invoice-check'), trying);
  }

  test.each([
    ['oracle', 1],
    ['idle', 0],
  ])('%s earns %d', async (agent, reward) => {
    expect(rewardOf((await tried({ agent })).trial)).toBe(reward);
  });

  test('the shell and the tools work in one folder; a replay earns the same, though it plays no shell', async () => {
    const run = [
      'set -e',
      'mkdir -p out',
      'printf "role,hours,rate,amount\\nLead,12,95.5,1031.40\\n" > out/check.csv',
      'slipway-tool files read_file --path out/check.csv | grep -q 1031.40',
      'printf "%s" \'{"path":"out/check.csv","text":"Junior,30,60,1620\\n","mode":"append"}\' | slipway-tool files write_file',
      'grep -q 1620 out/check.csv && echo "Intern,0,0,0" >> out/check.csv && sed -i "/Intern/d" out/check.csv',
      'slipway-tool reply --message done',
    ].join('\n');
    const recorded = await tried({ agent: 'command', options: { run } });
    expect(rewardOf(recorded.trial)).toBe(1);
    expect(recorded.calls.map(({ tool, outcome }) => [tool, outcome])).toEqual([
      ['files.read_file', 'ok'],
      ['files.write_file', 'ok'],
      ['reply', 'ok'],
    ]);
    const again = await tried({ agent: 'replay', options: { from: recorded.job.directory } });
    expect(rewardOf(again.trial)).toBe(1);
    expect(again.calls.map(({ outcome, world }) => [outcome, world])).toEqual([
      ['refused', recorded.calls[0]?.world],
      ['ok', recorded.calls[1]?.world],
      ['ok', recorded.calls[2]?.world],
    ]);
    expect(await textOf(again.trial.directory, 'trial.log')).toMatch(/line 1, files.read_file: the answer is not the one/);
  });
});
