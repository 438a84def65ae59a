// What a check expects of a file in the agent's folder: its text, values in JSON, the rows of a table.
import type { Json } from '#grader/evidence/types.ts';
import { kindOf } from '../2-validate/issues.ts';
import type { Written } from '../shapes.ts';
import type { Path, Template } from '../types.ts';
import type { Here } from './answers.ts';
import type { CheckLinkerInput } from './check-linker.ts';
import { linkRowsOf, linkTyped } from './data.ts';
import { itemType, type Typed, toJson } from './expressions.ts';
import { linkFilePath } from './files.ts';
import { linkMatcher } from './matchers.ts';
import { typeInWords } from './values.ts';

type Mapping = { readonly [key: string]: Written };

/** The parameters of the check; undefined after reporting what is wrong. */
export function linkFileCheck(input: CheckLinkerInput): { readonly [key: string]: Template } | undefined {
  const { check, context, slots } = input;
  const { keys } = check;
  const path = linkFilePath(String(keys.file), [...check.path, 'file'], context);
  const text =
    keys.text === undefined
      ? null
      : linkMatcher({ field: { type: 'text', about: '' }, written: keys.text, path: [...check.path, 'text'], context, slots });
  const json = keys.json === undefined ? null : linkJson(keys.json, [...check.path, 'json'], input);
  const csv = keys.csv === undefined ? null : linkTable(keys.csv as Mapping, [...check.path, 'csv'], input);
  const within = keys.within === undefined ? 0 : Number(keys.within);
  if (!(within >= 0)) {
    context.report('validate/bad-number', context.places.value([...check.path, 'within']), {
      value: String(keys.within),
      what: 'a distance',
      example: '0.01',
    });
    return undefined;
  }
  if (path === undefined || text === undefined || json === undefined || csv === undefined) return undefined;
  return { file: path, ...(text !== null && { text }), ...(json && { json }), ...(csv && { csv }) };
}

/** One wish or several: `{ path: $.total, is: … }`, or `{ path: $.rows, key: …, rows: … }`. */
function linkJson(written: Written, path: Path, input: CheckLinkerInput): Template[] | undefined {
  const wishes = Array.isArray(written)
    ? written.map((one: Written, i) => ({ one, at: [...path, i] as Path }))
    : [{ one: written, at: path }];
  const linked = wishes.map(({ one, at }) => linkWish(one as Mapping, at, input));
  return linked.some((wish) => wish === undefined) ? undefined : linked.flatMap((wish) => (wish === undefined ? [] : [wish]));
}

function linkWish(wish: Mapping, path: Path, input: CheckLinkerInput): { readonly [key: string]: Template } | undefined {
  const { context, slots } = input;
  const at = stepsOf(String(wish.path));
  if (!at) {
    const problem = `"${String(wish.path)}" is not a path in a JSON file`;
    context.report('link/bad-file', context.places.value([...path, 'path']), {
      problem,
      fix: 'Write it like $.total, items[0].id or $["odd key"].',
    });
    return undefined;
  }
  if ((wish.is === undefined) === (wish.rows === undefined)) {
    const problem = 'it needs either `is` or `rows`';
    context.report('link/bad-file', context.places.value(path), {
      problem,
      fix: 'Write `is:` for a value, `key:` and `rows:` for a list of objects.',
    });
    return undefined;
  }
  if (wish.rows !== undefined) {
    const table = linkTable(wish, path, input);
    return table && { at, ...table };
  }
  const { is = '' } = wish;
  const here = (scope: Here['scope']): Here => ({ path: [...path, 'is'], context, scope });
  const value = slots.add('is', JSON.stringify(is), (scope) => expectation(is, here(scope), input), 'FileIs');
  return value === undefined ? undefined : { at, is: value };
}

/** `$.items[0]["odd key"]` → items, 0, odd key. The whole is `$`. */
function stepsOf(written: string): (string | number)[] | undefined {
  const path = written.trim().replace(/^\$/, '');
  const steps: (string | number)[] = [];
  let rest = path === '' || /^[.[]/.test(path) ? path : `.${path}`;
  while (rest !== '') {
    const [whole = '', name, index, quoted] = /^(?:\.([\p{L}_][\p{L}\p{N}_-]*)|\[(\d{1,6})\]|\[("(?:[^"\\]|\\.)*")\])/u.exec(rest) ?? [];
    if (whole === '') return undefined;
    steps.push(name ?? (index === undefined ? (JSON.parse(quoted ?? '""') as string) : Number(index)));
    rest = rest.slice(whole.length);
  }
  return steps;
}

function linkTable(
  { key: written = '', rows }: Mapping,
  path: Path,
  input: CheckLinkerInput,
): { readonly key: readonly string[]; readonly rows: Template } | undefined {
  const { context, slots } = input;
  const key = [written].flat().map(String);
  const slot = slots.add(
    'rows',
    JSON.stringify(rows),
    (scope) => {
      const found = linkRowsOf(rows ?? '', { path: [...path, 'rows'], context, scope }, (cell, at) => expectation(cell, at, input));
      const problem = found && problemOf(found, key);
      if (problem === undefined) return found as unknown as Json | undefined;
      context.report('link/bad-file', context.places.value([...path, 'rows']), {
        problem,
        fix: 'The key says which row is meant: give every row one of its own.',
      });
      return undefined;
    },
    'FileRows',
  );
  return slot === undefined ? undefined : { key, rows: slot };
}

function problemOf(rows: readonly { readonly [column: string]: Json }[], key: readonly string[]): string | undefined {
  if (rows.length === 0) return 'no row is expected';
  const lacking = key.find((column) => column === '' || rows.some((row) => (row[column] ?? null) === null));
  if (lacking !== undefined) return `a row lacks the key column "${lacking}"`;
  const keys = rows.map((row) => key.map((column) => Object.values(row[column] ?? {}).join(' ')).join(', '));
  const twice = keys.find((one, i) => keys.indexOf(one) !== i);
  return twice === undefined ? undefined : `two rows have the key ${twice}`;
}

/** What a cell or value has to be, as a matcher: numbers by value however they are written, times as instants. `null`: nothing. */
function expectation(written: Written, here: Here, { check, slots }: CheckLinkerInput): Json | undefined {
  const { context, path } = here;
  if (typeof written === 'string') {
    const typed = linkTyped(written, here);
    return typed && exactly(typed, here, Number(check.keys.within ?? 0));
  }
  if (!Array.isArray(written))
    return linkMatcher({ field: { type: 'string', about: '' }, written, path, context, slots }) as Json | undefined;
  context.report('validate/wrong-shape', context.places.value(path), { expected: 'a value or a matcher', found: kindOf(written) });
  return undefined;
}

function exactly({ type, value }: Typed, { context, path }: Here, within: number): Json | undefined {
  const json = toJson(value);
  if (json === '' || json === null) return null;
  if (itemType(type) !== undefined || typeof json === 'object') {
    context.report('link/wrong-type', context.places.value(path), {
      found: typeInWords(type),
      expected: 'one value',
      hint: 'Give one value, or `rows` for a list.',
    });
    return undefined;
  }
  if (typeof json === 'number') return { number: json, ...(within > 0 && { within }) };
  // A person who fills in a table writes either.
  if (typeof json === 'boolean')
    return { in: json ? [true, 'true', 'True', 'TRUE', 'yes', 'Yes'] : [false, 'false', 'False', 'FALSE', 'no', 'No'] };
  return type === 'google.protobuf.Timestamp' ? { time: json } : { text: json };
}
