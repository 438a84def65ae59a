// `reply`: what the agent answered names the right records.
import { written, z } from '../shapes.ts';
import type { Template } from '../types.ts';
import { defineCheck } from './kind.ts';

export const reply = defineCheck({
  kind: 'reply',
  about:
    'Scores the share of `names` that the answer part of the reply names (its last list, else the whole reply), and 0 as soon as it names any other record of `out_of`.',
  keys: {
    reply: z
      .strictObject({ names: written, out_of: written.optional() })
      .describe('Records to name, and those among which no other may be named'),
  },
  restraint: false,
  statement: true,
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
    return params;
  },
});
