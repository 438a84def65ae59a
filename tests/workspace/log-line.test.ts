// A line of the log is put together from parts, and is then what JSON makes of the whole entry.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Json } from '#grader/evidence/types.ts';
import { type EntryBut, entryWith, logLine } from '#workspace/log-line.ts';

const text = fc.string({ unit: 'binary' });
const json = fc.jsonValue({ stringUnit: 'binary' }).map((value) => JSON.parse(JSON.stringify(value)) as Json);
const entry = fc.record(
  {
    seq: fc.nat(),
    stage: text,
    time: text,
    actor: fc.constant('agent' as const),
    tool: text,
    // Arguments that look like another part of the line.
    args: fc.oneof(fc.dictionary(text, json), fc.constant({ records: {}, shown: { digest: '', records: {} } })),
    outcome: fc.constantFrom('ok', 'refused', 'fault', 'error'),
    message: text,
    changes: fc.constant([]),
    world: fc.record({ before: text, after: text }),
    via: fc.constantFrom('http', 'mcp'),
    toolUse: text,
    prev: text,
  },
  { requiredKeys: ['seq', 'stage', 'time', 'actor', 'tool', 'args', 'outcome', 'changes', 'world', 'via', 'prev'] },
);

test('law: as JSON writes it', () => {
  fc.assert(
    fc.property(entry, fc.dictionary(fc.string({ unit: 'binary', minLength: 1 }), fc.array(text)), (one: EntryBut, records) => {
      const digest = 'a1b2';
      // An object would put names that are numbers first; paths of records are none.
      const shown = new Map(Object.entries(records));
      const whole = entryWith(one, { digest, records });
      expect(logLine(one, digest, shown)).toBe(JSON.stringify(whole));
      expect(logLine(one, digest, shown)).toBe(JSON.stringify(whole));
    }),
  );
});
