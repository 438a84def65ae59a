// Starts processes in groups of their own and ends them with everything they started. The only importer of execa.
import { closeSync, openSync, readdirSync, readFileSync } from 'node:fs';
import { execa } from 'execa';
import type { Ending } from './types.ts';

export interface Command {
  readonly file: string;
  readonly args: readonly string[];
  readonly cwd: string;
  /** The whole environment: nothing is inherited. */
  readonly env: Readonly<Record<string, string>>;
  /** Absent = empty. */
  readonly stdin?: string;
  /** File that gets both streams, appended. Given to the process as it is: a child left behind that holds it open blocks nobody. */
  readonly output: string;
}

export interface Running {
  /** Settles when the process itself has ended; what it started may live on until `kill`. Never rejects. */
  readonly ended: Promise<Ending>;
  /** Each line of standard output; only with `lines: true`, and then they are not in the output file. */
  onLine(listener: (line: string) => void): void;
  /** SIGTERM to the group, and after `grace` milliseconds SIGKILL; resolves when the process has ended and the group is gone. */
  stop(grace: number): Promise<Ending>;
  /** SIGKILL to the group, now. */
  kill(): void;
}

export function start(command: Command, options: { readonly lines?: boolean } = {}): Running {
  const opened = openSync(command.output, 'a', 0o644);
  // execa's types list the descriptors 3 to 9; it passes on any that is open.
  const output = opened as 3;
  const child = execa(command.file, command.args, {
    cwd: command.cwd,
    env: command.env,
    extendEnv: false,
    detached: true,
    cleanup: false,
    reject: false,
    buffer: false,
    ...(command.stdin === undefined ? { stdin: 'ignore' as const } : { input: command.stdin }),
    stdout: options.lines ? ('pipe' as const) : output,
    stderr: output,
  });
  closeSync(opened);
  let killed = false;
  const group = (signal: NodeJS.Signals): void => {
    if (child.pid !== undefined) signalGroup(child.pid, signal);
  };
  const kill = (): void => {
    killed = true;
    group('SIGKILL');
  };
  const ended = child.then((result): Ending => {
    if (killed) return { kind: 'stopped' };
    if (result.exitCode !== undefined) return { kind: 'exit', code: result.exitCode };
    if (result.signal !== undefined) return { kind: 'signal', signal: result.signal };
    return { kind: 'unstartable', reason: result.originalMessage ?? result.shortMessage ?? 'it could not be started' };
  });
  return {
    ended,
    kill,
    onLine(listener) {
      let rest = '';
      child.stdout?.setEncoding('utf8').on('data', (chunk: string) => {
        const lines = `${rest}${chunk}`.split('\n');
        rest = lines.pop() ?? '';
        for (const line of lines) listener(line);
      });
    },
    async stop(grace) {
      group('SIGTERM');
      const timer = setTimeout(kill, grace);
      const ending = await ended;
      clearTimeout(timer);
      group('SIGKILL');
      return ending;
    },
  };
}

/** Runs a command to its end, or until `signal` aborts; either way nothing of its group is left. */
export async function run(command: Command, signal: AbortSignal): Promise<Ending> {
  if (signal.aborted) return { kind: 'stopped' };
  const running = start(command);
  const stop = (): void => void running.stop(STOP_GRACE);
  let stopped = false;
  const onAbort = (): void => {
    stopped = true;
    stop();
  };
  signal.addEventListener('abort', onAbort, { once: true });
  const ending = await running.ended;
  signal.removeEventListener('abort', onAbort);
  running.kill();
  return stopped ? { kind: 'stopped' } : ending;
}

/** Milliseconds between asking a process to stop and killing it. */
export const STOP_GRACE = 2000;

/** An ending in words: `exit code 3`. */
export function describeEnding(ending: Ending): string {
  switch (ending.kind) {
    case 'exit':
      return `exit code ${ending.code}`;
    case 'signal':
      return `signal ${ending.signal}`;
    case 'stopped':
      return 'stopped by the runner';
    case 'unstartable':
      return `not started: ${ending.reason}`;
  }
}

/** What a program says its version is, or why it does not: for `doctor` and for tests that need one. */
export async function programVersion(file: string, args: readonly string[]): Promise<{ found: string } | { missing: string }> {
  const result = await execa(file, args, { reject: false, timeout: 20_000, stdin: 'ignore' });
  if (result.exitCode === 0) return { found: `${result.stdout}`.trim().split('\n')[0] ?? '' };
  if (result.code === 'ENOENT') return { missing: 'not found on PATH' };
  return { missing: (`${result.stderr}`.trim() || (result.shortMessage ?? '')).split('\n')[0] ?? 'failed' };
}

/**
 * Kills every process that carries `mark` (`NAME=value`) in its environment, also those that left their group. Linux only (/proc);
 * elsewhere the groups have to do. Repeats until a look finds none, since a process may start another while we look.
 */
export function killMarked(mark: string): void {
  for (let round = 0; round < 20; round += 1) {
    const pids = marked(mark);
    if (pids.length === 0) return;
    for (const pid of pids) signalProcess(pid, 'SIGKILL');
  }
}

/** Ids of the living processes that carry the mark; none where there is no /proc. */
export function marked(mark: string): readonly number[] {
  return readable(() => readdirSync('/proc'), []).flatMap((name) => {
    const pid = Number(name);
    if (!Number.isInteger(pid) || pid === process.pid) return [];
    const environment = readable(() => readFileSync(`/proc/${name}/environ`, 'utf8'), '');
    return environment.split('\0').includes(mark) ? [pid] : [];
  });
}

/** What living processes have in an environment variable, each value once. */
export function valuesOf(variable: string): readonly string[] {
  const environments = readable(() => readdirSync('/proc'), []).map((name) =>
    readable(() => readFileSync(`/proc/${name}/environ`, 'utf8'), ''),
  );
  const start = `${variable}=`;
  return [
    ...new Set(
      environments.flatMap((text) =>
        text
          .split('\0')
          .filter((one) => one.startsWith(start))
          .map((one) => one.slice(start.length)),
      ),
    ),
  ];
}

function signalGroup(pid: number, signal: NodeJS.Signals): void {
  signalProcess(-pid, signal);
}

function signalProcess(pid: number, signal: NodeJS.Signals): void {
  // Already gone is what we want; anything else we could not signal is not ours.
  readable(() => process.kill(pid, signal), true);
}

function readable<T>(read: () => T, otherwise: T): T {
  try {
    return read();
  } catch {
    return otherwise;
  }
}
