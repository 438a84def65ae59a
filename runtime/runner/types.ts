// The nouns of running: an agent works in a room of a sandbox on one task, and a trial ends in exactly one of three ways.
import type { Fault } from '#grader/evidence/types.ts';
import type { Verdict } from '#grader/types.ts';
import type { Remedy, Trouble } from './trouble.ts';

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
  /** Harbor's package digest, SHA-256 (hex). */
  readonly checksum: string;
}

/** What a result says of its task: all that can be known once only the job's folder is left. */
export type TaskRef = Pick<Task, 'directory' | 'folder' | 'name' | 'version' | 'agentLimit' | 'checksum'>;

/** How a process ended. Every way has the same shape; none is thrown. */
export type Ending =
  | { readonly kind: 'exit'; readonly code: number }
  | { readonly kind: 'signal'; readonly signal: string }
  /** Killed by us: its time was over or the job was cancelled. */
  | { readonly kind: 'stopped' }
  /** It could not be started at all. */
  | { readonly kind: 'unstartable'; readonly reason: string };

// ---- agents ----------------------------------------------------------------------------------------------------------

/** A kind of agent. Add one: a file in agents/ and a line in its index. */
export interface AgentKind {
  /** Key in the registry, name of the file, word after `--agent`. */
  readonly name: string;
  /** One line for `--help`. */
  readonly about: string;
  /** Options it takes (`--ak name=value`), each with one line. Any other is refused before anything runs. */
  readonly options: Readonly<Record<string, string>>;
  /** Whether it needs `--model`, can use one, or has none. */
  readonly model: 'needed' | 'optional' | 'none';
  /** The agent as asked for. Throws a SettingsError where a setting is missing or makes no sense. */
  create(settings: AgentSettings): Agent;
}

export interface AgentSettings {
  /** `--model`; null where none was given. */
  readonly model: string | null;
  /** `--ak name=value`, names checked against the kind's options. */
  readonly options: Readonly<Record<string, string>>;
  /** The environment that keys and addresses are read from, and nothing else. */
  readonly environment: Readonly<Record<string, string | undefined>>;
}

/** One agent, ready for any number of trials at once. */
export interface Agent {
  readonly name: string;
  /** Of the program that does the work: `2.1.332`. */
  readonly version: string;
  /** Null where it has none. */
  readonly model: string | null;
  /** Keys it was given. The runner takes them out of every file of a trial; at least 8 characters each, or they are left alone. */
  readonly secrets?: readonly string[];
  /** Programs of this machine that the agent's side needs on its PATH: command name to absolute path. */
  readonly programs?: Readonly<Record<string, string>>;
  /** Throws a Trouble where it cannot work at all: asked once, before the first trial. Absent = it always can. */
  ready?(): Promise<void>;
  /**
   * Works on the task until done, or until `signal` aborts (time over, or cancelled): then it should return soon; it is not waited for.
   * Throwing means it could not work at all: the trial is unscored, fault `agent` unless a Trouble says otherwise.
   */
  run(work: AgentWork): Promise<AgentOutcome>;
  /** The same agent under the real Harbor; absent = Harbor has no such agent. */
  readonly harbor?: HarborAgent;
}

/** How `harbor run` is asked for an agent: `-a`, `-m`, `--ak`, `--ae` and `--mounts` of programs. */
export interface HarborAgent {
  readonly name: string;
  readonly model: string | null;
  readonly options: Readonly<Record<string, string>>;
  /** Set for the harbor process: it hands keys to the agent from there, so that none stands on a command line. */
  readonly environment: Readonly<Record<string, string>>;
}

export interface AgentWork {
  readonly task: Task;
  readonly room: Room;
  /** Host folder for the agent's own logs; it exists. A `trajectory.json` here (ATIF) is what the grader sees of what the agent said. */
  readonly logs: string;
  /** Seconds until `signal` aborts because the time is over; null = no limit. */
  readonly limit: number | null;
  readonly signal: AbortSignal;
  /** Writes one line to the trial's log. */
  readonly log: (line: string) => void;
}

export type AgentOutcome = AgentEnd & { readonly usage?: Usage };

export type AgentEnd =
  | { readonly kind: 'done' }
  /** It stopped by a way of its own (an error, a refusal, its turns used up): graded all the same, or breaking down would dodge a zero. */
  | { readonly kind: 'failed'; readonly reason: string; readonly refused?: true }
  /**
   * What it runs on let it down (its API, its client, its connection to the tools). Unscored with this Trouble, unless it had broken
   * a rule by then: that zero stands.
   */
  | { readonly kind: 'broken'; readonly trouble: Trouble };

/** What a trial cost, as far as the agent says. Null = it does not say. */
export interface Usage {
  /** Cached tokens included. */
  readonly inputTokens: number | null;
  readonly cachedTokens: number | null;
  readonly outputTokens: number | null;
  /** US dollars. */
  readonly cost: number | null;
}

/** Returns its argument; the place where an agent's shape is checked. */
export function defineAgent(kind: AgentKind): AgentKind {
  return kind;
}

// ---- sandboxes -------------------------------------------------------------------------------------------------------

/** `untrusted-local`: agent, records and grader share one machine and one user. `isolated`: the agent cannot reach records, log or grader. */
export type Trust = 'untrusted-local' | 'isolated';

/** A place where trials can happen. Add one: a file in sandboxes/ and a line in its index. */
export type Sandbox = RoomSandbox | EngineSandbox;

interface AnySandbox {
  /** Key in the registry, name of the file, word after `--sandbox`. */
  readonly name: string;
  /** One line for `--help`. */
  readonly about: string;
  /** Stamped into every result. */
  readonly trust: Trust;
  /** Throws a Trouble (with what to type next) where it cannot work on this machine now: asked once, before the first trial. */
  ready(): Promise<void>;
}

/** Gives each trial a room; the runner does the rest. */
export interface RoomSandbox extends AnySandbox {
  readonly kind: 'rooms';
  /** A room for one trial. Starts nothing and cannot fail, so that there is something to close however `open` ends. */
  room(options: RoomOptions): Room;
  /** Removes what was kept for the trials of one job (images); called once when it ends. Absent = nothing is. */
  jobOver?(jobId: string): Promise<void>;
}

/** Runs whole jobs by itself and writes them in Harbor's layout; what it wrote is read back as results. */
export interface EngineSandbox extends AnySandbox {
  readonly kind: 'engine';
  /** An agent that only the engine knows, by its name there; whether there is one shows when it is run. */
  foreignAgent(name: string, settings: AgentSettings): Agent;
  run(batch: Batch): Promise<void>;
}

/** One job for an engine: every task so many times. */
export interface Batch {
  readonly tasks: readonly Task[];
  /** See JobInfo. */
  readonly source: string | null;
  readonly agent: Agent;
  readonly attempts: number;
  readonly concurrency: number;
  readonly retries: number;
  /** Folder that holds jobs, and the name of this one; the engine makes the job's folder. */
  readonly jobsDirectory: string;
  readonly name: string;
  /** Given to the engine as they are: its backend and its own options. */
  readonly engineArguments: readonly string[];
  readonly signal: AbortSignal;
  /** Told of each trial as soon as its result is on disk. */
  readonly onTrial: (result: TrialResult) => void;
}

export interface RoomOptions {
  readonly task: Task;
  /** Job and trial it is for: what it makes is labelled with them. */
  readonly job: string;
  readonly trial: string;
  /** Host folder of the trial; the room may write `workspace.log` there and nothing else. */
  readonly directory: string;
  /** See Agent. */
  readonly programs?: Readonly<Record<string, string>>;
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
  /** The same workspace as this machine's own processes reach it, for agents that work from outside. Only after `open`. */
  readonly hostUrl: string;
  /** The agent's home, as it sees it: its own, writable, empty at the start. Its work folder is where `exec` starts. */
  readonly home: string;
  /** Brings a host folder to the agent's side under a plain name; gives the path the agent sees. */
  put(folder: string, name: string): Promise<string>;
  /** Copies the regular files below a folder of the agent's side into a host folder (made here); gives their number, 0 where there is none. */
  take(path: string, folder: string): Promise<number>;
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
export function defineSandbox<S extends Sandbox>(sandbox: S): S {
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
  /** The agent's model declined the request. */
  | 'agent_refused'
  /** What the agent runs on broke down, but it had broken a rule by then. */
  | 'agent_broken'
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
  | {
      readonly status: 'unscored';
      readonly fault: Fault;
      readonly reason: string;
      /** Whether the same trial may well go better: see Trouble. */
      readonly remedy: Remedy;
    }
  | { readonly status: 'cancelled'; readonly reason: string };

export interface TrialResult {
  readonly id: string;
  readonly task: TaskRef;
  /** `<folder, 32 characters>__<7 characters>` */
  readonly trial: string;
  /** Host folder of the trial. */
  readonly directory: string;
  readonly agent: Pick<Agent, 'name' | 'version' | 'model'>;
  readonly sandbox: Pick<Sandbox, 'name' | 'trust'>;
  readonly end: TrialEnd;
  readonly flags: readonly Flag[];
  /** In words, for `agent_failed`; null otherwise. */
  readonly agentFailure: string | null;
  /** Null where the agent says nothing of it, or never ran. */
  readonly usage: Usage | null;
  /** Unscored attempts before this one, which replaced them. */
  readonly retries: number;
  readonly period: Period;
  /** Only the phases that were entered. */
  readonly phases: Readonly<Partial<Record<TrialPhase, Period>>>;
}
