// How a turn of the client ended, in the runner's words. Pure. The line: what the agent's model did or would not do is its own end and is
// graded; what it runs on (API, client, connection to the tools) is nobody's zero.
import { describeEnding } from '../../processes.ts';
import { type Remedy, Trouble } from '../../trouble.ts';
import type { AgentEnd, Ending } from '../../types.ts';
import { SERVER } from './command.ts';
import type { ClientResult, ClientStream } from './stream.ts';

export interface TurnEnd {
  readonly ending: Ending;
  readonly stream: ClientStream;
  /** Seconds since the client last printed something. */
  readonly silent: number;
  /** Seconds the agent had; null = no limit. */
  readonly limit: number | null;
}

export function endOf(turn: TurnEnd): AgentEnd {
  const { ending, stream } = turn;
  // First of all: without its tools nothing it did afterwards says anything about it.
  const unconnected = missingTools(stream);
  if (unconnected !== null) return broken(unconnected);
  if (ending.kind === 'unstartable') return broken(api(`the client could not be started: ${ending.reason}`, 'stop'));
  if (ending.kind === 'stopped') return stopped(turn);
  if (stream.result === null) return endedWithout(turn);
  return stream.result.failed ? failed(stream.result, stream) : finished(stream);
}

/** The trouble where the client began without the workspace's tools; null where it has them, or never began. */
export function missingTools({ init }: Pick<ClientStream, 'init'>): Trouble | null {
  if (init === null) return null;
  const status = init.servers.get(SERVER);
  if (status === 'connected') return null;
  if (status === undefined) return api(`the client dropped the MCP server "${SERVER}" from its settings`, 'none');
  return new Trouble('workspace', `the client did not reach the workspace's MCP server (${status})`, { remedy: 'retry' });
}

/** Its time is over, or the job was cancelled. Was it slow, or did it wait for an API that no longer answered? */
function stopped({ stream, silent, limit }: TurnEnd): AgentEnd {
  const { init, state, retry, messages } = stream;
  if (limit !== null && init === null) return broken(api('the client had not begun when the time was over', 'retry'));
  if (state === 'retrying')
    return broken(api(`the API failed until the time was over (${words(retry?.status ?? null, retry?.error ?? '')})`, 'retry'));
  const heard = messages.some((message) => message.kind === 'said' && message.error === null);
  if (limit !== null && state === 'asking' && (!heard || silent >= limit / 2))
    return broken(api(`the API had not answered for ${Math.round(silent)} s when the time was over`, 'retry'));
  return { kind: 'done' };
}

/** No last word: it could not begin, or it was killed. */
function endedWithout({ ending, stream }: TurnEnd): AgentEnd {
  const said = stream.noise === '' ? '' : `: ${short(stream.noise)}`;
  // Codes from 128 on say which signal killed it.
  if (stream.init === null && ending.kind === 'exit' && ending.code < 128)
    return broken(api(`the client did not begin (${describeEnding(ending)})${said}`, 'stop'));
  return broken(api(`the client ended in the middle of its work (${describeEnding(ending)})${said}`, 'retry'));
}

/** It says that it is done. A client that ran the instruction as a command of its own says so too. */
function finished({ messages }: ClientStream): AgentEnd {
  if (messages.some((message) => message.kind === 'said')) return { kind: 'done' };
  return broken(api('the client ended without having asked its model anything', 'none'));
}

function failed(result: ClientResult, stream: ClientStream): AgentEnd {
  const { reason, subtype, stop } = result;
  const error = stream.messages.findLast((message) => message.kind === 'said' && message.error !== null);
  const kind = error?.kind === 'said' ? (error.error ?? '') : '';
  const said = short(result.words);
  if (stop === 'refusal') return { kind: 'failed', reason: `the model declined: ${said}`, refused: true };
  const own = OWN_ENDS[reason] ?? OWN_ENDS[subtype] ?? OWN_ENDS[kind];
  if (own !== undefined) return { kind: 'failed', reason: `${own}: ${said}` };
  if (reason.startsWith('aborted') || subtype === 'error_during_execution')
    return broken(api(`the client was interrupted${reason === '' ? '' : ` (${reason})`}: ${said}`, 'retry'));
  return broken(api(`the API failed (${words(result.status, kind)}): ${said}`, remedyFor(result.status, kind)));
}

/** Ends that are the model's own doing, by the client's word for them. */
const OWN_ENDS: Readonly<Record<string, string>> = {
  max_turns: 'its turns were used up',
  error_max_turns: 'its turns were used up',
  budget_exhausted: 'its budget was used up',
  error_max_budget_usd: 'its budget was used up',
  max_output_tokens: 'its answer was cut off',
  prompt_too_long: 'the conversation grew too long for the model',
  image_error: 'the conversation grew too long for the model',
  blocking_limit: 'the conversation grew too long for the model',
  rapid_refill_breaker: 'the conversation grew too long for the model',
  malformed_tool_use_exhausted: 'its calls of tools were not readable',
};

/**
 * A key that is not taken or an account without money would be so in every other trial too, as would a model that does not exist. What
 * the service calls a bad request may lie in this one conversation. All else (5xx, 429, 529, no connection, no answer) passes.
 */
function remedyFor(status: number | null, kind: string): Remedy {
  if (status === 401 || status === 403 || status === 404 || FOR_ALL.has(kind)) return 'stop';
  return status !== null && status >= 400 && status < 500 && status !== 408 && status !== 409 && status !== 429 ? 'none' : 'retry';
}

const FOR_ALL = new Set([
  'authentication_failed',
  'oauth_org_not_allowed',
  'account_on_hold',
  'verification_required',
  'billing_error',
  'model_not_found',
]);

function api(reason: string, remedy: Remedy): Trouble {
  return new Trouble('agent', reason, { remedy });
}

function broken(trouble: Trouble): AgentEnd {
  return { kind: 'broken', trouble };
}

function words(status: number | null, kind: string): string {
  return [status ?? '', kind.replaceAll('_', ' ')].filter((part) => part !== '').join(' ') || 'no answer';
}

function short(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim();
  return line.length > 300 ? `${line.slice(0, 300)}…` : line;
}
