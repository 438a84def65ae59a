// The real Harbor as the engine: it runs the whole job on any backend it has, writes its own job folder, and we read along.
import { copyFile, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { redact, tail } from '../files.ts';
import { ownOwner } from '../owner.ts';
import { describeEnding, programVersion, start } from '../processes.ts';
import { readTrial } from '../recorded.ts';
import { Trouble } from '../trouble.ts';
import { type Agent, type AgentSettings, type Batch, defineSandbox, type Task, type TrialResult } from '../types.ts';
import { LOCAL_LEFTOVERS } from './local.ts';

export const harbor = defineSandbox({
  name: 'harbor',
  about: 'the real Harbor runs the job: Docker, or any backend it has (-- -e BACKEND)',
  trust: 'isolated',
  kind: 'engine',
  ready,
  foreignAgent,
  run,
});

async function ready(): Promise<void> {
  const version = await programVersion('harbor', ['--version']);
  if ('missing' in version)
    throw new Trouble('sandbox', `harbor is needed: ${version.missing}`, { next: 'pipx install harbor==0.25.0 (Python 3.12 or newer)' });
}

function foreignAgent(name: string, { model, options }: AgentSettings): Agent {
  const run = (): never => {
    throw new Error('only Harbor knows this agent');
  };
  return { name, version: 'unknown', model, harbor: { name, model, options, environment: {} }, run };
}

async function run(batch: Batch): Promise<void> {
  const { agent, jobsDirectory, name, engineArguments, signal } = batch;
  if (agent.harbor === undefined)
    throw new Trouble('agent', `Harbor has no agent "${agent.name}"`, { next: 'run it with --sandbox local or docker' });
  // Elsewhere Harbor installs the agent itself, so nothing of it has to be here.
  if (onThisMachine(engineArguments)) await agent.ready?.();
  const scratch = await mkdtemp(join(tmpdir(), `${LOCAL_LEFTOVERS.folders}harbor-`));
  try {
    await writeFile(join(scratch, LOCAL_LEFTOVERS.file), ownOwner());
    const config = join(scratch, 'job.json');
    await writeFile(config, JSON.stringify(jobConfig(batch, agent.harbor)));
    const output = join(scratch, 'harbor.log');
    const args = ['run', '--config', config, '--yes', '--quiet', ...engineArguments];
    // Backends have keys of their own, which they look for in the environment.
    const env = { ...definedOnly(process.env), ...QUIET, ...agent.harbor.environment };
    const running = start({ file: 'harbor', args, cwd: process.cwd(), env, output });
    const stop = (): void => void running.stop(STOP_LIMIT);
    signal.addEventListener('abort', stop, { once: true });
    if (signal.aborted) stop();
    const directory = join(jobsDirectory, name);
    const reader = new Reader(batch, directory);
    let over = false;
    void running.ended.then(() => {
      over = true;
    });
    while (!over) {
      await Promise.race([sleep(POLL), running.ended]);
      await reader.look();
    }
    const ending = await running.ended;
    signal.removeEventListener('abort', stop);
    running.kill();
    const words = await tail(output, 600);
    await copyFile(output, join(directory, 'harbor.log')).catch(() => {});
    await redact(directory, agent.secrets ?? []).catch(() => []);
    if (signal.aborted) return;
    if (reader.seen === 0)
      throw new Trouble('sandbox', `harbor ran no trial (${describeEnding(ending)}); last words: ${words || 'none'}`, {
        next: `harbor lint ${batch.tasks[0]?.directory ?? ''}`,
      });
    for (const missing of reader.missing(`harbor left no result for it (${describeEnding(ending)}); last words: ${words || 'none'}`))
      batch.onTrial(missing);
  } finally {
    await rm(scratch, { recursive: true, force: true });
  }
}

/** Milliseconds between looks at the job's folder. */
const POLL = 500;
/** Milliseconds Harbor has to take down what it started. */
const STOP_LIMIT = 30_000;

/** No telemetry, and no look-up of model prices on the network, unless the environment asks for it. */
const QUIET = {
  HARBOR_TELEMETRY: process.env.HARBOR_TELEMETRY ?? '0',
  LITELLM_LOCAL_MODEL_COST_MAP: process.env.LITELLM_LOCAL_MODEL_COST_MAP ?? 'True',
};

/** Harbor's JobConfig (models/job/config.py). Flags after it on the command line win. */
function jobConfig(batch: Batch, agent: NonNullable<Agent['harbor']>): object {
  const { tasks, source, attempts, concurrency, retries, jobsDirectory, name } = batch;
  const programs = Object.entries(batch.agent.programs ?? {});
  return {
    job_name: name,
    jobs_dir: jobsDirectory,
    n_attempts: attempts,
    n_concurrent_trials: concurrency,
    ...(retries > 0 && { retry: { max_retries: retries } }),
    tasks: tasks.map(({ directory }) => ({ path: directory, ...(source !== null && { source }) })),
    agents: [{ name: agent.name, ...(agent.model !== null && { model_name: agent.model }), kwargs: agent.options }],
    // Other backends have no folder of this machine: there Harbor installs the agent itself.
    ...(programs.length > 0 &&
      onThisMachine(batch.engineArguments) && {
        environment: {
          mounts: programs.map(([program, source]) => ({ type: 'bind', source, target: `/usr/local/bin/${program}`, read_only: true })),
        },
      }),
  };
}

function onThisMachine(args: readonly string[]): boolean {
  const at = args.findIndex((word) => /^(-e|--env)(=|$)/.test(word));
  if (at < 0) return true;
  const word = args[at] ?? '';
  return (word.includes('=') ? word.slice(word.indexOf('=') + 1) : args[at + 1]) === 'docker';
}

/** Reads each trial once, as soon as Harbor has written its result. */
class Reader {
  readonly #batch: Batch;
  readonly #directory: string;
  readonly #told = new Map<string, TrialResult>();

  constructor(batch: Batch, directory: string) {
    this.#batch = batch;
    this.#directory = directory;
  }

  get seen(): number {
    return this.#told.size;
  }

  async look(): Promise<void> {
    const entries = await readdir(this.#directory, { withFileTypes: true }).catch(() => []);
    for (const entry of entries) {
      if (!entry.isDirectory() || this.#told.has(entry.name)) continue;
      const folder = join(this.#directory, entry.name);
      const result = await readTrial(folder);
      // Harbor writes a first result when a trial starts; one that has ended says when.
      if (result === null || result.period.finished_at === '') continue;
      await redact(folder, this.#batch.agent.secrets ?? []);
      this.#told.set(entry.name, result);
      this.#batch.onTrial(result);
    }
  }

  /** Harbor drops tasks it cannot read without a word: here they are. */
  missing(reason: string): readonly TrialResult[] {
    const { tasks, attempts } = this.#batch;
    return tasks.flatMap((task) => {
      const found = [...this.#told.values()].filter((result) => result.task.directory === task.directory).length;
      return Array.from({ length: Math.max(attempts - found, 0) }, () => this.#absent(task, reason));
    });
  }

  #absent(task: Task, reason: string): TrialResult {
    const now = new Date().toISOString();
    const { agent } = this.#batch;
    return {
      id: '',
      task,
      trial: task.folder,
      directory: this.#directory,
      agent: { name: agent.name, version: agent.version, model: agent.model },
      sandbox: { name: harbor.name, trust: harbor.trust },
      end: { status: 'unscored', fault: 'sandbox', reason, remedy: 'none' },
      flags: [],
      agentFailure: null,
      usage: null,
      retries: 0,
      period: { started_at: now, finished_at: now },
      phases: {},
    };
  }
}

function definedOnly(environment: NodeJS.ProcessEnv): Record<string, string> {
  return Object.fromEntries(Object.entries(environment).filter((pair): pair is [string, string] => pair[1] !== undefined));
}
