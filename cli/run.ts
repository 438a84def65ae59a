// `slipway run`: an agent on compiled tasks, results in Harbor's job layout and as a table.
import type { Agent, AgentSettings, FoundTasks, Sandbox } from '#runner/index.ts';
import { count, EXIT, interruptible, pairs, print, printJson, SurroundingsError, tell, UsageError, unknown } from './io.ts';
import { jobJson, jobTable } from './job-words.ts';
import type { Program } from './main.ts';
import { startProgress } from './progress.ts';

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
  const sandbox = sandboxes[flags.sandbox];
  if (sandbox === undefined) throw new UsageError(unknown('sandbox', flags.sandbox, Object.keys(sandboxes)));
  const kind = agents[flags.agent];
  if (kind === undefined && sandbox.kind !== 'engine') throw new UsageError(unknown('agent', flags.agent, Object.keys(agents)));
  if (engineArguments.length > 0 && sandbox.kind !== 'engine')
    throw new UsageError(`arguments after -- are for an engine, and the sandbox ${sandbox.name} is none: --sandbox harbor`);
  const numbers = {
    concurrency: count('--n-concurrent', flags.nConcurrent),
    attempts: count('--n-attempts', flags.nAttempts),
    retries: flags.maxRetries === '0' ? 0 : count('--max-retries', flags.maxRetries),
  };
  const settings = { model: flags.model ?? null, options: pairs('--ak', flags.ak), environment: process.env };
  const { tasks, source } = await find(paths);

  const result = await interruptible(async (signal) => {
    const progress = startProgress(tasks.length * numbers.attempts);
    try {
      // An engine may know agents that we do not.
      const agent = kind === undefined ? foreign(sandbox, flags.agent, settings) : createAgent(kind, settings);
      return await runJob({
        tasks,
        source,
        agent,
        sandbox,
        jobsDirectory: flags.jobsDir,
        ...numbers,
        engineArguments,
        signal,
        ...(flags.jobName !== undefined && { name: flags.jobName }),
        onTrial: progress.trial,
        onRetry: progress.retry,
      });
    } catch (thrown) {
      if (thrown instanceof JobError || thrown instanceof SettingsError) throw new UsageError(thrown.message);
      if (thrown instanceof Trouble) throw new SurroundingsError(thrown.message, thrown.next ?? 'slipway doctor');
      throw thrown;
    } finally {
      progress.end();
    }
  });
  if (flags.json) printJson(jobJson(result));
  else print(jobTable(result));
  if (result.stopped !== null) process.exitCode = EXIT.errors;
  else if (result.cancelled > 0) process.exitCode = EXIT.interrupted;
  else if (result.unscored > 0) process.exitCode = EXIT.errors;
}

function foreign(sandbox: Sandbox, name: string, settings: AgentSettings): Agent {
  if (sandbox.kind !== 'engine') throw new Error(`the sandbox ${sandbox.name} knows no agents`);
  return sandbox.foreignAgent(name, settings);
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
