// `reply`: the final answer names the right records. Only says what the agent claims, so it is never a check of what it did.
import { claimed } from '../claims.ts';
import { ratio } from '../fraction.ts';
import type { Check } from '../types.ts';
import { called, type Naming } from './naming.ts';
import { listed, outcome } from './outcome.ts';

export interface ReplyParams {
  /** What has to be named, each by its id or by another name of `by`. */
  readonly names: readonly string[];
  /** Everything that could be named; naming one that is not in `names` makes the score 0. */
  readonly out_of?: readonly string[];
  /** Other names beside the ids. */
  readonly by?: readonly Naming[];
  /** Words that the request itself negates, as stems: asked what was not paid, `INV-1 was not paid` names it (left-alone.ts). */
  readonly asks_not?: readonly string[];
}

/**
 * The share of `names` named in the answer part of the reply (what stands behind `Answer:`, else its lists, else all of it), or 0 if
 * another of `out_of` is named there. What is mentioned outside the answer part, as left alone for instance, does no harm; what is
 * denied or taken back (claims.ts) is not named.
 */
export function reply({ names, out_of = [], by = [], asks_not: asksNot = [] }: ReplyParams): Check {
  const wanted = [...new Set(names)];
  const isWanted = new Set(wanted);
  const others = out_of.filter((name) => !isWanted.has(name));
  const records = called([...wanted, ...others], by);
  const expected = `the reply names ${listed(wanted)}${others.length === 0 ? '' : ` and no other of ${out_of.length}`}`;
  return ({ reply: { text, source } }) => {
    const where = ['reply'];
    if (wanted.length === 0) return outcome({ score: false, expected, found: 'the check has nothing to name', where, vacuous: true });
    if (source === 'none') return outcome({ score: false, expected, found: 'no reply', where, vacuous: true });
    const named = new Set(records.named(claimed(text, records.names, { asksNot })));
    const right = wanted.filter((name) => named.has(name));
    const wrong = others.filter((name) => named.has(name));
    const score = wrong.length > 0 ? false : ratio(right.length, wanted.length);
    const found = `names ${listed(right)}${wrong.length === 0 ? '' : `, and wrongly ${listed(wrong)}`} (${source})`;
    return outcome({ score, expected, found, where, met: wrong.length > 0 ? 0 : right.length });
  };
}
