// Reading prose: mentions and the part of a reply that answers.
import { expect, test } from 'vitest';
import { answerPart, mentions } from '#grader/text.ts';

test.each([
  ['see TIC-20.', ['TIC-20'], ['TIC-20']],
  ['see TIC-204', ['TIC-20'], []],
  ['see TIC-20-b', ['TIC-20'], []],
  ['see TIC-20.1', ['TIC-20'], []],
  ['see XTIC-20', ['TIC-20'], []],
  ['see A-TIC-20', ['TIC-20'], []],
  ['see TIC-20_b', ['TIC-20'], []],
  ['tic-20', ['TIC-20'], ['TIC-20']],
  ['**TIC-20**, `TIC-21`, _TIC-22_, __TIC-23__', ['TIC-20', 'TIC-21', 'TIC-22', 'TIC-23'], ['TIC-20', 'TIC-21', 'TIC-22', 'TIC-23']],
  ['TIC-20,TIC-21/TIC-22;TIC-23', ['TIC-23', 'TIC-22', 'TIC-21', 'TIC-20'], ['TIC-23', 'TIC-22', 'TIC-21', 'TIC-20']],
  ['TIC-20..TIC-22', ['TIC-20', 'TIC-22'], ['TIC-20', 'TIC-22']],
  ["TIC-20's owner", ['TIC-20'], ['TIC-20']],
  ['TIC\u201120 and TIC\u200b-21', ['TIC-20', 'TIC-21'], ['TIC-20', 'TIC-21']],
  ['TIC\u034f-20, TIC-2\u20611, TIC\u180e-22', ['TIC-20', 'TIC-21', 'TIC-22'], ['TIC-20', 'TIC-21', 'TIC-22']],
  ['ＴＩＣ－２０ and 𝐓𝐈𝐂-𝟐𝟏', ['TIC-20', 'TIC-21'], ['TIC-20', 'TIC-21']],
  ['ТІС-20 in Cyrillic, ΤΙC-21 in Greek', ['TIC-20', 'TIC-21'], ['TIC-20', 'TIC-21']],
  ['TIC–20, but TIC-21–TIC-22 and 9–17', ['TIC-20', 'TIC-21', 'TIC-22', '9', '17'], ['TIC-20', 'TIC-21', 'TIC-22', '9', '17']],
  ['TIC-20¹', ['TIC-201'], []],
  ['helpdesk.tickets/TIC-20', ['TIC-20'], ['TIC-20']],
  ['TIC-20\u3092\u9589\u3058\u305f', ['TIC-20'], ['TIC-20']],
  ['Ida  Roth', ['Ida', 'Ida Roth'], ['Ida Roth']],
  ['Ida Roth and Ida', ['Ida', 'Ida Roth'], ['Ida', 'Ida Roth']],
  ['Jose\u0301', ['Jos\u00e9'], ['Jos\u00e9']],
  ['order 1042, 1043', ['1042', '1043', '42'], ['1042', '1043']],
  ['', ['TIC-20'], []],
  ['anything', [''], []],
  ['A', ['', 'A'], ['A']],
  ['A B A', ['A B', 'B A'], ['A B']],
])('%j of %j names %j', (text, names, named) => {
  expect(mentions(text, names)).toEqual(named);
});

test.each([
  ['TIC-1 and TIC-2 are raised.', 'TIC-1 and TIC-2 are raised.'],
  ['Raised:\n- TIC-1\n- TIC-2\n\nI left TIC-3 alone.', '- TIC-1\n- TIC-2\n'],
  ['I looked at:\n* TIC-3\n\nRaised:\n1. TIC-1\n2) TIC-2', '1. TIC-1\n2) TIC-2'],
  ['- TIC-1\n  told Ida\n\n- TIC-2', '- TIC-1\n  told Ida\n\n- TIC-2'],
  ['1. TIC-1\nManager: Ida\n\n2. TIC-2\nManager: Ola', '1. TIC-1\n\n2. TIC-2'.replace('\n\n', '\n')],
  ['Kept:\n1. TIC-3\nRaised:\n1. TIC-1', '1. TIC-1'],
  ['- TIC-1\r\n- TIC-2\r\n', '- TIC-1\n- TIC-2\n'],
  ['---\nTIC-1 -\n-5 degrees', '---\nTIC-1 -\n-5 degrees'],
  ['Raised:\n- TIC-1\n- TIC-2\n\nNext steps:\n1. Call Ida\n2. Wait', '- TIC-1\n- TIC-2\n'],
  [
    'TIC-3 is fresh, so I left it.\n\n| ticket | why |\n|---|---|\n| TIC-1 | old |\n| TIC-2 | old |\n',
    '| ticket | why |\n|---|---|\n| TIC-1 | old |\n| TIC-2 | old |\n',
  ],
  ['I left TIC-3 alone.\nTIC-1: raised\nTIC-2: raised\nBye', 'TIC-1: raised\nTIC-2: raised'],
  ['I left TIC-3 alone.\n```\nTIC-1\nTIC-2\n```', 'TIC-1\nTIC-2'],
  ['TIC-1 is raised.\nSo is TIC-2.', 'TIC-1 is raised.\nSo is TIC-2.'],
  ['Kept:\n1. TIC-3\nNo more.\n3. TIC-1', '3. TIC-1'],
  ['1. TIC-1\n- a note\nManager: Ida\n2. TIC-2', '1. TIC-1\n- a note\n2. TIC-2'],
  ['TIC-2 is fine.\n  \n\nRaised: TIC-1', 'TIC-2 is fine.\n  \n\nRaised: TIC-1'],
  ['TIC-3 is fine.\n10. TIC-1\n11. TIC-2', '10. TIC-1\n11. TIC-2'],
  ['TIC-3 is fine.\n  - TIC-1\n  -  TIC-2', '  - TIC-1\n  -  TIC-2'],
  ['Raised is\nFollow-up- TIC-1\nand TIC-2', 'Raised is\nFollow-up- TIC-1\nand TIC-2'],
  ['TIC-3 is fine.\n  | TIC-1 | old |  \n  | TIC-2 | old |', '  | TIC-1 | old |  \n  | TIC-2 | old |'],
  ['Raised | done | TIC-1\n| TIC-2 and more', 'Raised | done | TIC-1\n| TIC-2 and more'],
  ['I left TIC-3 alone.\n**TIC-1**: raised\n_**TIC-2**_: raised', '**TIC-1**: raised\n_**TIC-2**_: raised'],
  ['I left TIC-3 alone.\nTIC-1 raised\nTIC-2 raised', 'TIC-1 raised\nTIC-2 raised'],
  ['TIC-12: kept\nTIC-13: kept\nRaised: TIC-1', 'TIC-12: kept\nTIC-13: kept\nRaised: TIC-1'],
])('the answer in %j', (text, part) => {
  expect(answerPart(text, ['TIC-1', 'TIC-2', 'TIC-3'])).toBe(part);
});

test('names of several lengths make a list', () => {
  expect(answerPart('I left Ola alone.\nIda Roth: raised\nBo: raised\nBye', ['Ida Roth', 'Ola', 'Bo'])).toBe(
    'Ida Roth: raised\nBo: raised',
  );
});

test('a text that repeats a name very often is read in no time', () => {
  expect(mentions('TIC-20 '.repeat(200_000), ['TIC-20', 'TIC-2'])).toEqual(['TIC-20']);
});
