// One command inside a running container, from its start to its end, however it ends.
import { randomBytes } from 'node:crypto';
import { constants } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { STOP_GRACE } from '../processes.ts';
import type { Ending } from '../types.ts';
import type { Labels } from './container-options.ts';
import type { Engine } from './engine.ts';
import { statusOf } from './errors.ts';
import { Sink } from './sink.ts';

export interface ContainerCommand {
  readonly command: readonly string[];
  readonly env: Labels;
  readonly user: string;
  /** Absent = empty. */
  readonly stdin?: string;
  /** Host file that gets both streams, appended. */
  readonly output: string;
  readonly signal: AbortSignal;
}

/** Null = the container itself has ended, or is gone. Throws a Trouble where the engine fails. */
export async function runIn(engine: Engine, container: string, command: ContainerCommand): Promise<Ending | null> {
  const { signal } = command;
  if (signal.aborted) return { kind: 'stopped' };
  const mark = randomBytes(8).toString('hex');
  const sink = await Sink.open(command.output);
  try {
    const started = await begin(engine, container, { ...command, env: { ...command.env, [MARK]: mark } }, sink);
    if (started === null || 'kind' in started) return started;
    const over = new AbortController();
    const ending = endOf(engine, container, started, sink, over.signal);
    // The first of the two to fail is what is told.
    ending.catch(() => {});
    let stopping: Promise<void> | null = null;
    const stop = (): void => {
      stopping ??= stopMarked({ engine, container, user: command.user, mark, ending });
      stopping.catch(() => {});
    };
    signal.addEventListener('abort', stop, { once: true });
    if (signal.aborted) stop();
    try {
      const end = await ending;
      await stopping;
      return stopping === null ? end : { kind: 'stopped' };
    } finally {
      signal.removeEventListener('abort', stop);
      over.abort();
      started.output.end();
    }
  } finally {
    await sink.close();
  }
}

/** Environment variable by which all that a command started is found again. */
const MARK = 'SLIPWAY_EXEC';

type Started = Awaited<ReturnType<Engine['exec']>>;

async function begin(engine: Engine, container: string, command: ContainerCommand, sink: Sink): Promise<Started | Ending | null> {
  const { stdin } = command;
  try {
    const started = await engine.exec(container, { ...command, stdin: stdin !== undefined }, (chunk) => sink.write(chunk));
    if (stdin !== undefined) {
      // It may end without having read any of it.
      started.stdin.on('error', () => {});
      started.stdin.end(stdin);
    }
    return started;
  } catch (thrown) {
    if ([404, 409].includes(statusOf(thrown) ?? 0)) return null;
    const words = thrown instanceof Error ? thrown.message : String(thrown);
    // Newer engines refuse at once what older ones say in the output.
    if (NOT_STARTED.test(words)) return { kind: 'unstartable', reason: words };
    throw thrown;
  }
}

const NOT_STARTED = /executable file not found|no such file or directory|permission denied|exec format error/i;

/**
 * The output ends when nobody holds it open any more, which may be a child left behind, long after the command: so the command is
 * asked for as well.
 */
async function endOf(engine: Engine, container: string, { id, output }: Started, sink: Sink, over: AbortSignal): Promise<Ending | null> {
  let open = true;
  void output.ended.then(() => {
    open = false;
  });
  for (let wait = FIRST_LOOK; ; wait = open ? Math.min(wait * 2, LONGEST_LOOK) : FIRST_LOOK) {
    await Promise.race([output.ended, sleep(open ? wait : FIRST_LOOK, undefined, { signal: over }).catch(() => {})]);
    const { running, exitCode, started } = await engine.execState(id);
    if (running || exitCode === null) {
      if (open) continue;
      // A command may close what it prints to and go on; one whose container is gone does not.
      if (!(await engine.state(container)).running) return null;
      await sleep(FIRST_LOOK);
      continue;
    }
    // What it printed last is still on its way.
    if (open) await Promise.race([output.ended, sleep(LAST_WORDS)]);
    await sink.written();
    return endingOf(exitCode, started, sink.tail());
  }
}

/** Milliseconds between looks at a command that runs, and for its last words after it has ended. */
const FIRST_LOOK = 50;
const LONGEST_LOOK = 1000;
const LAST_WORDS = 200;

/** Engines report a signal as shells do, as 128 and its number. */
export function exitOf(code: number): Ending {
  const [signal] = Object.entries(constants.signals).find(([, number]) => number === code - 128) ?? [];
  return code > 128 && signal !== undefined ? { kind: 'signal', signal } : { kind: 'exit', code };
}

function endingOf(code: number, started: boolean, words: string): Ending {
  if (!started && (code === 126 || code === 127)) return { kind: 'unstartable', reason: words.trim() || 'it could not be started' };
  return exitOf(code);
}

interface Stopping {
  readonly engine: Engine;
  readonly container: string;
  readonly user: string;
  readonly mark: string;
  readonly ending: Promise<unknown>;
}

/** Asks, then kills; first what carries the mark, then whatever that user runs, then the container. */
async function stopMarked({ engine, container, user, mark, ending }: Stopping): Promise<void> {
  const ended = ending.then(
    () => true,
    () => true,
  );
  const within = (time: number): Promise<boolean> => Promise.race([ended, sleep(time, false, { ref: false })]);
  const tell = (script: string): Promise<unknown> => quietly(engine, container, user, ['sh', '-c', script, 'sh', `${MARK}=${mark}`]);
  await tell(signalMarked('TERM', 1));
  await within(STOP_GRACE);
  // Also when the command itself has ended by now: what it started must end, too.
  await tell(signalMarked('KILL', 20));
  if (await within(KILL_GRACE)) return;
  await tell('kill -9 -1');
  if (await within(KILL_GRACE)) return;
  await engine.kill(container);
}

const KILL_GRACE = 1000;

/** Several rounds, since a process may start another while we look. */
function signalMarked(signal: 'TERM' | 'KILL', rounds: number): string {
  return `n=0
while [ $n -lt ${rounds} ]; do
  found=
  for file in $(grep -lzxFs -- "$1" /proc/[0-9]*/environ); do
    process=\${file#/proc/}
    kill -${signal} "\${process%/environ}" 2>/dev/null && found=yes
  done
  [ "$found" ] || exit 0
  n=$((n + 1))
done`;
}

/** A helper of ours inside: it may fail, where a container has no room for one more process. */
async function quietly(engine: Engine, container: string, user: string, command: readonly string[]): Promise<void> {
  try {
    const { output } = await engine.exec(container, { command, env: {}, user, stdin: false }, () => {});
    await Promise.race([output.ended, sleep(HELPER_LIMIT, undefined, { ref: false })]);
    output.end();
  } catch (thrown) {
    if (statusOf(thrown) === null) throw thrown;
  }
}

const HELPER_LIMIT = 5000;
