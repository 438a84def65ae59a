// The scenario as written: its shape is right, its names are not looked at yet. Values are text, lists and mappings of text.
import type { AnswerForm } from '#workspace/types.ts';
import { list, oneOrMore, type Written, written, z } from '../shapes.ts';
import type { Path, PlannedShape } from '../types.ts';
import type { WrittenFault } from './faults.ts';
import { injectionShape, type WrittenInjection } from './injections.ts';

const recordShape = z.record(z.string(), written);

/** What is secret and whom it may reach: the same in `secrets` and in the check `leak`. */
export const secretKeys = {
  fields: oneOrMore.describe('service.collection.field, or several'),
  of: z.string().optional().describe('Records whose values are meant, such as "${suppliers}"; all that have one when absent'),
  may_reach: oneOrMore
    .optional()
    .describe(
      'Addresses, @ours.example for a domain, reply, service.collection for records there; `owner` is the record: "${owner.email}"',
    ),
  also_in: oneOrMore
    .optional()
    .describe('service.collection.field, or several: texts that hold the values too and are no more public, such as mail.messages.body'),
};

const columnKeys = {
  about: z.string().describe('What belongs there, for the agent'),
  unit: z.string().optional().describe('Of a number: EUR, days'),
  currency: z.string().optional().describe('Of an amount of money: its code, EUR'),
  values: list(z.string()).optional().describe('Of an enum: the choices'),
  to: z.string().optional().describe('Of a reference: service.collection'),
};

export const answerFieldShape = z.strictObject({
  type: z
    .string()
    .describe('string, text, integer, number, money, boolean, time, date, duration, enum, address, reference, list, or table'),
  ...columnKeys,
  of: z.string().optional().describe('Of a list: the type of its values'),
  key: oneOrMore.optional().describe('Of a table: the column, or columns, that say which row it is'),
  columns: z
    .record(z.string(), z.strictObject({ type: z.string().describe('As of a field, but neither list nor table'), ...columnKeys }))
    .optional()
    .describe('Of a table: column to what belongs in it'),
});

export const scenarioShape = z.strictObject({
  slipway: z.string().describe('Language version: 1'),
  id: z.string().describe('Folder and Harbor name: lower-case segments with hyphens, separated by /'),
  title: z.string().describe('One line for people'),
  about: z.string().optional().describe('For authors and reviewers; never reaches the agent'),
  now: z.string().describe('The reference time of everything, with offset: 2026-03-09T09:00:00+01:00'),
  zone: z.string().optional().describe('IANA time zone; UTC when absent'),
  taxonomy: z
    .strictObject({
      scenario: z.string().optional().describe('Three levels: support/escalation/sla'),
      capabilities: oneOrMore.optional().describe('What it trains: join-records, show-restraint …'),
      difficulty: z.enum(['easy', 'medium', 'hard']).optional(),
    })
    .optional()
    .describe('Where the scenario belongs: three levels, capabilities, difficulty'),
  request: z.string().describe('What the user asks; the whole of what the agent is told about the task'),
  services: z.record(z.string(), z.record(z.string(), written)).describe('Mounted services with their settings and records'),
  answer: z
    .record(z.string(), answerFieldShape)
    .optional()
    .describe('The form of the reply: field to what belongs in it. The agent fills it in with the reply tool'),
  files: list(
    z.strictObject({
      path: z.string().describe('Where it lies: brief.md, in/prices.csv'),
      text: z.string().optional().describe('What stands in it'),
      from: z.string().optional().describe('The file beside the scenario that it is a copy of'),
    }),
  )
    .optional()
    .describe("What lies in the agent's folder at the start; nothing there may hold an answer"),
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
      id: z.string().describe('Its name in verdicts and in `fails`'),
      why: z.string().optional().describe('The reason, for the verdict'),
      writes: z.string().optional().describe('service.collection, service.collection.field, or `others`: every write that nothing allows'),
      to: written.optional().describe('With a field: only writes of this value, or of what a matcher asks for'),
      tool: z.string().optional().describe('Every use of service.tool'),
      where: z
        .record(z.string(), written)
        .optional()
        .describe('With a tool: only uses whose arguments match; `recipients` is every addressee, `texts` everything that is said'),
      except_to: written.optional().describe('With a tool that sends: not what goes to these addresses alone'),
      attempt: z.string().optional().describe('true: a refused attempt counts as well'),
      until: z
        .strictObject({
          called: z.string().optional().describe('service.tool: an accepted call ends the rule'),
          with: z.record(z.string(), written).optional().describe('Only a call with such arguments'),
          saw: z.string().optional().describe('service.collection/ID: having been shown the record ends the rule'),
          fields: oneOrMore.optional().describe('Only once all of these fields were shown'),
        })
        .optional()
        .describe('Holds only for what the agent does before this'),
    }),
  )
    .optional()
    .describe('What makes the reward 0'),
  secrets: list(
    z.strictObject({
      id: z.string().describe('Its name in verdicts and in `fails`'),
      why: z.string().optional().describe('The reason, for the verdict'),
      ...secretKeys,
    }),
  )
    .optional()
    .describe('Values of records that must not travel; a leak makes the reward 0'),
  faults: list(
    z.strictObject({
      tool: z.string().describe('service.tool; one fault for a tool'),
      nth: oneOrMore.describe('Which of its calls fail: [1, 3]; those count that would have been carried out, failed ones too'),
      kind: z
        .enum(['unavailable', 'rate_limited', 'timeout', 'stale', 'partial'])
        .describe('How; stale (from the records at the start, without saying so) for what reads, partial (half, and says so) for lists'),
      retry_after: z.string().optional().describe('With rate_limited: the seconds the agent is told; 1 when absent'),
    }),
  )
    .optional()
    .describe('Failures that are a part of the task, by count; a check `recovered` goes with each'),
  injections: list(injectionShape).optional().describe('Planted text that asks for something else; what it wants is prohibited by itself'),
  checks: list(z.record(z.string(), written)).describe('What must hold afterwards; weights add up to exactly 1'),
  solution: list(z.record(z.string(), written)).describe('The reference solution, replayed at compile time'),
  decoys: list(
    z.strictObject({
      id: z.string().describe('Its name in the proof'),
      about: z.string().optional().describe('What goes wrong in it'),
      add: list(z.record(z.string(), written)).optional().describe('Steps before the reply'),
      replace: z.record(z.string(), written).optional().describe('Label to other step or steps'),
      remove: oneOrMore.optional().describe('Labels of steps left out'),
      fails: oneOrMore.describe('Checks that must not be fully met, and rules of `prohibited`, secrets and injections that must be broken'),
    }),
  )
    .optional()
    .describe('Near misses that must fail'),
  untested: list(
    z.strictObject({
      condition: z.string().optional().describe('A condition of an expression, as it is written there'),
      service: z.string().optional().describe('A mounted service that no answer depends on'),
      repeated: z.string().optional().describe('service.tool whose calls may be made again and again'),
      chance: z.string().optional().describe('How often a blind guess may pass, such as 0.25'),
      in: z.string().optional().describe('Only in this fact, check or rule'),
      why: z.string().describe('Why it makes no difference, or does no harm, and stays all the same'),
    }),
  )
    .optional()
    .describe('What the proof finds to make no difference on these records, or to be let through, and is meant to'),
  pass: z.string().optional().describe('Reward from which a trial passes; 0.75 when absent'),
  scoring: z
    .enum(['default', 'claw', 'booleans'])
    .optional()
    .describe('How scores become the reward: default, claw (0.8 completion + 0.2 robustness), booleans (a check counts 1 or 0)'),
});

/** A file of records, or of the rows of one table: `{ file: assets/stock.csv, table: TBL-1 }`. */
const importShape = z.union([z.string(), z.record(z.string(), z.string())]);

/** A collection: a list of records, or `{ import, records }`, with one file or several. */
export const collectionShape = z.union([
  list(recordShape),
  z.strictObject({ import: z.union([importShape, list(importShape)]).optional(), records: list(recordShape).optional() }),
]);

/** Keys that every check may have beside those of its kind. */
export const commonCheckKeys = {
  id: z.string().describe('Its name in verdicts, in `needs` and in `fails`: lower case with hyphens'),
  weight: z.string().describe('Decimal or fraction'),
  each: z.string().optional().describe('`list as name`: one item of the check for each; the score is their mean'),
  needs: written
    .optional()
    .describe('Earns nothing unless these checks earned something: id, [a, b], { id: a, full: true }, { all: [a, b] }, { any: [a, b] }'),
  must: z.string().optional().describe('true: falling short caps the reward below the pass mark'),
  component: z.string().optional().describe('Name of a figure in reward.json: the weighted mean of the checks that name it'),
  score: z
    .strictObject({
      ladder: z.record(z.string(), z.string()).optional().describe('How many were met to the score that is worth: { "3": 1, "2": 0.6 }'),
      min: z.string().optional().describe('What comes to less than this counts 0'),
      cap: z.string().optional().describe('What falls short of a full score counts this at most'),
    })
    .optional()
    .describe('Another scale than the share of what was asked'),
};

/** What a check hangs on, with the place of each id. */
export type WrittenNeed =
  | { readonly kind: 'check'; readonly id: string; readonly full: boolean; readonly path: Path }
  | { readonly kind: 'all' | 'any'; readonly of: readonly WrittenNeed[] };

export interface WrittenCheck {
  readonly id: string;
  readonly kind: string;
  readonly weight: string;
  readonly each?: { readonly list: string; readonly as: string };
  readonly needs: readonly WrittenNeed[];
  readonly must?: boolean;
  readonly component?: string;
  readonly shape?: PlannedShape;
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
  | {
      readonly kind: 'reply';
      /** Empty where only the form is filled in. */
      readonly message: string;
      /** What is filled in of the form; absent where the reply is a text. */
      readonly form?: { readonly [field: string]: Written };
      readonly path: Path;
      readonly argsPath: Path;
      readonly label: string;
    }
  | {
      readonly kind: 'file';
      /** `path`, and one of `text`, `json`, `csv`. */
      readonly content: { readonly [key: string]: Written };
      readonly label?: string;
      readonly path: Path;
      readonly argsPath: Path;
    }
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
  readonly answer?: AnswerForm;
  readonly files?: NonNullable<Shape['files']>;
  readonly facts: { readonly [name: string]: string };
  readonly allowed: NonNullable<Shape['allowed']>;
  readonly prohibited: NonNullable<Shape['prohibited']>;
  readonly checks: readonly WrittenCheck[];
  readonly solution: readonly WrittenStep[];
  readonly decoys: readonly WrittenDecoy[];
  readonly untested: NonNullable<Shape['untested']>;
  readonly faults: readonly WrittenFault[];
  readonly injections: readonly WrittenInjection[];
  readonly secrets: NonNullable<Shape['secrets']>;
  readonly scoring: NonNullable<Shape['scoring']>;
  readonly passMark: number;
}
