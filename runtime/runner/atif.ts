// Trajectories in the form that Harbor reads (ATIF v1.7): its words, nothing its readers refuse, and never too big for the grader.

/** What an agent's log says. Times are ISO 8601. Absent = not known. */
export interface Trajectory {
  readonly agent: TrajectoryAgent;
  /** At least one; they are numbered when they are written. */
  readonly steps: readonly TrajectoryStep[];
  /** The client's own id of its session. */
  readonly session?: string;
  /** What `subagent_trajectory_ref` names it by; only for those of sub-agents. */
  readonly id?: string;
  /** Of agents that this one started, and of theirs. Absent = none. */
  readonly subagents?: readonly Trajectory[];
  /** Where the agent knows better than the sum of its steps. */
  readonly totals?: TrajectoryMetrics;
  /** Whatever has no place of its own. */
  readonly extra?: Readonly<Record<string, unknown>>;
}

export interface TrajectoryAgent {
  readonly name: string;
  readonly version: string;
  readonly model_name?: string;
  /** Function schemas as the model was given them. */
  readonly tool_definitions?: readonly unknown[];
}

export type TrajectoryStep =
  | { readonly source: 'system' | 'user'; readonly message: string; readonly timestamp?: string }
  | {
      readonly source: 'agent';
      readonly message: string;
      readonly timestamp?: string;
      readonly model_name?: string;
      readonly reasoning_content?: string;
      readonly tool_calls?: readonly TrajectoryCall[];
      /** What the calls of this step gave. */
      readonly observation?: { readonly results: readonly TrajectoryResult[] };
      readonly metrics?: TrajectoryMetrics;
      /** Answers of a model that the step stands for. */
      readonly llm_call_count?: number;
    };

export interface TrajectoryCall {
  readonly tool_call_id: string;
  readonly function_name: string;
  readonly arguments: Readonly<Record<string, unknown>>;
}

export interface TrajectoryResult {
  /** `tool_call_id` of a call in the same step. */
  readonly source_call_id: string;
  readonly content: string;
  /** The trajectories of the sub-agents that the call started. */
  readonly subagent_trajectory_ref?: readonly { readonly trajectory_id: string }[];
  readonly extra?: Readonly<Record<string, unknown>>;
}

export interface TrajectoryMetrics {
  /** Cached ones included. */
  readonly prompt_tokens?: number;
  readonly completion_tokens?: number;
  readonly cached_tokens?: number;
  /** US dollars. */
  readonly cost_usd?: number;
}

/** trajectory.json. Where it would be too big for the grader, what the calls gave is cut; what the agent said and did never is. */
export function trajectoryText(trajectory: Trajectory): string {
  const whole = JSON.stringify(asDocument(trajectory), null, 2);
  return Buffer.byteLength(whole) <= MOST_BYTES ? whole : JSON.stringify(asDocument(withoutLongResults(trajectory)), null, 2);
}

/** The grader leaves a log above 4 MiB alone, and would then know nothing of what was said. */
const MOST_BYTES = 3_500_000;
const MOST_CUT = 500;

function withoutLongResults(trajectory: Trajectory): Trajectory {
  const steps = trajectory.steps.map((step) =>
    step.source === 'agent' && step.observation !== undefined
      ? { ...step, observation: { results: step.observation.results.map((result) => ({ ...result, content: cut(result.content) })) } }
      : step,
  );
  const { subagents } = trajectory;
  return { ...trajectory, steps, ...(subagents === undefined ? {} : { subagents: subagents.map(withoutLongResults) }) };
}

function cut(text: string): string {
  return text.length <= MOST_CUT ? text : `${text.slice(0, MOST_CUT)}… [${text.length - MOST_CUT} more characters]`;
}

function asDocument({ agent, steps, session, id, subagents, totals, extra }: Trajectory): object {
  return {
    schema_version: 'ATIF-v1.7',
    ...(session === undefined ? {} : { session_id: session }),
    ...(id === undefined ? {} : { trajectory_id: id }),
    agent,
    steps: steps.map((step, index) => ({ step_id: index + 1, ...step })),
    final_metrics: finalMetrics(steps, totals ?? {}),
    ...(subagents === undefined ? {} : { subagent_trajectories: subagents.map(asDocument) }),
    ...(extra === undefined ? {} : { extra }),
  };
}

/** Sums over the steps that say something; what no step says is left out. */
function finalMetrics(steps: readonly TrajectoryStep[], known: TrajectoryMetrics): object {
  const total = (name: keyof TrajectoryMetrics): number | undefined => {
    if (known[name] !== undefined) return known[name];
    const values = steps.flatMap((step) => (step.source === 'agent' ? (step.metrics?.[name] ?? []) : []));
    return values.length === 0 ? undefined : values.reduce((sum, value) => sum + value, 0);
  };
  return {
    total_prompt_tokens: total('prompt_tokens'),
    total_completion_tokens: total('completion_tokens'),
    total_cached_tokens: total('cached_tokens'),
    total_cost_usd: total('cost_usd'),
    total_steps: steps.length,
  };
}
