// The check `file` and the reading of CSV: what an agent may leave in its folder, score and words out.
import { describe, expect, test } from 'vitest';
import { type FileParams, file } from '#grader/checks/index.ts';
import { readCsv } from '#grader/csv.ts';
import { toText } from '#grader/fraction.ts';
import { type CollectedFolder, folderOf } from '#workspace/folder.ts';
import { evidenceOf } from './build.ts';

function scoreOf(params: FileParams, files: { readonly [path: string]: string }, more: Partial<CollectedFolder> = {}): [string, string] {
  const folder = { ...folderOf(new Map(Object.entries(files))), ...more };
  const { score, found } = file(params)(evidenceOf([], { folder }));
  return [toText(score), found];
}

const csv = {
  key: ['invoice'],
  rows: [
    { invoice: { text: 'INV-1' }, total: { number: 1234.5 }, status: { text: 'open' } },
    { invoice: { text: 'INV-2' }, total: { number: 10 }, status: { text: 'José' } },
  ],
};
const table: FileParams = { file: 'report.csv', csv };
const right = 'invoice,total,status\nINV-1,1234.5,open\nINV-2,10,José\n';

type Row = [what: string, text: string, score: string, found?: string];

const TABLES: Row[] = [
  ['as asked', right, '1', '4 of 4'],
  ['rows in another order', 'invoice,total,status\nINV-2,10,José\nINV-1,1234.5,open\n', '1'],
  ['columns in another order, and one more', 'note,status,total,invoice\nx,open,1234.5,INV-1\ny,José,10,INV-2\n', '1'],
  ['headings in another case, with space', ' Invoice , TOTAL ,Status\nINV-1,1234.5,open\nINV-2,10,José\n', '1'],
  ['semicolons, a byte order mark, CRLF', '\ufeffinvoice;total;status\r\nINV-1;1234,5;open\r\nINV-2;10;José\r\n', '1'],
  ['told by Excel what separates', 'sep=;\r\ninvoice;total;status\r\nINV-1;1.234,50;open\r\nINV-2;10;José\r\n', '1'],
  ['tabs', 'invoice\ttotal\tstatus\nINV-1\t1,234.50\topen\nINV-2\t10.00\tJosé\n', '1'],
  ['everything quoted', '"invoice","total","status"\n"INV-1","1,234.50","open"\n"INV-2","10","José"\n', '1'],
  ['a currency', 'invoice,total,status\nINV-1,"€ 1,234.50",open\nINV-2,10 EUR,José\n', '1'],
  ['another Unicode form', right.replace('José', 'Jose\u0301'), '1'],
  ['old line ends, blank lines', `\r${right.replaceAll('\n', '\r\r')}`, '1'],
  ['no line end at the end', right.trimEnd(), '1'],
  ['one cell wrong', right.replace('1234.5', '1234.6'), '3/4', 'INV-1'],
  ['10 is not 100, nor 1,010', right.replace('10,José', '"1,010",José'), '3/4', 'INV-2'],
  ['10 is not 10 %', right.replace('10,José', '10 %,José'), '3/4'],
  ['an empty cell', right.replace('10,José', ',José'), '3/4'],
  ['a row missing', 'invoice,total,status\nINV-1,1234.5,open\n', '1/2', 'no row for the text "INV-2"'],
  ['a row too many', `${right}INV-9,1,open\n`, '2/3', 'INV-9'],
  ['a total line', `${right}Total,1244.5,\n`, '2/3', 'Total'],
  ['a row twice', `${right}INV-2,10,José\n`, '1/2', 'INV-2" is given 2 times'],
  ['more rows that do not belong than rows that do', `${right}A,1,x\nB,1,x\nC,1,x\n`, '0'],
  ['only headings', 'invoice,total,status\n', '0', '0 of 4'],
  ['no headings', 'INV-1,1234.5,open\nINV-2,10,José\n', '0', 'no column invoice, total, status'],
  ['a column twice, with two values', 'invoice,total,total,status\nINV-1,1234.5,9,open\nINV-2,10,10,José\n', '3/4'],
  ['a cell that is not closed', 'invoice,total,status\nINV-1,"1234.5,open\n', '0', 'not closed'],
  ['empty', '', '0', 'empty'],
  ['a formula is not its value', right.replace('1234.5', '=1234.5'), '3/4'],
];

describe('tables', () => {
  test.each(TABLES)('%s', (_, text, score, found = '') => {
    expect(scoreOf(table, { 'report.csv': text })).toEqual([score, expect.stringContaining(found)]);
  });
});

describe('CSV', () => {
  test.each([
    ['quotes in quotes, line ends and separators in cells', 'a,b\n"say ""hi""","x,\ny"\n', [{ a: 'say "hi"', b: 'x,\ny' }]],
    ['space around quotes', 'a,b\n "x" , y\n', [{ a: 'x', b: 'y' }]],
    ['a quote inside a cell', 'a,b\n5" disk,y\n', [{ a: '5" disk', b: 'y' }]],
    ['short and long lines', 'a,b\n1\n1,2,3\n', [{ a: '1' }, { a: '1', b: '2' }]],
    ['one column', 'a\n1\n\n2\n', [{ a: '1' }, { a: '2' }]],
    ['a comma where any separator would do', 'a\n1,5\n', [{ a: '1' }]],
    ['no cell behind the last separator, and no line end', 'a,b\n1,', [{ a: '1' }]],
    [
      'CRLF, CR and LF',
      'a,b\r\n1,2\r3,4\n5,6',
      [
        { a: '1', b: '2' },
        { a: '3', b: '4' },
        { a: '5', b: '6' },
      ],
    ],
    ['line ends of Windows in a cell', 'a,b\r\n"x\r\ny",2\r\n', [{ a: 'x\r\ny', b: '2' }]],
    ['a byte order mark in a cell', 'a,b\n1\ufeff2,3\n', [{ a: '1\ufeff2', b: '3' }]],
    ['what tells Excel the separator, in a row', 'a,b\nsep=;\n1,2\n', [{ a: 'sep=;' }, { a: '1', b: '2' }]],
    ['what tells Excel the separator, with LF', 'sep=;\na;b\n1;2\n', [{ a: '1', b: '2' }]],
    ['a quote that begins no cell, behind another separator', 'a,b\n1;"x,2\n', [{ a: '1;"x', b: '2' }]],
    ['a quote that begins no cell, behind a comma', 'a;b\n1,"x;2\n', [{ a: '1,"x', b: '2' }]],
  ])('%s', (_, text, rows) => {
    expect(readCsv(text, ['a', 'b'])).toEqual({ rows, missing: /^(?:sep=;\n)?a[,;]/.test(text) ? [] : ['b'] });
  });

  test.each([
    ['empty', '', { problem: 'empty' }],
    ['blank lines', '\n \r\n,,\n', { problem: 'empty' }],
    ['a cell that is not closed', 'a,b\n1,"2\n', { problem: 'a quoted cell is not closed' }],
    ['a cell that is not closed, whatever parts the cells', 'a\n"1', { problem: 'a quoted cell is not closed' }],
    ['a doubled quote at the end closes nothing', 'a\n"1""', { problem: 'a quoted cell is not closed' }],
    ['headings alone', 'b\n', { rows: [], missing: ['a'] }],
    ['other headings', 'x,y\n1,2\n', { rows: [{}], missing: ['a', 'b'] }],
  ])('%s', (_, text, read) => {
    expect(readCsv(text, ['a', 'b'])).toEqual(read);
  });
});

const json: FileParams = {
  file: 'report.json',
  json: [
    { at: ['total'], is: { number: 14 } },
    { at: ['items', 0, 'id'], is: { text: 'TIC-1' } },
    { at: ['done'], is: { in: [true, 'true'] } },
    { at: ['items'], key: ['id'], rows: [{ id: { text: 'TIC-1' }, hours: { number: 2 } }] },
  ],
};

describe('JSON', () => {
  const good = { total: 14, items: [{ id: 'TIC-1', hours: 2 }], done: true };
  test.each([
    ['as asked', JSON.stringify(good), '1', '$.total as expected'],
    ['with a byte order mark and white space', `\ufeff ${JSON.stringify(good, null, 4)}\n`, '1', ''],
    ['numbers as text', JSON.stringify({ ...good, total: '14' }), '1', ''],
    ['a wrong number', JSON.stringify({ ...good, total: 140 }), '3/4', '$.total 140'],
    ['null where an object belongs', JSON.stringify({ ...good, items: [null] }), '1/2', '$.items[0].id nothing'],
    ['a byte order mark in the middle', `${JSON.stringify(good)}\ufeff`, '0', 'not JSON'],
    ['rows that are none', JSON.stringify({ ...good, items: [...good.items, 'x', null, []] }), '1', ''],
    ['a key missing', JSON.stringify({ ...good, total: undefined }), '3/4', '$.total nothing'],
    ['a list where a number belongs', JSON.stringify({ ...good, total: [14] }), '3/4', ''],
    ['no list where one belongs', JSON.stringify({ ...good, items: { id: 'TIC-1' } }), '1/2', 'no list'],
    ['not JSON', 'total: 14', '0', 'not JSON'],
    ['cut off', JSON.stringify(good).slice(0, -5), '0', 'not JSON'],
    ['names that objects have', '{"constructor":14}', '0', '$.total nothing'],
    ['nesting without end', '['.repeat(100_000), '0', 'not JSON'],
  ])('%s', (_, text, score, found) => {
    expect(scoreOf(json, { 'report.json': text })).toEqual([score, expect.stringContaining(found)]);
  });

  test('the whole is a value too', () => {
    expect(scoreOf({ file: 'n.json', json: [{ at: [], is: { number: 3 } }] }, { 'n.json': '3' })[0]).toBe('1');
  });
});

describe('the file itself', () => {
  const there: FileParams = { file: 'José.txt', text: { contains: 'fine' } };
  test('text', () => {
    expect(scoreOf(there, { 'José.txt': 'All fine.' })).toEqual(['1', 'text as expected']);
    expect(scoreOf(there, { 'José.txt': 'refined' })[0]).toBe('0');
  });
  test('another Unicode form of its name', () => {
    expect(scoreOf(there, { 'Jose\u0301.txt': 'fine' })[0]).toBe('1');
  });
  test('there alone', () => {
    expect(scoreOf({ file: 'a.txt' }, { 'a.txt': '' })).toEqual(['1', 'there']);
  });
  test('not there, elsewhere, another case', () => {
    for (const path of ['x/José.txt', 'josé.txt']) expect(scoreOf(there, { [path]: 'fine' })).toEqual(['0', 'not there']);
  });
  test('left out, or no text: why', () => {
    const leftOut = [{ path: 'José.txt', reason: 'larger than 1 MB' }];
    expect(scoreOf(there, {}, { leftOut })).toEqual(['0', 'larger than 1 MB']);
    const files = [{ path: 'José.txt', bytes: new Uint8Array([0xff, 0xfe, 0x41]) }];
    expect(scoreOf(there, {}, { files })).toEqual(['0', 'not UTF-8 text']);
  });
  test('without a folder nothing is there', () => {
    expect(file(there)(evidenceOf([]))).toMatchObject({ found: 'not there', vacuous: true });
  });
});
