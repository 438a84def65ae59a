// Harbor's job layout, version 0.25.0: what our results look like in the files its viewer and tools read. Pure; formats in
// models/{job,trial} of the Harbor package. Whatever Harbor has no field for is under `slipway`, which its readers ignore.
import { dirname } from 'node:path';
import { pathToFileURL } from 'node:url';
import { countsByTask, passEstimates } from './statistics.ts';
import type { Agent, Task, TaskRef, TrialResult, Usage } from './types.ts';

export interface JobInfo {
  readonly id: string;
  /** Absolute. */
  readonly directory: string;
  /** Name of the folder the tasks came from; null where tasks were given one by one. */
  readonly source: string | null;
}

export interface JobPlan extends JobInfo {
  readonly name: string;
  readonly jobsDirectory: string;
  readonly tasks: readonly Task[];
  readonly agent: Agent;
  readonly sandbox: string;
  readonly attempts: number;
  readonly concurrency: number;
  /** Most times a trial that was not scored is tried again. */
  readonly retries: number;
}

/** `<job>/config.json`: JobConfig, only what differs from Harbor's defaults. */
export function jobConfig(plan: JobPlan): object {
  return {
    job_name: plan.name,
    jobs_dir: plan.jobsDirectory,
    ...(plan.attempts === 1 ? {} : { n_attempts: plan.attempts }),
    n_concurrent_trials: plan.concurrency,
    ...(plan.retries === 0 ? {} : { retry: { max_retries: plan.retries } }),
    environment: environmentConfig(plan.sandbox),
    agents: [agentConfig(plan.agent)],
    // A whole folder is a dataset to Harbor: its viewer then shows the folder's name instead of every task's.
    ...(plan.source === null
      ? { tasks: plan.tasks.map((task) => taskConfig(task, null)) }
      : { datasets: [{ path: sharedFolder(plan.tasks) }] }),
  };
}

/** `<trial>/config.json`: TrialConfig. */
export function trialConfig(trial: { task: TaskRef; trial: string; agent: AgentName; sandbox: string; job: JobInfo }): object {
  return {
    task: taskConfig(trial.task, trial.job.source),
    trial_name: trial.trial,
    trials_dir: trial.job.directory,
    agent: agentConfig(trial.agent),
    environment: environmentConfig(trial.sandbox),
    job_id: trial.job.id,
  };
}

/** `<trial>/result.json`: TrialResult, and beside its fields `trust` and `slipway`. */
export function trialResultJson(result: TrialResult, job: JobInfo): object {
  const { task, end, phases } = result;
  return {
    id: result.id,
    task_name: task.name,
    trial_name: result.trial,
    trial_uri: pathToFileURL(result.directory).href,
    task_id: { path: task.directory },
    source: job.source,
    task_checksum: task.checksum,
    config: trialConfig({ task, trial: result.trial, agent: result.agent, sandbox: result.sandbox.name, job }),
    agent_info: { name: result.agent.name, version: result.agent.version, model_info: modelInfo(result.agent.model) },
    agent_result:
      phases.agent_execution === undefined
        ? null
        : { ...usageFields(result.usage), model_usage: null, rollout_details: null, metadata: null },
    verifier_result: end.status === 'scored' ? { rewards: end.rewards } : null,
    verifier_environment_mode: 'separate',
    exception_info: exceptionInfo(result),
    started_at: result.period.started_at,
    finished_at: result.period.finished_at,
    environment_setup: phases.environment_setup ?? null,
    agent_setup: phases.agent_setup ?? null,
    agent_execution: phases.agent_execution ?? null,
    verifier: phases.verifier ?? null,
    step_results: null,
    trust: result.sandbox.trust,
    slipway: {
      status: end.status,
      sandbox: result.sandbox.name,
      flags: result.flags,
      ...(result.retries === 0 ? {} : { retries: result.retries }),
      ...(result.agentFailure === null ? {} : { agentFailure: result.agentFailure }),
      ...(end.status === 'unscored' ? { fault: end.fault, remedy: end.remedy } : {}),
      ...(end.status === 'scored' ? {} : { reason: end.reason }),
    },
  };
}

/** `<job>/result.json`: JobResult. Written again after each trial; `results` are those that have ended, in the order they were planned. */
export function jobResultJson(job: {
  readonly plan: JobPlan;
  readonly results: readonly TrialResult[];
  readonly requested: number;
  readonly running: number;
  readonly startedAt: Date;
  readonly updatedAt: Date;
  readonly finished: boolean;
}): object {
  const { plan, results, requested, running } = job;
  const exceptions = group(results, (result) => exceptionType(result));
  return {
    id: plan.id,
    started_at: localTime(job.startedAt),
    updated_at: localTime(job.updatedAt),
    finished_at: job.finished ? localTime(job.updatedAt) : null,
    n_total_trials: requested,
    stats: {
      n_completed_trials: results.length,
      n_errored_trials: results.filter((result) => exceptionType(result) !== null).length,
      n_running_trials: running,
      n_pending_trials: Math.max(requested - results.length - running, 0),
      n_cancelled_trials: results.filter((result) => result.end.status === 'cancelled').length,
      n_retries: results.reduce((sum, { retries }) => sum + retries, 0),
      evals: results.length === 0 ? {} : { [evalsKey(plan)]: evals(plan, results, exceptions) },
      ...usageFields(totalUsage(results)),
    },
  };
}

/** Sums over the trials that say; null where none does. */
export function totalUsage(results: readonly Pick<TrialResult, 'usage'>[]): Usage {
  const total = (field: keyof Usage): number | null => {
    const said = results.flatMap(({ usage }) => usage?.[field] ?? []);
    return said.length === 0 ? null : said.reduce((sum, value) => sum + value, 0);
  };
  return {
    inputTokens: total('inputTokens'),
    cachedTokens: total('cachedTokens'),
    outputTokens: total('outputTokens'),
    cost: total('cost'),
  };
}

/** Mean of `reward` over the scored trials; null where there are none: not 0, and not NaN. */
export function meanReward(results: readonly TrialResult[]): number | null {
  const rewards = results.flatMap((result) => (result.end.status === 'scored' ? [result.end.rewards.reward] : []));
  return rewards.length === 0 ? null : rewards.reduce((sum, reward) => sum + reward, 0) / rewards.length;
}

/** `2026-03-09__08-00-00`, local: Harbor's default job name. */
export function jobNameAt(date: Date): string {
  return localTime(date).slice(0, 19).replace('T', '__').replaceAll(':', '-');
}

/** `<folder, 32 characters>__<7 characters>`. `random` gives a number in [0, below). */
export function trialName(folder: string, random: (below: number) => number): string {
  const id = Array.from({ length: 7 }, () => ALPHABET[random(ALPHABET.length)]).join('');
  return `${folder.slice(0, 32).replace(/[_-]+$/, '')}__${id}`;
}

/** Harbor's: digits and letters without those that look alike. */
const ALPHABET = '23456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';

function taskConfig(task: TaskRef, source: string | null): object {
  return source === null ? { path: task.directory } : { path: task.directory, source };
}

type AgentName = Pick<Agent, 'name' | 'model'>;

function agentConfig({ name, model }: AgentName): object {
  return model === null ? { name } : { name, model_name: model };
}

/** `anthropic/claude-x` is a provider and a name, as Harbor splits it. */
function modelInfo(model: string | null): object | null {
  if (model === null) return null;
  const slash = model.indexOf('/');
  return slash < 0 ? { name: model, provider: null } : { name: model.slice(slash + 1), provider: model.slice(0, slash) };
}

function usageFields(usage: Usage | null): object {
  return {
    n_input_tokens: usage?.inputTokens ?? null,
    n_cache_tokens: usage?.cachedTokens ?? null,
    n_output_tokens: usage?.outputTokens ?? null,
    cost_usd: usage?.cost ?? null,
  };
}

function sharedFolder(tasks: readonly Task[]): string {
  return tasks[0] === undefined ? '' : dirname(tasks[0].directory);
}

/** Harbor's `type` knows only its own engines; ours are named the way it names foreign ones. */
export function environmentConfig(sandbox: string): object {
  return { import_path: `slipway:${sandbox}` };
}

/** Harbor's names where it has one for the case; a trial may have both a reward and an exception. */
function exceptionType(result: TrialResult): string | null {
  switch (result.end.status) {
    case 'cancelled':
      return 'CancelledError';
    case 'unscored':
      return `Slipway${result.end.fault.charAt(0).toUpperCase()}${result.end.fault.slice(1)}Fault`;
    case 'scored':
      if (result.flags.includes('agent_refused')) return 'AgentSafetyRefusalError';
      // Not so for an agent that failed: Harbor would call its reward invalid, and its own oracle records nothing either.
      return result.flags.includes('agent_timeout') ? 'AgentTimeoutError' : null;
  }
}

function exceptionInfo(result: TrialResult): object | null {
  const exception_type = exceptionType(result);
  if (exception_type === null) return null;
  return { exception_type, exception_message: exceptionMessage(result), exception_traceback: '', occurred_at: result.period.finished_at };
}

function exceptionMessage(result: TrialResult): string {
  if (result.end.status !== 'scored') return result.end.reason;
  return result.agentFailure ?? `the agent's time was over after ${result.task.agentLimit} s`;
}

function evals(plan: JobPlan, results: readonly TrialResult[], exceptions: Readonly<Record<string, readonly string[]>>): object {
  const scored = results.flatMap((result) =>
    result.end.status === 'scored' ? [{ trial: result.trial, rewards: result.end.rewards }] : [],
  );
  const names = [...new Set(scored.flatMap((trial) => Object.keys(trial.rewards)))];
  const stats: Record<string, Record<string, string[]>> = {};
  const means: Record<string, number> = {};
  for (const name of names) {
    const having = scored.flatMap(({ trial, rewards }) => (rewards[name] === undefined ? [] : [{ trial, value: rewards[name] }]));
    means[name] = having.reduce((sum, { value }) => sum + value, 0) / having.length;
    const byValue: Record<string, string[]> = {};
    for (const { trial, value } of having) byValue[String(value)] = [...(byValue[String(value)] ?? []), trial];
    stats[name] = byValue;
  }
  return {
    n_trials: scored.length,
    n_errors: Object.values(exceptions).flat().length,
    metrics: scored.length === 0 ? [] : [means],
    pass_at_k: passAtK(plan, results),
    reward_stats: stats,
    exception_stats: exceptions,
  };
}

/** As Harbor writes it: k to estimate, without those that there is no estimate for. */
function passAtK({ tasks, attempts }: JobPlan, results: readonly TrialResult[]): Record<string, number> {
  if (attempts < 2) return {};
  const estimates = passEstimates(countsByTask(tasks, results), attempts);
  return Object.fromEntries(estimates.flatMap(({ k, any }) => (any.value === null ? [] : [[String(k), any.value]])));
}

function group(results: readonly TrialResult[], key: (result: TrialResult) => string | null): Record<string, string[]> {
  const groups: Record<string, string[]> = {};
  for (const result of results) {
    const name = key(result);
    if (name !== null) groups[name] = [...(groups[name] ?? []), result.trial];
  }
  return groups;
}

/** `agent__model__dataset`. Readers split it at `__` again. */
function evalsKey({ agent, source }: JobPlan): string {
  const parts = [agent.name, ...(agent.model === null ? [] : [agent.model]), source ?? 'adhoc'];
  return parts.map((part) => part.replace(/_{2,}/g, '_')).join('__');
}

/** Harbor's job times are local and carry no zone, unlike its trial times. */
function localTime(date: Date): string {
  return new Date(date.getTime() - date.getTimezoneOffset() * 60_000).toISOString().slice(0, -1);
}
