// Who is let in, who is kept waiting for how long, and how many at a time: the doors of both faces.
import type { Server } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { openDesk } from '#workspace/desk.ts';
import { createFaces } from '#workspace/http.ts';
import { exampleOffice } from '../workspace/harness.ts';
import { send } from './client.ts';

const PATIENCE = { head: 300, whole: 600 };

let faces: Server;
let url = '';
let lines: string[] = [];
const sockets: Socket[] = [];

beforeEach(async () => {
  lines = [];
  const office = exampleOffice();
  faces = createFaces(office, openDesk(office, { append: (line) => lines.push(line) }), PATIENCE);
  await new Promise<void>((resolve) => faces.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${port()}`;
});

afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy();
  faces.closeAllConnections();
  await new Promise((resolve) => faces.close(resolve));
});

const get = { tool: '/tools/helpdesk/get_ticket', body: '{"id":"TIC-99"}' };

describe('browsers', () => {
  test.each([
    ['a page whose name was made to lead here', { origin: 'http://evil.example:8000', host: 'evil.example:8000' }],
    [
      'a page of elsewhere that posts a plain form',
      { origin: 'https://evil.example', 'content-type': 'application/x-www-form-urlencoded' },
    ],
    ['a page without a place', { origin: 'null' }],
    ['a name that only begins like ours', { origin: 'http://localhost.evil.example' }],
  ])('%s cannot use the office, and leaves no line', async (_title, headers) => {
    for (const path of [get.tool, '/mcp']) {
      const { status, text } = await send(url + path, { body: get.body, headers });
      expect(status).toBe(403);
      expect(JSON.parse(text)).toMatchObject({ ok: false, error: { message: expect.stringContaining('Web pages') } });
    }
    expect(lines).toEqual([]);
  });

  test.each([
    [{ host: 'workspace:8000' }],
    [{ host: 'host.docker.internal:4711' }],
    [{ host: '10.0.0.7' }],
    [{ origin: 'http://localhost:6274' }],
    [{ origin: 'http://[::1]:6274' }],
  ])('%j is let in', async (headers) => {
    expect((await send(url + get.tool, { body: get.body, headers })).status).toBe(200);
    expect(lines.length).toBe(1);
  });
});

describe('MCP', () => {
  const rpc = async (message: object, headers: object = {}) => {
    const { status, text } = await send(`${url}/mcp`, { body: JSON.stringify({ jsonrpc: '2.0', id: 1, ...message }), headers });
    return { status, ...(JSON.parse(text) as { readonly result?: object; readonly error?: { readonly code: number } }) };
  };

  test.each(['nope', 'resources/list', 'prompts/get', 'tools/delete', '__proto__', 'seal'])(
    'the method %s is unknown: -32601',
    async (method) => {
      expect(await rpc({ method })).toMatchObject({ error: { code: -32601 } });
      expect(lines).toEqual([]);
    },
  );

  test('there are no sessions: one that a client thinks it has changes nothing, and none is given out', async () => {
    const call = { method: 'tools/call', params: { name: 'helpdesk_get_ticket', arguments: { id: 'TIC-99' } } };
    for (const session of ['0b6e', 'not there any more', '../..'])
      expect(await rpc(call, { 'mcp-session-id': session })).toMatchObject({ status: 200, result: { content: [{}] } });
    expect(lines.length).toBe(3);
    const ended = await send(`${url}/mcp`, { method: 'DELETE', headers: { 'mcp-session-id': '0b6e' } });
    expect(ended.status).toBe(405);
    const opened = await fetch(`${url}/mcp`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        jsonrpc: '2.0',
        id: 1,
        method: 'initialize',
        params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'test', version: '1' } },
      }),
    });
    expect([opened.status, opened.headers.get('mcp-session-id')]).toEqual([200, null]);
  });
});

describe('the slow', () => {
  const head = `POST ${get.tool} HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\n`;
  test.each([
    ['says nothing', ''],
    ['never ends its head', 'POST /tools/reply HTTP/1.1\r\nhost: x\r\n'],
    ['never ends its body', `${head}content-length: 100\r\n\r\n{"id":`],
    ['never ends its last chunk', `${head}transfer-encoding: chunked\r\n\r\n5\r\n{"id"\r\n`],
  ])('one that %s is sent away, and nobody waits for it', async (_title, begun) => {
    const slow = await opened();
    const ended = untilClosed(slow);
    slow.write(begun);
    // A byte now and then does not help.
    const drip = setInterval(() => begun !== '' && slow.writable && slow.write('x'), 100);
    expect((await send(url + get.tool, { body: get.body })).status).toBe(200);
    expect(await ended).toMatch(begun === '' ? /^(HTTP\/1\.1 408 .*)?$/s : /^HTTP\/1\.1 4\d\d /);
    clearInterval(drip);
    expect(lines.length).toBe(1);
  });

  test('one that goes away in the middle leaves no line', async () => {
    const gone = await opened();
    gone.write(`${head}content-length: 100\r\n\r\n{"id":`);
    await expect.poll(() => connections()).toBe(1);
    gone.destroy();
    await expect.poll(() => connections()).toBe(0);
    expect((await send(url + get.tool, { body: get.body })).status).toBe(200);
    expect(lines.length).toBe(1);
  });
});

test('what is no HTTP is refused', async () => {
  const socket = await opened();
  const ended = untilClosed(socket);
  socket.write('\x16\x03\x01\x02\0\x01\0\x01\xfc\x03\x03 hello\r\n\r\n');
  expect(await ended).toMatch(/^HTTP\/1\.1 400 /);
  expect(lines).toEqual([]);
});

test('more connections than any agent needs are not taken: sealing needs files, too', async () => {
  const many = await Promise.all(Array.from({ length: 560 }, () => opened()));
  await expect.poll(() => connections()).toBeLessThanOrEqual(512);
  await expect.poll(() => many.filter((socket) => socket.closed).length).toBeGreaterThanOrEqual(48);
  for (const socket of many) socket.destroy();
  await expect.poll(() => connections()).toBe(0);
  expect((await send(url + get.tool, { body: get.body })).status).toBe(200);
});

function port(): number {
  return (faces.address() as AddressInfo).port;
}

function connections(): Promise<number> {
  return new Promise((resolve, reject) => faces.getConnections((error, count) => (error ? reject(error) : resolve(count))));
}

function opened(): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect(port(), '127.0.0.1', () => resolve(socket));
    socket.on('error', reject);
    socket.resume();
    sockets.push(socket);
  });
}

/** Everything that came until the other side closed. */
function untilClosed(socket: Socket): Promise<string> {
  let text = '';
  socket.setEncoding('latin1').on('data', (part: string) => {
    text += part;
  });
  return new Promise((resolve) => socket.once('close', () => resolve(text)));
}
