// The docker sandbox as people use it: real packs beside the real Harbor, many trials, and what is left when it is stopped or killed.
import { mkdir, mkdtemp, readdir, readFile, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type CommandOptions, command, type Ended } from '../command.ts';
import { describeLive } from '../require.ts';
import { writeFakePack } from '../runner/fake-pack.ts';
import { json, temporary } from '../runner/harness.ts';
import { harborRun, packsIn } from './harbor.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const BIN = join(ROOT, 'cli/bin.mjs');
const MINUTES = 60_000;
const SCENARIOS = ['scenarios/support/overdue-enterprise', 'scenarios/support/weekly-report'];

function slipway(args: readonly string[], options: CommandOptions = {}): Promise<Ended> {
  return command(process.execPath, [BIN, ...args], options);
}

await describeLive('real packs in Docker', ['docker', 'harbor'], () => {
  let work = '';
  let packs = '';

  beforeAll(async () => {
    work = await realpath(await mkdtemp(join(tmpdir(), 'slipway-live-')));
    packs = join(work, 'packs');
    await mkdir(join(work, 'jobs'));
    const { code, err } = await slipway(['compile', ...SCENARIOS, '--out', packs], { cwd: ROOT });
    if (code !== 0) throw new Error(`slipway compile ended with exit code ${code}:\n${err}`);
  }, 5 * MINUTES);

  afterAll(() => rm(work, { recursive: true, force: true }));

  test('the oracle and an idle agent get from us what they get from Harbor: rewards, findings, audit log', {
    timeout: 10 * MINUTES,
  }, async () => {
    const names = await packsIn(packs);
    expect(names).toHaveLength(SCENARIOS.length);
    for (const [agent, harborAgent, reward] of [
      ['oracle', 'oracle', 1],
      ['idle', 'nop', 0],
    ] as const) {
      const theirs = await harborRun({ packs, agent: harborAgent, jobs: join(work, 'jobs'), name: `harbor-${agent}` });
      const ours = await slipway([
        'run',
        packs,
        '-a',
        agent,
        '-s',
        'docker',
        '-o',
        join(work, 'jobs'),
        '--job-name',
        agent,
        '-n',
        '2',
        '--json',
      ]);
      expect(ours.code).toBe(0);
      const { trials } = JSON.parse(ours.out) as { trials: { task: string; trial: string; rewards: unknown; trust: string }[] };
      expect(trials.map(({ task }) => task).sort()).toEqual(names);
      for (const { task, trial, rewards, trust } of trials) {
        const their = theirs.trials.find((one) => one.task === task);
        const folders = [join(work, 'jobs', agent, trial), their?.folder ?? ''] as const;
        expect(trust).toBe('isolated');
        expect(rewards).toMatchObject({ reward });
        expect(rewards).toEqual(their?.rewards);
        const [our, his] = await Promise.all(folders.map((folder) => json(folder, 'verifier/verdict.json')));
        expect(our).toEqual(his);
        // An office has a clock of its own: even the times are the same.
        const [ourLog, hisLog] = await Promise.all(
          folders.map((folder) => readFile(join(folder, 'artifacts/workspace/audit.jsonl'), 'utf8')),
        );
        expect(ourLog).toBe(hisLog);
        expect(ourLog === '').toBe(agent === 'idle');
      }
    }
  });
});

await describeLive('the docker sandbox', ['docker'], () => {
  test('20 trials, 4 at a time: all counted, and Docker is as it was', { timeout: 10 * MINUTES }, async () => {
    const folder = await temporary();
    for (const name of ['one', 'two']) await writeFakePack(join(folder, 'packs'), name, name === 'two' ? { files: { 'a.txt': 'a' } } : {});
    const before = await everything();
    // The shell says which process id the command will have: by that its things are told from those of others.
    const args = ['run', 'packs', '-a', 'oracle', '-s', 'docker', '-o', 'jobs', '-k', '10', '-n', '4', '--json'];
    const ended = command('bash', ['-c', 'echo $$; exec "$@"', 'bash', process.execPath, BIN, ...args], { cwd: folder });
    let most = 0;
    const look = async (): Promise<void> => {
      most = Math.max(most, (await everything()).filter(isContainer).length);
    };
    const timer = setInterval(() => void look(), 1000);
    const { code, out } = await ended.finally(() => clearInterval(timer));
    const [pid = '', ...lines] = out.split('\n');
    expect(JSON.parse(lines.join('\n'))).toMatchObject({ scored: 20, unscored: 0, cancelled: 0, mean: 1 });
    expect(code).toBe(0);
    expect(most).toBeGreaterThan(1);
    const fresh = (await everything()).filter((line) => !before.includes(line));
    expect(fresh.filter((line) => line.includes(`.${pid}.`) || !isForeign(line))).toEqual([]);
  });

  test('killed in the middle of a trial: cleanup removes what is left, and nothing of runs that go on', {
    timeout: 3 * MINUTES,
  }, async () => {
    const [folder, other] = [await temporary(), await temporary()];
    const killed = await running(folder);
    const alive = await running(other);
    killed.send('SIGKILL');
    await killed.ended;
    expect(await ours(killed.owner)).toHaveLength(THINGS);

    const { code, out } = await slipway(['cleanup', '--json']);
    expect(code).toBe(0);
    const { removed, kept } = JSON.parse(out) as { removed: Record<string, number>; kept: Record<string, number> };
    expect(removed.containers).toBeGreaterThanOrEqual(2);
    expect(removed.networks).toBeGreaterThanOrEqual(1);
    expect(removed.volumes).toBeGreaterThanOrEqual(1);
    expect(removed.images).toBeGreaterThanOrEqual(3);
    expect(kept.containers).toBeGreaterThanOrEqual(2);
    expect(await ours(killed.owner)).toEqual([]);
    expect(await ours(alive.owner)).toHaveLength(THINGS);
    alive.send('SIGTERM');
    expect((await alive.ended).code).toBe(130);
    expect(await ours(alive.owner)).toEqual([]);
  });

  test.each([
    { signals: ['SIGINT'] as const, how: 'Ctrl-C' },
    { signals: ['SIGINT', 'SIGINT'] as const, how: 'Ctrl-C twice' },
    { signals: ['SIGTERM', 'SIGTERM'] as const, how: 'SIGTERM twice' },
  ])('$how leaves nothing', { timeout: 2 * MINUTES }, async ({ signals }) => {
    const run = await running(await temporary());
    for (const signal of signals) {
      run.send(signal);
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
    expect((await run.ended).code).toBe(130);
    expect(await ours(run.owner)).toEqual([]);
  });

  test('no Docker: exit 3 with what to do, and cleanup says that it did not look there', async () => {
    const folder = await temporary();
    await writeFakePack(folder, 'a-task');
    const env = { DOCKER_HOST: `unix://${folder}/none.sock` };
    const run = await slipway(['run', 'a-task', '-a', 'idle', '-s', 'docker'], { cwd: folder, env });
    expect(run.err).toMatch(/does not answer.*\n {2}next: .*systemctl start docker/);
    expect(run.code).toBe(3);
    const cleanup = await slipway(['cleanup'], { cwd: folder, env });
    expect(cleanup.err).toContain('nothing was looked for in Docker');
    expect(cleanup.code).toBe(0);
  });
});

/** Two containers, a network, a volume and three images. */
const THINGS = 7;

interface RunningJob {
  readonly send: (signal: NodeJS.Signals) => void;
  readonly ended: Promise<Ended>;
  readonly owner: string;
}

/** A job whose only trial is in the middle of its agent's work. */
async function running(folder: string): Promise<RunningJob> {
  await writeFakePack(join(folder, 'packs'), 'slow', { solve: 'echo working\nexec sleep 1000', files: { 'a.txt': 'a' } });
  let send = (_signal: NodeJS.Signals): void => {};
  const options: CommandOptions = {
    cwd: folder,
    started: (kill) => {
      send = kill;
    },
  };
  const ended = slipway(['run', 'packs', '-a', 'oracle', '-s', 'docker', '-o', 'jobs', '--job-name', 'j', '--json'], options);
  let trial = '';
  await expect
    .poll(
      async () => {
        trial = (await readdir(join(folder, 'jobs/j')).catch(() => [])).find((name) => name.startsWith('slow__')) ?? 'none';
        return await readFile(join(folder, 'jobs/j', trial, 'agent/oracle.txt'), 'utf8').catch(() => '');
      },
      { timeout: 60_000 },
    )
    .toBe('working\n');
  const { out } = await command('docker', [
    'ps',
    '--filter',
    `label=dev.slipway.trial=${trial}`,
    '--format',
    '{{.Label "dev.slipway.owner"}}',
  ]);
  const [owner = ''] = out.split('\n');
  expect(owner).not.toBe('');
  return { send, ended, owner };
}

/** Everything in Docker that is this owner's. */
async function ours(owner: string): Promise<readonly string[]> {
  return (await everything()).filter((line) => line.includes(owner));
}

/** One line for each container, network, volume and image, with whose it is. */
async function everything(): Promise<readonly string[]> {
  const label = '{{.Label "dev.slipway.owner"}}{{.Label "com.docker.compose.project"}}';
  const lists = await Promise.all([
    command('docker', ['ps', '-a', '--no-trunc', '--format', `container {{.ID}} ${label}`]),
    command('docker', ['network', 'ls', '--no-trunc', '--format', `network {{.ID}} ${label}`]),
    command('docker', ['volume', 'ls', '--format', `volume {{.Name}} ${label}`]),
    command('docker', ['images', '-a', '--no-trunc', '--format', IMAGE]),
  ]);
  // Harbor's now and then lose their names.
  const harbor = await command('docker', ['images', '-a', '--no-trunc', '--filter', 'label=com.docker.compose.project', '--format', IMAGE]);
  const theirs = new Set(harbor.out.split('\n'));
  return lists.flatMap(({ out }) => out.split('\n').filter((line) => line !== '' && !theirs.has(line)));
}

const IMAGE = 'image {{.ID}} {{.Repository}}:{{.Tag}}';

function isContainer(line: string): boolean {
  return line.startsWith('container ');
}

/** Of other runs on this machine, ours or Harbor's: they come and go meanwhile. */
function isForeign(line: string): boolean {
  return /\.\d+\.[0-9a-f]+$|__env\S*$|__verifier__\S*$/.test(line);
}
