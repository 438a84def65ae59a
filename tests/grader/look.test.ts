// Looking things up in evidence.
import { expect, test } from 'vitest';
import { differingFields } from '#grader/evidence/look.ts';
import type { DataRecord } from '#grader/evidence/types.ts';

test.each<[what: string, before: DataRecord, after: DataRecord, fields: readonly string[]]>([
  ['the same', { id: 'A', x: 'y' }, { id: 'A', x: 'y' }, []],
  ['the same list, read anew', { id: 'A', to: ['a', 'b'] }, { id: 'A', to: ['a', 'b'] }, []],
  ['a list in another order', { id: 'A', to: ['a', 'b'] }, { id: 'A', to: ['b', 'a'] }, ['to']],
  ['another value', { id: 'A', x: 'y', z: 1 }, { id: 'A', x: 'z', z: 1 }, ['x']],
  ['a number and its text', { id: 'A', x: 1 }, { id: 'A', x: '1' }, ['x']],
  ['a field that is gone, and one that came', { id: 'A', x: 'y' }, { id: 'A', z: '' }, ['x', 'z']],
])('%s', (_, before, after, fields) => {
  expect(differingFields(before, after)).toEqual(fields);
});
