// `absent`: no record of a collection is like that.
import { written, z } from '../shapes.ts';
import { defineCheck } from './kind.ts';

export const absent = defineCheck({
  kind: 'absent',
  about:
    'Met when at the end no record of the collection matches `where`. A restraint check where that holds from the start, so let it hang on the work with `needs`.',
  keys: {
    absent: z.string().describe('service.collection'),
    where: z.record(z.string(), written).optional().describe('Field to value or matcher; any record when absent'),
  },
  restraint: ({ holdsUntouched }) => holdsUntouched(),
  statement: false,
  link: (linker) => {
    const collection = linker.collection('absent');
    if (collection === undefined) return undefined;
    if (linker.keys.where === undefined) return { collection };
    const where = linker.fields(collection, 'where');
    return where === undefined ? undefined : { collection, where };
  },
});
