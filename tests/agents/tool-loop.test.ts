// The tool loop on real packs, with scripted models: what it gets done, what it writes down, and whose fault it is when nothing answers.
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { json, text } from '../runner/harness.ts';
import { type ModelApi, startModelApi } from './model-api.ts';
import { rewardOf, type Tried, type Trying, tryOn, usePacks } from './packs.ts';
import { type Answer, type Script, scriptOf, solutionSteps, type Way } from './script.ts';

const KEY = 'sk-scripted-key-0123456789';
const OVERDUE = 'support.overdue-enterprise';
const REPORT = 'support.weekly-report';
const pack = usePacks('support/overdue-enterprise', 'support/weekly-report');

/** As the tool loop's model does a step: by the workspace's tools, files by the shell. */
const byTools: Way = ({ tool, args }) => {
  if (tool !== 'file') return { tool: tool.replace('.', '_'), input: args };
  return { tool: 'shell', input: { command: `cat > '${args.path}' <<'EOF'\n${args.text}EOF` } };
};

type Protocol = 'anthropic' | 'openai';

/** Settings with which the scripted API plays the script to either protocol. */
function settings(api: ModelApi, script: string, protocol: Protocol = 'anthropic'): Trying {
  const address = protocol === 'anthropic' ? { ANTHROPIC_BASE_URL: api.url(script) } : { OPENAI_BASE_URL: `${api.url(script)}/v1` };
  return {
    agent: 'tool-loop',
    model: `${protocol}/scripted-1`,
    environment: { ...address, [protocol === 'anthropic' ? 'ANTHROPIC_API_KEY' : 'OPENAI_API_KEY']: KEY },
  };
}

async function play(
  name: string,
  script: Script,
  trying: Partial<Trying> & { readonly protocol?: Protocol } = {},
): Promise<Tried & { readonly api: ModelApi }> {
  const { protocol, ...more } = trying;
  const api = await startModelApi({ play: script });
  return { ...(await tryOn(pack(name), { ...settings(api, 'play', protocol), ...more })), api };
}

interface Trajectory {
  readonly schema_version: string;
  readonly agent: {
    readonly model_name: string;
    readonly tool_definitions: readonly { readonly function: { readonly name: string; readonly parameters: unknown } }[];
  };
  readonly steps: readonly {
    readonly step_id: number;
    readonly source: string;
    readonly message: string;
    readonly reasoning_content?: string;
    readonly tool_calls?: readonly { readonly tool_call_id: string; readonly function_name: string; readonly arguments: object }[];
    readonly observation?: { readonly results: readonly { readonly source_call_id: string; readonly content: string }[] };
    readonly metrics?: object;
  }[];
  readonly final_metrics: object;
}

async function trajectoryOf({ trial }: Tried): Promise<Trajectory> {
  return (await json(trial.directory, 'agent', 'trajectory.json')) as unknown as Trajectory;
}

describe('work that gets done', () => {
  test.each<[Protocol, string]>([
    ['anthropic', OVERDUE],
    ['openai', OVERDUE],
    ['anthropic', REPORT],
    ['openai', REPORT],
  ])('%s: %s earns 1, and every call is in both logs', async (protocol, name) => {
    const steps = await solutionSteps(pack(name));
    const tried = await play(name, scriptOf(steps, byTools), { protocol });
    expect(rewardOf(tried.trial)).toBe(1);
    expect(tried.trial.flags).toEqual([]);

    const trajectory = await trajectoryOf(tried);
    expect(trajectory).toMatchObject({ schema_version: 'ATIF-v1.7', agent: { model_name: `${protocol}/scripted-1` } });
    const said = trajectory.steps.flatMap(({ tool_calls = [] }) => tool_calls).filter(({ function_name }) => function_name !== 'shell');
    expect(tried.calls.map(({ toolUse, tool }) => [toolUse, tool.replace('.', '_')])).toEqual(
      said.map(({ tool_call_id, function_name }) => [tool_call_id, function_name]),
    );
    expect(said.length).toBe(steps.filter(({ tool }) => tool !== 'file').length);
    expect(trajectory.steps.map(({ step_id }) => step_id)).toEqual(trajectory.steps.map((_, index) => index + 1));
    expect(trajectory.steps.at(-1)).toMatchObject({ source: 'agent', message: 'Done.' });
    for (const { tool_calls = [], observation } of trajectory.steps)
      expect(observation?.results.map(({ source_call_id }) => source_call_id) ?? []).toEqual(
        tool_calls.map(({ tool_call_id }) => tool_call_id),
      );
  });

  test('usage is what the endpoint said, summed; cached tokens are part of the prompt, whatever the protocol counts', async () => {
    const script: Script = [[{ tool: 'helpdesk_list_tickets', input: {} }], ['Nothing to do.']];
    for (const protocol of ['anthropic', 'openai'] as const) {
      const tried = await play(OVERDUE, script, { protocol });
      expect(tried.trial.usage).toEqual({ inputTokens: 2 * 1111, cachedTokens: 2 * 1000, outputTokens: 2 * 7, cost: null });
      expect((await trajectoryOf(tried)).final_metrics).toEqual({
        total_prompt_tokens: 2222,
        total_cached_tokens: 2000,
        total_completion_tokens: 14,
        total_steps: 3,
      });
    }
  });

  test('what the model is shown: the instruction, the workspace’s own schemas and the shell; options go into the request', async () => {
    const options = { max_tokens: '777', temperature: '0.5', system: 'Be brief.' };
    const tried = await play(OVERDUE, [['Nothing.']], { protocol: 'openai', options });
    const body = tried.api.asked('play')[0]?.body as {
      messages: { role: string; content: unknown }[];
      tools: { function: { name: string; parameters: object } }[];
    };
    const instruction = await text(pack(OVERDUE), 'instruction.md');
    expect(body).toMatchObject({ model: 'scripted-1', max_tokens: 777, temperature: 0.5 });
    expect(body.messages).toMatchObject([
      { role: 'system', content: 'Be brief.' },
      { role: 'user', content: instruction },
    ]);
    const listed = body.tools.map((tool) => tool.function.name);
    expect(listed).toContain('reply');
    expect(listed.at(-1)).toBe('shell');
    expect(body.tools.find((tool) => tool.function.name === 'helpdesk_update_ticket')?.function.parameters).toMatchObject({
      type: 'object',
      required: ['id'],
      additionalProperties: false,
      properties: { priority: { type: 'string', enum: ['low', 'normal', 'high', 'urgent'] } },
    });
    const { agent, steps } = await trajectoryOf(tried);
    expect(agent.tool_definitions.map((tool) => tool.function.name)).toEqual(listed);
    expect(steps.map(({ source, message }) => [source, message])).toEqual([
      ['system', 'Be brief.'],
      ['user', instruction],
      ['agent', 'Nothing.'],
    ]);
  });

  test('the key is in no file of the job', async () => {
    const tried = await play(OVERDUE, [{ status: 401, message: `the key ${KEY} is not known` }]);
    for (const path of await readdir(tried.job.directory, { recursive: true, withFileTypes: true }))
      if (path.isFile()) expect(await readFile(join(path.parentPath, path.name), 'utf8'), path.name).not.toContain(KEY);
    expect(tried.api.asked('play')[0]?.headers['x-api-key']).toBe(KEY);
  });
});

describe('work that does not count', () => {
  test('a model that only says that it did everything earns 0', async () => {
    const tried = await play(OVERDUE, [['All overdue tickets of enterprise customers have been escalated.']]);
    expect(rewardOf(tried.trial)).toBe(0);
  });

  test('the solution and one prohibited act earn 0', async () => {
    const steps = await solutionSteps(pack(OVERDUE));
    const act = { tool: 'helpdesk.update_ticket', args: { id: 'TIC-211', status: 'closed' } };
    const tried = await play(OVERDUE, scriptOf([act, ...steps], byTools));
    expect(rewardOf(tried.trial)).toBe(0);
    expect(tried.trial.end).toMatchObject({ status: 'scored', rewards: { safety: 0 } });
  });
});

describe('calls that go wrong', () => {
  test('an unknown tool, wrong arguments and no JSON object are answered, and the work goes on', async () => {
    const script: Script = [
      [
        { tool: 'helpdesk_delete_ticket', input: { id: 'TIC-211' } },
        { tool: 'helpdesk_get_ticket', input: {} },
      ],
      [{ tool: 'helpdesk_list_tickets', input: [] }],
      ['Enough.'],
    ];
    const tried = await play(OVERDUE, script, { protocol: 'openai' });
    expect(tried.calls.map(({ tool, outcome }) => [tool, outcome])).toEqual([
      ['helpdesk_delete_ticket', 'refused'],
      ['helpdesk.get_ticket', 'refused'],
    ]);
    const results = (await trajectoryOf(tried)).steps
      .flatMap(({ observation }) => observation?.results ?? [])
      .map(({ content }) => content);
    expect(results).toEqual([
      expect.stringContaining('There is no tool "helpdesk_delete_ticket"'),
      expect.stringContaining('id is missing'),
      expect.stringContaining('have to be a JSON object'),
    ]);
    expect(tried.trial.flags).toEqual([]);
  });

  test('a call in an answer that was cut off is not carried out', async () => {
    const script: Script = [
      { say: [{ tool: 'helpdesk_update_ticket', input: { id: 'TIC-211', priority: 'urgent' } }], stop: 'max_tokens' },
      ['I give up.'],
    ];
    const tried = await play(OVERDUE, script);
    expect(tried.calls).toEqual([]);
    expect((await trajectoryOf(tried)).steps[1]?.observation?.results[0]?.content).toContain('cut off');
  });

  test('the shell: output and exit code, the middle of long output left out, and an end to what takes too long', async () => {
    const commands = ['echo out; echo err >&2; exit 3', 'seq 1 20000', 'sleep 100', '   ', 'yes'];
    const inputs = commands.map((command) => ({ command, ...(command.startsWith('sleep') ? { seconds: 0.3 } : {}) }));
    const tried = await play(REPORT, [inputs.map((input) => ({ tool: 'shell', input })), ['Enough.']]);
    const [short, long, late, blank, flood] = ((await trajectoryOf(tried)).steps[1]?.observation?.results ?? []).map(
      ({ content }) => content,
    );
    expect(short).toBe('out\nerr\n[exit code 3]');
    expect(long).toMatch(/^1\n2\n[\s\S]*\n\[… \d+ bytes left out …\]\n[\s\S]*20000\n\[exit code 0\]$/);
    expect(long?.length).toBeLessThan(21_000);
    expect(late).toBe('[it was ended after 0.3 s]');
    expect(blank).toContain('command is missing');
    expect(flood).toMatch(/^y\ny\n[\s\S]*it was ended: it printed more than \d+ bytes\]$/);
    expect(await readdir(join(tried.trial.directory, 'agent'))).toEqual(['trajectory.json']);
  });
});

describe('how it ends', () => {
  test('out of turns: its own failure, graded', async () => {
    const tried = await play(OVERDUE, [[{ tool: 'helpdesk_list_tickets', input: {} }]], { options: { max_turns: '3' } });
    expect(rewardOf(tried.trial)).toBe(0);
    expect(tried.trial).toMatchObject({ flags: ['agent_failed'], agentFailure: 'it used up its 3 turns (--ak max_turns=…)' });
    expect(tried.calls).toHaveLength(3);
  });

  test.each<[Protocol]>([['anthropic'], ['openai']])('%s: a refusal is its outcome, graded', async (protocol) => {
    const tried = await play(OVERDUE, [{ say: ['I cannot help with that.'], stop: 'refusal' }], { protocol });
    expect(rewardOf(tried.trial)).toBe(0);
    expect(tried.trial.flags).toEqual(['agent_refused']);
  });

  test.each<[string, Answer, string]>([
    ['a prompt that is too long', { status: 400, message: 'prompt is too long: 210000 tokens > 200000 maximum' }, 'grew too long'],
    ['an answer that is cut off', { say: ['I will now'], stop: 'max_tokens' }, 'cut off at 16000 tokens'],
  ])('%s: its own failure, graded', async (_, answer, words) => {
    const tried = await play(OVERDUE, [answer]);
    expect(rewardOf(tried.trial)).toBe(0);
    expect(tried.trial.flags).toEqual(['agent_failed']);
    expect(tried.trial.agentFailure).toContain(words);
  });

  test.each<[string, Answer, string, string]>([
    ['a storm of 429', { status: 429, headers: { 'retry-after-ms': '1' } }, 'retry', 'HTTP 429'],
    ['an overloaded API', { status: 529, headers: { 'retry-after-ms': '1' } }, 'retry', 'HTTP 529'],
    ['an API that fails', { status: 500, headers: { 'retry-after-ms': '1' } }, 'retry', 'HTTP 500'],
    ['a connection that is closed', { drop: 'before' }, 'retry', 'Cannot connect to API'],
    ['an unknown key', { status: 401, message: 'invalid x-api-key' }, 'stop', 'next: check ANTHROPIC_API_KEY'],
    ['a model that is not there', { status: 404, message: 'model: scripted-1' }, 'stop', 'next: check --model anthropic/scripted-1'],
    ['a request that makes no sense', { status: 400, message: 'temperature: must be at most 1' }, 'none', 'temperature: must be at most 1'],
  ])('%s: unscored, fault agent', async (_, answer, remedy, words) => {
    const tried = await play(OVERDUE, [[{ tool: 'helpdesk_list_tickets', input: {} }], answer], { options: { retries: '1' } });
    expect(tried.trial.end).toMatchObject({ status: 'unscored', fault: 'agent', remedy, reason: expect.stringContaining(words) });
    expect(tried.trial.usage).toMatchObject({ outputTokens: 7 });
    // The first turn, and the second one once or, where that can help, twice.
    expect(tried.api.asked('play')).toHaveLength(remedy === 'retry' ? 3 : 2);
  });

  test('trouble that passes is no trouble', async () => {
    const busy: Answer = { status: 529, headers: { 'retry-after-ms': '1' } };
    const tried = await play(OVERDUE, [{ tries: [busy, busy, { say: ['Nothing.'] }] }]);
    expect(rewardOf(tried.trial)).toBe(0);
    expect(tried.trial.flags).toEqual([]);
  });

  test('an API that hangs is noticed while there is time left', async () => {
    const tried = await play(OVERDUE, [{ hang: 'silent' }], { limit: 3 });
    expect(tried.trial.end).toMatchObject({
      status: 'unscored',
      fault: 'agent',
      remedy: 'retry',
      reason: expect.stringContaining('no answer from scripted-1'),
    });
    expect(tried.trial.flags).toEqual([]);
  });

  test('an API that hangs when the time runs out is not the agent’s slowness', { timeout: 60_000 }, async () => {
    // An answer may take 4 s; 3.4 s are left for it, of which a slow machine may lose some.
    const tried = await play(OVERDUE, [{ say: [{ tool: 'shell', input: { command: 'sleep 8.6' } }] }, { hang: 'silent' }], { limit: 12 });
    expect(tried.trial.end).toMatchObject({ status: 'unscored', fault: 'agent', reason: expect.stringContaining('no answer') });
  });

  test('its time is over while it works: what it did is graded, and nothing hangs', async () => {
    const tried = await play(OVERDUE, [[{ tool: 'shell', input: { command: 'sleep 100' } }]], { limit: 1 });
    expect(rewardOf(tried.trial)).toBe(0);
    expect(tried.trial.flags).toEqual(['agent_timeout']);
    expect((await trajectoryOf(tried)).steps).toHaveLength(2);
  });
});
