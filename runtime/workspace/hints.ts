// Words for refusals: what was probably meant, and lists of choices short enough to read.

/** The candidate that `word` most likely stands for, or undefined where none is close. Case, `-`, `_` and blanks do not count. */
export function closest(word: string, candidates: Iterable<string>): string | undefined {
  const plain = normal(word);
  if (plain === '' || plain.length > 100) return undefined;
  let best: string | undefined;
  let least = Math.max(1, Math.floor(plain.length / 3)) + 1;
  for (const candidate of candidates) {
    const steps = distance(plain, normal(candidate), least);
    if (steps < least) {
      best = candidate;
      least = steps;
    }
  }
  return best;
}

/** `Did you mean "urgent"? `, or nothing. */
export function didYouMean(word: string, candidates: Iterable<string>): string {
  const guess = closest(word, candidates);
  return guess === undefined ? '' : `Did you mean ${quote(guess)}? `;
}

/** `low, normal, high, urgent`; long lists are cut. */
export function choices(values: readonly string[], most = 30): string {
  if (values.length <= most) return values.join(', ');
  return `${values.slice(0, most).join(', ')} and ${values.length - most} more`;
}

/** A value as it is shown in a message: text in quotes and cut where it is long, numbers as they are, the rest by kind. */
export function quote(value: unknown): string {
  if (typeof value !== 'string') return typeof value === 'number' || typeof value === 'boolean' ? String(value) : kindOfValue(value);
  return JSON.stringify(value.length > 80 ? `${value.slice(0, 80)}…` : value);
}

/** What kind of JSON value it is, in words. */
export function kindOfValue(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'a list';
  if (typeof value === 'object') return 'an object';
  if (typeof value === 'string') return 'text';
  return `a ${typeof value}`;
}

function normal(text: string): string {
  return text.toLowerCase().replaceAll(/[-_\s]/g, '');
}

/** Number of insertions, deletions, replacements and swaps of neighbours; stops counting at `limit`. */
function distance(a: string, b: string, limit: number): number {
  if (Math.abs(a.length - b.length) >= limit) return limit;
  let before: number[] = [];
  let above = Array.from({ length: b.length + 1 }, (_, column) => column);
  for (let row = 1; row <= a.length; row += 1) {
    const current = [row];
    for (let column = 1; column <= b.length; column += 1) {
      const same = a[row - 1] === b[column - 1];
      let steps = Math.min((above[column] ?? 0) + 1, (current[column - 1] ?? 0) + 1, (above[column - 1] ?? 0) + (same ? 0 : 1));
      if (row > 1 && column > 1 && a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1]) {
        steps = Math.min(steps, (before[column - 2] ?? 0) + 1);
      }
      current.push(steps);
    }
    before = above;
    above = current;
  }
  return above[b.length] ?? limit;
}
