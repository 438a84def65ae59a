// The words of a verdict, for every kind of check about what was said: answers, replies, files, and what has to agree.
import { expect, test } from 'vitest';
import { type AnswerParams, agree, answer, file, reply } from '#grader/checks/index.ts';
import { folderOf } from '#workspace/folder.ts';
import { type Act, fill, mail, say, update } from './build.ts';
import { type Case, words } from './words.ts';

const filled = (params: AnswerParams, ...values: readonly Parameters<typeof fill>[0][string][]): string =>
  words(...values.map((value): Case => [answer(params), [fill({ [params.field]: value })]]));

test('answer, a value', () => {
  expect(filled({ field: 'total', is: { number: 5, unit: 'EUR' } }, 5, 6, ['x'])).toMatchInlineSnapshot(`
    "1 total of the answer has to be the number 5 EUR
      as expected
      at answer total | met 1
    0 total of the answer has to be the number 5 EUR
      6
      at answer total | met 0
    0 total of the answer has to be the number 5 EUR
      ["x"]
      at answer total | met 0"
  `);
  expect(filled({ field: 'total', is: { at_least: 1, at_most: 2 } }, 1, 3, '1')).toMatchInlineSnapshot(`
    "1 total of the answer has to be from 1 to 2
      as expected
      at answer total | met 1
    0 total of the answer has to be from 1 to 2
      3
      at answer total | met 0
    0 total of the answer has to be from 1 to 2
      "1"
      at answer total | met 0"
  `);
  expect(words([answer({ field: 'total', is: 'x' }), [say('x')]], [answer({ field: 'total', is: 'x' }), []])).toMatchInlineSnapshot(`
    "0 total of the answer has to be "x"
      not given
      at answer total | met 0
    0 total of the answer has to be "x"
      not given
      at answer total | met 0 | nothing to look at"
  `);
});

test('answer, a list', () => {
  expect(filled({ field: 'ids', items: [['A', 'B', 'C']] }, ['C', 'B', 'A'], ['A', 'X'], [])).toMatchInlineSnapshot(`
    "1 ids of the answer has to be "A", "B", "C" in any order
      3 of 3 right: as expected
      at answer ids | met 3
    1/4 ids of the answer has to be "A", "B", "C" in any order
      1 of 3 right: wrongly "X", without "B", without "C"
      at answer ids | met 1
    0 ids of the answer has to be "A", "B", "C" in any order
      0 of 3 right: without "A", without "B", without "C"
      at answer ids | met 0"
  `);
  const ranking = [['A'], ['B', 'C'], ['D']];
  expect(filled({ field: 'ids', items: ranking }, ['A', 'C', 'B', 'D'], ['D', 'A', 'X'])).toMatchInlineSnapshot(`
    "1 ids of the answer has to be ["A"] ["B", "C"] ["D"] in this order
      4 of 4 right: as expected
      at answer ids | met 4
    0 ids of the answer has to be ["A"] ["B", "C"] ["D"] in this order
      1 of 4 right: wrongly "X", 1 in the wrong place, without "B", without "C"
      at answer ids | met 1"
  `);
  expect(filled({ field: 'ids', items: ranking, top: 2 }, ['A', 'B'], ['A', 'B', 'C'], ['D'])).toMatchInlineSnapshot(`
    "1 ids of the answer has to be the first 2 of ["A"] ["B", "C"] ["D"] in this order
      2 of 2 right: as expected
      at answer ids | met 2
    2/3 ids of the answer has to be the first 2 of ["A"] ["B", "C"] ["D"] in this order
      2 of 2 right: 1 in the wrong place
      at answer ids | met 2
    0 ids of the answer has to be the first 2 of ["A"] ["B", "C"] ["D"] in this order
      0 of 2 right: 1 in the wrong place, without "A", without "B", without "C"
      at answer ids | met 0"
  `);
  expect(filled({ field: 'ids', items: [['A', 'B']], top: 1 }, ['A'])).toMatchInlineSnapshot(`
    "1 ids of the answer has to be the first 1 of "A", "B" in this order
      as expected
      at answer ids | met 1"
  `);
  expect(filled({ field: 'ids', items: [] }, [], ['A'])).toMatchInlineSnapshot(`
    "1 ids of the answer has to be an empty list
      as expected
      at answer ids | met 0
    0 ids of the answer has to be an empty list
      0 of 0 right: wrongly "A"
      at answer ids | met 0"
  `);
});

test('answer, a table', () => {
  const rows = [
    { id: 'A', kind: 'short', sum: { number: 5 } },
    { id: 'B', kind: 'over', sum: null },
  ];
  const right = [
    { id: 'A', kind: 'short', sum: 5 },
    { id: 'B', kind: 'over' },
  ];
  expect(
    filled(
      { field: 'rows', key: ['id'], rows },
      right,
      [
        { id: 'A', kind: 'long', sum: 6 },
        { id: 'B', kind: 'over' },
      ],
      [...right, { id: 'X' }, { id: 'Y' }],
      [...right, right[1] ?? {}],
      [{ id: 'A' }],
    ),
  ).toMatchInlineSnapshot(`
    "1 rows of the answer has to be a row for each id of "A", "B" with the right kind, sum
      4 of 4 right: as expected
      at answer rows | met 4
    1/2 rows of the answer has to be a row for each id of "A", "B" with the right kind, sum
      2 of 4 right: "A": kind "long", sum 6
      at answer rows | met 2
    1/2 rows of the answer has to be a row for each id of "A", "B" with the right kind, sum
      4 of 4 right: rows that do not belong there: "X", "Y"
      at answer rows | met 4
    1/2 rows of the answer has to be a row for each id of "A", "B" with the right kind, sum
      2 of 4 right: "B" is given 2 times
      at answer rows | met 2
    0 rows of the answer has to be a row for each id of "A", "B" with the right kind, sum
      0 of 4 right: "A": kind nothing, sum nothing, no row for "B"
      at answer rows | met 0"
  `);
  expect(filled({ field: 'rows', key: ['a', 'b'], rows: [{ a: 'X', b: 'Y' }] }, [{ a: 'X', b: 'Z' }])).toMatchInlineSnapshot(`
    "0 rows of the answer has to be a row for each a and b of "X" and "Y"
      0 of 1 right: no row for "X", "Y", rows that do not belong there: "X", "Z"
      at answer rows | met 0"
  `);
});

test('reply', () => {
  const out_of = ['TIC-204', 'TIC-205', 'TIC-207'];
  const names = ['TIC-204', 'TIC-205'];
  expect(
    words(
      [reply({ names }), [say('TIC-204 and TIC-205')]],
      [reply({ names, out_of }), [say('TIC-204')]],
      [reply({ names, out_of }), [say('TIC-204 and TIC-207')]],
      [reply({ names, out_of }), [say('done')]],
      [reply({ names, out_of: names }), [], { trajectory: { steps: [{ source: 'agent', message: 'TIC-205' }] } }],
      [reply({ names, out_of }), []],
      [reply({ names: [], out_of }), [say('x')]],
    ),
  ).toMatchInlineSnapshot(`
    "1 the reply names TIC-204, TIC-205
      names TIC-204, TIC-205 (tool)
      at reply | met 2
    1/2 the reply names TIC-204, TIC-205 and no other of 3
      names TIC-204 (tool)
      at reply | met 1
    0 the reply names TIC-204, TIC-205 and no other of 3
      names TIC-204, and wrongly TIC-207 (tool)
      at reply | met 0
    0 the reply names TIC-204, TIC-205 and no other of 3
      names none (tool)
      at reply | met 0
    1/2 the reply names TIC-204, TIC-205
      names TIC-205 (transcript)
      at reply | met 1
    0 the reply names TIC-204, TIC-205 and no other of 3
      no reply
      at reply | nothing to look at
    0 the reply names none and no other of 3
      the check has nothing to name
      at reply | nothing to look at"
  `);
});

test('agree', () => {
  const things = [
    { answer: 'p' },
    { record: 'helpdesk.tickets/TIC-204', field: 'priority' },
    { sent: 'mail', to: 'ida@ours.example' },
    { reply: true as const },
  ];
  const created = agree({ things: [{ created: 'helpdesk.tickets', field: 'subject' }, { answer: 'p' }] });
  const urgent = update('TIC-204', { priority: 'urgent' });
  const told = mail('M-1', ['ida@ours.example'], 'urgent now');
  expect(
    words(
      [agree({ things }), [urgent, told, fill({ p: 'urgent' }, 'it is urgent')]],
      [agree({ things }), [urgent, mail('M-1', ['ida@ours.example'], 'low'), fill({ p: 'high' }, 'it is high')]],
      [agree({ things }), [told, fill({ p: 'urgent' })]],
      [agree({ things }), [urgent, told, fill({ p: 'urgent' }, ' ')]],
      [agree({ things }), []],
      [created, [update('TIC-300', { subject: 'a' }), update('TIC-301', { subject: 'b' }), fill({ p: 'c' })]],
    ),
  ).toMatchInlineSnapshot(`
    "1 answer p, helpdesk.tickets/TIC-204 priority, mail sent, reply agree
      "urgent"
      at answer p | helpdesk.tickets/TIC-204 priority | mail sent | reply
    0 answer p, helpdesk.tickets/TIC-204 priority, mail sent, reply agree
      "high"; helpdesk.tickets/TIC-204 priority "urgent"; mail sent does not name it
      at answer p | helpdesk.tickets/TIC-204 priority | mail sent | reply
    0 answer p, helpdesk.tickets/TIC-204 priority, mail sent, reply agree
      nothing there: helpdesk.tickets/TIC-204 priority, reply
      at answer p | helpdesk.tickets/TIC-204 priority | mail sent | reply | nothing to look at
    0 answer p, helpdesk.tickets/TIC-204 priority, mail sent, reply agree
      nothing there: reply
      at answer p | helpdesk.tickets/TIC-204 priority | mail sent | reply | nothing to look at
    0 answer p, helpdesk.tickets/TIC-204 priority, mail sent, reply agree
      nothing there: answer p, helpdesk.tickets/TIC-204 priority, mail sent, reply
      at answer p | helpdesk.tickets/TIC-204 priority | mail sent | reply | nothing to look at
    0 new helpdesk.tickets subject, answer p agree
      "a"; new helpdesk.tickets subject "a", "b"; answer p "c"
      at new helpdesk.tickets subject | answer p"
  `);
});

test('file', () => {
  const left = (files: { readonly [path: string]: string }) => ({ folder: folderOf(new Map(Object.entries(files))) });
  const none: readonly Act[] = [];
  const csv = {
    key: ['id'],
    rows: [
      { id: 'A', sum: { number: 5 } },
      { id: 'B', sum: { number: 6 } },
    ],
  };
  const table = file({ file: 'r.csv', csv });
  const json = file({
    file: 'r.json',
    text: { contains: 'sum' },
    json: [
      { at: ['sum'], is: { number: 5 } },
      { at: ['rows', 0, 'id'], is: { at_least: 1, at_most: 2 } },
      { at: ['rows'], key: ['id'], rows: [{ id: { number: 1 }, kind: 'x' }] },
    ],
  });
  expect(
    words(
      [file({ file: 'a.txt' }), none, left({ 'a.txt': '' })],
      [file({ file: 'a.txt' }), none],
      [file({ file: 'a.txt', text: 'x' }), none, left({ 'a.txt': 'y' })],
      [file({ file: 'a.txt' }), none, { folder: { ...folderOf(new Map()), leftOut: [{ path: 'a.txt', reason: 'a link' }] } }],
      [table, none, left({ 'r.csv': 'id,sum\nA,5\nB,6\n' })],
      [table, none, left({ 'r.csv': 'id\nA\nC\n' })],
      [table, none, left({ 'r.csv': '' })],
      [json, none, left({ 'r.json': '{"sum":5,"rows":[{"id":1,"kind":"x"}]}' })],
      [json, none, left({ 'r.json': '{"total":5,"rows":{}}' })],
      [json, none, left({ 'r.json': 'sum' })],
    ),
  ).toMatchInlineSnapshot(`
    "1 the file a.txt
      there
      at file a.txt
    0 the file a.txt
      not there
      at file a.txt | nothing to look at
    0 the file a.txt, its text "x"
      text "y"
      at file a.txt
    0 the file a.txt
      a link
      at file a.txt
    1 the file r.csv, a row for each id of "A", "B" with the right sum
      2 of 2 cells right
      at file r.csv
    0 the file r.csv, a row for each id of "A", "B" with the right sum
      no column sum; 0 of 2 cells right; "A": sum nothing; no row for "B"; rows that do not belong there: "C"
      at file r.csv
    0 the file r.csv, a row for each id of "A", "B" with the right sum
      empty
      at file r.csv
    1 the file r.json, its text something that contains "sum", $.sum the number 5, $.rows[0].id from 1 to 2, $.rows a row for each id of the number 1 with the right kind
      text as expected, $.sum as expected, $.rows[0].id as expected, $.rows 1 of 1 cells right
      at file r.json
    0 the file r.json, its text something that contains "sum", $.sum the number 5, $.rows[0].id from 1 to 2, $.rows a row for each id of the number 1 with the right kind
      text "{\\"total\\":5,\\"rows\\":{}}", $.sum nothing, $.rows[0].id nothing, $.rows {}, no list
      at file r.json
    1/4 the file r.json, its text something that contains "sum", $.sum the number 5, $.rows[0].id from 1 to 2, $.rows a row for each id of the number 1 with the right kind
      text as expected, not JSON, not JSON, not JSON
      at file r.json"
  `);
});
