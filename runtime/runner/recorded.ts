// Reads a job folder back as results: ours, or one that the real Harbor wrote. What a trial came to is said in the same words for both.
import { readdir } from 'node:fs/promises';
import { basename, join, resolve } from 'node:path';
import type { Fault } from '#grader/evidence/types.ts';
import { readIfThere } from './files.ts';
import { type JobResult, jobResult } from './results.ts';
import { TaskError } from './task.ts';
import type { Remedy } from './trouble.ts';
import type { Flag, TaskRef, TrialEnd, TrialPhase, TrialResult, Trust, Usage } from './types.ts';
import { readVerdict } from './verdict.ts';

/** The whole job, also one that was interrupted. Throws a TaskError where there is none. */
export async function readJob(path: string): Promise<JobResult> {
  const directory = resolve(path);
  const config = await readObject(join(directory, 'config.json'));
  if (config === null) throw new TaskError(`${path}: no job folder (it has no config.json); jobs are in the folder --jobs-dir names`);
  const result = (await readObject(join(directory, 'result.json'))) ?? {};
  const trials: TrialResult[] = [];
  for (const name of await trialFolders(directory)) {
    const trial = await readTrial(join(directory, name));
    if (trial !== null) trials.push(trial);
  }
  trials.sort((a, b) => (a.period.started_at < b.period.started_at ? -1 : 1));
  const tasks = [...new Map(trials.map(({ task }) => [task.directory, task])).values()];
  const requested = number(result.n_total_trials) ?? trials.length;
  return jobResult({
    name: basename(directory),
    directory,
    tasks,
    attempts: number(config.n_attempts) ?? 1,
    trials,
    requested,
    stopped: null,
  });
}

/** One trial; null where it has no result yet. */
export async function readTrial(directory: string): Promise<TrialResult | null> {
  const result = await readObject(join(directory, 'result.json'));
  if (result === null) return null;
  const ours = object(result.slipway);
  const agent = object(result.agent_info);
  const { end, flags, agentFailure } = ours === null ? await harborEnd(directory, result) : await ourEnd(directory, result, ours);
  return {
    id: text(result.id) ?? '',
    task: taskOf(result),
    trial: basename(directory),
    directory,
    agent: { name: text(agent?.name) ?? 'unknown', version: text(agent?.version) ?? 'unknown', model: modelOf(object(agent?.model_info)) },
    sandbox:
      ours === null ? { name: 'harbor', trust: 'isolated' } : { name: text(ours.sandbox) ?? 'unknown', trust: trustOf(result.trust) },
    end,
    flags,
    agentFailure,
    usage: usageOf(object(result.agent_result)),
    retries: number(ours?.retries) ?? 0,
    period: { started_at: text(result.started_at) ?? '', finished_at: text(result.finished_at) ?? '' },
    phases: Object.fromEntries(PHASES.flatMap((phase) => (object(result[phase]) === null ? [] : [[phase, result[phase]]]))),
  };
}

type Read = Pick<TrialResult, 'end' | 'flags' | 'agentFailure'>;
type Fields = { readonly [key: string]: unknown };

async function ourEnd(directory: string, result: Fields, ours: Fields): Promise<Read> {
  const flags = (Array.isArray(ours.flags) ? ours.flags : []) as readonly Flag[];
  const common = { flags, agentFailure: text(ours.agentFailure) };
  const reason = text(ours.reason) ?? 'no reason is recorded';
  if (ours.status === 'cancelled') return { ...common, end: { status: 'cancelled', reason } };
  if (ours.status === 'unscored')
    return { ...common, end: { status: 'unscored', fault: faultOf(ours.fault), reason, remedy: remedyOf(ours.remedy) } };
  return { ...common, end: await scoredEnd(directory, result) };
}

/**
 * What Harbor has no words for is in our verdict. It grades also after the agent's API has failed; as in our own trials that reward
 * does not count, unless a rule was broken by then.
 */
async function harborEnd(directory: string, result: Fields): Promise<Read> {
  const exception = object(result.exception_info);
  const type = text(exception?.exception_type);
  const words = [type, firstLine(text(exception?.exception_message) ?? '')].filter(Boolean).join(': ');
  const plain = { flags: [], agentFailure: null };
  if (type === 'CancelledError') return { ...plain, end: { status: 'cancelled', reason: 'the job was cancelled' } };
  const end = await scoredEnd(directory, result);
  if (type === null) return { ...plain, end };
  const known = EXCEPTIONS[type];
  if (end.status !== 'scored')
    // The verdict knows better than the missing reward why there is none.
    return { ...plain, end: (await readVerdict(join(directory, 'verifier'))).kind === 'unscored' ? end : unscored(known, words) };
  if (known !== undefined && 'flag' in known) return { flags: [known.flag], agentFailure: words, end };
  const broken = end.verdict.status === 'scored' && end.verdict.safety === 0;
  return broken ? { flags: ['agent_broken'], agentFailure: words, end } : { ...plain, end: unscored(known, words) };
}

/** The verifier's own files decide, and must say what the result says. */
async function scoredEnd(directory: string, result: Fields): Promise<TrialEnd> {
  const reading = await readVerdict(join(directory, 'verifier'));
  switch (reading.kind) {
    case 'scored': {
      const recorded = number(object(object(result.verifier_result)?.rewards)?.reward);
      if (recorded === reading.rewards.reward) return { status: 'scored', rewards: reading.rewards, verdict: reading.verdict };
      const reason = `result.json says reward ${recorded ?? 'none'}, verifier/reward.json says ${reading.rewards.reward}`;
      return { status: 'unscored', fault: 'grader', reason, remedy: 'none' };
    }
    case 'unscored':
      return { status: 'unscored', fault: reading.fault, reason: reading.reason, remedy: 'none' };
    case 'nothing':
      return { status: 'unscored', fault: 'grader', reason: 'there is no verdict', remedy: 'none' };
  }
}

type Known = { readonly flag: Flag } | { readonly fault: Fault; readonly remedy: Remedy };

function unscored(known: Known | undefined, reason: string): TrialEnd {
  const { fault, remedy } = known !== undefined && 'fault' in known ? known : { fault: 'host' as const, remedy: 'none' as const };
  return { status: 'unscored', fault, reason, remedy };
}

/** Harbor's exceptions (models/trial/error_policy.py): what the agent did itself is graded, the rest has somebody to blame. */
const EXCEPTIONS: Readonly<Record<string, Known>> = Object.fromEntries([
  ...named({ flag: 'agent_timeout' }, 'AgentTimeoutError'),
  ...named({ flag: 'agent_refused' }, 'AgentSafetyRefusalError'),
  ...named(
    { flag: 'agent_failed' },
    'ContextWindowExceededError OutputTokenExceededError ContextLengthExceededError OutputLengthExceededError BudgetExceededError',
  ),
  ...named(
    { fault: 'agent', remedy: 'retry' },
    'NonZeroAgentExitCodeError ApiError ApiRateLimitError ApiInternalServerError ApiOverloadedError ApiConnectionClosedError ApiResponseStalledError UnknownApiError NetworkConnectionError ApiConnectionError ApiUsageLimitError AgentSetupTimeoutError',
  ),
  ...named({ fault: 'agent', remedy: 'stop' }, 'AgentAuthenticationError ModelNotFoundError UnsupportedModelParametersError'),
  ...named(
    { fault: 'sandbox', remedy: 'retry' },
    'EnvironmentStartTimeoutError SandboxBuildFailedError HealthcheckError SandboxLikelyOutOfMemoryError MemoryLimitExceededError AddTestsDirError DownloadVerifierDirError RuntimeError',
  ),
  ...named(
    { fault: 'grader', remedy: 'none' },
    'VerifierTimeoutError RewardFileNotFoundError RewardFileEmptyError VerifierOutputParseError ValidationError',
  ),
]);

function named(known: Known, names: string): readonly [string, Known][] {
  return names.split(' ').map((name) => [name, known]);
}

const PHASES: readonly TrialPhase[] = ['environment_setup', 'agent_setup', 'agent_execution', 'verifier'];
const FAULTS: readonly Fault[] = ['agent', 'user', 'workspace', 'grader', 'judge', 'sandbox', 'host'];

async function trialFolders(job: string): Promise<readonly string[]> {
  const entries = await readdir(job, { withFileTypes: true });
  return entries.filter((entry) => entry.isDirectory() && !entry.name.startsWith('.')).map(({ name }) => name);
}

function taskOf(result: Fields): TaskRef {
  const directory = text(object(result.task_id)?.path) ?? '';
  const name = text(result.task_name) ?? '';
  return { directory, folder: basename(directory), name, version: null, agentLimit: null, checksum: text(result.task_checksum) ?? '' };
}

function modelOf(info: Fields | null): string | null {
  const name = text(info?.name);
  const provider = text(info?.provider);
  return name === null || provider === null ? name : `${provider}/${name}`;
}

function usageOf(result: Fields | null): Usage | null {
  const usage: Usage = {
    inputTokens: number(result?.n_input_tokens),
    cachedTokens: number(result?.n_cache_tokens),
    outputTokens: number(result?.n_output_tokens),
    cost: number(result?.cost_usd),
  };
  return Object.values(usage).every((value) => value === null) ? null : usage;
}

function trustOf(value: unknown): Trust {
  return value === 'isolated' ? 'isolated' : 'untrusted-local';
}

function faultOf(value: unknown): Fault {
  return FAULTS.find((fault) => fault === value) ?? 'host';
}

function remedyOf(value: unknown): Remedy {
  return value === 'retry' || value === 'stop' ? value : 'none';
}

/** Null where there is no such file or it holds no object: a result that was cut is none. */
async function readObject(path: string): Promise<Fields | null> {
  const content = await readIfThere(path);
  if (content === null) return null;
  try {
    return object(JSON.parse(content));
  } catch {
    return null;
  }
}

function object(value: unknown): Fields | null {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : null;
}

function text(value: unknown): string | null {
  return typeof value === 'string' ? value : null;
}

function number(value: unknown): number | null {
  return typeof value === 'number' && Number.isFinite(value) ? value : null;
}

function firstLine(words: string): string {
  const line = words.trim().split('\n')[0] ?? '';
  return line.length > 300 ? `${line.slice(0, 300)}…` : line;
}
