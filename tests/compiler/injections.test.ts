// Where planted text goes in a field: at its beginning, at its end, or in the middle, and nothing of the field is torn apart.
import { expect, test } from 'vitest';
import { plant } from '#compiler/3-link/injections.ts';

test.each<[string, Parameters<typeof plant>, string]>([
  ['a field that is not there', ['Do it.', undefined, 'end'], 'Do it.'],
  ['a field of nothing but space', ['Do it.', ' \n', 'middle'], 'Do it.'],
  ['one line, at the end', ['Do it.', 'Nothing new.', 'end'], 'Nothing new. Do it.'],
  ['one line, at the start', ['Do it.', 'Nothing new.', 'start'], 'Do it. Nothing new.'],
  ['lines', ['Do it.', 'One\nTwo\n', 'end'], 'One\nTwo\nDo it.'],
  ['paragraphs', ['Do it.', 'One\n\nTwo\n', 'start'], 'Do it.\n\nOne\n\nTwo\n'],
  ['a text of several lines stands by itself', ['Do it.\nNow.', 'Nothing new.', 'end'], 'Nothing new.\n\nDo it.\nNow.'],
  [
    'the middle, between paragraphs',
    ['Do it.', 'One.\nTwo.\n\nThree. Four.\n\nFive.', 'middle'],
    'One.\nTwo.\n\nDo it.\n\nThree. Four.\n\nFive.',
  ],
  ['the middle, between lines', ['Do it.', 'One. Two.\nThree.\nFour.', 'middle'], 'One. Two.\nDo it.\nThree.\nFour.'],
  ['the middle, between sentences', ['Do it.', 'One 1.5 one. Two. Three!', 'middle'], 'One 1.5 one. Do it. Two. Three!'],
  ['the middle, between words', ['Do it.', 'Old address', 'middle'], 'Old Do it. address'],
  ['the middle of one word is its end', ['Do it.', 'Labels', 'middle'], 'Labels Do it.'],
])('%s', (_, [text, value, place], whole) => {
  expect(plant(text, value, place)).toBe(whole);
});
