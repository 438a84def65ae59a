// `unchanged`: the agent left a collection as it was, apart from what is excused.
import { z } from '../shapes.ts';
import type { Template } from '../types.ts';
import { defineCheck } from './kind.ts';

export const unchanged = defineCheck({
  kind: 'unchanged',
  about:
    'Met when the agent caused no net difference in the collection. `except: list` excuses those records, `except: list.field` only that field on them. A restraint check: it holds in an untouched world, so let it hang on the work with `needs`.',
  keys: {
    unchanged: z.string().describe('service.collection'),
    except: z.string().optional().describe('Expression for the excused records, with .field for one field of them'),
  },
  restraint: true,
  statement: false,
  link: (linker) => {
    const collection = linker.collection('unchanged');
    if (collection === undefined) return undefined;
    if (linker.keys.except === undefined) return { collection };
    const except = linker.except(collection, 'except');
    if (!except) return undefined;
    const params: { [key: string]: Template } = { collection, except: except.ids };
    if (except.fields) params.fields = except.fields;
    return params;
  },
});
