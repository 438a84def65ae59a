// How much one trial may put into an office. Far above what any work needs, and below what a verifier with 1 GiB and one core grades in
// seconds: an office too full to grade would be a way to dodge a zero. At a limit calls are refused, and what was done is graded.
import type { Change, DataRecord } from '#grader/evidence/types.ts';

export const MOST_CALLS = 10_000;

export interface Limits {
  /** Characters of `audit.jsonl`. */
  readonly log: number;
  readonly calls: number;
  /** Records made in one trial. Grading takes time that grows with their square. */
  readonly made: number;
  /** Characters of JSON written into records. */
  readonly written: number;
}

export const usualLimits: Limits = { log: 16 * 1024 * 1024, calls: MOST_CALLS, made: 500, written: 4 * 1024 * 1024 };

/** What a trial has used up so far. */
export interface Spent {
  readonly logged: number;
  readonly calls: number;
  readonly made: number;
  readonly written: number;
}

export const nothingSpent: Spent = { logged: 0, calls: 0, made: 0, written: 0 };

/** Why no call at all is taken any more; undefined while they are. */
export function closedTo({ logged, calls }: Spent, most: Limits): string | undefined {
  if (logged < most.log && calls < most.calls) return undefined;
  return 'The office can keep no more records of calls, so it takes no more of them.';
}

/** Why these changes are too much; undefined where they are not. */
export function tooMuch(spent: Spent, changes: readonly Change[], most: Limits): string | undefined {
  const { made, written } = spending(spent, changes, 0);
  if (made > most.made) return `At most ${most.made} new records are taken.`;
  return written > most.written ? 'The office is full: it can take no more text.' : undefined;
}

/** What is spent after one more call with these changes and this length of log. */
export function spending(spent: Spent, changes: readonly Change[], logged: number): Spent {
  return {
    logged: spent.logged + logged,
    calls: spent.calls + 1,
    made: spent.made + changes.filter(({ before }) => before === null).length,
    written: spent.written + changes.reduce((sum, { after }) => sum + (after === null ? 0 : lengthOf(after)), 0),
  };
}

const lengths = new WeakMap<DataRecord, number>();

/** Characters of JSON. */
function lengthOf(record: DataRecord): number {
  const length = lengths.get(record) ?? JSON.stringify(record).length;
  lengths.set(record, length);
  return length;
}
