// Runs a program as a person would and keeps what it printed.
import { spawn } from 'node:child_process';

export interface Ended {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

export interface CommandOptions {
  readonly cwd?: string;
  /** Added to this process's environment. */
  readonly env?: Readonly<Record<string, string>>;
  /** Gets what sends the running program a signal. */
  readonly started?: (send: (signal: NodeJS.Signals) => void) => void;
}

/** Rejects only where the program cannot be started. Standard input is empty. */
export function command(file: string, args: readonly string[], options: CommandOptions = {}): Promise<Ended> {
  return new Promise((resolve, reject) => {
    const child = spawn(file, args, { cwd: options.cwd, env: { ...process.env, ...options.env }, stdio: ['ignore', 'pipe', 'pipe'] });
    const out: string[] = [];
    const err: string[] = [];
    child.stdout.setEncoding('utf8').on('data', (chunk: string) => out.push(chunk));
    child.stderr.setEncoding('utf8').on('data', (chunk: string) => err.push(chunk));
    child.on('error', reject);
    child.on('close', (code) => resolve({ code, out: out.join(''), err: err.join('') }));
    options.started?.((signal) => void child.kill(signal));
  });
}
