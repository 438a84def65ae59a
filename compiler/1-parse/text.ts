// Bytes → text: UTF-8 checked, byte order mark removed, line ends made LF. Offsets count in the resulting text.
import type { Report } from '../diagnostics/collect.ts';

/** One megabyte: forty times the largest scenario anybody has reviewed by hand. */
export const maxSourceBytes = 1_000_000;

export interface Decoded {
  /** As far as it could be read, for code frames; empty where the file is too large to be looked at. */
  readonly text: string;
  readonly readable: boolean;
}

/** The text of a source file. Reports where it is none. */
export function decodeSource(file: string, bytes: Uint8Array, report: Report): Decoded {
  if (bytes.length > maxSourceBytes) {
    report('parse/too-large', { file, start: 0, end: 0 }, { bytes: bytes.length, limit: maxSourceBytes });
    return { text: '', readable: false };
  }
  try {
    return { text: withLineFeeds(new TextDecoder('utf-8', { fatal: true }).decode(bytes)), readable: true };
  } catch {
    const at = firstBadByte(bytes);
    const start = withLineFeeds(new TextDecoder('utf-8').decode(bytes.subarray(0, at))).length;
    report('parse/not-text', { file, start, end: start + 1 }, { at });
    return { text: withLineFeeds(new TextDecoder('utf-8').decode(bytes)), readable: false };
  }
}

function withLineFeeds(text: string): string {
  return text.replace(/\r\n?/g, '\n');
}

/** The offset of the first byte that belongs to no character, by bisection. */
function firstBadByte(bytes: Uint8Array): number {
  let good = 0;
  let bad = bytes.length + 1;
  while (bad - good > 1) {
    const middle = (good + bad) >> 1;
    try {
      // `stream` accepts a character cut in two at the end.
      new TextDecoder('utf-8', { fatal: true }).decode(bytes.subarray(0, middle), { stream: true });
      good = middle;
    } catch {
      bad = middle;
    }
  }
  return startOfCharacter(bytes, good);
}

/** That a character is broken may show only at a later byte. */
function startOfCharacter(bytes: Uint8Array, at: number): number {
  for (let start = at - 1; start >= Math.max(0, at - 3); start--) {
    const byte = bytes[start] ?? 0;
    if (byte < 0x80) return at;
    const length = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : byte >= 0xc0 ? 2 : 0;
    if (length > 0) return start + length > at ? start : at;
  }
  return at;
}
