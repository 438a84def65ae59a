// "Did you mean": the closest of the allowed words, when it is close enough to be a slip of the keyboard; the same as in an office's refusals.
import { closest } from '#workspace/hints.ts';

export { closest };

/** The closest choice, or the only one that the word is the beginning of: `int` for `integer`. */
export function meant(word: string, choices: readonly string[]): string | undefined {
  const near = closest(word, choices);
  if (near !== undefined || word.length < 3) return near;
  const [only, another] = choices.filter((one) => one.startsWith(word.toLowerCase()));
  return another === undefined ? only : undefined;
}

/** `Did you mean "helpdesk"?` when one is close, `Choose one of: a, b, c.` when few, else the first few. */
export function suggestion(word: string, choices: readonly string[]): string {
  const near = meant(word, choices);
  if (near !== undefined) return `Did you mean "${near}"?`;
  if (choices.length === 0) return 'There is nothing to choose from here.';
  const shown = choices.slice(0, 12);
  return `Choose one of: ${shown.join(', ')}${choices.length > shown.length ? `, … (${choices.length} in all)` : ''}.`;
}
