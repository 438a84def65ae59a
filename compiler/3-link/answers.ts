// Typed answers: what a solution fills in, and what a check expects. Rows of tables are written alike in both, with or without `each`.
import type { Json } from '#grader/evidence/types.ts';
import type { AnswerField, AnswerTable, AnswerValue } from '#workspace/types.ts';
import { readEach } from '../2-validate/formats.ts';
import { kindOf } from '../2-validate/issues.ts';
import type { Written } from '../shapes.ts';
import type { Path } from '../types.ts';
import type { LinkContext } from './context.ts';
import { eachScopes } from './each.ts';
import { itemType, type Scope } from './expressions.ts';
import { computeText, computeValue, isComputed, typedValue } from './values.ts';

/** Where a value stands, and what it may use. */
export interface Here {
  readonly path: Path;
  readonly context: LinkContext;
  readonly scope: Scope;
  /** The table whose rows these are. */
  readonly table?: string;
}

type Mapping = { readonly [key: string]: Written };

/** The arguments that fill in the form; undefined after reporting what is wrong. */
export function linkFilledForm(
  form: Mapping,
  path: Path,
  context: LinkContext,
  scope: Scope,
): { readonly [field: string]: Json } | undefined {
  const filled = Object.entries(form).map(([name, written]) => {
    const here: Here = { path: [...path, name], context, scope, table: name };
    const field = answerField(name, here, context.places.key(here.path));
    return [name, field && linkFilled(field, written, here)] as const;
  });
  return filled.some(([, value]) => value === undefined)
    ? undefined
    : Object.fromEntries(filled.map(([name, value]) => [name, value ?? null]));
}

/** The field of that name; reported where there is none. */
export function answerField(
  name: string,
  { context, path }: Pick<Here, 'context' | 'path'>,
  span = context.places.value(path),
): AnswerField | undefined {
  const form = context.office.answer;
  if (form === undefined) {
    context.report('link/no-answer-form', span, { what: `"${name}"` });
    return undefined;
  }
  const field = Object.hasOwn(form, name) ? form[name] : undefined;
  if (!field) context.report('link/unknown-answer', span, { name, choices: Object.keys(form) });
  return field;
}

function linkFilled(field: AnswerField, written: Written, here: Here): Json | undefined {
  if (field.type === 'table') return linkRows(field, written, here, linkOne);
  if (field.type !== 'list') return linkOne(field, written, here);
  return linkList(field, written, here, plain)?.flat();
}

/** One plain value; "" leaves it empty. */
export function linkOne(field: AnswerValue, written: Written, { path, context, scope }: Here): Json | undefined {
  if (typeof written !== 'string') {
    context.report('validate/wrong-shape', context.places.value(path), { expected: 'a value', found: kindOf(written) });
    return undefined;
  }
  if (!isComputed(written)) return written === '' ? null : computeValue(written, field, path, context, scope);
  const typed = computeText(written, path, context, scope);
  return typed?.value === '' ? null : typed && typedValue(typed, field, path, context);
}

/** How values become what is wanted of them: those that are written (with `${…}` or not), and those that a list was computed to. */
export interface Reader<Value> {
  readonly written: (field: AnswerValue, written: Written, here: Here) => Value | undefined;
  readonly computed: (field: AnswerValue, value: Json) => Value;
}

const plain: Reader<Json> = { written: linkOne, computed: (_, value) => value };

/**
 * A list, in groups. Alone, a computed list makes a group of each of its values (of each list in it); beside others it is one group,
 * as is a list that is written inside the list.
 */
export function linkList<Value>(
  field: AnswerValue,
  written: Written,
  here: Here,
  reader: Reader<Value>,
): readonly (readonly Value[])[] | undefined {
  const item: AnswerValue = { ...field, type: field.of ?? 'string' };
  const entry = (one: Written, at: Here): readonly (readonly Value[])[] | undefined => {
    const computed = typeof one === 'string' && isComputed(one) ? computedGroups(item, one, at) : 'single';
    if (computed !== 'single') return computed?.map((group) => group.map((value) => reader.computed(item, value)));
    const value = reader.written(item, one, at);
    return value === undefined ? undefined : [[value]];
  };
  if (!Array.isArray(written)) return entry(written, here);
  const groups = written.flatMap((one: Written, i): readonly (readonly Value[] | undefined)[] => {
    const at: Here = { ...here, path: [...here.path, i] };
    const inner = Array.isArray(one) ? one.map((single: Written, j) => entry(single, { ...at, path: [...at.path, j] })) : [entry(one, at)];
    return [inner.some((group) => group === undefined) ? undefined : inner.flatMap((group) => group?.flat() ?? [])];
  });
  return groups.some((group) => group === undefined) ? undefined : groups.flatMap((group) => (group ? [group] : []));
}

/** A computed list, a value or a group each; `single` where it is no list. */
function computedGroups(
  item: AnswerValue,
  written: string,
  { path, context, scope }: Here,
): readonly (readonly Json[])[] | undefined | 'single' {
  const typed = computeText(written, path, context, scope);
  if (!typed) return undefined;
  if (!Array.isArray(typed.value)) return 'single';
  const type = itemType(typed.type) ?? 'dyn';
  const inner = itemType(type);
  const groups = typed.value.map((value: unknown) => {
    const values: readonly unknown[] = inner !== undefined && Array.isArray(value) ? value : [value];
    return values.map((single) => typedValue({ type: inner ?? type, value: single }, item, path, context));
  });
  return groups.flat().some((value) => value === undefined) ? undefined : groups.map((group) => group.flatMap((value) => value ?? []));
}

/** The rows of a table: `{ each: "list as p", row: { … } }` gives one for every item. `one` reads a cell. */
export function linkRows<Value>(
  table: AnswerTable,
  written: Written,
  here: Here,
  one: Reader<Value>['written'],
): { readonly [column: string]: Value }[] | undefined {
  const { path, context, scope } = here;
  if (!Array.isArray(written)) {
    context.report('validate/wrong-shape', context.places.value(path), { expected: 'a list of rows', found: kindOf(written) });
    return undefined;
  }
  const rows = written.flatMap((entry: Written, i) => {
    const at: Path = [...path, i];
    if (typeof entry === 'string' || Array.isArray(entry)) {
      const expected = 'a row such as { column: value }, or { each: list as p, row: { … } }';
      context.report('validate/wrong-shape', context.places.value(at), { expected, found: kindOf(entry) });
      return [undefined];
    }
    const mapping = entry as Mapping;
    if (!('each' in mapping)) return [linkRow(table, mapping, { ...here, path: at }, one)];
    const { each, row, ...more } = mapping;
    if (typeof each !== 'string' || typeof row !== 'object' || Array.isArray(row) || Object.keys(more).length > 0) {
      const expected = '{ each: list as p, row: { column: value } } and nothing else';
      context.report('validate/wrong-shape', context.places.value(at), { expected, found: kindOf(entry) });
      return [undefined];
    }
    const loop = readEach(each, [...at, 'each'], context);
    const scopes = loop && eachScopes(loop, [...at, 'each'], context, scope);
    return scopes
      ? scopes.map((inner) => linkRow(table, row as Mapping, { ...here, scope: inner, path: [...at, 'row'] }, one))
      : [undefined];
  });
  return rows.some((row) => row === undefined) ? undefined : rows.flatMap((row) => (row ? [row] : []));
}

function linkRow<Value>(
  table: AnswerTable,
  row: Mapping,
  here: Here,
  one: Reader<Value>['written'],
): { readonly [column: string]: Value } | undefined {
  const { path, context, table: name = '' } = here;
  const columns = Object.keys(table.columns);
  const cells = Object.entries(row).map(([column, written]) => {
    const field = Object.hasOwn(table.columns, column) ? table.columns[column] : undefined;
    const at = { ...here, path: [...path, column] };
    if (!field) context.report('link/unknown-answer', context.places.key(at.path), { name: column, table: name, choices: columns });
    return [column, field && one(field, written, at)] as const;
  });
  const lacking = table.key.filter((column) => (row[column] ?? '') === '');
  for (const column of lacking) {
    const problem = `a row lacks "${column}", which says what row it is`;
    context.report('link/bad-answer', context.places.key(path), {
      field: name,
      problem,
      fix: `Add \`${column}:\` to the row.`,
    });
  }
  if (lacking.length > 0 || cells.some(([, value]) => value === undefined)) return undefined;
  return Object.fromEntries(cells.flatMap(([column, value]) => (value === undefined ? [] : [[column, value]])));
}
