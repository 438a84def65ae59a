// `count`: there are so many records like that.
import { written, z } from '../shapes.ts';
import type { Template } from '../types.ts';
import { defineCheck } from './kind.ts';

export const count = defineCheck({
  kind: 'count',
  about:
    'Met when at the end the number of records of the collection that match `where` is within bounds. With only an upper bound it is a restraint check, if that holds from the start.',
  keys: {
    count: z.string().describe('service.collection'),
    where: z.record(z.string(), written).optional().describe('Field to value or matcher; all records when absent'),
    at_least: z.string().optional().describe('Inclusive'),
    at_most: z.string().optional().describe('Inclusive'),
    is: z.string().optional().describe('Exactly so many, instead of the other two'),
  },
  restraint: ({ params, holdsUntouched }) => Number(params.at_least ?? 0) === 0 && holdsUntouched(),
  statement: false,
  counts: true,
  link: (linker) => {
    const collection = linker.collection('count');
    if (collection === undefined) return undefined;
    const params: { [key: string]: Template } = { collection };
    if (linker.keys.where !== undefined) {
      const where = linker.fields(collection, 'where');
      if (where === undefined) return undefined;
      params.where = where;
    }
    if (linker.keys.is !== undefined) {
      const exactly = linker.wholeNumber('is');
      if (linker.keys.at_least !== undefined || linker.keys.at_most !== undefined)
        return linker.contradiction('is', 'is beside at_least or at_most');
      return exactly === undefined ? undefined : { ...params, at_least: exactly, at_most: exactly };
    }
    for (const bound of ['at_least', 'at_most'] as const) {
      if (linker.keys[bound] === undefined) continue;
      const number = linker.wholeNumber(bound);
      if (number === undefined) return undefined;
      params[bound] = number;
    }
    const [least, most] = [params.at_least, params.at_most].map((bound) => (bound === undefined ? undefined : Number(bound)));
    if (least === undefined && most === undefined) return linker.missing('at_least', '1');
    if (most === undefined && least === 0) return linker.contradiction('at_least', 'at_least: 0, which always holds');
    if (least !== undefined && most !== undefined && least > most)
      return linker.contradiction('at_most', 'an upper bound below the lower one');
    return params;
  },
});
