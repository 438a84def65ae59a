// Choices by chance that fall the same way each time.

/** Of more combinations than these, only so many are chosen. */
export const MOST_CHOSEN = 200;

/** A digit for each size, below it: every combination where they are few, else so many at random. */
export function chosen(sizes: readonly number[]): readonly (readonly number[])[] {
  const count = sizes.reduce((product, size) => product * size, 1);
  if (count <= MOST_CHOSEN) return Array.from({ length: count }, (_, number) => digitsOf(number, sizes));
  const roll = dice();
  return Array.from({ length: MOST_CHOSEN }, () => sizes.map((size) => Math.floor(roll() * size)));
}

function digitsOf(number: number, sizes: readonly number[]): readonly number[] {
  let rest = number;
  return sizes.map((size) => {
    const digit = rest % size;
    rest = Math.floor(rest / size);
    return digit;
  });
}

/** Numbers in [0, 1), as a linear congruential generator gives them. */
function dice(): () => number {
  let state = 1;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}
