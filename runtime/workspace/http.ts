// The HTTP face: tools as plain requests, their descriptions, health, and MCP at /mcp. It has no way to reset, seal or read the log.
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { Json } from '#grader/evidence/types.ts';
import { answerJson, answerText } from './answer-text.ts';
import { type Body, parseForm, parseJson, readBody } from './body.ts';
import { toolHelp, toolsHelp } from './help.ts';
import { createMcpFace } from './mcp.ts';
import { type ToolListing, toolList } from './schema.ts';
import type { Answer, Desk, Office, RefusalCode, Unread } from './types.ts';

/** Milliseconds that a sender has for the head of a request, and for all of it. */
export interface Patience {
  readonly head: number;
  readonly whole: number;
}

const PATIENCE: Patience = { head: 10_000, whole: 30_000 };

/** Connections at a time. Whoever opens more than any agent needs must not take the files that sealing needs. */
const MOST_CONNECTIONS = 512;

/** Not yet listening. */
export function createFaces(office: Office, desk: Desk, { head, whole }: Patience = PATIENCE): Server {
  const listings = toolList(office);
  const mcp = createMcpFace(desk, listings);
  const times = { headersTimeout: head, requestTimeout: whole, connectionsCheckingInterval: Math.min(1_000, head) };
  const server = createServer(times, (request, response) => {
    answer(request, response).catch(() => {
      if (!response.headersSent) sendRefusal({ request, response, status: 500, code: 'internal', message: 'The office failed to answer.' });
      else response.destroy();
    });
  });
  server.maxConnections = MOST_CONNECTIONS;
  return server;

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (isFromPage(request)) return refusePage(request, response);
    const path = pathOf(request);
    const [area, ...rest] = path ?? [];
    if (area === 'health' && rest.length === 0) {
      if (allow(request, response, ['GET', 'HEAD'])) await health(response);
    } else if (area === 'mcp' && rest.length === 0) {
      if (allow(request, response, ['POST'])) await postMcp(request, response);
    } else if (area === 'tools' && rest.length <= 2) {
      const name = rest.join('.');
      if (request.method === 'POST' && name !== '') await postTool(request, response, name);
      else if (allow(request, response, name === '' ? ['GET', 'HEAD'] : ['GET', 'HEAD', 'POST'])) describe(request, response, name);
    } else {
      nothingHere(request, response);
    }
  }

  function nothingHere(request: IncomingMessage, response: ServerResponse): void {
    request.resume();
    sendRefusal({
      request,
      response,
      status: 404,
      code: 'unknown_tool',
      message: 'There is nothing here.',
      hint: 'GET /tools lists the tools; POST /tools/SERVICE/TOOL uses one.',
    });
  }

  function refusePage(request: IncomingMessage, response: ServerResponse): void {
    request.resume();
    const message = 'Web pages of other places cannot use the office.';
    sendRefusal({ request, response, status: 403, code: 'wrong_argument', message, hint: 'Send no Origin header.' });
  }

  /** Healthy means that the protocol works, not only that the port is open. */
  async function health(response: ServerResponse): Promise<void> {
    const probe = await mcp.post({ jsonrpc: '2.0', id: 1, method: 'tools/list' }, new Headers());
    const listed = toolsIn(await probe.json());
    const healthy = probe.ok && listed === listings.length;
    send(response, healthy ? 200 : 500, 'application/json', JSON.stringify({ ok: healthy, tools: listed }));
  }

  async function postMcp(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await readBody(request);
    if (!body.ok) return sendRpcError(response, body.status, -32700, body.message);
    if (kindOf(request) !== 'json') return sendRpcError(response, 415, -32700, 'The body has to be application/json.');
    const parsed = parseJson(body.text);
    if (typeof parsed !== 'object' || parsed === null) return sendRpcError(response, 400, -32700, 'The body is no JSON-RPC message.');
    let answered: Response;
    try {
      answered = await mcp.post(
        parsed,
        new Headers(
          Object.entries(request.headers).flatMap(([name, value]) =>
            typeof value === 'string' ? [[name, value] as [string, string]] : [],
          ),
        ),
      );
    } catch {
      return sendRpcError(response, 400, -32600, 'The message could not be understood.');
    }
    send(response, answered.status, answered.headers.get('content-type') ?? 'application/json', await answered.text());
  }

  async function postTool(request: IncomingMessage, response: ServerResponse, tool: string): Promise<void> {
    const body = await readBody(request);
    const read = argumentsIn(request, body);
    if (!('unread' in read)) return sendAnswer(request, response, desk.call({ tool, args: read.args, via: 'http' }));
    const { status, unread } = read;
    const answered = desk.call({ tool, args: undefined, via: 'http', unread });
    // A closed office says so instead.
    sendAnswer(request, response, answered, !answered.ok && answered.error.message === unread.message ? status : undefined);
  }

  function describe(request: IncomingMessage, response: ServerResponse, name: string): void {
    const service = office.services.find((one) => one.name === name);
    const listing = listings.find((one) => one.name === name);
    if (name !== '' && service === undefined && listing === undefined) {
      const message = `There is no tool ${JSON.stringify(name.slice(0, 80))}.`;
      sendRefusal({ request, response, status: 404, code: 'unknown_tool', message, hint: 'GET /tools lists the tools.' });
      return;
    }
    if (wantsText(request)) {
      const help = listing === undefined ? toolsHelp(listings, office.services, service?.name) : toolHelp(listing);
      send(response, 200, 'text/plain', help);
      return;
    }
    const chosen =
      listing === undefined ? listings.filter((one) => service === undefined || one.name.startsWith(`${service.name}.`)) : [listing];
    send(response, 200, 'application/json', JSON.stringify({ ok: true, result: { tools: chosen.map(described) } }));
  }
}

/** The arguments in a body, or why there are none and with which status that is answered. */
function argumentsIn(
  request: IncomingMessage,
  body: Body,
): { readonly args: unknown } | { readonly status: number; readonly unread: Unread } {
  const { bytes } = body;
  const unread = (status: number, message: string, hint?: string) => ({
    status,
    unread: { code: status === 413 ? ('too_large' as const) : ('wrong_argument' as const), message, bytes, ...(hint && { hint }) },
  });
  if (!body.ok) return unread(body.status, body.message);
  const kind = kindOf(request);
  if (kind === undefined && body.text !== '') {
    const hint = 'Send application/json or application/x-www-form-urlencoded.';
    return unread(415, 'The body is of a kind that is not taken.', hint);
  }
  // curl calls everything a form that it is not told to be something else, and no argument begins with a brace.
  if (kind !== 'form' || body.text.trimStart().startsWith('{')) return { args: parseJson(body.text) };
  const args = parseForm(body.text);
  return args === undefined ? unread(400, 'The form holds escapes that are not valid UTF-8.') : { args };
}

function described({ name, title, description, inputSchema, annotations }: ToolListing): Json {
  return { name, title, description, inputSchema: { ...inputSchema }, annotations: { ...annotations } };
}

/** How the answer goes out: as JSON, or for shells the bare result, or the error in words. */
function sendAnswer(request: IncomingMessage, response: ServerResponse, answer: Answer, otherStatus?: number): void {
  const status = otherStatus ?? (answer.ok ? 200 : STATUS[answer.error.code]);
  if (!answer.ok && answer.error.retry_after !== undefined) response.setHeader('retry-after', answer.error.retry_after);
  if (wantsText(request)) send(response, status, 'text/plain', `${answerText(answer)}\n`);
  else send(response, status, 'application/json', answerJson(answer));
}

const STATUS: { readonly [code in RefusalCode]: number } = {
  unknown_tool: 404,
  wrong_argument: 400,
  not_found: 400,
  conflict: 409,
  too_large: 413,
  closed: 400,
  internal: 500,
  unavailable: 503,
  rate_limited: 429,
  timeout: 504,
};

interface RefusalAnswer {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly status: number;
  readonly code: RefusalCode;
  readonly message: string;
  readonly hint?: string;
}

/** Refused at the door: nothing of it reached a tool. */
function sendRefusal({ request, response, status, code, message, hint }: RefusalAnswer): void {
  const answer: Answer = { ok: false, error: { code, message, ...(hint === undefined ? {} : { hint }) } };
  if (wantsText(request)) send(response, status, 'text/plain', `${answerText(answer)}\n`);
  else send(response, status, 'application/json', answerJson(answer));
}

function sendRpcError(response: ServerResponse, status: number, code: number, message: string): void {
  send(response, status, 'application/json', JSON.stringify({ jsonrpc: '2.0', id: null, error: { code, message } }));
}

function send(response: ServerResponse, status: number, type: string, text: string): void {
  response.writeHead(status, {
    'content-type': type.includes('charset') ? type : `${type}; charset=utf-8`,
    'content-length': Buffer.byteLength(text),
    ...(status === 413 ? { connection: 'close' } : {}),
  });
  // As text, head and body go out as one.
  response.end(text);
}

/** Whether the method is one of these; otherwise answers 405. */
function allow(request: IncomingMessage, response: ServerResponse, methods: readonly string[]): boolean {
  if (methods.includes(request.method ?? '')) return true;
  request.resume();
  response.setHeader('allow', methods.join(', '));
  sendRefusal({ request, response, status: 405, code: 'wrong_argument', message: `Only ${methods.join(' and ')} can be used here.` });
  return false;
}

/**
 * Whether a browser sends this for a page that is not of this machine. Any Host is taken, since the office has other names in other
 * networks, so a page whose name was made to lead here is known by its Origin, which browsers put on every POST and nobody else does.
 */
function isFromPage({ headers: { origin } }: IncomingMessage): boolean {
  return origin !== undefined && !/^https?:\/\/(?:localhost|127\.0\.0\.1|\[::1\])(?::\d+)?$/i.test(origin);
}

/** The path in parts; undefined where an escape in it is broken. */
function pathOf(request: IncomingMessage): string[] | undefined {
  const [path = ''] = (request.url ?? '').split('?');
  try {
    return path
      .split('/')
      .filter((part) => part !== '')
      .map(decodeURIComponent);
  } catch {
    return undefined;
  }
}

/** A body without a declared kind is taken for JSON. */
function kindOf(request: IncomingMessage): 'json' | 'form' | undefined {
  if (request.headers['content-encoding'] !== undefined && request.headers['content-encoding'] !== 'identity') return undefined;
  const type = (request.headers['content-type'] ?? 'application/json').split(';')[0]?.trim().toLowerCase();
  return type === 'application/json' ? 'json' : type === 'application/x-www-form-urlencoded' ? 'form' : undefined;
}

function wantsText(request: IncomingMessage): boolean {
  const accept = request.headers.accept ?? '';
  return accept.includes('text/plain') && !accept.includes('application/json');
}

function toolsIn(body: unknown): number | undefined {
  const result = typeof body === 'object' && body !== null && 'result' in body ? body.result : undefined;
  const tools = typeof result === 'object' && result !== null && 'tools' in result ? result.tools : undefined;
  return Array.isArray(tools) ? tools.length : undefined;
}
