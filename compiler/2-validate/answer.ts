// The form of the answer: types with what they need, names that can be arguments, a key for each table.
import type { Field, FieldType } from '#services/types.ts';
import { isCurrencyCode } from '#workspace/decimals.ts';
import type { AnswerField, AnswerForm, AnswerTable, AnswerValue } from '#workspace/types.ts';
import { suggestion } from '../diagnostics/suggest.ts';
import type { z } from '../shapes.ts';
import type { Path } from '../types.ts';
import { asList } from './formats.ts';
import type { Reporting } from './issues.ts';
import type { answerFieldShape } from './scenario.ts';

type Written = z.infer<typeof answerFieldShape>;

const singles: readonly Exclude<FieldType, 'list'>[] = [
  'string',
  'text',
  'integer',
  'number',
  'money',
  'boolean',
  'time',
  'date',
  'duration',
  'enum',
  'address',
  'reference',
];

/** Reads the form; fields that make no sense are reported and left out. */
export function readAnswerForm(form: { readonly [field: string]: Written }, on: Reporting): AnswerForm {
  const path: Path = ['answer'];
  if (Object.keys(form).length === 0)
    bad(path, undefined, { problem: 'it has no fields', fix: 'Name a field, or leave `answer:` out.' }, on);
  const fields = Object.entries(form).flatMap(([name, field]): [string, AnswerField][] => {
    const at = [...path, name];
    if (!mayBeNamed(name, ['message'], at, on)) return [];
    const read = field.type === 'table' ? readTable(name, field, at, on) : readValue(name, field, at, on);
    return read ? [[name, read]] : [];
  });
  return Object.fromEntries(fields);
}

/** `each` and `row` would look like a loop where rows are written. */
const loopWords = ['each', 'row'];

function mayBeNamed(name: string, taken: readonly string[], path: Path, on: Reporting): boolean {
  if (/^[a-z][a-z0-9_]{0,39}$/.test(name) && !taken.includes(name)) return true;
  const problem = taken.includes(name) ? 'the name means something else already' : 'it is no name for an argument';
  return bad(
    path,
    name,
    {
      problem,
      fix: 'Use lower-case letters, digits and _, starting with a letter, such as total_due; not `message`, nor `each` and `row` for a column.',
    },
    on,
    true,
  );
}

function readTable(name: string, field: Written, path: Path, on: Reporting): AnswerTable | undefined {
  const { about, columns = {}, key } = field;
  const wrong = (problem: string, fix: string, at: Path = path) => void bad(at, name, { problem, fix }, on, at === path);
  const out = (['unit', 'currency', 'values', 'to', 'of'] as const).find((one) => field[one] !== undefined);
  if (out !== undefined) return wrong(`a table has no \`${out}\``, `Put \`${out}\` below the column it is about.`);
  const names = Object.keys(columns);
  if (names.length === 0) return wrong('a table needs columns', 'Add `columns:`, name to { type, about }.');
  const keys = asList(key);
  if (keys.length === 0) return wrong('a table needs a key', `Add \`key:\`, the column that tells rows apart, such as ${names[0]}.`);
  const stranger = keys.find((one) => !names.includes(one));
  if (stranger !== undefined) return wrong(`its key "${stranger}" is no column of it`, suggestion(stranger, names), [...path, 'key']);
  const read = Object.entries(columns).flatMap(([column, value]): [string, AnswerValue][] => {
    const at = [...path, 'columns', column];
    if (!mayBeNamed(column, loopWords, at, on)) return [];
    const one = readValue(column, value, at, on, true);
    return one ? [[column, one]] : [];
  });
  return read.length < names.length ? undefined : { type: 'table', about, key: keys, columns: Object.fromEntries(read) };
}

function readValue(name: string, field: Written, path: Path, on: Reporting, column = false): AnswerValue | undefined {
  const { about, unit, currency, values, to, of } = field;
  const wrong = (problem: string, fix: string, at: Path = path) => void bad(at, name, { problem, fix }, on, at === path);
  const types = column ? singles : [...singles, 'list', 'table'];
  const isType = (type: string | undefined): type is Exclude<FieldType, 'list'> => singles.some((one) => one === type);
  const type = field.type === 'list' && !column ? (of ?? 'string') : field.type;
  if (!isType(type)) {
    const at = field.type === 'list' && !column ? 'of' : 'type';
    return wrong(`there is no type "${type}" for it`, suggestion(type, at === 'of' ? singles : types), [...path, at]);
  }
  if (about.trim() === '') return wrong('nothing says what belongs there', 'Say it in a few words under `about:`.');
  if (type === 'enum' && !values?.length) return wrong('an enum needs its choices', 'Add `values: [a, b]`.');
  if (type === 'reference' && to === undefined) return wrong('a reference needs a collection', 'Add `to: service.collection`.');
  if (type === 'money' && !isCurrencyCode(currency ?? '')) {
    const problem = currency === undefined ? 'an amount of money needs its currency' : `"${currency}" is no code of a currency`;
    return wrong(problem, 'Add `currency: EUR`, or the code that it is in.', currency === undefined ? path : [...path, 'currency']);
  }
  const out = [
    field.type !== 'list' && of !== undefined ? 'of' : '',
    type !== 'enum' && values ? 'values' : '',
    type !== 'reference' && to !== undefined ? 'to' : '',
    type !== 'number' && type !== 'integer' && unit !== undefined ? 'unit' : '',
    type !== 'money' && currency !== undefined ? 'currency' : '',
    field.key !== undefined ? 'key' : '',
    field.columns !== undefined ? 'columns' : '',
  ].find((one) => one !== '');
  if (out !== undefined)
    return wrong(`\`${out}\` does not go with the type ${field.type}`, `Leave out \`${out}\`, or choose another type.`);
  const rest: Omit<Field, 'type'> = {
    about,
    ...(values && { values }),
    ...(to !== undefined && { to }),
    ...(currency !== undefined && { currency }),
  };
  return { ...(field.type === 'list' ? { type: 'list', of: type } : { type }), ...rest, ...(unit !== undefined && { unit }) };
}

function bad(
  path: Path,
  field: string | undefined,
  { problem, fix }: { problem: string; fix: string },
  on: Reporting,
  atKey = false,
): false {
  on.report('validate/bad-answer', atKey ? on.places.key(path) : on.places.value(path), {
    ...(field !== undefined && { field }),
    problem,
    fix,
  });
  return false;
}
