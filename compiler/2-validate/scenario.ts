// The scenario as written: its shape is right, its names are not looked at yet. Values are text, lists and mappings of text.
import { list, oneOrMore, type Written, written, z } from '../shapes.ts';
import type { Path } from '../types.ts';

const recordShape = z.record(z.string(), written);

export const scenarioShape = z.strictObject({
  slipway: z.string().describe('Language version: 1'),
  id: z.string().describe('Folder and Harbor name: lower-case segments with hyphens, separated by /'),
  title: z.string().describe('One line for people'),
  about: z.string().optional().describe('For authors and reviewers; never reaches the agent'),
  now: z.string().describe('The reference time of everything, with offset: 2026-03-09T09:00:00+01:00'),
  zone: z.string().optional().describe('IANA time zone; UTC when absent'),
  taxonomy: z
    .strictObject({
      scenario: z.string().optional(),
      capabilities: oneOrMore.optional(),
      difficulty: z.enum(['easy', 'medium', 'hard']).optional(),
    })
    .optional()
    .describe('Where the scenario belongs: three levels, capabilities, difficulty'),
  request: z.string().describe('What the user asks; the whole of what the agent is told about the task'),
  services: z.record(z.string(), z.record(z.string(), written)).describe('Mounted services with their settings and records'),
  facts: z.record(z.string(), z.string()).optional().describe('Values computed from the records: name to CEL expression'),
  allowed: list(
    z.strictObject({
      tool: z.string().describe('service.tool'),
      only: oneOrMore.optional().describe('The arguments that may be used'),
      where: z.record(z.string(), written).optional().describe('What must hold of named arguments; `recipients` is to + cc + bcc'),
    }),
  )
    .optional()
    .describe('Permitted writes; outside `only` and `where` they are prohibited'),
  prohibited: list(
    z.strictObject({
      id: z.string(),
      why: z.string().optional(),
      writes: z.string().optional().describe('service.collection, service.collection.field, or `others`: every write that nothing allows'),
      to: z.string().optional().describe('With a field: only writes of this value'),
      tool: z.string().optional().describe('Every use of service.tool'),
      where: z.record(z.string(), written).optional(),
      attempt: z.string().optional().describe('true: a refused attempt counts as well'),
    }),
  )
    .optional()
    .describe('What makes the reward 0'),
  checks: list(z.record(z.string(), written)).describe('What must hold afterwards; weights add up to exactly 1'),
  solution: list(z.record(z.string(), written)).describe('The reference solution, replayed at compile time'),
  decoys: list(
    z.strictObject({
      id: z.string(),
      about: z.string().optional(),
      add: list(z.record(z.string(), written)).optional().describe('Steps before the reply'),
      replace: z.record(z.string(), written).optional().describe('Label to other step or steps'),
      remove: oneOrMore.optional().describe('Labels of steps left out'),
      fails: oneOrMore.describe('Checks that must not be fully met, and rules of `prohibited` that must be broken'),
    }),
  )
    .optional()
    .describe('Near misses that must fail'),
  pass: z.string().optional().describe('Reward from which a trial passes; 0.75 when absent'),
});

/** A collection: a list of records, or `{ import, records }`. */
export const collectionShape = z.union([
  list(recordShape),
  z.strictObject({ import: z.string().optional(), records: list(recordShape).optional() }),
]);

/** Keys that every check may have beside those of its kind. */
export const commonCheckKeys = {
  id: z.string(),
  weight: z.string().describe('Decimal or fraction'),
  each: z.string().optional().describe('`list as name`: one item of the check for each; the score is their mean'),
  needs: oneOrMore.optional().describe('Earns nothing unless these checks earned something'),
  must: z.string().optional().describe('true: falling short caps the reward below the pass mark'),
};

export interface WrittenCheck {
  readonly id: string;
  readonly kind: string;
  readonly weight: string;
  readonly each?: { readonly list: string; readonly as: string };
  readonly needs: readonly string[];
  readonly must?: boolean;
  /** The keys of its kind. */
  readonly keys: { readonly [key: string]: Written };
  readonly path: Path;
}

export type WrittenStep =
  | {
      readonly kind: 'call';
      readonly tool: string;
      readonly args: { readonly [name: string]: Written };
      readonly label?: string;
      readonly path: Path;
      readonly argsPath: Path;
    }
  | { readonly kind: 'reply'; readonly message: string; readonly path: Path; readonly argsPath: Path; readonly label: string }
  | { readonly kind: 'each'; readonly list: string; readonly as: string; readonly steps: readonly WrittenStep[]; readonly path: Path };

export interface WrittenDecoy {
  readonly id: string;
  readonly about: string;
  readonly add: readonly WrittenStep[];
  readonly replace: ReadonlyMap<string, readonly WrittenStep[]>;
  readonly remove: readonly string[];
  readonly fails: readonly string[];
  readonly path: Path;
}

type Shape = z.infer<typeof scenarioShape>;

export interface Scenario extends Pick<Shape, 'id' | 'title' | 'request' | 'services'> {
  readonly about: string;
  /** UTC instant. */
  readonly now: string;
  readonly zone: string;
  readonly taxonomy: { readonly scenario?: string; readonly capabilities: readonly string[]; readonly difficulty?: string };
  readonly facts: { readonly [name: string]: string };
  readonly allowed: NonNullable<Shape['allowed']>;
  readonly prohibited: NonNullable<Shape['prohibited']>;
  readonly checks: readonly WrittenCheck[];
  readonly solution: readonly WrittenStep[];
  readonly decoys: readonly WrittenDecoy[];
  readonly passMark: number;
}
