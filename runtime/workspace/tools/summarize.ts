// How many records there are, what their numbers add up to and the least and most of them, in all and by group. Sums are exact; currencies are never mixed.
import type { DataRecord, Json } from '#grader/evidence/types.ts';
import type { Collection, Field, SummarizeTool } from '#services/types.ts';
import { isCurrencyCode, sumDecimals } from '../decimals.ts';
import { lengthOf, secondsOf } from '../lengths.ts';
import type { Zone } from '../times.ts';
import { comparable, filterParameters, selected } from './filters.ts';
import { collectionOf, collectionPath, fieldOf, NOTHING_SHOWN, type Parameter, type ToolKind, valueIn } from './kind.ts';
import { ownPlace, type Place, pageOf, pageParameters } from './page.ts';

export const summarize: ToolKind<SummarizeTool> = {
  hints: { readOnly: true, destructive: false, idempotent: true },

  parameters: (tool, collection, _service, find) => [
    ...filterParameters(tool.filters, collection, find),
    ...groupParameters(tool, collection),
  ],

  notes(tool, _service, collection) {
    const named = (names: readonly string[] = []) =>
      names.map((name) => `${name}${isMixed(fieldOf(collection, name)) ? ' (of each currency by itself)' : ''}`).join(', ');
    const [sums, extremes] = [named(tool.sums), named(tool.extremes)];
    const parts = ['count', ...(sums === '' ? [] : ['sums']), ...(extremes === '' ? [] : ['least', 'most'])].join(', ');
    const groups = `With \`group_by\` also groups: {value, ${parts}} of each, by value, those without one last (value null); a page of them like items of a list.`;
    return [
      `Answers {${parts}} of the ${collection.noun} records that pass the filters.`,
      sums === '' ? '' : `Added up: ${sums}.`,
      extremes === '' ? '' : `The least and the most of: ${extremes}; null where none has a value.`,
      (tool.groups ?? []).length === 0 ? '' : groups,
    ]
      .filter(Boolean)
      .join(' ');
  },

  run({ tool, service, args, world, office }) {
    const collection = collectionOf(service, tool);
    const { zone, findCollection: find } = office;
    const records = selected(world.all(collectionPath(service, tool)), { filters: tool.filters, args, collection, zone, find, world });
    const { sums = [], extremes = [] } = tool;
    const summary = (some: readonly DataRecord[]) => ({
      count: some.length,
      ...(sums.length > 0 && { sums: perField(some, sums, collection, sumOf) }),
      ...(extremes.length > 0 && {
        least: perField(some, extremes, collection, extreme('least', zone)),
        most: perField(some, extremes, collection, extreme('most', zone)),
      }),
    });
    const by = args.get('group_by') ?? undefined;
    if (by === undefined) return { ok: true, result: summary(records), shown: NOTHING_SHOWN, changes: [] };
    const grouping = groupings(tool, collection).get(String(by));
    const groups = grouping === undefined ? [] : groupsOf(records, grouping, office.zone);
    const page = pageOf(groups, args, ownPlace(byPlace));
    if (!page.ok) return page;
    const items: readonly Json[] = page.items.map(({ value, members }) => ({ value, ...summary(members) }));
    const more = page.nextCursor === undefined ? {} : { next_cursor: page.nextCursor };
    return {
      ok: true,
      result: { ...summary(records), groups: items, total_groups: groups.length, ...more },
      shown: NOTHING_SHOWN,
      changes: [],
    };
  },
};

interface Grouping {
  readonly name: string;
  readonly field: Field;
  /** For times and dates: how much of `2026-03-09` tells groups apart. */
  readonly length?: number;
}

const SPANS = { day: 10, month: 7, year: 4 } as const;

/** What `group_by` may be. */
function groupings(tool: SummarizeTool, collection: Collection): ReadonlyMap<string, Grouping> {
  const all = (tool.groups ?? []).flatMap((name): [string, Grouping][] => {
    const field = fieldOf(collection, name);
    if (field.type !== 'time' && field.type !== 'date') return [[name, { name, field }]];
    return Object.entries(SPANS).map(([span, length]) => [`${name}_${span}`, { name, field, length }]);
  });
  return new Map(all);
}

function groupParameters(tool: SummarizeTool, collection: Collection): readonly Parameter[] {
  const values = [...groupings(tool, collection).keys()];
  if (values.length === 0) return [];
  const about = 'By what the records are put into groups. One with several values there counts in several groups.';
  return [{ name: 'group_by', required: false, field: { type: 'enum', values, optional: true, about } }, ...pageParameters];
}

interface Group {
  readonly value: string | number | boolean | null;
  readonly members: readonly DataRecord[];
  readonly place: Place;
}

/** By value, records that have none last. */
function groupsOf(records: readonly DataRecord[], { name, field, length }: Grouping, zone: Zone): readonly Group[] {
  const members = new Map<string | number | boolean | null, DataRecord[]>();
  for (const record of records) {
    const values: readonly (string | number | boolean)[] = [valueIn(record, name) ?? []].flat();
    const keys = values.map((value) =>
      length === undefined ? value : (field.type === 'time' ? zone.show(String(value)) : String(value)).slice(0, length),
    );
    for (const key of keys.length === 0 ? [null] : new Set(keys)) {
      const group = members.get(key);
      if (group === undefined) members.set(key, [record]);
      else group.push(record);
    }
  }
  const place = (value: string | number | boolean | null): Place => {
    if (value === null) return [1, ''];
    if (field.type === 'enum') return [0, (field.values ?? []).indexOf(String(value))];
    return [0, typeof value === 'boolean' ? Number(value) : value];
  };
  return [...members].map(([value, some]) => ({ value, members: some, place: place(value) })).sort((a, b) => byPlace(a.place, b.place));
}

function byPlace(a: Place, b: Place): number {
  for (let part = 0; part < Math.max(a.length, b.length); part += 1) {
    const [left = '', right = ''] = [a[part], b[part]];
    if (left !== right) return left < right ? -1 : 1;
  }
  return 0;
}

type Measure = (records: readonly DataRecord[], name: string, field: Field) => Json;

/** A measure of each field; of amounts in several currencies one for each. */
function perField(
  records: readonly DataRecord[],
  names: readonly string[],
  collection: Collection,
  measure: Measure,
): { readonly [field: string]: Json } {
  return Object.fromEntries(
    names.map((name) => {
      const field = fieldOf(collection, name);
      if (!isMixed(field)) return [name, measure(records, name, field)];
      const codes = [
        ...new Set(records.flatMap((record) => (valueIn(record, name) === undefined ? [] : [currencyIn(record, field)]))),
      ].sort();
      const of = (code: string) => records.filter((record) => currencyIn(record, field) === code);
      return [name, Object.fromEntries(codes.map((code) => [code, measure(of(code), name, field)]))];
    }),
  );
}

function sumOf(records: readonly DataRecord[], name: string, field: Field): Json {
  const values = records.flatMap((record) => valueIn(record, name) ?? []);
  if (field.type === 'duration') return lengthOf(values.reduce<number>((sum, value) => sum + secondsOf(String(value)), 0));
  return sumDecimals(values.map(Number));
}

/** The least or the most that any of the records has in the field, as a list would show it. */
function extreme(which: 'least' | 'most', zone: Zone): Measure {
  return (records, name, field) => {
    const values: readonly (string | number | boolean)[] = records.flatMap((record) => [valueIn(record, name) ?? []].flat());
    const [first, ...others] = values;
    if (first === undefined) return null;
    const isBeyond = (a: string | number | boolean, b: string | number | boolean) => {
      const [left, right] = [comparable(a, field), comparable(b, field)];
      return which === 'least' ? left < right : left > right;
    };
    const found = others.reduce((best, value) => (isBeyond(value, best) ? value : best), first);
    return field.type === 'time' ? zone.show(String(found)) : found;
  };
}

/** Whether the amounts stand in currencies of their own. */
function isMixed({ type, currency }: Field): boolean {
  return type === 'money' && currency !== undefined && !isCurrencyCode(currency);
}

function currencyIn(record: DataRecord, { currency = '' }: Field): string {
  return String(valueIn(record, currency) ?? 'unknown');
}
