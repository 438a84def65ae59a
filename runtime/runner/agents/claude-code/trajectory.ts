// From the client's stream to a trajectory (ATIF): one step for each answer of the model, with what its calls gave. Pure.
// Calls keep the client's ids, which the audit log has too for calls through MCP. A call in a shell has no id of its own: it belongs to
// the Bash call during which it was made.
import type { Trajectory, TrajectoryMetrics, TrajectoryResult, TrajectoryStep } from '../../atif.ts';
import type { CallOutput, ClientStream, MessageUsage, Said, StreamMessage } from './stream.ts';

export interface TrajectorySource {
  readonly agent: { readonly name: string; readonly version: string; readonly model: string };
  /** The turns of one session, in their order. */
  readonly turns: readonly { readonly prompt: string; readonly stream: ClientStream }[];
  /** Usage of each answer by its id, where the session's own log has it: the stream knows it only before the answer was complete. */
  readonly usage: ReadonlyMap<string, MessageUsage>;
}

export function trajectoryOf({ agent, turns, usage }: TrajectorySource): Trajectory {
  const messages = turns.flatMap(({ stream }) => stream.messages);
  const source = { agent, usage, started: startedBy(messages) };
  const steps = turns.flatMap(({ prompt, stream }): readonly TrajectoryStep[] => [
    { source: 'user', message: prompt },
    ...stepsOf(stream.messages, null, source),
  ]);
  const subagents = [...source.started].map(
    (id): Trajectory => ({ id, agent: named(agent), steps: stepsOf(messages, id, source), extra: { parent_tool_call_id: id } }),
  );
  const session = turns.at(-1)?.stream.init?.session;
  return {
    agent: named(agent),
    steps,
    totals: totalsOf(turns.at(-1)?.stream),
    ...(session === undefined || session === '' ? {} : { session }),
    ...(subagents.length === 0 ? {} : { subagents }),
  };
}

/** What a session cost so far: the client adds up over its turns, so the last one says it. */
export function totalsOf(stream: Pick<ClientStream, 'result'> | undefined): TrajectoryMetrics {
  const { usage = null, cost = null } = stream?.result ?? {};
  return { ...(usage === null ? {} : metricsOf(usage)), ...(cost === null ? {} : { cost_usd: cost }) };
}

/** Ids of the calls that started a sub-agent of which something was heard. */
function startedBy(messages: readonly StreamMessage[]): ReadonlySet<string> {
  return new Set(messages.flatMap(({ parent }) => parent ?? []));
}

interface Source extends Pick<TrajectorySource, 'agent' | 'usage'> {
  readonly started: ReadonlySet<string>;
}

/** The steps of the agent (`parent` null) or of one sub-agent. */
function stepsOf(all: readonly StreamMessage[], parent: string | null, source: Source): readonly TrajectoryStep[] {
  const messages = all.filter((message) => message.parent === parent);
  const outputs = new Map(messages.flatMap((message) => (message.kind === 'got' ? message.results.map((one) => [one.call, one]) : [])));
  return inAnswers(messages).flatMap((answer): TrajectoryStep[] => {
    const [first] = answer;
    if (first.kind === 'said') return [first.error === null ? agentStep(answer as readonly Said[], outputs, source) : note(first)];
    // What a sub-agent is told; to the agent itself only the client speaks here.
    return first.text === '' ? [] : [{ source: parent === null ? 'system' : 'user', message: first.text, ...at(first) }];
  });
}

/** Parts of one answer together. Parts of two may alternate in the stream, so each goes to where its answer began. */
function inAnswers(messages: readonly StreamMessage[]): readonly (readonly [StreamMessage, ...StreamMessage[]])[] {
  const answers: [StreamMessage, ...StreamMessage[]][] = [];
  const begun = new Map<string, StreamMessage[]>();
  for (const message of messages) {
    const earlier = message.kind === 'said' && message.error === null ? begun.get(message.id) : undefined;
    if (earlier !== undefined) {
      earlier.push(message);
      continue;
    }
    const answer: [StreamMessage, ...StreamMessage[]] = [message];
    answers.push(answer);
    if (message.kind === 'said') begun.set(message.id, answer);
  }
  return answers;
}

function agentStep(parts: readonly Said[], outputs: ReadonlyMap<string, CallOutput>, { usage, started }: Source): TrajectoryStep {
  const blocks = parts.flatMap((part) => part.blocks);
  const [first] = parts;
  const texts = (kind: 'text' | 'thinking'): string => blocks.flatMap((block) => (block.kind === kind ? [block.text] : [])).join('\n');
  const calls = blocks.flatMap((block) => (block.kind === 'call' ? [block] : []));
  const results = calls.flatMap(({ id }) => {
    const output = outputs.get(id);
    return output === undefined ? [] : [resultOf(output, started)];
  });
  const reasoning = texts('thinking');
  const known = first === undefined ? undefined : usage.get(first.id);
  return {
    source: 'agent',
    message: texts('text'),
    ...(first === undefined ? {} : { ...at(first), model_name: first.model }),
    ...(reasoning === '' ? {} : { reasoning_content: reasoning }),
    ...(calls.length === 0
      ? {}
      : { tool_calls: calls.map(({ id, tool, input }) => ({ tool_call_id: id, function_name: tool, arguments: input })) }),
    ...(results.length === 0 ? {} : { observation: { results } }),
    ...(known === undefined ? {} : { metrics: metricsOf(known) }),
    llm_call_count: 1,
  };
}

function resultOf({ call, text, failed }: CallOutput, started: ReadonlySet<string>): TrajectoryResult {
  return {
    source_call_id: call,
    content: text,
    ...(started.has(call) ? { subagent_trajectory_ref: [{ trajectory_id: call }] } : {}),
    ...(failed ? { extra: { is_error: true } } : {}),
  };
}

/** What the client itself says, about an API that fails for example. It is not what the agent said. */
function note(said: Said): TrajectoryStep {
  const message = said.blocks.flatMap((block) => (block.kind === 'text' ? [block.text] : [])).join('\n');
  return { source: 'system', message, ...at(said) };
}

function metricsOf({ input, cacheWrite, cacheRead, output }: MessageUsage): TrajectoryMetrics {
  return { prompt_tokens: input + cacheWrite + cacheRead, completion_tokens: output, cached_tokens: cacheRead };
}

function named({ name, version, model }: TrajectorySource['agent']): Trajectory['agent'] {
  return { name, version, model_name: model };
}

function at({ time }: StreamMessage): { readonly timestamp?: string } {
  return time === null ? {} : { timestamp: time };
}
