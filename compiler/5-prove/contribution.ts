// Which steps of the solution a check hangs on: found by leaving steps out.
import type { Plan, PlannedCheck, Step } from '../types.ts';
import { findingOf, type Move, type Run } from './arena.ts';

export interface Contribution {
  /** The fewest steps that bring the check down when they are left out. */
  readonly steps: readonly Step[];
  /** Every step that does so alone. */
  readonly alone: readonly Step[];
  /** The run without `steps`. */
  readonly run: Run;
}

interface Input {
  readonly plan: Plan;
  readonly play: (moves: readonly Move[]) => Run;
  readonly oracle: Run;
}

/** Looks for contributions; what was found is remembered. */
export function contributions({ plan, play, oracle }: Input): (check: PlannedCheck) => Contribution | undefined {
  const known = new Map<string, Contribution | undefined>();
  let singles: readonly { readonly step: Step; readonly run: Run }[] | undefined;
  return (check) => {
    if (!known.has(check.id)) known.set(check.id, find(check));
    return known.get(check.id);
  };

  function find(check: PlannedCheck): Contribution | undefined {
    const full = findingOf(oracle, check.id).score;
    const drops = (run: Run) => findingOf(run, check.id).score < full;
    singles ??= plan.solution.map((step) => ({ step, run: play(plan.solution.filter((other) => other !== step)) }));
    const alone = singles.filter(({ run }) => drops(run));
    const [first] = alone;
    if (first) return { steps: [first.step], alone: alone.map(({ step }) => step), run: first.run };
    return greedy(plan.solution, (kept) => {
      const run = play(kept);
      return drops(run) ? run : undefined;
    });
  }
}

/** All steps are left out, then as many put back as can be. */
function greedy(steps: readonly Step[], test: (kept: readonly Step[]) => Run | undefined): Contribution | undefined {
  let best = test([]);
  if (!best) return undefined;
  let omitted = [...steps];
  for (const step of steps) {
    const fewer = omitted.filter((other) => other !== step);
    const run = test(steps.filter((other) => !fewer.includes(other)));
    if (!run) continue;
    omitted = fewer;
    best = run;
  }
  return { steps: omitted, alone: [], run: best };
}
