// What the tool loop was asked for: which model, by which protocol and where, and how far it may go.
import type { AgentSettings } from '../../types.ts';
import { numberOption } from '../options.ts';
import { SettingsError } from '../settings.ts';

/** Which protocol a model is spoken to with. */
export type Protocol = 'anthropic' | 'openai';

export interface ToolLoopSettings {
  readonly protocol: Protocol;
  /** The model as its endpoint calls it. */
  readonly model: string;
  /** Base of the endpoint's addresses, with `/v1` where it has one. */
  readonly baseUrl: string;
  /** Null = none was found; some endpoints need none. */
  readonly key: string | null;
  /** Nobody can answer without a key there: the provider's own address. */
  readonly keyNeeded: boolean;
  readonly maxTurns: number;
  /** Of one answer; null = the endpoint's own. */
  readonly maxTokens: number | null;
  readonly temperature: number | null;
  readonly system: string | null;
  /** Most times one request is sent again. */
  readonly retries: number;
  /** Seconds one answer may take, retries included. */
  readonly requestLimit: number;
}

export const TOOL_LOOP_OPTIONS = {
  base_url: 'address of the endpoint (default: ANTHROPIC_BASE_URL or OPENAI_BASE_URL, else the provider itself)',
  max_turns: 'most answers of the model in one trial (default 60)',
  max_tokens: 'most tokens of one answer (default: 16000 with anthropic/, the endpoint’s own with openai/)',
  temperature: 'sampling temperature (default: the endpoint’s own)',
  system: 'system prompt (default: none; the task says all there is to say)',
  retries: 'most times one request is sent again after passing trouble (default 3)',
  request_limit: 'seconds one answer may take, up to 300 (default 240, and never more than a third of the task’s time)',
} as const;

/** Throws a SettingsError. */
export function toolLoopSettings({ model: named, options, environment }: AgentSettings): ToolLoopSettings {
  const [, prefix, model] = /^(anthropic|openai)\/(.+)$/.exec(named ?? '') ?? [];
  if (model === undefined)
    throw new SettingsError(
      `--model ${named ?? ''}: say which protocol it speaks: anthropic/NAME, or openai/NAME for any endpoint like OpenAI's`,
    );
  const protocol: Protocol = prefix === 'anthropic' ? 'anthropic' : 'openai';
  const { url, key, home } = VARIABLES[protocol];
  const given = present(options.base_url) ?? present(environment[url]);
  return {
    protocol,
    model,
    baseUrl: baseUrl(protocol, given ?? home),
    key: present(environment[key]),
    keyNeeded: given === null,
    maxTurns: numberOption(options, 'max_turns', { otherwise: 60, least: 1, whole: true }),
    // The protocol wants a number, and what the library takes for models it has never heard of is too small for a long reply.
    maxTokens: numberOption(options, 'max_tokens', { otherwise: protocol === 'anthropic' ? 16_000 : null, least: 1, whole: true }),
    temperature: numberOption(options, 'temperature', { otherwise: null, least: 0, most: 2 }),
    system: present(options.system),
    retries: numberOption(options, 'retries', { otherwise: 3, least: 0, most: 10, whole: true }),
    requestLimit: numberOption(options, 'request_limit', { otherwise: 240, least: 1, most: 300 }),
  };
}

/** Environment variables and own address of each protocol's provider. */
export const VARIABLES: Readonly<Record<Protocol, { readonly key: string; readonly url: string; readonly home: string }>> = {
  anthropic: { key: 'ANTHROPIC_API_KEY', url: 'ANTHROPIC_BASE_URL', home: 'https://api.anthropic.com' },
  openai: { key: 'OPENAI_API_KEY', url: 'OPENAI_BASE_URL', home: 'https://api.openai.com/v1' },
};

/** Anthropic's variable names the host alone, OpenAI's the whole base: each is taken as its own clients take it. */
function baseUrl(protocol: Protocol, given: string): string {
  const url = given.replace(/\/+$/, '');
  if (!/^https?:\/\/[^/]/.test(url) || !URL.canParse(url))
    throw new SettingsError(`${given} is no address of an endpoint: http(s)://HOST…`);
  return protocol === 'anthropic' && !url.endsWith('/v1') ? `${url}/v1` : url;
}

/** Null for what is missing and for what is blank, as an unset variable often is. */
function present(text: string | undefined): string | null {
  return text === undefined || text.trim() === '' ? null : text.trim();
}
