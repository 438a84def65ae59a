// Text as people compare it: without case and accents.

/** `Café STRASSE` and `cafe straße` fold to the same. */
export function fold(text: string): string {
  // Most office text is plain; normalising it would change nothing.
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the range is all of ASCII
  if (/^[\x00-\x7f]*$/.test(text)) return text.toLowerCase();
  return text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase().replaceAll('ß', 'ss').replaceAll('ø', 'o').replaceAll('ł', 'l');
}

/** The words of a text, folded, each once. */
export function foldedWords(text: string): string[] {
  return [
    ...new Set(
      fold(text)
        .split(/\s+/)
        .filter((word) => word !== ''),
    ),
  ];
}
