// Reading what the Claude Code client prints, and making a trajectory of it.
import { describe, expect, test } from 'vitest';
import { usageById } from '#runner/agents/claude-code/sessions.ts';
import { readStream } from '#runner/agents/claude-code/stream.ts';
import { trajectoryOf } from '#runner/agents/claude-code/trajectory.ts';
import { trajectoryText } from '#runner/atif.ts';
import { apology, call, init, type Line, output, printed, result, retry, said, text } from './client-stream.ts';

const AGENT = { name: 'claude-code', version: '2.1.332', model: 'anthropic/m' };

function trajectory(lines: readonly Line[], usage = new Map()): Record<string, unknown> {
  const written = trajectoryText(
    trajectoryOf({ agent: AGENT, turns: [{ prompt: 'Please.', stream: readStream(printed(...lines)) }], usage }),
  );
  return JSON.parse(written) as Record<string, unknown>;
}

describe('the stream', () => {
  test('pitfall 14: what nobody knows is passed over, as are lines of standard error and a torn last line', () => {
    const stream = readStream(
      `${printed('[claude-code:unrecognized_model] {"model":"m"}', init(), '{"type":"system","subtype":"brand_new"}', '{"no":"type"}', '[1]', '"x"', 'null')}${printed(
        { type: 'from_the_future', message: 'x' },
        { type: 'assistant', message: { content: [{ type: 'hologram' }, 7] } },
        { type: 'user', message: 5 },
        text('Hello.', { id: 'msg_2' }),
      )}{"type":"result","is_err`,
    );
    expect(stream.init).toMatchObject({ session: 's-1', version: '2.1.332' });
    expect(stream.messages.map((message) => message.kind)).toEqual(['said', 'said']);
    expect(stream.result).toBeNull();
    expect(stream.noise).toContain('unrecognized_model');
  });

  test('pitfall 7: the last result counts, with the usage of all models and the cost of the whole session', () => {
    const { result: last } = readStream(printed(init(), result({ total_cost_usd: 0.1 }), text('more'), result()));
    expect(last).toMatchObject({ failed: false, usage: { input: 23, cacheWrite: 200, cacheRead: 2000, output: 16 }, cost: 0.25 });
  });

  test('a cost that the client only guesses is none', () => {
    const { result: last } = readStream(printed(result({ modelUsage: { m: { inputTokens: 1, costBasis: 'unknown' } } })));
    expect(last).toMatchObject({ cost: null, usage: { input: 1, output: 0 } });
  });

  test('trouble with the API is remembered, with what the client was doing', () => {
    expect(readStream(printed(init(), retry(529, 'overloaded')))).toMatchObject({
      state: 'retrying',
      retry: { status: 529, error: 'overloaded' },
    });
    expect(readStream(printed(init(), retry(529, 'overloaded'), text('Hi.')))).toMatchObject({ state: 'asking' });
  });

  test.each([
    '',
    '\n\n',
    '{',
    '{"type":"result"}',
    '{"type":"system","subtype":"init"}',
    '{"type":"assistant"}',
    'null',
    '{"type":"user","message":{"content":[null,{}]}}',
  ])('any text can be read: %j', (odd) => {
    expect(() => readStream(odd)).not.toThrow();
  });
});

describe('the trajectory', () => {
  test('one step for each answer, with thoughts, calls, what they gave and what they cost', () => {
    const lines = [
      init(),
      said({ type: 'thinking', thinking: 'Hm.' }),
      text('I look.'),
      call('t1', 'mcp__desk__crm_list_customers', { tier: 'enterprise' }),
      call('t2', 'Bash', { command: 'false' }),
      output('t2', 'Exit code 1', { failed: true }),
      output('t1', [
        { type: 'text', text: '{"items":[]}' },
        { type: 'image', source: {} },
      ]),
      text('None.', { id: 'msg_2' }),
      result(),
    ];
    const usage = new Map([['msg_1', { input: 11, cacheWrite: 100, cacheRead: 1000, output: 7 }]]);
    expect(trajectory(lines, usage)).toMatchObject({
      schema_version: 'ATIF-v1.7',
      session_id: 's-1',
      agent: { name: 'claude-code', version: '2.1.332', model_name: 'anthropic/m' },
      steps: [
        { step_id: 1, source: 'user', message: 'Please.' },
        {
          step_id: 2,
          source: 'agent',
          message: 'I look.',
          reasoning_content: 'Hm.',
          llm_call_count: 1,
          tool_calls: [
            { tool_call_id: 't1', function_name: 'mcp__desk__crm_list_customers', arguments: { tier: 'enterprise' } },
            { tool_call_id: 't2', function_name: 'Bash', arguments: { command: 'false' } },
          ],
          observation: {
            results: [
              { source_call_id: 't1', content: '{"items":[]}\n[image]' },
              { source_call_id: 't2', content: 'Exit code 1', extra: { is_error: true } },
            ],
          },
          metrics: { prompt_tokens: 1111, completion_tokens: 7, cached_tokens: 1000 },
        },
        { step_id: 3, source: 'agent', message: 'None.' },
      ],
      final_metrics: {
        total_prompt_tokens: 2223,
        total_completion_tokens: 16,
        total_cached_tokens: 2000,
        total_cost_usd: 0.25,
        total_steps: 3,
      },
    });
  });

  test('a sub-agent has a trajectory of its own, which the call that started it names', () => {
    const lines = [
      init(),
      call('a1', 'Agent', { prompt: 'Look.' }),
      { type: 'user', message: { role: 'user', content: [{ type: 'text', text: 'Look.' }] }, parent_tool_use_id: 'a1' },
      call('t1', 'mcp__desk__crm_get_customer', {}, { parent: 'a1', id: 'msg_s' }),
      output('t1', 'x', { parent: 'a1' }),
      text('Found.', { parent: 'a1', id: 'msg_t' }),
      output('a1', 'Found.'),
      text('Thanks.', { id: 'msg_2' }),
    ];
    const { steps, subagent_trajectories } = trajectory(lines) as { steps: unknown[]; subagent_trajectories: unknown[] };
    expect(steps).toHaveLength(3);
    expect(steps[1]).toMatchObject({
      observation: { results: [{ source_call_id: 'a1', subagent_trajectory_ref: [{ trajectory_id: 'a1' }] }] },
    });
    expect(subagent_trajectories).toMatchObject([
      {
        trajectory_id: 'a1',
        steps: [{ source: 'user', message: 'Look.' }, { tool_calls: [{ tool_call_id: 't1' }] }, { source: 'agent', message: 'Found.' }],
      },
    ]);
  });

  test('what the client says of its API is not what the agent said', () => {
    const { steps } = trajectory([init(), text('I will.'), apology('server_error', 'API Error: 500')]) as { steps: { source: string }[] };
    expect(steps.map(({ source }) => source)).toEqual(['user', 'agent', 'system']);
  });

  test('parts of two answers that alternate stay apart', () => {
    const { steps } = trajectory([init(), text('a', { id: 'one' }), text('b', { id: 'two' }), text('c', { id: 'one' })]) as {
      steps: { message: string }[];
    };
    expect(steps.map(({ message }) => message)).toEqual(['Please.', 'a\nc', 'b']);
  });

  test('there is one even where the client never began', () => {
    expect(trajectory([])).toMatchObject({ steps: [{ source: 'user', message: 'Please.' }] });
  });
});

test('the logs of a session say what each answer cost: its last line counts, and what is no answer does not', () => {
  const usage = (output_tokens: number): object => ({
    input_tokens: 1,
    output_tokens,
    cache_read_input_tokens: 2,
    cache_creation_input_tokens: 3,
  });
  const log = printed(
    { type: 'assistant', message: { id: 'm1', usage: usage(1) } },
    { type: 'assistant', message: { id: 'm1', usage: usage(7) } },
    { type: 'api-request-blob', message: { id: 'm2', usage: usage(9) } },
    { type: 'assistant', isApiErrorMessage: true, message: { id: 'm3', usage: usage(9) } },
    'no json',
  );
  expect([...usageById([log])]).toEqual([['m1', { input: 1, cacheWrite: 3, cacheRead: 2, output: 7 }]]);
});
