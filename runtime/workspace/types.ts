// What the workspace is given and what it answers.
import type { DataRecord, Evidence, EvidenceFiles, Json } from '#grader/evidence/types.ts';
import type { Field, ServiceDefinition } from '#services/types.ts';

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
}

/** `closed`: the desk was sealed. `internal`: our own failure; nothing was done. */
export type RefusalCode = 'unknown_tool' | 'wrong_argument' | 'not_found' | 'too_large' | 'closed' | 'internal';

export type Answer =
  | { readonly ok: true; readonly result: Json }
  | { readonly ok: false; readonly error: { readonly code: RefusalCode; readonly message: string; readonly hint?: string } };

/** One running office. Calls are synchronous: one at a time, in order, logged before they are answered. */
export interface Desk {
  call(call: Call): Answer;
  /** Closes the last stage and writes the seal; later calls are refused and not logged. Idempotent. */
  seal(): void;
  readonly sealed: boolean;
  /** All evidence so far, by relative path; has `seal.json` only after `seal`. */
  evidence(): EvidenceFiles;
  /** The same evidence as reading it back would give, without writing and reading; has entries only on a desk opened with `live`. */
  live(): Evidence;
  /** Another desk that goes on from here by itself. */
  fork(): Desk;
}
