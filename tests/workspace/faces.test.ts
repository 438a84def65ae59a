// The HTTP and MCP faces of a real server process.
import { readFileSync } from 'node:fs';
import { request as rawRequest } from 'node:http';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { AuditEntry } from '#grader/evidence/types.ts';
import { toolList } from '#workspace/schema.ts';
import { exampleOffice, type Running, startServer } from './harness.ts';

let server: Running;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.stop());

function logged(): AuditEntry[] {
  return readFileSync(join(server.evidence, 'audit.jsonl'), 'utf8')
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as AuditEntry);
}

async function post(
  path: string,
  body: string | Uint8Array<ArrayBuffer>,
  headers: Record<string, string> = { 'content-type': 'application/json' },
) {
  const response = await fetch(server.url + path, { method: 'POST', body, headers });
  const text = await response.text();
  return {
    status: response.status,
    text,
    json: text.startsWith('{')
      ? (JSON.parse(text) as { readonly ok?: boolean; readonly result?: unknown; readonly error?: { readonly code: string } })
      : undefined,
  };
}

const form = { 'content-type': 'application/x-www-form-urlencoded' };

describe('HTTP', () => {
  test('health runs the protocol', async () => {
    const response = await fetch(`${server.url}/health`);
    expect([response.status, await response.json()]).toEqual([200, { ok: true, tools: toolList(exampleOffice()).length }]);
  });

  test('lists tools with schemas, or in words', async () => {
    const listed = (await (await fetch(`${server.url}/tools`)).json()) as {
      readonly result: { readonly tools: readonly { readonly name: string }[] };
    };
    expect(listed.result.tools.map((tool) => tool.name)).toEqual(toolList(exampleOffice()).map((tool) => tool.name));
    const words = async (path: string) => (await fetch(server.url + path, { headers: { accept: 'text/plain' } })).text();
    expect(await words('/tools')).toMatch(/helpdesk update_ticket +Change a ticket/);
    expect(await words('/tools/helpdesk')).not.toMatch(/contacts/);
    expect(await words('/tools/helpdesk/update_ticket')).toMatch(/--priority \(one of: low, normal, high, urgent\)/);
    expect(await words('/tools/reply')).toMatch(/--message \(text, required\)/);
  });

  test.each<[string, string, string | Uint8Array<ArrayBuffer>, Record<string, string>, number, object]>([
    [
      'JSON',
      '/tools/helpdesk/get_ticket',
      '{"id":"TIC-99"}',
      { 'content-type': 'application/json; charset=UTF-8' },
      200,
      { ok: true, result: { id: 'TIC-99' } },
    ],
    [
      'JSON with a byte order mark',
      '/tools/helpdesk/get_ticket',
      '\ufeff{"id":"TIC-99"}',
      { 'content-type': 'application/json' },
      200,
      { ok: true },
    ],
    ['a form', '/tools/helpdesk/get_ticket', 'id=TIC-99', form, 200, { ok: true }],
    ['JSON that curl calls a form', '/tools/helpdesk/get_ticket', ' {"id": "TIC-99"}', form, 200, { ok: true, result: { id: 'TIC-99' } }],
    ['what begins as JSON in a form', '/tools/helpdesk/get_ticket', '{"id": TIC', form, 400, { error: { code: 'wrong_argument' } }],
    [
      'a form with a list',
      '/tools/helpdesk/update_ticket',
      'id=TIC-99&tags=a+b&tags=%E2%82%AC',
      form,
      200,
      { result: { tags: ['a b', '€'] } },
    ],
    ['an empty body', '/tools/helpdesk/list_tickets', '', form, 200, { ok: true, result: { total: 3 } }],
    ['an unknown tool', '/tools/helpdesk/nothing', '{}', { 'content-type': 'application/json' }, 404, { error: { code: 'unknown_tool' } }],
    [
      'an unknown record',
      '/tools/helpdesk/get_ticket',
      '{"id":"x"}',
      { 'content-type': 'application/json' },
      400,
      { error: { code: 'not_found' } },
    ],
    [
      'text that is no JSON',
      '/tools/helpdesk/get_ticket',
      '{id: x}',
      { 'content-type': 'application/json' },
      400,
      { error: { code: 'wrong_argument', hint: expect.stringContaining('JSON') } },
    ],
    ['a JSON list', '/tools/helpdesk/get_ticket', '[]', { 'content-type': 'application/json' }, 400, { error: { code: 'wrong_argument' } }],
    ['another kind of body', '/tools/reply', 'hello', { 'content-type': 'text/plain' }, 415, { ok: false }],
    ['a packed body', '/tools/reply', 'xx', { 'content-type': 'application/json', 'content-encoding': 'gzip' }, 415, { ok: false }],
    [
      'invalid UTF-8',
      '/tools/reply',
      new Uint8Array([0x7b, 0xff, 0x7d]),
      { 'content-type': 'application/json' },
      400,
      { error: { message: 'The body is not valid UTF-8.' } },
    ],
    ['an invalid escape', '/tools/reply', 'message=%ff', form, 400, { error: { message: expect.stringContaining('escapes') } }],
    ['10 MB', '/tools/reply', 'x'.repeat(10_000_000), form, 413, { error: { code: 'too_large' } }],
    [
      'half a megabyte of arguments',
      '/tools/reply',
      JSON.stringify({ message: 'x'.repeat(500_000) }),
      { 'content-type': 'application/json' },
      413,
      { error: { code: 'too_large' } },
    ],
    ['deep nesting', '/tools/reply', `${'['.repeat(400_000)}${']'.repeat(400_000)}`, { 'content-type': 'application/json' }, 413, {}],
    [
      'a key of the prototype',
      '/tools/reply',
      '{"message":"x","__proto__":{"a":1}}',
      { 'content-type': 'application/json' },
      400,
      { error: { code: 'wrong_argument' } },
    ],
    ['nowhere', '/admin/reset', '{}', { 'content-type': 'application/json' }, 404, { ok: false }],
    ['health, posted', '/health', '{}', { 'content-type': 'application/json' }, 405, { ok: false }],
  ])('%s', async (_title, path, body, headers, status, json) => {
    const answer = await post(path, body, headers);
    expect(answer.json).toMatchObject(json);
    expect(answer.status).toBe(status);
  });

  test('answers shells in words', async () => {
    const plain = { accept: 'text/plain', ...form };
    expect(await post('/tools/helpdesk/get_ticket', 'id=TIC-99', plain)).toMatchObject({
      status: 200,
      text: expect.stringMatching(/^\{"id":"TIC-99".*\}\n$/),
    });
    expect(await post('/tools/helpdesk/get_ticket', 'id=no', plain)).toMatchObject({
      status: 400,
      text: 'There is no ticket with the id "no".\nhelpdesk.list_tickets shows the ids.\n',
    });
  });

  test('takes any Host, since compose names are its address', async () => {
    const status = await new Promise((resolve, reject) => {
      rawRequest(`${server.url}/health`, { headers: { host: 'workspace:8000' } }, (response) => resolve(response.resume().statusCode))
        .on('error', reject)
        .end();
    });
    expect(status).toBe(200);
  });

  test('keeps the log intact whatever was posted', async () => {
    const before = logged().length;
    const text = '\u2028\n{"seq":1}\r\n🙂 $(x) `y` "';
    await post('/tools/reply', JSON.stringify({ message: text }));
    const entries = logged();
    expect(entries.length).toBe(before + 1);
    expect(entries.map((entry) => entry.seq)).toEqual(entries.map((_, index) => index + 1));
    expect(entries.at(-1)).toMatchObject({ tool: 'reply', args: { message: text }, via: 'http' });
  });
});

describe('MCP', () => {
  type Rpc = { readonly result?: { readonly [key: string]: unknown }; readonly error?: { readonly code: number } };
  let id = 0;
  async function rpc(method: string, params?: object, headers: Record<string, string> = {}): Promise<Rpc & { readonly status: number }> {
    id += 1;
    const response = await fetch(`${server.url}/mcp`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
        'mcp-protocol-version': '2025-06-18',
        ...headers,
      },
      body: JSON.stringify({ jsonrpc: '2.0', id, method, ...(params === undefined ? {} : { params }) }),
    });
    return { ...((await response.json()) as Rpc), status: response.status };
  }
  const call = (name: unknown, args?: unknown, meta?: object) =>
    rpc('tools/call', { name, ...(args === undefined ? {} : { arguments: args }), ...(meta === undefined ? {} : { _meta: meta }) });
  const text = (answer: Rpc) => (answer.result?.content as readonly { readonly text: string }[] | undefined)?.[0]?.text ?? '';

  test('initialize', async () => {
    const answer = await rpc('initialize', { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'test', version: '1' } });
    expect(answer).toMatchObject({
      status: 200,
      result: { protocolVersion: '2025-06-18', capabilities: { tools: {} }, serverInfo: { name: 'desk' } },
    });
    const notified = await fetch(`${server.url}/mcp`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{"jsonrpc":"2.0","method":"notifications/initialized"}',
    });
    expect(notified.status).toBe(202);
  });

  test('tools/list gives our own schemas', async () => {
    const { result } = await rpc('tools/list');
    const tools = result?.tools as readonly { readonly name: string }[];
    const ours = toolList(exampleOffice());
    expect(tools.map((tool) => tool.name)).toEqual(ours.map((tool) => tool.mcpName));
    const {
      name: _,
      mcpName,
      ...listing
    } = ours.find((tool) => tool.name === 'helpdesk.update_ticket') ?? ours[0] ?? { name: '', mcpName: '' };
    expect(tools.find((tool) => tool.name === mcpName)).toEqual({ name: 'helpdesk_update_ticket', ...listing });
    for (const tool of tools) expect(tool.name).toMatch(/^[a-zA-Z0-9_-]{1,50}$/);
  });

  test("tools/call carries the client's id of the call into the log", async () => {
    const answer = await call('helpdesk_update_ticket', { id: 'TIC-204', priority: 'urgent' }, { 'claudecode/toolUseId': 'toolu_01' });
    expect(JSON.parse(text(answer))).toMatchObject({ id: 'TIC-204', priority: 'urgent' });
    expect(answer.result?.isError).toBeUndefined();
    expect(logged().at(-1)).toMatchObject({ tool: 'helpdesk.update_ticket', via: 'mcp', toolUse: 'toolu_01', outcome: 'ok' });
    await call('helpdesk_get_ticket', { id: 'TIC-204' }, { 'slipway/toolUseId': 'call-2' });
    expect(logged().at(-1)).toMatchObject({ tool: 'helpdesk.get_ticket', toolUse: 'call-2' });
    await call('reply', { message: 'done' }, { 'claudecode/toolUseId': 7 });
    expect(logged().at(-1)).not.toHaveProperty('toolUse');
  });

  test.each<[string, unknown, unknown, RegExp]>([
    ['an unknown tool', 'helpdesk_delete_ticket', {}, /There is no tool/],
    ['a missing argument', 'helpdesk_get_ticket', {}, /id is missing/],
    ['no arguments', 'helpdesk_get_ticket', undefined, /id is missing/],
    ['an extra argument', 'helpdesk_get_ticket', { id: 'TIC-99', x: 1 }, /no argument "x"/],
    ['arguments that are text', 'helpdesk_get_ticket', 'TIC-99', /are text, not an object/],
    ['arguments that are a list', 'helpdesk_get_ticket', ['TIC-99'], /are a list, not an object/],
    ['a key of the prototype', 'helpdesk_get_ticket', JSON.parse('{"id":"TIC-99","__proto__":{"x":1}}'), /no argument "__proto__"/],
    ['deep arguments', 'helpdesk_get_ticket', JSON.parse(`${'['.repeat(2000)}${']'.repeat(2000)}`), /nested more than/],
    ['a record that is not there', 'helpdesk_get_ticket', { id: 'TIC-1' }, /There is no ticket.*helpdesk\.list_tickets/s],
  ])('%s is a result with isError, and logged', async (_title, name, args, words) => {
    const before = logged().length;
    const answer = await call(name, args);
    expect(answer).toMatchObject({ status: 200, result: { isError: true } });
    expect(text(answer)).toMatch(words);
    expect(logged().slice(before)).toMatchObject([{ outcome: 'refused', via: 'mcp' }]);
  });

  test('arguments reach the tool as they were sent', async () => {
    const message = 'quotes " \' $(x) `y`\n\u2028 🙂 {"jsonrpc":"2.0"}';
    await call('reply', { message });
    expect(logged().at(-1)?.args).toEqual({ message });
  });

  test('clients of the newest protocol are served too', async () => {
    const meta = {
      'io.modelcontextprotocol/protocolVersion': '2026-07-28',
      'io.modelcontextprotocol/clientCapabilities': {},
      'io.modelcontextprotocol/clientInfo': { name: 'test', version: '1' },
    };
    const params = { name: 'helpdesk_get_ticket', arguments: { id: 'TIC-99' }, _meta: { ...meta, 'claudecode/toolUseId': 'toolu_02' } };
    const answer = await rpc('tools/call', params, {
      'mcp-protocol-version': '2026-07-28',
      'mcp-method': 'tools/call',
      'mcp-name': 'helpdesk_get_ticket',
    });
    expect(answer.error).toBeUndefined();
    expect(JSON.parse(text(answer))).toMatchObject({ id: 'TIC-99' });
    expect(logged().at(-1)).toMatchObject({ toolUse: 'toolu_02' });
  });

  test.each<[string, RequestInit, number]>([
    ['GET', { method: 'GET' }, 405],
    ['DELETE', { method: 'DELETE' }, 405],
    ['no JSON', { method: 'POST', body: 'hello', headers: { 'content-type': 'application/json' } }, 400],
    ['no message', { method: 'POST', body: '{}', headers: { 'content-type': 'application/json' } }, 400],
    ['invalid UTF-8', { method: 'POST', body: new Uint8Array([0x22, 0xff, 0x22]), headers: { 'content-type': 'application/json' } }, 400],
    ['10 MB', { method: 'POST', body: 'x'.repeat(10_000_000), headers: { 'content-type': 'application/json' } }, 413],
    ['a form', { method: 'POST', body: 'a=b', headers: form }, 415],
    [
      'a deep message',
      { method: 'POST', body: `${'['.repeat(100_000)}${']'.repeat(100_000)}`, headers: { 'content-type': 'application/json' } },
      400,
    ],
    [
      'deep metadata',
      {
        method: 'POST',
        body: `{"jsonrpc":"2.0","id":1,"method":"tools/list","params":{"_meta":{"x":${'['.repeat(100_000)}${']'.repeat(100_000)}}}}`,
        headers: { 'content-type': 'application/json' },
      },
      200,
    ],
    [
      'an unknown method',
      { method: 'POST', body: '{"jsonrpc":"2.0","id":1,"method":"nope"}', headers: { 'content-type': 'application/json' } },
      200,
    ],
  ])('%s is answered, and the server lives on', async (_title, init, status) => {
    const response = await fetch(`${server.url}/mcp`, init);
    await response.text();
    expect(response.status).toBe(status);
    expect((await fetch(`${server.url}/health`)).status).toBe(200);
  });
});
