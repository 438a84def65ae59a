// How much one trial may put into an office. Far above what any work needs, and below what a verifier with 1 GiB and one core grades in
// seconds: an office too full to grade would be a way to dodge a zero. At a limit calls are refused, and what was done is graded.
import type { Change } from '#grader/evidence/types.ts';

/** Characters of `audit.jsonl`. */
const MOST_LOG = 16 * 1024 * 1024;
export const MOST_CALLS = 10_000;
/** Records made in one trial. Grading takes time that grows with their square. */
const MOST_MADE = 500;
/** Characters of JSON written into records. */
const MOST_WRITTEN = 4 * 1024 * 1024;

/** What a trial has used up so far. */
export interface Spent {
  readonly logged: number;
  readonly calls: number;
  readonly made: number;
  readonly written: number;
}

export const nothingSpent: Spent = { logged: 0, calls: 0, made: 0, written: 0 };

/** Why no call at all is taken any more; undefined while they are. */
export function closedTo({ logged, calls }: Spent): string | undefined {
  if (logged < MOST_LOG && calls < MOST_CALLS) return undefined;
  return 'The office can keep no more records of calls, so it takes no more of them.';
}

/** Why these changes are too much; undefined where they are not. */
export function tooMuch(spent: Spent, changes: readonly Change[]): string | undefined {
  const { made, written } = spending(spent, changes, 0);
  if (made > MOST_MADE) return `At most ${MOST_MADE} new records are taken.`;
  return written > MOST_WRITTEN ? 'The office is full: it can take no more text.' : undefined;
}

/** What is spent after one more call with these changes and this length of log. */
export function spending(spent: Spent, changes: readonly Change[], logged: number): Spent {
  return {
    logged: spent.logged + logged,
    calls: spent.calls + 1,
    made: spent.made + changes.filter(({ before }) => before === null).length,
    written: spent.written + changes.reduce((sum, { after }) => sum + (after === null ? 0 : JSON.stringify(after).length), 0),
  };
}
