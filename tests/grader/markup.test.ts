// What is left of a text without marks.
import { expect, test } from 'vitest';
import { withoutEmphasis, withoutMarkup } from '#grader/markup.ts';

test.each<[text: string, plain: string]>([
  ['<p class="x">on <b>Tuesday</b><br/></p>', 'on Tuesday'],
  ['Tue<!-- 13:15 -->Wed', 'Tue\0Wed'],
  ['Tue&nbsp;13&NBSP;x', 'Tue 13 x'],
  // Signs that are no tags.
  ['1 < 2 > 0', '1 < 2 > 0'],
  ['a <b\n> c', 'a <b\n> c'],
  ['<a <b>', '<a '],
  [`<a ${'x'.repeat(200)}>`, `<a ${'x'.repeat(200)}>`],
])('without markup %j is %j', (text, plain) => {
  expect(withoutMarkup(text)).toBe(plain);
});

test.each([
  ['I did **not** raise', 'I did not raise'],
  ['**_Left_ alone:**', 'Left alone:'],
  ['__Left alone__: all', 'Left alone: all'],
  ['(*TIC-1*)', '(TIC-1)'],
  ['snake_case, a**b and 2 * 3 ** 4', 'snake_case, a**b and 2 * 3 ** 4'],
])('%s without emphasis: %s', (text, plain) => {
  expect(withoutEmphasis(text)).toBe(plain);
});
