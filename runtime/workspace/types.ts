// What the workspace is given and what it answers.
import type { DataRecord, EvidenceFiles, Json } from '#grader/evidence/types.ts';
import type { ServiceDefinition } from '#services/types.ts';

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
}
