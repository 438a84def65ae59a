// What the workspace is given and what it answers.
import type { CallOutcome, DataRecord, Evidence, EvidenceFiles, Json } from '#grader/evidence/types.ts';
import type { Field, ServiceDefinition } from '#services/types.ts';
import type { FolderAccess } from './files/act.ts';
import type { Picture } from './picture.ts';

/** Everything one task's workspace starts from: `services.json` and `seed.json` of a pack, read together. */
export interface Office {
  /** The task's folder name. */
  readonly task: string;
  /** The reference time, UTC instant. Nothing in the workspace reads a wall clock. */
  readonly now: string;
  /** IANA zone: times in arguments that carry no offset are read in it, and times are shown in it. */
  readonly zone: string;
  readonly services: readonly ServiceDefinition[];
  /** Service to setting to value. */
  readonly settings: { readonly [service: string]: { readonly [name: string]: Json } };
  /** `helpdesk.tickets` to its records. */
  readonly records: { readonly [collection: string]: readonly DataRecord[] };
  /** The form of the reply; absent where a message is all there is to give. */
  readonly answer?: AnswerForm;
  /** Failures that are a part of the task, at most one entry for a tool; absent = none. */
  readonly faults?: readonly PlannedFault[];
}

/**
 * How a tool fails. `unavailable`, `rate_limited` and `timeout` answer with an error and do nothing (whoever gets a timeout cannot know
 * that); `stale` answers a read from the records as they were at the start and does not say so; `partial` leaves out half of a list and
 * says so.
 */
export type FaultKind = 'unavailable' | 'rate_limited' | 'timeout' | 'stale' | 'partial';

/** A failure by count, never by chance. */
export interface PlannedFault {
  /** `helpdesk.update_ticket` */
  readonly tool: string;
  readonly kind: FaultKind;
  /** Which of the tool's calls fail, from 1, ascending. Counted are calls that would be carried out and that the fault makes a difference to, failed ones too. */
  readonly nth: readonly number[];
  /** With `rate_limited`: seconds, as the agent is told. Nothing waits for them: scenario time stands still. */
  readonly retryAfter?: number;
}

/** What the `reply` tool takes beside its message: names (`a-z`, digits, `_`; not `message`) to what belongs there, in the order shown. */
export interface AnswerForm {
  readonly [field: string]: AnswerField;
}

export type AnswerField = AnswerValue | AnswerTable;

/** One value, or a list of them, in a record field's spelling. */
export interface AnswerValue extends Field {
  /** What a number counts: `EUR`, `days`. Said to the agent, which gives the bare number. */
  readonly unit?: string;
}

/** Rows with the same columns. */
export interface AnswerTable {
  readonly type: 'table';
  readonly about: string;
  /** The columns that say which row it is; at least one. No two rows should have the same there. */
  readonly key: readonly string[];
  /** None is a list. */
  readonly columns: { readonly [column: string]: AnswerValue };
}

/** One use of a tool, as it came in. */
export interface Call {
  /** `helpdesk.update_ticket` or `reply`. */
  readonly tool: string;
  /** Whatever was sent; anything but a plain object is refused. */
  readonly args: unknown;
  readonly via: 'mcp' | 'http' | 'proof';
  readonly toolUse?: string;
  /** Why no arguments could be read from what was sent: the call is refused for it, and logged like any other. */
  readonly unread?: Unread;
}

export interface Unread {
  readonly code: Extract<RefusalCode, 'wrong_argument' | 'too_large'>;
  readonly message: string;
  readonly hint?: string;
  /** How much was sent. */
  readonly bytes: number;
}

/** `conflict`: the record is in no state for it. `closed`: the desk was sealed. `internal`: our own failure; nothing was done. */
export type RefusalCode = 'unknown_tool' | 'wrong_argument' | 'not_found' | 'conflict' | 'too_large' | 'closed' | 'internal' | FailureCode;

/** A planned fault: nothing is wrong with the call. */
export type FailureCode = Extract<FaultKind, 'unavailable' | 'rate_limited' | 'timeout'>;

export type Answer = Shown | { readonly ok: false; readonly error: AnswerError };

export interface Shown {
  readonly ok: true;
  readonly result: Json;
  /** Goes out beside the result where the face can show pictures; the result tells of it, and is all that is logged. */
  readonly picture?: Picture;
}

export interface AnswerError {
  readonly code: RefusalCode;
  readonly message: string;
  readonly hint?: string;
  /** With `rate_limited`: seconds. */
  readonly retry_after?: number;
}

/** One running office. Calls are synchronous: one at a time, in order, logged before they are answered. */
export interface Desk {
  call(call: Call): Answer;
  /** Closes the last stage and writes the seal; later calls are refused and not logged. Idempotent. */
  seal(): void;
  readonly sealed: boolean;
  /** What the last call was logged as: an answer does not tell everything of a planned fault. Undefined before the first call, and after a fork. */
  readonly lastOutcome: CallOutcome | undefined;
  /** All evidence so far, by relative path; has `seal.json` only after `seal`, and no log where `append` keeps it. Throws on a desk opened with `live`. */
  evidence(): EvidenceFiles;
  /** The same evidence as reading it back would give, but for empty hashes in the entries, which only a desk opened with `live` has. */
  live(): Evidence;
  /** Hash of the world as it stands now. */
  worldHash(): string;
  /** Another desk that goes on from here by itself; `files`: with a shared folder of its own. */
  fork(files?: FolderAccess): Desk;
}
