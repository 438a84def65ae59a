// Phase 5: attacks the generated grader before anything ships. Where an attacker wins, the diagnostic says which and why.
import type { Report } from '../diagnostics/collect.ts';
import type { Attack, LoadedGrader, Plan, Proof } from '../types.ts';
import { type Attacker, openArena } from './arena.ts';
import { attackers } from './attackers/index.ts';
import { reportGivenAway } from './given-away.ts';

/** Runs every attacker. The proof holds when nothing was reported. */
export function prove(plan: Plan, grader: LoadedGrader, report: Report): Proof {
  reportGivenAway(plan, report);
  const arena = openArena(plan, grader, report);
  const attacks: Attack[] = [];
  for (const attacker of attackers) {
    attacks.push(...attacker.attack(arena));
    // Without a working solution the other attacks would only repeat its failure.
    if (attacker.name === 'oracle' && attacks.some(({ result }) => result === 'won')) break;
  }
  return summarise(attacks, arena.play([]).verdict.findings);
}

function summarise(attacks: readonly Attack[], untouched: readonly { id: string; score: number }[]): Proof {
  const highest = (rows: readonly Attack[]) =>
    Math.max(0, ...rows.filter(({ result }) => result !== 'not measured').map(({ reward }) => reward));
  const rewardOf = (name: string) => attacks.find(({ attacker, result }) => attacker === name && result !== 'not measured')?.reward;
  const named = (test: (attacker: Attacker) => boolean) => attackers.filter(test).map(({ name }) => name);
  const wrong = named((attacker) => attacker.wrong);
  const lazy = named((attacker) => attacker.lazy === true);
  return {
    attacks,
    falsePassCeiling: highest(attacks.filter(({ attacker }) => wrong.includes(attacker))),
    lazyReward: highest(attacks.filter(({ attacker }) => lazy.includes(attacker))),
    behaviour: { satisfying: rewardOf('oracle') ?? 0, empty: rewardOf('idle') ?? 0, prohibited: rewardOf('prohibited') ?? null },
    idleLabels: Object.fromEntries(untouched.map(({ id, score }) => [id, score])),
  };
}
