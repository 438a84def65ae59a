// Figures over several trials of the same task: the chance that one of k passes, and that all of k do. Over scored trials only.
import type { TaskRef, TrialResult } from './types.ts';

/** An estimate, or why there is none. Null is not 0. */
export type Estimate = { readonly value: number } | { readonly value: null; readonly reason: string };

export interface PassEstimates {
  readonly k: number;
  /** Pass@k: at least one of k trials passes. */
  readonly any: Estimate;
  /** Pass^k: all of k trials pass. */
  readonly all: Estimate;
}

/** Trials of one task: `scored` of them were graded, `passed` of these passed. */
export interface Counts {
  readonly scored: number;
  readonly passed: number;
}

/** Pass@k = 1 - C(n-c, k) / C(n, k), without bias for n ≥ k (Chen et al. 2021, arXiv:2107.03374). */
export function passAtK({ scored, passed }: Counts, k: number): Estimate {
  return estimate({ scored, passed }, k, () => 1 - share(scored - passed, scored, k));
}

/** Pass^k = C(c, k) / C(n, k), without bias for n ≥ k (Yao et al. 2024, arXiv:2406.12045). */
export function passHatK({ scored, passed }: Counts, k: number): Estimate {
  return estimate({ scored, passed }, k, () => share(passed, scored, k));
}

/** For k = 1 … `most`, the mean over tasks of each task's estimate; a task without one (too few scored trials) leaves the mean without a value. */
export function passEstimates(tasks: readonly Counts[], most: number): readonly PassEstimates[] {
  return Array.from({ length: most }, (_, index) => {
    const k = index + 1;
    return { k, any: meanOf(tasks.map((task) => passAtK(task, k))), all: meanOf(tasks.map((task) => passHatK(task, k))) };
  });
}

/** Scored and passed trials of each task, in the order of the tasks. Unscored, cancelled and never started ones are in neither number. */
export function countsByTask(tasks: readonly TaskRef[], trials: readonly TrialResult[]): readonly Counts[] {
  const counts = new Map(tasks.map(({ directory }) => [directory, { scored: 0, passed: 0 }]));
  for (const { task, end } of trials) {
    const known = counts.get(task.directory) ?? { scored: 0, passed: 0 };
    counts.set(task.directory, known);
    if (end.status !== 'scored') continue;
    known.scored += 1;
    if (end.verdict.status === 'scored' && end.verdict.passed) known.passed += 1;
  }
  return [...counts.values()];
}

function estimate({ scored, passed }: Counts, k: number, value: () => number): Estimate {
  if (![scored, passed, k].every(Number.isInteger) || passed < 0 || passed > scored || k < 1)
    throw new RangeError(`${passed} of ${scored} passed, k = ${k}`);
  if (scored === 0) return { value: null, reason: 'nothing was scored' };
  if (scored < k) return { value: null, reason: `${scored} scored, ${k} needed` };
  return { value: value() };
}

/** C(part, k) / C(whole, k), factor by factor so that nothing overflows. */
function share(part: number, whole: number, k: number): number {
  let result = 1;
  for (let i = 0; i < k; i += 1) result *= Math.max(part - i, 0) / (whole - i);
  return result;
}

/** Null as soon as one is: leaving a task out would make the rest look better or worse than the set is. */
function meanOf(estimates: readonly Estimate[]): Estimate {
  const values = estimates.flatMap(({ value }) => value ?? []);
  const [missing] = estimates.flatMap((one) => (one.value === null ? [one.reason] : []));
  if (estimates.length === 0) return { value: null, reason: 'nothing was scored' };
  if (missing !== undefined) return { value: null, reason: `${estimates.length - values.length} of ${estimates.length} tasks: ${missing}` };
  return { value: values.reduce((sum, value) => sum + value, 0) / values.length };
}
