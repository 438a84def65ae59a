// Which part of a reply is its answer, whatever it says of what.
import { expect, test } from 'vitest';
import { answerBlocks, answerPart, type Readings } from '#grader/answer-part.ts';
import { readyNames } from '#grader/text.ts';

/** Headings that say in one word what they are. */
const plain: Readings = {
  heading: (line) => ({ kind: /^(?:Kept|I looked at):$/.test(line) ? 'aside' : /^\s*Denied:$/.test(line) ? 'denied' : 'answer' }),
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
  ['TIC-12: kept\nTIC-13: kept, unlike TIC-1\nRaised: TIC-2', 'TIC-12: kept\nTIC-13: kept, unlike TIC-1\nRaised: TIC-2'],
  ['TIC-3 is fine.\n-  TIC-1', '-  TIC-1'],
  ['I left TIC-3.\nSee |TIC-1| and |TIC-2|', 'I left TIC-3.\nSee |TIC-1| and |TIC-2|'],
  ['I left TIC-3.\n|TIC-1| is late', 'I left TIC-3.\n|TIC-1| is late'],
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
  // A line above a list that names one itself is said beside it.
  ['It is TIC-1, and besides:\n- TIC-3 (denied)', 'It is TIC-1, and besides:'],
  // What a list that names nothing says is no answer, and no reason to look no further.
  ['Notes:\n- none\n\nIt is TIC-1.', 'It is TIC-1.'],
  // A heading is that of the list right below it, and of no other.
  ['- TIC-1\nDenied:\n- TIC-2', '- TIC-1'],
  ['So far:\nDenied:\n- TIC-1\n| TIC-2 |', '| TIC-2 |'],
  ['  Denied:\n- TIC-1', ''],
  // A numbered list goes on behind a line between.
  ['Denied:\n1. TIC-1\nManager: Ida\n2. TIC-2', ''],
  ['Denied:\n1. TIC-1\n- a note\nManager: Ida\n2. TIC-2', ''],
  ['Denied:\n1. TIC-1\nRaised:\n1. TIC-2', '1. TIC-2'],
])('of %j the answer is %j', (text, part) => {
  expect(answerPart(text, readyNames(['TIC-1', 'TIC-2', 'TIC-3']), plain)).toBe(part);
});

test.each<[text: string, ...blocks: [text: string, above: string][]]>([
  ['Answer: TIC-1', ['TIC-1', '']],
  ['Answer : TIC-1', ['TIC-1', '']],
  ['Answer：TIC-1', ['TIC-1', '']],
  ['My final answer:   TIC-1  ', ['TIC-1', '']],
  ['**Answer**: TIC-1', ['TIC-1', '']],
  ['**Answer:** TIC-1', ['TIC-1', '']],
  ['- The answers: TIC-1', ['TIC-1', '']],
  ['As I said:\n\n  \nAnswer: TIC-1\nTIC-2', ['TIC-1', 'As I said:']],
  ['Answer: TIC-1\nAnswer: TIC-2', ['TIC-1', ''], ['TIC-2', 'Answer: TIC-1']],
  // As a heading, or in bold, no colon is needed; a line that is but the word is none.
  ['## Answer\nTIC-1', ['TIC-1', '']],
  ['  > # Answer\nTIC-1', ['TIC-1', '']],
  ['> **Answer**\nTIC-1', ['TIC-1', '']],
  ['- __Answer__\nTIC-1', ['TIC-1', '']],
  ['Answer\nTIC-1'],
  ['> *Answer*\nTIC-1'],
  ['The answer is TIC-1.'],
  ['Answered: TIC-1'],
  // What stands below belongs to it where it names nothing itself, or goes on.
  ['Answer: TIC-1 (since 10:30)\nTIC-2', ['TIC-1 (since 10:30)', '']],
  ['Answer: TIC-1 and\nTIC-2', ['TIC-1 and\nTIC-2', '']],
  ['**Answer: TIC-1 and these:**\n- TIC-2', ['TIC-1 and these:**\n- TIC-2', '']],
  ['Answer: see below.\n- TIC-1\n- TIC-2', ['see below.\n- TIC-1\n- TIC-2', '']],
  ['Answer: see below.\n\n- TIC-1', ['see below.', '']],
  ['Answer:\n\n- TIC-1\n', ['- TIC-1', '']],
  // Text goes as far as the next empty line,
  ['Answer:\nTIC-1\nand TIC-2\n  \nTIC-3', ['TIC-1\nand TIC-2', '']],
  ['Answer:\nTIC-1\nsince 10:30 (#5),\nalso: TIC-2', ['TIC-1\nsince 10:30 (#5),\nalso: TIC-2', '']],
  ['Answer:\nTIC-1\nsince 10:30\n**also** TIC-2\nand **TIC-3**', ['TIC-1\nsince 10:30\n**also** TIC-2\nand **TIC-3**', '']],
  ['Answer:\nTIC-1\nAnswer:\nTIC-2', ['TIC-1', ''], ['TIC-2', 'TIC-1']],
  // or heading,
  ['Answer:\nTIC-1\n# Others\nTIC-3', ['TIC-1', '']],
  ['Answer:\nTIC-1\n  # Others\nTIC-3', ['TIC-1', '']],
  ['Answer:\nTIC-1\n  **Others**  \nTIC-3', ['TIC-1', '']],
  ['Answer:\nTIC-1\n__Others__\nTIC-3', ['TIC-1', '']],
  ['Answer:\nTIC-1\nOthers:\nTIC-3', ['TIC-1', '']],
  ['Answer:\nTIC-1\n*Others:* \nTIC-3', ['TIC-1', '']],
  ['Answer:\n# Others\nTIC-3', ['', '']],
  ['Answer:\n  # Others\nTIC-3', ['', '']],
  // but for one that leads to a list.
  ['Answer:\nThese two (#1 and #2):\n- TIC-1\n- TIC-2', ['These two (#1 and #2):\n- TIC-1\n- TIC-2', '']],
  // A list goes as far as it is one.
  ['Answer:\n- TIC-1:\n- TIC-2:', ['- TIC-1:\n- TIC-2:', '']],
  ['Answer:\n- TIC-1\n  since May\n- TIC-2', ['- TIC-1\n  since May\n- TIC-2', '']],
  ['Answer:\n- TIC-1\nand not TIC-3', ['- TIC-1', '']],
  ['Answer:\n| TIC-1 | old |\nand not TIC-3', ['| TIC-1 | old |', '']],
  ['Answer:\n- TIC-1\n\n- TIC-2\n\nTIC-3 is fine.', ['- TIC-1\n\n- TIC-2', '']],
  ['Answer:\n| TIC-1 |\n\n| TIC-3 |', ['| TIC-1 |', '']],
])('what stands behind "Answer:" in %j', (text, ...blocks) => {
  expect(answerBlocks(text, readyNames(['TIC-1', 'TIC-2', 'TIC-3']))).toEqual(blocks.map(([part, above]) => ({ text: part, above })));
});
