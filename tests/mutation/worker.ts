// A process that tries one mutant after the other: turns it on, loads library and cases afresh, and runs cases until one fails.
// It stands in for vitest, whose own machinery would cost more than the cases; what it knows of vitest is what these cases use.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { Script } from 'node:vm';
import * as matchers from '@vitest/expect';

/** What a worker is asked: without a mutant to run every case once and say what each of them reaches. */
export type Question = { readonly mutant: string; readonly cases: readonly number[]; readonly limit: number } | { readonly survey: true };

export interface Survey {
  readonly cases: readonly { readonly name: string; readonly ms: number; readonly problem?: string }[];
  /** Mutants to how often they were reached: while files were loaded, and by each case. */
  readonly loading: Reached;
  readonly byCase: { readonly [index: string]: Reached };
}

export interface Reached {
  readonly [mutant: string]: number;
}

/** The name of the case that failed, or null where the mutant survived all of them. */
export interface Tried {
  readonly killedBy: string | null;
}

interface Case {
  readonly name: string;
  readonly run: () => unknown;
}

type Body = (...row: never[]) => unknown;

/** The switches of the instrumented code look here: see the header the instrumenter writes into every file. */
interface Switches {
  activeMutant?: string | undefined;
  currentTestId?: string | undefined;
  hitCount?: number | undefined;
  hitLimit?: number | undefined;
  mutantCoverage?: { static: Reached; perTest: { [index: string]: Reached } } | undefined;
}

const switches: Switches = {};
const text = readFileSync(process.argv[2] ?? '', 'utf8');
const surveying = compiled(text);
// Counting what is reached is for the survey alone; it would slow the rest down.
const trying = compiled(text.replace(/function cover(\d*)\(\) \{/g, 'function cover$1() { return;'));
const expect = expectations();

let declared: Case[] = [];
let place: string[] = [];
Object.assign(globalThis, { __stryker__: switches, cases: { ...declarations(), expect, file: (path: string) => (place = [path]) } });

process.on('message', async (question: Question) => {
  process.send?.('survey' in question ? await survey() : await tried(question));
});
process.send?.('ready');

async function survey(): Promise<Survey> {
  switches.mutantCoverage = { static: {}, perTest: {} };
  const cases: { name: string; ms: number; problem?: string }[] = [];
  for (const [index, { name, run }] of load(surveying).entries()) {
    switches.currentTestId = String(index);
    const start = performance.now();
    const problem = await problemOf(run);
    cases.push({ name, ms: performance.now() - start, ...(problem !== undefined && { problem }) });
  }
  switches.currentTestId = undefined;
  return { cases, loading: switches.mutantCoverage.static, byCase: switches.mutantCoverage.perTest };
}

async function tried({ mutant, cases, limit }: Extract<Question, { mutant: string }>): Promise<Tried> {
  Object.assign(switches, { activeMutant: mutant, hitCount: 0, hitLimit: limit, mutantCoverage: { static: {}, perTest: {} } });
  let all: readonly Case[] = [];
  const unloadable = await problemOf(() => {
    all = load(trying);
  });
  if (unloadable !== undefined) return { killedBy: 'loading the files' };
  for (const index of cases) {
    const one = all[index];
    // A mutant that changes which cases there are is noticed as well.
    if (one === undefined || (await problemOf(one.run)) !== undefined) return { killedBy: one?.name ?? 'a case that is no longer there' };
  }
  return { killedBy: null };
}

async function problemOf(run: () => unknown): Promise<string | undefined> {
  try {
    await run();
    return undefined;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

function compiled(script: string): Script {
  return new Script(`(function (require, module, exports) {${script}\n})`);
}

function load(script: Script): readonly Case[] {
  declared = [];
  const module = { exports: {} };
  script.runInThisContext()(createRequire(import.meta.url), module, module.exports);
  return declared;
}

/** `test`, `describe` and their `each`; rows are told apart by number, since names are for people. */
function declarations() {
  const declare = (name: string, run: () => unknown) => void declared.push({ name: [...place, name].join(' > '), run });
  const within = (name: string, body: () => unknown) => {
    const outside = place;
    place = [...place, name];
    body();
    place = outside;
  };
  const eachOf = (one: (name: string, body: () => unknown) => void) => (rows: readonly unknown[]) => (name: string, body: Body) => {
    for (const [index, row] of rows.entries()) {
      const values = (Array.isArray(row) ? row : [row]) as never[];
      one(`${name} [${index}]`, () => body(...values));
    }
  };
  return { test: Object.assign(declare, { each: eachOf(declare) }), describe: Object.assign(within, { each: eachOf(within) }) };
}

/** vitest's own `expect`, put together as it does it, with snapshots in the code as the only kind of snapshot. */
function expectations() {
  const { chai } = matchers;
  for (const plugin of [matchers.JestExtend, matchers.JestChaiExpect, matchers.JestAsymmetricMatchers]) chai.use(plugin);
  chai.use(({ Assertion }, utils) => {
    utils.addMethod(Assertion.prototype, 'toMatchInlineSnapshot', function (this: object, snapshot: string) {
      const unindented = (lines: string) => lines.replace(/^\s+|\s+$/gm, '').trim();
      if (unindented(`"${utils.flag(this, 'object')}"`) !== unindented(snapshot)) throw new Error('not the snapshot');
    });
  });
  const every = (value: unknown, message?: string) => chai.expect(value, message);
  const asymmetric = (globalThis as Record<symbol, unknown>)[matchers.ASYMMETRIC_MATCHERS_OBJECT] as object;
  const expect = Object.assign(every, chai.expect, asymmetric);
  matchers.setState({ assertionCalls: 0, isExpectingAssertions: false }, expect as never);
  return expect;
}
