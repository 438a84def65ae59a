// Posting to a server process from so many clients at once, and what it took.
import { type ChildProcess, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { Pool } from 'undici';

export interface Post {
  readonly path: string;
  readonly body: string;
}

const HEADERS = { 'content-type': 'application/json' };

export interface Measured {
  readonly callsPerSecond: number;
  /** Milliseconds of each call, ascending. */
  readonly times: readonly number[];
  /** Milliseconds of processor time that the server took for a call; NaN where the system does not say. */
  readonly processor: number;
  readonly statuses: ReadonlyMap<number, number>;
  /** Bytes of an answer, on average. */
  readonly answer: number;
}

/** Makes the posts in order; each client has one under way at a time. */
export async function load(
  server: Served,
  { posts, clients }: { readonly posts: Iterable<Post>; readonly clients: number },
): Promise<Measured> {
  // Not Node's own client: it takes more of the processor than some servers.
  const pool = new Pool(server.url, { connections: clients, pipelining: 1 });
  const queue = posts[Symbol.iterator]();
  const times: number[] = [];
  const statuses = new Map<number, number>();
  let bytes = 0;
  const spent = server.processorTime();
  const began = performance.now();
  const client = async () => {
    for (let next = queue.next(); next.done !== true; next = queue.next()) {
      const start = performance.now();
      const { statusCode, body } = await pool.request({ method: 'POST', headers: HEADERS, ...next.value });
      const { byteLength } = await body.arrayBuffer();
      times.push(performance.now() - start);
      bytes += byteLength;
      statuses.set(statusCode, (statuses.get(statusCode) ?? 0) + 1);
    }
  };
  await Promise.all(Array.from({ length: clients }, client));
  const seconds = (performance.now() - began) / 1000;
  const processor = (server.processorTime() - spent) / times.length;
  await pool.close();
  const answer = Math.round(bytes / times.length);
  return { callsPerSecond: times.length / seconds, times: times.sort((a, b) => a - b), processor, statuses, answer };
}

/** The time that this part of the calls stayed below. */
export function percentile(times: readonly number[], part: number): number {
  return times[Math.min(times.length - 1, Math.floor(times.length * part))] ?? Number.NaN;
}

export interface Served {
  readonly url: string;
  /** Milliseconds of processor time so far. */
  processorTime(): number;
  /** Megabytes of memory that are in use. */
  memory(): number;
  stop(): Promise<void>;
}

/** Starts a program of Node that says where it listens. */
export async function serve(args: readonly string[], env: NodeJS.ProcessEnv = {}): Promise<Served> {
  const child = spawn(process.execPath, args, { env: { ...process.env, ...env }, stdio: ['ignore', 'pipe', 'inherit'] });
  const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const { listening } = JSON.parse(await firstLine(child)) as { readonly listening: string };
  const inProc = (file: string) => {
    try {
      return readFileSync(`/proc/${child.pid}/${file}`, 'utf8');
    } catch {
      return '';
    }
  };
  return {
    url: listening,
    processorTime() {
      // After the name in brackets, user and system time are the 12th and 13th values, in hundredths of a second.
      const values = inProc('stat').split(') ').at(-1)?.split(' ') ?? [];
      return (Number(values[11]) + Number(values[12])) * 10;
    },
    memory: () => Number(/VmRSS:\s+(\d+) kB/.exec(inProc('status'))?.[1]) / 1024,
    async stop() {
      child.kill('SIGTERM');
      await exited;
    },
  };
}

function firstLine(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    if (child.stdout === null) return reject(new Error('no output'));
    createInterface({ input: child.stdout }).once('line', resolve);
    child.once('exit', (code) => reject(new Error(`the server ended with ${code}`)));
  });
}
