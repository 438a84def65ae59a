// Exact arithmetic for scores and weights: 0.1 + 0.2 + 0.7 is 1, and a third counted three times is a whole.

/** n/d in lowest terms, d above 0. */
export interface Fraction {
  readonly n: bigint;
  readonly d: bigint;
}

export const zero: Fraction = { n: 0n, d: 1n };
export const one: Fraction = { n: 1n, d: 1n };

/** n/d in lowest terms. Throws a RangeError when d is 0. */
export function ratio(n: bigint | number, d: bigint | number): Fraction {
  const [top, bottom] = [BigInt(n), BigInt(d)];
  if (bottom === 0n) throw new RangeError('a fraction cannot be over 0');
  const divisor = gcd(top, bottom) * (bottom < 0n ? -1n : 1n);
  return { n: top / divisor, d: bottom / divisor };
}

/** Reads `0.3`, `1/3` or `2`; nothing negative, no exponents. Throws a SyntaxError for any other text. */
export function parse(text: string): Fraction {
  const [, whole, decimals = ''] = /^(\d+)(?:\.(\d+))?$/.exec(text) ?? [];
  if (whole !== undefined) return ratio(BigInt(whole + decimals), 10n ** BigInt(decimals.length));
  const [, n, d] = /^(\d+)\/(\d+)$/.exec(text) ?? [];
  if (n !== undefined && d !== undefined) return ratio(BigInt(n), BigInt(d));
  throw new SyntaxError(`"${text}" is neither a decimal (0.3) nor a fraction (1/3)`);
}

export function add(a: Fraction, b: Fraction): Fraction {
  return ratio(a.n * b.d + b.n * a.d, a.d * b.d);
}

export function multiply(a: Fraction, b: Fraction): Fraction {
  return ratio(a.n * b.n, a.d * b.d);
}

/** Below 0, 0 or above 0, as a is below, equal to or above b. */
export function compare(a: Fraction, b: Fraction): -1 | 0 | 1 {
  const difference = a.n * b.d - b.n * a.d;
  return difference < 0n ? -1 : difference > 0n ? 1 : 0;
}

/** The mean. Of nothing it is 0: an empty list earns nothing. */
export function mean(values: readonly Fraction[]): Fraction {
  return values.length === 0 ? zero : multiply(values.reduce(add, zero), ratio(1, values.length));
}

/** The nearest number; finite for a fraction of any length. */
export function toNumber({ n, d }: Fraction): number {
  const small = BigInt(Number.MAX_SAFE_INTEGER);
  if (d <= small) return Number(n) / Number(d);
  return Number((n << 200n) / d) / 2 ** 200;
}

/** `1`, `0` or `2/3`, for people. */
export function toText({ n, d }: Fraction): string {
  return d === 1n ? String(n) : `${n}/${d}`;
}

function gcd(a: bigint, b: bigint): bigint {
  let [x, y] = [a < 0n ? -a : a, b < 0n ? -b : b];
  while (y !== 0n) [x, y] = [y, x % y];
  return x;
}
