// Rows of a table whose columns have types.
import { describe, expect, test } from 'vitest';
import type { DataRecord } from '#grader/evidence/types.ts';
import { readColumn } from '#workspace/tables/columns.ts';
import type { Desk } from '#workspace/types.ts';
import { refusal, result } from './harness.ts';
import { changesOf, openTables as open } from './tables.ts';

describe('a database', () => {
  const columns = [
    'nr: integer, numbered',
    'name: text, required',
    'status: one of open | closed',
    'amount: number',
    'due: date',
    'seen: time',
    'done: boolean',
    'mail: email',
  ];
  const row = (number: number, cells: readonly string[], table = 'TBL-1'): DataRecord => ({
    id: `ROW-${number}`,
    table,
    cells,
    created: '2026-03-01T08:00:00Z',
    changed: '2026-03-01T08:00:00Z',
  });
  const table = (id: string, more: Partial<DataRecord> = {}): DataRecord => ({
    id,
    name: 'Leads',
    columns,
    key: 'name',
    locked: false,
    ...more,
  });
  const leads = (): Desk =>
    open({
      'databases.tables': [table('TBL-1'), table('TBL-2', { locked: true }), table('TBL-3', { columns: ['size: big'] })],
      'databases.rows': [
        row(1, ['nr=1', 'name=Arven', 'status=open', 'amount=120.5', 'due=2026-03-10']),
        row(2, ['nr=4', 'name=Bluff', 'status=closed', 'amount=9', 'seen=2026-03-01T08:00:00Z', 'done=true']),
        row(3, ['name=Cole', 'status=open']),
      ],
    });
  const names = (args: object) =>
    (result(leads(), 'databases.query_rows', { table: 'TBL-1', ...args }) as { items: { cells: { name: string } }[] }).items.map(
      ({ cells }) => cells.name,
    );

  test.each([
    [{}, ['Arven', 'Bluff', 'Cole']],
    [{ where: ['amount > 9'] }, ['Arven']],
    [{ where: ['amount <= 120.50'] }, ['Arven', 'Bluff']],
    [{ where: ['status = open', 'amount empty'] }, ['Cole']],
    [{ where: ['seen >= 2026-03-01T09:00:00+01:00'] }, ['Bluff']],
    [{ where: ['done != true'] }, ['Arven', 'Cole']],
    [{ sort: '-amount' }, ['Arven', 'Bluff', 'Cole']],
    [{ sort: 'amount' }, ['Bluff', 'Arven', 'Cole']],
  ])('is queried by typed columns: %j', (args, expected) => {
    expect(names(args)).toEqual(expected);
  });

  test('shows cells by their type, times with the offset of the office', () => {
    expect(result(leads(), 'databases.query_rows', { table: 'TBL-1', where: ['name = Bluff'] })).toMatchObject({
      items: [
        { id: 'ROW-2', cells: { nr: 4, name: 'Bluff', amount: 9, due: null, seen: '2026-03-01T09:00:00+01:00', done: true, mail: null } },
      ],
    });
  });

  test('a new row is checked by column and numbered', () => {
    const desk = leads();
    expect(
      result(desk, 'databases.insert_row', { table: 'TBL-1', cells: { name: 'Dorn', amount: '7.50', mail: 'Ida <ida@X.example>' } }),
    ).toMatchObject({ id: 'ROW-4', cells: { nr: 5, name: 'Dorn', amount: 7.5, mail: 'ida@x.example', status: null } });
    expect(changesOf(desk).map(({ effect, after }) => [effect, after?.cells])).toEqual([
      ['create', ['nr=5', 'name=Dorn', 'amount=7.5', 'mail=ida@x.example']],
    ]);
  });

  test('rows are changed and deleted by conditions, each a change of its own', () => {
    const desk = leads();
    expect(
      result(desk, 'databases.update_rows', { table: 'TBL-1', where: ['status = open'], cells: ['status=closed', 'due='] }),
    ).toMatchObject({ updated: 2 });
    expect(changesOf(desk).map(({ id, after }) => [id, after?.cells])).toEqual([
      ['ROW-1', ['nr=1', 'name=Arven', 'status=closed', 'amount=120.5']],
      ['ROW-3', ['name=Cole', 'status=closed']],
    ]);
    expect(result(desk, 'databases.delete_rows', { table: 'TBL-1', where: ['status = closed', 'amount empty'] })).toEqual({
      deleted: ['ROW-3'],
    });
  });

  test('cells that do not change stay as they are written', () => {
    const stored = ['nr=01', 'name=Arven', 'status=open', 'amount=120.50', 'seen=2026-03-01T09:00:00+01:00', 'old=kept'];
    const desk = open({ 'databases.tables': [table('TBL-1')], 'databases.rows': [row(1, stored)] });
    result(desk, 'databases.update_rows', { table: 'TBL-1', where: ['name = Arven'], cells: ['status=closed', 'amount=120.5'] });
    expect(changesOf(desk).map(({ after }) => after?.cells)).toEqual([stored.with(2, 'status=closed')]);
    result(desk, 'databases.update_rows', { table: 'TBL-1', where: ['name = Arven'], cells: ['amount=7.50', 'due=2026-03-10', 'seen='] });
    expect(changesOf(desk).at(-1)?.after?.cells).toEqual([
      'nr=01',
      'name=Arven',
      'status=closed',
      'amount=7.5',
      'due=2026-03-10',
      'old=kept',
    ]);
  });

  test.each<[string, object, string, string]>([
    ['insert_row', { cells: { amount: 1 } }, 'wrong_argument', 'name is missing.'],
    ['insert_row', { cells: { name: 'X', amount: 'much' } }, 'wrong_argument', 'amount is "much", not a number.'],
    ['insert_row', { cells: { name: 'X', status: 'opne' } }, 'wrong_argument', 'status is "opne", not one of its choices.'],
    ['insert_row', { cells: { name: 'Cole' } }, 'conflict', 'name "Cole" is that of row ROW-3 already.'],
    ['insert_row', { cells: { name: 'X', nr: 4 } }, 'conflict', 'nr 4 is that of row ROW-2 already.'],
    ['insert_row', { cells: { name: 'X', size: 4 } }, 'wrong_argument', 'There is no column "size".'],
    ['update_rows', { id: 'ROW-1', cells: { name: '' } }, 'wrong_argument', 'name is missing.'],
    ['update_rows', { where: ['status = open'], cells: { name: 'Same' } }, 'conflict', 'name would be the same in 2 rows.'],
    ['query_rows', { where: ['amount > much'] }, 'wrong_argument', 'The value of "amount > much" is "much", not a number.'],
    ['summarize_rows', { calculate: ['median amount'] }, 'wrong_argument', '"median amount" cannot be calculated.'],
    [
      'insert_row',
      { table: 'TBL-2', cells: { name: 'X' } },
      'conflict',
      'databases.insert_row does not take table TBL-2: its locked would have to be false, and it is true.',
    ],
    ['query_rows', { table: 'TBL-3' }, 'wrong_argument', 'table TBL-3 has a column "size: big", which is of no type that there is.'],
  ])('%s %j is refused', (tool, args, code, message) => {
    const desk = leads();
    expect(refusal(desk, `databases.${tool}`, { table: 'TBL-1', ...args })).toMatchObject({ code, message });
    expect(changesOf(desk)).toEqual([]);
  });

  test.each([
    ['amount', { name: 'amount', required: false, unique: false }],
    ['amount: number, required', { name: 'amount', required: true }],
    ['ratio 1: integer, unique', { name: 'ratio 1', unique: true }],
    ['nr: integer, numbered', { name: 'nr', numbered: true, unique: true }],
    ['s: one of a | b c', { field: { type: 'enum', values: ['a', 'b c'] } }],
  ])('the column %j', (written, expected) => {
    expect(readColumn(written)).toMatchObject(expected);
  });

  test.each([': text', 'a: nubmer', 'a: one of a |', 'a: text, numbered', 'a: text, reqired', 'a:'])('%j is no column', (written) => {
    expect(readColumn(written)).toBeUndefined();
  });
});
