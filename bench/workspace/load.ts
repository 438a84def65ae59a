// Posting to a server process from so many clients at once, and what it took.
import { type ChildProcess, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { createInterface } from 'node:readline';

export interface Post {
  readonly path: string;
  readonly body: string;
}

export interface Measured {
  readonly callsPerSecond: number;
  /** Milliseconds of each call, ascending. */
  readonly times: readonly number[];
  /** Milliseconds of processor time that the server took for a call; NaN where the system does not say. */
  readonly processor: number;
  /** Bytes of an answer, on average. */
  readonly answer: number;
}

/**
 * Makes the posts in order; each client has one under way at a time. Throws where one is refused, which would be measured, too. It speaks
 * HTTP by itself: client libraries take as much of the processor as some servers, and here both share it.
 */
export async function load(
  server: Served,
  { posts, clients }: { readonly posts: Iterable<Post>; readonly clients: number },
): Promise<Measured> {
  const { host, hostname, port } = new URL(server.url);
  const queue = posts[Symbol.iterator]();
  const times: number[] = [];
  let bytes = 0;
  const spent = server.processorTime();
  const began = performance.now();
  const client = async () => {
    const socket = connect({ host: hostname, port: Number(port), noDelay: true });
    try {
      for (let next = queue.next(); next.done !== true; next = queue.next()) {
        const start = performance.now();
        const { status, length } = await answerTo(socket, request(host, next.value));
        if (status !== 200) throw new Error(`call ${times.length + 1} to ${next.value.path} was refused with ${status}`);
        times.push(performance.now() - start);
        bytes += length;
      }
    } finally {
      socket.destroy();
    }
  };
  await Promise.all(Array.from({ length: clients }, client));
  const seconds = (performance.now() - began) / 1000;
  const processor = (server.processorTime() - spent) / times.length;
  const answer = Math.round(bytes / times.length);
  return { callsPerSecond: times.length / seconds, times: times.sort((a, b) => a - b), processor, answer };
}

function request(host: string, { path, body }: Post): string {
  const head = [`POST ${path} HTTP/1.1`, `host: ${host}`, 'content-type: application/json', `content-length: ${Buffer.byteLength(body)}`];
  return `${head.join('\r\n')}\r\n\r\n${body}`;
}

/** Sends a request and waits for the whole answer; its length is that of the body, which has to be told in the head. */
function answerTo(socket: Socket, sent: string): Promise<{ readonly status: number; readonly length: number }> {
  return new Promise((resolve, reject) => {
    let received: Buffer = Buffer.alloc(0);
    let whole: { readonly status: number; readonly length: number; readonly end: number } | undefined;
    const done = (settle: () => void) => {
      socket.off('data', onData).off('error', onError).off('close', onClose);
      settle();
    };
    const onError = (problem: Error) => done(() => reject(problem));
    const onClose = () => onError(new Error('the server closed the connection before its answer was whole'));
    const onData = (chunk: Buffer) => {
      received = received.length === 0 ? chunk : Buffer.concat([received, chunk]);
      try {
        whole ??= headOf(received);
      } catch (problem) {
        onError(problem as Error);
      }
      const { status, length, end } = whole ?? { status: 0, length: 0, end: Number.POSITIVE_INFINITY };
      if (received.length >= end) done(() => resolve({ status, length }));
    };
    socket.on('data', onData).on('error', onError).on('close', onClose);
    socket.write(sent);
  });
}

/** What the head of an answer says, and where the answer ends; undefined while the head is not whole. */
function headOf(received: Buffer): { readonly status: number; readonly length: number; readonly end: number } | undefined {
  const at = received.indexOf(HEAD_END);
  if (at < 0) return undefined;
  const head = received.toString('latin1', 0, at);
  const [, status] = /^HTTP\/1\.1 (\d{3}) /.exec(head) ?? [];
  const [, length] = /\r\ncontent-length: (\d+)/i.exec(head) ?? [];
  if (status === undefined || length === undefined) throw new Error(`not an answer with a length: ${head}`);
  return { status: Number(status), length: Number(length), end: at + HEAD_END.length + Number(length) };
}

const HEAD_END = '\r\n\r\n';

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
  // A bench that fails leaves no server behind.
  const kill = () => child.kill();
  process.once('exit', kill);
  const exited = new Promise<void>((resolve) =>
    child.once('exit', () => {
      process.off('exit', kill);
      resolve();
    }),
  );
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
