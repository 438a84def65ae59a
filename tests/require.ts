// Live tests need things a machine may not have. Missing: they skip and say why, unless SLIPWAY_REQUIRE (`docker,harbor`) names
// the thing: then missing is failing, so that a CI cannot pass by skipping.
import { describe, test } from 'vitest';
import { programVersion } from '#runner/index.ts';
import { harborPython, withTraces } from './harbor-python.ts';

/** The Claude Code client that live tests run: SLIPWAY_CLAUDE, else what is on PATH. */
export const CLIENT = process.env.SLIPWAY_CLAUDE ?? 'claude';

type Question = readonly [file: string, ...args: string[]];

const questions = {
  docker: () => ['docker', 'version', '--format', '{{.Server.Version}}'],
  harbor: () => ['harbor', '--version'],
  'harbor-traces': async () => [
    await harborPython(),
    '-c',
    `import sys; sys.path.insert(0, '${withTraces().PYTHONPATH ?? ''}'); import datasets`,
  ],
  claude: () => [CLIENT, '--version'],
} as const satisfies Readonly<Record<string, () => Question | Promise<Question>>>;

export type Requirement = keyof typeof questions;

/** A suite that needs these things: run, skipped with the reason in its title, or failed with the reason. */
export async function describeLive(title: string, needs: readonly Requirement[], suite: () => void): Promise<void> {
  const required = requiredByEnvironment();
  for (const need of needs) {
    const missing = await whyMissing(need);
    if (missing === null) continue;
    const reason = `${need} is needed: ${missing}`;
    if (required.has(need)) {
      describe(title, () => {
        test('has what it needs', () => {
          throw new Error(`${reason}, and SLIPWAY_REQUIRE=${process.env.SLIPWAY_REQUIRE} does not let it be skipped`);
        });
      });
      return;
    }
    process.stderr.write(`skipped: ${title}: ${reason}\n`);
    describe.skip(`${title} (skipped: ${reason})`, suite);
    return;
  }
  describe(title, suite);
}

async function whyMissing(need: Requirement): Promise<string | null> {
  const [file, ...args] = await questions[need]();
  const answer = await programVersion(file, args);
  return 'missing' in answer ? answer.missing : null;
}

/** Throws for a name nobody asks for: a slip there would let everything be skipped. */
function requiredByEnvironment(): ReadonlySet<string> {
  const names = (process.env.SLIPWAY_REQUIRE ?? '')
    .split(',')
    .map((name) => name.trim())
    .filter(Boolean);
  for (const name of names)
    if (!Object.hasOwn(questions, name))
      throw new Error(`SLIPWAY_REQUIRE names "${name}"; it may name ${Object.keys(questions).join(', ')}`);
  return new Set(names);
}
