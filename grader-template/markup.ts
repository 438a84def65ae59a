// Prose without the marks that only say how it looks.

/** Without tags, and without what a comment hides, which nobody reads. Before dashes and arrows are made one. */
export function withoutMarkup(text: string): string {
  return text
    .replace(/<!--[^<>]*-->/gu, '\0')
    .replace(/<\/?\p{L}[^<>\n]{0,200}>/gu, '')
    .replace(/&nbsp;/giu, ' ');
}

/** `I did **not** raise`, `__Left alone__:`; not within a word. */
export function withoutEmphasis(sentence: string): string {
  return sentence.replace(/(?<![*_\p{L}\p{N}])[*_]+(?=[^\s*_])|(?<=[^\s*_])[*_]+(?![*_\p{L}\p{N}])/gu, '');
}
