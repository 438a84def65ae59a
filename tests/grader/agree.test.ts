// The check `agree`: what the agent made in several places, and whether it says the same.
import { expect, test } from 'vitest';
import { agree } from '#grader/checks/index.ts';
import { toText } from '#grader/fraction.ts';
import type { Check } from '#grader/types.ts';
import { type Act, evidenceOf, fill, mail, say, update } from './build.ts';

const score = (check: Check, acts: readonly Act[]) => toText(check(evidenceOf(acts)).score);

const ids = { answer: 'ticket' } as const;
const urgent = update('TIC-204', { priority: 'urgent' });
const ida = 'ida@ours.example';
const both = [{ answer: 'a' }, { answer: 'b' }];
const filled = fill({ ticket: 'TIC-204' });
const toIda = { sent: 'mail', to: ida };
const wrote = { at: 'mail.messages/M-1', set: { body: 'TIC-204' } };

test.each<[string, Check, readonly Act[], string]>([
  [
    'a field and a record',
    agree({ things: [{ answer: 'p' }, { record: 'helpdesk.tickets/TIC-204', field: 'priority' }] }),
    [urgent, fill({ p: 'urgent' })],
    '1',
  ],
  [
    'they differ',
    agree({ things: [{ answer: 'p' }, { record: 'helpdesk.tickets/TIC-204', field: 'priority' }] }),
    [urgent, fill({ p: 'high' })],
    '0',
  ],
  [
    'the agent did not write it',
    agree({ things: [{ answer: 'p' }, { record: 'helpdesk.tickets/TIC-207', field: 'priority' }] }),
    [urgent, fill({ p: 'high' })],
    '0',
  ],
  [
    'the field was not its doing',
    agree({ things: [{ answer: 'p' }, { record: 'helpdesk.tickets/TIC-204', field: 'status' }] }),
    [urgent, fill({ p: 'open' })],
    '0',
  ],
  ['a field and the message', agree({ things: [ids, { reply: true }] }), [fill({ ticket: 'TIC-204' }, 'It is TIC-204.')], '1'],
  ['the message says another', agree({ things: [ids, { reply: true }] }), [fill({ ticket: 'TIC-204' }, 'It is TIC-205.')], '0'],
  ['a longer id', agree({ things: [ids, { reply: true }] }), [fill({ ticket: 'TIC-20' }, 'It is TIC-204.')], '0'],
  ['the message denies it', agree({ things: [ids, { reply: true }] }), [fill({ ticket: 'TIC-204' }, 'It is TIC-205, not TIC-204.')], '0'],
  ['the message hedges', agree({ things: [ids, { reply: true }] }), [fill({ ticket: 'TIC-204' }, 'It is TIC-204 or TIC-205.')], '0'],
  [
    'the message says what was left alone',
    agree({ things: [ids, { reply: true }] }),
    [fill({ ticket: 'TIC-204' }, 'Left alone: TIC-204.')],
    '1',
  ],
  [
    'a number, spelt for people',
    agree({ things: [{ answer: 'n' }, { reply: true }] }),
    [fill({ n: -1234.5 }, 'All in all -1,234.50 EUR.')],
    '1',
  ],
  [
    'a number in a longer one',
    agree({ things: [{ answer: 'n' }, { reply: true }] }),
    [fill({ n: 10 }, 'All in all 1,010 EUR and 100 more, id X-10.')],
    '0',
  ],
  ['one number or another', agree({ things: [{ answer: 'n' }, { reply: true }] }), [fill({ n: 12 }, 'It is 12 or 13.')], '0'],
  ...(
    [
      ['350.30EUR in all.', '1'],
      ['EUR 350.30', '1'],
      ['€350.30 is right, 340 is wrong', '1'],
      ['It is not 340, but 350.30.', '1'],
      ['350.30 is wrong', '0'],
      ['350.30 EUR was not correct.', '0'],
      ["350.30 isn't right", '0'],
      ['It is not 350.30.', '0'],
      ['It is not 350.30EUR, but 340.', '0'],
      ['1350.30', '0'],
      ['350.30k', '0'],
    ] as const
  ).map(([said, score]): [string, Check, readonly Act[], string] => [
    `a number said as "${said}"`,
    agree({ things: [{ answer: 'n' }, { reply: true }] }),
    [fill({ n: 350.3 }, said)],
    score,
  ]),
  [
    'a message to somebody',
    agree({ things: [ids, { sent: 'mail', to: ida }] }),
    [mail('MSG-1', [ida], 'About TIC-204'), fill({ ticket: 'TIC-204' })],
    '1',
  ],
  [
    'a message to somebody else',
    agree({ things: [ids, { sent: 'mail', to: ida }] }),
    [mail('MSG-1', ['x@y.example'], 'TIC-204'), fill({ ticket: 'TIC-204' })],
    '0',
  ],
  [
    'what was created',
    agree({ things: [{ answer: 's' }, { created: 'helpdesk.tickets', field: 'subject' }] }),
    [update('TIC-300', { subject: 'Jos\u00e9' }), fill({ s: 'Jose\u0301' })],
    '1',
  ],
  [
    'all that was created',
    agree({ things: [{ answer: 's' }, { created: 'helpdesk.tickets', field: 'subject' }] }),
    [update('TIC-300', { subject: 'a' }), update('TIC-301', { subject: 'b' }), fill({ s: 'a' })],
    '0',
  ],
  [
    'all of these',
    agree({ things: [{ answer: 's' }, { created: 'helpdesk.tickets', where: { status: 'new' }, field: 'subject' }] }),
    [update('TIC-300', { subject: 'a', status: 'new' }), update('TIC-301', { subject: 'b' }), fill({ s: 'a' })],
    '1',
  ],
  [
    'a text that has to name it',
    agree({ things: [{ answer: 'n' }, { created: 'helpdesk.tickets', field: 'subject', says: true }] }),
    [update('TIC-300', { subject: 'Difference: 1.234,50 €' }), fill({ n: 1234.5 })],
    '1',
  ],
  ['lists in any order', agree({ things: [{ answer: 'a' }, { answer: 'b' }] }), [fill({ a: ['x', 'y'], b: ['y', 'x'] })], '1'],
  ['one of them is not there', agree({ things: [{ answer: 'a' }, { answer: 'b' }] }), [fill({ a: 'x' })], '0'],
  ['nothing at all', agree({ things: [{ answer: 'a' }, { answer: 'b' }] }), [], '0'],
  ['true is true', agree({ things: both }), [fill({ a: true, b: true })], '1'],
  ['true is not false', agree({ things: both }), [fill({ a: true, b: false })], '0'],
  ['decimals add up', agree({ things: both }), [fill({ a: 0.3, b: 0.1 + 0.2 })], '1'],
  ['an address in another case', agree({ things: both }), [fill({ a: 'Ida@ours.example', b: 'ida@ours.example' })], '1'],
  ['nothing is no value to agree on', agree({ things: both }), [fill({ a: '', b: '' })], '0'],
  ['nor is null', agree({ things: both }), [fill({ a: null, b: null })], '0'],
  [
    'all of a list is in the message',
    agree({ things: [{ answer: 'a' }, { reply: true }] }),
    [fill({ a: ['A-1', 'B-2'] }, 'B-2, A-1')],
    '1',
  ],
  ['a part of a list', agree({ things: [{ answer: 'a' }, { reply: true }] }), [fill({ a: ['A-1', 'B-2'] }, 'B-2')], '0'],
  ['true is in no message', agree({ things: [{ answer: 'a' }, { reply: true }] }), [fill({ a: true }, 'true 1')], '0'],
  ['the text stands first', agree({ things: [{ reply: true }, ids] }), [fill({ ticket: 'TIC-204' }, 'It is TIC-204.')], '1'],
  ['an empty message', agree({ things: [ids, { reply: true }] }), [fill({ ticket: 'TIC-204' }, ' ')], '0'],
  ['texts alone hold no value', agree({ things: [{ reply: true }, { sent: 'mail' }] }), [mail('M-1', [ida], 'x'), say('x')], '0'],
  [
    'said in the message and denied above a list',
    agree({ things: [ids, { reply: true }] }),
    [fill({ ticket: 'TIC-204' }, 'It is TIC-204.\n\nI did not close:\n- TIC-204')],
    '1',
  ],
  ['one of two messages', agree({ things: [ids, { sent: 'mail' }] }), [mail('M-1', [], 'x'), mail('M-2', [], 'TIC-204'), filled], '1'],
  ['one of two addressees', agree({ things: [ids, toIda] }), [mail('M-1', ['x@y.example', ida], 'TIC-204'), filled], '1'],
  ['a message without addressees', agree({ things: [ids, { sent: 'mail', to: { not: ida } }] }), [mail('M-1', [], 'TIC-204'), filled], '0'],
  ['a draft is not sent', agree({ things: [ids, { sent: 'mail' }] }), [{ tool: 'mail.draft', writes: [wrote] }, filled], '0'],
  ['another service', agree({ things: [ids, { sent: 'mai' }] }), [mail('M-1', [ida], 'TIC-204'), filled], '0'],
  [
    'sent away',
    agree({ things: [ids, { sent: 'helpdesk' }] }),
    [{ tool: 'helpdesk.forward', writes: [{ at: 'helpdesk.tickets/TIC-204', set: null, effect: 'send' }] }, filled],
    '0',
  ],
  [
    'a number in a message is no text',
    agree({ things: [{ answer: 'n' }, { sent: 'mail' }] }),
    [{ tool: 'mail.send', writes: [{ at: 'mail.messages/M-1', set: { body: 'x', size: 5 }, effect: 'send' }] }, fill({ n: 5 })],
    '0',
  ],
  [
    'a list of texts in a message',
    agree({ things: [ids, { sent: 'mail' }] }),
    [{ tool: 'mail.send', writes: [{ at: 'mail.messages/M-1', set: { labels: ['x', 'TIC-204'] }, effect: 'send' }] }, filled],
    '1',
  ],
  [
    'a text that is a number',
    agree({ things: [{ answer: 'n' }, { created: 'helpdesk.tickets', field: 'hours', says: true }] }),
    [update('TIC-300', { hours: 5 }), fill({ n: 5 })],
    '0',
  ],
  [
    'written and deleted',
    agree({ things: [{ answer: 'p' }, { record: 'helpdesk.tickets/TIC-204', field: 'priority' }] }),
    [urgent, update('TIC-204', null), fill({ p: 'urgent' })],
    '0',
  ],
  [
    'deleted',
    agree({ things: [{ answer: 'p' }, { record: 'helpdesk.tickets/TIC-204', field: 'priority' }] }),
    [update('TIC-204', null), fill({ p: 'normal' })],
    '0',
  ],
  [
    'what was created, another record changed',
    agree({ things: [{ answer: 's' }, { created: 'helpdesk.tickets', field: 'subject' }] }),
    [
      update('TIC-300', { subject: 'a' }),
      update('TIC-204', { subject: 'b' }),
      mail('TIC-205', [], 'x'),
      update('TIC-205', { subject: 'b' }),
      fill({ s: 'a' }),
    ],
    '1',
  ],
  [
    'of those created with that status, what stayed',
    agree({ things: [{ answer: 's' }, { created: 'helpdesk.tickets', where: { status: 'new' }, field: 'subject' }] }),
    [
      update('TIC-300', { subject: 'a', status: 'new' }),
      update('TIC-301', { subject: 'b', status: 'new' }),
      update('TIC-301', null),
      fill({ s: 'a' }),
    ],
    '1',
  ],
  [
    'what was created and stayed',
    agree({ things: [{ answer: 's' }, { created: 'helpdesk.tickets', field: 'subject' }] }),
    [update('TIC-300', { subject: 'a' }), update('TIC-301', { subject: 'b' }), update('TIC-301', null), fill({ s: 'a' })],
    '1',
  ],
  ['a number is not its text', agree({ things: [{ answer: 'a' }, { answer: 'b' }] }), [fill({ a: 5, b: '5' })], '0'],
])('agree: %s', (_, check, acts, want) => {
  expect(score(check, acts)).toBe(want);
});

test.each<[text: string, holds: boolean]>([
  ['It is 5.', true],
  ['5 or 6', false],
  ['6 or 5', false],
  ['6 or 15', false],
  ['5 EUR or 6 EUR', false],
  ['5  EUR  or  6  EUR', false],
  ['6 EUR or 5 EUR', false],
  ['6 or EUR 5', false],
  ['6 or EUR  5', false],
  ['6 or EUR 15', false],
  ['Either more or less, it is 5.', true],
  ['5 for the other', true],
])('what a message commits itself to: "%s" names 5: %s', (text, holds) => {
  expect(score(agree({ things: [{ answer: 'n' }, { reply: true }] }), [fill({ n: 5 }, text)])).toBe(holds ? '1' : '0');
});

test.each(['15 or 6', '15 EUR or 6', '6 or EUR 15'])('"%s" does not name 1', (text) => {
  expect(score(agree({ things: [{ answer: 'n' }, { reply: true }] }), [fill({ n: 1 }, text)])).toBe('0');
});

test.each(['350.30 € is wrong.', '350.30 is really wrong.', "350.30 EUR wasn't the right one.", 'It is 35; 350.30 isn’t correct.'])(
  '"%s" does not name 350.30',
  (text) => {
    expect(score(agree({ things: [{ answer: 'n' }, { reply: true }] }), [fill({ n: 350.3 }, text)])).toBe('0');
  },
);

test('where nothing was sent to that one, there is nothing to agree with', () => {
  const check = agree({ things: [ids, toIda] });
  for (const acts of [[filled], [urgent, filled], [mail('M-1', ['ola@ours.example'], 'TIC-204'), filled]])
    expect(check(evidenceOf(acts))).toMatchObject({ found: 'nothing there: mail sent', vacuous: true });
});
