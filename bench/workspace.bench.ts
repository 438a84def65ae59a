// The workspace as packs ship it, with a thousand records in every collection: milliseconds a call and calls a second through the HTTP
// and MCP faces with one client, four, six and eight, beside a bare echo of as many bytes that Node serves in the same minutes; and
// memory over a hundred thousand calls, with what they took.
// `npm run bench workspace`; BENCH_ROUNDS=N more rounds, BENCH_LONG=N another number of calls for the memory, 0 for none.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { loadKit } from '#compiler/index.ts';
import { load, type Measured, type Post, percentile, type Served, serve } from './workspace/load.ts';
import { callAt, largeOffice } from './workspace/office.ts';

const EACH = 1_000;
const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 5);
/** All of it has to fit into the 16 MB of log that an office keeps. */
const WARM_UP = 1_200;
const CALLS = 1_100;
/** With so many at once, one after the other. The office works off one call at a time: more clients only wait for each other. */
const CLIENTS = [1, 4, 6, 8];
const LONG = Number(process.env.BENCH_LONG ?? 100_000);
const AIMS = { p99: 10, callsPerSecond: 2_000 };

const HERE = fileURLToPath(new URL('workspace', import.meta.url));
const work = mkdtempSync(join(tmpdir(), 'slw-'));
let started = 0;
try {
  const { services, settings, ...seed } = largeOffice(EACH);
  const program = join(work, 'server.mjs');
  writeFileSync(program, (await loadKit()).workspaceServer);
  writeFileSync(join(work, 'services.json'), JSON.stringify({ services, settings }));
  writeFileSync(join(work, 'seed.json'), JSON.stringify(seed));
  console.log(`${services.length} services, ${Object.keys(seed.records).length} collections, ${EACH} records in each`);

  const kinds: { readonly name: string; readonly start: () => Promise<Served>; readonly toPost: (index: number) => Post }[] = [
    { name: 'HTTP', start: () => office([program]), toPost: httpPost },
    {
      name: 'echo',
      start: () => serve(['--import', 'tsx', join(HERE, 'echo.ts')]),
      toPost: () => ({ path: '/', body: 'x'.repeat(answer) }),
    },
    { name: 'MCP', start: () => office([program]), toPost: mcpPost },
  ];
  const measured = new Map<string, Measured[]>();
  /** What the echo is sent: as much as the office answers on average. */
  let answer = 0;
  for (let round = 0; round < ROUNDS; round += 1)
    for (const { name, start, toPost } of kinds) {
      const server = await start();
      const posts = (from: number, count: number) => Array.from({ length: count }, (_, at) => toPost(from + at));
      await load(server, { posts: posts(0, WARM_UP), clients: 1 });
      for (const [turn, clients] of CLIENTS.entries()) {
        const one = await load(server, { posts: posts(WARM_UP + turn * CALLS, CALLS), clients });
        measured.set(`${name} ${clients}`, [...(measured.get(`${name} ${clients}`) ?? []), one]);
        if (name === 'HTTP') ({ answer } = one);
      }
      await server.stop();
    }
  console.log(`an answer has ${answer} bytes on average`);
  for (const [name, rounds] of measured) console.log(`${name.padEnd(7)} ${words(rounds)}`);
  const [http, mcp] = ['HTTP 1', 'MCP 1'].map((name) => (measured.get(name) ?? []).map(({ times }) => percentile(times, 0.5)));
  console.log(`MCP costs ${(median(mcp ?? []) - median(http ?? [])).toFixed(2)} ms a call more than plain HTTP`);
  console.log(
    `aims of HTTP: p99 below ${AIMS.p99} ms, at least ${AIMS.callsPerSecond} calls/s; load of the machine ${loadavg()[0]?.toFixed(1)}`,
  );
  if (LONG > 0) await memory();
} finally {
  rmSync(work, { recursive: true, force: true });
}

/** A long-lived office whose limits are lifted: what stays in memory for each call would show. */
async function memory(): Promise<void> {
  const server = await office(['--import', 'tsx', join(HERE, 'long-office.ts')]);
  const marks = [0.1, 0.5, 1].map((part) => Math.round(LONG * part));
  let made = 0;
  for (const mark of marks) {
    const [from, count] = [made, mark - made];
    const posts = (function* () {
      for (let at = 0; at < count; at += 1) yield httpPost(from + at);
    })();
    const part = await load(server, { posts, clients: Math.max(...CLIENTS) });
    made = mark;
    console.log(`after ${made} calls: ${server.memory().toFixed(0)} MB; ${words([part])}`);
  }
  await server.stop();
}

function office(args: readonly string[]): Promise<Served> {
  started += 1;
  const own = join(work, String(started));
  mkdirSync(own);
  return serve(args, {
    SLIPWAY_PORT: '0',
    SLIPWAY_HOST: '127.0.0.1',
    SLIPWAY_OFFICE: work,
    SLIPWAY_EVIDENCE: join(own, 'evidence'),
    SLIPWAY_CONTROL: join(own, 'control.sock'),
  });
}

function httpPost(index: number): Post {
  const { tool, args } = callAt(index, EACH);
  return { path: `/tools/${tool.replace('.', '/')}`, body: JSON.stringify(args) };
}

function mcpPost(index: number): Post {
  const { tool, args } = callAt(index, EACH);
  const params = { name: tool.replace('.', '_'), arguments: args };
  return { path: '/mcp', body: JSON.stringify({ jsonrpc: '2.0', id: index, method: 'tools/call', params }) };
}

function words(rounds: readonly Measured[]): string {
  const of = (figure: (one: Measured) => number) => median(rounds.map(figure));
  const [p50, p99] = [of(({ times }) => percentile(times, 0.5)), of(({ times }) => percentile(times, 0.99))];
  const [rate, processor] = [of(({ callsPerSecond }) => callsPerSecond), of((one) => one.processor)];
  return `p50 ${p50.toFixed(2)} ms, p99 ${p99.toFixed(2)} ms, ${rate.toFixed(0)} calls/s, ${processor.toFixed(2)} ms of the server's processor a call`;
}

function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}
