// Where attacks happen: a fresh world per attempt, the workspace's own road for every call, and the very grader that ships.
import type { Finding, ScoredVerdict } from '#grader/types.ts';
import { deskFactory } from '#workspace/desk.ts';
import type { Report } from '../diagnostics/collect.ts';
import type { Attack, LoadedGrader, Plan, Step } from '../types.ts';

export interface Move {
  readonly tool: string;
  readonly args: Step['args'];
}

/** What came of a list of moves. */
export interface Run {
  readonly verdict: ScoredVerdict;
  /** Moves that the workspace did not accept, by index, with its words. */
  readonly refused: readonly { readonly index: number; readonly message: string; readonly hint: string }[];
}

export interface Arena {
  readonly plan: Plan;
  readonly report: Report;
  /** Plays the moves in a fresh world and grades what is left behind. */
  readonly play: (moves: readonly Move[]) => Run;
  /** The reference solution's run. */
  readonly oracle: Run;
}

/** One way to attack. Reports a diagnostic for each attack that it wins. */
export interface Attacker {
  readonly name: string;
  /** What it does and what it must get, for the docs. */
  readonly about: string;
  /** Behaves wrongly as a whole, so that its reward counts for the false-pass ceiling. The others look at one check at a time. */
  readonly wrong: boolean;
  /** Looks at nothing: its reward counts as lazy. */
  readonly lazy?: true;
  readonly attack: (arena: Arena) => readonly Attack[];
}

/** Returns its argument; the place where a definition is checked. */
export function defineAttacker(attacker: Attacker): Attacker {
  return attacker;
}

/** Opens the arena of a plan with its loaded grader. Throws when the grader cannot score honest evidence: that is our bug. */
export function openArena(plan: Plan, grader: LoadedGrader, report: Report): Arena {
  const openDesk = deskFactory(plan.office);
  const play = (moves: readonly Move[]): Run => {
    const desk = openDesk();
    const refused = moves.flatMap(({ tool, args }, index) => {
      const answer = desk.call({ tool, args, via: 'proof' });
      return answer.ok ? [] : [{ index, message: answer.error.message, hint: answer.error.hint ?? '' }];
    });
    desk.seal();
    const verdict = grader.judge(desk.evidence());
    if (verdict.status !== 'scored')
      throw new Error(`the grader of ${plan.id} cannot score its own workspace's evidence: ${verdict.reason}`);
    return { verdict, refused };
  };
  return { plan, report, play, oracle: play(plan.solution) };
}

/** A row of the proof. */
export function attackRow(attacker: string, target: string, run: Run, held: boolean, detail = ''): Attack {
  const { reward, completion, safety } = run.verdict;
  return { attacker, target, reward, completion, safety, result: held ? 'held' : 'won', detail };
}

export function notMeasured(attacker: string, target: string, detail: string): Attack {
  return { attacker, target, reward: 0, completion: 0, safety: 1, result: 'not measured', detail };
}

export function findingOf(run: Run, check: string): Finding {
  const finding = run.verdict.findings.find(({ id }) => id === check);
  if (!finding) throw new Error(`the verdict has no finding for the check ${check}`);
  return finding;
}

/** `helpdesk.update_ticket {"id":"TIC-204",…}`, for people. */
export function moveInWords({ tool, args }: Move): string {
  const text = JSON.stringify(args);
  return `${tool} ${text.length > 120 ? `${text.slice(0, 117)}…` : text}`;
}
