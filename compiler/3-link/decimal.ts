// Exact decimals for expressions: amounts of money are of this type, so that 0.10 + 0.20 is 0.30 and 3 × 33.33 is 99.99.
import type { FunctionRegistry } from './functions.ts';

/** A whole number of `10^-scale`, with the smallest scale that it can be told with. */
export class Decimal {
  readonly units: bigint;
  readonly scale: number;

  private constructor(units: bigint, scale: number) {
    this.units = units;
    this.scale = scale;
  }

  /** The decimal that a number is written as; of one that has no plain spelling, its digits. */
  static of(value: number | bigint | Decimal): Decimal {
    if (value instanceof Decimal) return value;
    if (typeof value === 'bigint') return new Decimal(value, 0);
    const [, sign = '', whole = '0', fraction = '', power = '0'] = /^(-?)(\d+)(?:\.(\d+))?(?:e([-+]\d+))?$/.exec(String(value)) ?? [];
    const scale = fraction.length - Number(power);
    const units = BigInt(`${sign}${whole}${fraction}`);
    return scale < 0 ? new Decimal(units * tenTo(-scale), 0) : Decimal.plain(units, scale);
  }

  private static plain(units: bigint, scale: number): Decimal {
    let [left, places] = [units, scale];
    while (places > 0 && left % 10n === 0n) {
      left /= 10n;
      places -= 1;
    }
    return new Decimal(left, places);
  }

  plus(other: Decimal): Decimal {
    const scale = Math.max(this.scale, other.scale);
    return Decimal.plain(this.at(scale) + other.at(scale), scale);
  }

  minus(other: Decimal): Decimal {
    return this.plus(other.negated());
  }

  times(other: Decimal): Decimal {
    return Decimal.plain(this.units * other.units, this.scale + other.scale);
  }

  /** To twenty decimals, which is exact wherever the division comes out even. Throws where the other is 0. */
  over(other: Decimal): Decimal {
    if (other.units === 0n) throw new DivisionByZero();
    const places = 20 + other.scale;
    return Decimal.plain(divided(this.units * tenTo(places), other.units), this.scale + 20).rounded(20);
  }

  negated(): Decimal {
    return new Decimal(-this.units, this.scale);
  }

  /** To so many decimals; what lies in the middle goes away from zero, as people round. */
  rounded(places: number): Decimal {
    if (places >= this.scale) return this;
    const units = divided(this.units, tenTo(this.scale - places));
    return places < 0 ? new Decimal(units * tenTo(-places), 0) : Decimal.plain(units, places);
  }

  compare(other: Decimal): number {
    const scale = Math.max(this.scale, other.scale);
    const [a, b] = [this.at(scale), other.at(scale)];
    return a < b ? -1 : a > b ? 1 : 0;
  }

  toNumber(): number {
    return Number(`${this.units}e-${this.scale}`);
  }

  toString(): string {
    return String(this.toNumber());
  }

  private at(scale: number): bigint {
    return this.units * tenTo(scale - this.scale);
  }
}

/** Told apart from every other failure, since it is the author's. */
export class DivisionByZero extends Error {}

/** What such values are called in expressions. */
export const DECIMAL = 'decimal';

/** Adds the type, its arithmetic and comparisons also with other numbers, `sum`, and `round(amount, 2)`. */
export function addDecimals(env: FunctionRegistry): void {
  env.registerType(DECIMAL, { ctor: Decimal, fields: {} });
  const others = [DECIMAL, 'int', 'double'];
  const pairs = others.flatMap((other) =>
    other === DECIMAL
      ? [[DECIMAL, DECIMAL]]
      : [
          [DECIMAL, other],
          [other, DECIMAL],
        ],
  );
  for (const [left, right] of pairs) {
    for (const [sign, apply] of arithmetic)
      env.registerOperator(`${left} ${sign} ${right}: ${DECIMAL}`, (a: Numeric, b: Numeric) => apply(Decimal.of(a), Decimal.of(b)));
    for (const [sign, holds] of comparisons)
      env.registerOperator(`${left} ${sign} ${right}: bool`, (a: Numeric, b: Numeric) => holds(Decimal.of(a).compare(Decimal.of(b))));
  }
  // The other way round and `!=` follow from these.
  for (const other of others)
    env.registerOperator(`${DECIMAL} == ${other}`, (a: Numeric, b: Numeric) => Decimal.of(a).compare(Decimal.of(b)) === 0);
  env.registerOperator(`-${DECIMAL}: ${DECIMAL}`, (a: Decimal) => a.negated());
  env.registerFunction(`sum(list<${DECIMAL}>): ${DECIMAL}`, (values: readonly Decimal[]) =>
    values.reduce((a, b) => a.plus(b), Decimal.of(0)),
  );
  env.registerFunction(`round(${DECIMAL}, int): ${DECIMAL}`, (value: Decimal, places: bigint) => value.rounded(placesIn(places)));
  env.registerFunction('round(double, int): double', (value: number, places: bigint) =>
    Decimal.of(value).rounded(placesIn(places)).toNumber(),
  );
}

type Numeric = number | bigint | Decimal;

const arithmetic: readonly (readonly [string, (a: Decimal, b: Decimal) => Decimal])[] = [
  ['+', (a, b) => a.plus(b)],
  ['-', (a, b) => a.minus(b)],
  ['*', (a, b) => a.times(b)],
  ['/', (a, b) => a.over(b)],
];

const comparisons: readonly (readonly [string, (order: number) => boolean])[] = [
  ['<', (order) => order < 0],
  ['<=', (order) => order <= 0],
  ['>', (order) => order > 0],
  ['>=', (order) => order >= 0],
];

function placesIn(places: bigint): number {
  return Math.max(-20, Math.min(20, Number(places)));
}

/** Rounded to a whole number, the middle away from zero. */
function divided(a: bigint, b: bigint): bigint {
  const [top, bottom] = b < 0n ? [-a, -b] : [a, b];
  const half = top < 0n ? -(bottom / 2n) : bottom / 2n;
  // The middle of an odd number is no whole one, so nothing is lost by halving.
  return (top + half) / bottom;
}

function tenTo(power: number): bigint {
  return 10n ** BigInt(power);
}
