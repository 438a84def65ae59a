// The Messages API of Anthropic as a face of the scripted model: JSON and server-sent events.
import type { ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Asked, Face } from './model-api.ts';
import { type Answer, type Say, type ScriptUsage, type Stop, USAGE } from './script.ts';

type Saying = Extract<Answer, { say: unknown }>;

export const anthropic: Face = {
  path: '/v1/messages',
  read,

  async say(response, answer, asked) {
    const message = messageOf(answer, asked);
    if (!asked.stream) {
      response.writeHead(200, { 'content-type': 'application/json' });
      response.end(JSON.stringify(message));
      return;
    }
    open(response);
    event(response, startOf(message));
    for (const [index, block] of message.content.entries()) {
      for (const piece of piecesOf(block, index)) event(response, piece);
      if (answer.pause !== undefined) await sleep(answer.pause);
    }
    const { stop_reason, usage } = message;
    event(response, { type: 'message_delta', delta: { stop_reason, stop_sequence: null }, usage: { output_tokens: usage.output_tokens } });
    event(response, { type: 'message_stop' });
    response.end();
  },

  begin(response, asked) {
    open(response);
    event(response, startOf(messageOf({ say: [] }, asked)));
  },

  fail(response, message) {
    event(response, { type: 'error', error: { type: 'overloaded_error', message } });
    response.end();
  },

  error: (status, type, message) => ({ type: 'error', error: { type: type ?? TYPES[status] ?? 'api_error', message } }),
};

/** What the service calls an error of a status. */
const TYPES: Readonly<Record<number, string>> = {
  400: 'invalid_request_error',
  401: 'authentication_error',
  403: 'permission_error',
  404: 'not_found_error',
  413: 'request_too_large',
  429: 'rate_limit_error',
  529: 'overloaded_error',
};

interface Event {
  readonly type: string;
  readonly [key: string]: unknown;
}

interface Message {
  readonly id: string;
  readonly type: 'message';
  readonly role: 'assistant';
  readonly model: string;
  readonly content: readonly Block[];
  readonly stop_reason: Stop;
  readonly stop_sequence: null;
  readonly usage: { readonly output_tokens: number; readonly [key: string]: number };
}

type Block =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'thinking'; readonly thinking: string; readonly signature: string }
  | { readonly type: 'tool_use'; readonly id: string; readonly name: string; readonly input: object };

let made = 0;

/** Ids that differ within a process, of the service's own look. */
function fresh(prefix: string): string {
  made += 1;
  return `${prefix}_${String(made).padStart(8, '0')}${process.pid.toString(36)}`;
}

function read(body: unknown): Asked | null {
  if (!isObject(body) || !Array.isArray(body.messages) || typeof body.model !== 'string') return null;
  const messages = body.messages.filter(isObject).map(({ role, content }) => ({
    role: role === 'assistant' ? ('model' as const) : role === 'user' ? ('person' as const) : ('other' as const),
    // Clients put notes of their own before what the person said.
    texts: textsOf(content).filter((text) => !text.startsWith('<system-reminder>')),
  }));
  return { model: body.model, stream: body.stream === true, messages };
}

function textsOf(content: unknown): readonly string[] {
  if (typeof content === 'string') return [content];
  if (!Array.isArray(content)) return [];
  return content.flatMap((part: unknown) => (isObject(part) && typeof part.text === 'string' ? [part.text] : []));
}

function messageOf(answer: Saying, { model }: Asked): Message {
  const content = answer.say.map(blockOf);
  const stop = answer.stop ?? (content.some(({ type }) => type === 'tool_use') ? 'tool_use' : 'end_turn');
  const usage = usageOf({ ...USAGE, ...answer.usage });
  return { id: fresh('msg'), type: 'message', role: 'assistant', model, content, stop_reason: stop, stop_sequence: null, usage };
}

function blockOf(say: Say): Block {
  if (typeof say === 'string') return { type: 'text', text: say };
  if ('thinking' in say) return { type: 'thinking', thinking: say.thinking, signature: 'c2NyaXB0ZWQ=' };
  return { type: 'tool_use', id: say.id ?? fresh('toolu'), name: say.tool, input: say.input };
}

function usageOf(usage: ScriptUsage): Message['usage'] {
  return {
    input_tokens: usage.input,
    cache_creation_input_tokens: usage.cacheWrite,
    cache_read_input_tokens: usage.cacheRead,
    output_tokens: usage.output,
  };
}

/** A stream opens before anything was said, so it cannot know how long the answer will be. */
function startOf(message: Message): Event {
  return { type: 'message_start', message: { ...message, content: [], stop_reason: null, usage: { ...message.usage, output_tokens: 1 } } };
}

function piecesOf(block: Block, index: number): readonly Event[] {
  const delta = (piece: object): Event => ({ type: 'content_block_delta', index, delta: piece });
  const start = (empty: object): Event => ({ type: 'content_block_start', index, content_block: empty });
  const stop = { type: 'content_block_stop', index };
  switch (block.type) {
    case 'text':
      return [start({ type: 'text', text: '' }), delta({ type: 'text_delta', text: block.text }), stop];
    case 'thinking':
      return [
        start({ type: 'thinking', thinking: '', signature: '' }),
        delta({ type: 'thinking_delta', thinking: block.thinking }),
        delta({ type: 'signature_delta', signature: block.signature }),
        stop,
      ];
    case 'tool_use':
      return [start({ ...block, input: {} }), delta({ type: 'input_json_delta', partial_json: JSON.stringify(block.input) }), stop];
  }
}

function open(response: ServerResponse): void {
  response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-cache' });
}

function event(response: ServerResponse, data: Event): void {
  response.write(`event: ${data.type}\ndata: ${JSON.stringify(data)}\n\n`);
}

function isObject(value: unknown): value is { readonly [key: string]: unknown } {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
