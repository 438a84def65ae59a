// What a check expects of a field of the answer: always behind slots, so that variants may differ in it and attackers find it.
import type { Json } from '#grader/evidence/types.ts';
import type { AnswerTable, AnswerValue } from '#workspace/types.ts';
import { kindOf } from '../2-validate/issues.ts';
import type { Written } from '../shapes.ts';
import type { Path, Template } from '../types.ts';
import { answerField, type Here, linkList, linkOne, linkRows, type Reader } from './answers.ts';
import type { CheckLinkerInput } from './check-linker.ts';
import { itemType } from './expressions.ts';
import { computeText, isComputed, typedValue } from './values.ts';

/** The parameters of the check; undefined after reporting what is wrong. */
export function linkAnswerCheck(input: CheckLinkerInput): { readonly [key: string]: Template } | undefined {
  const { check, context } = input;
  const { keys } = check;
  const name = String(keys.answer);
  const field = answerField(name, { path: [...check.path, 'answer'], context });
  if (!field) return undefined;
  const [wanted, known] =
    field.type === 'table'
      ? (['rows', ['unordered', 'within']] as const)
      : field.type === 'list'
        ? (['is', ['ordered', 'top', 'within']] as const)
        : (['is', ['within']] as const);
  for (const key of ['is', 'rows', 'ordered', 'top', 'unordered', 'within'] as const) {
    if (keys[key] === undefined || key === wanted || (known as readonly string[]).includes(key)) continue;
    return unsuited(
      input,
      key,
      `it is ${inWords(field.type)}, and \`${key}\` does not go with that`,
      `Say what it has to be under \`${wanted}:\`.`,
    );
  }
  if (keys[wanted] === undefined)
    return unsuited(input, 'answer', `it is ${inWords(field.type)}, and nothing says what it has to be`, `Add \`${wanted}:\`.`);
  if (keys.within !== undefined && !isDistance(keys.within, input, numbersOf(field))) return undefined;
  if (field.type === 'table') return linkTable(name, field, input);
  return field.type === 'list' ? linkItems(name, field, input) : linkSingle(name, field, input);
}

function linkSingle(name: string, field: AnswerValue, input: CheckLinkerInput): { readonly [key: string]: Template } | undefined {
  const is = slot(input, 'is', 'AnswerIs', (here) => {
    const value = readerOf(input).written(field, input.check.keys.is ?? '', here);
    if (value !== null) return value;
    return void unsuited(
      input,
      'is',
      'nothing is expected of it',
      'Expect a value; an answer that may stay empty cannot be told from none.',
    );
  });
  return is === undefined ? undefined : { field: name, is };
}

function linkItems(name: string, field: AnswerValue, input: CheckLinkerInput): { readonly [key: string]: Template } | undefined {
  const { ordered, top } = input.check.keys;
  if (ordered !== undefined && ordered !== 'true' && ordered !== 'false')
    return unsuited(input, 'ordered', `"${String(ordered)}" is neither true nor false`, 'Write `ordered: true`.');
  const first = top === undefined ? undefined : Number(top);
  if (first !== undefined && !(Number.isSafeInteger(first) && first > 0))
    return unsuited(input, 'top', `"${String(top)}" is no number of places`, 'Write for example `top: 3`.');
  const ranked = ordered === 'true' || first !== undefined;
  const is = slot(input, 'is', 'AnswerItems', (here) => {
    const groups = linkList(field, input.check.keys.is ?? '', here, readerOf(input));
    const filled = groups?.map((group) => distinct(group)).filter((group) => group.length > 0);
    if (filled?.length === 0) {
      input.context.report('link/empty-list', input.context.places.value(here.path), { expression: String(input.check.keys.is) });
      return undefined;
    }
    return filled && (ranked ? filled : [distinct(filled.flat())]);
  });
  return is === undefined ? undefined : { field: name, items: is, ...(first !== undefined && { top: first }) };
}

function linkTable(name: string, table: AnswerTable, input: CheckLinkerInput): { readonly [key: string]: Template } | undefined {
  const { unordered } = input.check.keys;
  const pair = unordered === undefined ? undefined : [unordered].flat().map(String);
  const stranger = pair?.find((column) => !Object.hasOwn(table.columns, column));
  if (pair && (pair.length !== 2 || pair[0] === pair[1]))
    return unsuited(input, 'unordered', 'two columns may change places, no more and no fewer', 'Write `unordered: [column, column]`.');
  if (stranger !== undefined) {
    const { context, check } = input;
    const choices = Object.keys(table.columns);
    return void context.report('link/unknown-answer', context.places.value([...check.path, 'unordered']), {
      name: stranger,
      table: name,
      choices,
    });
  }
  const rows = slot(input, 'rows', 'AnswerRows', (here) => {
    const found = linkRows(table, input.check.keys.rows ?? '', here, readerOf(input).written);
    if (!found) return undefined;
    const seen = found.map((row) => keyOf(table, row, pair));
    const twice = seen.find((key, i) => seen.indexOf(key) !== i);
    if (twice === undefined) return found as Json;
    return void unsuited(
      input,
      'rows',
      `two rows have the same ${table.key.join(' and ')}, ${twice}`,
      'Make one row of them, or add a column to the key.',
    );
  });
  return rows === undefined ? undefined : { field: name, rows, key: table.key, ...(pair && { unordered: pair }) };
}

/** The key of an expected row as text, the same when two columns that may change places are the other way round. */
function keyOf({ key }: AnswerTable, row: { readonly [column: string]: Json }, pair: readonly string[] | undefined): string {
  const swapped = (column: string) => (pair?.includes(column) ? (pair.find((other) => other !== column) ?? column) : column);
  const texts = [key.map((column) => JSON.stringify(row[column])), key.map((column) => JSON.stringify(row[swapped(column)]))];
  return texts.map((parts) => parts.join(' ')).sort()[0] ?? '';
}

/** Computes an expected value once, or for each item of the check's loop. */
function slot(input: CheckLinkerInput, key: string, type: string, compute: (here: Here) => Json | undefined): Template | undefined {
  const { check, context, slots } = input;
  const path: Path = [...check.path, key];
  return slots.add(
    key,
    JSON.stringify(check.keys[key]),
    (scope) => compute({ path, context, scope, table: String(check.keys.answer) }),
    type,
  );
}

/** Reads what a value has to be: a value, or one of a few words. */
function readerOf({ check }: CheckLinkerInput): Reader<Json> {
  const within = typeof check.keys.within === 'string' ? check.keys.within : undefined;
  const computed = (field: AnswerValue, value: Json) => exactly(field, value, within);
  const written = (field: AnswerValue, value: Written, here: Here): Json | undefined => {
    if (typeof value === 'string') {
      const one = linkOne(field, value, here);
      return one === undefined || one === null ? one : computed(field, one);
    }
    return linkWords(field, value, here, written, computed);
  };
  return { written, computed };
}

const haveOrder: readonly string[] = ['number', 'integer', 'money', 'time', 'date', 'duration'];

const words = ['in', 'at_least', 'at_most', 'contains'] as const;

function linkWords(
  field: AnswerValue,
  written: Written,
  here: Here,
  one: Reader<Json>['written'],
  computed: Reader<Json>['computed'],
): Json | undefined {
  const { path, context } = here;
  const wrong = (expected: string) =>
    void context.report('validate/wrong-shape', context.places.value(path), { expected, found: kindOf(written) });
  if (typeof written === 'string' || Array.isArray(written)) return wrong('one value, { in: […] }, or { at_least, at_most }');
  const mapping = written as { readonly [key: string]: Written };
  const stranger = Object.keys(mapping).find((key) => !(words as readonly string[]).includes(key));
  if (stranger !== undefined) {
    context.report('validate/unknown-key', context.places.key([...path, stranger]), {
      key: stranger,
      within: 'what an answer has to be',
      choices: [...words],
    });
    return undefined;
  }
  const at = (key: string): Here => ({ ...here, path: [...path, key] });
  const { in: among, contains, ...bounds } = mapping;
  if (Object.keys(mapping).length === 1 && among !== undefined) {
    const values = linkAmong(field, among, at('in'), one, computed);
    return values && { one_of: values };
  }
  if (Object.keys(mapping).length === 1 && contains !== undefined) {
    if (field.type !== 'string' && field.type !== 'text') return wrong('a text where it says `contains`');
    const phrase = linkOne({ type: 'text', about: '' }, contains, at('contains'));
    return typeof phrase === 'string' ? { contains: phrase } : undefined;
  }
  if (among !== undefined || contains !== undefined || !haveOrder.includes(field.type))
    return wrong('one of in, contains, or bounds of a number, an amount, a time, a date or a length of time');
  const bound: AnswerValue = field.type === 'integer' ? { type: 'number', about: '' } : field;
  const limits = Object.entries(bounds).map(([key, limit]) => [key, linkOne(bound, limit, at(key))] as const);
  return limits.some(([, limit]) => limit === undefined || limit === null)
    ? undefined
    : Object.fromEntries(limits.map(([key, limit]) => [key, limit ?? null]));
}

/** Alternatives: a list of values, or a computed list. */
function linkAmong(
  field: AnswerValue,
  written: Written,
  here: Here,
  one: Reader<Json>['written'],
  computed: Reader<Json>['computed'],
): readonly Json[] | undefined {
  const { path, context, scope } = here;
  if (typeof written === 'string' && isComputed(written)) {
    const typed = computeText(written, path, context, scope);
    const type = typed && itemType(typed.type);
    if (!typed || type === undefined || !Array.isArray(typed.value)) {
      if (typed) context.report('validate/wrong-shape', context.places.value(path), { expected: 'a list', found: 'one value' });
      return undefined;
    }
    const values = typed.value.map((value: unknown) => typedValue({ type, value }, field, path, context));
    if (values.length === 0) context.report('link/empty-list', context.places.value(path), { expression: written });
    return values.length === 0 || values.some((value) => value === undefined)
      ? undefined
      : values.map((value) => computed(field, value ?? null));
  }
  const listed: readonly Written[] = Array.isArray(written) ? written : [written];
  const values = listed.map((value, i) => one(field, value, Array.isArray(written) ? { ...here, path: [...path, i] } : here));
  return values.length === 0 || values.some((value) => value === undefined) ? undefined : values.map((value) => value ?? null);
}

/** Texts are compared as texts, times as instants, numbers by value and up to a distance. */
function exactly(field: AnswerValue, value: Json, within: string | undefined): Json {
  if (typeof value === 'number') return within === undefined ? { number: value } : { number: value, within: distance(within, value) };
  if (typeof value !== 'string') return value;
  if (field.type === 'string' || field.type === 'text') return { text: value };
  return field.type === 'time' ? { time: value } : value;
}

/** `0.01`, or `1%` of a number, as a distance. */
function distance(within: string, number: number): number {
  return within.endsWith('%') ? (Math.abs(number) * Number(within.slice(0, -1))) / 100 : Number(within);
}

function isDistance(within: Written, input: CheckLinkerInput, numbers: boolean): boolean {
  const is = typeof within === 'string' && /^\d{1,9}(?:\.\d{1,9})?%?$/.test(within);
  if (!numbers) unsuited(input, 'within', 'nothing in it is a number', 'Leave out `within:`.');
  else if (!is) unsuited(input, 'within', 'that is no distance', 'Write for example `within: 0.01` or `within: 1%`.');
  return numbers && is;
}

function numbersOf(field: AnswerValue | AnswerTable): boolean {
  if (field.type === 'table') return Object.values(field.columns).some(numbersOf);
  const type = field.type === 'list' ? field.of : field.type;
  return type === 'number' || type === 'integer' || type === 'money';
}

function unsuited({ check, context }: CheckLinkerInput, key: string, problem: string, fix: string): undefined {
  context.report('link/bad-answer', context.places.key([...check.path, key]), { field: String(check.keys.answer), problem, fix });
  return undefined;
}

function inWords(type: string): string {
  return type === 'table' ? 'a table' : type === 'list' ? 'a list' : 'one value';
}

function distinct(values: readonly Json[]): readonly Json[] {
  const texts = values.map((value) => JSON.stringify(value));
  return values.filter((_, i) => texts.indexOf(texts[i] ?? '') === i);
}
