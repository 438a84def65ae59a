// `saw`: a record was put before the agent's eyes.
import { oneOrMore, z } from '../shapes.ts';
import { defineCheck } from './kind.ts';

export const saw = defineCheck({
  kind: 'saw',
  about: 'Met when any tool showed the agent the record, and all of the fields named under `fields`.',
  keys: {
    saw: z.string().describe('service.collection/ID'),
    fields: oneOrMore.optional().describe('Fields that must have been shown'),
  },
  restraint: false,
  statement: false,
  link: (linker) => {
    const target = linker.record('saw');
    if (!target) return undefined;
    if (linker.keys.fields === undefined) return { record: target.path };
    const fields = linker.fieldNames(target.collection, 'fields');
    return fields && { record: target.path, fields };
  },
});
