// The two things every hash here is made of: one way to write a value as text, and SHA-256 of that text.
import { hash } from 'node:crypto';

/** SHA-256 (hex) of bytes, those of a text in UTF-8. */
export function sha256Hex(content: string | Uint8Array): string {
  return hash('sha256', content, 'hex');
}

/**
 * JSON with keys in code unit order and no white space, so that equal values give equal text (25.0 and 25, -0 and 0 included).
 * Keys whose value is undefined are left out. Throws a TypeError for what JSON cannot say: NaN, infinities, functions.
 */
export function canonicalJson(value: unknown): string {
  if (value === null || typeof value === 'boolean' || typeof value === 'string') return JSON.stringify(value);
  if (Number.isFinite(value)) return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`;
  if (typeof value !== 'object') throw new TypeError(`JSON has no way to write ${String(value)}`);
  const fields = Object.entries(value).filter(([, field]) => field !== undefined);
  fields.sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${fields.map(([key, field]) => `${JSON.stringify(key)}:${canonicalJson(field)}`).join(',')}}`;
}
