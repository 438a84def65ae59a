// Filters: arguments by which lists and summaries select records.
import type { DataRecord, FieldValue } from '#grader/evidence/types.ts';
import { type Collection, type Field, type Filter, type Filters, type FindCollection, fieldPath, filteredFields } from '#services/types.ts';
import { addressKey } from '../fields.ts';
import { secondsOf } from '../lengths.ts';
import type { Zone } from '../times.ts';
import type { WorldView } from '../world.ts';
import { answers, column, foldedLook, type Look, valueLook } from './columns.ts';
import { fold } from './fold.ts';
import { type Arguments, fieldOf, type Parameter, valueIn } from './kind.ts';
import { type MayHold, sift } from './sieve.ts';

/** One argument per filter; none for a filter on records of a service that is not mounted. */
export function filterParameters(filters: Filters, collection: Collection, find: FindCollection): readonly Parameter[] {
  return Object.entries(filters).flatMap(([name, filter]) => {
    const [reached] = filteredFields(filter).map((field) => reachedBy(field, collection, find));
    return reached === undefined ? [] : [filterParameter(name, filter, reached)];
  });
}

/** What a selection is made by: the arguments that were given for a tool's filters, and what is needed to understand them. */
interface Selection {
  readonly filters: Filters;
  readonly args: Arguments;
  readonly collection: Collection;
  readonly zone: Zone;
  readonly find: FindCollection;
  readonly world: WorldView;
}

/** Where those of the records stand that pass every filter whose argument was given: in their order, or in that of `places`. */
export function selectedAt(
  records: readonly DataRecord[],
  { filters, args, collection, zone, find, world }: Selection,
  places?: readonly number[],
): readonly number[] {
  const tests = Object.entries(filters).flatMap(([name, filter]) => {
    const wanted = args.get(name) ?? undefined;
    if (wanted === undefined) return [];
    const passes = filteredFields(filter).flatMap((written) => {
      const reached = reachedBy(written, collection, find);
      if (reached === undefined) return [];
      const test = testOf(filter, wanted, { reached, zone });
      const asked = `${filter.test} ${JSON.stringify(wanted)}`;
      return [
        reached.by === undefined ? directly(test, { asked, collection, records }) : along(reached.by, test, { collection, records, world }),
      ];
    });
    const [first] = passes;
    return passes.length === 1 && first !== undefined ? [first] : [(at: number) => passes.some((passesIn) => passesIn(at))];
  });
  const all = places ?? [...records.keys()];
  return tests.reduce((left, passes) => left.filter(passes), all);
}

/** The records themselves. */
export function selected(records: readonly DataRecord[], by: Selection): readonly DataRecord[] {
  return selectedAt(records, by).flatMap((at) => records[at] ?? []);
}

/** The value as something that sorts: lengths of time by their seconds. */
export function comparable(value: string | number | boolean, field: Field): string | number {
  if (field.type === 'duration') return secondsOf(String(value));
  return typeof value === 'boolean' ? Number(value) : value;
}

/** Whether the record at that place passes. */
type Test = (at: number) => boolean;

/** A test of one field. */
interface FieldTest {
  readonly look: Look<FieldValue | undefined>;
  passes(seen: FieldValue | undefined): boolean;
  /** What is seen is text and only passes where this stands in it. */
  readonly part?: string;
}

/** A field that a filter looks at: of the collection's own records, or of those that a reference leads to. */
interface Reached {
  readonly name: string;
  readonly field: Field;
  readonly by?: { readonly reference: string; readonly to: string };
}

/** Undefined where it is a field of a record whose service is not mounted. */
function reachedBy(written: string, collection: Collection, find: FindCollection): Reached | undefined {
  const { reference, field: name } = fieldPath(written);
  if (reference === undefined) return { name, field: fieldOf(collection, name) };
  const { to = '' } = fieldOf(collection, reference);
  const other = find(to);
  return other && { name, field: fieldOf(other, name), by: { reference, to } };
}

/** `asked` tells the test from every other of the same field. */
function directly(
  { look, passes, part }: FieldTest,
  { asked, collection, records }: { readonly asked: string; readonly collection: Collection; readonly records: readonly DataRecord[] },
): Test {
  const seen = column(collection, records, look);
  let mayHold: MayHold | undefined;
  const passesAt = (at: number) => {
    if (part !== undefined) mayHold ??= sift(collection, { key: look.key, seen, textOf: String }, [part]);
    return mayHold?.(at) !== false && passes(seen[at]);
  };
  const passing = answers(collection, records, { key: `${asked} ${look.key}`, of: passesAt });
  return (at) => passing[at] === true;
}

/** Whether one of the records that the reference leads to passes; where it leads nowhere, a record without any value is asked. */
function along(
  { reference, to }: { readonly reference: string; readonly to: string },
  { look, passes }: FieldTest,
  { collection, records, world }: { readonly collection: Collection; readonly records: readonly DataRecord[]; readonly world: WorldView },
): Test {
  const ids = column(collection, records, valueLook(reference));
  return (at) => {
    const others = [ids[at] ?? []].flat().flatMap((id) => world.get(to, String(id)) ?? []);
    return others.length === 0 ? passes(look.of({ id: '' })) : others.some((other) => passes(look.of(other)));
  };
}

interface Tested {
  readonly reached: Reached;
  readonly zone: Zone;
}

/** What passes of a field. A record without the field is selected by no filter on it, but for `given`. */
function testOf({ test }: Filter, wanted: FieldValue, { reached: { name, field }, zone }: Tested): FieldTest {
  const there = (passes: (value: FieldValue) => boolean, look: FieldTest['look'] = valueLook(name)): FieldTest => ({
    look,
    passes: (value) => value !== undefined && passes(value),
  });
  const single = (passes: (value: string | number, sought: string | number) => boolean): FieldTest => {
    const sought = comparable(wanted as string | number | boolean, field);
    return there((value) => !Array.isArray(value) && passes(comparable(value as string | number | boolean, field), sought));
  };
  const onDay = (passes: (day: string) => boolean) =>
    there((value) => passes(String(value)), field.type === 'time' ? dayLook(name, zone) : undefined);
  switch (test) {
    case 'is':
    case 'has':
    case 'in': {
      const key = keyOf(field);
      const sought = new Set([wanted].flat().map(key));
      const [only] = sought;
      if (sought.size === 1 && field.type !== 'list') return there((value) => key(value as string) === only);
      return there((value) => (Array.isArray(value) ? value.some((one) => sought.has(key(one))) : sought.has(key(value as string))));
    }
    case 'contains': {
      const part = fold(String(wanted));
      if (part === '') return there(() => true);
      if (field.type === 'list') return there((value) => [value].flat().some((one) => fold(String(one)).includes(part)));
      return { ...there((folded) => String(folded).includes(part), foldedLook(name)), part };
    }
    case 'before':
      return single((value, sought) => value < sought);
    case 'after':
      return single((value, sought) => value > sought);
    case 'at_least':
    case 'not_before':
      return single((value, sought) => value >= sought);
    case 'at_most':
    case 'not_after':
      return single((value, sought) => value <= sought);
    case 'on':
      return onDay((day) => day === wanted);
    case 'since':
      return onDay((day) => day >= String(wanted));
    case 'until':
      return onDay((day) => day <= String(wanted));
    case 'given':
      return { look: valueLook(name), passes: (value) => (value !== undefined) === wanted };
  }
}

/** The day on which a time is in the office; undefined where the record has none. */
function dayLook(name: string, zone: Zone): Look<string | undefined> {
  return {
    key: `day ${name} ${zone.name}`,
    of(record) {
      const time = valueIn(record, name);
      return time === undefined ? undefined : zone.show(String(time)).slice(0, 10);
    },
  };
}

/** What is compared of a value: addresses without case. */
function keyOf(field: Field): (value: string | number | boolean) => string | number | boolean {
  return (field.type === 'list' ? field.of : field.type) === 'address' ? (value) => addressKey(String(value)) : (value) => value;
}

function filterParameter(name: string, filter: Filter, { field }: Reached): Parameter {
  const names = filteredFields(filter);
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
  not_before: 'Only those whose %s is this or later.',
  not_after: 'Only those whose %s is this or earlier.',
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
