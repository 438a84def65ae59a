// The nouns of collections in sentences.

/** `a loan`, `an item`, `a user`. */
export function withArticle(noun: string): string {
  return `${/^(?!uni|us[aeu]|eu|one)[aeiou]/i.test(noun) ? 'an' : 'a'} ${noun}`;
}
