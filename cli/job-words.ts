// How a job is shown, as a table and as JSON: by `run` when it ends, by `report` whenever it is asked for.
import type { Estimate, JobResult, PassEstimates, TrialResult, Usage } from '#runner/index.ts';
import { colourful, columns } from './io.ts';

/** The shape scripts read: see README. */
export function jobJson(result: JobResult): object {
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

export function jobTable(result: JobResult): string {
  const rows = result.trials.map((trial) => [trial.task.folder, paint(outcome(trial), trial), details(trial)]);
  const { scored, unscored, cancelled, requested, mean } = result;
  const totals = `${scored} scored + ${unscored} unscored + ${cancelled} cancelled = ${requested} requested`;
  return [
    columns([['TASK', 'REWARD', ''], ...rows]),
    '',
    totals,
    ...faults(result),
    `mean reward ${mean === null ? 'none: nothing was scored' : number(mean)}`,
    ...result.passes.map(({ k, any, all }) => `pass@${k} ${estimate(any)}  pass^${k} ${estimate(all)}`),
    ...costs(result.usage),
    ...(result.retried > 0 ? [`${result.retried} tried again`] : []),
    ...(result.stopped === null ? [] : [plain(`the job was stopped: ${result.stopped}`)]),
    result.directory,
  ].join('\n');
}

/** Whose fault the unscored ones are, most first. */
function faults({ trials }: JobResult): readonly string[] {
  const counts = new Map<string, number>();
  for (const { end } of trials) if (end.status === 'unscored') counts.set(end.fault, (counts.get(end.fault) ?? 0) + 1);
  if (counts.size === 0) return [];
  const sorted = [...counts].sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1));
  return [`unscored by fault: ${sorted.map(([fault, times]) => `${fault} ${times}`).join(', ')}`];
}

/** Nothing where no agent says what it used. */
function costs({ inputTokens, cachedTokens, outputTokens, cost }: Usage): readonly string[] {
  const tokens = [
    inputTokens === null ? [] : [`${inputTokens} in${cachedTokens === null ? '' : ` (${cachedTokens} cached)`}`],
    outputTokens === null ? [] : [`${outputTokens} out`],
  ].flat();
  const parts = [...(cost === null ? [] : [`$${cost.toFixed(4)}`]), ...(tokens.length > 0 ? [`tokens ${tokens.join(', ')}`] : [])];
  return parts.length === 0 ? [] : [`cost ${parts.join('; ')}`];
}

export function outcome({ end }: TrialResult): string {
  return end.status === 'scored' ? number(end.rewards.reward) : end.status === 'unscored' ? `unscored (${end.fault})` : 'cancelled';
}

function details({ end, flags, agentFailure }: TrialResult): string {
  const words = end.status === 'scored' ? [...flags, agentFailure ?? ''] : end.status === 'unscored' ? [end.reason] : [];
  return plain(words.filter(Boolean).join('; '));
}

/** What a process printed may be among the words: nothing of it may steer the terminal. */
function plain(words: string): string {
  return words.replace(/[\s\p{Cc}]+/gu, ' ');
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
