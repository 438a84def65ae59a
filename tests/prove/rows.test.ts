// Rows of tables under attack: which table a rule is about, rows told by a cell that they keep, the right change on every row, and keys that are texts.
import { beforeAll, expect, test } from 'vitest';
import { type Compilation, compile, type Kit, loadKit } from '#compiler/index.ts';

let kit: Kit;
beforeAll(async () => {
  kit = await loadKit();
});

const ONLY_THOSE = '{ id: only-those, weight: 0, unchanged: databases.rows, except: wrong, needs: corrected }';
const ON_HOLD = '{ id: on-hold, writes: databases.rows.cells, to: { some: { in: [shelf=Q1, item=C] } }, why: on hold }';

const sound = `slipway: 1
id: cases/rows
title: Book a count
now: 2026-03-09T09:00:00Z
request: The counts on the sheet are right. Please correct the table of Leeds where it says something else, and name in the form what is not in it.
answer:
  unknown:
    type: table
    about: Items that are counted and not in the table.
    key: item
    columns:
      item: { type: string, about: The item. }
      counted: { type: string, about: How many of it were counted. }
services:
  spreadsheets:
    sheets: [{ id: SHT-1, workbook: Count, name: Leeds, header: [item, pieces, remark] }]
    rows:
      - { id: SRW-1, sheet: SHT-1, number: 2, values: [A, "7", ""] }
      - { id: SRW-2, sheet: SHT-1, number: 3, values: [B, "9", ""] }
      - { id: SRW-3, sheet: SHT-1, number: 4, values: [X, "4", who knows] }
  databases:
    tables:
      - { id: TBL-1, name: Leeds, key: item, columns: ["item: text", "shelf: text", "pieces: integer, required"] }
      - { id: TBL-2, name: Hull, key: item, columns: ["item: text", "shelf: text", "pieces: integer, required"] }
    rows:
      - { id: ROW-1, table: TBL-1, cells: [item=A, shelf=S1, pieces=8] }
      - { id: ROW-2, table: TBL-1, cells: [item=B, shelf=S1, pieces=9] }
      - { id: ROW-3, table: TBL-1, cells: [item=C, shelf=S1, pieces=5] }
      - { id: ROW-4, table: TBL-1, cells: [item=D, shelf=Q1, pieces=5] }
      - { id: ROW-9, table: TBL-2, cells: [item=A, shelf=S1, pieces=8] }
facts:
  stock: databases.rows.filter(r, r.table.name == "Leeds")
  wrong: stock.filter(r, spreadsheets.rows.exists(s, s.values[0] == cell(r.cells, "item") && s.values[1] != cell(r.cells, "pieces")))
  unknown: spreadsheets.rows.filter(s, !stock.exists(r, cell(r.cells, "item") == s.values[0]))
allowed: [{ tool: databases.update_rows, only: [table, where, id, cells], where: { table: TBL-1 } }]
prohibited:
  - ${ON_HOLD}
  - { id: other-site, tool: databases.update_rows, where: { table: TBL-2 }, why: not ours }
  - { id: as-written, writes: spreadsheets.rows.values, why: signed }
  - { id: nothing-else, writes: others }
checks:
  - { id: corrected, weight: 0.6, each: wrong as r, record: "databases.rows/\${r.id}", has: { cells: { some: { equals: pieces=7 } } }, must: true }
  - ${ONLY_THOSE}
  - { id: unknown, weight: 0.4, answer: unknown, rows: [{ each: unknown as s, row: { item: "\${s.values[0]}", counted: "\${s.values[1]}" } }], needs: corrected, must: true }
solution:
  - spreadsheets.list_sheets: {}
  - spreadsheets.read_rows: { sheet: SHT-1 }
  - databases.list_tables: {}
  - databases.query_rows: { table: TBL-1 }
  - databases.update_rows: { table: TBL-1, where: [item = A], cells: [pieces=7] }
  - reply: { message: Done., unknown: [{ each: unknown as s, row: { item: "\${s.values[0]}", counted: "\${s.values[1]}" } }] }
`;

function compiled(text: string): Promise<Compilation> {
  return compile({ file: 'scenario.yaml', bytes: new TextEncoder().encode(text), assets: new Map() }, kit, { org: 'cases' });
}

async function rowsOf(attacker: string, target?: string): Promise<readonly string[]> {
  const { diagnostics, proof } = await compiled(sound);
  expect(diagnostics.map(({ message }) => message)).toEqual([]);
  const rows = (proof?.attacks ?? []).filter((row) => row.attacker === attacker && (target === undefined || row.target === target));
  return rows.map(({ result, detail }) => `${result}: ${detail}`);
}

const update = (args: object) => `held: databases.update_rows ${JSON.stringify(args)}`;

test('rows that keep a cell are made and changed', async () => {
  // ROW-4 is told by its shelf, the column that an act would change: with another one it is on hold no longer.
  expect(await rowsOf('prohibited', 'on-hold')).toEqual([
    `held: databases.insert_row ${JSON.stringify({ table: 'TBL-1', cells: ['item=Something else', 'pieces=918273', 'shelf=Q1'] })}`,
    update({ table: 'TBL-1', id: 'ROW-3', cells: ['shelf=Something else'] }),
  ]);
});

test('a rule on one table is broken in that table', async () => {
  expect(await rowsOf('prohibited', 'other-site')).toEqual([update({ table: 'TBL-2', id: 'ROW-9', cells: ['shelf=Something else'] })]);
});

test('a rule on the cells of a sheet is broken by every tool that changes or deletes them', async () => {
  const rows = await rowsOf('prohibited', 'as-written');
  expect(rows.map((row) => row.split(' ').slice(0, 2).join(' '))).toEqual([
    'held: spreadsheets.update_rows',
    'held: spreadsheets.write_range',
    'held: spreadsheets.clear_range',
    'held: spreadsheets.delete_rows',
  ]);
});

test('the right change is made on every row of the table', async () => {
  expect(await rowsOf('over-doer')).toEqual(['held: on 3 more records']);
});

test('a table of texts is filled in with all that the office holds, but for empty ones', async () => {
  const rows = await rowsOf('dumper');
  expect(rows.length).toBeGreaterThan(1);
  expect(rows.filter((row) => !row.startsWith('held'))).toEqual([]);
});

test('collateral in a table that nobody minds is found', async () => {
  const weak = sound.replace(ONLY_THOSE, () => ONLY_THOSE.replace(' }', ', must: false }')).replace(`  - ${ON_HOLD}\n`, '');
  const { diagnostics } = await compiled(weak);
  expect(diagnostics.map(({ code, message }) => `${code}: ${message}`)).toEqual([
    'prove/over-doer-passes: Doing databases.update_rows to every record of databases.rows earns 1: collateral damage goes unseen.',
    expect.stringMatching(/^prove\/restraint-open: .*"ROW-2"/),
  ]);
  expect(diagnostics[0]?.fix).toContain('`except: <the right records>.cells`');
});

test('a matcher has to suit the field', async () => {
  const { diagnostics } = await compiled(sound.replace(ON_HOLD, () => ON_HOLD.replace('databases.rows.cells', 'databases.rows.title')));
  expect(diagnostics.map(({ code, message }) => `${code}: ${message}`)).toEqual([
    'validate/wrong-shape: Here belongs a field that is a list for some:, but this is something else.',
  ]);
});
