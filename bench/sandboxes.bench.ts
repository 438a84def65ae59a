// One pack and its oracle in every sandbox, one after the other and several times in turn: seconds a trial, as parts of the real Harbor's.
// `npm run bench sandboxes`; BENCH_PACK=DIR takes a pack that is compiled already, BENCH_ROUNDS=N more rounds.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { agents, createAgent, readTask, runJob, type Sandbox, sandboxes, Trouble } from '#runner/index.ts';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const SCENARIO = 'scenarios/support/weekly-report';
/** Trials of each sandbox in one round: what is built once is shared among them. */
const TRIALS = 4;
const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 3);
/** Parts of Harbor's time that a trial may take. */
const AIMS: Readonly<Record<string, number>> = { docker: 1 / 3, local: 1 / 10 };

const work = mkdtempSync(join(tmpdir(), 'slipway-bench-'));
try {
  const times = new Map<string, { trials: number[]; jobs: number[] }>();
  const pack = process.env.BENCH_PACK ?? compiled();
  for (let round = 0; round < ROUNDS; round += 1)
    for (const sandbox of Object.values(sandboxes)) {
      const measured = await measure(pack, sandbox, `${sandbox.name}-${round}`);
      if (measured === null) continue;
      const known = times.get(sandbox.name) ?? { trials: [], jobs: [] };
      times.set(sandbox.name, { trials: [...known.trials, ...measured.trials], jobs: [...known.jobs, measured.job] });
    }
  const reference = times.get('harbor');
  console.log(`${ROUNDS} rounds of ${TRIALS} trials, one at a time; load of the machine at the end ${loadavg()[0]?.toFixed(1)}`);
  for (const [name, { trials, jobs }] of times) {
    const [trial, job] = [median(trials), median(jobs)];
    const aim = AIMS[name];
    console.log(
      `${name.padEnd(7)} ${trial.toFixed(2)} s a trial (best ${Math.min(...trials).toFixed(2)}), ${job.toFixed(2)} s with its share of the job` +
        (reference === undefined
          ? ''
          : `; ${part(trial, median(reference.trials))} of Harbor's trial, ${part(job, median(reference.jobs))} with the job`) +
        (aim === undefined ? '' : ` (aim: at most ${aim.toFixed(2)})`),
    );
  }
} finally {
  rmSync(work, { recursive: true, force: true });
}

/** Seconds of each trial by its own clock, and of the whole job for each of its trials; null where the sandbox cannot work here. */
async function measure(pack: string, sandbox: Sandbox, name: string): Promise<{ trials: number[]; job: number } | null> {
  const oracle = agents.oracle;
  if (oracle === undefined) throw new Error('there is no oracle');
  const began = performance.now();
  try {
    const { trials, scored, mean } = await runJob({
      tasks: [await readTask(pack)],
      source: null,
      agent: createAgent(oracle, { model: null, options: {}, environment: {} }),
      sandbox,
      jobsDirectory: join(work, 'jobs'),
      name,
      concurrency: 1,
      attempts: TRIALS,
      signal: new AbortController().signal,
    });
    if (scored !== TRIALS || mean !== 1) throw new Error(`${name}: ${scored} of ${TRIALS} trials scored, mean reward ${mean}`);
    const job = (performance.now() - began) / 1000 / TRIALS;
    return { trials: trials.map(({ period }) => (Date.parse(period.finished_at) - Date.parse(period.started_at)) / 1000), job };
  } catch (thrown) {
    if (!(thrown instanceof Trouble)) throw thrown;
    console.log(`${sandbox.name}: not measured: ${thrown.message}`);
    return null;
  }
}

function compiled(): string {
  const packs = join(work, 'packs');
  execFileSync(process.execPath, [join(ROOT, 'cli/bin.mjs'), 'compile', SCENARIO, '--out', packs], { cwd: ROOT, stdio: 'ignore' });
  return join(packs, 'support.weekly-report');
}

function part(time: number, of: number): string {
  return (time / of).toFixed(2);
}

function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}
