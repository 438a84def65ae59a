/** How many items two lists have in common at their beginning, and how many of the rest at their end: the same ones, not only equal. */
export function sameEnds(before: readonly unknown[], after: readonly unknown[]): { readonly head: number; readonly tail: number } {
  const most = Math.min(before.length, after.length);
  let head = 0;
  while (head < most && before[head] === after[head]) head += 1;
  let tail = 0;
  while (tail < most - head && before[before.length - 1 - tail] === after[after.length - 1 - tail]) tail += 1;
  return { head, tail };
}
