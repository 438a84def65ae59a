// Values without a declared type: what stands in files. Expressions keep their type; numbers, true and false that are written out are
// those; everything else is text.
import type { Json } from '#grader/evidence/types.ts';
import { readEach } from '../2-validate/formats.ts';
import { kindOf } from '../2-validate/issues.ts';
import type { Written } from '../shapes.ts';
import type { Here } from './answers.ts';
import { eachScopes } from './each.ts';
import { type Typed, toJson } from './expressions.ts';
import { splitText } from './template-text.ts';
import { computeText, isComputed } from './values.ts';

type Mapping = { readonly [key: string]: Written };

/** A value for a JSON file: mappings and lists as they are written, `{ each: list as p, row: … }` in a list as one item for each. */
export function linkData(written: Written, here: Here): Json | undefined {
  if (typeof written === 'string') {
    const typed = linkTyped(written, here);
    return typed && toJson(typed.value);
  }
  if (Array.isArray(written)) {
    const items = unrolled(written, here).map(({ value, at }) => value && linkData(value, at));
    return items.some((item) => item === undefined) ? undefined : items.flatMap((item) => (item === undefined ? [] : [item]));
  }
  const entries = Object.entries(written as Mapping).map(([key, value]) => [key, linkData(value, inside(here, key))] as const);
  return entries.some(([, value]) => value === undefined)
    ? undefined
    : Object.fromEntries(entries.map(([key, value]) => [key, value ?? null]));
}

/** A written value with its type; undefined after reporting what is wrong with its expression. */
export function linkTyped(written: string, { path, context, scope }: Here): Typed | undefined {
  if (isComputed(written)) return computeText(written, path, context, scope);
  if (written === 'true' || written === 'false') return { type: 'bool', value: written === 'true' };
  // Only what comes back as it was written: not 0123, not 1e5, not an id of twenty digits.
  if (/^-?\d+(\.\d+)?$/.test(written) && String(Number(written)) === written) return { type: 'double', value: Number(written) };
  const parts = splitText(written);
  return { type: 'string', value: 'unclosed' in parts ? written : parts.map((part) => part.text).join('') };
}

/** The rows of a table, cells as they are written; undefined after reporting what is no row. */
export function linkRowsOf<Value>(
  written: Written,
  here: Here,
  one: (cell: Written, at: Here) => Value | undefined,
): readonly { readonly [column: string]: Value }[] | undefined {
  const { context } = here;
  if (!Array.isArray(written)) {
    context.report('validate/wrong-shape', context.places.value(here.path), { expected: 'a list of rows', found: kindOf(written) });
    return undefined;
  }
  const rows = unrolled(written, here).map(({ value, at }) => {
    if (value === undefined) return undefined;
    if (typeof value === 'string' || Array.isArray(value)) {
      const expected = 'a row such as { column: value }, or { each: list as p, row: { … } }';
      context.report('validate/wrong-shape', context.places.value(at.path), { expected, found: kindOf(value) });
      return undefined;
    }
    const cells = Object.entries(value as Mapping).map(([column, cell]) => [column, one(cell, inside(at, column))] as const);
    return cells.some(([, cell]) => cell === undefined)
      ? undefined
      : Object.fromEntries(cells.flatMap(([column, cell]) => (cell === undefined ? [] : [[column, cell] as const])));
  });
  return rows.some((row) => row === undefined) ? undefined : rows.flatMap((row) => (row === undefined ? [] : [row]));
}

interface Item {
  /** Absent where it could not be read. */
  readonly value?: Written;
  readonly at: Here;
}

/** The items of a written list, those under `each` once for each. */
function unrolled(list: readonly Written[], here: Here): readonly Item[] {
  return list.flatMap((value, i): readonly Item[] => {
    const at = inside(here, i);
    if (typeof value === 'string' || Array.isArray(value) || !('each' in (value as Mapping))) return [{ value, at }];
    const { each, row, ...more } = value as Mapping;
    if (typeof each !== 'string' || row === undefined || Object.keys(more).length > 0) {
      const expected = '{ each: list as p, row: … } and nothing else';
      here.context.report('validate/wrong-shape', here.context.places.value(at.path), { expected, found: kindOf(value) });
      return [{ at }];
    }
    const loop = readEach(each, [...at.path, 'each'], here.context);
    const scopes = loop && eachScopes(loop, [...at.path, 'each'], here.context, here.scope);
    return scopes ? scopes.map((scope) => ({ value: row, at: { ...inside(at, 'row'), scope } })) : [{ at }];
  });
}

function inside(here: Here, key: string | number): Here {
  return { ...here, path: [...here.path, key] };
}
