// What it means that a model's endpoint gave no answer: who is to blame, and whether trying again can help.
import { type Remedy, Trouble } from '../../trouble.ts';
import type { AgentEnd } from '../../types.ts';
import { type ToolLoopSettings, VARIABLES } from './settings.ts';

/** See ModelError. */
export interface Breakdown {
  readonly message: string;
  readonly status: number | null;
  readonly body: string;
}

type Endpoint = Pick<ToolLoopSettings, 'protocol' | 'model' | 'baseUrl'>;

/**
 * What the agent did itself (a prompt that grew too long, a request that was declined) is its own end and graded; the rest is broken.
 * Statuses: Anthropic's and OpenAI's lists of errors. Not every endpoint keeps to them, so words are looked at too.
 */
export function endAfter({ message, status, body }: Breakdown, endpoint: Endpoint): AgentEnd {
  const said = `${message}\n${body}`;
  const words = inWords(message, status, endpoint);
  if (status !== null && status < 500) {
    if (status === 413 || TOO_LONG.test(said)) return { kind: 'failed', reason: `the conversation grew too long for the model: ${words}` };
    if (DECLINED.test(said)) return { kind: 'failed', reason: `the request was declined: ${words}`, refused: true };
    const next = nextStep(status, said, endpoint);
    if (next !== null) return broken(words, 'stop', next);
    if (!PASSING.has(status) && status >= 400) return broken(words, 'none');
  }
  return broken(words, 'retry');
}

/** The endpoint let the agent wait for longer than an answer may take. */
export function silence(seconds: number, lastTrouble: string | null, endpoint: Endpoint): AgentEnd {
  const last = lastTrouble === null ? '' : `; the last thing that came: ${lastTrouble}`;
  return broken(`no answer from ${endpoint.model} at ${endpoint.baseUrl} within ${Math.round(seconds)} s${last}`, 'retry');
}

function broken(words: string, remedy: Remedy, next?: string): AgentEnd {
  return { kind: 'broken', trouble: new Trouble('agent', words, { remedy, ...(next === undefined ? {} : { next }) }) };
}

function inWords(message: string, status: number | null, { model, baseUrl }: Endpoint): string {
  const what = message.trim().replace(/\s+/g, ' ').slice(0, 500) || 'no words';
  return `${model} at ${baseUrl}: ${status === null ? '' : `HTTP ${status}: `}${what}`;
}

/** What to do where every other trial would meet the same; null where it need not. */
function nextStep(status: number, said: string, { protocol, model }: Endpoint): string | null {
  const { key, url } = VARIABLES[protocol];
  if (status === 401 || status === 403) return `check ${key}, and ${url} if the endpoint is your own`;
  if (status === 402 || NO_CREDIT.test(said)) return `top up the account that ${key} belongs to`;
  if (status === 404 || status === 405) return `check --model ${protocol}/${model}, and ${url} if the endpoint is your own`;
  return null;
}

/** Statuses below 500 that pass. */
const PASSING = new Set([408, 409, 425, 429]);

const TOO_LONG =
  /prompt is too long|context[ _-]?(length|window)|maximum context|input (is|length)[^.]{0,40}(too long|exceed)|too many (input )?tokens/i;
const DECLINED = /content[_ -]?(filter|policy)|responsible_?ai_?policy/i;
const NO_CREDIT = /insufficient_quota|credit balance is too low|billing_(error|hard_limit)/i;
