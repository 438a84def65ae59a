// Conditions on rows: `amount >= 100`, `status = open`, `title contains rent`, `due empty`. Several must all hold.
import type { FieldContext } from '../fields.ts';
import { fold } from '../tools/fold.ts';
import { type Cell, type Column, findColumn, readCell } from './columns.ts';

export type Condition = (cells: readonly Cell[]) => boolean;

export type ReadCondition =
  | { readonly ok: true; readonly holds: Condition }
  | { readonly ok: false; readonly message: string; readonly hint: string };

const SIGNS = ['>=', '<=', '!=', '=', '>', '<'] as const;
const WORDS = ['not contains', 'contains', 'not empty', 'empty', 'in'] as const;
type Sign = (typeof SIGNS)[number] | (typeof WORDS)[number];

/** What may be written, for descriptions and hints. */
export const conditionForm =
  'a column, then =, !=, >, >=, <, <=, contains, not contains or in with a value after it (of in several, with commas between them), or empty, not empty';

/** A condition as a test of a row's cells. An empty cell passes `!=`, `not contains` and `empty` only. */
export function readCondition(written: string, columns: readonly Column[], context: FieldContext): ReadCondition {
  const parts = taken(written, columns);
  if (parts === undefined) {
    const begun = written.trim().toLowerCase();
    const isKnown = columns.some(({ name }) => name !== '' && begun.startsWith(name.toLowerCase()));
    const first = /^\s*(.*?)\s*(?:[<>=!]|\s(?:not|contains|empty|in)\b)/i.exec(written)?.[1] ?? written;
    const found = findColumn(columns, first);
    if (!isKnown && !found.ok) return found;
    return {
      ok: false,
      message: `${JSON.stringify(written.slice(0, 80))} is no condition.`,
      hint: `Write ${conditionForm}: such as ${JSON.stringify(`${columns[0]?.name ?? 'amount'} = …`)}.`,
    };
  }
  const { at, sign, rest } = parts;
  const column = columns[at];
  if (column === undefined || sign === 'empty') return { ok: true, holds: (cells) => cellAt(cells, at) === null };
  if (sign === 'not empty') return { ok: true, holds: (cells) => cellAt(cells, at) !== null };
  if (sign === 'contains' || sign === 'not contains') {
    const part = fold(rest);
    const holds = (cells: readonly Cell[]) => fold(String(cellAt(cells, at) ?? '')).includes(part);
    return { ok: true, holds: sign === 'contains' ? holds : (cells) => !holds(cells) };
  }
  const values: Cell[] = [];
  for (const text of sign === 'in' ? rest.split(',').map((one) => one.trim()) : [rest]) {
    const read = readCell(text, column, context);
    if (!read.ok) return { ok: false, message: `The value of ${JSON.stringify(written.slice(0, 80))} ${read.message}.`, hint: read.hint };
    if (read.cell === null)
      return {
        ok: false,
        message: `${JSON.stringify(written.slice(0, 80))} has no value.`,
        hint: 'Write empty or not empty for cells that hold nothing.',
      };
    values.push(read.cell);
  }
  return { ok: true, holds: (cells) => compares(cellAt(cells, at), sign, values) };
}

function cellAt(cells: readonly Cell[], at: number): Cell {
  return cells[at] ?? null;
}

function compares(cell: Cell, sign: Exclude<Sign, 'contains' | 'not contains' | 'empty' | 'not empty'>, values: readonly Cell[]): boolean {
  const [value = null] = values;
  if (sign === '!=') return cell !== value;
  if (cell === null || value === null) return false;
  if (sign === '=' || sign === 'in') return values.includes(cell);
  // Numbers go with numbers and texts (dates among them) with texts: a header or a remark is not more than 100.
  if (typeof cell !== typeof value) return false;
  switch (sign) {
    case '>':
      return cell > value;
    case '>=':
      return cell >= value;
    case '<':
      return cell < value;
    case '<=':
      return cell <= value;
  }
}

/** The longest column that the text begins with, the sign after it and the value; undefined where that is not what it says. */
function taken(
  written: string,
  columns: readonly Column[],
): { readonly at: number; readonly sign: Sign; readonly rest: string } | undefined {
  const text = written.trim();
  const fitting = columns
    .map(({ name }, at) => ({ name, at }))
    .filter(({ name }) => name !== '' && text.toLowerCase().startsWith(name.toLowerCase()))
    .sort((a, b) => b.name.length - a.name.length);
  for (const { name, at } of fitting) {
    const after = text.slice(name.length);
    const tail = after.trimStart();
    const sign = SIGNS.find((one) => tail.startsWith(one));
    if (sign !== undefined) return { at, sign, rest: tail.slice(sign.length).trim() };
    if (after === tail) continue;
    const word = WORDS.find((one) => new RegExp(`^${one.replace(' ', '\\s+')}(?:\\s|$)`, 'i').test(tail));
    if (word === undefined) continue;
    const rest = tail.replace(new RegExp(`^${word.replace(' ', '\\s+')}`, 'i'), '').trim();
    const isBare = word === 'empty' || word === 'not empty';
    if (isBare === (rest === '')) return { at, sign: word, rest };
  }
  return undefined;
}
