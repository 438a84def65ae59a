// Which part of a reply is its answer, whatever it says of what.
import { expect, test } from 'vitest';
import { answerPart, type Readings } from '#grader/answer-part.ts';
import { readyNames } from '#grader/text.ts';

/** Headings that say in one word what they are. */
const plain: Readings = {
  heading: (line) => ({ kind: /^(?:Kept|I looked at):$/.test(line) ? 'aside' : /^Denied:$/.test(line) ? 'denied' : 'answer' }),
  isDeniedItem: (line) => line.endsWith('(denied)'),
};

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
  expect(answerPart(text, readyNames(['TIC-1', 'TIC-2', 'TIC-3']), plain)).toBe(part);
});

test('names of several lengths make a list', () => {
  expect(answerPart('I left Ola alone.\nIda Roth: raised\nBo: raised\nBye', readyNames(['Ida Roth', 'Ola', 'Bo']), plain)).toBe(
    'Ida Roth: raised\nBo: raised',
  );
});

test.each([
  ['High:\n- TIC-1\n\nNormal:\n- TIC-2', '- TIC-1\n\n- TIC-2'],
  ['- TIC-1\n- TIC-2 (denied)\n', '- TIC-1\n'],
  ['Denied:\n- TIC-1', ''],
  ['Denied:\n- TIC-1\nKept:\n- TIC-2\nKept:\n- TIC-3', '- TIC-3'],
  ['So TIC-1.\n\nKept:\n- TIC-3', 'So TIC-1.'],
  ['TIC-1, then Kept:\n- TIC-3', '- TIC-3'],
  ['Kept:\n- TIC-3\n\nTIC-1 and TIC-2 are late; kept:\n- TIC-3 (denied)', 'TIC-1 and TIC-2 are late; kept:'],
])('of %j the answer is %j', (text, part) => {
  expect(answerPart(text, readyNames(['TIC-1', 'TIC-2', 'TIC-3']), plain)).toBe(part);
});
