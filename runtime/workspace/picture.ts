// Pictures that are shown beside a record: files of the shared folder as they were at the start, whatever the agent made of them since.
import { bytesHash, isSafePath } from '#grader/evidence/folder.ts';

export interface Picture {
  /** `image/png`, `image/jpeg`, `image/gif`, `image/webp`: what clients can show. */
  readonly type: string;
  readonly bytes: Uint8Array;
  /** SHA-256 (hex) of the bytes. */
  readonly sha256: string;
}

/** The picture at a path of the shared folder; undefined where there is none, or none that can be shown. */
export type Pictures = (path: string) => Picture | undefined;

/** Bytes: an answer carries them a third longer. */
export const MOST_PICTURE = 1024 * 1024;

/** `read` gives a file's bytes, undefined where there is no such file. Each is looked at once. */
export function picturesIn(read: (path: string) => Uint8Array | undefined): Pictures {
  const known = new Map<string, Picture | undefined>();
  return (path) => {
    if (!known.has(path)) known.set(path, isSafePath(path) ? pictureOf(read(path)) : undefined);
    return known.get(path);
  };
}

function pictureOf(bytes: Uint8Array | undefined): Picture | undefined {
  if (bytes === undefined || bytes.length > MOST_PICTURE) return undefined;
  const type = typeOf(Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(16, bytes.length)).toString('latin1'));
  return type === undefined ? undefined : { type, bytes, sha256: bytesHash(bytes) };
}

/** By what the file begins with; its name may say anything. */
function typeOf(head: string): string | undefined {
  if (head.startsWith('\x89PNG\r\n\x1a\n')) return 'image/png';
  if (head.startsWith('\xff\xd8\xff')) return 'image/jpeg';
  if (/^GIF8[79]a/.test(head)) return 'image/gif';
  return head.startsWith('RIFF') && head.slice(8, 12) === 'WEBP' ? 'image/webp' : undefined;
}
