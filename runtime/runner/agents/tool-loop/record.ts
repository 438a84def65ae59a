// What the tool loop writes down as it goes: the trajectory, turn by turn, and what the turns cost.
import { join } from 'node:path';
import { type Trajectory, type TrajectoryStep, trajectoryText } from '../../atif.ts';
import { writeWhole } from '../../files.ts';
import type { Usage } from '../../types.ts';
import type { CallResult, ToolOffer, Turn } from './model.ts';

export interface TurnRecord {
  /** One answer of the model. */
  add(turn: Turn): void;
  /** What the calls of the last answer gave. */
  results(results: readonly CallResult[]): void;
  /** trajectory.json as it stands now. */
  save(): Promise<void>;
  /** Of all turns; null where no turn said so. */
  usage(): Usage;
}

export interface RecordOptions {
  readonly agent: { readonly name: string; readonly version: string; readonly model: string };
  readonly system: string | null;
  readonly instruction: string;
  readonly tools: readonly ToolOffer[];
  /** Folder of the agent's logs. */
  readonly logs: string;
}

export function openRecord({ agent, system, instruction, tools, logs }: RecordOptions): TurnRecord {
  const { name, version, model } = agent;
  const definitions = tools.map((tool) => ({
    type: 'function',
    function: { name: tool.name, description: tool.description, parameters: tool.schema },
  }));
  const turns: { readonly turn: Turn; readonly timestamp: string; results: readonly CallResult[] }[] = [];
  const started = now();
  return {
    add: (turn) => void turns.push({ turn, timestamp: now(), results: [] }),
    results(results) {
      const last = turns.at(-1);
      if (last !== undefined) last.results = results;
    },
    async save() {
      const trajectory: Trajectory = {
        agent: { name, version, model_name: model, tool_definitions: definitions },
        steps: [
          ...(system === null ? [] : [{ source: 'system', message: system, timestamp: started } as const]),
          { source: 'user', message: instruction, timestamp: started },
          ...turns.map(({ turn, timestamp, results }) => stepOf(turn, timestamp, results)),
        ],
      };
      await writeWhole(join(logs, 'trajectory.json'), trajectoryText(trajectory));
    },
    usage: () => ({
      inputTokens: sum(turns.map(({ turn }) => turn.usage.inputTokens)),
      cachedTokens: sum(turns.map(({ turn }) => turn.usage.cachedTokens)),
      outputTokens: sum(turns.map(({ turn }) => turn.usage.outputTokens)),
      // The endpoint does not say what it charges.
      cost: null,
    }),
  };
}

function stepOf(turn: Turn, timestamp: string, results: readonly CallResult[]): TrajectoryStep {
  const { inputTokens, cachedTokens, outputTokens } = turn.usage;
  return {
    source: 'agent',
    message: turn.text,
    timestamp,
    llm_call_count: 1,
    ...(turn.reasoning === '' ? {} : { reasoning_content: turn.reasoning }),
    ...(turn.calls.length === 0
      ? {}
      : { tool_calls: turn.calls.map(({ id, tool, args }) => ({ tool_call_id: id, function_name: tool, arguments: args ?? {} })) }),
    ...(results.length === 0
      ? {}
      : { observation: { results: results.map(({ call, text }) => ({ source_call_id: call.id, content: text })) } }),
    metrics: {
      ...(inputTokens === null ? {} : { prompt_tokens: inputTokens }),
      ...(outputTokens === null ? {} : { completion_tokens: outputTokens }),
      ...(cachedTokens === null ? {} : { cached_tokens: cachedTokens }),
    },
  };
}

function sum(values: readonly (number | null)[]): number | null {
  const known = values.filter((value) => value !== null);
  return known.length === 0 ? null : known.reduce((total, value) => total + value, 0);
}

function now(): string {
  return new Date().toISOString();
}
