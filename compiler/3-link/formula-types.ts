// What the proof is given of the expressions behind facts, checks and rules.
import type { DataRecord, Json } from '#grader/evidence/types.ts';
import type { Span } from '../diagnostics/types.ts';
import type { TextMutation } from './mutations.ts';

/** An expression as it stands in the scenario. */
export interface Formula {
  /** `fact`, `check`, `permission`, `rule`, `secret` or `injection`, and its id. */
  readonly owner: { readonly kind: string; readonly id: string };
  readonly text: string;
  /** What it gives; one value for each item of the loop it stands in. */
  readonly values: readonly Json[];
  /** Records among its values. */
  readonly records: readonly { readonly path: string; readonly record: DataRecord }[];
  readonly mutations: () => readonly Mutation[];
}

/** One step away from a formula. */
export interface Mutation extends TextMutation {
  /** What is changed, as it is written. */
  readonly stretch: string;
  readonly span: Span;
  /** Whether the formula gives something else with it, or nothing at all. */
  readonly matters: () => boolean;
}

export interface Formulas {
  readonly all: readonly Formula[];
  /** Fields that the formula reads: `helpdesk.tickets/TIC-204` to names. */
  readonly reads: (formula: Formula) => ReadonlyMap<string, ReadonlySet<string>>;
  /** The first formula that gives something else when these records have other fields; undefined where none does. */
  readonly differOn: (instead: ReadonlyMap<DataRecord, DataRecord>) => Formula | undefined;
}
