// Typed answers: what was expected of a field and what was filled in, and the score that makes.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type AnswerParams, answer } from '#grader/checks/index.ts';
import type { Json } from '#grader/evidence/types.ts';
import { compare, one, toText, zero } from '#grader/fraction.ts';
import type { Check } from '#grader/types.ts';
import { type Act, evidenceOf, fill, say } from './build.ts';

const score = (check: Check, acts: readonly Act[]) => toText(check(evidenceOf(acts)).score);
const given = (params: AnswerParams, value: Json) => score(answer(params), [fill({ [params.field]: value })]);

const total = (is: Extract<AnswerParams, { is: unknown }>['is']): AnswerParams => ({ field: 'total', is });

test.each<[string, AnswerParams, Json, string]>([
  ['a number', total({ number: 5 }), 5, '1'],
  ['another number', total({ number: 5 }), 50, '0'],
  ['decimals add up', total({ number: 0.3 }), 0.1 + 0.2, '1'],
  ['10 is not 100', total({ number: 10 }), 100, '0'],
  ['10 is not 1010', total({ number: 10 }), 1010, '0'],
  ['within a distance', total({ number: 5, within: 0.01 }), 5.01, '1'],
  ['outside it', total({ number: 5, within: 0.01 }), 5.011, '0'],
  ['an alternative', total({ one_of: [{ number: 5 }, { number: 7 }] }), 7, '1'],
  ['no alternative', total({ one_of: [{ number: 5 }, { number: 7 }] }), 6, '0'],
  ['between bounds', total({ at_least: 1, at_most: 2 }), 2, '1'],
  ['above the upper one', total({ at_least: 1, at_most: 2 }), 2.5, '0'],
  ['below the lower one', total({ at_least: 1, at_most: 2 }), 0.5, '0'],
  ['one bound', total({ at_least: 1 }), 100, '1'],
  ['a text, another Unicode form and white space', total({ text: 'Jos\u00e9 Ruiz' }), ' Jose\u0301  Ruiz', '1'],
  ['a text in another case', total({ text: 'José' }), 'josé', '0'],
  ['an enum value', total('open'), 'open', '1'],
  ['an instant', total({ time: '2026-03-09T09:00:00+01:00' }), '2026-03-09T08:00:00Z', '1'],
  ['an address in another case', total('ida@ours.example'), 'Ida@Ours.example', '1'],
  ['a phrase', total({ contains: 'two weeks' }), 'It takes two weeks.', '1'],
  ['true', total(true), true, '1'],
  ['false', total(true), false, '0'],
  ['exactly the lower bound', total({ at_least: 1, at_most: 2 }), 1, '1'],
  ['a text between bounds', total({ at_least: 1, at_most: 2 }), '1.5', '0'],
  ['anything but that, left empty', total({ not: 'x' }), '', '0'],
  ['anything but that, null', total({ not: 'x' }), null, '0'],
])('value: %s', (_, params, value, want) => {
  expect(given(params, value)).toBe(want);
});

const set: AnswerParams = { field: 'ids', items: [['A', 'B', 'C']] };
const ranking: AnswerParams = { field: 'ids', items: [['A'], ['B', 'C'], ['D']] };
const top: AnswerParams = { ...ranking, top: 2 };

test.each<[string, AnswerParams, Json, string]>([
  ['all', set, ['C', 'A', 'B'], '1'],
  ['twice changes nothing', set, ['C', 'A', 'B', 'A'], '1'],
  ['one missing', set, ['C', 'A'], '2/3'],
  ['one more', set, ['C', 'A', 'B', 'X'], '3/4'],
  ['one wrong', set, ['C', 'A', 'X'], '1/2'],
  ['as many wrong as right', set, ['C', 'X'], '1/4'],
  ['more wrong than right', set, ['C', 'X', 'Y'], '0'],
  ['empty', set, [], '0'],
  ['nothing expected, nothing given', { field: 'ids', items: [] }, [], '1'],
  ['nothing expected, something given', { field: 'ids', items: [] }, ['A'], '0'],
  ['numbers by value', { field: 'ids', items: [[{ number: 0.3 }, { number: 1 }]] }, [1, 0.1 + 0.2], '1'],
  ['alternatives find each other', { field: 'ids', items: [[{ one_of: ['A', 'B'] }, 'A']] }, ['A', 'B'], '1'],
  ['an alternative is one', { field: 'ids', items: [[{ one_of: ['A', 'B'] }]] }, ['A', 'B'], '1/2'],
  ['in order', ranking, ['A', 'B', 'C', 'D'], '1'],
  ['equal ranks the other way round', ranking, ['A', 'C', 'B', 'D'], '1'],
  ['two neighbours swapped', ranking, ['B', 'A', 'C', 'D'], '3/5'],
  ['backwards', { field: 'ids', items: [['A'], ['B'], ['C']] }, ['C', 'B', 'A'], '0'],
  ['one left out does not move the others', ranking, ['A', 'B', 'D'], '3/4'],
  ['the top', top, ['A', 'B'], '1'],
  ['the top, the other of two equals', top, ['A', 'C'], '1'],
  ['the top in the wrong order', top, ['C', 'A'], '1/3'],
  ['the top has no room for both', top, ['B', 'C'], '1/3'],
  ['more than the top', top, ['A', 'B', 'C'], '2/3'],
  ['the whole ranking for the top', top, ['A', 'B', 'C', 'D'], '1/2'],
  ['half of the top', top, ['A'], '1/2'],
  ['the same but for white space is the same', { field: 'ids', items: [[{ text: 'A' }, { text: 'B' }]] }, ['A', 'B', ' A '], '1'],
  ['nothing among them', set, ['A', 'B', 'C', ''], '3/4'],
  ['one that two ranks would take', { field: 'ids', items: [['A'], [{ one_of: ['A', 'B'] }]], top: 1 }, ['A'], '1'],
  ['no list', set, 'A', '0'],
  ['three of one rank, then the next', { field: 'ids', items: [['A', 'B', 'C'], ['D']] }, ['B', 'D', 'A', 'C'], '3/5'],
])('list: %s', (_, params, value, want) => {
  expect(given(params, value)).toBe(want);
});

const table: AnswerParams = {
  field: 'rows',
  key: ['id'],
  rows: [
    { id: 'A', kind: 'short', sum: { number: 5 } },
    { id: 'B', kind: { one_of: ['twice', 'over'] }, sum: null },
  ],
};
const A = { id: 'A', kind: 'short', sum: 5 };
const B = { id: 'B', kind: 'over' };
const kinds: AnswerParams = { field: 'rows', key: ['id'], rows: ['A', 'B', 'C', 'D'].map((id) => ({ id, kind: id < 'C' ? 'x' : 'y' })) };
const pairs: AnswerParams = {
  field: 'rows',
  key: ['a', 'b'],
  rows: [
    { a: 'X', b: 'Y' },
    { a: 'Y', b: 'Z' },
  ],
  unordered: ['a', 'b'],
};
const change: AnswerParams = { field: 'rows', key: ['id'], rows: [{ id: '1', a: 'X', b: 'Y' }], unordered: ['a', 'b'] };
const routes: AnswerParams = { ...pairs, rows: [{ a: 'X', b: 'Y', km: { number: 3 } }] };

test.each<[string, AnswerParams, Json, string]>([
  ['all cells', table, [A, B], '1'],
  ['rows in any order', table, [B, A], '1'],
  ['one cell wrong', table, [{ ...A, sum: 6 }, B], '3/4'],
  ['one cell empty', table, [{ id: 'A', kind: 'short' }, B], '3/4'],
  ['something in a cell to be left empty', table, [A, { ...B, sum: 1 }], '3/4'],
  ['a row missing', table, [A], '1/2'],
  ['a row too many', table, [A, B, { ...A, id: 'X' }], '2/3'],
  ['a key twice is a contradiction', table, [A, { ...A, kind: 'over' }, B], '1/2'],
  ['even if it says the same', table, [A, A, B], '1/2'],
  ['a key twice that nobody asked for', table, [A, B, { id: 'X' }, { id: 'X' }], '1/2'],
  [
    'columns swapped',
    table,
    [
      { id: 'A', kind: 'x', sum: 4 },
      { id: 'B', kind: 'short', sum: 1 },
    ],
    '0',
  ],
  ['naming the row alone', table, [{ id: 'A' }], '0'],
  ['no rows', table, [], '0'],
  ['no table', table, 'A', '0'],
  ['what is no row', table, [A, 'x', null, ['A'], 5, B], '1'],
  ['a cell to be left empty, null', table, [A, { ...B, sum: null }], '1'],
  ['a cell to be left empty, ""', table, [A, { ...B, sum: '' }], '1'],
  ['rows named with nothing said of them', kinds, [{ id: 'A', kind: 'x' }, { id: 'B' }, { id: 'C' }], '1/4'],
  ['a row twice and another wrong', table, [A, A, { id: 'B', kind: 'x' }], '0'],
  ['a row twice, its key once with a blank', table, [A, { ...A, id: 'A ' }, B], '1/2'],
  ['columns that may change places beside the key', change, [{ id: '1', a: 'Y', b: 'X' }], '1'],
  ['they change together', change, [{ id: '1', a: 'Y', b: 'Y' }], '1/2'],
  ['the other column takes the place of the key', { ...change, key: ['a'], rows: [{ a: 'X', b: 'X' }] }, [{ a: 'X', b: 'Z' }], '0'],
  ['one of the two left empty', { ...change, rows: [{ id: '1', a: 'X', b: null }] }, [{ id: '1', b: 'X' }], '1'],
  ['a key with blanks around it', table, [{ ...A, id: 'A' }, B], '1'],
  ['a table of nothing but its key', { field: 'rows', key: ['id'], rows: [{ id: 'A' }, { id: 'B' }] }, [{ id: 'A' }, { id: 'B' }], '1'],
  ['the same, one wrong', { field: 'rows', key: ['id'], rows: [{ id: 'A' }, { id: 'B' }] }, [{ id: 'A' }, { id: 'X' }], '1/3'],
  [
    'a key with alternatives',
    {
      field: 'rows',
      key: ['id'],
      rows: [
        { id: { one_of: ['A', 'B'] }, kind: 'x' },
        { id: 'A', kind: 'y' },
      ],
    },
    [
      { id: 'A', kind: 'y' },
      { id: 'B', kind: 'x' },
    ],
    '1',
  ],
  [
    'classes, three of four',
    kinds,
    [
      ['A', 'x'],
      ['B', 'x'],
      ['C', 'y'],
      ['D', 'x'],
    ].map(([id = '', kind = '']) => ({ id, kind })),
    '3/4',
  ],
  ['classes, all the same', kinds, ['A', 'B', 'C', 'D'].map((id) => ({ id, kind: 'x' })), '1/2'],
  ['classes, one for records of all kinds', kinds, ['A', 'B', 'C', 'D', 'E'].map((id) => ({ id, kind: 'x' })), '0'],
  [
    'pairs',
    pairs,
    [
      { a: 'X', b: 'Y' },
      { a: 'Y', b: 'Z' },
    ],
    '1',
  ],
  [
    'pairs the other way round',
    pairs,
    [
      { a: 'Y', b: 'X' },
      { a: 'Z', b: 'Y' },
    ],
    '1',
  ],
  [
    'a pair both ways is given twice',
    pairs,
    [
      { a: 'Y', b: 'X' },
      { a: 'X', b: 'Y' },
      { a: 'Y', b: 'Z' },
    ],
    '1/2',
  ],
  [
    'a pair of others',
    pairs,
    [
      { a: 'X', b: 'Z' },
      { a: 'Y', b: 'Z' },
    ],
    '1/3',
  ],
  ['pairs with something to say', routes, [{ a: 'Y', b: 'X', km: 3 }], '1'],
  ['pairs where order counts', { field: 'rows', key: ['a', 'b'], rows: [{ a: 'X', b: 'Y' }] }, [{ a: 'Y', b: 'X' }], '0'],
])('table: %s', (_, params, value, want) => {
  expect(given(params, value)).toBe(want);
});

describe('not given', () => {
  test.each<[string, readonly Act[]]>([
    ['nothing said', []],
    ['a message alone', [say('total: 5')]],
    ['another field', [fill({ other: 5 })]],
    ['the last reply counts', [fill({ total: 5 }), say('done')]],
    ['a refused reply', [{ ...fill({ total: 5 }), outcome: 'refused' }]],
    ['somebody else', [{ ...fill({ total: 5 }), actor: 'user', tool: 'user' }]],
  ])('%s', (_, acts) => {
    expect(score(answer(total({ number: 5 })), acts)).toBe('0');
    expect(score(answer(total({ not: 7 })), acts)).toBe('0');
  });
});

test('words say what was expected, what was found and where', () => {
  const found = answer(table)(
    evidenceOf([
      fill({
        rows: [
          { ...A, sum: 6 },
          { ...B, id: 'X' },
        ],
      }),
    ]),
  );
  expect(found).toMatchObject({
    expected: 'rows of the answer has to be a row for each id of "A", "B" with the right kind, sum',
    found: '1 of 4 right: "A": sum 6, no row for "B", rows that do not belong there: "X"',
    where: ['answer rows'],
  });
});

const rowsArbitrary = fc.array(fc.record({ id: fc.constantFrom('A', 'B', 'X', 'Y'), kind: fc.constantFrom('short', 'over', 'twice') }), {
  maxLength: 6,
});

test('the order of rows and items makes no difference, and scores stay between 0 and 1', () => {
  fc.assert(
    fc.property(rowsArbitrary, (rows) => {
      const straight = answer(table)(evidenceOf([fill({ rows })]));
      const turned = answer(table)(evidenceOf([fill({ rows: rows.toReversed().map(({ id, kind }) => ({ kind, id })) })]));
      expect(toText(turned.score)).toBe(toText(straight.score));
      expect(compare(straight.score, zero) >= 0 && compare(straight.score, one) <= 0).toBe(true);
      const ids = rows.map(({ id }) => id);
      expect(given(set, ids.toReversed())).toBe(given(set, ids));
    }),
    { seed: 4, numRuns: 100 },
  );
});

test('a wrong row or item never raises a score', () => {
  fc.assert(
    fc.property(rowsArbitrary, (rows) => {
      const of = (value: Json, params: AnswerParams) => answer(params)(evidenceOf([fill({ [params.field]: value })])).score;
      expect(compare(of([...rows, { id: 'Z', kind: 'over' }], table), of(rows, table))).toBeLessThanOrEqual(0);
      const ids = rows.map(({ id }) => id);
      expect(compare(of([...ids, 'Z'], set), of(ids, set))).toBeLessThanOrEqual(0);
      expect(compare(of([...ids, 'Z'], top), of(ids, top))).toBeLessThanOrEqual(0);
    }),
    { seed: 4, numRuns: 100 },
  );
});
