// Laws of every real grader: what a verdict may not depend on, and what it may never say.
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Move } from '#compiler/5-prove/arena.ts';
import { loadKit } from '#compiler/index.ts';
import type { EvidenceFiles } from '#grader/evidence/types.ts';
import { verdictFiles } from '#grader/verdict.ts';
import { dependencies, essence, realTasks, reordered, rewritten, turned } from './real.ts';

const tasks = await realTasks(await loadKit());
const numRuns = 40;

test('there are tasks of every sort', () => {
  expect(tasks.length).toBeGreaterThanOrEqual(9);
  expect(tasks.filter(({ looks }) => !looks).length).toBeGreaterThanOrEqual(4);
});

describe.each(tasks.map((task) => [task.plan.id, task] as const))('%s', (_, task) => {
  const { plan, play, judge } = task;
  const solution: readonly Move[] = plan.solution;
  /** Up to twelve things that an agent could do, or the solution with some of it left out and something put in. */
  const anything = fc.oneof(
    fc.array(fc.constantFrom(...task.moves), { maxLength: 12, size: 'max' }),
    fc
      .record({
        keep: fc.array(fc.boolean(), { minLength: solution.length, maxLength: solution.length }),
        more: fc.array(fc.tuple(fc.constantFrom(...task.moves), fc.nat(solution.length)), { maxLength: 3 }),
      })
      .map(({ keep, more }) =>
        inserted(
          solution.filter((_step, at) => keep[at]),
          more,
        ),
      ),
  );
  const run = (moves: readonly Move[], madeBefore?: number) => essence(judge(play(moves, madeBefore).evidence));
  const ranks = fc.array(fc.nat(1000), { minLength: 40, maxLength: 40 });

  test('the solution earns 1', () => {
    expect(run(solution)).toMatchObject({ reward: 1, completion: 1, safety: 1, rules: [] });
  });

  test('not on the order of independent calls of the solution', () => {
    const pairs = dependencies(solution, task);
    const orders = new Set<string>();
    fc.assert(
      fc.property(ranks, (rank) => {
        const moves = reordered(solution, pairs, rank);
        orders.add(JSON.stringify(moves));
        expect(play(moves).accepted).toBe(true);
        expect(run(moves)).toEqual(run(solution));
      }),
      { numRuns },
    );
    expect(orders.size).toBeGreaterThan(1);
  });

  test('not on the order of independent calls of anybody', () => {
    fc.assert(
      fc.property(anything, ranks, (moves, rank) => {
        const others = reordered(moves, dependencies(moves, task), rank);
        expect(run(others)).toEqual(run(moves));
      }),
      { numRuns },
    );
  });

  test('not on extra reads', () => {
    // Enough of them, and often at the front, to move everything else in the log far on.
    const place = fc.oneof(fc.constant(0), fc.nat(40));
    const extra = fc.array(fc.tuple(fc.constantFrom(...task.reads), place), { minLength: 1, maxLength: 40, size: 'max' });
    fc.assert(
      fc.property(task.looks ? fc.constant(solution) : anything, extra, (moves, more) => {
        expect(run(inserted(moves, more))).toEqual(run(moves));
      }),
      { numRuns },
    );
  });

  test('not on the ids that new records get', () => {
    fc.assert(
      fc.property(anything, fc.integer({ min: 1, max: 5000 }), (moves, before) => {
        expect(run(moves, before)).toEqual(run(moves));
      }),
      { numRuns },
    );
  });

  test('not on the order of keys, in arguments and in the evidence', () => {
    fc.assert(
      fc.property(anything, (moves) => {
        const other = moves.map(({ tool, args }): Move => ({ tool, args: turned(args) as Move['args'] }));
        expect(run(other)).toEqual(run(moves));
        const { evidence } = play(moves);
        expect(essence(judge(rewritten(evidence)))).toEqual(essence(judge(evidence)));
      }),
      { numRuns },
    );
  });

  test('the same evidence ten times: the same verdict to the letter', () => {
    fc.assert(
      fc.property(anything, (moves) => {
        const { evidence } = play(moves);
        const verdicts = Array.from({ length: 10 }, () => JSON.stringify(judge(new Map([...evidence].reverse()))));
        expect(new Set(verdicts)).toEqual(new Set([JSON.stringify(judge(evidence))]));
      }),
      { numRuns: 15 },
    );
  });

  test('whatever was done: finite figures from 0 to 1, or no reward file', () => {
    fc.assert(
      fc.property(anything, fc.option(fc.tuple(fc.nat(), fc.nat(200))), (moves, damage) => {
        const evidence = damage === null ? play(moves).evidence : damaged(play(moves).evidence, damage);
        const verdict = judge(evidence);
        const files = verdictFiles(verdict);
        if (damage === null) expect(verdict.status).toBe('scored');
        expect([...files.keys()]).toEqual(verdict.status === 'scored' ? ['verdict.json', 'reward.json', 'reward.txt'] : ['verdict.json']);
        if (verdict.status === 'unscored') return;
        const { reward = '', ...figures } = JSON.parse(files.get('reward.json') ?? '') as Record<string, unknown>;
        for (const figure of [reward, ...Object.values(figures)]) {
          expect(typeof figure === 'number' && figure >= 0 && figure <= 1, files.get('reward.json')).toBe(true);
        }
        expect(files.get('reward.txt')).toBe(`${reward}\n`);
        expect(files.get('reward.json')).not.toMatch(/null|NaN|Infinity/);
      }),
      { numRuns: 2 * numRuns },
    );
  });
});

describe('on another day, in another zone and language', () => {
  let root: string;
  beforeAll(() => {
    root = mkdtempSync(join(tmpdir(), 'slipway-elsewhere-'));
  });
  afterAll(() => rmSync(root, { recursive: true, force: true }));

  test.each(tasks.map((task) => [task.plan.id, task] as const))('%s: the same bytes', (_, task) => {
    const { plan, files, play } = task;
    const folder = join(root, plan.folder);
    for (const { path, text } of files) if (path.startsWith('tests/')) put(join(folder, path), text);
    // Something half done, so that there are findings of both sorts and violations to write down.
    const half: readonly Move[] = [...plan.solution.slice(0, -2), ...task.moves.slice(plan.solution.length, plan.solution.length + 12)];
    for (const [name, moves] of [
      ['whole', plan.solution],
      ['half', half],
    ] as const) {
      const evidence = join(folder, name, 'evidence');
      putEvidence(evidence, play(moves).evidence);
      const here = graded(folder, { evidence, verdict: join(folder, name, 'here'), env: { TZ: 'UTC', LANG: 'C' } });
      const there = graded(folder, {
        evidence,
        verdict: join(folder, name, 'there'),
        env: { TZ: 'Pacific/Kiritimati', LANG: 'tr_TR.UTF-8', LC_ALL: 'tr_TR.UTF-8', HOME: root, USER: 'somebody-else' },
        ahead: true,
      });
      expect(Object.keys(here)).toContain('reward.json');
      expect(there).toEqual(here);
    }
  });
});

/** Each at its place, counted in the moves as they were. */
function inserted(moves: readonly Move[], more: readonly (readonly [Move, number])[]): readonly Move[] {
  return more.reduce<readonly Move[]>((all, [move, at]) => all.toSpliced(Math.min(at, all.length), 0, move), moves);
}

function damaged(evidence: EvidenceFiles, [at, length]: readonly [number, number]): EvidenceFiles {
  const paths = [...evidence.keys()];
  const path = paths[at % paths.length] ?? '';
  const text = evidence.get(path) ?? '';
  const start = (at * 7919) % (text.length + 1);
  return new Map(evidence).set(path, text.slice(0, start) + text.slice(start + length));
}

/** Runs the clock five years ahead. */
const LATER = `data:text/javascript,${encodeURIComponent(`
const RealDate = Date;
const ahead = 5 * 365 * 86400000;
globalThis.Date = class extends RealDate { constructor(...a) { a.length ? super(...a) : super(RealDate.now() + ahead); } static now() { return RealDate.now() + ahead; } };
`)}`;

interface Elsewhere {
  readonly evidence: string;
  readonly verdict: string;
  readonly env: Readonly<Record<string, string>>;
  readonly ahead?: true;
}

/** Runs the verifier as the pack holds it; the files that it wrote, and what it printed. */
function graded(folder: string, { evidence, verdict, env, ahead }: Elsewhere): Record<string, string> {
  // Node 20 needs help with TypeScript; the images' Node 24 runs the files as they lie.
  const loader = pathToFileURL(fileURLToPath(import.meta.resolve('tsx'))).href;
  const { stdout } = spawnSync(
    process.execPath,
    ['--import', loader, ...(ahead ? ['--import', LATER] : []), join(folder, 'tests/lib/run.ts')],
    {
      env: { ...env, SLIPWAY_EVIDENCE: evidence, SLIPWAY_TRANSCRIPT: join(folder, 'no-transcript'), SLIPWAY_VERDICT: verdict },
      encoding: 'utf8',
    },
  );
  const written = readdirSync(verdict).map((name): [string, string] => [name, readFileSync(join(verdict, name), 'utf8')]);
  return { ...Object.fromEntries(written), stdout };
}

function putEvidence(folder: string, evidence: EvidenceFiles): void {
  for (const [path, text] of evidence)
    put(join(folder, path), /^files\/[^/]+\//.test(path) ? Buffer.from(text, 'base64') : Buffer.from(text));
}

function put(path: string, content: string | Uint8Array): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, content);
}
