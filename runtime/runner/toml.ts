// Reads TOML. The only importer of smol-toml in the runner.
import { parse, TomlError } from 'smol-toml';

export type Table = { readonly [key: string]: unknown };

/** Throws an Error whose message has line and column and fits on one line. */
export function readToml(text: string): Table {
  try {
    return parse(text);
  } catch (thrown) {
    if (!(thrown instanceof TomlError)) throw thrown;
    const [first = 'not TOML'] = thrown.message.replace(/^Invalid TOML document: /, '').split('\n');
    throw new Error(`line ${thrown.line}, column ${thrown.column}: ${first}`);
  }
}

export function isTable(value: unknown): value is Table {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Date);
}
