// `file`: the agent left a file with the right content in its folder.
import { list, oneOrMore, written, z } from '../shapes.ts';
import { defineCheck } from './kind.ts';

const rows = written.describe(
  'Rows { column: value }, and { each: list as p, row: { column: "${p.field}" } } for one row per item. "" is an empty cell',
);

const wish = z.strictObject({
  path: z.string().describe('$.total, items[0].id; $ is the whole'),
  is: written.optional().describe('A value, or a matcher'),
  key: oneOrMore.optional().describe('With `rows`: the keys that say which object it is'),
  rows: rows.optional(),
});

export const file = defineCheck({
  kind: 'file',
  about:
    'Looks at a file in the folder of the agent: that it is there, its text, values in JSON, a table in CSV; the score is the mean over these. Tables score as in `answer`: right cells / (expected cells + those of wrong rows), rows being found by their key, and 0 where more is wrong than right. CSV is read with commas, semicolons or tabs, quoted or not; names of columns in any case; numbers by their value (1,234.50 = 1234.5). It is what the agent says, so that it is there alone earns nothing worth having.',
  keys: {
    file: z.string().describe('Path in the folder: report.csv'),
    text: written.optional().describe('What the whole text has to be: a text, { contains: phrase } …'),
    json: z
      .union([wish, list(wish)])
      .optional()
      .describe('What a value in it has to be, or several'),
    csv: z
      .strictObject({ key: oneOrMore.describe('The column that says which row it is'), rows })
      .optional()
      .describe('The rows of the table below its header'),
    within: z.string().optional().describe('Of numbers: the distance that is still right, such as 0.01'),
  },
  restraint: false,
  statement: true,
  folder: true,
  link: (linker) => linker.file(),
});
