// `record`: a record ends up with these values, whatever way it got there.
import { recordAt } from '../evidence/look.ts';
import type { Check } from '../types.ts';
import { asFound, type Expectations, inWords, misses } from './fields.ts';
import { outcome } from './outcome.ts';

export interface RecordParams {
  /** `helpdesk.tickets/TIC-204` */
  readonly record: string;
  readonly has: Expectations;
}

/** 1 if the record exists at the end and every field matches, else 0. */
export function record({ record: path, has }: RecordParams): Check {
  return ({ after }) => {
    const expected = Object.keys(has).length === 0 ? `${path} is there` : `${path} with ${inWords(has)}`;
    const there = recordAt(after, path);
    if (there === undefined) return outcome({ score: false, expected, found: `${path} is not there`, where: [path], vacuous: true });
    const missed = misses(has, there);
    const found = missed.length === 0 ? 'as expected' : asFound(missed, there);
    return outcome({ score: missed.length === 0, expected, found, where: [path] });
  };
}
