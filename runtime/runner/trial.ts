// One trial: room → agent → seal → collect → grade → result. Never throws: whatever goes wrong becomes a labelled fault.
import { appendFile, mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Fault } from '#grader/evidence/types.ts';
import { readIfThere, redact, tail, writeJson } from './files.ts';
import { type JobInfo, trialConfig, trialResultJson } from './layout.ts';
import { trialLock } from './locks.ts';
import { describeEnding, STOP_GRACE } from './processes.ts';
import { asTrouble, inFull, Trouble } from './trouble.ts';
import type { Agent, AgentOutcome, Flag, Period, Room, RoomSandbox, Task, TrialEnd, TrialPhase, TrialResult, Usage } from './types.ts';
import { readVerdict } from './verdict.ts';

export interface TrialOptions {
  readonly id: string;
  readonly task: Task;
  readonly trial: string;
  /** The trial's folder inside the job; made here. */
  readonly directory: string;
  /** What Harbor's job files need to know of the job. */
  readonly job: JobInfo;
  readonly agent: Agent;
  readonly sandbox: RoomSandbox;
  /** Attempts that were set aside before this one. */
  readonly retries: number;
  /** Seconds for the workspace to start, and to seal; absent = the sandbox's own. */
  readonly startLimit?: number;
  /** Aborts when the job is cancelled. */
  readonly signal: AbortSignal;
  /** Rooms that exist right now: whoever ends the process abandons them. */
  readonly rooms: Set<Room>;
}

export async function runTrial(options: TrialOptions): Promise<TrialResult> {
  const { directory, job, agent } = options;
  const course = new Course(options);
  const end = await course.run();
  const result = course.result(end);
  try {
    await settleVerdict(result);
    // Before the result: whoever finds a result finds no key beside it.
    await redact(directory, agent.secrets ?? []);
    await writeJson(join(directory, 'result.json'), trialResultJson(result, job));
    return result;
  } catch (thrown) {
    // A result that cannot be written must not be counted as if it were on disk.
    const { fault, message, remedy } = asTrouble(thrown, 'host');
    return { ...result, end: { status: 'unscored', fault, reason: message, remedy } };
  }
}

/** The state of one trial while it runs. */
class Course {
  readonly #options: TrialOptions;
  readonly #started = now();
  readonly #phases: Partial<Record<TrialPhase, Period>> = {};
  readonly #flags: Flag[] = [];
  #agentFailure: string | null = null;
  /** What the agent runs on broke down: decides the end unless a rule was broken by then. */
  #broken: Trouble | null = null;
  #usage: Usage | null = null;
  #log: Promise<void> = Promise.resolve();

  constructor(options: TrialOptions) {
    this.#options = options;
  }

  async run(): Promise<TrialEnd> {
    const { task, sandbox, directory, signal, rooms, startLimit, job, trial, agent } = this.#options;
    let room: Room | null = null;
    try {
      await this.#prepare();
      const programs = agent.programs === undefined ? {} : { programs: agent.programs };
      const limit = startLimit === undefined ? {} : { startLimit };
      room = sandbox.room({ task, job: job.id, trial, directory, signal, log: this.log, ...programs, ...limit });
      rooms.add(room);
      return await this.#inRoom(room);
    } catch (thrown) {
      this.log(inFull(thrown));
      return signal.aborted ? cancelled(signal) : this.#unscored(asTrouble(thrown, 'host'));
    } finally {
      await this.#leave(room);
    }
  }

  result(end: TrialEnd): TrialResult {
    const { id, task, trial, directory, agent, sandbox, retries } = this.#options;
    return {
      id,
      task,
      trial,
      directory,
      agent: { name: agent.name, version: agent.version, model: agent.model },
      sandbox: { name: sandbox.name, trust: sandbox.trust },
      end,
      flags: this.#flags,
      agentFailure: this.#agentFailure,
      usage: this.#usage,
      retries,
      period: { started_at: this.#started, finished_at: now() },
      phases: this.#phases,
    };
  }

  readonly log = (line: string): void => {
    // A log that cannot be written is no reason to lose a trial.
    this.#log = this.#log.then(() => appendFile(join(this.#options.directory, 'trial.log'), `${line}\n`)).catch(() => {});
  };

  async #prepare(): Promise<void> {
    const { directory, task, trial, agent, sandbox, job } = this.#options;
    for (const folder of ['agent', 'verifier', 'artifacts']) await mkdir(join(directory, folder), { recursive: true });
    await writeJson(join(directory, 'config.json'), trialConfig({ task, trial, agent, sandbox: sandbox.name, job }));
    await writeJson(join(directory, 'lock.json'), trialLock({ task, agent, sandbox: sandbox.name, source: job.source }));
  }

  async #inRoom(room: Room): Promise<TrialEnd> {
    const { directory, signal } = this.#options;
    await this.#phase('environment_setup', 'sandbox', () => room.open());
    await this.#phase('agent_execution', 'agent', () => this.#runAgent(room));
    if (signal.aborted) return cancelled(signal);

    const sealTrouble = await this.#seal(room);
    const evidence = join(directory, 'artifacts', 'workspace');
    const manifest = await labelled('host', () => room.collect(evidence));
    await writeJson(join(directory, 'artifacts', 'manifest.json'), manifest);

    const end = await this.#phase('verifier', 'grader', () => this.#grade(room, evidence, sealTrouble));
    return this.#broken === null ? end : this.#afterBreakdown(this.#broken, end);
  }

  /** A rule that was broken before everything broke down stays broken: otherwise breaking down would be a way out. */
  #afterBreakdown(trouble: Trouble, end: TrialEnd): TrialEnd {
    if (end.status !== 'scored' || end.verdict.status !== 'scored' || end.verdict.safety !== 0) return this.#unscored(trouble);
    this.#agentFailure = this.#clean(trouble.message);
    this.#flag('agent_broken', trouble.message);
    return end;
  }

  /** The agent within its time. It is told to stop by its signal and not waited for beyond that. */
  async #runAgent(room: Room): Promise<void> {
    const { task, agent, directory, signal } = this.#options;
    const time = new AbortController();
    const over = new AbortController();
    const both = AbortSignal.any([signal, time.signal]);
    const timer = task.agentLimit === null ? undefined : setTimeout(() => time.abort(), task.agentLimit * 1000);
    try {
      const work = agent.run({ task, room, logs: join(directory, 'agent'), limit: task.agentLimit, signal: both, log: this.log });
      // When its time is over, the agent's own account of how it was stopped does not matter.
      const outcome = await Promise.race([
        work,
        longAfter(time.signal, LAST_WORDS, over.signal),
        longAfter(signal, CANCEL_GRACE, over.signal),
      ]);
      this.#usage = outcome.usage ?? null;
      if (outcome.kind === 'broken') this.#broken = outcome.trouble;
      else if (time.signal.aborted)
        this.#flag('agent_timeout', `the agent's time is over (${task.agentLimit} s); what it did by then is graded`);
      else if (outcome.kind === 'failed' && !signal.aborted) {
        this.#agentFailure = this.#clean(outcome.reason);
        this.#flag(outcome.refused ? 'agent_refused' : 'agent_failed', outcome.reason);
      }
    } catch (thrown) {
      if (!both.aborted) throw thrown;
      if (time.signal.aborted) this.#flag('agent_timeout', `the agent's time is over (${task.agentLimit} s)`);
    } finally {
      clearTimeout(timer);
      over.abort();
    }
  }

  /** A failed seal is not the end: the grader looks at what there is and says whether it counts, here as under Harbor. */
  async #seal(room: Room): Promise<Trouble | null> {
    try {
      await room.seal();
      return null;
    } catch (thrown) {
      const trouble = asTrouble(thrown, 'workspace');
      this.#flag('seal_failed', inFull(thrown));
      return trouble;
    }
  }

  async #grade(room: Room, evidence: string, sealTrouble: Trouble | null): Promise<TrialEnd> {
    const { task, directory, signal } = this.#options;
    const verdict = join(directory, 'verifier');
    const output = join(verdict, 'test-stdout.txt');
    const time = AbortSignal.timeout(task.verifierLimit * 1000);
    const ending = await room.grade({
      evidence,
      transcript: join(directory, 'agent'),
      verdict,
      output,
      signal: AbortSignal.any([signal, time]),
    });
    const words = await tail(output);
    if (signal.aborted) return cancelled(signal);
    if (ending.kind === 'stopped')
      return this.#unscored(
        new Trouble('grader', `the grader did not finish within ${task.verifierLimit} s; last words: ${words || 'none'}`),
      );

    const reading = await readVerdict(verdict);
    switch (reading.kind) {
      case 'scored':
        if ((await readIfThere(join(evidence, 'seal.json'))) === null)
          return this.#unscored(new Trouble('grader', 'the grader scored evidence that has no seal.json'));
        return { status: 'scored', rewards: reading.rewards, verdict: reading.verdict };
      case 'unscored':
        return this.#unscored(new Trouble(reading.fault, withSeal(reading.reason, sealTrouble)));
      case 'nothing':
        return this.#unscored(
          sealTrouble ?? new Trouble('grader', `the grader wrote no verdict (${describeEnding(ending)}); last words: ${words || 'none'}`),
        );
    }
  }

  async #leave(room: Room | null): Promise<void> {
    if (room !== null) {
      await room.close().catch((thrown: unknown) => this.log(`clean-up: ${inFull(thrown)}`));
      this.#options.rooms.delete(room);
    }
    await this.#log;
  }

  #unscored({ fault, message, remedy, next }: Trouble): TrialEnd {
    return { status: 'unscored', fault, reason: this.#clean(next === undefined ? message : `${message}; next: ${next}`), remedy };
  }

  /** Words for people go to terminals and files: no key is among them. */
  #clean(words: string): string {
    return (this.#options.agent.secrets ?? []).reduce(
      (rest, secret) => (secret === '' ? rest : rest.replaceAll(secret, '[redacted]')),
      words,
    );
  }

  #flag(flag: Flag, words: string): void {
    this.#flags.push(flag);
    this.log(words);
  }

  async #phase<T>(name: TrialPhase, fault: Fault, work: () => Promise<T>): Promise<T> {
    const started_at = now();
    try {
      return await labelled(fault, work);
    } finally {
      this.#phases[name] = { started_at, finished_at: now() };
    }
  }
}

/** The reason of the abort, where it says one. */
function cancelled({ reason }: AbortSignal): TrialEnd {
  return { status: 'cancelled', reason: typeof reason === 'string' ? reason : 'the job was cancelled' };
}

/** A scored trial keeps the grader's files; any other has our verdict and no reward file that somebody might read. */
async function settleVerdict(result: TrialResult): Promise<void> {
  const { end, directory, task } = result;
  if (end.status === 'scored') return;
  const folder = join(directory, 'verifier');
  for (const file of ['reward.json', 'reward.txt']) await rm(join(folder, file), { recursive: true, force: true });
  if (end.status === 'cancelled') return;
  await writeJson(join(folder, 'verdict.json'), {
    version: 1,
    status: 'unscored',
    task: task.folder,
    fault: end.fault,
    reason: end.reason,
  });
}

async function labelled<T>(fault: Fault, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (thrown) {
    throw asTrouble(thrown, fault);
  }
}

function withSeal(reason: string, sealTrouble: Trouble | null): string {
  return sealTrouble === null ? reason : `${reason} (${sealTrouble.message})`;
}

/** Settles so many milliseconds after `signal` has aborted. `over` drops the timer. */
function longAfter(signal: AbortSignal, grace: number, over: AbortSignal): Promise<AgentOutcome> {
  return new Promise((resolve) => {
    const wait = (): void => {
      const timer = setTimeout(() => resolve({ kind: 'done' }), grace);
      over.addEventListener('abort', () => clearTimeout(timer), { once: true });
    };
    if (signal.aborted) wait();
    else signal.addEventListener('abort', wait, { once: true });
  });
}

/** Milliseconds an agent has for its last words when its time is over: how it ended decides whether the trial is graded. */
const LAST_WORDS = 15_000;
/** The same when the job was cancelled: nobody asks how it ended. */
const CANCEL_GRACE = STOP_GRACE + 1000;

function now(): string {
  return new Date().toISOString();
}
