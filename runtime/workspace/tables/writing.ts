// Making, changing and deleting rows by column.
import type { Change, DataRecord, FieldValue } from '#grader/evidence/types.ts';
import { collectionOf, collectionPath, NOTHING_SHOWN, type Outcome, oddRefusal, type Refusal, valueIn } from '../tools/kind.ts';
import { sameValue, withValues } from '../tools/record.ts';
import { referredRefusal } from '../tools/state.ts';
import { type Cell, readCell, readPair, storedCells } from './columns.ts';
import { rowsWhere } from './reading.ts';
import { numberOf, type Row, rowView, shownRows, type Table, tableOf, textsIn, type Use, wrong } from './table.ts';

/** Most rows that one call changes or deletes. */
export const MOST_CHANGED = 200;

export function insert(use: Use): Outcome {
  const opened = tableOf(use);
  if (!opened.ok) return opened;
  const { table } = opened;
  const pairs = readPairs(use, table);
  if (!pairs.ok) return pairs;
  const cells = table.columns.map((column, at): Cell => {
    const given = pairs.cells.get(at);
    if (given !== undefined || !column.numbered) return given ?? null;
    return 1 + Math.max(0, ...table.rows.map((row) => Number(row.cells[at] ?? 0)));
  });
  const odd = oddCells(table, [], cells);
  if (odd !== undefined) return odd;
  const { layout } = table;
  const number = 1 + Math.max(1, ...table.rows.map(({ record }) => numberOf(layout, record)));
  const values = new Map<string, FieldValue | undefined>([
    [layout.of, table.record.id],
    [layout.cells, storedCells(layout, table.columns, cells)],
    ...(layout.number === undefined ? [] : [[layout.number, number] as const]),
  ]);
  const made = newRow(use, values);
  if (!made.ok) return made;
  const change: Change = {
    effect: 'create',
    collection: collectionPath(use.service, use.tool),
    id: made.record.id,
    before: null,
    after: made.record,
  };
  const row = { record: made.record, cells };
  return {
    ok: true,
    result: { ...rowView(table, row, use), [layout.of]: table.record.id },
    shown: shownRows(use, table, [row]),
    changes: [change],
  };
}

export function update(use: Use): Outcome {
  const opened = tableOf(use);
  if (!opened.ok) return opened;
  const { table } = opened;
  const pairs = readPairs(use, table);
  if (!pairs.ok) return pairs;
  const fields = (use.tool.fields ?? []).filter((name) => use.args.has(name));
  if (pairs.cells.size === 0 && fields.length === 0)
    return wrong('Nothing to change was given.', 'Give at least one column=value in cells.');
  const found = rowsToChange(use, table);
  if (!found.ok) return found;
  const { layout } = table;
  const changes: Change[] = [];
  const after: Row[] = [];
  for (const row of found.rows) {
    const cells = row.cells.map((cell, at) => (pairs.cells.has(at) ? (pairs.cells.get(at) ?? null) : cell));
    const values = new Map<string, FieldValue | undefined>(fields.map((name) => [name, use.args.get(name) ?? undefined]));
    if (cells.some((cell, at) => cell !== row.cells[at])) values.set(layout.cells, mergedCells(table, row, cells));
    const changed = new Map([...values].filter(([name, value]) => !sameValue(valueIn(row.record, name), value)));
    const record = changed.size === 0 ? row.record : changedRow(use, row.record, changed);
    after.push({ record, cells });
    if (record !== row.record) changes.push(changeOf(use, row.record, record));
  }
  const odd =
    after.map(({ cells, record }) => oddCells(table, [...found.rows.map((row) => row.record.id)], cells, record)).find(Boolean) ??
    twice(table, after) ??
    found.rows.map(({ record: before }, at) => referredRefusal(use, { before, after: after[at]?.record ?? before })).find(Boolean);
  if (odd !== undefined) return odd;
  const result = { [layout.of]: table.record.id, updated: changes.length, items: after.map((row) => rowView(table, row, use)) };
  return { ok: true, result, shown: shownRows(use, table, after), changes };
}

export function remove(use: Use): Outcome {
  const opened = tableOf(use);
  if (!opened.ok) return opened;
  const found = rowsToChange(use, opened.table);
  if (!found.ok) return found;
  const collection = collectionPath(use.service, use.tool);
  const changes = found.rows.map(({ record }): Change => ({ effect: 'delete', collection, id: record.id, before: record, after: null }));
  return { ok: true, result: { deleted: found.rows.map(({ record }) => record.id) }, shown: NOTHING_SHOWN, changes };
}

/** A changed row of a table, with what the service fills in. */
export function changedRow(use: Use, record: DataRecord, values: ReadonlyMap<string, FieldValue | undefined>): DataRecord {
  const { service, tool, office } = use;
  const stamps = Object.entries(tool.sets ?? {}).map(([name, written]) => [name, office.value(service, written)] as const);
  return withValues(record, Object.keys(collectionOf(service, tool).fields), new Map([...values, ...stamps]));
}

/** A new row with these values, those that the caller gave, what the service fills in and the fields' defaults. */
export function newRow(
  use: Use,
  values: ReadonlyMap<string, FieldValue | undefined>,
  id?: string,
): { readonly ok: true; readonly record: DataRecord } | Refusal {
  const { service, tool, world, office, args } = use;
  const collection = collectionOf(service, tool);
  const all = new Map<string, FieldValue | undefined>();
  for (const [name, field] of Object.entries(collection.fields)) {
    const written = tool.sets !== undefined && Object.hasOwn(tool.sets, name) ? tool.sets[name] : field.default;
    const given = tool.fields?.includes(name) === true ? (args.get(name) ?? undefined) : undefined;
    all.set(name, values.get(name) ?? given ?? (written === undefined ? undefined : office.value(service, written)));
  }
  const empty: DataRecord = { id: id ?? world.nextId(collectionPath(service, tool)) };
  const record = withValues(empty, Object.keys(collection.fields), all);
  return oddRefusal(collection, record, office) ?? referredRefusal(use, { after: record }) ?? { ok: true, record };
}

export function changeOf(use: Use, before: DataRecord, after: DataRecord): Change {
  return { effect: 'update', collection: collectionPath(use.service, use.tool), id: before.id, before, after };
}

/** The stored cells with those that do not change left as they are written, those beyond the header too. */
function mergedCells(table: Table, row: Row, cells: readonly Cell[]): readonly string[] {
  const { layout, columns } = table;
  const stored = textsIn(valueIn(row.record, layout.cells));
  if (layout.number === undefined) {
    const of = (name: string) => stored.filter((text) => text.startsWith(`${name}=`)).slice(0, 1);
    const own = columns.flatMap((column, at) =>
      cells[at] === row.cells[at] ? of(column.name) : storedCells(layout, [column], [cells[at] ?? null]),
    );
    const others = stored.filter((text) => !columns.some(({ name }) => text.startsWith(`${name}=`)));
    return [...own, ...others];
  }
  const texts = storedCells(layout, columns, cells);
  const merged = texts.map((text, at) => (cells[at] === row.cells[at] ? (stored[at] ?? '') : text));
  return [...merged, ...stored.slice(columns.length)];
}

/** The rows that conditions or an id name: at least one. Without any condition nothing is touched. */
function rowsToChange(use: Use, table: Table): { readonly ok: true; readonly rows: readonly Row[] } | Refusal {
  const id = use.args.get('id') ?? undefined;
  if (id === undefined && textsIn(use.args.get('where')).length === 0) {
    return wrong('It is not said which rows.', `Give where, such as "${table.columns[0]?.name ?? 'name'} = …", or the id of one row.`);
  }
  const found = rowsWhere(use, table);
  if (!found.ok) return found;
  const rows = id === undefined ? found.rows : found.rows.filter(({ record }) => record.id === id);
  if (rows.length > MOST_CHANGED) {
    return wrong(`${rows.length} rows meet the conditions; at most ${MOST_CHANGED} are taken at once.`, 'Give narrower conditions.');
  }
  if (rows.length > 0) return { ok: true, rows };
  const message = `No row of ${table.noun} ${table.record.id} ${id === undefined ? 'meets the conditions' : `has the id ${JSON.stringify(id)} and meets the conditions`}; nothing was done.`;
  return {
    ok: false,
    code: 'not_found',
    message,
    hint: `It has ${table.rows.length} rows with the columns ${table.columns.map(({ name }) => name).join(', ')}.`,
  };
}

/** What the argument `cells` says, by column. */
function readPairs(use: Use, { columns }: Table): { readonly ok: true; readonly cells: ReadonlyMap<number, Cell> } | Refusal {
  const cells = new Map<number, Cell>();
  for (const written of textsIn(use.args.get('cells'))) {
    const pair = readPair(written, columns);
    if (!pair.ok) return wrong(pair.message, pair.hint);
    const column = columns[pair.at];
    if (column === undefined) continue;
    if (cells.has(pair.at)) return wrong(`${column.name} was given twice.`, 'Give each column once.');
    const read = readCell(pair.text, column, use.office);
    if (!read.ok) return wrong(`${column.name} ${read.message}.`, read.hint);
    cells.set(pair.at, read.cell);
  }
  return { ok: true, cells };
}

/** What columns ask of a row that is to stand beside the others, but for those that change as well. */
function oddCells(table: Table, changing: readonly string[], cells: readonly Cell[], own?: DataRecord): Refusal | undefined {
  const others = table.rows.filter(({ record }) => record.id !== own?.id && !changing.includes(record.id));
  for (const [at, column] of table.columns.entries()) {
    const cell = cells[at] ?? null;
    if (cell === null) {
      if (column.required) return wrong(`${column.name} is missing.`, `Every row of ${table.noun} ${table.record.id} has a value there.`);
      continue;
    }
    const other = column.unique ? others.find((row) => row.cells[at] === cell) : undefined;
    if (other === undefined) continue;
    const message = `${column.name} ${JSON.stringify(cell)} is that of row ${other.record.id} already.`;
    return { ok: false, code: 'conflict', message, hint: `No two rows have the same ${column.name}.` };
  }
  return undefined;
}

/** Two rows that would come to have the same where none may. */
function twice(table: Table, rows: readonly Row[]): Refusal | undefined {
  for (const [at, { name, unique }] of table.columns.entries()) {
    const values = rows.flatMap(({ cells }) => cells[at] ?? []);
    if (!unique || new Set(values).size === values.length) continue;
    const message = `${name} would be the same in ${rows.length} rows.`;
    return { ok: false, code: 'conflict', message, hint: `No two rows have the same ${name}.` };
  }
  return undefined;
}
