// The figures of a proof, of one scenario or of many, and its table.
import type { Attack, Figures } from '../types.ts';
import type { Attacker } from './arena.ts';
import { attackers } from './attackers/index.ts';

/** The three figures over all of these attacks. */
export function figuresOf(attacks: readonly Attack[]): Figures {
  const measured = attacks.filter(isMeasured);
  const by = (test: (attacker: Attacker) => boolean) => {
    const names = attackers.filter(test).map(({ name }) => name);
    return measured.filter(({ attacker }) => names.includes(attacker));
  };
  const highest = (rows: readonly Attack[]) => Math.max(0, ...rows.map(({ reward }) => reward));
  const harmless = by((attacker) => attacker.harmless === true);
  return {
    falsePassCeiling: highest(by((attacker) => attacker.wrong)),
    lazyReward: highest(measured.filter(({ lazy }) => lazy)),
    falseFailRate: harmless.length === 0 ? null : harmless.filter(({ reward }) => reward < 1).length / harmless.length,
  };
}

/** One attacker's attacks. */
export interface ProofRow {
  readonly attacker: string;
  readonly attacks: number;
  /** Highest reward it got; null where it only looks at expressions, or could not attack. */
  readonly highest: number | null;
  readonly must: string;
  readonly won: number;
  /** What it could not attack, with the reason. */
  readonly notMeasured: readonly string[];
}

/** The attackers that attacked, or tried to, in their order. */
export function proofTable(attacks: readonly Attack[]): readonly ProofRow[] {
  return attackers.flatMap(({ name, must, plays = true }) => {
    const rows = attacks.filter(({ attacker }) => attacker === name);
    const measured = rows.filter(isMeasured);
    const skipped = rows.filter((row) => !isMeasured(row)).map(({ target, detail }) => (target ? `${target}: ${detail}` : detail));
    const row: ProofRow = {
      attacker: name,
      attacks: measured.length,
      highest: plays && measured.length > 0 ? Math.max(...measured.map(({ reward }) => reward)) : null,
      must,
      won: measured.filter(({ result }) => result === 'won').length,
      notMeasured: skipped,
    };
    return rows.length > 0 ? [row] : [];
  });
}

function isMeasured({ result }: Attack): boolean {
  return result !== 'not measured';
}
