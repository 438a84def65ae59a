// Two mistakes that YAML itself explains badly are looked for in the text.

export interface Stretch {
  readonly start: number;
  readonly end: number;
}

/** The tabs at or after the spaces that a line starts with. */
export function findTabIndents(text: string): readonly Stretch[] {
  const found: Stretch[] = [];
  for (const match of text.matchAll(/^( *)(\t+)[ \t]*(?=\S)/gm)) {
    const start = match.index + (match[1]?.length ?? 0);
    found.push({ start, end: start + (match[2]?.length ?? 1) });
  }
  return found;
}

/**
 * Unquoted `${…}` within `{ }` or `[ ]`: the one at `from`, which YAML could not read, and those after it. Only called for
 * files that are not valid YAML.
 */
export function findUnquotedExpressions(text: string, from: number): readonly Stretch[] {
  const found: Stretch[] = [];
  let lineStart = text.lastIndexOf('\n', from - 1) + 1;
  // What a line leaves open counts for the next one where it looks like the middle of a list or mapping.
  let open = 0;
  for (const line of text.slice(lineStart).split('\n')) {
    let seen = inLine(line, open);
    // YAML says that `from` is inside brackets; they may have been opened on an earlier line.
    if (lineStart <= from && from < lineStart + line.length && !seen.found.some(({ start }) => start + lineStart === from))
      seen = inLine(line, 1);
    found.push(...seen.found.map(({ start, end }) => ({ start: start + lineStart, end: end + lineStart })));
    open = /[{[,]\s*$/.test(line) ? seen.open : 0;
    lineStart += line.length + 1;
  }
  return found;
}

function inLine(line: string, before: number): { readonly found: readonly Stretch[]; readonly open: number } {
  const found: Stretch[] = [];
  let open = before;
  let quote = '';
  for (let i = 0; i < line.length; i++) {
    const char = line[i] ?? '';
    if (quote) {
      if (char === '\\' && quote === '"') i++;
      else if (char === quote) quote = '';
    } else if (char === '#' && (i === 0 || line[i - 1] === ' ')) break;
    else if ((char === '"' || char === "'") && /[\s,:[{]/.test(line[i - 1] ?? ' ')) quote = char;
    else if (char === '$' && line[i + 1] === '{' && open > 0) {
      const end = closingBrace(line, i + 1);
      found.push({ start: i, end });
      i = end - 1;
    } else if (char === '{' || char === '[') open++;
    else if (char === '}' || char === ']') open = Math.max(0, open - 1);
  }
  return { found, open };
}

function closingBrace(line: string, open: number): number {
  let depth = 0;
  for (let i = open; i < line.length; i++) {
    if (line[i] === '{') depth++;
    if (line[i] === '}' && --depth === 0) return i + 1;
  }
  return line.length;
}
