// `reply`: what the agent answered names the right records.
import { oneOrMore, written, z } from '../shapes.ts';
import type { Template } from '../types.ts';
import { defineCheck } from './kind.ts';

export const reply = defineCheck({
  kind: 'reply',
  about:
    'Scores the share of `names` that the answer part of the reply names (its last list, else the whole reply), and 0 as soon as it names any other record of `out_of`. A list under "Not raised:" or "Left alone:" is not the answer where something else names a record.',
  keys: {
    reply: z
      .strictObject({ names: written, out_of: written.optional(), by: oneOrMore.optional() })
      .describe('Records to name, those among which no other may be named, and fields whose values are names beside the ids'),
  },
  restraint: false,
  statement: true,
  counts: true,
  link: (linker) => {
    const names = linker.recordIds('reply', 'names');
    if (names === undefined) return undefined;
    const params: { [key: string]: Template } = { names };
    const asked = linker.keys.reply;
    if (typeof asked === 'object' && !Array.isArray(asked) && 'out_of' in asked) {
      const outOf = linker.recordIds('reply', 'out_of');
      if (outOf === undefined) return undefined;
      params.out_of = outOf;
    }
    if (typeof asked === 'object' && !Array.isArray(asked) && 'by' in asked) {
      const by = linker.naming(
        ['reply', 'by'],
        'out_of' in asked
          ? [
              ['reply', 'names'],
              ['reply', 'out_of'],
            ]
          : [['reply', 'names']],
      );
      if (by === undefined) return undefined;
      params.by = by;
    }
    return params;
  },
});
