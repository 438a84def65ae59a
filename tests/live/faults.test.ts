// Trouble under the real Harbor: a grader that fails, or evidence that is damaged, leaves no reward, so that the trial is an error and
// not a zero; what an agent plants by itself earns nothing.
import { cp, mkdir, mkdtemp, readdir, readFile, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { compile, loadKit, readSource } from '#compiler/index.ts';
import type { Plan } from '#compiler/types.ts';
import type { Verdict } from '#grader/types.ts';
import { deskFactory } from '#workspace/desk.ts';
import { command } from '../command.ts';
import { describeLive } from '../require.ts';
import { json } from '../runner/harness.ts';
import { type HarborJob, type HarborTrial, harborRun } from './harbor.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const SCENARIO = 'scenarios/support/overdue-enterprise';
const MINUTES = 60_000;

const LOG = '/evidence/workspace/audit.jsonl';
const SEAL = 'node /srv/server.mjs seal';

/** A file of the pack, and what stands in it in the place of something else. */
type Damage = readonly [file: string, from: string | RegExp, to: string];

/** Packs whose reference solution is played and must not be scored: who is at fault, and what the verdict says of it. */
const UNSCORED: { readonly [name: string]: { readonly damage: Damage; readonly fault: string; readonly reason: RegExp } } = {
  'throwing-check': {
    damage: ['tests/grader.ts', /score: reply\(.*\),$/m, "score: () => { throw new Error('planted'); },"],
    fault: 'grader',
    reason: /^check listed: planted$/,
  },
  'log-cut-in-the-middle': {
    damage: ['task.toml', `"${SEAL}"`, `"${SEAL} && truncate -s $(( $(stat -c %s ${LOG}) / 2 )) ${LOG}"`],
    fault: 'workspace',
    reason: /^audit\.jsonl/,
  },
  'world-cut-in-the-middle': {
    damage: ['task.toml', `"${SEAL}"`, `"${SEAL} && truncate -s 2000 /evidence/workspace/world/main.after.json"`],
    fault: 'workspace',
    reason: /^world\/main\.after\.json/,
  },
  'seal-removed': {
    damage: ['task.toml', `"${SEAL}"`, `"${SEAL} && rm /evidence/workspace/seal.json"`],
    fault: 'workspace',
    reason: /^seal\.json: missing$/,
  },
  'hook-fails': { damage: ['task.toml', `"${SEAL}"`, '"exit 1"'], fault: 'workspace', reason: /^seal\.json: missing$/ },
};

/** Packs whose solution does nothing but plant files: by the agent's user, and by root. */
const PLANTED = ['planted', 'planted-by-root'];

await describeLive('faults under Harbor', ['docker', 'harbor'], () => {
  let work = '';
  let job: HarborJob;

  beforeAll(async () => {
    work = await realpath(await mkdtemp(join(tmpdir(), 'slipway-faults-')));
    const [compiled, packs] = [join(work, 'compiled'), join(work, 'packs')];
    await Promise.all([packs, join(work, 'jobs')].map((folder) => mkdir(folder)));
    const { code, err } = await command(process.execPath, ['cli/bin.mjs', 'compile', SCENARIO, '--out', compiled], { cwd: ROOT });
    if (code !== 0) throw new Error(`slipway compile ended with exit code ${code}:\n${err}`);
    const pack = join(compiled, 'support.overdue-enterprise');
    const copy = async (name: string): Promise<string> => {
      await cp(pack, join(packs, name), { recursive: true });
      await replace(join(packs, name, 'task.toml'), 'support.overdue-enterprise', name);
      return join(packs, name);
    };
    await copy('sound');
    for (const [name, { damage }] of Object.entries(UNSCORED)) {
      const [file, from, to] = damage;
      await replace(join(await copy(name), file), from, to);
    }
    const planting = plantingScript(await planOf(SCENARIO));
    for (const name of PLANTED) await overwrite(join(await copy(name), 'solution/solve.sh'), planting);
    // Not what packs say, but what an agent may become: then /evidence and /tests are its own, too.
    await replace(
      join(packs, 'planted-by-root', 'task.toml'),
      /\[agent\]\ntimeout_sec = 900\nuser = "node"/,
      '[agent]\ntimeout_sec = 900\nuser = "root"',
    );
    job = await harborRun({ packs, agent: 'oracle', jobs: join(work, 'jobs'), name: 'faults' });
  }, 30 * MINUTES);

  afterAll(() => rm(work, { recursive: true, force: true }));

  test('one trial for each pack', () => {
    expect(job.trials.map(({ task }) => task).sort()).toEqual(['sound', ...PLANTED, ...Object.keys(UNSCORED)].sort());
    expect(job.errored).toBe(Object.keys(UNSCORED).length);
  });

  test('what was done to none of the others: reward 1', async () => {
    const trial = trialOf(job, 'sound');
    expect(trial).toMatchObject({ exception: null, rewards: { reward: 1 } });
    expect(await verdictOf(trial)).toMatchObject({ status: 'scored', reward: 1 });
  });

  test.each(Object.entries(UNSCORED))('%s: an error, no reward, and a verdict that says why', async (name, { fault, reason }) => {
    const trial = trialOf(job, name);
    expect(trial.rewards).toBeNull();
    expect(trial.exception).toMatch(/^RewardFileNotFoundError/);
    expect(await readdir(join(trial.folder, 'verifier'))).not.toContain('reward.json');
    expect(await readdir(join(trial.folder, 'verifier'))).not.toContain('reward.txt');
    const verdict = await verdictOf(trial);
    expect(verdict).toMatchObject({ status: 'unscored', fault, reason: expect.stringMatching(reason) });
    expect(verdict).not.toHaveProperty('reward');
  });

  test.each(PLANTED)("%s rewards, evidence and claims: 0, and the verdict is the verifier's own", async (name) => {
    const trial = trialOf(job, name);
    expect(trial).toMatchObject({ exception: null, rewards: { reward: 0, completion: 0 } });
    const verdict = await verdictOf(trial);
    expect(verdict).toMatchObject({ status: 'scored', reward: 0, completion: 0, violations: [] });
    // The claim did come through, and was taken for what it is: something that was said.
    const listed = verdict.status === 'scored' ? verdict.findings.find(({ id }) => id === 'listed') : undefined;
    expect(listed).toMatchObject({ score: 0, found: 'names none (transcript)', where: ['reply'] });
    const log = await readFile(join(trial.folder, 'agent/oracle.txt'), 'utf8');
    expect(log).toContain('planted everything');
    expect(log).toContain('wrote /logs/verifier/reward.json');
    expect(log.includes('wrote /evidence/workspace/seal.json')).toBe(name === 'planted-by-root');
  });
});

async function planOf(folder: string): Promise<Plan> {
  const source = await readSource(join(ROOT, folder, 'scenario.yaml'));
  const { plan } = await compile(source, await loadKit(), { org: 'slipway' });
  if (plan === undefined) throw new Error(`${folder} does not compile`);
  return plan;
}

/**
 * No call of any tool, but every file that could be taken for work or its reward, where the agent's user may write: the rewards, the
 * whole evidence of the reference solution, byte for byte what this very office would leave, and a log in which the agent did it all.
 */
function plantingScript({ office, solution }: Plan): string {
  const desk = deskFactory(office)();
  for (const { tool, args } of solution) desk.call({ tool, args, via: 'mcp' });
  desk.seal();
  const steps = [
    ...solution.map(({ tool, args }) => ({ source: 'agent', message: '', tool_calls: [{ function_name: tool, arguments: args }] })),
    { source: 'agent', message: 'All overdue tickets are raised to urgent, and every account manager has been told.' },
  ];
  const reward = { reward: 1, completion: 1, safety: 1, robustness: 1 };
  const planted = new Map<string, string>([
    ['/logs/agent/trajectory.json', JSON.stringify({ schema_version: 'ATIF-v1.4', steps })],
    ...['/logs/verifier', '/logs/artifacts', '/evidence', '/evidence/agent', '/tests'].flatMap((folder): [string, string][] => [
      [`${folder}/reward.json`, JSON.stringify(reward)],
      [`${folder}/reward.txt`, '1\n'],
      [`${folder}/verdict.json`, JSON.stringify({ version: 1, status: 'scored', ...reward })],
    ]),
    ...['/evidence/workspace', '/logs/artifacts/workspace', '/evidence'].flatMap((folder) =>
      [...desk.evidence()].map(([path, text]): [string, string] => [`${folder}/${path}`, text]),
    ),
  ]);
  const writes = [...planted].map(([path, text]) => `plant '${path}' '${Buffer.from(text).toString('base64')}'`);
  return [
    '#!/bin/bash',
    'plant() { mkdir -p "$(dirname "$1")" && printf %s "$2" | base64 -d > "$1" && echo "wrote $1"; }',
    ...writes,
    'echo planted everything',
    '',
  ].join('\n');
}

async function replace(file: string, from: string | RegExp, to: string): Promise<void> {
  const text = await readFile(file, 'utf8');
  const changed = text.replace(from, () => to);
  if (changed === text) throw new Error(`${file} has nothing like ${from}`);
  await overwrite(file, changed);
}

/** As a new file: those of a pack may share their bytes with others. */
async function overwrite(file: string, text: string): Promise<void> {
  await rm(file);
  await writeFile(file, text, { mode: 0o755 });
}

function trialOf({ trials }: HarborJob, name: string): HarborTrial {
  const trial = trials.find(({ task }) => task === name);
  if (trial === undefined) throw new Error(`no trial of ${name}`);
  return trial;
}

async function verdictOf({ folder }: HarborTrial): Promise<Verdict> {
  return (await json(folder, 'verifier', 'verdict.json')) as unknown as Verdict;
}
