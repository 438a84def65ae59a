// `count`: at the end there are so many such records.
import { recordsOf } from '../evidence/look.ts';
import type { Check } from '../types.ts';
import { type Expectations, inWords, misses } from './fields.ts';
import { outcome } from './outcome.ts';

export interface CountParams {
  /** `calendar.events` */
  readonly collection: string;
  /** Only records that match all of these are counted; absent = all. */
  readonly where?: Expectations;
  /** Inclusive; at least one of the two is there. */
  readonly at_least?: number;
  readonly at_most?: number;
}

/** 1 if the number of such records at the end is within bounds, else 0. */
export function count({ collection, where = {}, at_least: least, at_most: most }: CountParams): Check {
  const such = Object.keys(where).length === 0 ? '' : ` with ${inWords(where)}`;
  return ({ after }) => {
    const ids = recordsOf(after, collection).flatMap((record) => (misses(where, record).length === 0 ? [record.id] : []));
    // No bounds, no demand: that would hold whatever is found.
    const bounded = least !== undefined || most !== undefined;
    return outcome({
      score: bounded && ids.length >= (least ?? 0) && ids.length <= (most ?? Number.POSITIVE_INFINITY),
      expected: `${bounds(least, most)} in ${collection}${such}`,
      found: `number: ${ids.length}`,
      where: ids.map((id) => `${collection}/${id}`),
      met: ids.length > (most ?? Number.POSITIVE_INFINITY) ? 0 : ids.length,
    });
  };
}

function bounds(least: number | undefined, most: number | undefined): string {
  if (least === undefined && most === undefined) return 'a number that nobody said';
  if (least === most) return `exactly ${least}`;
  return [least === undefined ? '' : `at least ${least}`, most === undefined ? '' : `at most ${most}`].filter(Boolean).join(' and ');
}
