// What was asked for with `--model` and `--ak`, and what the environment has of keys: checked, and turned into the client's own words.
import type { AgentSettings, HarborAgent } from '../../types.ts';
import { numberOption } from '../options.ts';
import { SettingsError } from '../settings.ts';

/** The client's version that this agent was tried with. Another may say other things in other ways. */
export const PINNED = '2.1.332';

/** Options of the client have Harbor's names, so that the same `--ak` works there. */
export const OPTIONS = {
  path: 'the client on this machine (default: SLIPWAY_CLAUDE, else claude on PATH)',
  version: `version of the client that is insisted on, or any (default: ${PINNED})`,
  base_url: 'address of the API (default: ANTHROPIC_BASE_URL, else the service itself)',
  max_turns: 'most answers of the model (default: no limit)',
  max_budget_usd: 'most that a trial may cost, in US dollars (default: no limit)',
  reasoning_effort: 'low, medium, high, xhigh or max (default: the client decides)',
  fallback_model: 'model to use while the other is overloaded (default: none)',
  append_system_prompt: "text put after the client's own system prompt (default: none)",
  allowed_tools: 'tools allowed beyond those that all are, with commas (default: all are)',
  disallowed_tools: 'tools the agent does not get, with commas, for example WebFetch,WebSearch (default: none)',
  betas: 'on or off: parts of the API that other endpoints than the service itself may lack (default: on)',
} as const;

type Option = keyof typeof OPTIONS;

/** Options that are a flag of the client, with its name there. */
const FLAGS: readonly (readonly [Option, string])[] = [
  ['max_turns', '--max-turns'],
  ['max_budget_usd', '--max-budget-usd'],
  ['reasoning_effort', '--effort'],
  ['fallback_model', '--fallback-model'],
  ['append_system_prompt', '--append-system-prompt'],
  ['allowed_tools', '--allowedTools'],
  ['disallowed_tools', '--disallowedTools'],
];

const EFFORTS = ['low', 'medium', 'high', 'xhigh', 'max'];

/** Where a key may stand; the client takes the first that is set. Never on a command line, where anybody could read it. */
export const KEYS = ['ANTHROPIC_API_KEY', 'ANTHROPIC_AUTH_TOKEN', 'CLAUDE_CODE_OAUTH_TOKEN'] as const;

export interface ClientSettings {
  /** As the client is told it: without the provider. */
  readonly model: string;
  /** Where the client is; null = to be looked for in `searchPath`. */
  readonly path: string | null;
  readonly searchPath: string;
  /** Null = any. */
  readonly version: string | null;
  /** `--name=value` each, so that no value is taken for a flag, and none swallows what comes after. */
  readonly flags: readonly string[];
  /** Those of `KEYS` that are set. */
  readonly keys: Readonly<Record<string, string>>;
  /** Null = the service itself. */
  readonly baseUrl: string | null;
  readonly betas: boolean;
}

/** Throws a SettingsError. That there is no key is no mistake in the settings: it is told when the agent is to be ready. */
export function clientSettings({ model, options, environment }: AgentSettings): ClientSettings {
  const text = (name: Option): string | null => textOption(options, name);
  const set = (name: string): string | null => environment[name]?.trim() || null;
  numberOption(options, 'max_turns', { otherwise: null, least: 1, whole: true });
  numberOption(options, 'max_budget_usd', { otherwise: null, least: 0.000001 });
  choice(text('reasoning_effort'), 'reasoning_effort', EFFORTS);
  const version = text('version') ?? PINNED;
  if (version !== 'any' && !/^\d+\.\d+\.\d+$/.test(version))
    throw new SettingsError(`--ak version=${version}: it has to be a version like ${PINNED}, or any`);
  return {
    model: withoutProvider(model ?? ''),
    path: text('path') ?? set('SLIPWAY_CLAUDE'),
    searchPath: environment.PATH ?? '',
    version: version === 'any' ? null : version,
    flags: FLAGS.flatMap(([name, flag]) => {
      const value = text(name);
      return value === null ? [] : [`${flag}=${value}`];
    }),
    keys: Object.fromEntries(KEYS.flatMap((name) => (set(name) === null ? [] : [[name, set(name) ?? '']]))),
    baseUrl: checkedUrl(text('base_url') ?? set('ANTHROPIC_BASE_URL')),
    betas: choice(text('betas'), 'betas', ['on', 'off']) !== 'off',
  };
}

/** The same for Harbor's own adapter of the client. It has the same names for options, and finds the client where it is mounted. */
export function harborAgent({ model, options }: AgentSettings, settings: ClientSettings): HarborAgent {
  const own: readonly string[] = ['path', 'version', 'base_url', 'betas'] satisfies Option[];
  const passed = Object.entries(options).filter(([name]) => !own.includes(name));
  return {
    name: 'claude-code',
    model,
    options: { ...Object.fromEntries(passed), ...(settings.version === null ? {} : { version: settings.version }) },
    environment: { ...settings.keys, ...(settings.baseUrl === null ? {} : { ANTHROPIC_BASE_URL: settings.baseUrl }) },
  };
}

/** `anthropic/claude-x` is a provider and a name, as Harbor splits it; the client knows only names. */
function withoutProvider(model: string): string {
  const name = model.slice(model.indexOf('/') + 1).trim();
  if (name === '') throw new SettingsError(`--model ${model}: a name is missing after the provider`);
  return name;
}

function textOption(options: AgentSettings['options'], name: Option): string | null {
  const given = options[name];
  if (given === undefined) return null;
  if (given.trim() === '') throw new SettingsError(`--ak ${name}=: a value is missing; it is ${OPTIONS[name]}`);
  return given.trim();
}

function choice(value: string | null, name: Option, among: readonly string[]): string | null {
  if (value === null || among.includes(value)) return value;
  throw new SettingsError(`--ak ${name}=${value}: it has to be one of ${among.join(', ')}`);
}

function checkedUrl(text: string | null): string | null {
  if (text === null) return null;
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url === null || !/^https?:$/.test(url.protocol))
    throw new SettingsError(`${text} is no address of an API: it has to begin with http:// or https://`);
  // It stands in logs and job files, where a password must not.
  if (url.username !== '' || url.password !== '')
    throw new SettingsError('the address of the API holds a name or a password; give the key in ANTHROPIC_API_KEY instead');
  return text;
}
