// Functions and operators that expressions have beside CEL's own. Few, typed, documented in docs/language.md.

import type { Occupation } from '#services/types.ts';
import { sumDecimals } from '#workspace/decimals.ts';
import { addDecimals, Decimal } from './decimal.ts';

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
  'round(amount, 2)',
  'has(x.field)',
  'duration("48h")',
  'days(2)',
  'date(now)',
  'domain(address)',
  'cell(row.cells, "column")',
  'free(events, from, to, duration("45m"))',
  'text.contains("…")',
  'text.startsWith("…")',
  'text.endsWith("…")',
  'text.matches("…")',
] as const;

/** The part of a CEL environment that takes new types, functions and operators. */
export interface FunctionRegistry {
  registerType(name: string, definition: { readonly ctor: unknown; readonly fields: { readonly [name: string]: string } }): unknown;
  registerFunction(signature: string, handler: Handler): unknown;
  registerOperator(signature: string, handler: Handler): unknown;
}

export interface Means {
  /** A duration of so many hours, which only the CEL library can make. */
  readonly hours: (count: bigint) => unknown;
  /** The day of an instant in the office's zone: `2026-03-09`. */
  readonly day: (time: Date) => string;
}

/** Adds `sum`, `days`, `date`, `domain` (what stands behind the @ of an address, in lower case), `cell` (the text of a column in a row of `column=value`, "" where it is empty), exact decimals and arithmetic between whole and decimal numbers. */
export function addFunctions(env: FunctionRegistry, { hours, day }: Means): void {
  addDecimals(env);
  env.registerFunction('sum(list<int>): int', (values: readonly bigint[]) => values.reduce((a, b) => a + b, 0n));
  env.registerFunction('sum(list<double>): double', (values: readonly number[]) => sumDecimals(values));
  env.registerFunction('days(int): google.protobuf.Duration', (count: bigint) => hours(count * 24n));
  env.registerFunction('date(google.protobuf.Timestamp): string', (time: Date) => day(time));
  env.registerFunction('domain(string): string', (address: string) => address.slice(address.lastIndexOf('@') + 1).toLowerCase());
  env.registerFunction('cell(list<string>, string): string', (cells: readonly string[], column: string) => {
    const found = cells.find((one) => one.startsWith(`${column}=`));
    return found === undefined ? '' : found.slice(column.length + 1);
  });
  for (const [sign, apply] of arithmetic) {
    env.registerOperator(`double ${sign} int: double`, (a: number, b: bigint) => apply(a, Number(b)));
    env.registerOperator(`int ${sign} double: double`, (a: bigint, b: number) => apply(Number(a), b));
  }
}

interface Occupying {
  readonly $record: { readonly [field: string]: unknown };
}

/**
 * Adds `free(events, from, to, length)` for the records of a collection that take up time: the beginnings of all gaps between the two
 * times that are at least so long, each at the end of what lies before it. Whose events they are, the list decides; those that take up
 * no time (cancelled ones) are looked through.
 */
export function addFree(
  env: Pick<FunctionRegistry, 'registerFunction'>,
  path: string,
  { from: begins, to: ends, unless = {} }: Occupation,
): void {
  const time = 'google.protobuf.Timestamp';
  env.registerFunction(
    `free(list<${path}>, ${time}, ${time}, google.protobuf.Duration): list<${time}>`,
    (events: readonly Occupying[], from: Date, to: Date, length: unknown) => {
      const busy = events
        .filter(({ $record: record }) => Object.entries(unless).every(([field, values]) => !values.includes(String(record[field]))))
        .map(({ $record: record }) => ({ from: Date.parse(String(record[begins])), to: Date.parse(String(record[ends])) }))
        .sort((a, b) => a.from - b.from);
      const starts: Date[] = [];
      let at = from.getTime();
      for (const next of [...busy, { from: to.getTime(), to: to.getTime() }]) {
        if (Math.min(next.from, to.getTime()) - at >= Number(length)) starts.push(new Date(at));
        at = Math.max(at, next.to);
      }
      return starts;
    },
  );
}

const arithmetic: readonly (readonly [string, (a: number, b: number) => number])[] = [
  ['+', (a, b) => sumDecimals([a, b])],
  ['-', (a, b) => sumDecimals([a, -b])],
  ['*', (a, b) => (Number.isFinite(a) && Number.isFinite(b) ? Decimal.of(a).times(Decimal.of(b)).toNumber() : a * b)],
  ['/', (a, b) => a / b],
];
