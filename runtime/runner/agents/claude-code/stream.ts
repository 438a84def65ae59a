// Reads what the client prints with `--output-format=stream-json --verbose`, standard error mixed in: one JSON event a line. Pure.
// Lines that are no event, kinds that nobody knows and a last line that was torn off are passed over: versions add and drop kinds.

export interface ClientStream {
  /** Null where the client ended before it began. */
  readonly init: ClientInit | null;
  /** In the order they came, those of sub-agents among them. */
  readonly messages: readonly StreamMessage[];
  /** The last one: where work goes on in the background, there are several. */
  readonly result: ClientResult | null;
  /** What the client was doing when the stream ended: waiting for its API, waiting after the API failed, or something else. */
  readonly state: 'asking' | 'retrying' | 'other';
  /** The last trouble with the API that it tried to sit out. */
  readonly retry: { readonly status: number | null; readonly error: string } | null;
  /** The last lines that are no events: what the client says when it cannot start. */
  readonly noise: string;
}

export interface ClientInit {
  readonly session: string;
  readonly version: string;
  /** Name to status: `connected`, `failed`, `pending`, … */
  readonly servers: ReadonlyMap<string, string>;
}

export type StreamMessage = Said | Got;

interface Placed {
  /** The call that started the sub-agent it belongs to; null = the agent itself. */
  readonly parent: string | null;
  /** ISO 8601; null where the client did not say. */
  readonly time: string | null;
}

/** A part of what a model said: the client prints one event for each part of an answer, all with the answer's id. */
export interface Said extends Placed {
  readonly kind: 'said';
  readonly id: string;
  readonly model: string;
  readonly blocks: readonly SaidBlock[];
  /** Kind of error; then it is the client that speaks, not a model. */
  readonly error: string | null;
  readonly usage: MessageUsage | null;
}

export type SaidBlock =
  | { readonly kind: 'text' | 'thinking'; readonly text: string }
  | { readonly kind: 'call'; readonly id: string; readonly tool: string; readonly input: Readonly<Record<string, unknown>> };

/** What came back: results of calls, or a text for the model. */
export interface Got extends Placed {
  readonly kind: 'got';
  readonly results: readonly CallOutput[];
  readonly text: string;
}

export interface CallOutput {
  readonly call: string;
  readonly text: string;
  readonly failed: boolean;
}

export interface MessageUsage {
  readonly input: number;
  readonly cacheWrite: number;
  readonly cacheRead: number;
  readonly output: number;
}

export interface ClientResult {
  readonly failed: boolean;
  readonly subtype: string;
  /** `completed`, `api_error`, `max_turns`, … */
  readonly reason: string;
  readonly status: number | null;
  readonly stop: string;
  /** The last words, or what went wrong. */
  readonly words: string;
  /** Of the whole session, sub-agents and earlier turns included. */
  readonly usage: MessageUsage | null;
  /** US dollars, of the whole session; null where the client does not know the model's prices. */
  readonly cost: number | null;
}

export function readStream(text: string): ClientStream {
  let init: ClientInit | null = null;
  let result: ClientResult | null = null;
  let retry: ClientStream['retry'] = null;
  let state: ClientStream['state'] = 'other';
  const messages: StreamMessage[] = [];
  const noise: string[] = [];
  const open = new OpenCalls();
  for (const line of text.split('\n')) {
    const event = parsed(line);
    if (event === null) {
      if (!line.startsWith('{') && line.trim() !== '') noise.push(line.trim());
      continue;
    }
    if (event.type === 'system' && event.subtype === 'init') {
      init ??= initOf(event);
      state = 'asking';
    } else if (event.type === 'system' && event.subtype === 'api_retry') {
      retry = { status: numberIn(event.error_status), error: textIn(event.error) };
      state = 'retrying';
    } else if (event.type === 'result') {
      result = resultOf(event);
      state = 'other';
    } else {
      const message = messageOf(event);
      if (message === null) continue;
      messages.push(message);
      open.follow(message);
      state = open.none ? 'asking' : 'other';
    }
  }
  return { init, messages, result, state, retry, noise: noise.slice(-NOISE_LINES).join(' ') };
}

const NOISE_LINES = 5;

/** The calls that have no result yet. One that runs a sub-agent does not count: then it is the sub-agent that does something. */
class OpenCalls {
  readonly #open = new Set<string>();

  follow(message: StreamMessage): void {
    if (message.parent !== null) this.#open.delete(message.parent);
    if (message.kind === 'got') for (const { call } of message.results) this.#open.delete(call);
    else for (const block of message.blocks) if (block.kind === 'call' && !SUB_AGENTS.has(block.tool)) this.#open.add(block.id);
  }

  get none(): boolean {
    return this.#open.size === 0;
  }
}

/** Both names of the tool: versions differ. */
const SUB_AGENTS = new Set(['Agent', 'Task']);

type Event = Readonly<Record<string, unknown>>;

function initOf(event: Event): ClientInit {
  const servers = listIn(event.mcp_servers).map((server): [string, string] => [textIn(server.name), textIn(server.status)]);
  return { session: textIn(event.session_id), version: textIn(event.claude_code_version), servers: new Map(servers) };
}

function resultOf(event: Event): ClientResult {
  const errors = Array.isArray(event.errors) ? event.errors.filter((one) => typeof one === 'string') : [];
  const models = isObject(event.modelUsage) ? Object.values(event.modelUsage).filter(isObject) : [];
  return {
    failed: event.is_error === true,
    subtype: textIn(event.subtype),
    reason: textIn(event.terminal_reason),
    status: numberIn(event.api_error_status),
    stop: textIn(event.stop_reason),
    words: textIn(event.result) || errors.join('; '),
    usage: models.length === 0 ? null : totalOf(models),
    cost: models.some(({ costBasis }) => costBasis === 'unknown') ? null : numberIn(event.total_cost_usd),
  };
}

/** By model, because `usage` beside it leaves sub-agents out. */
function totalOf(models: readonly Event[]): MessageUsage {
  const total = (name: string): number => models.reduce((sum, model) => sum + (numberIn(model[name]) ?? 0), 0);
  return {
    input: total('inputTokens'),
    cacheWrite: total('cacheCreationInputTokens'),
    cacheRead: total('cacheReadInputTokens'),
    output: total('outputTokens'),
  };
}

function messageOf(event: Event): StreamMessage | null {
  const { message } = event;
  if (!isObject(message)) return null;
  const parent = typeof event.parent_tool_use_id === 'string' ? event.parent_tool_use_id : null;
  const time = typeof event.timestamp === 'string' ? event.timestamp : null;
  if (event.type === 'assistant') {
    const [id, model, error] = [textIn(message.id), textIn(message.model), textIn(event.error) || null];
    return {
      kind: 'said',
      parent,
      time,
      id,
      model,
      error,
      blocks: listIn(message.content).flatMap(blockOf),
      usage: usageOf(message.usage),
    };
  }
  if (event.type !== 'user') return null;
  const results = listIn(message.content).flatMap((part) =>
    part.type === 'tool_result'
      ? [{ call: textIn(part.tool_use_id), text: contentText(part.content), failed: part.is_error === true }]
      : [],
  );
  return { kind: 'got', parent, time, results, text: contentText(message.content) };
}

function blockOf(block: Event): SaidBlock[] {
  switch (block.type) {
    case 'text':
      return [{ kind: 'text', text: textIn(block.text) }];
    case 'thinking':
      return [{ kind: 'thinking', text: textIn(block.thinking) }];
    case 'tool_use':
      return [{ kind: 'call', id: textIn(block.id), tool: textIn(block.name), input: isObject(block.input) ? block.input : {} }];
    default:
      return [];
  }
}

/** Usage of one answer of a model; null where it says nothing of it. */
export function usageOf(value: unknown): MessageUsage | null {
  if (!isObject(value)) return null;
  return {
    input: numberIn(value.input_tokens) ?? 0,
    cacheWrite: numberIn(value.cache_creation_input_tokens) ?? 0,
    cacheRead: numberIn(value.cache_read_input_tokens) ?? 0,
    output: numberIn(value.output_tokens) ?? 0,
  };
}

/** The text of a content, which is a text or a list of parts; a part that is no text is named. */
function contentText(content: unknown): string {
  if (typeof content === 'string') return content;
  return listIn(content)
    .flatMap((part) => (part.type === 'text' ? [textIn(part.text)] : part.type === 'tool_result' ? [] : [`[${textIn(part.type)}]`]))
    .join('\n');
}

/** Null where the line holds no JSON object. */
export function parsed(line: string): Event | null {
  if (!line.startsWith('{')) return null;
  try {
    const value: unknown = JSON.parse(line);
    return isObject(value) ? value : null;
  } catch {
    return null;
  }
}

export function isObject(value: unknown): value is Event {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function listIn(value: unknown): readonly Event[] {
  return Array.isArray(value) ? value.filter(isObject) : [];
}

function textIn(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

function numberIn(value: unknown): number | null {
  return typeof value === 'number' && Number.isFinite(value) ? value : null;
}
