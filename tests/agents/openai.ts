// The Chat Completions API, as OpenAI and most endpoints of one's own speak it, as a face of the scripted model.
import type { ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Asked, Face } from './model-api.ts';
import { type Answer, type Say, type Stop, USAGE } from './script.ts';

type Saying = Extract<Answer, { say: unknown }>;

export const openai: Face = {
  path: '/v1/chat/completions',
  read,

  async say(response, answer, asked) {
    const completion = completionOf(answer, asked);
    if (!asked.stream) {
      response.writeHead(200, { 'content-type': 'application/json' });
      response.end(
        JSON.stringify({ ...completion.base, object: 'chat.completion', choices: [completion.choice], usage: completion.usage }),
      );
      return;
    }
    open(response);
    const { message, finish_reason } = completion.choice;
    const piece = (delta: object, finish: string | null = null): void =>
      event(response, { ...completion.base, object: 'chat.completion.chunk', choices: [{ index: 0, delta, finish_reason: finish }] });
    piece({ role: 'assistant', content: '' });
    if (message.reasoning_content !== undefined) piece({ reasoning_content: message.reasoning_content });
    if (message.content !== null) piece({ content: message.content });
    if (answer.pause !== undefined) await sleep(answer.pause);
    for (const [index, call] of (message.tool_calls ?? []).entries()) piece({ tool_calls: [{ index, ...call }] });
    piece({}, finish_reason);
    event(response, { ...completion.base, object: 'chat.completion.chunk', choices: [], usage: completion.usage });
    response.end('data: [DONE]\n\n');
  },

  begin(response, asked) {
    open(response);
    const { base } = completionOf({ say: [] }, asked);
    event(response, {
      ...base,
      object: 'chat.completion.chunk',
      choices: [{ index: 0, delta: { role: 'assistant' }, finish_reason: null }],
    });
  },

  fail(response, message) {
    event(response, { error: { message, type: 'server_error', code: null } });
    response.end();
  },

  error: (status, type, message) => ({
    error: { message, type: type ?? TYPES[status] ?? 'server_error', param: null, code: type ?? null },
  }),
};

/** What the service calls an error of a status. */
const TYPES: Readonly<Record<number, string>> = {
  400: 'invalid_request_error',
  401: 'authentication_error',
  403: 'permission_error',
  404: 'not_found_error',
  429: 'rate_limit_error',
};

const FINISH: Readonly<Record<Stop, string>> = {
  end_turn: 'stop',
  tool_use: 'tool_calls',
  max_tokens: 'length',
  refusal: 'content_filter',
};

interface Message {
  readonly role: 'assistant';
  readonly content: string | null;
  readonly reasoning_content?: string;
  readonly tool_calls?: readonly object[];
}

let made = 0;

/** Ids that differ within a process. */
function fresh(prefix: string): string {
  made += 1;
  return `${prefix}${String(made).padStart(8, '0')}${process.pid.toString(36)}`;
}

function read(body: unknown): Asked | null {
  if (!isObject(body) || !Array.isArray(body.messages) || typeof body.model !== 'string') return null;
  const messages = body.messages
    .filter(isObject)
    .filter(({ role }) => role !== 'system' && role !== 'developer')
    .map(({ role, content }) => ({
      role: role === 'assistant' ? ('model' as const) : role === 'user' ? ('person' as const) : ('other' as const),
      texts: textsOf(content),
    }));
  return { model: body.model, stream: body.stream === true, messages };
}

function textsOf(content: unknown): readonly string[] {
  if (typeof content === 'string') return [content];
  if (!Array.isArray(content)) return [];
  return content.flatMap((part: unknown) => (isObject(part) && typeof part.text === 'string' ? [part.text] : []));
}

function completionOf(
  answer: Saying,
  { model }: Asked,
): {
  readonly base: object;
  readonly choice: { readonly index: 0; readonly message: Message; readonly finish_reason: string };
  readonly usage: object;
} {
  const calls = answer.say.flatMap(callOf);
  const texts = answer.say.filter((say) => typeof say === 'string');
  const thoughts = answer.say.flatMap((say) => (typeof say === 'object' && 'thinking' in say ? [say.thinking] : []));
  const stop = answer.stop ?? (calls.length > 0 ? 'tool_use' : 'end_turn');
  const { input, cacheWrite, cacheRead, output } = { ...USAGE, ...answer.usage };
  const prompt = input + cacheWrite + cacheRead;
  return {
    base: { id: fresh('chatcmpl-'), created: 1_700_000_000, model },
    choice: {
      index: 0,
      message: {
        role: 'assistant',
        content: texts.length === 0 ? null : texts.join('\n'),
        ...(thoughts.length === 0 ? {} : { reasoning_content: thoughts.join('\n') }),
        ...(calls.length === 0 ? {} : { tool_calls: calls }),
      },
      finish_reason: FINISH[stop],
    },
    // Cached ones are part of the prompt here.
    usage: {
      prompt_tokens: prompt,
      completion_tokens: output,
      total_tokens: prompt + output,
      prompt_tokens_details: { cached_tokens: cacheRead },
    },
  };
}

function callOf(say: Say): readonly object[] {
  if (typeof say === 'string' || 'thinking' in say) return [];
  return [{ id: say.id ?? fresh('call_'), type: 'function', function: { name: say.tool, arguments: JSON.stringify(say.input) } }];
}

function open(response: ServerResponse): void {
  response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-cache' });
}

function event(response: ServerResponse, data: object): void {
  response.write(`data: ${JSON.stringify(data)}\n\n`);
}

function isObject(value: unknown): value is { readonly [key: string]: unknown } {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
