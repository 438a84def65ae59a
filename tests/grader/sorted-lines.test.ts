// A list of hashes kept in order as bytes hashes as the text of its lines would.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { sha256Hex } from '#grader/evidence/hash.ts';
import { SortedLines } from '#grader/evidence/sorted-lines.ts';

const hashOf = (number: number) => sha256Hex(String(number));
const textHash = (hashes: readonly string[]) => sha256Hex([...hashes].sort().join('\n'));

test('law: after any changes the hash of the sorted text, one line each', () => {
  const steps = fc.array(fc.record({ add: fc.boolean(), number: fc.nat(8) }), { maxLength: 30 });
  fc.assert(
    fc.property(fc.array(fc.nat(8), { maxLength: 8 }), steps, (start, changes) => {
      const hashes = start.map(hashOf);
      const lines = new SortedLines(hashes);
      expect(lines.hash()).toBe(textHash(hashes));
      for (const { add, number } of changes) {
        const hash = hashOf(number);
        const at = hashes.indexOf(hash);
        if (add) {
          lines.add(hash);
          hashes.push(hash);
        } else {
          expect(lines.remove(hash)).toBe(at >= 0);
          if (at >= 0) hashes.splice(at, 1);
        }
        expect(lines.hash()).toBe(textHash(hashes));
      }
    }),
  );
});

test('the list that it is made from stays as it is', () => {
  const hashes = [hashOf(1), hashOf(2), hashOf(3)];
  const before = [...hashes];
  new SortedLines(hashes).remove(hashOf(2));
  expect(hashes).toEqual(before);
});

test.each([
  ['none', []],
  ['one', [1]],
])('%s', (_, numbers) => {
  expect(new SortedLines(numbers.map(hashOf)).hash()).toBe(textHash(numbers.map(hashOf)));
});
