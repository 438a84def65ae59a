// `absent`: at the end there is no such record, whoever removed it or never made it.
import { recordsOf } from '../evidence/look.ts';
import type { Check } from '../types.ts';
import { type Expectations, inWords, misses } from './fields.ts';
import { listed, outcome } from './outcome.ts';

export interface AbsentParams {
  /** `helpdesk.tickets` */
  readonly collection: string;
  /** What such a record looks like; absent = any record of the collection. */
  readonly where?: Expectations;
}

/** 1 if no record of the collection matches at the end, else 0. */
export function absent({ collection, where = {} }: AbsentParams): Check {
  const such = Object.keys(where).length === 0 ? '' : ` with ${inWords(where)}`;
  return ({ after }) => {
    const there = recordsOf(after, collection).filter((record) => misses(where, record).length === 0);
    return outcome({
      score: there.length === 0,
      expected: `nothing in ${collection}${such}`,
      found: listed(there.map(({ id }) => id)),
      where: there.map(({ id }) => `${collection}/${id}`),
    });
  };
}
