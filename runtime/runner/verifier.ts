// Runs a task's verifier as a process on this machine: on a trial that just ended, or again on evidence kept from an earlier one.
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { run } from './processes.ts';
import type { Ending, GradeRequest, Task } from './types.ts';
import { typescriptArguments } from './typescript.ts';

export interface VerifierPlace {
  /** A private folder: working directory, and room for a wrapper script. */
  readonly folder: string;
  /** What the process starts from; nothing else of the host's environment gets in. */
  readonly env: Readonly<Record<string, string>>;
}

/** Runs `tests/test.sh`. What it wrote is then in `request.verdict`. */
export async function runVerifier(task: Task, request: GradeRequest, place: VerifierPlace): Promise<Ending> {
  const env = {
    ...place.env,
    SLIPWAY_NODE: await nodeFor(join(task.directory, 'tests'), place.folder),
    SLIPWAY_EVIDENCE: request.evidence,
    SLIPWAY_TRANSCRIPT: request.transcript,
    SLIPWAY_VERDICT: request.verdict,
  };
  const script = join(task.directory, 'tests', 'test.sh');
  return await run({ file: 'bash', args: [script], cwd: place.folder, env, output: request.output }, request.signal);
}

/** This Node where it runs `.ts` by itself; else a wrapper. */
async function nodeFor(tests: string, folder: string): Promise<string> {
  const args = await typescriptArguments(tests, folder);
  if (args.length === 0) return process.execPath;
  const wrapper = join(folder, 'node-ts');
  await writeFile(wrapper, `#!/bin/sh\nexec ${[process.execPath, ...args].map(quote).join(' ')} "$@"\n`, { mode: 0o755 });
  return wrapper;
}

function quote(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
