// JSON as it stands in packs: two spaces, short lists and mappings on one line, keys in the order given, LF at the end.

const longestLine = 120;

/** The text of a JSON file. */
export function jsonText(value: unknown): string {
  return `${pretty(value, '')}\n`;
}

function pretty(value: unknown, indent: string): string {
  const flat = compact(value);
  if (value === null || typeof value !== 'object' || indent.length + flat.length <= longestLine - 20) return flat;
  const inner = `${indent}  `;
  if (Array.isArray(value) && value.every((item) => item === null || typeof item !== 'object'))
    return `[\n${filled(value, inner)}\n${indent}]`;
  if (Array.isArray(value)) return `[\n${value.map((item) => inner + pretty(item, inner)).join(',\n')}\n${indent}]`;
  const entries = Object.entries(value).filter(([, item]) => item !== undefined);
  return `{\n${entries.map(([key, item]) => `${inner}${JSON.stringify(key)}: ${pretty(item, inner)}`).join(',\n')}\n${indent}}`;
}

/** Plain values one after the other, as many to a line as fit. */
function filled(values: readonly unknown[], indent: string): string {
  const lines: string[] = [];
  for (const [i, value] of values.entries()) {
    const item = `${JSON.stringify(value)}${i < values.length - 1 ? ',' : ''}`;
    const last = lines.at(-1);
    if (last !== undefined && last.length + 1 + item.length <= longestLine) lines[lines.length - 1] = `${last} ${item}`;
    else lines.push(indent + item);
  }
  return lines.join('\n');
}

function compact(value: unknown): string {
  if (value === null || typeof value !== 'object') return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map(compact).join(', ')}]`;
  const entries = Object.entries(value).filter(([, item]) => item !== undefined);
  return entries.length === 0 ? '{}' : `{ ${entries.map(([key, item]) => `${JSON.stringify(key)}: ${compact(item)}`).join(', ')} }`;
}
