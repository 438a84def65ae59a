// Rows of sheets: by header and by place.
import { describe, expect, test } from 'vitest';
import type { DataRecord } from '#grader/evidence/types.ts';
import { databases } from '#services/databases.ts';
import { spreadsheets } from '#services/spreadsheets.ts';
import { toolList } from '#workspace/schema.ts';
import { bounded, columnName, rangeName, readRange } from '#workspace/tables/ranges.ts';
import type { Desk } from '#workspace/types.ts';
import { entriesOf, refusal, result } from './harness.ts';
import { changesOf, openTables as open } from './tables.ts';

const sheet = (id: string, more: Partial<DataRecord> = {}): DataRecord => ({
  id,
  workbook: 'Budget',
  name: 'Costs',
  header: ['Item', 'Amount', 'Due', 'Paid'],
  protected: false,
  changed: '2026-03-01T08:00:00Z',
  ...more,
});
const line = (number: number, values: readonly string[], of = 'SHT-1'): DataRecord => ({
  id: `SRW-${of.slice(4)}${String(number).padStart(2, '0')}`,
  sheet: of,
  number,
  values,
  changed: '2026-03-01T08:00:00Z',
});
const costs = (): Desk =>
  open({
    'spreadsheets.sheets': [sheet('SHT-1'), sheet('SHT-2', { name: 'Archive', protected: true })],
    'spreadsheets.rows': [
      line(2, ['Rent', '1200', '2026-03-01', 'true']),
      line(3, ['Paper', '12.50', '2026-03-20', 'false']),
      line(4, ["'007", 'n/a', '', '']),
      line(6, ['Travel', '300', '2026-02-10', 'FALSE', 'aside']),
      line(2, ['Old', '1'], 'SHT-2'),
    ],
  });

describe('ranges', () => {
  test.each([
    ['B2:D10', 'B2:D10'],
    ['d10:b2', 'B2:D10'],
    ['$B$2', 'B2'],
    ['C:C', 'C1:C6'],
    ['A:B', 'A1:B6'],
    ['2:3', 'A2:E3'],
    ['AA1', 'AA1'],
    ["'My costs'!B2", 'B2'],
  ])('%s is %s', (written, name) => {
    const range = readRange(written);
    expect(range && rangeName(bounded(range, { width: 5, height: 6 }))).toBe(name);
  });

  test.each(['', 'B', '2', 'B2:5', 'B0', '2B', 'B2:D10:E1', 'costs', 'A1;B2', '!B2', 'ABC1'])('%j is none', (written) => {
    expect(readRange(written)).toBeUndefined();
  });

  test('columns are called as in a sheet', () => {
    expect([0, 25, 26, 51, 52, 701].map(columnName)).toEqual(['A', 'Z', 'AA', 'AZ', 'BA', 'ZZ']);
  });
});

describe('a sheet', () => {
  const read = (desk: Desk, range: string) => result(desk, 'spreadsheets.read_range', { sheet: 'SHT-1', range });

  test('is read by place: numbers, true and false are such, what was kept a text is one', () => {
    expect(read(costs(), 'A1:E6')).toEqual({
      sheet: 'SHT-1',
      range: 'A1:E6',
      values: [
        ['Item', 'Amount', 'Due', 'Paid', null],
        ['Rent', 1200, '2026-03-01', true, null],
        ['Paper', 12.5, '2026-03-20', false, null],
        ['007', 'n/a', null, null, null],
        [null, null, null, null, null],
        ['Travel', 300, '2026-02-10', false, 'aside'],
      ],
    });
    expect(read(costs(), 'B:B')).toMatchObject({ range: 'B1:B6', values: [['Amount'], [1200], [12.5], ['n/a'], [null], [300]] });
    expect(result(costs(), 'spreadsheets.read_range', { range: 'costs!A2' })).toMatchObject({ sheet: 'SHT-1', values: [['Rent']] });
  });

  test('what it was shown of is told: the rows, and the header where row 1 is among them', () => {
    const desk = costs();
    read(desk, 'A1:A2');
    expect(entriesOf(desk.evidence()).at(-1)?.shown.records).toEqual({
      'spreadsheets.sheets/SHT-1': ['id', 'header'],
      'spreadsheets.rows/SRW-102': ['id', 'sheet', 'number', 'values'],
    });
  });

  test.each([
    [{ where: ['Amount >= 300'] }, [2, 6]],
    [{ where: ['amount>=300', 'Paid = false'] }, [6]],
    [{ where: ['Paid = false'] }, [3, 6]],
    [{ where: ['Due < 2026-03-10'] }, [2, 6]],
    [{ where: ['Item contains a'] }, [3, 6]],
    [{ where: ['Item not contains a'] }, [2, 4]],
    [{ where: ['Item in Rent, Paper'] }, [2, 3]],
    [{ where: ['Due empty'] }, [4]],
    [{ where: ['Due not empty', 'Item != Rent'] }, [3, 6]],
    [{ where: ['Item = 007'] }, [4]],
    [{ sort: 'Amount' }, [3, 6, 2, 4]],
    [{ sort: '-Due' }, [3, 2, 6, 4]],
    [{ sort: 'Due', limit: 2 }, [6, 2]],
  ])('is read by its header: %j', (args, expected) => {
    const { items } = result(costs(), 'spreadsheets.read_rows', { sheet: 'SHT-1', ...args }) as { items: { row: number }[] };
    expect(items.map(({ row }) => row)).toEqual(expected);
  });

  test('pages of an order go on where the last one ended', () => {
    const desk = costs();
    const page = (cursor?: string) =>
      result(desk, 'spreadsheets.read_rows', { sheet: 'SHT-1', sort: '-Amount', limit: 2, ...(cursor && { cursor }) }) as {
        items: { row: number }[];
        next_cursor?: string;
      };
    const first = page();
    const second = page(first.next_cursor);
    expect([...first.items, ...second.items].map(({ row }) => row)).toEqual([4, 2, 6, 3]);
    expect(second.next_cursor).toBeUndefined();
  });

  test('shows rows as cells by column, or some columns of them', () => {
    expect(result(costs(), 'spreadsheets.read_rows', { sheet: 'SHT-1', where: 'Item = Rent', columns: ['Amount', 'item'] })).toEqual({
      sheet: 'SHT-1',
      items: [{ id: 'SRW-102', row: 2, cells: { Amount: 1200, Item: 'Rent' } }],
      total: 1,
    });
  });

  test('is written by place, and only what is different is a change', () => {
    const desk = costs();
    expect(
      result(desk, 'spreadsheets.write_range', {
        sheet: 'SHT-1',
        range: 'A2:B3',
        values: [
          ['Rent', 1300],
          ['Paper', 12.5],
        ],
      }),
    ).toEqual({ sheet: 'SHT-1', range: 'A2:B3', cells: 4, rows_changed: 1 });
    expect(changesOf(desk).map(({ id, after }) => [id, after?.values, after?.changed_by])).toEqual([
      ['SRW-102', ['Rent', '1300', '2026-03-01', 'true'], 'Office'],
    ]);
    result(desk, 'spreadsheets.write_range', { range: 'Costs!B9:C9', values: ['5', null] });
    expect(changesOf(desk).at(-1)).toMatchObject({ effect: 'create', before: null, after: { number: 9, values: ['', '5', '', ''] } });
    result(desk, 'spreadsheets.write_range', { range: 'Costs!E1', values: 'Remark' });
    expect(changesOf(desk).at(-1)).toMatchObject({
      collection: 'spreadsheets.sheets',
      after: { header: ['Item', 'Amount', 'Due', 'Paid', 'Remark'] },
    });
    result(desk, 'spreadsheets.clear_range', { sheet: 'SHT-1', range: 'B2:D9' });
    expect(read(desk, 'A2:D3')).toMatchObject({
      values: [
        ['Rent', null, null, null],
        ['Paper', null, null, null],
      ],
    });
  });

  test('gets rows by its header, below the last one', () => {
    const desk = costs();
    expect(result(desk, 'spreadsheets.append_row', { sheet: 'SHT-1', cells: { Item: 'Ink', Amount: 7.5, Due: null } })).toEqual({
      id: expect.any(String),
      sheet: 'SHT-1',
      row: 7,
      cells: { Item: 'Ink', Amount: 7.5, Due: null, Paid: null },
    });
    expect(changesOf(desk).at(-1)?.after).toMatchObject({ sheet: 'SHT-1', number: 7, values: ['Ink', '7.5', '', ''] });
  });

  test('is changed where a column has a value; other cells keep their spelling', () => {
    const desk = costs();
    expect(result(desk, 'spreadsheets.update_rows', { sheet: 'SHT-1', where: ['Paid = false'], cells: { Paid: true } })).toMatchObject({
      updated: 2,
      items: [
        { row: 3, cells: { Paid: true } },
        { row: 6, cells: { Paid: true } },
      ],
    });
    expect(changesOf(desk).map(({ after }) => after?.values)).toEqual([
      ['Paper', '12.50', '2026-03-20', 'true'],
      ['Travel', '300', '2026-02-10', 'true', 'aside'],
    ]);
  });

  test('calculates over its columns, remarks left out', () => {
    expect(
      result(costs(), 'spreadsheets.summarize_rows', {
        sheet: 'SHT-1',
        calculate: ['sum Amount', 'average Amount', 'least Due', 'most Amount', 'count Due'],
      }),
    ).toEqual({
      count: 4,
      'sum Amount': 1512.5,
      'average Amount': 504.1666666667,
      'least Due': '2026-02-10',
      'most Amount': 1200,
      'count Due': 3,
    });
    expect(result(costs(), 'spreadsheets.summarize_rows', { sheet: 'SHT-1', calculate: 'sum Amount', group_by: 'Paid' })).toMatchObject({
      total_groups: 3,
      groups: [
        { value: false, count: 2, 'sum Amount': 312.5 },
        { value: true, count: 1, 'sum Amount': 1200 },
        { value: null, count: 1, 'sum Amount': 0 },
      ],
    });
  });

  test.each<[string, object, string, RegExp]>([
    ['read_rows', { sheet: 'SHT-1', where: ['Amuont > 3'] }, 'There is no column "Amuont".', /"Amount".*Item, Amount, Due, Paid/],
    ['read_rows', { sheet: 'SHT-1', where: ['Amount about 3'] }, '"Amount about 3" is no condition.', /contains/],
    ['read_rows', { sheet: 'SHT-1', where: ['Amount ='] }, '"Amount =" has no value.', /empty/],
    ['read_rows', { sheet: 'SHT-1', sort: 'Colour' }, 'There is no column "Colour".', /Columns: Item/],
    ['read_rows', { sheet: 'SHT-1', columns: ['Colour'] }, 'There is no column "Colour".', /Columns: Item/],
    ['append_row', { sheet: 'SHT-1', cells: { Amuont: 1 } }, 'There is no column "Amuont".', /"Amount"/],
    ['append_row', { sheet: 'SHT-1', cells: ['Ink'] }, '"Ink" is no column=value.', /Item=/],
    ['append_row', { sheet: 'SHT-1', cells: ['Item=a', 'item=b'] }, 'Item was given twice.', /once/],
    ['update_rows', { sheet: 'SHT-1', cells: { Paid: true } }, 'It is not said which rows.', /where/],
    ['read_range', { sheet: 'SHT-1', range: 'B' }, '"B" is no range.', /B2:D10/],
    ['read_range', { sheet: 'SHT-1', range: 'A1:ZZ9000' }, 'A1:ZZ9000 has too many cells.', /reaches to E6/],
    ['read_range', { range: 'B2' }, 'sheet is missing.', /Costs!B2/],
    ['read_range', { range: 'Nothing!B2' }, 'There is no sheet "Nothing".', /SHT-1 \(Costs\)/],
    ['read_range', { sheet: 'SHT-1', range: 'Archive!B2' }, 'sheet SHT-1 is not called "Archive".', /two/],
    ['write_range', { sheet: 'SHT-1', range: 'A2:B3', values: [1, 2, 3] }, 'A2:B3 has 4 cells, and 3 values were given.', /2 rows of 2/],
    ['write_range', { sheet: 'SHT-1', range: 'F1:G1', values: ['', 'x'] }, 'E1 would be a column without a name.', /name/],
    ['clear_range', { sheet: 'SHT-1', range: 'A:A' }, 'A1:A6 holds the header.', /row 2/],
    [
      'update_rows',
      { sheet: 'SHT-1', where: ['Item = Gold'], cells: { Paid: true } },
      'No row of sheet SHT-1 meets the conditions; nothing was done.',
      /4 rows.*Item/,
    ],
  ])('%s %j: %s', (tool, args, message, hint) => {
    const desk = costs();
    const refused = refusal(desk, `spreadsheets.${tool}`, args);
    expect(refused.message).toBe(message);
    expect(refused.hint).toMatch(hint);
    expect(changesOf(desk)).toEqual([]);
  });

  test('that is protected is not changed', () => {
    for (const [tool, args] of [
      ['append_row', { cells: { Item: 'x' } }],
      ['write_range', { range: 'A2', values: ['x'] }],
      ['delete_rows', { where: ['Item = Old'] }],
    ] as const)
      expect(refusal(costs(), `spreadsheets.${tool}`, { sheet: 'SHT-2', ...args }).code).toBe('conflict');
  });

  test('rows are deleted by conditions', () => {
    const desk = costs();
    expect(result(desk, 'spreadsheets.delete_rows', { sheet: 'SHT-1', where: ['Amount < 500'] })).toEqual({
      deleted: ['SRW-103', 'SRW-106'],
    });
    expect(changesOf(desk).map(({ effect }) => effect)).toEqual(['delete', 'delete']);
  });
});

test('arguments are described in the form in which agents give them', () => {
  const of = (name: string) => toolList({ services: [spreadsheets, databases], zone: 'UTC' }).find((one) => one.name === name);
  expect(of('spreadsheets.write_range')?.inputSchema.properties.values).toMatchObject({ type: 'array', items: { type: 'array' } });
  expect(of('databases.insert_row')?.inputSchema).toMatchObject({
    required: ['table', 'cells'],
    properties: { cells: { type: 'object' } },
  });
  expect(of('databases.query_rows')?.annotations).toMatchObject({ readOnlyHint: true });
  expect(of('databases.delete_rows')?.annotations).toMatchObject({ readOnlyHint: false, destructiveHint: true });
});
