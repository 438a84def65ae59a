// `k_of`: so many of several checks.
import { list, written, z } from '../shapes.ts';
import { defineCheck } from './kind.ts';

export const k_of = defineCheck({
  kind: 'k_of',
  about: 'Scores the number of its parts that are fully met, as a share of `k` and at most 1.',
  keys: {
    k_of: z.strictObject({
      k: z.string().describe('How many are enough'),
      of: list(z.record(z.string(), written)).describe('Checks: { record: …, has: … }'),
    }),
  },
  restraint: ({ parts }) => parts.every((part) => part.restraint),
  statement: ({ parts }) => parts.some((part) => part.statement),
  counts: true,
  link: (linker) => {
    const k = linker.wholeNumber('k_of', 'k');
    const of = linker.parts('k_of', 'of');
    if (k === undefined || !of) return undefined;
    if (k < 1 || k > of.length) return linker.contradiction('k_of', `k: ${k} of ${of.length} checks`);
    return { k, of };
  },
});
