// Lines as Claude Code 2.1.332 prints them with `--output-format=stream-json`, shortened to what matters, for the tests of its reader.

export type Line = Readonly<Record<string, unknown>> | string;

/** A text as the client would have printed it. Lines that are texts stand as they are. */
export function printed(...lines: readonly Line[]): string {
  return lines.map((line) => `${typeof line === 'string' ? line : JSON.stringify(line)}\n`).join('');
}

export function init(servers: readonly object[] = [{ name: 'desk', status: 'connected', source: 'dynamic' }]): Line {
  return {
    type: 'system',
    subtype: 'init',
    session_id: 's-1',
    mcp_servers: servers,
    model: 'm',
    claude_code_version: '2.1.332',
    tools: ['Bash'],
  };
}

interface Place {
  readonly parent?: string;
  readonly id?: string;
}

/** One part of an answer. */
export function said(block: object, { parent, id = 'msg_1' }: Place = {}): Line {
  const usage = { input_tokens: 11, output_tokens: 1, cache_read_input_tokens: 1000, cache_creation_input_tokens: 100 };
  const message = { id, role: 'assistant', model: 'm', content: [block], stop_reason: null, usage };
  return { type: 'assistant', message, parent_tool_use_id: parent ?? null, timestamp: '2026-03-09T08:00:00.000Z' };
}

export function text(words: string, place?: Place): Line {
  return said({ type: 'text', text: words }, place);
}

export function call(id: string, name: string, input: object, place?: Place): Line {
  return said({ type: 'tool_use', id, name, input }, place);
}

export function output(id: string, content: unknown, more: { readonly parent?: string; readonly failed?: true } = {}): Line {
  const part = { type: 'tool_result', tool_use_id: id, content, ...(more.failed && { is_error: true }) };
  return {
    type: 'user',
    message: { role: 'user', content: [part] },
    parent_tool_use_id: more.parent ?? null,
    timestamp: '2026-03-09T08:00:01.000Z',
  };
}

export function retry(status: number | null, error: string): Line {
  return { type: 'system', subtype: 'api_retry', attempt: 1, max_retries: 3, retry_delay_ms: 500, error_status: status, error };
}

/** What the client says in the place of a model. */
export function apology(error: string, words: string): Line {
  const message = {
    id: 'x',
    role: 'assistant',
    model: '<synthetic>',
    content: [{ type: 'text', text: words }],
    stop_reason: 'stop_sequence',
  };
  return { type: 'assistant', message, error, parent_tool_use_id: null };
}

export function result(more: object = {}): Line {
  return {
    type: 'result',
    subtype: 'success',
    is_error: false,
    terminal_reason: 'completed',
    api_error_status: null,
    stop_reason: 'end_turn',
    result: 'Done.',
    total_cost_usd: 0.25,
    // Without sub-agents, unlike modelUsage.
    usage: { input_tokens: 1, output_tokens: 1 },
    modelUsage: {
      m: { inputTokens: 22, outputTokens: 14, cacheReadInputTokens: 2000, cacheCreationInputTokens: 200, costUSD: 0.2 },
      'm-small': { inputTokens: 1, outputTokens: 2, cacheReadInputTokens: 0, cacheCreationInputTokens: 0, costUSD: 0.05 },
    },
    ...more,
  };
}

export function apiFailure(status: number | null, words: string): Line {
  return result({ is_error: true, terminal_reason: 'api_error', api_error_status: status, stop_reason: 'stop_sequence', result: words });
}
