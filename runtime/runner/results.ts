// What a job came to, from its trials: counts that add up, figures over scored trials only.
import { meanReward, totalUsage } from './layout.ts';
import { countsByTask, type PassEstimates, passEstimates } from './statistics.ts';
import type { TaskRef, TrialResult, Usage } from './types.ts';

export interface JobResult {
  readonly name: string;
  readonly directory: string;
  /** In the order they were planned; trials that were never started are not among them. */
  readonly trials: readonly TrialResult[];
  readonly scored: number;
  readonly unscored: number;
  /** scored + unscored + cancelled = requested, always. */
  readonly cancelled: number;
  readonly requested: number;
  /** Of `reward`, over scored trials only; null where there are none. */
  readonly mean: number | null;
  /** Pass@k and Pass^k for k from 1 to the number of attempts; empty where there was one attempt. */
  readonly passes: readonly PassEstimates[];
  readonly usage: Usage;
  /** Attempts that were set aside because a later one took their place. */
  readonly retried: number;
  /** Why the job ended itself before all trials were done; null where it did not. */
  readonly stopped: string | null;
}

/** Counts that add up: what neither was scored nor failed to be was cancelled, or never begun. */
export function jobResult(job: {
  readonly name: string;
  readonly directory: string;
  readonly tasks: readonly TaskRef[];
  readonly attempts: number;
  readonly trials: readonly TrialResult[];
  /** Absent = every task so many times. */
  readonly requested?: number;
  readonly stopped: string | null;
}): JobResult {
  const { name, directory, tasks, attempts, trials, stopped } = job;
  const { requested = tasks.length * attempts } = job;
  const count = (status: TrialResult['end']['status']): number => trials.filter((trial) => trial.end.status === status).length;
  const [scored, unscored] = [count('scored'), count('unscored')];
  return {
    name,
    directory,
    trials,
    scored,
    unscored,
    cancelled: requested - scored - unscored,
    requested,
    mean: meanReward(trials),
    passes: attempts > 1 ? passEstimates(countsByTask(tasks, trials), attempts) : [],
    usage: totalUsage(trials),
    retried: trials.reduce((sum, { retries }) => sum + retries, 0),
    stopped,
  };
}
