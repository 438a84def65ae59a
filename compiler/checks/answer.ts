// `answer`: a field of the reply's form holds what was asked for.
import { oneOrMore, written, z } from '../shapes.ts';
import { defineCheck } from './kind.ts';

export const answer = defineCheck({
  kind: 'answer',
  about:
    'Looks at one field of the form under `answer:`. A value is right or not; a list scores right / (expected + wrong ones), a table right cells / (expected cells + those of wrong rows), rows being found by their key. More wrong than right is 0, and so is a row whose key is given twice. Left empty (missing, null, "") is not given.',
  keys: {
    answer: z.string().describe('A field of the form'),
    is: written
      .optional()
      .describe(
        'Of a value: a value, { in: [a, b] }, { at_least: 1, at_most: 2 }, { contains: phrase }. Of a list: its values, with lists inside for equal ranks',
      ),
    rows: written
      .optional()
      .describe(
        'Of a table: rows { column: value }, and { each: list as p, row: { column: "${p.field}" } } for one row per item. "" is a cell to be left empty',
      ),
    within: z.string().optional().describe('Of numbers: the distance that is still right, 0.01 or 1%'),
    ordered: z.string().optional().describe('Of a list: true if the order counts'),
    top: z.string().optional().describe('Of a list: only the first so many, in order'),
    unordered: oneOrMore.optional().describe('Of a table: two columns that may change places'),
  },
  restraint: false,
  statement: true,
  counts: true,
  link: (linker) => linker.answer(),
});
