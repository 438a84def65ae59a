// Bytes → text: UTF-8 checked, byte order mark removed, line ends made LF. Offsets count in the resulting text.
import type { Report } from '../diagnostics/collect.ts';

/** One megabyte: forty times the largest scenario anybody has reviewed by hand. */
export const maxSourceBytes = 1_000_000;

/** The text of a source file, or undefined after reporting why it has none. */
export function decodeSource(file: string, bytes: Uint8Array, report: Report): string | undefined {
  const start = { file, start: 0, end: 1 };
  if (bytes.length > maxSourceBytes) {
    report('parse/too-large', start, { bytes: bytes.length, limit: maxSourceBytes });
    return undefined;
  }
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    report('parse/not-text', start, { at: firstBadByte(bytes) });
    return undefined;
  }
  return text.replace(/\r\n?/g, '\n');
}

/** The offset of the first byte at which the bytes stop being UTF-8, by bisection. */
function firstBadByte(bytes: Uint8Array): number {
  let good = 0;
  let bad = bytes.length;
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
  return good;
}
