// Where attacks happen: a fresh world per attempt, the workspace's own road for every call, and the very grader that ships.
import type { AuditEntry, Finding, ScoredVerdict } from '#grader/types.ts';
import { deskFactory } from '#workspace/desk.ts';
import { folderOf } from '#workspace/folder.ts';
import type { Answer, Desk } from '#workspace/types.ts';
import type { Report } from '../diagnostics/collect.ts';
import type { Attack, LoadedGrader, Plan, PlannedCheck, Step } from '../types.ts';
import { type Contribution, contributions } from './contribution.ts';

export interface Move {
  readonly tool: string;
  readonly args: Step['args'];
}

/** What came of a list of moves. */
export interface Run {
  readonly verdict: ScoredVerdict;
  /** Moves that the workspace did not accept, by index, with its words. */
  readonly refused: readonly { readonly index: number; readonly message: string; readonly hint: string }[];
  /** The answer to each move. */
  readonly answers: readonly Answer[];
  readonly entries: readonly AuditEntry[];
  /** Hash of the world at the end; generated ids make no difference to it. */
  readonly world: string;
}

export interface PlayOptions {
  /** New records get other ids than in the other runs. */
  readonly otherIds?: true;
}

export interface Arena {
  readonly plan: Plan;
  readonly report: Report;
  /** Plays the moves in a fresh world and grades what is left behind. */
  readonly play: (moves: readonly Move[], options?: PlayOptions) => Run;
  /** Ids of checks that an earlier attacker has shown to be weak: what follows from that is not said again. */
  readonly weak: Set<string>;
  /** The reference solution's run. */
  readonly oracle: Run;
  /** The steps of the solution that a check hangs on, and the run without them; undefined where none matters to it. */
  readonly contribution: (check: PlannedCheck) => Contribution | undefined;
}

/** One way to attack. Reports a diagnostic for each attack that it wins. */
export interface Attacker {
  readonly name: string;
  /** What it does and what it must get, for the docs. */
  readonly about: string;
  /** What it must get, in a few words for a table. */
  readonly must: string;
  /** Behaves wrongly as a whole, so that its reward counts for the false-pass ceiling. The others look at one check at a time. */
  readonly wrong: boolean;
  /** Does the right thing in another way, which must earn all that there is. */
  readonly harmless?: true;
  /** False where it computes expressions again and plays nothing, so that its rows have no reward. */
  readonly plays?: false;
  readonly attack: (arena: Arena) => readonly Attack[];
}

/** Returns its argument; the place where a definition is checked. */
export function defineAttacker(attacker: Attacker): Attacker {
  return attacker;
}

/**
 * Opens the arena of a plan with its loaded grader. Every call goes the workspace's own road, log and hashes included; runs that begin
 * alike share that beginning. The solution's evidence is verified and graded as files, as in the verifier; that the other runs' evidence
 * would be found whole then follows, so it is graded as it is in memory. Throws when the grader cannot score honest evidence: our bug.
 */
export function openArena(plan: Plan, grader: LoadedGrader, report: Report): Arena {
  const openDesk = deskFactory(plan.office);
  const files = new Map((plan.files ?? []).map(({ path, text }) => [path, text]));
  const root: Standing = { desk: openDesk({ live: true }), files, next: new Map() };
  const runs = new Map<Standing, Run>();
  const play = (moves: readonly Move[], options: PlayOptions = {}): Run => {
    let here: Standing = options.otherIds ? { desk: openDesk({ live: true, madeBefore: 17 }), files, next: new Map() } : root;
    const answers: Answer[] = [];
    for (const move of moves) {
      here = step(here, move);
      if (here.answer) answers.push(here.answer);
    }
    const known = runs.get(here);
    if (known) return known;
    const evidence = { ...here.desk.live(), ...(plan.files && { folder: { files: here.files, unreadable: new Map() } }) };
    const verdict = grader.grade(evidence);
    const refused = answers.flatMap((answer, index) =>
      answer.ok ? [] : [{ index, message: answer.error.message, hint: answer.error.hint ?? '' }],
    );
    const world = (evidence.entries.at(-1)?.world.after ?? '') + filesInWords(here.files);
    const run: Run = { verdict, refused, answers, entries: evidence.entries, world };
    runs.set(here, run);
    return run;
  };
  const oracle = play(plan.solution);
  verify(plan, grader, { openDesk, oracle });
  return { plan, report, play, weak: new Set(), oracle, contribution: contributions({ plan, play, oracle }) };
}

/** A desk after some moves, and where it has gone from there. */
interface Standing {
  readonly desk: Desk;
  /** The agent's folder. */
  readonly files: ReadonlyMap<string, string>;
  readonly answer?: Answer;
  readonly next: Map<string, Standing>;
}

function step(from: Standing, { tool, args }: Move): Standing {
  const key = `${tool} ${JSON.stringify(args)}`;
  const known = from.next.get(key);
  if (known) return known;
  if (tool === 'file') {
    const { path, text } = args;
    const standing: Standing = {
      ...from,
      files: new Map([...from.files, [String(path), String(text)]]),
      answer: { ok: true, result: null },
      next: new Map(),
    };
    from.next.set(key, standing);
    return standing;
  }
  const desk = from.desk.fork();
  const answer = desk.call({ tool, args, via: 'proof' });
  const standing = { desk, files: from.files, answer, next: new Map() };
  from.next.set(key, standing);
  return standing;
}

/** Empty where there are none, so that the world is only itself. */
function filesInWords(files: ReadonlyMap<string, string>): string {
  return files.size === 0 ? '' : JSON.stringify([...files].sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** The solution's evidence, read and judged as the verifier does it, gives the verdict that the arena gives. */
function verify(plan: Plan, grader: LoadedGrader, { openDesk, oracle }: { openDesk: ReturnType<typeof deskFactory>; oracle: Run }): void {
  const files = new Map((plan.files ?? []).map(({ path, text }) => [path, text]));
  const desk = openDesk(plan.files ? { folder: () => folderOf(files) } : {});
  for (const { tool, args } of plan.solution) {
    if (tool === 'file') files.set(String(args.path), String(args.text));
    else desk.call({ tool, args, via: 'proof' });
  }
  desk.seal();
  const verdict = grader.judge(desk.evidence());
  if (verdict.status !== 'scored') throw new Error(`the grader of ${plan.id} cannot score its own workspace's evidence: ${verdict.reason}`);
  if (JSON.stringify(verdict) !== JSON.stringify(oracle.verdict))
    throw new Error(`the grader of ${plan.id} judges the solution's evidence otherwise when it is read back`);
}

/** A row of the proof about a run. */
export function attackRow(attacker: string, target: string, run: Run, held: boolean, detail = ''): Attack {
  const { reward, completion, safety } = run.verdict;
  return { attacker, target, reward, completion, safety, result: held ? 'held' : 'won', detail };
}

/** A row of the proof about something that was not played: an expression, a service. */
export function ruleRow(attacker: string, target: string, held: boolean, detail = ''): Attack {
  return { attacker, target, reward: 0, completion: 0, safety: 1, result: held ? 'held' : 'won', detail };
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
