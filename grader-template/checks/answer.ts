// `answer`: a field of the reply's form was filled in rightly. Only says what the agent claims, so it is never a check of what it did.
import { own } from '../evidence/look.ts';
import type { Json } from '../evidence/types.ts';
import { show } from '../matchers.ts';
import type { Check } from '../types.ts';
import { listInWords, tallyList } from './answer-list.ts';
import { type AnswerRow, tableInWords, tallyTable } from './answer-table.ts';
import { type AnswerMatcher, meets, type Tally, tallyScore, wantedInWords } from './answer-values.ts';
import { listed, outcome } from './outcome.ts';

export type AnswerIs = AnswerMatcher;
/** Groups of equal rank, in order; one group where order does not matter. */
export type AnswerItems = readonly (readonly AnswerMatcher[])[];
export type AnswerRows = readonly AnswerRow[];

/** A field of the form, and what it has to hold. */
export type AnswerParams = { readonly field: string } & (
  | { readonly is: AnswerIs }
  | {
      readonly items: AnswerItems;
      /** Only so many, the first of the ranking. */
      readonly top?: number;
    }
  | {
      readonly rows: AnswerRows;
      /** The columns that say which row it is. */
      readonly key: readonly string[];
      /** Two columns that may change places. */
      readonly unordered?: readonly [string, string];
    }
);

/**
 * | field | score |
 * |---|---|
 * | a value | 1 if it is what was asked for, else 0 |
 * | a list | right / (expected + those beside it); what stands in the wrong place of a ranking is beside it; saying a thing twice changes nothing |
 * | a table | right cells / (expected cells + those of rows beside them); the key says which row is meant, and counts only where there is nothing else |
 *
 * A row whose key is given twice contradicts itself: its cells are wrong. A list or table with more wrong than right in it scores 0:
 * whoever gives everything there is, or the same for each row, knows nothing. What was not given (missing, null, "") is not right,
 * unless a cell is to be left empty, and not wrong either.
 */
export function answer(params: AnswerParams): Check {
  const { field } = params;
  const expected = `${field} of the answer has to be ${inWords(params)}`;
  return ({ reply }) => {
    const where = [`answer ${field}`];
    const given = own(reply.answer ?? {}, field);
    if (given === undefined)
      return outcome({ score: false, expected, found: 'not given', where, met: 0, vacuous: reply.source === 'none' });
    const tally = tallyOf(params, given);
    const problems = tally.problems.length === 0 ? 'as expected' : listed(tally.problems);
    const count = tally.expected > 1 || tally.extra > 0 ? `${tally.right} of ${tally.expected} right: ` : '';
    return outcome({ score: tallyScore(tally), expected, found: `${count}${problems}`, where, met: tally.right });
  };
}

function tallyOf(params: AnswerParams, given: Json): Tally {
  if ('items' in params) return tallyList(params, asList(given));
  if ('rows' in params) return tallyTable(params, asList(given));
  const right = meets(params.is, given);
  const problems = right ? [] : [show(given)];
  return { right: right ? 1 : 0, wrong: right ? 0 : 1, expected: 1, extra: 0, problems };
}

function inWords(params: AnswerParams): string {
  if ('items' in params) return listInWords(params);
  return 'rows' in params ? tableInWords(params) : wantedInWords(params.is);
}

/** The workspace lets nothing else into a list's field. */
function asList(given: Json): readonly Json[] {
  return Array.isArray(given) ? given : [];
}
