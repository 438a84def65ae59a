// The form of an answer, read: every field converted as a record's field would be, tables row by row. All problems are told at once.
import type { FilledForm, Json } from '#grader/evidence/types.ts';
import type { Field } from '#services/types.ts';
import type { Problem } from './arguments.ts';
import { convertField, type FieldContext, LONGEST_LIST, listOf, saysNothing } from './fields.ts';
import { choices, didYouMean, kindOfValue } from './hints.ts';
import type { AnswerForm, AnswerTable, AnswerValue } from './types.ts';

type Result<Value> = { readonly value?: Value; readonly problems: readonly Problem[] };

/**
 * What was filled in. Missing, null and "" are all "not given" and leave no key; an empty list or table is given, and says that there
 * is none. A table is a list of objects (or JSON text of it, or of each row, since forms and shells hold nothing but text).
 */
export function readForm(form: AnswerForm, given: { readonly [name: string]: unknown }, context: FieldContext): Result<FilledForm> {
  const problems: Problem[] = [];
  const filled: [string, Json][] = [];
  for (const [name, field] of Object.entries(form)) {
    const value = Object.hasOwn(given, name) ? given[name] : undefined;
    if (isBlank(value)) continue;
    const read = field.type === 'table' ? readTable(field, value, name, context) : readValue(field, value, name, context);
    problems.push(...read.problems);
    if (read.value !== undefined) filled.push([name, read.value]);
  }
  return { value: Object.fromEntries(filled), problems };
}

/** The same without a value as without the key. An empty list is a value. */
function isBlank(value: unknown): boolean {
  return saysNothing(value) && !Array.isArray(value);
}

function readValue(field: AnswerValue, value: unknown, name: string, context: FieldContext): Result<Json> {
  if (field.type !== 'list') return readOne(field, value, name, context);
  const items = listOf(field, value);
  if (items.length > LONGEST_LIST) return tooMany(name, items.length);
  const read = items.map((item, index) => readOne(itemOf(field), item, `${name}: value ${index + 1}`, context));
  return { value: read.flatMap((one) => one.value ?? []), problems: read.flatMap((one) => one.problems) };
}

/** One value. `place` begins the message: `total`, `rows: row 2: amount`. */
function readOne(field: AnswerValue, value: unknown, place: string, context: FieldContext): Result<Json> {
  const converted = convertField(field, value, context);
  if (converted.ok) return { value: converted.value, problems: [] };
  const unit = field.unit === undefined ? '' : ` Leave out the unit, it is ${field.unit} already.`;
  return { problems: [{ message: `${place} ${converted.message}.`, hint: `${converted.hint}${unit}`.trim() }] };
}

function readTable(table: AnswerTable, value: unknown, name: string, context: FieldContext): Result<Json> {
  const given = listOf({}, value);
  if (given.length > LONGEST_LIST) return tooMany(name, given.length);
  const read = given.map((row, index) => readRow(table, row, `${name}: row ${index + 1}`, context));
  return { value: read.flatMap((row) => row.value ?? []), problems: read.flatMap((row) => row.problems) };
}

function readRow(table: AnswerTable, given: unknown, place: string, context: FieldContext): Result<Json> {
  const row = typeof given === 'string' ? parseJson(given) : given;
  const columns = Object.keys(table.columns);
  if (typeof row !== 'object' || row === null || Array.isArray(row)) {
    const hint = `Give each row as an object with the columns ${choices(columns)}.`;
    return { problems: [{ message: `${place} is ${kindOfValue(row)}, not an object.`, hint }] };
  }
  const values: { readonly [column: string]: unknown } = Object.fromEntries(Object.entries(row));
  const problems: Problem[] = Object.keys(values)
    .filter((name) => !columns.includes(name))
    .map((name) => ({
      message: `${place} has no column ${JSON.stringify(name.slice(0, 80))}.`,
      hint: `${didYouMean(name, columns)}Columns: ${choices(columns)}.`,
    }));
  const cells: [string, Json][] = [];
  for (const [name, column] of Object.entries(table.columns)) {
    const value = Object.hasOwn(values, name) ? values[name] : undefined;
    if (saysNothing(value)) {
      if (table.key.includes(name))
        problems.push({ message: `${place} lacks ${name}.`, hint: `Every row needs ${table.key.join(' and ')}.` });
      continue;
    }
    const read = readOne(column, value, `${place}: ${name}`, context);
    problems.push(...read.problems);
    if (read.value !== undefined) cells.push([name, read.value]);
  }
  return { value: Object.fromEntries(cells), problems };
}

function itemOf({ of = 'string', ...field }: Field): Field {
  return { ...field, type: of };
}

function tooMany(name: string, count: number): Result<never> {
  return { problems: [{ message: `${name} has ${count} values.`, hint: `At most ${LONGEST_LIST} are taken.` }] };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
