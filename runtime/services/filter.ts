// How lists, searches and summaries select records by an argument.

/**
 * How a list's argument selects.
 * - `is`: equal. `in`: one of the values given; of a list field, any of them.
 * - `contains`: the text contains it (case and accents folded). `has`: the list holds it.
 * - `before`, `after`: instants and dates, exclusive. `not_before`, `not_after`: the same, inclusive.
 * - `on`, `since`, `until`: days in the office's zone, inclusive.
 * - `at_least`, `at_most`: numbers, amounts, lengths of time, dates; inclusive.
 * - `given`: true for records that have the field, false for those that do not.
 */
export type FilterTest =
  | 'is'
  | 'in'
  | 'contains'
  | 'has'
  | 'before'
  | 'after'
  | 'not_before'
  | 'not_after'
  | 'on'
  | 'since'
  | 'until'
  | 'at_least'
  | 'at_most'
  | 'given';

export interface Filter {
  /**
   * The field it looks at; or a field of the record that a reference leads to, `customer.tier`: of several, of any of them. Where the
   * other record's service is not mounted there is no such argument.
   */
  readonly field?: string;
  /** In the place of `field`, for `contains`: several, of which one that contains the text is enough. */
  readonly fields?: readonly string[];
  readonly test: FilterTest;
  readonly about?: string;
}

export interface Filters {
  readonly [argument: string]: Filter;
}

/** A filter's field taken apart: `customer.tier` is the field `tier` of what the reference `customer` leads to. */
export function fieldPath(written: string): { readonly reference?: string; readonly field: string } {
  const dot = written.indexOf('.');
  return dot < 0 ? { field: written } : { reference: written.slice(0, dot), field: written.slice(dot + 1) };
}

/** The test that an argument's name says it has: `due_before` the test `before`. Agents believe names. */
export function testToldBy(argument: string): FilterTest | undefined {
  return /(?:^|_)(not_before|not_after|before|after|at_least|at_most)$/.exec(argument)?.[1] as FilterTest | undefined;
}

/** The fields that a filter looks at. */
export function filteredFields({ field, fields = [] }: Filter): readonly string[] {
  return field === undefined ? fields : [field];
}
