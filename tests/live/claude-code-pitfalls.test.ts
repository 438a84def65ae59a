// The pitfalls of the real Claude Code client, by their numbers in our notes on it: each shown to be avoided with the client itself.
// 5, 6, 8 and 13 are in claude-code-faults.test.ts; 1 and 14 also in tests/agents/claude-code-*.test.ts.
import { mkdir, mkdtemp, readFile, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { findProgram } from '#runner/agents/claude-code/program.ts';
import { clientSettings, PINNED } from '#runner/agents/claude-code/settings.ts';
import { trajectoryOf } from '#runner/agents/claude-code/trajectory.ts';
import { playTurn } from '#runner/agents/claude-code/turn.ts';
import { type AgentWork, type Room, type RoomSandbox, readTask, sandboxes } from '#runner/index.ts';
import { type ModelApi, type Requested, startModelApi } from '../agents/model-api.ts';
import { copyOf, usePacks } from '../agents/packs.ts';
import type { Script } from '../agents/script.ts';
import { describeLive } from '../require.ts';
import { named, temporary } from '../runner/harness.ts';
import { KEY, play, surroundings } from './client.ts';

const OVERDUE = 'support.overdue-enterprise';
const REPORT = 'support.weekly-report';
const HELLO: Script = [['Hello.']];

await describeLive('pitfalls of Claude Code', ['claude'], () => {
  const pack = usePacks('support/overdue-enterprise', 'support/weekly-report');

  test('1: the client is the pinned one, and says so', async () => {
    const program = await findProgram(clientSettings({ model: 'm', options: {}, environment: surroundings() }));
    expect(program.version).toBe(PINNED);
    expect(program.path).toMatch(/^\/.*claude/);
  });

  test('2: the prompt comes through standard input as it is, and the client does not wait for more', async () => {
    const { api, printed } = await play(pack(OVERDUE), HELLO);
    const instruction = await readFile(join(pack(OVERDUE), 'instruction.md'), 'utf8');
    expect(saidBy(api.asked('play')[0])).toContain(instruction);
    expect(printed).not.toMatch(/stdin/i);
  });

  test.each(['/clear\n', '/usage and more\n', '/compact\n'])(
    '2: an instruction that looks like a command of the client is none: %j',
    async (instruction) => {
      const odd = await withInstruction(pack(OVERDUE), instruction);
      const { api, trial } = await play(odd, HELLO);
      expect(api.asked('play').length).toBe(1);
      expect(saidBy(api.asked('play')[0]).join('\n')).toContain(instruction);
      expect(trial.end.status).toBe('scored');
    },
  );

  test('2: a file that is named in the instruction is not read to the model', async () => {
    const folder = await temporary();
    await writeFile(join(folder, 'private.txt'), 'of-nobodys-concern');
    const odd = await withInstruction(pack(OVERDUE), `Look at @${folder}/private.txt and write to ida.roth@ours.example.\n`);
    const { api } = await play(odd, HELLO);
    expect(api.asked('play')).toHaveLength(1);
    expect(matches(JSON.stringify(api.requests), /of-nobodys-concern/g)).toEqual([]);
  });

  test.runIf(process.getuid?.() === 0)('3: it works as root', async () => {
    const { printed } = await play(pack(OVERDUE), bash('id -u'));
    expect(printed).toContain('"permissionMode":"bypassPermissions"');
    expect(printed).not.toContain('root/sudo');
  });

  test('4: flags that take several values swallow nothing', async () => {
    const options = {
      disallowed_tools: 'WebFetch,WebSearch',
      allowed_tools: 'Bash',
      append_system_prompt: '--appended words',
      max_turns: '7',
    };
    const { api, printed } = await play(pack(OVERDUE), HELLO, { options });
    expect(matches(JSON.stringify(api.asked('play')[0]?.body), /--appended words/g)).not.toEqual([]);
    const { tools } = initOf(printed);
    expect(tools).toContain('mcp__desk__reply');
    expect(tools.filter((tool) => tool.startsWith('Web'))).toEqual([]);
  });

  test('5 and 6: the workspace is the only MCP server, and it is connected', async () => {
    const { printed } = await play(pack(OVERDUE), HELLO);
    expect(initOf(printed).mcp_servers).toEqual([{ name: 'desk', status: 'connected', source: 'dynamic' }]);
  });

  test('7: turns used up are the agent’s own end, whatever the exit code', async () => {
    const { trial } = await play(pack(OVERDUE), [[{ tool: 'Bash', input: { command: 'true', description: 'x' } }]], {
      options: { max_turns: '2' },
    });
    expect(trial).toMatchObject({ end: { status: 'scored', rewards: { reward: 0 } }, flags: ['agent_failed'] });
    expect(trial.agentFailure).toContain('turns were used up');
  });

  test.each([
    ['a refusal', [{ say: [], stop: 'refusal' }], 'agent_refused', /^the model declined/],
    ['an answer that is cut off again and again', [{ say: ['and so on'], stop: 'max_tokens' }], 'agent_failed', /^its answer was cut off/],
    [
      'a conversation that is too long',
      [{ status: 400, message: 'prompt is too long: 250000 tokens > 200000 maximum' }],
      'agent_failed',
      /grew too long/,
    ],
  ] as const)('7: %s is the agent’s own end, and graded', async (_, script, flag, reason) => {
    const { trial } = await play(pack(OVERDUE), script);
    expect(trial).toMatchObject({ end: { status: 'scored', rewards: { reward: 0 } }, flags: [flag] });
    expect(trial.agentFailure).toMatch(reason);
  });

  test('7: an agent that is slow with its own tools is graded when its time is over', async () => {
    const { trial, trajectory } = await play(pack(OVERDUE), bash('sleep 4; sleep 4; sleep 4; sleep 40'), { limit: 12 });
    expect(trial).toMatchObject({ end: { status: 'scored', rewards: { reward: 0 } }, flags: ['agent_timeout'] });
    expect(trajectory?.steps).toHaveLength(2);
    expect(trial.usage).toEqual({ inputTokens: 1111, cachedTokens: 1000, outputTokens: 7, cost: null });
  });

  test('9: without its betas the client asks for nothing unusual', async () => {
    const names = ({ api }: { readonly api: ModelApi }): readonly string[] =>
      ((api.asked('play')[0]?.body ?? { tools: [] }) as { tools: { name: string }[] }).tools.map(({ name }) => name);
    const plain = await play(pack(OVERDUE), HELLO, { options: { betas: 'off' } });
    expect(names(plain)).toContain('mcp__desk__helpdesk_list_tickets');
    expect(names(plain)).not.toContain('ToolSearch');
    expect(names(await play(pack(OVERDUE), HELLO))).toContain('ToolSearch');
  });

  test('10: nothing that lies in the work folder or above it tells the client what to do', async () => {
    const planted = await copyOf(pack(REPORT));
    const hook = { matcher: 'Bash', hooks: [{ type: 'command', command: 'touch "$HOME/hooked"' }] };
    await plant(join(planted, 'environment/workspace/files'), {
      'CLAUDE.md': 'planted-beside',
      'CLAUDE.local.md': 'planted-beside',
      '.mcp.json': JSON.stringify({ mcpServers: { planted: { type: 'http', url: 'http://127.0.0.1:9/mcp' } } }),
      '.claude/settings.json': JSON.stringify({ hooks: { PreToolUse: [hook] }, env: { PLANTED: 'planted-setting' } }),
      '.claude/commands/planted.md': 'planted-command',
    });
    const above = await realpath(await mkdtemp(join(tmpdir(), 'above-')));
    vi.stubEnv('TMPDIR', above);
    try {
      await plant(above, { 'CLAUDE.md': 'planted-above', '.claude/CLAUDE.md': 'planted-above' });
      const jobs = await temporary();
      const { api, printed } = await play(planted, bash('env; ls -a "$HOME" "$CLAUDE_CONFIG_DIR"; cat CLAUDE.md | wc -c'), { jobs });
      expect(printed).toContain('"stdout":');
      expect(matches(`${printed}${JSON.stringify(api.requests)}`, /planted-\w+|"planted"|hooked/g)).toEqual([]);
      expect(initOf(printed).mcp_servers).toHaveLength(1);
    } finally {
      vi.unstubAllEnvs();
      await rm(above, { recursive: true, force: true });
    }
  });

  test('11: nothing of our own environment reaches the client', async () => {
    for (const [name, value] of Object.entries({
      CLAUDECODE: '1',
      CLAUDE_CODE_SESSION_ID: 'leaked-session',
      ANTHROPIC_MODEL: 'leaked-model',
      ANTHROPIC_CUSTOM_HEADERS: 'X-Leaked: leaked-header',
      ANTHROPIC_AUTH_TOKEN: 'leaked-token-0123456789',
      AWS_SECRET_ACCESS_KEY: 'leaked-secret',
    }))
      vi.stubEnv(name, value);
    try {
      const { api, printed } = await play(pack(OVERDUE), bash('env'));
      expect(printed).toContain('SLIPWAY_URL=');
      expect(matches(`${printed}${JSON.stringify(api.requests)}`, /leaked-\w+/g)).toEqual([]);
      expect(api.asked('play')[0]?.headers['x-api-key']).toBe(KEY);
      // No telemetry, no look-ups: the API is asked for answers and for nothing else.
      expect(api.requests.every(({ script }) => script === 'play')).toBe(true);
    } finally {
      vi.unstubAllEnvs();
    }
  });

  test('12: the stand-in takes what the client sends, notes in the role of the system and requests without a stream among it', async () => {
    const { api, trial } = await play(pack(OVERDUE), [{ tries: [{ status: 404 }, { say: ['Hello.'] }] }], {
      model: 'claude-scripted-1',
    });
    const bodies = api.asked('play').map(({ body }) => body as { stream?: boolean; messages: { role: string }[] });
    expect(bodies.map(({ stream }) => stream === true)).toContain(false);
    expect(bodies.flatMap(({ messages }) => messages.map(({ role }) => role))).toContain('system');
    expect(trial.flags).toEqual([]);
    // Prices of a model that the client does not know are guesses, and no cost is better than a wrong one.
    expect(trial.usage).toMatchObject({ inputTokens: 1111, cost: null });
  });

  test('14: the tools that the agent relies on are there', async () => {
    const { tools, claude_code_version } = initOf((await play(pack(OVERDUE), HELLO)).printed);
    expect(claude_code_version).toBe(PINNED);
    for (const tool of ['Bash', 'Read', 'Write', 'Edit', 'Task', 'mcp__desk__reply']) expect(tools).toContain(tool);
  });

  test('a later turn goes on with the session of the first, and what it costs is told for both', async () => {
    const api = await startModelApi({ play: [['First.'], ['Second.']] });
    try {
      await inRoom(pack(OVERDUE), async (work) => {
        const environment = { ANTHROPIC_API_KEY: KEY, ANTHROPIC_BASE_URL: api.url('play') };
        const settings = clientSettings({ model: 'claude-sonnet-4-5', options: {}, environment });
        const first = await playTurn({ settings, work, prompt: 'One.' });
        const session = first.stream.init?.session ?? '';
        const second = await playTurn({ settings, work, prompt: '/two.', session });
        expect([first.stream.result?.words, second.stream.result?.words]).toEqual(['First.', 'Second.']);
        expect(second.stream.init?.session).toBe(session);
        expect(saidBy(api.asked('play')[1]).join('\n')).toMatch(/One\.[\s\S]*\/two\./);
        const turns = [
          { prompt: 'One.', stream: first.stream },
          { prompt: '/two.', stream: second.stream },
        ];
        const agent = { name: 'claude-code', version: PINNED, model: 'm' };
        const { steps, totals } = trajectoryOf({ agent, turns, usage: new Map() });
        expect(steps.map(({ source, message }) => [source, message])).toEqual([
          ['user', 'One.'],
          ['agent', 'First.'],
          ['user', '/two.'],
          ['agent', 'Second.'],
        ]);
        expect(totals).toMatchObject({ prompt_tokens: 2 * 1111, completion_tokens: 2 * 7 });
        expect(totals?.cost_usd).toBeCloseTo(2 * (first.stream.result?.cost ?? 0), 8);
      });
    } finally {
      await api.close();
    }
  });
});

function bash(command: string): Script {
  return [[{ tool: 'Bash', input: { command, description: 'x' } }], ['Done.']];
}

/** What of a long text matches: a failure then shows that, and not the whole text. */
function matches(text: string, pattern: RegExp): readonly string[] {
  return [...new Set(text.match(pattern) ?? [])];
}

/** What the person said in a request, notes of the client left out. */
function saidBy(request: Requested | undefined): readonly string[] {
  const { messages } = (request?.body ?? { messages: [] }) as { messages: { role: string; content: string | { text?: string }[] }[] };
  return messages
    .filter(({ role }) => role === 'user')
    .flatMap(({ content }) => (typeof content === 'string' ? [content] : content.map(({ text = '' }) => text)));
}

interface Init {
  readonly tools: readonly string[];
  readonly mcp_servers: readonly object[];
  readonly claude_code_version: string;
}

function initOf(printed: string): Init {
  const line = printed.split('\n').find((one) => one.includes('"subtype":"init"'));
  if (line === undefined) throw new Error(`the client did not begin: ${printed.slice(0, 500)}`);
  return JSON.parse(line) as Init;
}

async function withInstruction(pack: string, instruction: string): Promise<string> {
  const copy = await copyOf(pack);
  await writeFile(join(copy, 'instruction.md'), instruction);
  return copy;
}

async function plant(folder: string, files: Readonly<Record<string, string>>): Promise<void> {
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), text);
  }
}

/** A room of the local sandbox with the client in it. */
async function inRoom(pack: string, use: (work: AgentWork) => Promise<void>): Promise<void> {
  const folder = await temporary();
  const task = await readTask(pack);
  const { path } = await findProgram(clientSettings({ model: 'm', options: {}, environment: surroundings() }));
  const { signal } = new AbortController();
  const log = (): void => {};
  const room: Room = (named(sandboxes, 'local') as RoomSandbox).room({
    task,
    job: 'job',
    trial: 'trial',
    directory: folder,
    programs: { claude: path },
    signal,
    log,
  });
  try {
    await room.open();
    await use({ task, room, logs: folder, limit: 60, signal, log });
  } finally {
    await room.close();
  }
}
