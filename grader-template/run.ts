// The program of the verifier: `node lib/run.ts`. Reads evidence, grades it with ../grader.ts and ../expected.json, writes the verdict.
// Exit codes: 0 scored, whatever the reward; 3 not scored; 70 not scored for a mistake of the grader.
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { clearVerdict, graderDigest, readEvidenceFiles, writeFiles } from './files.ts';
import { judge } from './grade.ts';
import type { ExpectedBase, Grader, UnscoredVerdict, Verdict } from './types.ts';
import { summary, verdictFiles } from './verdict.ts';

/** Where things are; set only by tests and by runners without containers. */
const {
  SLIPWAY_EVIDENCE: workspace = '/evidence/workspace',
  SLIPWAY_TRANSCRIPT: transcript = '/evidence/agent',
  SLIPWAY_VERDICT: verdictFolder = '/logs/verifier',
} = process.env;

process.exitCode = await main();

async function main(): Promise<number> {
  let task = 'unknown';
  try {
    await clearVerdict(verdictFolder);
    const expected: ExpectedBase = JSON.parse(await readFile(new URL('../expected.json', import.meta.url), 'utf8'));
    task = expected.task;
    return await deliver(await verdictOn(expected));
  } catch (error) {
    console.error(error);
    return await giveUp(task, error);
  }
}

/** Leaves a verdict without a score, if the disk lets it, and no reward file that a failure half way may have left. */
async function giveUp(task: string, error: unknown): Promise<number> {
  try {
    await clearVerdict(verdictFolder);
    await deliver(unscored(task, 'grader', error instanceof Error ? error.message : String(error)));
  } catch (another) {
    console.error(another);
  }
  return 70;
}

async function verdictOn(expected: ExpectedBase): Promise<Verdict> {
  const { grader }: { grader: (expected: ExpectedBase) => Grader } = await import(new URL('../grader.ts', import.meta.url).href);
  const { files, unusable } = await readEvidenceFiles(workspace, transcript);
  if (unusable.length > 0) return unscored(expected.task, 'workspace', unusable.join('; '));
  return judge(grader(expected), files, expected);
}

async function deliver(verdict: Verdict): Promise<number> {
  // Which grader it was: a verdict of another one is not comparable.
  // Where a part of it is missing it has none, and the verdict is about that.
  const grader = await graderDigest(fileURLToPath(new URL('..', import.meta.url))).catch(() => undefined);
  await writeFiles(verdictFolder, verdictFiles({ ...verdict, ...(grader !== undefined && { grader }) }));
  process.stdout.write(summary(verdict));
  if (verdict.status === 'scored') return 0;
  return verdict.fault === 'grader' ? 70 : 3;
}

function unscored(task: string, fault: UnscoredVerdict['fault'], reason: string): UnscoredVerdict {
  return { version: 1, status: 'unscored', task, fault, reason };
}
