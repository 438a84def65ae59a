// Runs a task's verifier as a process on this machine: on a trial that just ended, or again on evidence kept from an earlier one.
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { run } from './processes.ts';
import type { Ending, GradeRequest, Task } from './types.ts';

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
    SLIPWAY_NODE: await nodeThatRunsTypeScript(place.folder),
    SLIPWAY_EVIDENCE: request.evidence,
    SLIPWAY_TRANSCRIPT: request.transcript,
    SLIPWAY_VERDICT: request.verdict,
  };
  const script = join(task.directory, 'tests', 'test.sh');
  return await run({ file: 'bash', args: [script], cwd: place.folder, env, output: request.output }, request.signal);
}

/** This Node where it runs `.ts` as it lies; else a wrapper that has tsx strip the types. */
async function nodeThatRunsTypeScript(folder: string): Promise<string> {
  if ('typescript' in process.features && process.features.typescript !== false) return process.execPath;
  const wrapper = join(folder, 'node-ts');
  // tsx reads the first tsconfig.json from the working folder upwards: this one, not whichever lies in the temporary folder.
  await writeFile(join(folder, 'tsconfig.json'), '{}\n');
  await writeFile(wrapper, `#!/bin/sh\nexec ${quote(process.execPath)} --import ${quote(import.meta.resolve('tsx'))} "$@"\n`, {
    mode: 0o755,
  });
  return wrapper;
}

function quote(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
