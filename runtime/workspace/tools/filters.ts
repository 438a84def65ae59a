// Filters: arguments by which lists and summaries select records.
import type { DataRecord, FieldValue } from '#grader/evidence/types.ts';
import { type Collection, type Field, type Filter, type Filters, filteredFields } from '#services/types.ts';
import { addressKey } from '../fields.ts';
import { secondsOf } from '../lengths.ts';
import type { Zone } from '../times.ts';
import { fold, foldedField } from './fold.ts';
import { type Arguments, fieldOf, type Parameter, valueIn } from './kind.ts';

/** One argument per filter. */
export function filterParameters(filters: Filters, collection: Collection): readonly Parameter[] {
  return Object.entries(filters).map(([name, filter]) => filterParameter(name, filter, collection));
}

/** The records that pass every filter whose argument was given. */
export function selected(
  records: readonly DataRecord[],
  {
    filters,
    args,
    collection,
    zone,
  }: { readonly filters: Filters; readonly args: Arguments; readonly collection: Collection; readonly zone: Zone },
): readonly DataRecord[] {
  const tests = Object.entries(filters).flatMap(([name, filter]) => {
    const wanted = args.get(name) ?? undefined;
    if (wanted === undefined) return [];
    const passes = filteredFields(filter).map((field) => testOf(filter, wanted, { name: field, field: fieldOf(collection, field), zone }));
    const [first] = passes;
    return passes.length === 1 && first !== undefined ? [first] : [(record: DataRecord) => passes.some((passesIn) => passesIn(record))];
  });
  // One after the other: what the first leaves is mostly little.
  return tests.reduce((left, test) => left.filter(test), records);
}

/** The value as something that sorts: lengths of time by their seconds. */
export function comparable(value: string | number | boolean, field: Field): string | number {
  if (field.type === 'duration') return secondsOf(String(value));
  return typeof value === 'boolean' ? Number(value) : value;
}

type Test = (record: DataRecord) => boolean;

interface Tested {
  readonly name: string;
  readonly field: Field;
  readonly zone: Zone;
}

/** Whether a record's field passes. A record without the field is selected by no filter on it, but for `given`. */
function testOf({ test }: Filter, wanted: FieldValue, { name, field, zone }: Tested): Test {
  const there =
    (passes: (value: FieldValue) => boolean): Test =>
    (record) => {
      const value = valueIn(record, name);
      return value !== undefined && passes(value);
    };
  const single = (passes: (value: string | number, sought: string | number) => boolean): Test => {
    const sought = comparable(wanted as string | number | boolean, field);
    return there((value) => !Array.isArray(value) && passes(comparable(value as string | number | boolean, field), sought));
  };
  const day = (value: string) => (field.type === 'time' ? zone.show(value).slice(0, 10) : value);
  switch (test) {
    case 'is':
    case 'has':
    case 'in': {
      const key = keyOf(field);
      const sought = new Set([wanted].flat().map(key));
      return there((value) => (Array.isArray(value) ? value.some((one) => sought.has(key(one))) : sought.has(key(value as string))));
    }
    case 'contains': {
      const part = fold(String(wanted));
      if (part === '') return there(() => true);
      if (field.type === 'list') return there((value) => [value].flat().some((one) => fold(String(one)).includes(part)));
      return (record) => foldedField(record, name).includes(part);
    }
    case 'before':
      return single((value, sought) => value < sought);
    case 'after':
      return single((value, sought) => value > sought);
    case 'at_least':
      return single((value, sought) => value >= sought);
    case 'at_most':
      return single((value, sought) => value <= sought);
    case 'on':
      return there((value) => day(String(value)) === wanted);
    case 'since':
      return there((value) => day(String(value)) >= String(wanted));
    case 'until':
      return there((value) => day(String(value)) <= String(wanted));
    case 'given':
      return (record) => (valueIn(record, name) !== undefined) === wanted;
  }
}

/** What is compared of a value: addresses without case. */
function keyOf(field: Field): (value: string | number | boolean) => string | number | boolean {
  return (field.type === 'list' ? field.of : field.type) === 'address' ? (value) => addressKey(String(value)) : (value) => value;
}

function filterParameter(name: string, filter: Filter, collection: Collection): Parameter {
  const names = filteredFields(filter);
  const field = fieldOf(collection, names[0] ?? '');
  const words = SELECTS[filter.test].replaceAll('%s', names.join(' or '));
  const about = filter.about ?? (names.length === 1 ? `${words} ${field.about}` : words);
  return { name, required: false, field: argumentField(field, filter, about) };
}

/** How a filter without words of its own is explained. */
const SELECTS: { readonly [test in Filter['test']]: string } = {
  is: 'Only those whose %s is this.',
  in: 'Only those whose %s is one of these.',
  contains: 'Only those whose %s contains this text.',
  has: 'Only those whose %s hold this.',
  before: 'Only those whose %s is before this.',
  after: 'Only those whose %s is after this.',
  on: 'Only those whose %s is on this day.',
  since: 'Only those whose %s is on this day or later.',
  until: 'Only those whose %s is on this day or earlier.',
  at_least: 'Only those whose %s is at least this.',
  at_most: 'Only those whose %s is at most this.',
  given: 'true: only those that have a value for %s; false: only those that have none.',
};

function argumentField(field: Field, { test }: Filter, about: string): Field {
  const plain = (type: Field['type']): Field => ({ type, about, optional: true });
  switch (test) {
    case 'contains':
      return plain('string');
    case 'given':
      return plain('boolean');
    case 'on':
    case 'since':
    case 'until':
      return plain('date');
  }
  const one = field.type === 'list' ? (field.of ?? 'string') : field.type;
  return {
    ...(test === 'in' ? { type: 'list' as const, of: one } : { type: one }),
    about,
    optional: true,
    ...(field.values === undefined ? {} : { values: field.values }),
    ...(field.to === undefined ? {} : { to: field.to }),
    ...(field.currency === undefined ? {} : { currency: field.currency }),
  };
}
