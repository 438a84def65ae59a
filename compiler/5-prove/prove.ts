// Phase 5: attacks the generated grader before anything ships. Where an attacker wins, the diagnostic says which and why.
import type { Report } from '../diagnostics/collect.ts';
import type { Attack, GeneratedFile, LoadedGrader, Plan, Proof } from '../types.ts';
import { openArena } from './arena.ts';
import { attackers } from './attackers/index.ts';
import { reportUndiscoverable } from './discoverable.ts';
import { figuresOf } from './figures.ts';
import { reportGivenAway } from './given-away.ts';
import { reportTold } from './told.ts';
import { reportUntold } from './untold.ts';
import { reportDates, reportVisible } from './visible.ts';

export interface ProveInput {
  readonly plan: Plan;
  /** What ships, but for what tells of the proof. */
  readonly files: readonly GeneratedFile[];
  readonly grader: LoadedGrader;
  readonly report: Report;
}

/** Applies the static rules and runs every attacker. The proof holds when nothing was reported. */
export function prove({ plan, files, grader, report }: ProveInput): Proof {
  reportGivenAway(plan, report);
  reportVisible(plan, files, report);
  reportDates(plan, report);
  reportTold(plan, files, report);
  const arena = openArena(plan, grader, report);
  const attacks: Attack[] = [];
  for (const attacker of attackers) {
    attacks.push(...attacker.attack(arena));
    // Without a working solution the other attacks would only repeat its failure.
    if (attacker.name === 'oracle' && attacks.some(({ result }) => result === 'won'))
      return summarise(attacks, arena.play([]).verdict.findings);
  }
  reportUndiscoverable(arena);
  reportUntold(arena);
  reportPassing(attacks, plan, report);
  return summarise(attacks, arena.play([]).verdict.findings);
}

/** Whatever an attacker is after: behaving wrongly as a whole, it may not pass. */
function reportPassing(attacks: readonly Attack[], plan: Plan, report: Report): void {
  const wrong = attackers.filter((attacker) => attacker.wrong);
  for (const { name, about } of wrong) {
    const passing = attacks.find(({ attacker, result, reward }) => attacker === name && result === 'held' && reward >= plan.passMark);
    const { target, reward } = passing ?? {};
    if (passing)
      report('prove/attacker-passes', plan.places.key(['checks']), { attacker: name, about, way: target ?? '', reward: reward ?? 0 });
  }
}

function summarise(attacks: readonly Attack[], untouched: readonly { id: string; score: number }[]): Proof {
  const rewardOf = (name: string) => attacks.find(({ attacker, result }) => attacker === name && result !== 'not measured')?.reward;
  return {
    attacks,
    ...figuresOf(attacks),
    behaviour: { satisfying: rewardOf('oracle') ?? 0, empty: rewardOf('idle') ?? 0, prohibited: rewardOf('prohibited') ?? null },
    idleLabels: Object.fromEntries(untouched.map(({ id, score }) => [id, score])),
  };
}
