// Requests that follow each other on one connection without waiting, in pieces of any size, among senders that go away or dawdle: each is
// answered in its turn, a search finds what the request before it wrote, and a server killed under all of them leaves a log that holds.
import { connect, type Socket } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { officeDigest } from '#grader/evidence/hash.ts';
import { isDamage, readEvidence } from '#grader/evidence/read.ts';
import type { DataRecord } from '#grader/evidence/types.ts';
import { exampleOffice, filesIn, startServer } from '../workspace/harness.ts';
import { chainOf, logOf } from './client.ts';

const CLIENTS = 64;
const NOTES = 200;

/** Enough notes for searches to sift them first. */
const office = exampleOffice({
  'notes.notes': Array.from({ length: NOTES }, (_, at): DataRecord => {
    const [created, title] = ['2026-03-06T19:00:00Z', `Straße ${at} und Café`];
    return { id: `NOTE-${900 + at}`, title, type: 'note', created, updated: created, pinned: false, content: 'As it was.' };
  }),
});

test('64 clients that do not wait: answers in turn, what was written is found at once, the evidence is whole', async () => {
  const server = await startServer(office);
  onTestFinished(() => server.stop());
  const port = Number(new URL(server.url).port);
  const client = async (index: number) => {
    const socket = await opened(port);
    for (let round = 0; round < 3; round += 1) {
      const via = (index + round) % 2 === 0 ? 'http' : 'mcp';
      const mark = `quitesome${index}x${round}é`;
      const answers = await pipelined(socket, index + 1, [
        request(via, 'notes.update_note', { id: `NOTE-${900 + index}`, title: `Grüße ${mark}`, add_tags: [mark] }),
        request(via, 'notes.search_notes', { query: mark.toUpperCase() }),
        request(via, 'notes.create_note', { title: `New ${mark}`, content: 'Made.' }),
        request(via, 'notes.search_notes', { query: `${mark} new` }),
        request(via, 'notes.list_notes', { limit: 1 }),
      ]);
      const [updated, found, created, foundNew, listed] = answers.map((answer) => resultOf(via, answer));
      expect(updated).toMatchObject({ id: `NOTE-${900 + index}` });
      expect(found).toMatchObject({ total: 1, items: [{ id: `NOTE-${900 + index}` }] });
      expect(foundNew).toMatchObject({ total: 1, items: [{ id: (created as { readonly id: string }).id }] });
      expect((listed as { readonly total: number }).total).toBeGreaterThan(NOTES);
    }
    socket.destroy();
  };
  await Promise.all([...Array.from({ length: CLIENTS }, (_, index) => client(index)), ...nuisances(port)]);

  expect(await server.run('seal')).toMatchObject({ code: 0 });
  const evidence = readEvidence(filesIn(server.evidence), { task: office.task, pack: officeDigest(office) });
  if (isDamage(evidence)) throw new Error(evidence.reason);
  expect(evidence.entries.length).toBe(CLIENTS * 3 * 5);
  expect(evidence.after['notes.notes']?.length).toBe(NOTES + CLIENTS * 3);
  const tags = evidence.after['notes.notes']?.flatMap((note) => note.tags ?? []);
  expect(new Set(tags).size).toBe(CLIENTS * 3);
}, 120_000);

test.each([100, 500])(
  'killed after %i answers to clients that do not wait: all of them are in the log, and its chain holds',
  async (most) => {
    const server = await startServer(office);
    onTestFinished(() => server.stop());
    const port = Number(new URL(server.url).port);
    const answered: string[] = [];
    let sent = 0;
    const client = async (index: number) => {
      const socket = await opened(port);
      for (;;) {
        const marks = Array.from({ length: 4 }, () => `mark-${sent++}`);
        const via = index % 2 === 0 ? 'http' : 'mcp';
        const requests = marks.map((mark) => request(via, 'notes.update_note', { id: `NOTE-${900 + (index % 3)}`, add_tags: [mark] }));
        let seen = 0;
        const all = pipelined(socket, index + 1, requests, () => {
          answered.push(marks[seen++] ?? '');
          if (answered.length === most) server.process.kill('SIGKILL');
        });
        try {
          await all;
        } catch {
          return;
        }
      }
    };
    await Promise.all(Array.from({ length: 16 }, (_, index) => client(index)));
    const tags = chainOf(logOf(server.evidence), office).flatMap(({ args }) => args.add_tags);
    expect(answered.length).toBeGreaterThanOrEqual(most);
    expect(answered.filter((mark) => !tags.includes(mark))).toEqual([]);
    expect(new Set(tags).size).toBe(tags.length);
  },
  120_000,
);

/** Connections that say too little, too slowly, or nothing that is HTTP, and are gone. None of them is a call. */
function nuisances(port: number): readonly Promise<void>[] {
  const head = 'POST /tools/notes/create_note HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\n';
  const begun = ['', 'GARBAGE\r\n\r\n', `${head}content-length: 90\r\n\r\n{"title":`, `${head}transfer-encoding: chunked\r\n\r\nff\r\n{`];
  return Array.from({ length: 32 }, async (_, at) => {
    const socket = await opened(port);
    socket.on('error', () => undefined);
    for (const character of begun[at % begun.length] ?? '') {
      if (socket.writable) socket.write(character);
      await new Promise((resolve) => setTimeout(resolve, 1));
    }
    socket.destroy();
  });
}

function request(via: 'http' | 'mcp', tool: string, args: object): string {
  const params = { name: tool.replace('.', '_'), arguments: args };
  const [path, value] =
    via === 'http' ? [`/tools/${tool.replace('.', '/')}`, args] : ['/mcp', { jsonrpc: '2.0', id: 1, method: 'tools/call', params }];
  const body = JSON.stringify(value);
  return `POST ${path} HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`;
}

function resultOf(via: 'http' | 'mcp', text: string): unknown {
  const answer = JSON.parse(text) as { readonly result?: unknown };
  if (via === 'http') return answer.result;
  return JSON.parse((answer.result as { readonly content: readonly { readonly text: string }[] }).content[0]?.text ?? 'null');
}

async function opened(port: number): Promise<Socket> {
  const socket = connect(port, '127.0.0.1');
  await new Promise((resolve, reject) => socket.once('connect', resolve).once('error', reject));
  return socket;
}

/** Sends all requests at once, in pieces of so many times 37 bytes; gives the bodies of the answers. Rejects where the connection ends before. */
function pipelined(socket: Socket, size: number, requests: readonly string[], onAnswer = () => {}): Promise<readonly string[]> {
  return new Promise((resolve, reject) => {
    let received = Buffer.alloc(0);
    const bodies: string[] = [];
    const ended = () => reject(new Error(`the connection ended after ${bodies.length} answers`));
    const onData = (chunk: Buffer) => {
      received = Buffer.concat([received, chunk]);
      for (let rest = withoutAnswer(received); rest !== undefined; rest = withoutAnswer(received)) {
        bodies.push(rest.body);
        received = rest.left;
        onAnswer();
      }
      if (bodies.length < requests.length) return;
      socket.off('data', onData).off('close', ended).off('error', ended);
      resolve(bodies);
    };
    socket.on('data', onData).on('close', ended).on('error', ended);
    const bytes = Buffer.from(requests.join(''));
    for (let at = 0; at < bytes.length; at += size * 37) socket.write(bytes.subarray(at, at + size * 37));
    if (socket.destroyed) ended();
  });
}

/** The first whole answer in what was received, and what follows it. */
function withoutAnswer(received: Buffer): { readonly body: string; readonly left: Buffer<ArrayBuffer> } | undefined {
  const head = received.indexOf('\r\n\r\n');
  const length = /content-length: (\d+)/i.exec(received.toString('latin1', 0, Math.max(0, head)))?.[1];
  const end = head + 4 + Number(length);
  if (length === undefined || received.length < end) return undefined;
  return { body: received.toString('utf8', head + 4, end), left: Buffer.from(received.subarray(end)) };
}
