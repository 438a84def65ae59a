// Where attacks happen: a fresh world per attempt, the workspace's own road for every call, and the very grader that ships.
import { bytesHash } from '#grader/evidence/folder.ts';
import type { AuditEntry, Finding, ScoredVerdict } from '#grader/types.ts';
import { deskFactory } from '#workspace/desk.ts';
import { type FileContent, filesInMemory, folderInMemory } from '#workspace/files/memory.ts';
import { folderOf } from '#workspace/folder.ts';
import type { Answer, Desk } from '#workspace/types.ts';
import { contentOf, picturesOf } from '../4-generate/folder.ts';
import type { Report } from '../diagnostics/collect.ts';
import type { Attack, LoadedGrader, Plan, PlannedCheck, Step } from '../types.ts';
import { type Contribution, contributions } from './contribution.ts';
import { persist } from './persist.ts';

export interface Move {
  readonly tool: string;
  readonly args: Step['args'];
}

/** What came of a list of moves. */
export interface Run {
  readonly verdict: ScoredVerdict;
  /** Moves that the workspace did not accept, by index, with its words. */
  readonly refused: readonly { readonly index: number; readonly message: string; readonly hint: string }[];
  /** The answer to each move, the last one where it was made several times. */
  readonly answers: readonly Answer[];
  /** How often each move was called: once, and once more after every planned fault that it met; 0 for a file. */
  readonly attempts: readonly number[];
  readonly entries: readonly AuditEntry[];
  /** Hash of the world at the end, computed when first asked for; generated ids make no difference to it. */
  readonly world: () => string;
}

export interface PlayOptions {
  /** New records get other ids than in the other runs. */
  readonly otherIds?: true;
  /** What meets a planned fault is not done again. */
  readonly once?: true;
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
 * Opens the arena of a plan with its loaded grader. Every call goes the workspace's own road, but for writing and hashing the log; runs
 * that begin as the solution does go on from there. The solution's evidence is written, verified and graded as files, as in the verifier;
 * that the other runs' evidence would be found whole then follows, so it is graded as it is in memory. Throws when the grader cannot
 * score honest evidence: our bug.
 */
export function openArena(plan: Plan, grader: LoadedGrader, report: Report): Arena {
  const pictures = picturesOf(plan.files);
  const open = deskFactory(plan.office);
  const openDesk: typeof open = (options) => open({ ...options, pictures });
  const start: Standing = { desk: openDesk({ live: true }), files: contentOf(plan.files), folders: new Set(), answers: [], attempts: [] };
  const stations = [start];
  const runs = new Map<string, Run>();
  const textOf = textsOfMoves();
  const solution = plan.solution.map(textOf);

  /** Where the solution has got to after so many steps. Looked at and forked from, never gone on from. */
  const station = (steps: number): Standing => {
    for (let next = stations.length; next <= steps; next++)
      stations.push(after(stations[next - 1] ?? start, plan.solution.slice(next - 1, next)));
    return stations[steps] ?? start;
  };
  const play = (moves: readonly Move[], { otherIds, once: single }: PlayOptions = {}): Run => {
    const texts = moves.map(textOf);
    const key = `${otherIds ?? false} ${single ?? false} ${texts.join('\n')}`;
    const known = runs.get(key);
    if (known) return known;
    const different = texts.findIndex((text, i) => text !== solution[i]);
    const alike = different === -1 ? texts.length : different;
    const run = otherIds
      ? judged(after({ ...start, desk: openDesk({ live: true, madeBefore: 17 }) }, moves))
      : single
        ? judged(after(start, moves, single))
        : judged(alike === moves.length ? station(alike) : after(station(alike), moves.slice(alike)));
    runs.set(key, run);
    return run;
  };
  const judged = ({ desk, files: left, answers, attempts }: Standing): Run => {
    const evidence = { ...desk.live(), ...(plan.files && { folder: folderInMemory(left) }) };
    const refused = answers.flatMap((answer, index) =>
      answer.ok ? [] : [{ index, message: answer.error.message, hint: answer.error.hint ?? '' }],
    );
    const world = once(() => desk.worldHash() + filesInWords(left));
    return { verdict: grader.grade(evidence), refused, answers, attempts, entries: evidence.entries, world };
  };
  const oracle = play(plan.solution);
  verify(plan, grader, { openDesk, oracle });
  return { plan, report, play, weak: new Set(), oracle, contribution: contributions({ plan, play, oracle }) };
}

/** An office after some moves. */
interface Standing {
  readonly desk: Desk;
  /** The agent's folder, and the folders in it that tools made. */
  readonly files: ReadonlyMap<string, FileContent>;
  readonly folders: ReadonlySet<string>;
  readonly answers: readonly Answer[];
  readonly attempts: readonly number[];
}

/** Where the moves lead from there, which itself stays as it is. Unless `single`, what meets a planned fault is done again. */
function after(from: Standing, moves: readonly Move[], single = false): Standing {
  const files = new Map(from.files);
  const folders = new Set(from.folders);
  const desk = from.desk.fork(filesInMemory(files, folders));
  const answers = [...from.answers];
  const attempts = [...from.attempts];
  for (const { tool, args } of moves) {
    const made = tool === 'file' ? [] : persist(desk, { tool, args, via: 'proof' }, single);
    if (tool === 'file') files.set(String(args.path), String(args.text));
    answers.push(made.at(-1) ?? { ok: true, result: null });
    attempts.push(made.length);
  }
  return { desk, files, folders, answers, attempts };
}

/** Moves as text, each written once. */
function textsOfMoves(): (move: Move) => string {
  const known = new WeakMap<Move, string>();
  return (move) => {
    const text = known.get(move) ?? `${move.tool} ${JSON.stringify(move.args)}`;
    known.set(move, text);
    return text;
  };
}

/** Computes when first asked. */
function once<Value>(compute: () => Value): () => Value {
  let made: { readonly value: Value } | undefined;
  return () => {
    made ??= { value: compute() };
    return made.value;
  };
}

/** Empty where there are none, so that the world is only itself. */
function filesInWords(files: ReadonlyMap<string, FileContent>): string {
  const texts = [...files].map(
    ([path, content]) => [path, typeof content === 'string' ? content : { sha256: bytesHash(content.bytes) }] as const,
  );
  return files.size === 0 ? '' : JSON.stringify(texts.sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** The solution's evidence, read and judged as the verifier does it, gives the verdict that the arena gives. */
function verify(plan: Plan, grader: LoadedGrader, { openDesk, oracle }: { openDesk: ReturnType<typeof deskFactory>; oracle: Run }): void {
  const files = contentOf(plan.files);
  const desk = openDesk(plan.files ? { folder: () => folderOf(files), files: filesInMemory(files) } : {});
  for (const { tool, args } of plan.solution) {
    if (tool === 'file') files.set(String(args.path), String(args.text));
    else persist(desk, { tool, args, via: 'proof' });
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
