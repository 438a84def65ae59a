// Imported rows of tables and sheets: what the scenario and its CSV files say in, records out.
import { expect, test } from 'vitest';
import { compile, type Kit, loadKit } from '#compiler/index.ts';

const kit: Kit = await loadKit();

/** The rows of one service, as `id field=value …`, or the codes of what was reported. */
async function rowsOf(
  service: string,
  services: string,
  files: { readonly [name: string]: string },
  own: readonly string[] = [],
): Promise<readonly unknown[]> {
  const text = `slipway: 1
id: cases/import
title: Imported rows
now: 2026-03-09T09:00:00+01:00
request: Say nothing.
services:
${services}
prohibited: [{ id: all, writes: others }]
checks:
  - { id: listed, weight: 1, reply: { names: "\${${service}.rows[0]}", out_of: "\${${service}.rows}" } }
solution:
  - reply: "\${${service}.rows[0].id}"
`;
  const bytes = (one: string) => new TextEncoder().encode(one);
  const assets = new Map(Object.entries(files).map(([name, one]) => [name, bytes(one)]));
  const written = own.map((one) => ({ name: service, file: `${service}.service.yaml`, bytes: bytes(one) }));
  const folder = { file: 's.yaml', bytes: bytes(text), assets, services: written };
  const { plan, diagnostics } = await compile(folder, kit, { org: 'cases' });
  if (!plan) return diagnostics.map(({ code, span }) => `${span.file} ${code}`);
  return (plan.office.records[`${service}.rows`] ?? []).map(({ changed, created, ...rest }) => rest);
}

const tables = `  databases:
    tables:
      - { id: TBL-1, name: Stock, key: sku, columns: ["sku: text", "name: text", "counted: integer"] }
      - { id: TBL-2, name: Holds, columns: ["id: text, unique", "until: date"] }
`;

test('cells stand under the columns of the table, in their order; an empty one is left out; ids are counted', async () => {
  const services = `${tables}    rows: { import: { file: stock.csv, table: TBL-1 } }`;
  expect(
    await rowsOf('databases', services, { 'stock.csv': '\ufeffcounted,SKU,name\r\n3, A1 ,"Tent, ""red"""\r\n\r\n,A2,Rope\r\n' }),
  ).toEqual([
    { id: 'ROW-1', table: 'TBL-1', cells: ['sku=A1', 'name=Tent, "red"', 'counted=3'] },
    { id: 'ROW-2', table: 'TBL-1', cells: ['sku=A2', 'name=Rope'] },
  ]);
});

test('several files follow each other, behind the highest id that is written', async () => {
  const services = `${tables}    rows:
      import: [{ file: stock.csv, table: TBL-1 }, { file: holds.csv, table: TBL-2 }]
      records: [{ id: ROW-20, table: TBL-1, cells: [sku=A9] }]`;
  expect(await rowsOf('databases', services, { 'stock.csv': 'sku\nA1\n', 'holds.csv': 'id,until\nA1,2026-04-01\n' })).toEqual([
    { id: 'ROW-20', table: 'TBL-1', cells: ['sku=A9'] },
    { id: 'ROW-21', table: 'TBL-1', cells: ['sku=A1'] },
    { id: 'ROW-22', table: 'TBL-2', cells: ['id=A1', 'until=2026-04-01'] },
  ]);
});

test('columns that the table has not may be fields of the row', async () => {
  const services = `${tables}    rows: { import: { file: stock.csv, table: TBL-1 } }`;
  expect(await rowsOf('databases', services, { 'stock.csv': 'id,sku,changed_by\nROW-7,A1,\n,A2,Ida\n' })).toEqual([
    { id: 'ROW-7', table: 'TBL-1', cells: ['sku=A1'] },
    { id: 'ROW-8', table: 'TBL-1', cells: ['sku=A2'], changed_by: 'Ida' },
  ]);
});

test('rows of sheets are numbered from 2 on and hold every cell of the header, as it is typed in', async () => {
  const services = `  spreadsheets:
    sheets:
      - { id: SHT-1, workbook: Count, name: March, header: [item, packs, loose] }
      - { id: SHT-2, workbook: Count, name: April, header: [item] }
    rows:
      import:
        - { file: march.csv, sheet: SHT-1 }
        - { file: april.csv, sheet: SHT-2 }
        - { file: more.csv, sheet: SHT-1 }`;
  const files = { 'march.csv': 'item,packs,comment\nA1,,Torn\n007,1.50,\n', 'april.csv': 'item\nA1\n', 'more.csv': 'item,loose\nA3,2\n' };
  expect(await rowsOf('spreadsheets', services, files)).toEqual([
    { id: 'SRW-1', sheet: 'SHT-1', number: 2, values: ['A1', '', ''], comment: 'Torn' },
    { id: 'SRW-2', sheet: 'SHT-1', number: 3, values: ['007', '1.50', ''] },
    { id: 'SRW-3', sheet: 'SHT-2', number: 2, values: ['A1'] },
    { id: 'SRW-4', sheet: 'SHT-1', number: 4, values: ['A3', '', '2'] },
  ]);
});

test('a file of records with their cells is read as before', async () => {
  const services = `${tables}    rows: { import: rows.json }`;
  expect(await rowsOf('databases', services, { 'rows.json': '[{"id":"ROW-1","table":"TBL-1","cells":["sku=A1"]}]' })).toEqual([
    { id: 'ROW-1', table: 'TBL-1', cells: ['sku=A1'] },
  ]);
});

test('what is wrong in a file is shown in it, and the file is among the sources', async () => {
  const services = `${tables}    rows: { import: { file: in/stock.csv, table: TBL-1 } }`;
  expect(await rowsOf('databases', services, { 'in/stock.csv': 'sku,counted\nA1,many\n' })).toEqual(['in/stock.csv link/bad-value']);
});

test("a service of one's own has it by its rows, whatever the order of its collections", async () => {
  const own = `name: ledger
title: Ledger
about: Books with lines.
collections:
  rows:
    about: Lines of all books.
    noun: line
    prefix: LIN-
    fields:
      book: { type: reference, to: ledger.books, about: The book it is in. }
      parts: { type: list, of: string, about: Its cells. }
    rows: { of: book, columns: columns, cells: parts }
  books:
    about: One entry per book.
    noun: book
    prefix: BOK-
    fields:
      columns: { type: list, of: string, about: Its columns. }
tools:
  get_book: { kind: get, collection: books, effect: read, title: Get a book, about: Shows one book. }
  get_line: { kind: get, collection: rows, effect: read, title: Get a line, about: Shows one line. }
`;
  const services = `  ledger:
    rows: { import: { file: lines.csv, book: BOK-1 } }
    books: [{ id: BOK-1, columns: ["day: date", "sum: number"] }]`;
  expect(await rowsOf('ledger', services, { 'lines.csv': 'day,sum\n2026-03-01,2.50\n' }, [own])).toEqual([
    { id: 'LIN-1', book: 'BOK-1', parts: ['day=2026-03-01', 'sum=2.50'] },
  ]);
});
