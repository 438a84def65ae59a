// One turn of the client in a room: run it, watch how it begins, and read what it printed.
import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { AgentWork } from '../../types.ts';
import { turnCommand } from './command.ts';
import { missingTools, type TurnEnd } from './outcome.ts';
import type { ClientSettings } from './settings.ts';
import { type ClientStream, readStream } from './stream.ts';

export interface TurnOptions {
  readonly settings: ClientSettings;
  readonly work: AgentWork;
  readonly prompt: string;
  /** See TurnRequest. */
  readonly session?: string;
}

/** What the client printed is then in `claude-code.txt` of the agent's logs, behind what earlier turns printed. */
export async function playTurn({ settings, work, prompt, session }: TurnOptions): Promise<TurnEnd> {
  const { room, logs, limit, signal } = work;
  const output = join(logs, 'claude-code.txt');
  const before = await sizeOf(output);
  const { command, env, stdin } = turnCommand(settings, {
    prompt,
    url: room.url,
    home: room.home,
    limit,
    ...(session === undefined ? {} : { session }),
  });
  const over = new AbortController();
  const useless = new AbortController();
  const watching = stopWithoutTools({ read: () => readFrom(output, before), over: over.signal, useless });
  try {
    const ending = await room.exec({ command, env, stdin, output, signal: AbortSignal.any([signal, useless.signal]) });
    const silent = (Date.now() - (await stat(output).then(({ mtimeMs }) => mtimeMs, Date.now))) / 1000;
    return { ending, stream: await readFrom(output, before), silent: Math.max(silent, 0), limit };
  } finally {
    over.abort();
    await watching;
  }
}

/** The client goes on without tools that it did not get, and a model's whole work would be paid for nothing. */
async function stopWithoutTools(watch: {
  readonly read: () => Promise<ClientStream>;
  readonly over: AbortSignal;
  readonly useless: AbortController;
}): Promise<void> {
  while (!watch.over.aborted) {
    const stream = await watch.read();
    if (stream.init !== null) {
      if (missingTools(stream) !== null) watch.useless.abort();
      return;
    }
    await sleep(LOOK, undefined, { signal: watch.over }).catch(() => {});
  }
}

/** Milliseconds between looks at what the client printed. */
const LOOK = 200;

async function readFrom(path: string, offset: number): Promise<ClientStream> {
  const bytes = await readFile(path).catch(() => Buffer.alloc(0));
  return readStream(bytes.subarray(offset).toString('utf8'));
}

function sizeOf(path: string): Promise<number> {
  return stat(path).then(
    ({ size }) => size,
    () => 0,
  );
}
