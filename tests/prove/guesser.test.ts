// What luck gives: the odds of passing, and the mean reward, of an answer that was chosen by the dice before anything was read.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { compile, type Kit, loadKit } from '#compiler/index.ts';
import { ROOT } from '../tree.ts';

let kit: Kit;
beforeAll(async () => {
  kit = await loadKit();
});

type Edits = readonly (readonly [string, string])[];

const asked = readFileSync(join(ROOT, 'tests/cases/diagnostics/prove/guessable+names/scenario.yaml'), 'utf8');
const CHECK = '- { id: told, weight: 1, reply: { names: "${oldest}", out_of: "${helpdesk.tickets}" } }';
const REPLY = '- reply: "It is ${oldest[0].id}."';

async function guessed(edits: Edits) {
  const text = edits.reduce((rest, [from, to]) => {
    expect(rest).toContain(from);
    return rest.replace(from, () => to);
  }, asked);
  const source = { file: 'scenario.yaml', bytes: new TextEncoder().encode(text), assets: new Map() };
  const { diagnostics, proof } = await compile(source, kit, { org: 'cases' });
  const row = proof?.attacks.find(({ attacker }) => attacker === 'guesser');
  return { codes: diagnostics.map(({ code }) => code), lazy: proof?.lazyReward, result: row?.result, detail: row?.detail };
}

test('one of four, which is meant to be', async () => {
  expect(await guessed([['solution:', 'untested:\n  - { chance: 0.25, why: a first example }\nsolution:']])).toEqual({
    codes: [],
    lazy: 0.25,
    result: 'held',
    detail: '1 of 4 possible answers pass; a guess earns 0.25 on average; meant to be: a first example',
  });
});

test('one of four, and it has to have been seen', async () => {
  const seen = '- { id: looked, weight: 0, saw: "helpdesk.tickets/${oldest[0].id}" }';
  expect(await guessed([[CHECK, `${seen}\n  ${CHECK.replace(' } }', ' }, needs: looked }')}`]])).toEqual({
    codes: [],
    lazy: 0,
    result: 'held',
    detail: '0: even the right answers earn nothing when nothing was read or done',
  });
});

const table = (columns: string, row: string): Edits => [
  [
    'services:\n',
    `answer:\n  tickets:\n    type: table\n    about: One row for each open ticket.\n    key: ticket\n    columns:\n      ticket: { type: reference, to: helpdesk.tickets, about: The ticket. }\n      ${columns}\nservices:\n`,
  ],
  [CHECK, `- { id: told, weight: 1, answer: tickets, rows: [{ each: open as t, row: { ticket: "\${t.id}", ${row} } }], must: true }`],
  [REPLY, `- reply: { tickets: [{ each: open as t, row: { ticket: "\${t.id}", ${row} } }] }`],
];
const LATE = `late: "\${now - t.opened > duration('48h') ? 'late' : 'fine'}"`;

// Three rows of four are right, with one label of two: of 3⁴ tables they earn 15.5 together, what is not whole at most 0.5 each.
test('a table of a few cells', async () => {
  const { codes, ...rest } = await guessed(table('late: { type: enum, values: [late, fine], about: How it is. }', LATE));
  expect(codes).not.toContain('prove/guessable');
  expect(rest).toEqual({ lazy: 0.191358, result: 'held', detail: '1 of 81 possible answers pass; a guess earns 0.1914 on average' });
});

test('a table of more cells than are tried', async () => {
  const columns =
    'late: { type: enum, values: [late, fine], about: How it is. }\n      days: { type: integer, about: How many whole days it has waited. }';
  const { codes, result, detail } = await guessed(table(columns, `${LATE}, days: "\${int((now - t.opened).getHours() / 24)}"`));
  expect(codes).not.toContain('prove/guessable');
  expect({ result, detail }).toEqual({
    result: 'held',
    detail: expect.stringMatching(/^0 of 200 guesses pass \(out of 194481\); a guess earns 0\.0\d+ on average$/),
  });
});

test('a table with a column that nothing tells', async () => {
  const columns = 'late: { type: enum, values: [late, fine], about: How it is. }\n      opened: { type: time, about: When it was opened. }';
  const { result, detail } = await guessed(table(columns, `${LATE}, opened: "\${t.opened}"`));
  expect({ result, detail }).toEqual({
    result: 'held',
    detail: expect.stringMatching(
      /^about 0: nothing tells tickets\.opened, and without that the rest earns 0\.5 at most; a guess earns 0\.0\d+ on average$/,
    ),
  });
});

test('nothing is tried twice: the dice fall the same way each time', async () => {
  const edits = table(
    'days: { type: integer, about: How many whole days it has waited. }',
    'days: "${int((now - t.opened).getHours() / 24)}"',
  );
  expect(await guessed(edits)).toEqual(await guessed(edits));
});
