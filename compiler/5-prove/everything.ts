// A form filled in with everything there is: every list holds all values that its type knows, every table a row for each.
import type { Json } from '#grader/evidence/types.ts';
import type { Field } from '#services/types.ts';
import { LONGEST_LIST } from '#workspace/fields.ts';
import type { AnswerTable } from '#workspace/types.ts';
import type { Plan } from '../types.ts';
import { nameable } from './nameable.ts';
import { nearFirst } from './sample.ts';

/** Lists and tables of the form. Tables have a row for each value of their key, with the same label in all: of each enum the value at `label`. Single values are left empty. */
export function everything(plan: Plan, label: number): { readonly [field: string]: Json } {
  const { office } = plan;
  return Object.fromEntries(
    Object.entries(office.answer ?? {}).flatMap(([name, field]): [string, Json][] => {
      if (field.type === 'table') return [[name, rowsOf(field, plan, label)]];
      return field.type === 'list' ? [[name, valuesOf({ ...field, type: field.of ?? 'string' }, plan)]] : [];
    }),
  );
}

/** How many labels the tables of the form have: the most values of any enum in them, at least 1. */
export function labelsOf({ office }: Plan): number {
  const columns = Object.values(office.answer ?? {}).flatMap((field) => (field.type === 'table' ? Object.values(field.columns) : []));
  return Math.max(1, ...columns.map(({ values = [] }) => values.length));
}

function rowsOf({ key: [first = '', ...more], columns }: AnswerTable, plan: Plan, label: number): readonly Json[] {
  const field = columns[first];
  const others = Object.entries(columns).filter(([name]) => name !== first);
  const constant = others.flatMap(([name, column]): [string, Json][] => {
    const values = valuesOf(column, plan);
    const value = more.includes(name) ? values[0] : values[column.type === 'enum' ? label % Math.max(1, values.length) : 0];
    return value === undefined ? [] : [[name, value]];
  });
  return (field ? valuesOf(field, plan) : []).map((value) => ({ [first]: value, ...Object.fromEntries(constant) }));
}

/** Every value of the type that the office shows; of more than a list takes, those that the solution names before others. */
function valuesOf(field: Field, plan: Plan): readonly Json[] {
  const { office } = plan;
  const first = (values: readonly Json[]) =>
    values.length <= LONGEST_LIST ? values : nearFirst(plan)(values, String).slice(0, LONGEST_LIST);
  switch (field.type) {
    case 'enum':
      return field.values ?? [];
    case 'boolean':
      return [false, true];
    case 'reference':
      return first(nameable(field, office).map(({ id }) => id));
    default: {
      const held = Object.values(office.records)
        .flat()
        .flatMap((record) => Object.values(record).flat());
      return first([...new Set(held.filter((value) => suits(field, value)))]);
    }
  }
}

/** Whether a value of a record may be one of the field. */
function suits({ type }: Field, value: Json): boolean {
  if (type === 'number') return typeof value === 'number';
  if (type === 'integer') return Number.isSafeInteger(value);
  // An empty text is an answer that was not given.
  if (typeof value !== 'string' || value.trim() === '' || value.length > 200) return false;
  if (type === 'date') return /^\d{4}-\d\d-\d\d$/.test(value);
  if (type === 'time') return /^\d{4}-\d\d-\d\dT/.test(value);
  return type !== 'address' || /^[^\s@]+@[^\s@]+$/.test(value);
}
