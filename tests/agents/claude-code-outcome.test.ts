// How a turn of the Claude Code client is taken: whose end it was, and what helps. The lines are as the client printed them.
import { describe, expect, test } from 'vitest';
import { endOf } from '#runner/agents/claude-code/outcome.ts';
import { readStream } from '#runner/agents/claude-code/stream.ts';
import type { Ending } from '#runner/index.ts';
import { apiFailure, apology, call, init, type Line, output, printed, result, retry, text } from './client-stream.ts';

const OK: Ending = { kind: 'exit', code: 0 };
const FAILED: Ending = { kind: 'exit', code: 1 };
const KILLED: Ending = { kind: 'signal', signal: 'SIGKILL' };
const STOPPED: Ending = { kind: 'stopped' };

/** `done`, `failed …`, `refused …` or `broken fault/remedy …`. */
function taken(lines: readonly Line[], ending: Ending, more: { readonly silent?: number; readonly limit?: number | null } = {}): string {
  const { silent = 0, limit = 100 } = more;
  const end = endOf({ ending, stream: readStream(printed(...lines)), silent, limit });
  switch (end.kind) {
    case 'done':
      return 'done';
    case 'failed':
      return `${end.refused ? 'refused' : 'failed'}: ${end.reason}`;
    case 'broken':
      return `broken ${end.trouble.fault}/${end.trouble.remedy}: ${end.trouble.message}`;
  }
}

interface Case {
  readonly name: string;
  readonly lines: readonly Line[];
  readonly ending: Ending;
  readonly is: string | RegExp;
  readonly silent?: number;
  readonly limit?: number | null;
}

const working = [init(), text('I look.'), call('t1', 'Bash', { command: 'ls' }), output('t1', 'a.txt')];

/** The client says `success` of an API that failed: only `is_error` and `terminal_reason` count. */
function apiCase(name: string, status: number | null, error: string, is: RegExp): Case {
  return { name, lines: [init(), apology(error, 'API Error'), apiFailure(status, 'API Error: words')], ending: FAILED, is };
}

const CASES: readonly Case[] = [
  { name: 'it did its work', lines: [...working, text('Done.', { id: 'msg_2' }), result()], ending: OK, is: 'done' },
  {
    name: 'pitfall 7: of several results the last one counts',
    lines: [init(), text('a'), result({ is_error: true, terminal_reason: 'api_error', api_error_status: 529 }), text('b'), result()],
    ending: OK,
    is: 'done',
  },
  {
    name: 'pitfall 7: a failure that is called a success',
    lines: [...working, apology('server_error', 'x'), apiFailure(500, 'API Error: 500 scripted')],
    ending: FAILED,
    is: 'broken agent/retry: the API failed (500 server error): API Error: 500 scripted',
  },
  apiCase('an overloaded API', 529, 'server_error', /^broken agent\/retry/),
  apiCase('a storm of 429', 429, 'rate_limit', /^broken agent\/retry: the API failed \(429 rate limit\)/),
  apiCase('no connection, or no answer', null, 'server_error', /^broken agent\/retry/),
  apiCase('an answer nobody can read', null, 'unknown', /^broken agent\/retry/),
  apiCase('a key that is not taken', 401, 'authentication_failed', /^broken agent\/stop/),
  apiCase('a key that may not', 403, 'authentication_failed', /^broken agent\/stop/),
  apiCase('no key at all', null, 'authentication_failed', /^broken agent\/stop/),
  apiCase('no money left', 400, 'billing_error', /^broken agent\/stop/),
  apiCase('a model that does not exist', 404, 'model_not_found', /^broken agent\/stop/),
  apiCase('a request the service does not understand', 400, 'unknown', /^broken agent\/none/),
  {
    name: 'the model declines',
    lines: [
      init(),
      apology('invalid_request', 'x'),
      result({ is_error: true, terminal_reason: 'api_error', stop_reason: 'refusal', result: 'flagged' }),
    ],
    ending: FAILED,
    is: 'refused: the model declined: flagged',
  },
  {
    name: 'its turns are used up',
    lines: [
      ...working,
      result({ subtype: 'error_max_turns', is_error: true, terminal_reason: 'max_turns', result: undefined, errors: ['Reached 3'] }),
    ],
    ending: FAILED,
    is: 'failed: its turns were used up: Reached 3',
  },
  {
    name: 'its budget is used up',
    lines: [
      ...working,
      result({ subtype: 'error_max_budget_usd', is_error: true, terminal_reason: 'budget_exhausted', result: undefined, errors: ['$1'] }),
    ],
    ending: FAILED,
    is: 'failed: its budget was used up: $1',
  },
  {
    name: 'its answer is cut off',
    lines: [...working, apology('max_output_tokens', 'x'), apiFailure(null, 'too long')],
    ending: FAILED,
    is: 'failed: its answer was cut off: too long',
  },
  {
    name: 'the conversation is too long',
    lines: [
      ...working,
      apology('invalid_request', 'x'),
      result({ is_error: true, terminal_reason: 'prompt_too_long', api_error_status: 400, result: 'long' }),
    ],
    ending: FAILED,
    is: 'failed: the conversation grew too long for the model: long',
  },
  {
    name: 'pitfall 6: its tools are not there',
    lines: [init([{ name: 'desk', status: 'failed' }]), text('Done.'), result()],
    ending: OK,
    is: "broken workspace/retry: the client did not reach the workspace's MCP server (failed)",
  },
  {
    name: 'pitfall 6: its tools are still not there after all its time',
    lines: [init([{ name: 'desk', status: 'pending' }])],
    ending: STOPPED,
    is: /^broken workspace\/retry: .*\(pending\)$/,
  },
  {
    name: 'pitfall 5: a server without a type is dropped without a word',
    lines: [init([]), text('Done.'), result()],
    ending: OK,
    is: 'broken agent/none: the client dropped the MCP server "desk" from its settings',
  },
  {
    name: 'killed in the middle',
    lines: working,
    ending: KILLED,
    is: 'broken agent/retry: the client ended in the middle of its work (signal SIGKILL)',
  },
  { name: 'killed inside a container', lines: working, ending: { kind: 'exit', code: 137 }, is: /^broken agent\/retry: .*exit code 137/ },
  { name: 'killed before it began', lines: [], ending: { kind: 'exit', code: 137 }, is: /^broken agent\/retry/ },
  {
    name: 'interrupted, which it calls exit code 0',
    lines: [
      ...working,
      result({ subtype: 'error_during_execution', is_error: true, terminal_reason: 'aborted_tools', result: undefined, errors: ['x'] }),
    ],
    ending: OK,
    is: 'broken agent/retry: the client was interrupted (aborted_tools): x',
  },
  {
    name: 'a flag it does not know',
    lines: ["error: unknown option '--bogus'"],
    ending: FAILED,
    is: "broken agent/stop: the client did not begin (exit code 1): error: unknown option '--bogus'",
  },
  {
    name: 'it is not there',
    lines: [],
    ending: { kind: 'unstartable', reason: 'ENOENT' },
    is: /^broken agent\/stop: the client could not be started: ENOENT/,
  },
  {
    name: 'a command of its own instead of a prompt',
    lines: [init(), result()],
    ending: OK,
    is: /^broken agent\/none: .*without having asked its model/,
  },

  // ---- its time is over ----
  {
    name: 'slow, at work with a tool',
    lines: [init(), call('t1', 'Bash', { command: 'sleep 99' })],
    ending: STOPPED,
    silent: 90,
    is: 'done',
  },
  { name: 'slow, but heard of a moment ago', lines: working, ending: STOPPED, silent: 3, is: 'done' },
  {
    name: 'the API was silent for half of the time',
    lines: working,
    ending: STOPPED,
    silent: 50,
    is: /^broken agent\/retry: the API had not answered for 50 s/,
  },
  { name: 'it had not even begun', lines: [], ending: STOPPED, is: 'broken agent/retry: the client had not begun when the time was over' },
  { name: 'the API never said a word', lines: [init()], ending: STOPPED, silent: 20, is: /^broken agent\/retry/ },
  {
    name: 'the API was failing',
    lines: [...working, retry(529, 'overloaded')],
    ending: STOPPED,
    is: 'broken agent/retry: the API failed until the time was over (529 overloaded)',
  },
  {
    name: 'a sub-agent waits for the API',
    lines: [init(), call('a1', 'Agent', {}), call('t1', 'Bash', {}, { parent: 'a1' }), output('t1', '', { parent: 'a1' })],
    ending: STOPPED,
    silent: 60,
    is: /^broken agent\/retry/,
  },
  {
    name: 'a sub-agent is at work',
    lines: [init(), call('a1', 'Agent', {}), call('t1', 'Bash', {}, { parent: 'a1' })],
    ending: STOPPED,
    silent: 60,
    is: 'done',
  },
  { name: 'cancelled, without a limit', lines: working, ending: STOPPED, silent: 900, limit: null, is: 'done' },
];

describe('the end of a turn', () => {
  test.each(CASES)('$name', ({ lines, ending, is, ...more }) => {
    const words = taken(lines, ending, more);
    if (typeof is === 'string') expect(words).toBe(is);
    else expect(words).toMatch(is);
  });

  test('long words of the client are cut', () => {
    const words = taken([init(), apology('server_error', 'x'), apiFailure(500, 'long '.repeat(1000))], FAILED);
    expect(words.length).toBeLessThan(400);
  });
});
