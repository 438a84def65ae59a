// Bytes as text: UTF-8 unless a mark at the beginning or the caller says otherwise.
import { nameOf } from './paths.ts';
import { sortOf } from './reading.ts';
import { type FileStore, MOST_READ } from './store.ts';

export const ENCODINGS = ['utf-8', 'utf-16le', 'utf-16be', 'windows-1252', 'iso-8859-15'] as const;

export type Decoded = { readonly ok: true; readonly text: string } | { readonly ok: false; readonly problem: string };

/** The text of a file that no office reader is for. */
export function plainText(store: FileStore, path: string, encoding?: string): Decoded {
  const entry = store.look(path);
  if (entry !== undefined && entry.size > MOST_READ) return { ok: false, problem: `it is larger than ${MOST_READ / 1024 / 1024} MB` };
  return decode(store.read(path, MOST_READ), path, encoding);
}

function decode(bytes: Uint8Array, path: string, encoding: string | undefined): Decoded {
  const name = encoding ?? markOf(bytes) ?? 'utf-8';
  try {
    // Without `ignoreBOM` the mark itself is left out.
    const text = new TextDecoder(name, { fatal: true }).decode(bytes);
    if (!text.includes('\0')) return { ok: true, text };
  } catch {
    // Told below.
  }
  return { ok: false, problem: `it is no ${name} text (${sortOf(path) === 'other' ? nameOf(path) : `by its name, ${aSort(path)}`})` };
}

function aSort(path: string): string {
  const sort = sortOf(path);
  return /^[aeiou]/.test(sort) ? `an ${sort}` : `a ${sort}`;
}

function markOf([first, second]: Uint8Array): string | undefined {
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  return first === 0xfe && second === 0xff ? 'utf-16be' : undefined;
}
