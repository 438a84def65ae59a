// Trajectories as text: numbered steps, sums, and a size that the grader still reads.
import { expect, test } from 'vitest';
import { type TrajectoryStep, trajectoryText } from '#runner/atif.ts';

const agent = { name: 'a', version: '1.0.0' };

function parsed(steps: readonly TrajectoryStep[]): Record<string, unknown> {
  return JSON.parse(trajectoryText({ agent, steps })) as Record<string, unknown>;
}

test('steps are numbered, and what they cost is summed where they say so', () => {
  const steps: readonly TrajectoryStep[] = [
    { source: 'user', message: 'Do it.' },
    { source: 'agent', message: '', metrics: { prompt_tokens: 10, completion_tokens: 1 } },
    { source: 'agent', message: 'Done.', metrics: { prompt_tokens: 20, completion_tokens: 2, cost_usd: 0.25 } },
  ];
  expect(parsed(steps)).toEqual({
    schema_version: 'ATIF-v1.7',
    agent,
    steps: steps.map((step, index) => ({ step_id: index + 1, ...step })),
    final_metrics: { total_prompt_tokens: 30, total_completion_tokens: 3, total_cost_usd: 0.25, total_steps: 3 },
  });
});

test('one that is too big keeps every word and every call, and loses what the calls gave', () => {
  const message = 'é'.repeat(1000);
  const long: TrajectoryStep = {
    source: 'agent',
    message,
    tool_calls: [{ tool_call_id: 'c', function_name: 'shell', arguments: { command: 'x'.repeat(1000) } }],
    observation: { results: [{ source_call_id: 'c', content: 'o'.repeat(100_000) }] },
  };
  const whole = trajectoryText({ agent, steps: [long, long] });
  expect(whole).toContain('o'.repeat(100_000));
  const text = trajectoryText({ agent, steps: Array.from({ length: 60 }, () => long) });
  expect(Buffer.byteLength(text)).toBeLessThan(4 * 1024 * 1024);
  const { steps } = JSON.parse(text) as { steps: readonly (typeof long)[] };
  expect(steps).toHaveLength(60);
  expect(steps[59]).toMatchObject({ message, tool_calls: long.tool_calls });
  expect(steps[59]?.observation?.results[0]?.content).toBe(`${'o'.repeat(500)}… [99500 more characters]`);
});
