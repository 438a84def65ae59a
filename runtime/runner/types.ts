// The nouns of running: an agent works in a room of a sandbox on one task, and a trial ends in exactly one of three ways.
import type { Fault } from '#grader/evidence/types.ts';
import type { Verdict } from '#grader/types.ts';

/** A task directory that was read and found runnable. Limits are seconds. */
export interface Task {
  /** Absolute path. */
  readonly directory: string;
  /** Last part of the path: what results call the task. */
  readonly folder: string;
  /** `[task].name`, `org/name`; the folder's name where the file gives none, as in Harbor. */
  readonly name: string;
  /** `[task].version`, or null. */
  readonly version: string | null;
  /** Text of instruction.md. */
  readonly instruction: string;
  /** `[agent].timeout_sec`; null = no limit. */
  readonly agentLimit: number | null;
  /** `[verifier].timeout_sec`; 600 where the file gives none, as in Harbor. */
  readonly verifierLimit: number;
  /** SHA-256 (hex) over all files' paths and bytes. */
  readonly checksum: string;
}

/** How a process ended. Every way has the same shape; none is thrown. */
export type Ending =
  | { readonly kind: 'exit'; readonly code: number }
  | { readonly kind: 'signal'; readonly signal: string }
  /** Killed by us: its time was over or the job was cancelled. */
  | { readonly kind: 'stopped' }
  /** It could not be started at all. */
  | { readonly kind: 'unstartable'; readonly reason: string };

// ---- agents ----------------------------------------------------------------------------------------------------------

/** One way of working on a task. Add one: a file in agents/ and a line in its index. */
export interface Agent {
  /** Key in the registry, name of the file, word after `--agent`. */
  readonly name: string;
  readonly version: string;
  /** One line for `--help`. */
  readonly about: string;
  /**
   * Works on the task until done, or until `signal` aborts (time over, or cancelled): then it should return soon; it is not waited for.
   * Throwing means it could not work at all: the trial is unscored, fault `agent` unless a Trouble says otherwise.
   */
  run(work: AgentWork): Promise<AgentOutcome>;
}

export interface AgentWork {
  readonly task: Task;
  readonly room: Room;
  /** Host folder for the agent's own logs; it exists. A `trajectory.json` here is what the grader sees of what the agent said. */
  readonly logs: string;
  readonly signal: AbortSignal;
  /** Writes one line to the trial's log. */
  readonly log: (line: string) => void;
}

/** `failed`: it stopped with an error of its own. The trial is graded all the same: breaking down must not be a way to dodge a zero. */
export type AgentOutcome = { readonly kind: 'done' } | { readonly kind: 'failed'; readonly reason: string };

/** Returns its argument; the place where an agent's shape is checked. */
export function defineAgent(agent: Agent): Agent {
  return agent;
}

// ---- sandboxes -------------------------------------------------------------------------------------------------------

/** `untrusted-local`: agent, records and grader share one machine and one user. `isolated`: the agent cannot reach records, log or grader. */
export type Trust = 'untrusted-local' | 'isolated';

/** A place where trials can happen. Add one: a file in sandboxes/ and a line in its index. */
export interface Sandbox {
  /** Key in the registry, name of the file, word after `--sandbox`. */
  readonly name: string;
  /** One line for `--help`. */
  readonly about: string;
  /** Stamped into every result. */
  readonly trust: Trust;
  /** A room for one trial. Starts nothing and cannot fail, so that there is something to close however `open` ends. */
  room(options: RoomOptions): Room;
}

export interface RoomOptions {
  readonly task: Task;
  /** Host folder of the trial; the room may write `workspace.log` there and nothing else. */
  readonly directory: string;
  /** Seconds the workspace may take to start, and to seal. Absent = 30. */
  readonly startLimit?: number;
  readonly signal: AbortSignal;
  readonly log: (line: string) => void;
}

/**
 * One trial's place: a workspace and the agent's side of it. Used in the order open → put/exec → seal → collect → grade → close.
 * Methods throw a Trouble that names the fault; anything else thrown is put down to the phase it came from.
 */
export interface Room {
  /** Starts the workspace and waits until it answers. */
  open(): Promise<void>;
  /** Base URL of the workspace's tools as the agent's side sees it. Only after `open`. */
  readonly url: string;
  /** Brings a host folder to the agent's side under a plain name; gives the path the agent sees. */
  put(folder: string, name: string): Promise<string>;
  /** Runs a command on the agent's side, in its work folder, with `SLIPWAY_URL` set and `slipway-tool` on PATH. */
  exec(command: RoomCommand): Promise<Ending>;
  /** Ends everything the agent left running, then has the workspace close its log. No `exec` afterwards. */
  seal(): Promise<void>;
  /** Copies the evidence into `folder` (made here; regular files only) and says what it took. Works without a seal: what there is. */
  collect(folder: string): Promise<readonly Artifact[]>;
  /** Runs the task's verifier on collected evidence, out of the agent's reach. What it wrote is then in `request.verdict`. */
  grade(request: GradeRequest): Promise<Ending>;
  /** Kills and removes everything the room brought into being. Safe to call twice and after a failed `open`. */
  close(): Promise<void>;
  /** The same at once and without waiting: Slipway itself is ending. */
  abandon(): void;
}

export interface RoomCommand {
  readonly command: readonly [string, ...string[]];
  /** Added to the room's clean environment. Absent = nothing. */
  readonly env?: Readonly<Record<string, string>>;
  /** Absent = empty. */
  readonly stdin?: string;
  /** Host file that gets both streams. */
  readonly output: string;
  /** Kills the command and all it started. */
  readonly signal: AbortSignal;
}

export interface GradeRequest {
  /** Host folder with the collected evidence. */
  readonly evidence: string;
  /** Host folder with the agent's logs; `trajectory.json` may be missing. */
  readonly transcript: string;
  /** Host folder for verdict.json, reward.json, reward.txt. Emptied first: nothing planted there counts. */
  readonly verdict: string;
  /** Host file that gets both streams. */
  readonly output: string;
  readonly signal: AbortSignal;
}

/** One line of Harbor's artifacts/manifest.json. */
export interface Artifact {
  readonly source: string;
  /** Relative to the trial's folder. */
  readonly destination: string;
  readonly type: 'file' | 'directory';
  readonly status: 'ok' | 'failed' | 'empty' | 'skipped';
  /** Service it came from; null = the agent's side. */
  readonly service: string | null;
  readonly exclude: readonly string[];
}

/** Returns its argument; the place where a sandbox's shape is checked. */
export function defineSandbox(sandbox: Sandbox): Sandbox {
  return sandbox;
}

// ---- results ---------------------------------------------------------------------------------------------------------

/** Name to finite number; `reward` is always there. */
export type Rewards = Readonly<Record<string, number>> & { readonly reward: number };

/** Something worth knowing about a trial that was graded normally. */
export type Flag =
  /** The agent's time ran out; what it had done by then was graded. */
  | 'agent_timeout'
  /** The agent ended with an error of its own. */
  | 'agent_failed'
  /** The workspace did not confirm its seal; the grader decided what the evidence is worth. */
  | 'seal_failed';

export type TrialPhase = 'environment_setup' | 'agent_setup' | 'agent_execution' | 'verifier';

export interface Period {
  /** UTC. */
  readonly started_at: string;
  readonly finished_at: string;
}

/** How it ended. `unscored` is not zero: nobody knows what it would have been worth. */
export type TrialEnd =
  | { readonly status: 'scored'; readonly rewards: Rewards; readonly verdict: Verdict }
  | { readonly status: 'unscored'; readonly fault: Fault; readonly reason: string }
  | { readonly status: 'cancelled'; readonly reason: string };

export interface TrialResult {
  readonly id: string;
  readonly task: Task;
  /** `<folder, 32 characters>__<7 characters>` */
  readonly trial: string;
  /** Host folder of the trial. */
  readonly directory: string;
  readonly agent: Pick<Agent, 'name' | 'version'>;
  readonly sandbox: Pick<Sandbox, 'name' | 'trust'>;
  readonly end: TrialEnd;
  readonly flags: readonly Flag[];
  /** In words, for `agent_failed`; null otherwise. */
  readonly agentFailure: string | null;
  readonly period: Period;
  /** Only the phases that were entered. */
  readonly phases: Readonly<Partial<Record<TrialPhase, Period>>>;
}
