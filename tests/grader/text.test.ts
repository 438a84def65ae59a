// Reading prose: mentions.
import { expect, test } from 'vitest';
import { fold, holdsPhrase, mentions } from '#grader/text.ts';

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
  ['TIC-20', 'tic-20'],
  ['', ''],
  ['See  TIC-20', 'see tic-20'],
  ['  See TIC-20\r\n', 'see tic-20'],
  ['See\u00a0TIC-20 ', 'see tic-20'],
  ['ТІС', 'tic'],
  ['see ТІС', 'see tic'],
  ['ТІС see', 'tic see'],
  ['Zoe\u0308', 'zo\u00eb'],
  ['ＴＩＣ２０', 'tic20'],
  ['TIC\u201420', 'tic-20'],
  ['20\u201421', '20\u201421'],
])('%j is read as %j', (text, read) => {
  expect(fold(text)).toBe(read);
});

test.each([
  ['there are 10 of them', '10', true],
  ['10 000', '10', false],
  ['10 000 and 10', '10', true],
  ['1’000', '000', false],
  ['5 100', '100', false],
  ['5 100/100', '100', true],
  ['1,010 10.5 10:30 -10 10% 10 %', '10', false],
  ['nothing', '', false],
  ['Net Thirty', 'net thirty', true],
])('%j holds %j: %s', (text, phrase, holds) => {
  expect(holdsPhrase(text, phrase)).toBe(holds);
});

test('a text that repeats a name very often is read in no time', () => {
  expect(mentions('TIC-20 '.repeat(200_000), ['TIC-20', 'TIC-2'])).toEqual(['TIC-20']);
});
