// `reply`: what the agent answered names the right records.
import { askedNegations } from '#grader/left-alone.ts';
import { oneOrMore, written, z } from '../shapes.ts';
import type { Template } from '../types.ts';
import { defineCheck } from './kind.ts';

export const reply = defineCheck({
  kind: 'reply',
  about:
    'Scores the share of `names` that the answer part of the reply names, and 0 as soon as it names any other record of `out_of`. What stands behind a line that begins with `Answer:` is the answer part, as the instruction says; without one, the lists of the reply are, but for those under headings such as "Next steps:", else all of it. What is said not to have been done ("TIC-3 was not raised", "Left alone:") is not named, unless the request asks for that.',
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
    const asksNot = askedNegations(linker.request);
    if (asksNot.length > 0) params.asks_not = asksNot;
    return params;
  },
});
