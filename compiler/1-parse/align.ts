// Where each character of a scalar's value stands in the source: folded blocks and quoted texts are not what they look like.

/**
 * Offsets into `raw` (the scalar as written, with quotes or block header) for each index of `value`, and one for its end.
 * White space folds and indents, so the two texts are matched on everything else: exact for characters that are not white
 * space, the nearest place for those that are.
 */
export function alignText(value: string, raw: string, type: string): readonly number[] {
  const offsets: number[] = [];
  let at = contentStart(raw, type);
  for (let i = 0; i < value.length; i++) {
    const char = value[i] ?? '';
    if (/\s/.test(char)) {
      offsets.push(at);
      if (raw[at] === char) at++;
      else if (type === 'QUOTE_DOUBLE' && raw[at] === '\\') at += escapeLength(raw, at);
      continue;
    }
    // In double quotes a backslash at the end of a line takes the line break away.
    while (at < raw.length && (/\s/.test(raw[at] ?? '') || (type === 'QUOTE_DOUBLE' && raw.startsWith('\\\n', at)))) at++;
    offsets.push(at);
    if (type === 'QUOTE_DOUBLE' && raw[at] === '\\') at += escapeLength(raw, at);
    else if (type === 'QUOTE_SINGLE' && raw.startsWith("''", at)) at += 2;
    else at++;
  }
  offsets.push(Math.min(at, raw.length));
  return offsets;
}

function contentStart(raw: string, type: string): number {
  if (type === 'QUOTE_DOUBLE' || type === 'QUOTE_SINGLE') return 1;
  if (type === 'BLOCK_FOLDED' || type === 'BLOCK_LITERAL') return raw.indexOf('\n') + 1;
  return 0;
}

/** `\n` is 2 long, `\x41` 4, `\u0041` 6, `\U00000041` 10. */
function escapeLength(raw: string, at: number): number {
  const kind = raw[at + 1];
  if (kind === 'x') return 4;
  if (kind === 'u') return 6;
  if (kind === 'U') return 10;
  return 2;
}
