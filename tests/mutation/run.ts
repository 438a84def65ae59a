// Mutation testing of the grader library: changes it one place at a time and looks whether a case notices.
//
//   npm i --no-save @stryker-mutator/instrumenter@9
//   npx tsx tests/mutation/run.ts [part of a path …]
//
// The mutants are Stryker's. Its own runner (stryker.config.json) gives the same result in an hour or more: it starts vitest for every
// mutant, where this one keeps two processes and runs only the cases that reach the mutant, the quickest first.
import { type ChildProcess, fork } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Mutant, mutate } from './mutants.ts';
import type { Question, Survey, Tried } from './worker.ts';

/** Below this the run fails. */
const GOAL = 90;
const PROCESSES = 2;
/** Every case together takes a few seconds; what takes longer has lost its end. */
const PATIENCE_MS = 20_000;
/** Of all cases without a mutant, counted and timed: a minute or two, on a busy machine many times that. */
const SURVEY_MS = 1_200_000;
/** A mutant that is reached so many times as often as usual goes round in circles. */
const PATIENCE_HITS = 100;
/** Cases about speed and depth kill next to nothing and take as long as all others together. */
const SLOW = /in (?:no )?time|very many places|deep and long|^.*> law: (?:mutated evidence|any value)/;

const { script, mutants } = await mutate(process.argv.slice(2));
const folder = mkdtempSync(join(tmpdir(), 'slipway-mutation-'));
const path = join(folder, 'cases.cjs');
writeFileSync(path, script);
try {
  process.exitCode = report(await tryAll());
} finally {
  rmSync(folder, { recursive: true });
}

interface Result {
  readonly mutant: Mutant;
  readonly survived: boolean;
  /** The cases came to no end with it, which counts as noticed. */
  readonly endless: boolean;
}

async function tryAll(): Promise<readonly Result[]> {
  const first = await started();
  const found = (await asked(first, { survey: true }, SURVEY_MS)) as Survey | null;
  if (found === null) throw new Error(`the cases came to no end in ${SURVEY_MS / 60_000} minutes, or their process died`);
  const broken = found.cases.filter(({ name, problem }) => problem !== undefined && !SLOW.test(name));
  if (broken.length > 0) {
    first.kill();
    throw new Error(`without a mutant all cases have to pass:\n${broken.map(({ name, problem }) => `${name}: ${problem}`).join('\n')}`);
  }
  const questions = mutants.map((mutant) => ({ mutant, question: questionOf(mutant.id, found) }));
  console.log(`${mutants.length} mutants, ${found.cases.length} cases`);
  const results: Result[] = [];
  let next = 0;
  const lane = async (begun: ChildProcess | Promise<ChildProcess>) => {
    let worker = await begun;
    for (let one = questions[next++]; one !== undefined; one = questions[next++]) {
      const answer = one.question.cases.length === 0 ? { killedBy: null } : ((await asked(worker, one.question)) as Tried | null);
      if (answer === null) worker = await started();
      results.push({ mutant: one.mutant, survived: answer !== null && answer.killedBy === null, endless: answer === null });
      if (results.length % 500 === 0) console.log(`${results.length} tried, ${results.filter(({ survived }) => survived).length} survived`);
    }
    worker.kill();
  };
  await Promise.all([lane(first), ...Array.from({ length: PROCESSES - 1 }, () => lane(started()))]);
  return results;
}

/** Which cases have to run: those that reach the mutant; all of them where it is reached while files are loaded. */
function questionOf(mutant: string, { cases, loading, byCase }: Survey): Extract<Question, { mutant: string }> {
  const reaching = new Map(Object.entries(byCase).map(([index, reached]) => [Number(index), reached[mutant] ?? 0]));
  const hits = [...reaching.values()].reduce((sum, count) => sum + count, loading[mutant] ?? 0);
  const wanted = cases.flatMap(({ name }, index) => {
    const matters = loading[mutant] !== undefined || (reaching.get(index) ?? 0) > 0;
    return matters && !SLOW.test(name) ? [index] : [];
  });
  const reaches = (index: number) => Number((reaching.get(index) ?? 0) > 0);
  wanted.sort((a, b) => reaches(b) - reaches(a) || (cases[a]?.ms ?? 0) - (cases[b]?.ms ?? 0));
  return { mutant, cases: wanted, limit: Math.max(100_000, hits * PATIENCE_HITS) };
}

async function started(): Promise<ChildProcess> {
  const worker = fork(join(import.meta.dirname, 'worker.ts'), [path]);
  await new Promise((resolve) => worker.once('message', resolve));
  return worker;
}

/** The worker's answer, or null where there came none in time: then it was ended. */
function asked(worker: ChildProcess, question: Question, patience = PATIENCE_MS): Promise<unknown> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => worker.kill('SIGKILL'), patience);
    const done = (answer: unknown) => {
      clearTimeout(timer);
      worker.removeAllListeners();
      resolve(answer);
    };
    worker.once('message', done);
    worker.once('exit', () => done(null));
    worker.send(question);
  });
}

/** Prints every survivor under its line, and the score of each file; gives the exit code. */
function report(results: readonly Result[]): number {
  const files = [...new Set(mutants.map(({ file }) => file))];
  for (const file of files) {
    const own = results.filter(({ mutant }) => mutant.file === file);
    const survivors = own.filter(({ survived }) => survived).map(({ mutant }) => mutant);
    console.log(`\n${file}: ${scoreOf(own)}`);
    for (const { line, kind, from, to } of survivors.sort((a, b) => a.line - b.line))
      console.log(`  ${line} ${kind}: ${short(from)}  =>  ${short(to)}`);
  }
  console.log(`\nall: ${scoreOf(results)}; of these ${results.filter(({ endless }) => endless).length} by running without end`);
  return percentOf(results) < GOAL ? 1 : 0;
}

function scoreOf(results: readonly Result[]): string {
  const killed = results.filter(({ survived }) => !survived).length;
  return `${killed} of ${results.length} killed, ${percentOf(results).toFixed(1)} %`;
}

function percentOf(results: readonly Result[]): number {
  return results.length === 0 ? 100 : (100 * results.filter(({ survived }) => !survived).length) / results.length;
}

function short(code: string): string {
  return code.replace(/\s+/g, ' ').slice(0, 160);
}
