// What verbs print with and how they end: results on stdout, progress and complaints on stderr, one meaning per exit code.
import { format } from 'node:util';
import { closest } from '#compiler/diagnostics/suggest.ts';

export const EXIT = {
  fine: 0,
  /** The scenario or the trial has errors. */
  errors: 1,
  /** The command was used wrongly. */
  usage: 2,
  /** Something around us is missing or refuses. */
  surroundings: 3,
  /** Our own bug. */
  bug: 70,
  interrupted: 130,
} as const;

/** Used wrongly: shown without a stack, exit code 2. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/** The surroundings: shown with the exact next command, exit code 3. */
export class SurroundingsError extends Error {
  override readonly name = 'SurroundingsError';
  readonly next: string;

  constructor(reason: string, next: string) {
    super(reason);
    this.next = next;
  }
}

/** One line of result, to stdout. */
export function print(text: string): void {
  process.stdout.write(`${text}\n`);
}

/** One JSON document, to stdout. */
export function printJson(value: unknown): void {
  print(JSON.stringify(value, null, 2));
}

/** One line of progress or complaint, to stderr. */
export function tell(text: string): void {
  process.stderr.write(`${text}\n`);
}

/** How a thrown thing is shown, and the exit code it means. */
export function reportError(thrown: unknown): number {
  if (thrown instanceof UsageError) {
    tell(`slipway: ${thrown.message}`);
    return EXIT.usage;
  }
  if (thrown instanceof SurroundingsError) {
    tell(`slipway: ${thrown.message}\n  next: ${thrown.next}`);
    return EXIT.surroundings;
  }
  const next = machineTrouble(thrown);
  if (next !== null) {
    tell(`slipway: ${thrown instanceof Error ? thrown.message : String(thrown)}\n  next: ${next}`);
    return EXIT.surroundings;
  }
  tell(
    `slipway: this is a bug in Slipway, please report it with what is below\n${thrown instanceof Error ? thrown.stack : format(thrown)}`,
  );
  return EXIT.bug;
}

/**
 * Runs long work with a signal that aborts at the first Ctrl-C (or SIGTERM, SIGHUP, SIGQUIT), and ends the process at the second.
 * Verbs without it end at the first, as any program does.
 */
export async function interruptible<T>(work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const controller = new AbortController();
  const onSignal = (): void => {
    if (controller.signal.aborted) process.exit(EXIT.interrupted);
    tell('slipway: stopping; once more to stop at once');
    process.exitCode = EXIT.interrupted;
    controller.abort();
  };
  for (const signal of SIGNALS) process.on(signal, onSignal);
  try {
    return await work(controller.signal);
  } finally {
    for (const signal of SIGNALS) process.removeListener(signal, onSignal);
  }
}

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGQUIT'] as const;

/** Whether colour may be used on this stream. */
export function colourful(stream: NodeJS.WriteStream): boolean {
  return stream.isTTY === true && !process.env.NO_COLOR && process.env.TERM !== 'dumb';
}

/** Rows in columns as wide as their widest cell. The last column is not padded. */
export function columns(rows: readonly (readonly string[])[]): string {
  const most = Math.max(0, ...rows.map((row) => row.length));
  const widths = Array.from({ length: most }, (_, index) => Math.max(...rows.map((row) => [...(row[index] ?? '')].length)));
  const pad = (cell: string, index: number): string => cell + ' '.repeat((widths[index] ?? 0) - [...cell].length);
  return rows
    .map((row) =>
      row
        .map((cell, index) => (index === row.length - 1 ? cell : pad(cell, index)))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

/** An unknown name: the one that was probably meant, and the choices where they are few. */
export function unknown(kind: string, given: string, names: readonly string[]): string {
  const near = closest(given, names);
  const meant = near === undefined ? '' : ` Did you mean "${near}"?`;
  const few = names.length <= 12;
  const listed = few
    ? ` Choices: ${names.join(', ')}`
    : near === undefined
      ? ` Choices: ${names.slice(0, 12).join(', ')}, … (${names.length} in all)`
      : '';
  return `there is no ${kind} "${given}".${meant}${listed}`;
}

/** A whole number of at least 1, or a UsageError that names the option. */
export function count(option: string, text: string): number {
  if (!/^[1-9]\d{0,6}$/.test(text)) throw new UsageError(`${option} must be a whole number of at least 1, not "${text}"`);
  return Number(text);
}

/** `name=value` words as a table, or a UsageError that names the option. The last of two for a name counts. */
export function pairs(option: string, words: readonly string[]): Readonly<Record<string, string>> {
  return Object.fromEntries(
    words.map((word) => {
      const at = word.indexOf('=');
      if (at < 1) throw new UsageError(`${option} takes name=value, not "${word}"`);
      return [word.slice(0, at), word.slice(at + 1)];
    }),
  );
}

function machineTrouble(thrown: unknown): string | null {
  if (!(thrown instanceof Error) || !('code' in thrown) || !('syscall' in thrown)) return null;
  switch (thrown.code) {
    case 'ENOSPC':
    case 'EDQUOT':
      return 'free some disk space (df -h), then run the same command again';
    case 'EACCES':
    case 'EPERM':
    case 'EROFS':
      return 'choose a folder you may write to, then run the same command again';
    case 'ENOTDIR':
    case 'EEXIST':
    case 'EISDIR':
    case 'ENOENT':
    case 'ENAMETOOLONG':
    case 'ELOOP':
      return 'look at the path above, choose another one, then run the same command again';
    case 'EMFILE':
    case 'ENFILE':
      return 'ulimit -n 4096, then run the same command again';
    default:
      return null;
  }
}
