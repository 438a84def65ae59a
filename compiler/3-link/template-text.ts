// Texts with `${…}` in them, taken apart. `$${` stands for a literal `${`.

export type TextPart =
  | { readonly kind: 'text'; readonly text: string }
  /** `start`: where the expression begins in the whole text. */
  | { readonly kind: 'expression'; readonly text: string; readonly start: number };

/** The parts of a text. An expression ends at its closing brace: braces and quotes inside it are followed. */
export function splitText(text: string): readonly TextPart[] | { readonly unclosed: number } {
  const parts: TextPart[] = [];
  let literal = '';
  for (let at = 0; at < text.length; ) {
    if (text.startsWith('$${', at)) {
      literal += '${';
      at += 3;
    } else if (text.startsWith('${', at)) {
      const end = closing(text, at + 2);
      if (end === undefined) return { unclosed: at };
      if (literal) parts.push({ kind: 'text', text: literal });
      literal = '';
      parts.push({ kind: 'expression', text: text.slice(at + 2, end), start: at + 2 });
      at = end + 1;
    } else literal += text[at++];
  }
  if (literal) parts.push({ kind: 'text', text: literal });
  return parts;
}

function closing(text: string, from: number): number | undefined {
  let depth = 0;
  let quote = '';
  for (let at = from; at < text.length; at++) {
    const char = text[at];
    if (quote) {
      if (char === '\\') at++;
      else if (char === quote) quote = '';
    } else if (char === '"' || char === "'") quote = char;
    else if (char === '{') depth++;
    else if (char === '}' && depth-- === 0) return at;
  }
  return undefined;
}
