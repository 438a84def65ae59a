// `not`: the opposite of a check.
import { written, z } from '../shapes.ts';
import { defineCheck } from './kind.ts';

export const not = defineCheck({
  kind: 'not',
  about:
    'Met when the check inside is not fully met, and could look: where there is no reply, or no such record, neither a check nor its opposite holds. A restraint check where it holds from the start.',
  keys: { not: z.record(z.string(), written).describe('A check without id and weight: { saw: … }') },
  restraint: ({ holdsUntouched }) => holdsUntouched(),
  statement: false,
  link: (linker) => {
    const of = linker.part('not');
    return of && { of };
  },
});
