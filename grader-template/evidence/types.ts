// The evidence schema, version 1: what the workspace writes while a trial runs and what a grader reads afterwards.
// The workspace is the only author of these parts, except the transcript, which counts only as what the agent said.

export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json };

/** A field's stored value. Times are UTC instants (`2026-03-09T08:00:00Z`), dates `2026-03-09`, references the id of the other record. An absent field has no key. */
export type FieldValue = string | number | boolean | readonly string[];

/** One record of a collection. `id` is always there and is unique in its collection. */
export type DataRecord = { readonly id: string } & { readonly [field: string]: FieldValue };

/** All records at a moment: collection (`helpdesk.tickets`) to its records, sorted by id. */
export type World = { readonly [collection: string]: readonly DataRecord[] };

/** Who caused an entry. Only `agent` entries are the agent's acts; the others come with stages, users and planned faults. */
export type Actor = 'agent' | 'user' | 'event' | 'fault';

/** `ok`: done. `refused`: the service said no (not found, wrong argument, unknown tool); nothing changed. `error`: our own failure. `fault`: a planned failure; nothing changed, and it is no mistake of the agent's. */
export type CallOutcome = 'ok' | 'refused' | 'error' | 'fault';

/** What a call can do to the world. `read` never appears as a change. */
export type Effect = 'read' | 'create' | 'update' | 'delete' | 'send' | 'spend';

/** One record that a call changed. `before` is null for a new record, `after` is null for a deleted one. */
export interface Change {
  readonly effect: Exclude<Effect, 'read'>;
  /** `mail.messages` */
  readonly collection: string;
  readonly id: string;
  readonly before: DataRecord | null;
  readonly after: DataRecord | null;
  /** For something sent: every addressee whatever the field (to, cc, bcc), bare addresses in lower case. Absent otherwise. */
  readonly recipients?: readonly string[];
}

/** What a call put before the agent's eyes. */
export interface Shown {
  /** SHA-256 (hex) of the answer's JSON text. */
  readonly digest: string;
  /** `helpdesk.tickets/TIC-204` to the names of the fields that were in the answer. */
  readonly records: { readonly [path: string]: readonly string[] };
}

/** One line of `audit.jsonl`: one attempt to use a tool, written before the answer is given. */
export interface AuditEntry {
  /** From 1, without gaps. */
  readonly seq: number;
  /** The stage the attempt belongs to; a task of one turn has the stage `main`. */
  readonly stage: string;
  /** Scenario time, not wall clock: UTC instant. */
  readonly time: string;
  readonly actor: Actor;
  /** `helpdesk.update_ticket`, or `reply`. As asked for, so it may name no tool at all when refused. */
  readonly tool: string;
  /** As the tool understood them (converted to the declared types) when `ok` or `fault`; as received otherwise. */
  readonly args: { readonly [name: string]: Json };
  readonly outcome: CallOutcome;
  /** Why it was not `ok`; of a fault, what it was. */
  readonly message?: string;
  readonly shown: Shown;
  readonly changes: readonly Change[];
  /** World hash before and after the call (see hash.ts). */
  readonly world: { readonly before: string; readonly after: string };
  /** Which face it came through: `mcp`, `http`, or `proof` when replayed by the compiler. */
  readonly via: string;
  /** The client's own id of the call, where it sent one. */
  readonly toolUse?: string;
  /** SHA-256 (hex) of the previous line without its line feed; of the pack digest for the first line. */
  readonly prev: string;
}

/** `seal.json`: written once, when the last stage is closed. Evidence without it is not evidence. */
export interface Seal {
  readonly version: 1;
  /** The task's folder name. */
  readonly task: string;
  /** Digest of the office this log belongs to (see hash.ts, `officeDigest`). */
  readonly pack: string;
  readonly stages: readonly StageSeal[];
}

export interface StageSeal {
  readonly name: string;
  /** Number of audit lines up to and including this stage. */
  readonly entries: number;
  /** Hash of the last of those lines; the pack digest's hash where there is none. */
  readonly last: string;
  /** World hash at the start and at the end of the stage. */
  readonly world: { readonly before: string; readonly after: string };
  /** SHA-256 (hex) of `reply/<stage>.json`, or null where the agent did not reply through the tool. */
  readonly reply: string | null;
  /** SHA-256 (hex) of `files/<stage>.json`, or null where the task has no folder for the agent. */
  readonly files: string | null;
}

/** `files/<stage>.json`: the agent's folder when the stage was closed. */
export interface FolderListing {
  /** Regular files that were taken, sorted by path; the bytes are in `files/<stage>/<path>`. Paths are relative, with slashes. */
  readonly files: readonly { readonly path: string; readonly size: number; readonly sha256: string }[];
  /** What was not taken, and why: links, pipes, too big, too many. */
  readonly left_out: readonly { readonly path: string; readonly reason: string }[];
  /** How many more were left out than are listed. */
  readonly more: number;
}

/** What the agent left in its folder. Only what it says, like a reply. */
export interface Folder {
  /** Path to text, exactly as it stands. */
  readonly files: ReadonlyMap<string, string>;
  /** Path to the reason why there is no text: left out, or no UTF-8. */
  readonly unreadable: ReadonlyMap<string, string>;
  /** Files that are no UTF-8, byte by byte as a text: good enough to find in it what must not be there, and for nothing else. */
  readonly undecoded?: ReadonlyMap<string, string>;
  /** What was packed in them (office files, archives, PDF), for the same; `isCut` where it was too much to be unpacked whole. */
  readonly packed?: ReadonlyMap<string, { readonly text: string; readonly isCut: boolean }>;
  /** How many more were left out than `unreadable` names. */
  readonly more?: number;
}

/** `reply/<stage>.json`: the last accepted call of the reply tool in that stage. */
export interface ReplyPart {
  /** Empty where only the form was filled in. */
  readonly message: string;
  /** What was filled in of the form, by field; absent where nothing was, or where there is no form. */
  readonly answer?: FilledForm;
  /** The audit line that carried it. */
  readonly seq: number;
}

/**
 * Fields of a form to their values as a record stores them (see `FieldValue`): one value, a list of values, or for a table a list of
 * objects, column to value. What was left empty (missing, null or "") has no key; an empty list is an answer and stays.
 */
export type FilledForm = { readonly [field: string]: Json };

/**
 * The evidence as text, by path relative to the evidence folder:
 * `audit.jsonl`, `seal.json`, `world/<stage>.before.json`, `world/<stage>.after.json`, `reply/<stage>.json` (optional)
 * `files/<stage>.json` and `files/<stage>/…` (the agent's folder, where the task has one; each file's bytes as base64)
 * and `transcript/<stage>/…` (what the agent's own log says; optional and never believed about deeds).
 */
export type EvidenceFiles = ReadonlyMap<string, string>;

/** What the agent said at the end of a stage. */
export interface Reply {
  readonly text: string;
  /** `tool`: the reply tool. `transcript`: the last message of the recorded trajectory. `none`: nothing was said; text is empty. */
  readonly source: 'tool' | 'transcript' | 'none';
  /** What was filled in of the form; only through the tool. */
  readonly answer?: FilledForm;
  /** The last message in the agent's own log, where it replied through the tool and said something else there. */
  readonly closing?: string;
}

/** Evidence whose chain, seal and worlds were found whole. Everything a check may look at. */
export interface Evidence {
  readonly entries: readonly AuditEntry[];
  readonly before: World;
  readonly after: World;
  readonly reply: Reply;
  /** The agent's folder; absent where the task has none. */
  readonly folder?: Folder;
}

/** Who is to blame when a trial has no verdict. */
export type Fault = 'agent' | 'user' | 'workspace' | 'grader' | 'judge' | 'sandbox' | 'host';

/** Why evidence could not be used. */
export interface Damage {
  readonly fault: Fault;
  /** Where and what, in words: `audit.jsonl line 4: its hash is not the one the next line carries`. */
  readonly reason: string;
}
