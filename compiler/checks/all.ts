// `all`: several checks as one, as good as the weakest of them.
import { list, written, z } from '../shapes.ts';
import { defineCheck } from './kind.ts';

export const all = defineCheck({
  kind: 'all',
  about: 'Scores the lowest score of its parts, which are checks without id and weight.',
  keys: { all: list(z.record(z.string(), written)).describe('Checks: { record: …, has: … }') },
  restraint: ({ parts }) => parts.every((part) => part.restraint),
  statement: ({ parts }) => parts.some((part) => part.statement),
  counts: true,
  link: (linker) => {
    const of = linker.parts('all');
    return of && { of };
  },
});
