// "Did you mean": the closest of the allowed words, when it is close enough to be a slip of the keyboard.

/** The closest choice within a third of the word's length (at least 1, at most 3 edits), or undefined. */
export function closest(word: string, choices: readonly string[]): string | undefined {
  const limit = Math.min(3, Math.max(1, Math.floor(word.length / 3)));
  let best: { choice: string; distance: number } | undefined;
  for (const choice of choices) {
    const distance = editDistance(word.toLowerCase(), choice.toLowerCase());
    if (distance <= limit && (!best || distance < best.distance)) best = { choice, distance };
  }
  return best?.choice;
}

/** `Did you mean "helpdesk"?` when one is close, `Choose one of: a, b, c.` when few, else the first few. */
export function suggestion(word: string, choices: readonly string[]): string {
  const near = closest(word, choices);
  if (near !== undefined) return `Did you mean "${near}"?`;
  if (choices.length === 0) return 'There is nothing to choose from here.';
  const shown = choices.slice(0, 12);
  return `Choose one of: ${shown.join(', ')}${choices.length > shown.length ? `, … (${choices.length} in all)` : ''}.`;
}

/** Edits (insert, delete, replace, swap of neighbours) that turn one word into the other. */
function editDistance(a: string, b: string): number {
  let beforeLast: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const replaced = (last[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1);
      let cost = Math.min(replaced, (last[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1);
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) cost = Math.min(cost, (beforeLast[j - 2] ?? 0) + 1);
      row.push(cost);
    }
    beforeLast = last;
    last = row;
  }
  return last[b.length] ?? 0;
}
