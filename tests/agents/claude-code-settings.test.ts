// What the Claude Code agent makes of its settings: the command it runs, where its key goes, and what it says before anything runs.
import { chmod, mkdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { type TurnRequest, turnCommand } from '#runner/agents/claude-code/command.ts';
import { clientSettings, PINNED } from '#runner/agents/claude-code/settings.ts';
import { type Agent, type AgentSettings, agents, createAgent, SettingsError, Trouble } from '#runner/index.ts';
import { named, temporary } from '../runner/harness.ts';

const KEY = 'sk-ant-scripted-0123456789';

function agentWith(more: Partial<AgentSettings> = {}): Agent {
  return createAgent(named(agents, 'claude-code'), {
    model: 'anthropic/claude-x',
    options: {},
    environment: { ANTHROPIC_API_KEY: KEY },
    ...more,
  });
}

function commandFor(more: Partial<AgentSettings> = {}, request: Partial<TurnRequest> = {}): ReturnType<typeof turnCommand> {
  const settings = clientSettings({ model: 'anthropic/claude-x', options: {}, environment: { ANTHROPIC_API_KEY: KEY }, ...more });
  return turnCommand(settings, { prompt: 'Please.', url: 'http://workspace:8000', home: '/home/agent', limit: 900, ...request });
}

/** A folder with a `claude` that says it is this version. */
async function clientThatSays(words: string): Promise<string> {
  const folder = await temporary();
  await writeFile(join(folder, 'claude'), `#!/bin/sh\necho '${words}'\n`);
  await chmod(join(folder, 'claude'), 0o755);
  return folder;
}

async function notReady(more: Partial<AgentSettings>): Promise<Trouble> {
  const thrown = await agentWith(more)
    .ready?.()
    .catch((reason: unknown) => reason);
  if (!(thrown instanceof Trouble)) throw new Error(`it is ready, or: ${String(thrown)}`);
  return thrown;
}

describe('the command', () => {
  test('pitfalls 2 and 4: the prompt goes through standard input, and no flag can swallow what is not its own', () => {
    const options = { allowed_tools: 'Bash,Read', disallowed_tools: 'WebFetch', append_system_prompt: '--be brief' };
    const { command, stdin } = commandFor({ options });
    expect(stdin).toBe('Please.');
    expect(command.join(' ')).not.toContain('Please.');
    expect(command.slice(1).filter((word) => !word.startsWith('--'))).toEqual([]);
    expect(command).toContain('--append-system-prompt=--be brief');
  });

  test.each(['/clear', '/usage now'])('a prompt is never a command of the client: %s', (prompt) => {
    expect(commandFor({}, { prompt }).stdin).toBe(`\n${prompt}`);
  });

  test('pitfall 5: the MCP server has a type, and a name that the client does not keep for itself', () => {
    const config = commandFor().command.find((word) => word.startsWith('--mcp-config=')) ?? '';
    expect(JSON.parse(config.slice('--mcp-config='.length))).toEqual({
      mcpServers: { desk: { type: 'http', url: 'http://workspace:8000/mcp' } },
    });
    expect(commandFor().command).toContain('--strict-mcp-config');
  });

  test('pitfalls 3 and 10: it may work as root, in a folder for its things that is below the room', () => {
    const { env, command } = commandFor();
    expect(env).toMatchObject({ IS_SANDBOX: '1', CLAUDE_CONFIG_DIR: '/home/agent/.claude', CLAUDE_CODE_DISABLE_CLAUDE_MDS: '1' });
    expect(command).toContain('--setting-sources=');
  });

  test('the provider is cut off the model; a slash that belongs to the name is not', () => {
    expect(commandFor().command).toContain('--model=claude-x');
    expect(commandFor({ model: 'openrouter/some/name' }).command).toContain('--model=some/name');
    expect(commandFor({ model: 'plain' }).command).toContain('--model=plain');
  });

  test('with an address of its own every choice of the client is this model; without one it is left alone', () => {
    const environment = { ANTHROPIC_API_KEY: KEY, ANTHROPIC_BASE_URL: 'http://127.0.0.1:9' };
    expect(commandFor({ environment }).env).toMatchObject({
      ANTHROPIC_BASE_URL: 'http://127.0.0.1:9',
      CLAUDE_CODE_SUBAGENT_MODEL: 'claude-x',
    });
    expect(commandFor().env).not.toHaveProperty('CLAUDE_CODE_SUBAGENT_MODEL');
  });

  test('the key is in the environment of the process and nowhere else', () => {
    const { command, env, stdin } = commandFor();
    expect(JSON.stringify([command, stdin])).not.toContain(KEY);
    expect(Object.entries(env).filter(([, value]) => value.includes(KEY))).toEqual([['ANTHROPIC_API_KEY', KEY]]);
    expect(agentWith().secrets).toEqual([KEY]);
  });

  test('pitfall 9: parts of the API that other endpoints lack can be turned off', () => {
    expect(commandFor().env).not.toHaveProperty('CLAUDE_CODE_DISABLE_EXPERIMENTAL_BETAS');
    expect(commandFor({ options: { betas: 'off' } }).env).toMatchObject({ CLAUDE_CODE_DISABLE_EXPERIMENTAL_BETAS: '1' });
  });

  test.each([10, 40, 60, 120, 300, 900, 3600, 86_400])('pitfall 8: with %d s the client gives a dead API up in time', (limit) => {
    const { env } = commandFor({}, { limit });
    const retries = Number(env.CLAUDE_CODE_MAX_RETRIES);
    const waits = [0.5, 1, 2, 4, 8, 16, 32, 35].slice(0, retries).reduce((sum, wait) => sum + wait, 0);
    expect(retries).toBeGreaterThan(0);
    expect(waits).toBeLessThanOrEqual(limit / 6);
    const silent = Number(env.API_TIMEOUT_MS) / 1000;
    expect(silent).toBeGreaterThanOrEqual(5);
    if (limit >= 40) expect(waits + silent * (retries + 1)).toBeLessThanOrEqual(limit * 0.7);
    expect(Number(env.MCP_TIMEOUT)).toBeLessThanOrEqual(limit * 250);
  });

  test('without a limit the client has its own patience', () => {
    expect(commandFor({}, { limit: null }).env).not.toHaveProperty('CLAUDE_CODE_MAX_RETRIES');
  });

  test('a later turn goes on with the session of the first', () => {
    expect(commandFor().command.join(' ')).not.toContain('--resume');
    expect(commandFor({}, { session: 's-1' }).command).toContain('--resume=s-1');
  });
});

describe('settings', () => {
  test.each([
    [{ max_turns: '0' }, /max_turns=0/],
    [{ max_turns: '2.5' }, /max_turns=2.5/],
    [{ max_budget_usd: 'ten' }, /max_budget_usd=ten/],
    [{ reasoning_effort: 'huge' }, /one of low, medium, high, xhigh, max/],
    [{ betas: 'maybe' }, /one of on, off/],
    [{ version: 'latest' }, /a version like/],
    [{ base_url: 'ftp://x' }, /begin with http/],
    [{ base_url: 'http://me:secret@x' }, /ANTHROPIC_API_KEY/],
    [{ append_system_prompt: ' ' }, /a value is missing/],
  ])('%j is refused in words', (options, words) => {
    expect(() => agentWith({ options })).toThrow(SettingsError);
    expect(() => agentWith({ options })).toThrow(words);
  });

  test('a password in the address is not repeated', () => {
    expect(() => agentWith({ options: { base_url: 'http://me:secret@x' } })).not.toThrow(/secret/);
  });

  test('under Harbor it is the same agent: same model, same options, key and address from the environment', () => {
    const environment = { CLAUDE_CODE_OAUTH_TOKEN: KEY, ANTHROPIC_BASE_URL: 'http://127.0.0.1:9', SECRET: 'x' };
    expect(agentWith({ environment, options: { max_turns: '5', path: '/x/claude', betas: 'off' } }).harbor).toEqual({
      name: 'claude-code',
      model: 'anthropic/claude-x',
      options: { max_turns: '5', version: PINNED },
      environment: { CLAUDE_CODE_OAUTH_TOKEN: KEY, ANTHROPIC_BASE_URL: 'http://127.0.0.1:9' },
    });
  });
});

describe('before anything runs', () => {
  test('no key: it says which variables would hold one', async () => {
    const { message, remedy, next } = await notReady({ environment: {} });
    expect(message).toContain('ANTHROPIC_API_KEY, ANTHROPIC_AUTH_TOKEN, CLAUDE_CODE_OAUTH_TOKEN');
    expect([remedy, next]).toEqual(['stop', 'export ANTHROPIC_API_KEY=…']);
  });

  test('no client: it says what to type', async () => {
    const environment = { ANTHROPIC_API_KEY: KEY, PATH: await temporary() };
    const { message, next, fault, remedy } = await notReady({ environment });
    expect(message).toContain('no claude on PATH');
    expect(next).toContain(`npm install -g @anthropic-ai/claude-code@${PINNED}`);
    expect([fault, remedy]).toEqual(['agent', 'stop']);
    expect((await notReady({ options: { path: '/nowhere/claude' } })).message).toContain('/nowhere/claude is no program that can be run');
  });

  test('pitfall 1: another version than the pinned one is not taken, unless that is asked for', async () => {
    const environment = { ANTHROPIC_API_KEY: KEY, PATH: await clientThatSays('9.9.9 (Claude Code)') };
    const { message, next } = await notReady({ environment });
    expect(message).toContain(`is Claude Code 9.9.9, and ${PINNED} is insisted on`);
    expect(next).toContain('--ak version=9.9.9');
    for (const version of ['9.9.9', 'any']) {
      const agent = agentWith({ environment, options: { version } });
      await agent.ready?.();
      expect(agent.version).toBe('9.9.9');
    }
  });

  test('another program of that name, or one that does not run', async () => {
    const path = await clientThatSays('miaow');
    expect((await notReady({ environment: { ANTHROPIC_API_KEY: KEY, PATH: path } })).message).toContain('it says "miaow"');
    await writeFile(join(path, 'claude'), '#!/bin/sh\necho no >&2\nexit 3\n');
    expect((await notReady({ environment: { ANTHROPIC_API_KEY: KEY, PATH: path } })).message).toMatch(/does not run: no$/);
  });

  test('a link is followed to the program: it may lead nowhere where the program is brought to', async () => {
    const folder = await clientThatSays(`${PINNED} (Claude Code)`);
    await mkdir(join(folder, 'bin'));
    await symlink('../claude', join(folder, 'bin', 'claude'));
    const agent = agentWith({ environment: { ANTHROPIC_API_KEY: KEY, PATH: join(folder, 'bin') } });
    await agent.ready?.();
    expect(agent.programs).toEqual({ claude: join(folder, 'claude') });
  });

  test('CI installs the pinned version, and everybody is told of the same', async () => {
    const of = (path: string): Promise<string> => readFile(fileURLToPath(new URL(`../../${path}`, import.meta.url)), 'utf8');
    expect(await of('.ci/run')).toContain("s/^export const PINNED = '");
    expect(await of('runtime/runner/agents/claude-code/settings.ts')).toContain(`\nexport const PINNED = '${PINNED}';\n`);
    for (const path of ['README.md', 'docs/agents.md', 'cli/doctor.ts'])
      expect(await of(path)).toContain(`@anthropic-ai/claude-code@${PINNED}`);
  });
});
