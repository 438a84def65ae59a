// Two mistakes that YAML itself explains badly are looked for in the text.

export interface Stretch {
  readonly start: number;
  readonly end: number;
}

/** Lines whose indentation holds a tab. */
export function findTabIndents(text: string): readonly Stretch[] {
  const found: Stretch[] = [];
  for (const match of text.matchAll(/^( *)(\t+)[ \t]*(?=\S)/gm)) {
    const start = match.index + (match[1]?.length ?? 0);
    found.push({ start, end: start + (match[2]?.length ?? 1) });
  }
  return found;
}

/**
 * Unquoted `${…}` within `{ }` or `[ ]` on the line of `from` (where YAML gave up) or later. Only called for files that are
 * not valid YAML, so a stray hit in a comment costs nothing.
 */
export function findUnquotedExpressions(text: string, from: number): readonly Stretch[] {
  const found: Stretch[] = [];
  let lineStart = text.lastIndexOf('\n', from - 1) + 1;
  for (const line of text.slice(lineStart).split('\n')) {
    found.push(...inLine(line).map(({ start, end }) => ({ start: start + lineStart, end: end + lineStart })));
    lineStart += line.length + 1;
  }
  return found;
}

function inLine(line: string): Stretch[] {
  const found: Stretch[] = [];
  let depth = 0;
  let quote = '';
  for (let i = 0; i < line.length; i++) {
    const char = line[i] ?? '';
    if (quote) {
      if (char === '\\' && quote === '"') i++;
      else if (char === quote) quote = '';
    } else if (char === '#' && (i === 0 || line[i - 1] === ' ')) break;
    else if ((char === '"' || char === "'") && /[\s,:[{]/.test(line[i - 1] ?? ' ')) quote = char;
    else if (char === '$' && line[i + 1] === '{' && depth > 0) {
      const end = closingBrace(line, i + 1);
      found.push({ start: i, end });
      i = end - 1;
    } else if (char === '{' || char === '[') depth++;
    else if (char === '}' || char === ']') depth = Math.max(0, depth - 1);
  }
  return found;
}

function closingBrace(line: string, open: number): number {
  let depth = 0;
  for (let i = open; i < line.length; i++) {
    if (line[i] === '{') depth++;
    if (line[i] === '}' && --depth === 0) return i + 1;
  }
  return line.length;
}
