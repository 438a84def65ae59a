// Functions and operators that expressions have beside CEL's own. Few, typed, documented in docs/language.md.

// biome-ignore lint/suspicious/noExplicitAny: the library gives handlers whatever the signature's types are at run time.
type Handler = (...args: any[]) => unknown;

/** What may be called, as it is written; for messages and the docs. */
export const functionForms = [
  'list.filter(x, …)',
  'list.map(x, …)',
  'list.exists(x, …)',
  'list.all(x, …)',
  'size(list)',
  'list.join(", ")',
  'sum(list)',
  'has(x.field)',
  'duration("48h")',
  'days(2)',
  'domain(address)',
  'text.contains("…")',
  'text.startsWith("…")',
  'text.endsWith("…")',
  'text.matches("…")',
] as const;

/** The part of a CEL environment that takes new functions and operators. */
export interface FunctionRegistry {
  registerFunction(signature: string, handler: Handler): unknown;
  registerOperator(signature: string, handler: Handler): unknown;
}

/** Adds `sum`, `days`, `domain` (what stands behind the @ of an address, in lower case) and arithmetic between whole and decimal numbers. `hours` makes a duration, which only the CEL library can. */
export function addFunctions(env: FunctionRegistry, hours: (count: bigint) => unknown): void {
  env.registerFunction('sum(list<int>): int', (values: readonly bigint[]) => values.reduce((a, b) => a + b, 0n));
  env.registerFunction('sum(list<double>): double', (values: readonly number[]) => sumDecimals(values));
  env.registerFunction('days(int): google.protobuf.Duration', (count: bigint) => hours(count * 24n));
  env.registerFunction('domain(string): string', (address: string) => address.slice(address.lastIndexOf('@') + 1).toLowerCase());
  for (const [sign, apply] of arithmetic) {
    env.registerOperator(`double ${sign} int: double`, (a: number, b: bigint) => apply(a, Number(b)));
    env.registerOperator(`int ${sign} double: double`, (a: bigint, b: number) => apply(Number(a), b));
  }
}

const arithmetic: readonly (readonly [string, (a: number, b: number) => number])[] = [
  ['+', (a, b) => sumDecimals([a, b])],
  ['-', (a, b) => sumDecimals([a, -b])],
  ['*', (a, b) => a * b],
  ['/', (a, b) => a / b],
];

/** Adds numbers as the decimals they were written as: 0.1 + 0.2 is 0.3. */
export function sumDecimals(values: readonly number[]): number {
  const parts = values.map((value) => /^(-?)(\d+)(?:\.(\d+))?$/.exec(value.toString()));
  if (parts.some((part) => part === null)) return values.reduce((a, b) => a + b, 0);
  const places = Math.max(0, ...parts.map((part) => part?.[3]?.length ?? 0));
  const total = parts.reduce((sum, part) => {
    const [, sign = '', whole = '0', fraction = ''] = part ?? [];
    return sum + BigInt(`${sign}${whole}${fraction.padEnd(places, '0')}`);
  }, 0n);
  return Number(`${total}e-${places}`);
}
