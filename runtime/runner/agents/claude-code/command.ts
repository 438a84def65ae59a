// How the client is called: one command for one turn, with nothing of this machine in its surroundings. Pure.
import type { ClientSettings } from './settings.ts';

export interface TurnRequest {
  readonly prompt: string;
  /** Base URL of the workspace as the client reaches it. */
  readonly url: string;
  /** The agent's home; the client keeps everything below it. */
  readonly home: string;
  /** Seconds the whole of the agent's work may take; null = no limit. */
  readonly limit: number | null;
  /** Session of an earlier turn that this one goes on with; absent = a new one. */
  readonly session?: string;
}

export interface TurnCommand {
  readonly command: readonly [string, ...string[]];
  readonly env: Readonly<Record<string, string>>;
  readonly stdin: string;
}

/** Name of the workspace among the client's MCP servers. `workspace` would be dropped without a word: the client keeps it for itself. */
export const SERVER = 'desk';

export function turnCommand(settings: ClientSettings, request: TurnRequest): TurnCommand {
  const { url, home, session, limit } = request;
  const server = { type: 'http', url: `${url}/mcp` };
  return {
    command: [
      'claude',
      '--print',
      '--output-format=stream-json',
      '--verbose',
      // The words of sub-agents too, or the log would lack half of what was said.
      '--forward-subagent-text',
      `--model=${settings.model}`,
      '--permission-mode=bypassPermissions',
      '--strict-mcp-config',
      `--mcp-config=${JSON.stringify({ mcpServers: { [SERVER]: server } })}`,
      // No settings, hooks, commands or CLAUDE.md of the work folder or of the folders above it.
      '--setting-sources=',
      ...settings.flags,
      ...(session === undefined ? [] : [`--resume=${session}`]),
    ],
    env: { ...FIXED, ...addressed(settings), ...patience(limit), CLAUDE_CONFIG_DIR: configFolder(home) },
    stdin: literal(request.prompt),
  };
}

/** Where the client keeps its sessions and everything else: fresh in each room. */
export function configFolder(home: string): string {
  return `${home}/.claude`;
}

/** A client that begins a prompt with a slash runs it as a command of its own; behind a line feed it is text like any other. */
function literal(prompt: string): string {
  return prompt.startsWith('/') ? `\n${prompt}` : prompt;
}

const FIXED = {
  // It refuses to skip permissions as root unless it is told that it is in a sandbox.
  IS_SANDBOX: '1',
  CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
  DISABLE_TELEMETRY: '1',
  DISABLE_ERROR_REPORTING: '1',
  DISABLE_AUTOUPDATER: '1',
  // Sub-agents and commands in the foreground: what is not waited for could still act after the reply.
  CLAUDE_CODE_DISABLE_BACKGROUND_TASKS: '1',
  // `@file` in the instruction stays text, as do CLAUDE.md files wherever they lie.
  CLAUDE_CODE_DISABLE_FILE_MENTIONS: '1',
  CLAUDE_CODE_DISABLE_CLAUDE_MDS: '1',
  CLAUDE_CODE_DISABLE_AUTO_MEMORY: '1',
  CLAUDE_CODE_SKIP_MCP_DEBUG_LOG_FILES: '1',
};

/** Key, address and models. With an address of its own, whatever model the client would choose by itself is this one. */
function addressed({ keys, baseUrl, model, betas }: ClientSettings): Readonly<Record<string, string>> {
  const one = Object.fromEntries(OWN_CHOICES.map((name) => [name, model]));
  return {
    ...keys,
    ...(baseUrl === null ? {} : { ANTHROPIC_BASE_URL: baseUrl, ...one }),
    ...(betas ? {} : { CLAUDE_CODE_DISABLE_EXPERIMENTAL_BETAS: '1' }),
  };
}

const OWN_CHOICES = [
  'ANTHROPIC_DEFAULT_SONNET_MODEL',
  'ANTHROPIC_DEFAULT_OPUS_MODEL',
  'ANTHROPIC_DEFAULT_HAIKU_MODEL',
  'ANTHROPIC_DEFAULT_FABLE_MODEL',
  'CLAUDE_CODE_SUBAGENT_MODEL',
];

/**
 * Trouble with the API has to show well before the agent's time is over, or it would be taken for slowness of the agent: waiting between
 * retries takes at most a sixth of the time, and an API that says nothing at all is given up after half of it.
 */
function patience(limit: number | null): Readonly<Record<string, string>> {
  const mcp = { MCP_TIMEOUT: milliseconds(Math.min(30, (limit ?? Infinity) / 4)), MCP_TOOL_TIMEOUT: milliseconds(60) };
  if (limit === null) return mcp;
  const retries = MOST_RETRIES - RETRY_WAITS.filter((_, index) => waited(index + 1) > limit / 6).length;
  const silent = Math.min(Math.max(limit / 2 / (retries + 1), 5), 600);
  return {
    ...mcp,
    CLAUDE_CODE_MAX_RETRIES: String(retries),
    API_TIMEOUT_MS: milliseconds(silent),
    // A stream that stops in the middle is noticed by the client only when it is asked to, and not within ten seconds.
    CLAUDE_ENABLE_BYTE_WATCHDOG: '1',
    CLAUDE_BYTE_STREAM_IDLE_TIMEOUT_MS: milliseconds(Math.max(silent, 10)),
  };
}

/** Seconds that the client waits before its first, second, … retry. */
const RETRY_WAITS = [0.5, 1, 2, 4, 8, 16, 32, 35];
const MOST_RETRIES = RETRY_WAITS.length;

function waited(retries: number): number {
  return RETRY_WAITS.slice(0, retries).reduce((sum, wait) => sum + wait, 0);
}

function milliseconds(seconds: number): string {
  return String(Math.round(seconds * 1000));
}
