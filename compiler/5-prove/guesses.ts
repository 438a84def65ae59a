// What somebody can answer who has read nothing but the request and its form: every choice among few values, each value by its number.
import type { Json } from '#grader/evidence/types.ts';
import type { AnswerField, AnswerTable, AnswerValue } from '#workspace/types.ts';
import type { Plan, PlannedCheck } from '../types.ts';
import type { Move } from './arena.ts';
import { filled } from './bring-about.ts';
import { nameable } from './nameable.ts';

/** Guesses as numbers: independent choices, one digit for each. */
export interface Guesses {
  /** Among how many values each digit chooses. */
  readonly sizes: readonly number[];
  readonly reply: (digits: readonly number[]) => Move;
  /** Fields of the form and columns (`table.column`) that are no choice among few values: nobody guesses them, so they stay empty. */
  readonly open: readonly string[];
}

interface Choice {
  readonly sizes: readonly number[];
  readonly value: (digits: readonly number[]) => Json | undefined;
  readonly open: readonly string[];
}

/** A list or table is guessed only where it has no more candidates than these: of more the odds are nil. */
const FEW = 64;

/** All guesses at the form, and at the names that checks want of the reply. */
export function guessesAt(plan: Plan): Guesses {
  const fields = Object.entries(plan.office.answer ?? {}).map(([name, field]) => ({ name, ...choiceOf(name, field, plan) }));
  const names = plan.checks.flatMap(namesIn);
  const all: readonly Choice[] = [...fields, ...names];
  const starts = all.map((_, i) => all.slice(0, i).reduce((sum, { sizes }) => sum + sizes.length, 0));
  return {
    sizes: all.flatMap(({ sizes }) => sizes),
    open: all.flatMap(({ open }) => open),
    reply: (digits) => {
      const values = all.map(({ sizes, value }, i) => value(digits.slice(starts[i], (starts[i] ?? 0) + sizes.length)));
      const form = fields.flatMap(({ name }, i): [string, Json][] => (values[i] === undefined ? [] : [[name, values[i]]]));
      const said = values.slice(fields.length).flatMap((value) => (value === undefined ? [] : [value].flat().join(', ')));
      return { tool: 'reply', args: { message: ['Done.', ...said].join('\n'), ...Object.fromEntries(form) } };
    },
  };
}

/** What is left of right answers without what cannot be guessed: the best that a guess may come to. */
export function withoutOpen(answer: Move['args'], open: readonly string[]): Move['args'] {
  const isOpen = new Set(open);
  const rest = (row: Json, field: string): Json =>
    row === null || typeof row !== 'object' || Array.isArray(row)
      ? row
      : Object.fromEntries(Object.entries(row).filter(([column]) => !isOpen.has(`${field}.${column}`)));
  return Object.fromEntries(
    Object.entries(answer).flatMap(([field, value]): [string, Json][] => {
      if (isOpen.has(field)) return [];
      return [[field, Array.isArray(value) ? value.map((row: Json) => rest(row, field)) : value]];
    }),
  );
}

function choiceOf(name: string, field: AnswerField, plan: Plan): Choice {
  if (field.type === 'table') return rowsOf(name, field, plan);
  const values = valuesOf(field.type === 'list' ? { ...field, type: field.of ?? 'string' } : field, plan);
  if (values.length === 0) return openChoice(name);
  return field.type === 'list' ? someOf(values, name) : oneOf(values);
}

function openChoice(name: string): Choice {
  return { sizes: [], value: () => undefined, open: [name] };
}

function oneOf(values: readonly Json[]): Choice {
  return { sizes: [values.length], value: ([digit = 0]) => values[digit], open: [] };
}

/** Any of them, none excepted. */
function someOf(values: readonly Json[], name: string): Choice {
  if (values.length > FEW) return openChoice(name);
  return {
    sizes: values.map(() => 2),
    value: (digits) => {
      const chosen = values.filter((_, i) => digits[i] === 1);
      return chosen.length === 0 ? undefined : chosen;
    },
    open: [],
  };
}

/** For each key no row, or one with some choice in the other columns; columns that cannot be guessed stay empty. */
function rowsOf(name: string, { key, columns }: AnswerTable, plan: Plan): Choice {
  const choices = Object.entries(columns).map(([column, field]) => ({ column, values: valuesOf(field, plan) }));
  const open = choices.filter(({ values }) => values.length === 0).map(({ column }) => `${name}.${column}`);
  const known = choices.filter(({ values }) => values.length > 0);
  const keys = combined(known.filter(({ column }) => key.includes(column)));
  if (key.some((column) => open.includes(`${name}.${column}`)) || keys.length > FEW) return openChoice(name);
  const rests = combined(known.filter(({ column }) => !key.includes(column)));
  return {
    sizes: keys.map(() => 1 + rests.length),
    value: (digits) => {
      const rows = keys.flatMap((row, i) => (digits[i] ? [{ ...row, ...rests[(digits[i] ?? 1) - 1] }] : []));
      return rows.length === 0 ? undefined : rows;
    },
    open,
  };
}

/** Every row that these columns can make; no more than is worth looking at. */
function combined(
  columns: readonly { readonly column: string; readonly values: readonly Json[] }[],
): readonly { readonly [column: string]: Json }[] {
  return columns.reduce<readonly { readonly [column: string]: Json }[]>(
    (rows, { column, values }) => rows.flatMap((row) => values.map((value) => ({ ...row, [column]: value }))).slice(0, MOST_ROWS),
    [{}],
  );
}

const MOST_ROWS = 1_000;

/** What somebody says who is asked how many there are and does not know. */
const SMALL: readonly number[] = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9];

/** The values that the form itself tells, the ids of the records that it asks for, small numbers for a count; none where it may be anything. */
function valuesOf(field: AnswerValue, { office }: Plan): readonly Json[] {
  if (field.type === 'enum') return field.values ?? [];
  if (field.type === 'boolean') return [false, true];
  if (field.type === 'integer') return SMALL;
  return field.type === 'reference' ? nameable(field, office).map(({ id }) => id) : [];
}

/** Names that the reply has to have, out of those that it could have: one where one is wanted, else any of them. */
function namesIn(check: PlannedCheck): readonly Choice[] {
  const { names, out_of: outOf } = check.params;
  if (check.kind !== 'reply' || names === undefined || outOf === undefined) return [];
  const [wanted, candidates] = [names, outOf].map((template) => filled(template, { ...check.slots, ...check.items?.[0] }));
  if (!Array.isArray(wanted) || !Array.isArray(candidates)) return [];
  const values = [...new Set<Json>([...candidates, ...wanted])];
  return wanted.length === 1 ? [oneOf(values)] : [someOf(values, check.id)];
}
