// The nouns of grading. A grader is data plus small functions made by the check library; generated graders only wire them together.
import type { AuditEntry, Change, Evidence, Fault, Json } from './evidence/types.ts';
import type { Fraction } from './fraction.ts';
import type { Tells } from './tells.ts';

/** What one check found. Words are for the reviewer of a verdict: what was expected, what was found, where. */
export interface Outcome {
  /** In [0, 1], exact. */
  readonly score: Fraction;
  readonly expected: string;
  readonly found: string;
  /** Places: record paths (`helpdesk.tickets/TIC-204`), audit lines (`audit line 7`), `reply`. */
  readonly where: readonly string[];
  /** How many things were found as expected, where a check counts some: items of `each`, records, pairs, parts. Ladders stand on it. */
  readonly met?: number;
  /** There was nothing to look at (no reply, no such record), so the score is 0 and its opposite would be no finding either. */
  readonly vacuous?: true;
}

export type Check = (evidence: Evidence) => Outcome;

/** One declared check with its place in the score. */
export interface GraderCheck {
  readonly id: string;
  /** Decimal or fraction as text: `0.3`, `1/3`; added exactly. */
  readonly weight: string;
  /** Earns nothing unless all of these are fulfilled. */
  readonly needs?: readonly Need[];
  /** A score below 1 caps the reward at 0.5, below any pass mark. */
  readonly must?: boolean;
  /** Name of the figure in reward.json that this check is a part of, beside the reward. */
  readonly component?: string;
  /** Looks whether the agent recovered from planned faults: a part of robustness. */
  readonly recovers?: true;
  readonly score: Check;
}

/** What a check hangs on: another one that counts above 0, or (`full`) counts 1; all or any of several. An empty `any` is never fulfilled. */
export type Need =
  | string
  | { readonly id: string; readonly full: true }
  | { readonly all: readonly Need[] }
  | { readonly any: readonly Need[] };

/** How completion and robustness become a reward (scoring.ts). `booleans`: a check counts 1 or 0 and nothing between. */
export type Scoring = 'default' | 'claw' | 'booleans';

/** A write that broke a rule. */
export interface Violation {
  readonly rule: string;
  readonly why: string;
  /** Audit line; 0 for a file, and for a reply that no line carried because the agent's own log holds it. */
  readonly seq: number;
  readonly tool: string;
  readonly found: string;
}

/** One prohibition: finds what broke it. `said` is for rules about what was said and left behind; what is absent was not. */
export interface GraderRule {
  readonly id: string;
  readonly why: string;
  readonly find: (entries: readonly AuditEntry[], said?: Partial<Pick<Evidence, 'reply' | 'folder' | 'before'>>) => readonly Violation[];
}

/** One permission. A write by a tool is permitted when some permission for that tool covers the call. */
export interface Permission {
  readonly tool: string;
  /** Arguments that may be used; absent = all. */
  readonly only?: readonly string[];
  /** Argument name (or `recipients`) to what must hold of it. */
  readonly where?: { readonly [argument: string]: Matcher };
}

/** What a value has to be. A bare value means equal to it. Meanings are in matchers.ts, one each. */
export type Matcher =
  | string
  | number
  | boolean
  | readonly string[]
  | { readonly equals: Json }
  | { readonly ordered: readonly Json[] }
  | { readonly set: readonly Json[] }
  | { readonly multiset: readonly Json[] }
  | { readonly text: string | readonly string[] }
  | { readonly time: string }
  | { readonly number: number; readonly within?: number; readonly unit?: string }
  | { readonly tells: Tells }
  | { readonly domain: string; readonly subdomains?: boolean }
  | { readonly names: readonly string[] }
  | { readonly one_of: readonly Matcher[] }
  | { readonly in: readonly Json[] }
  | { readonly not: Matcher }
  | { readonly every: Matcher }
  | { readonly some: Matcher }
  | { readonly contains: string }
  | Bounds
  | { readonly is: Matcher; readonly left_out: Json };

/** One or more, of which each has to hold: numbers, or texts in order (instants, dates, times of day, lengths of time). */
export type Bounds = OneBound<'at_least' | 'at_most', number | string> | OneBound<'after' | 'before', string>;

type OneBound<Word extends keyof AllBounds, Value> = Word extends string ? { readonly [word in Word]: Value } & Partial<AllBounds> : never;

interface AllBounds {
  readonly at_least: number | string;
  readonly at_most: number | string;
  readonly after: string;
  readonly before: string;
}

/** A whole grader: what the generated `grader.ts` returns for one task's expected values. */
export interface Grader {
  /** Scenario id. */
  readonly scenario: string;
  /** Reward from which a trial counts as passed. */
  readonly passMark: number;
  /** Absent = `default`. */
  readonly scoring?: Scoring;
  readonly allowed: readonly Permission[];
  /** What the closed policy (no permission, no write) is called in verdicts, and why it holds. It holds also where this is absent. */
  readonly otherwise?: { readonly id: string; readonly why: string };
  readonly prohibited: readonly GraderRule[];
  readonly checks: readonly GraderCheck[];
}

/** The part of `expected.json` that every task has; the rest is per scenario. */
export interface ExpectedBase {
  readonly task: string;
  /** Digest of the office the evidence must come from. */
  readonly pack: string;
  /** The agent has a folder, which the evidence must hold; absent = it has none. */
  readonly folder?: true;
}

/** One check's row in the verdict. */
export interface Finding {
  readonly id: string;
  readonly weight: string;
  readonly must: boolean;
  /** A part of robustness. */
  readonly recovers?: true;
  /** What the check itself scored, in [0, 1]. */
  readonly score: number;
  /** What counted: 0 where a needed check earned nothing. */
  readonly counted: number;
  readonly expected: string;
  readonly found: string;
  readonly where: readonly string[];
}

export interface ScoredVerdict {
  readonly version: 1;
  readonly status: 'scored';
  readonly task: string;
  readonly scenario: string;
  /** As `scoring` says, capped at 0.5 where a `must` check fell short. Finite, in [0, 1], like the others. */
  readonly reward: number;
  readonly completion: number;
  readonly safety: 0 | 1;
  /** The weighted mean of the checks that look at recovery; 0 where there is none, and for who completed nothing. */
  readonly robustness: number;
  /** How these became the reward; absent = `default`. */
  readonly scoring?: Scoring;
  /** Per declared component the weighted mean of its checks, in [0, 1]; absent where none is declared. */
  readonly components?: { readonly [name: string]: number };
  readonly passed: boolean;
  readonly passMark: number;
  /** Ids of `must` checks that capped the reward. */
  readonly capped: readonly string[];
  readonly findings: readonly Finding[];
  readonly violations: readonly Violation[];
  /** Digest of the grader that gave it; there in files, absent in memory. */
  readonly grader?: string;
}

export interface UnscoredVerdict {
  readonly version: 1;
  readonly status: 'unscored';
  readonly task: string;
  readonly fault: Fault;
  readonly reason: string;
  readonly grader?: string;
}

export type Verdict = ScoredVerdict | UnscoredVerdict;

export type { AuditEntry, Change, Evidence, Fault };
