// The verifier: a container without any network that gets the evidence and is read out when it has ended.
import { mkdir, rm } from 'node:fs/promises';
import { basename } from 'node:path';
import type { Ending, GradeRequest } from '../types.ts';
import { type ArchiveEntry, pack, unpack } from './archive.ts';
import type { Engine } from './engine.ts';
import { entriesOf, trajectoryIn } from './entries.ts';
import { exitOf } from './exec.ts';
import { Sink } from './sink.ts';

export interface Verifier {
  readonly engine: Engine;
  /** Makes the container, from the task's tests/; not started. */
  readonly make: () => Promise<string>;
  /** Whatever must be gone before the verifier may start. */
  readonly before: () => Promise<unknown>;
  readonly signal: AbortSignal;
}

/** See Room.grade. */
export async function gradeIn({ engine, make, before, signal }: Verifier, request: GradeRequest): Promise<Ending> {
  await rm(request.verdict, { recursive: true, force: true });
  await mkdir(request.verdict, { recursive: true });
  const sink = await Sink.open(request.output);
  try {
    const verifier = await make();
    await engine.upload(verifier, '/', pack(await whatItGets(request)));
    await before();
    const output = await engine.attach(verifier, (chunk) => sink.write(chunk));
    const ending = await runToEnd(engine, verifier, signal);
    if (ending.kind === 'stopped') return ending;
    await output.ended;
    if ((await engine.state(verifier)).outOfMemory) sink.write(Buffer.from('\nthe verifier used up its memory and was killed\n'));
    const verdict = await engine.download(verifier, VERDICTS);
    if (verdict !== null) await unpack(verdict, request.verdict, { ...MOST_VERDICT, except: basename(request.output) });
    return ending;
  } finally {
    await sink.close();
  }
}

/** Where the pack's format has the verdict. */
const VERDICTS = '/logs/verifier';
const MOST_VERDICT = { files: 100, bytes: 64 * 1024 * 1024 };

async function whatItGets({ evidence, transcript }: GradeRequest): Promise<readonly ArchiveEntry[]> {
  return [
    { path: 'evidence', mode: 0o755 },
    ...(await entriesOf(evidence, 'evidence/workspace', {})),
    { path: 'evidence/agent', mode: 0o755 },
    ...(await trajectoryIn(transcript)),
    { path: VERDICTS.slice(1), mode: 0o777 },
  ];
}

async function runToEnd(engine: Engine, verifier: string, signal: AbortSignal): Promise<Ending> {
  if (signal.aborted) return { kind: 'stopped' };
  await engine.start(verifier);
  const onAbort = (): void => void engine.kill(verifier).catch(() => {});
  signal.addEventListener('abort', onAbort, { once: true });
  if (signal.aborted) onAbort();
  try {
    const code = await engine.wait(verifier);
    return signal.aborted ? { kind: 'stopped' } : exitOf(code);
  } finally {
    signal.removeEventListener('abort', onAbort);
  }
}
