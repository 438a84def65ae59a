// The MCP face: streamable HTTP, stateless, answers as plain JSON. The only file that imports the MCP SDK.
import {
  type CallToolResult,
  createMcpHandler,
  isLegacyRequest,
  type ListToolsResult,
  Server,
  WebStandardStreamableHTTPServerTransport,
} from '@modelcontextprotocol/server';
import { answerText } from './answer-text.ts';
import type { ToolListing } from './schema.ts';
import type { Answer, Desk } from './types.ts';

export interface McpFace {
  /** Answers one POST whose body was read and parsed already. */
  post(body: unknown, headers: Headers): Promise<Response>;
}

export function createMcpFace(desk: Pick<Desk, 'call'>, listings: readonly ToolListing[]): McpFace {
  const names = new Map(listings.map((listing) => [listing.mcpName, listing.name]));
  // The SDK's type wants arrays it may change; a copy is one.
  const tools = structuredClone(
    listings.map(({ mcpName, name: _, ...listing }) => ({ name: mcpName, ...listing })),
  ) as unknown as ListToolsResult['tools'];

  return {
    async post(body, headers) {
      const held: unknown[] = [];
      const parsedBody = Array.isArray(body) ? body.map((message) => hold(message, held)) : hold(body, held);
      const request = new Request('http://desk/mcp', { method: 'POST', headers: plainHeaders(headers), body: '{}' });
      // Clients of 2025's protocol open with `initialize`, later ones send everything with each request. We serve both.
      if (!(await isLegacyRequest(request, parsedBody))) {
        const handler = createMcpHandler(() => serverFor(held), { legacy: 'reject' });
        return handler.fetch(request, { parsedBody });
      }
      const server = serverFor(held);
      const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true });
      await server.connect(transport);
      return transport.handleRequest(request, { parsedBody });
    },
  };

  function serverFor(held: readonly unknown[]): Server {
    const server = new Server({ name: 'desk', title: 'Office', version: '1.0.0' }, { capabilities: { tools: {} } });
    server.setRequestHandler('tools/list', () => ({ tools }));
    server.setRequestHandler('tools/call', ({ params }) => {
      const id = TOOL_USE_KEYS.map((key) => params._meta?.[key]).find((value) => typeof value === 'string');
      const answer = desk.call({
        tool: names.get(params.name) ?? params.name,
        args: heldArguments(params.arguments, held),
        via: 'mcp',
        ...(typeof id === 'string' ? { toolUse: id } : {}),
      });
      return { content: contentOf(answer), ...(answer.ok ? {} : { isError: true }) };
    });
    return server;
  }
}

/** The text, and the picture after it. */
function contentOf(answer: Answer): CallToolResult['content'] {
  const text = { type: 'text' as const, text: answerText(answer) };
  if (!answer.ok || answer.picture === undefined) return [text];
  const { type, bytes } = answer.picture;
  return [text, { type: 'image', data: Buffer.from(bytes).toString('base64'), mimeType: type }];
}

/** Where a client may say its own id of a call, so that its log and ours can be laid side by side: the first is for anybody. */
const TOOL_USE_KEYS = ['slipway/toolUseId', 'claudecode/toolUseId'];

/**
 * Takes the arguments of a tool call out of the message and leaves a number in their place. They go around the SDK, so that they
 * reach the log as they were sent: the SDK answers odd ones itself and drops some keys.
 */
function hold(message: unknown, held: unknown[]): unknown {
  if (!isObject(message) || message.method !== 'tools/call' || !isObject(message.params)) return message;
  const params = message.params;
  if (!Object.hasOwn(params, 'arguments')) return message;
  held.push(params.arguments);
  return { ...message, params: { ...params, arguments: { held: held.length - 1 } } };
}

function heldArguments(given: unknown, held: readonly unknown[]): unknown {
  return isObject(given) && typeof given.held === 'number' ? held[given.held] : undefined;
}

function isObject(value: unknown): value is { readonly [key: string]: unknown } {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The headers the protocol knows. What the client accepts is not asked: the answer is JSON, which every client of it takes. */
function plainHeaders(headers: Headers): Headers {
  const plain = new Headers({ accept: 'application/json, text/event-stream', 'content-type': 'application/json' });
  for (const [name, value] of headers) if (name.startsWith('mcp-')) plain.set(name, value);
  return plain;
}
