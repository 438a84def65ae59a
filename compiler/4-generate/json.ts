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
  if (Array.isArray(value)) return `[\n${value.map((item) => inner + pretty(item, inner)).join(',\n')}\n${indent}]`;
  const entries = Object.entries(value).filter(([, item]) => item !== undefined);
  return `{\n${entries.map(([key, item]) => `${inner}${JSON.stringify(key)}: ${pretty(item, inner)}`).join(',\n')}\n${indent}}`;
}

function compact(value: unknown): string {
  if (value === null || typeof value !== 'object') return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map(compact).join(', ')}]`;
  const entries = Object.entries(value).filter(([, item]) => item !== undefined);
  return entries.length === 0 ? '{}' : `{ ${entries.map(([key, item]) => `${JSON.stringify(key)}: ${compact(item)}`).join(', ')} }`;
}
