// `slipway run`: an agent on compiled tasks, results in Harbor's job layout and as a table.
import type { Estimate, FoundTasks, JobResult, PassEstimates, TrialResult, Usage } from '#runner/index.ts';
import {
  colourful,
  columns,
  count,
  EXIT,
  interruptible,
  pairs,
  print,
  printJson,
  SurroundingsError,
  tell,
  UsageError,
  unknown,
} from './io.ts';
import type { Program } from './main.ts';

interface RunFlags {
  readonly agent: string;
  readonly model?: string;
  readonly ak: readonly string[];
  readonly sandbox: string;
  readonly jobsDir: string;
  readonly jobName?: string;
  readonly nConcurrent: string;
  readonly nAttempts: string;
  readonly maxRetries: string;
  readonly json?: true;
}

export function define(program: Program): void {
  program
    .command('run')
    .description('Run an agent on compiled tasks.')
    .argument('<path...>', 'a task directory, or a folder of them; after -- come arguments for harbor run')
    .requiredOption('-a, --agent <name>', 'who works: oracle, idle, claude-code … (a wrong name lists them all)')
    .option('-m, --model <name>', 'model of the agent, where it has one')
    .option('--ak <name=value>', 'an option of the agent; may be given again', collect, [])
    .option('-s, --sandbox <name>', 'where trials happen: local (stamped untrusted), docker, harbor', 'local')
    .option('-o, --jobs-dir <dir>', 'folder for job folders', 'jobs')
    .option('--job-name <name>', 'name of the job folder (default: the time)')
    .option('-n, --n-concurrent <number>', 'trials at a time', '4')
    .option('-k, --n-attempts <number>', 'trials of each task', '1')
    .option('-r, --max-retries <number>', 'most times a trial that was not scored is tried again, where that can help', '2')
    .option('--json', 'print the result as JSON')
    .action(async (paths: readonly string[], flags: RunFlags, command: Program) => run(paths, flags, command));
}

async function run(words: readonly string[], flags: RunFlags, command: Program): Promise<void> {
  const { agents, createAgent, JobError, runJob, sandboxes, SettingsError, Trouble } = await import('#runner/index.ts');
  const { paths, engineArguments } = splitArguments(words, command);
  const kind = agents[flags.agent];
  if (kind === undefined) throw new UsageError(unknown('agent', flags.agent, Object.keys(agents)));
  const sandbox = sandboxes[flags.sandbox];
  if (sandbox === undefined) throw new UsageError(unknown('sandbox', flags.sandbox, Object.keys(sandboxes)));
  if (engineArguments.length > 0 && sandbox.kind !== 'engine')
    throw new UsageError(`arguments after -- are for an engine, and the sandbox ${sandbox.name} is none: --sandbox harbor`);
  const numbers = {
    concurrency: count('--n-concurrent', flags.nConcurrent),
    attempts: count('--n-attempts', flags.nAttempts),
    retries: flags.maxRetries === '0' ? 0 : count('--max-retries', flags.maxRetries),
  };
  const { tasks, source } = await find(paths);

  const result = await interruptible(async (signal) => {
    try {
      const agent = createAgent(kind, { model: flags.model ?? null, options: pairs('--ak', flags.ak), environment: process.env });
      const name = flags.jobName === undefined ? {} : { name: flags.jobName };
      const jobsDirectory = flags.jobsDir;
      return await runJob({
        tasks,
        source,
        agent,
        sandbox,
        jobsDirectory,
        ...numbers,
        engineArguments,
        signal,
        ...name,
        onTrial: progress,
        onRetry,
      });
    } catch (thrown) {
      if (thrown instanceof JobError || thrown instanceof SettingsError) throw new UsageError(thrown.message);
      if (thrown instanceof Trouble) throw new SurroundingsError(thrown.message, thrown.next ?? 'slipway doctor');
      throw thrown;
    }
  });
  if (flags.json) printJson(asJson(result));
  else print(asTable(result));
  if (result.stopped !== null) process.exitCode = EXIT.errors;
  else if (result.cancelled > 0) process.exitCode = EXIT.interrupted;
  else if (result.unscored > 0) process.exitCode = EXIT.errors;
}

/** What stands after `--` is for the engine: commander has put it behind the paths. */
function splitArguments(words: readonly string[], command: Program): { paths: readonly string[]; engineArguments: readonly string[] } {
  // Commander has it, its types do not.
  const raw = (command.parent as { readonly rawArgs?: readonly string[] } | null)?.rawArgs ?? [];
  const at = raw.indexOf('--');
  const engineArguments = at < 0 ? [] : raw.slice(at + 1);
  const paths = words.slice(0, words.length - engineArguments.length);
  if (paths.length === 0) throw new UsageError('no task is given: slipway run PATH -a AGENT');
  return { paths, engineArguments };
}

function collect(value: string, before: readonly string[]): readonly string[] {
  return [...before, value];
}

function onRetry(result: TrialResult, wait: number): void {
  tell(`${result.trial}  ${outcome(result)}; again in ${wait / 1000} s`);
}

/** All tasks of all paths. Broken paths are all named before anything runs. */
async function find(paths: readonly string[]): Promise<Pick<FoundTasks, 'tasks' | 'source'>> {
  const { findTasks, TaskError } = await import('#runner/index.ts');
  const found: FoundTasks[] = [];
  const wrong: string[] = [];
  for (const path of paths) {
    try {
      found.push(await findTasks(path));
    } catch (thrown) {
      if (!(thrown instanceof TaskError)) throw thrown;
      wrong.push(thrown.message);
    }
  }
  if (wrong.length > 0) throw new UsageError(wrong.join('\n'));
  for (const name of found.flatMap((one) => one.skipped)) tell(`skipped ${name}: it holds no task.toml`);
  const [first] = found;
  return { tasks: found.flatMap((one) => one.tasks), source: found.length === 1 && first !== undefined ? first.source : null };
}

function progress(result: TrialResult, ended: number, requested: number): void {
  tell(`[${ended}/${requested}] ${result.trial}  ${outcome(result)}`);
}

/** The shape scripts read: see README. */
function asJson(result: JobResult): object {
  return {
    job: result.directory,
    trials: result.trials.map(({ task, trial, end, flags, sandbox, usage, retries }) => ({
      task: task.folder,
      trial,
      reward: end.status === 'scored' ? end.rewards.reward : null,
      status: end.status,
      ...(end.status === 'unscored' ? { fault: end.fault } : {}),
      ...(end.status === 'scored' ? {} : { reason: end.reason }),
      rewards: end.status === 'scored' ? end.rewards : null,
      usage: usage === null ? null : usageJson(usage),
      retries,
      flags,
      trust: sandbox.trust,
    })),
    scored: result.scored,
    unscored: result.unscored,
    cancelled: result.cancelled,
    requested: result.requested,
    mean: result.mean,
    usage: usageJson(result.usage),
    retried: result.retried,
    ...(result.stopped !== null && { stopped: result.stopped }),
    ...(result.passes.length > 0 && { passes: result.passes.map(passJson) }),
  };
}

function usageJson({ inputTokens, cachedTokens, outputTokens, cost }: Usage): object {
  return { input_tokens: inputTokens, cached_tokens: cachedTokens, output_tokens: outputTokens, cost_usd: cost };
}

/** One reason is enough: both estimates lack the same trials. */
function passJson({ k, any, all }: PassEstimates): object {
  const reason = any.value === null ? { reason: any.reason } : {};
  return { k, pass_at_k: any.value, pass_hat_k: all.value, ...reason };
}

function asTable(result: JobResult): string {
  const rows = result.trials.map((trial) => [trial.task.folder, paint(outcome(trial), trial), details(trial)]);
  const { scored, unscored, cancelled, requested, mean } = result;
  const totals = `${scored} scored + ${unscored} unscored + ${cancelled} cancelled = ${requested} requested`;
  return [
    columns([['TASK', 'REWARD', ''], ...rows]),
    '',
    totals,
    `mean reward ${mean === null ? 'none: nothing was scored' : number(mean)}`,
    ...result.passes.map(({ k, any, all }) => `pass@${k} ${estimate(any)}  pass^${k} ${estimate(all)}`),
    result.directory,
  ].join('\n');
}

function outcome({ end }: TrialResult): string {
  return end.status === 'scored' ? number(end.rewards.reward) : end.status === 'unscored' ? `unscored (${end.fault})` : 'cancelled';
}

function details({ end, flags, agentFailure }: TrialResult): string {
  const words = end.status === 'scored' ? [...flags, agentFailure ?? ''] : end.status === 'unscored' ? [end.reason] : [];
  // What a process printed may be among the words: nothing of it may steer the terminal.
  return words
    .filter(Boolean)
    .join('; ')
    .replace(/[\s\p{Cc}]+/gu, ' ');
}

function estimate(one: Estimate): string {
  return one.value === null ? `none: ${one.reason}` : number(one.value);
}

function number(value: number): string {
  return Number.isInteger(value) ? String(value) : value.toFixed(4);
}

function paint(text: string, { end }: TrialResult): string {
  if (!colourful(process.stdout)) return text;
  const colour = end.status !== 'scored' ? 33 : end.rewards.reward > 0 ? 32 : 31;
  return `\u001b[${colour}m${text}\u001b[39m`;
}
