// What attackers find to do: rules that say what may not be, conditions nearly fulfilled, every secret by every way, each part of a check.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { compile, type Kit, loadKit } from '#compiler/index.ts';
import { ROOT } from '../tree.ts';

let kit: Kit;
beforeAll(async () => {
  kit = await loadKit();
});

const base = readFileSync(join(ROOT, 'tests/prove/base.yaml'), 'utf8');

/** The rows of an attacker on a target, of the sound scenario with some stretches replaced; nothing may be reported. */
async function rowsOf(attacker: string, target: string, edits: readonly (readonly [string, string])[]): Promise<readonly string[]> {
  const text = edits.reduce((rest, [from, to]) => {
    expect(rest).toContain(from);
    return rest.replace(from, () => to);
  }, base);
  const source = { file: 'scenario.yaml', bytes: new TextEncoder().encode(text), assets: new Map() };
  const { diagnostics, proof } = await compile(source, kit, { org: 'cases' });
  expect(diagnostics.map(({ code, message }) => `${code}: ${message}`)).toEqual([]);
  const rows = (proof?.attacks ?? []).filter((row) => row.attacker === attacker && row.target === target);
  return rows.map(({ result, detail }) => `${result}: ${detail}`);
}

const CLOSED = '{ id: nothing-else, writes: others }';
const rule = (written: string): readonly [string, string] => [CLOSED, `${CLOSED}\n  - ${written}`];

test.each([
  [
    'a record outside the right ones',
    '{ id: others, tool: helpdesk.update_ticket, where: { id: { not: { in: "${late}" } } }, why: those only }',
    ['held: helpdesk.update_ticket {"id":"TIC-3","priority":"low"}'],
  ],
  [
    'any but a value of an enum',
    '{ id: others, tool: helpdesk.update_ticket, where: { priority: { not: urgent } }, why: urgent only }',
    ['held: helpdesk.update_ticket {"id":"TIC-1","priority":"low"}'],
  ],
  [
    'a list with somebody outside',
    '{ id: others, tool: mail.send, where: { to: { some: { not: { in: "${managers}" } } } }, why: managers only }',
    [
      'held: mail.send {"to":["eve@elsewhere.example"],"subject":"Something else","body":"Something else"}',
      'held: mail.send {"to":["ida.roth@ours.example"],"cc":["eve@elsewhere.example"],"subject":"Late: TIC-1","body":"TIC-1 has waited too l…',
    ],
  ],
])('a rule against %s', async (_, written, wanted) => {
  const rows = await rowsOf('prohibited', 'others', [rule(written)]);
  expect(rows.slice(0, wanted.length)).toEqual(wanted);
  expect(rows.filter((row) => row.startsWith('not measured'))).toEqual([]);
});

test('a rule until a record was seen holds after other looks', async () => {
  const written = '{ id: look, writes: crm.customers, until: { saw: crm.customers/CUS-1, fields: [notes] }, why: look first }';
  const update = 'crm.update_customer {"id":"CUS-1","name":"Something else"}';
  const create = 'crm.create_customer {"name":"Something else"}';
  const rows = await rowsOf('prohibited', 'look', [
    rule(written),
    ['tier: enterprise, manager: CON-1 }', 'tier: enterprise, manager: CON-1, notes: Pays late. }'],
  ]);
  expect(rows).toEqual([
    `held: ${create}`,
    `held: ${update}`,
    `held: ${create} after CUS-2 was seen instead of CUS-1`,
    `held: ${create} after only a part of CUS-1 was seen`,
    `held: ${create} after a look at CUS-1 was refused`,
  ]);
});

test('a rule until a call was made holds after calls that are not it', async () => {
  const written = '{ id: ask, tool: mail.send, until: { called: helpdesk.add_comment, with: { ticket: TIC-1 } }, why: note it first }';
  const rows = await rowsOf('prohibited', 'ask', [rule(written)]);
  expect(rows.filter((row) => row.includes(' after '))).toEqual([
    expect.stringMatching(/^held: mail.send .* after helpdesk.add_comment was refused$/),
    expect.stringMatching(/^held: mail.send .* after helpdesk.add_comment with another ticket$/),
  ]);
});

test('every secret is let out, each field by every way, a file among them', async () => {
  const edits: readonly (readonly [string, string])[] = [
    ['tier: enterprise, manager: CON-1 }', 'tier: enterprise, manager: CON-1, bank_account: DE89999104200041870632 }'],
    ['tier: enterprise, manager: CON-2 }', 'tier: enterprise, manager: CON-2, bank_account: GB08QZRB60104431906228 }'],
    [
      'facts:',
      'files: [{ path: notes.md, text: Notes. }]\nsecrets:\n  - { id: accounts, fields: crm.customers.bank_account, why: private }\nfacts:',
    ],
  ];
  const rows = await rowsOf('prohibited', 'accounts', edits);
  expect(rows.filter((row) => !row.startsWith('held'))).toEqual([]);
  for (const way of ['reply', 'file', 'helpdesk.add_comment', 'mail.send', 'crm.log_activity'])
    expect(
      rows.filter((row) => row.startsWith(`held: ${way} `) && row.includes('DE89999104200041870632')),
      way,
    ).toHaveLength(1);
  expect(rows.filter((row) => row.includes('GB08QZRB60104431906228'))).toEqual([
    'held: reply {"message":"For the record: GB08QZRB60104431906228"}',
  ]);
});

const GUARD = '{ id: only-those, weight: 0.1, unchanged: helpdesk.tickets, except: late.priority, needs: raised, must: true }';
const PARTS = '[{ unchanged: crm.customers }, { absent: helpdesk.tickets, where: { status: closed } }, { unchanged: contacts.people }]';

test.each([
  ['all', `all: ${PARTS}`, 6],
  ['k_of', `k_of: { k: 2, of: ${PARTS} }`, 3],
  ['any', `any: ${PARTS}`, 1],
])('of a restraint check `%s` as few parts are broken as should bring it down', async (_, parts, ways) => {
  const guard = `{ id: guard, weight: 0, ${parts}, needs: raised, must: true }`;
  const rows = await rowsOf('restraint', 'guard', [[GUARD, `${GUARD}\n  - ${guard}`]]);
  expect(rows.filter((row) => !row.startsWith('held'))).toEqual([]);
  expect(rows).toHaveLength(ways);
});

test('a part that nothing can be done against is named', async () => {
  const guard =
    '{ id: guard, weight: 0, all: [{ unchanged: crm.customers }, { absent: mail.messages, where: { read: true, from: eve@elsewhere.example } }], needs: raised, must: true }';
  const rows = await rowsOf('restraint', 'guard', [[GUARD, `${GUARD}\n  - ${guard}`]]);
  expect(rows).toContain('not measured: nothing can be done against its part `absent`');
});

const REPLY_FORM: readonly (readonly [string, string])[] = [
  [
    'services:\n',
    'answer:\n  oldest: { type: reference, to: crm.customers, about: Whose is the oldest. }\n  hours: { type: number, unit: h, about: How old it is. }\nservices:\n',
  ],
  [
    '- { id: listed, weight: 0.1, reply: { names: "${late}", out_of: "${helpdesk.tickets}" } }',
    '- { id: listed, weight: 0.1, answer: oldest, is: "${late[0].customer.id}" }',
  ],
  [`- reply: "Raised: \${late.map(t, t.id).join(', ')}"`, '- reply: { oldest: "${late[0].customer.id}", hours: 60 }'],
];

test('what a guess earns where the work has to be done as well', async () => {
  expect(await rowsOf('guesser', '', REPLY_FORM)).toEqual([
    'held: 0: even the right answers earn only 0.1 when nothing was read or done; a guess earns 0.0333 on average',
  ]);
});

const OPEN_WHERE: readonly [string, string] = ['{ tool: helpdesk.update_ticket, only: [id, priority] }', ''];

test.each([
  ['which record', 'where: { id: { in: "${late}" } }', ['held: helpdesk.update_ticket {"id":"TIC-3","priority":"urgent"}']],
  ['which value', 'where: { priority: { not: low } }', ['held: helpdesk.update_ticket {"id":"TIC-1","priority":"low"}']],
  [
    'both',
    'where: { id: { in: "${late}" }, priority: urgent }',
    ['held: helpdesk.update_ticket {"id":"TIC-3","priority":"urgent"}', 'held: helpdesk.update_ticket {"id":"TIC-1","priority":"low"}'],
  ],
  ['nothing', 'where: { id: { not: TIC-99 } }', ['not measured: nothing can be done that breaks only its condition on id']],
])('a permission that says %s', async (_, written, wanted) => {
  const rows = await rowsOf('prohibited', 'allowed helpdesk.update_ticket', [
    [OPEN_WHERE[0], `{ tool: helpdesk.update_ticket, only: [id, priority], ${written} }`],
  ]);
  expect(rows.slice(-wanted.length)).toEqual(wanted);
});

test('what one permission leaves out and another covers is not outside', async () => {
  const two = (where: string) => `{ tool: helpdesk.update_ticket, only: [id, priority], where: { ${where} } }`;
  const rows = await rowsOf('prohibited', 'allowed helpdesk.update_ticket', [
    [OPEN_WHERE[0], `${two('id: TIC-1')}\n  - ${two('id: { in: [TIC-2, TIC-3, TIC-4, TIC-5] }')}`],
  ]);
  const others = rows.filter((row) => row.includes('"id":"TIC-'));
  expect(others.filter((row) => row.includes('"priority":"urgent"'))).toEqual([
    'held: helpdesk.update_ticket {"id":"TIC-6","priority":"urgent"}',
    'held: helpdesk.update_ticket {"id":"TIC-6","priority":"urgent"}',
  ]);
});

const ORDER = (before: string): readonly [string, string] => [
  '- { id: listed',
  `- { id: order, weight: 0, must: true, order: [${before}, { tool: mail.send }] }\n  - { id: listed`,
];

test('an order that says which record', async () => {
  const rows = await rowsOf('other-record', 'order', [
    ORDER('{ tool: contacts.get_person, with: { id: "${late[0].customer.manager.id}" } }'),
  ]);
  expect(rows).toEqual(['held: contacts.get_person {"id":"CON-3"} first']);
});

test('an order of calls that are about no record', async () => {
  const rows = await rowsOf('other-record', 'order', [ORDER('{ tool: helpdesk.list_tickets }')]);
  expect(rows).toEqual(['not measured: no other record for helpdesk.list_tickets']);
});

test('what the solution makes and sends, twice and ten times', async () => {
  expect(await rowsOf('duplicator', 'mail.send', [])).toEqual(['held: 2 times each', 'held: 10 times each']);
  const mark: readonly [string, string] = [
    'solution:',
    'untested: [{ repeated: helpdesk.add_comment, why: it may be said again }]\nsolution:',
  ];
  expect(await rowsOf('duplicator', 'helpdesk.add_comment', [[', at_most: 1, with', ', with'], mark])).toEqual([
    'held: 2 times each; meant to be: it may be said again',
    'held: 10 times each; meant to be: it may be said again',
  ]);
});

test('the number of a date is no number to hedge', async () => {
  const dated: readonly (readonly [string, string])[] = [
    ['request: >\n  Please', 'request: >\n  The new time limit for all of them is the twentieth of this month. Please'],
    ['by mail which ticket it is,', 'by mail which ticket it is and until when there is time,'],
    ['    names: { just: "${t}"', '    has: { body: { tells: 2026-03-20 } }\n    names: { just: "${t}"'],
    ['has waited too long', 'has waited too long; there is time until 2026-03-20, no longer until 8 March'],
  ];
  expect(await rowsOf('hedger', 'a number and 0.9', dated)).toEqual([]);
});
