// `record`: at the end a record exists and its fields are as they should be.
import { written, z } from '../shapes.ts';
import { defineCheck } from './kind.ts';

export const record = defineCheck({
  kind: 'record',
  about: 'Met when the record exists at the end and every field named under `has` matches.',
  keys: {
    record: z.string().describe('service.collection/ID'),
    has: z.record(z.string(), written).describe('Field to value or matcher'),
  },
  restraint: false,
  statement: false,
  link: (linker) => {
    const target = linker.record('record');
    const has = target && linker.fields(target.collection, 'has');
    return target && has !== undefined ? { record: target.path, has } : undefined;
  },
});
