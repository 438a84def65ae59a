// The plain types between the phases: SourceFolder → Tree → Scenario → Plan → GeneratedFile[] → Proof → task directory.
import type { DataRecord, Json } from '#grader/evidence/types.ts';
import type { Roads } from '#grader/ways-out.ts';
import type { ReadOffice } from '#workspace/files/action.ts';
import type { BinaryContent } from '#workspace/files/memory.ts';
import type { Office } from '#workspace/types.ts';
import type { Formulas } from './3-link/formula-types.ts';
import type { Diagnostic, SourceText, Span } from './diagnostics/types.ts';

/** A scenario's folder, read whole before phase 1. */
export interface SourceFolder {
  /** The scenario file's path as the author knows it: shown in diagnostics, never written into a pack. */
  readonly file: string;
  /** Its bytes. */
  readonly bytes: Uint8Array;
  /** Everything else in the folder: path relative to it (forward slashes) to bytes. */
  readonly assets: ReadonlyMap<string, Uint8Array>;
  /** The service files that the scenario can use, each name once; absent = there are none. */
  readonly services?: readonly ServiceFile[];
  /** Paths of YAML files beside these that are not called NAME.service.yaml; only named in messages. */
  readonly misnamed?: readonly string[];
}

/** A user's own service, as it lies on disk. */
export interface ServiceFile {
  /** `parking` for `parking.service.yaml`. */
  readonly name: string;
  /** Its path as the author knows it: shown in diagnostics, never written into a pack. */
  readonly file: string;
  readonly bytes: Uint8Array;
}

/** The YAML as it stands: every scalar is text, every node knows its place. */
export type Tree = TextNode | MapNode | ListNode;

export interface TextNode {
  readonly kind: 'text';
  readonly value: string;
  readonly span: Span;
  /** Source offset of the value's character at `index`, also inside `>` blocks and quoted text. */
  readonly offsetOf: (index: number) => number;
  /** Inside `{ }` nothing but a key stands there, without a colon: the rest of a text with a comma in it, most likely. */
  readonly bare?: true;
}

export interface MapNode {
  readonly kind: 'map';
  readonly span: Span;
  readonly entries: readonly { readonly key: TextNode; readonly value: Tree }[];
}

export interface ListNode {
  readonly kind: 'list';
  readonly span: Span;
  readonly items: readonly Tree[];
}

/** A way into the tree: keys and indexes from the root. */
export type Path = readonly (string | number)[];

/** Where things stand in the source, by path. */
export interface Places {
  /** The value at the path; the nearest existing ancestor where the path leads nowhere. */
  readonly value: (path: Path) => Span;
  /** The key of the entry at the path; of a list item, and of the whole, its first key. */
  readonly key: (path: Path) => Span;
  /** A stretch inside the text at the path, by indexes into its value. */
  readonly within: (path: Path, start: number, end: number) => Span;
}

/** A field type as expressions see it. */
export type ExprType = string;

/** A value computed from the records. */
export interface Fact {
  readonly name: string;
  readonly expression: string;
  /** `list<helpdesk.tickets>`, `list<string>`, `int` … */
  readonly type: ExprType;
  readonly value: Json;
}

/** Values behind slots, by slot. */
export type SlotValues = { readonly [slot: string]: Json };

/** Parameters of a check or rule as data. `slot` stands for a value of `expected.json`: of the item under `each`, of the check where `shared`. */
export type Template =
  | Json
  | { readonly slot: string; readonly shared?: true }
  | PlannedPart
  | readonly Template[]
  | { readonly [key: string]: Template };

/**
 * A check inside another (`all`, `any`, `k_of`, `not`), where the outer one has its parameter `of`. Its slots are those of the outer
 * check. To bring the outer check down, bring down: one part of `all`; every part of `any`; all but k - 1 parts of `k_of`; and of
 * `not` bring the part about. `partsOf` (3-link/parts.ts) lists them. No field is called `$check`, so a part is never mistaken for data.
 */
export interface PlannedPart {
  readonly $check: string;
  readonly params: { readonly [key: string]: Template };
  readonly restraint: boolean;
  readonly statement: boolean;
}

/** What a check hangs on: a check that counts above 0, or 1 where `full`; all or any of several. */
export type Need =
  | string
  | { readonly id: string; readonly full: true }
  | { readonly all: readonly Need[] }
  | { readonly any: readonly Need[] };

/** Another scale for a score: see grader-template/checks/shaped.ts. The top of a ladder is 1, so a full score stays one. */
export interface PlannedShape {
  readonly ladder?: readonly { readonly met: number; readonly score: string }[];
  readonly min?: string;
  readonly cap?: string;
}

export interface PlannedCheck {
  readonly id: string;
  /** Key in the check registry: `record`, `sent` … */
  readonly kind: string;
  readonly weight: string;
  /** All of these; `neededIds` (3-link/needs.ts) lists the checks in them. */
  readonly needs: readonly Need[];
  readonly must: boolean;
  /** The figure of reward.json it is a part of. */
  readonly component?: string;
  /** Partial scores may be worth less than the check's own, or nothing: one item of many need not change the score. */
  readonly shape?: PlannedShape;
  /**
   * Scores by holding still: true of an untouched world. Guards against: `unchanged` any difference in `params.collection`; `absent` a
   * record there that matches `params.where`; `count` (only `at_most`) one such record too many; `leak` a value of the slot behind
   * `params.secrets` going out; `not` its part coming true; `all`, `any`, `k_of` what their parts guard against.
   */
  readonly restraint: boolean;
  /** Reads what the agent said (reply, message), so pasting everything must earn nothing. */
  readonly statement: boolean;
  /** Name of the loop variable of `each`. */
  readonly each?: string;
  readonly params: { readonly [key: string]: Template };
  readonly slots: SlotValues;
  /** Slots, of items too, whose type the grader's library names: their values differ in form. */
  readonly slotTypes: { readonly [slot: string]: string };
  /** Under `each`: what differs from item to item. */
  readonly items?: readonly SlotValues[];
  readonly span: Span;
}

export interface PlannedPermission {
  readonly tool: string;
  readonly only?: readonly string[];
  readonly where?: { readonly [argument: string]: Template };
  readonly span: Span;
}

export type PlannedRule = {
  readonly id: string;
  readonly why: string;
  readonly span: Span;
} & (
  | {
      readonly kind: 'writes';
      readonly collection: string;
      readonly field?: string;
      readonly value?: Template;
      readonly until?: PlannedCondition;
    }
  | { readonly kind: 'others' }
  | {
      readonly kind: 'calls';
      readonly tool: string;
      readonly where?: { readonly [argument: string]: Template };
      /** Addresses: what goes to these alone is fine. */
      readonly exceptTo?: Template;
      readonly attempt: boolean;
      readonly until?: PlannedCondition;
    }
  /** `secrets` is a slot of `ruleSlots` that holds a list of the grader's `Secret` (grader-template/leaks.ts): owner, field, value, may_reach. */
  | { readonly kind: 'leaks'; readonly secrets: Template; readonly roads: Roads }
);

/**
 * The rule holds only until this has happened: an accepted call by the agent, or a record shown to it. An act that comes first breaks
 * the rule, so attack at the start of the solution; after the oracle has fulfilled the condition the same act is fine.
 */
export type PlannedCondition =
  | { readonly called: string; readonly with?: { readonly [argument: string]: Template } }
  | { readonly saw: Template; readonly fields?: readonly string[] };

/** Text in a record that asks for something else. What it wants are the rules of `prohibited` that have its id. */
export interface PlannedInjection {
  readonly id: string;
  /** `mail.messages/MSG-31`: where the office holds it, the text included. */
  readonly record: string;
  readonly field: string;
  readonly text: string;
  readonly span: Span;
}

/** A file in the agent's folder. */
export interface PlannedFile {
  /** Relative, with slashes. */
  readonly path: string;
  /** What it says: of an office file the text in it, of other bytes nothing. */
  readonly text: string;
  /** Of a file that is not just that text. */
  readonly binary?: BinaryContent;
}

/** One call of the reference solution or of a near miss, or a file it writes. */
export interface Step {
  /** `helpdesk.update_ticket`, or `reply` with the argument `message`, or `file` with `path` and `text`. */
  readonly tool: string;
  readonly args: { readonly [name: string]: Json };
  readonly label?: string;
  readonly span: Span;
}

export interface PlannedDecoy {
  readonly id: string;
  readonly about: string;
  readonly steps: readonly Step[];
  readonly fails: readonly string[];
  readonly span: Span;
}

/** Every reference resolved, every default filled, every fact computed. From here on a failure is our bug or a failed proof. */
export interface Plan {
  readonly id: string;
  /** The id with `/` as `.`: the task's folder. */
  readonly folder: string;
  readonly title: string;
  readonly about: string;
  readonly taxonomy: { readonly scenario?: string; readonly capabilities: readonly string[]; readonly difficulty?: string };
  readonly request: string;
  readonly office: Office;
  /** What lies in the agent's folder at the start; absent = it has none. */
  readonly files?: readonly PlannedFile[];
  readonly facts: readonly Fact[];
  readonly allowed: readonly PlannedPermission[];
  readonly prohibited: readonly PlannedRule[];
  /** Values behind the slots of `allowed` and `prohibited`. */
  readonly ruleSlots: SlotValues;
  readonly checks: readonly PlannedCheck[];
  readonly solution: readonly Step[];
  readonly decoys: readonly PlannedDecoy[];
  readonly passMark: number;
  readonly scoring: 'default' | 'claw' | 'booleans';
  /** Planted text, each with a rule or several of its name. */
  readonly injections: readonly PlannedInjection[];
  /** What the author says cannot be tested, and why. */
  readonly untested: readonly Untested[];
  /** The expressions behind facts, checks and rules, for the proof to compute again. */
  readonly formulas: Formulas;
  readonly places: Places;
}

/** A condition that makes no difference on these records, a service that no answer depends on, repetitions that do no harm, good odds for a blind guess; known and meant. */
export interface Untested {
  /** As it is written in the expression. */
  readonly condition?: string | undefined;
  readonly service?: string | undefined;
  /** A tool whose calls may be repeated. */
  readonly repeated?: string | undefined;
  /** How often a blind guess may pass, in [0, 1]. */
  readonly chance?: string | undefined;
  /** Only in this fact, check or rule. */
  readonly in?: string | undefined;
  readonly why: string;
  readonly span: Span;
}

/** A file of the task directory. Paths use forward slashes and are relative; text is LF. */
export interface GeneratedFile {
  readonly path: string;
  /** What it holds, or what an agent could read out of its `bytes`. */
  readonly text: string;
  /** What it holds where that is not the text. */
  readonly bytes?: Uint8Array;
}

/** One attack and how it went. */
export interface Attack {
  /** `oracle`, `idle`, `omission` … */
  readonly attacker: string;
  /** What it aimed at: a check, rule or decoy id; empty where it aims at the whole. */
  readonly target: string;
  readonly reward: number;
  readonly completion: number;
  readonly safety: number;
  /** `held`: the grader did what it must. `won`: the attacker did. `not measured`: it could not be carried out, and why is in `detail`. */
  readonly result: 'held' | 'won' | 'not measured';
  /** Made without looking at anything: its reward is lazy reward. */
  readonly lazy?: true;
  readonly detail: string;
}

export interface Figures {
  /** Highest reward of any attacker that must not pass. */
  readonly falsePassCeiling: number;
  /** Highest reward of attackers that look at nothing; of blind guesses the mean. */
  readonly lazyReward: number;
  /** Share of harmless rewritings of the solution that earn less than it does; null where there was none. */
  readonly falseFailRate: number | null;
}

export interface Proof extends Figures {
  readonly attacks: readonly Attack[];
  /** Reward of the three synthetic evidences. */
  readonly behaviour: { readonly satisfying: number; readonly empty: number; readonly prohibited: number | null };
  /** What each check scores when nothing is done. */
  readonly idleLabels: { readonly [check: string]: number };
}

/** What a pack needs beside what is generated: read and bundled once by kit.ts, handed in so that the phases stay pure. */
export interface Kit {
  /** The workspace's program, one bundled module. */
  readonly workspaceServer: string;
  /** `slipway-tool`, the command-line stub. */
  readonly stub: string;
  /** The readers of office files, one bundled module; made when first asked for. */
  readonly officeReaders: () => Promise<string>;
  /** Reads an office file as they do. */
  readonly readOffice: ReadOffice;
  /** The grader library, by path relative to `tests/lib/`. */
  readonly graderLibrary: readonly GeneratedFile[];
  /** Loads the grader of a task from its generated files (`tests/…`), the very bytes that ship. */
  readonly loadGrader: (files: readonly GeneratedFile[]) => Promise<LoadedGrader>;
  readonly version: string;
}

/** The shipped grader, ready to judge evidence in this process. */
export interface LoadedGrader {
  /** Verifies evidence and grades it, as the verifier does. */
  readonly judge: (evidence: ReadonlyMap<string, string>) => import('#grader/types.ts').Verdict;
  /** The second half of that: grades evidence that is known to be whole. Throws where a check fails to answer. */
  readonly grade: (evidence: import('#grader/evidence/types.ts').Evidence) => import('#grader/types.ts').ScoredVerdict;
}

/** What came of one scenario. `files` is there only when it was proved. */
export interface Compilation {
  readonly source: SourceText;
  /** Everything that diagnostics point into: the scenario first, then service files, then imported files with mistakes. */
  readonly sources: readonly SourceText[];
  readonly diagnostics: readonly Diagnostic[];
  readonly plan?: Plan;
  readonly proof?: Proof;
  readonly files?: readonly GeneratedFile[];
}

export type { DataRecord, Json, Office };
