// `any`: alternatives, the best of which counts.
import { list, written, z } from '../shapes.ts';
import { defineCheck } from './kind.ts';

export const any = defineCheck({
  kind: 'any',
  about: 'Scores the highest score of its parts, which are checks without id and weight: one way of several is enough.',
  keys: { any: list(z.record(z.string(), written)).describe('Checks: { record: …, has: … }') },
  restraint: ({ parts }) => parts.every((part) => part.restraint),
  statement: ({ parts }) => parts.some((part) => part.statement),
  counts: true,
  link: (linker) => {
    const of = linker.parts('any');
    return of && { of };
  },
});
