// Texts packed inside a file that is no text: in the parts of a zip archive (office files are such), in gzip, in the streams of a PDF.
// Good enough to find what must not be there, and for nothing else.
import { constants, inflateRawSync, inflateSync } from 'node:zlib';

/** How much of all files together is unpacked, in bytes, and how many parts. */
export interface Room {
  bytes: number;
  parts: number;
}

export const usualRoom = (): Room => ({ bytes: 16 * 1024 * 1024, parts: 10_000 });

export interface Unpacked {
  /** All that could be unpacked, as UTF-8. */
  readonly text: string;
  /** There was no room for the rest of it. */
  readonly isCut: boolean;
}

/** Unpacks what can be, what is packed inside it too; takes from the room what it needs. */
export function unpacked(bytes: Uint8Array, room: Room, depth = 2): Unpacked {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const texts: string[] = [];
  let isCut = false;
  for (const { at, inflate } of packedIn(file)) {
    if (room.bytes <= 0 || room.parts <= 0) return { text: texts.join('\n'), isCut: true };
    room.parts -= 1;
    const part = tryTo(() => inflate(file.subarray(at), { maxOutputLength: room.bytes, finishFlush: constants.Z_SYNC_FLUSH }));
    if (part === 'too much') isCut = true;
    if (!(part instanceof Buffer)) continue;
    room.bytes -= part.length;
    texts.push(part.toString('utf8'));
    const inner = depth > 1 ? unpacked(part, room, depth - 1) : undefined;
    if (inner !== undefined && inner.text !== '') texts.push(inner.text);
    isCut ||= inner?.isCut ?? false;
  }
  return { text: texts.join('\n'), isCut };
}

interface Packed {
  /** Where it begins. */
  readonly at: number;
  readonly inflate: typeof inflateSync;
}

/** Where something packed may begin. What only looks like it does not unpack. */
function* packedIn(file: Buffer): Generator<Packed> {
  for (let at = file.indexOf('PK\x03\x04', 0, 'latin1'); at !== -1; at = file.indexOf('PK\x03\x04', at + 4, 'latin1')) {
    if (at + 30 > file.length || file.readUInt16LE(at + 8) !== 8) continue;
    yield { at: at + 30 + file.readUInt16LE(at + 26) + file.readUInt16LE(at + 28), inflate: inflateRawSync };
  }
  for (let at = file.indexOf('\x1f\x8b\x08', 0, 'latin1'); at !== -1; at = file.indexOf('\x1f\x8b\x08', at + 3, 'latin1')) {
    yield { at: afterGzipHeader(file, at), inflate: inflateRawSync };
  }
  if (!file.subarray(0, 1_024).includes('%PDF-')) return;
  for (let at = file.indexOf('stream'); at !== -1; at = file.indexOf('stream', at + 6)) {
    const start = at + 6 + (file[at + 6] === 0x0d ? 2 : 1);
    if (file[start] === 0x78) yield { at: start, inflate: inflateSync };
  }
}

/** Ten bytes, then what its flags say: more fields, a name, a comment, a checksum. */
function afterGzipHeader(file: Buffer, from: number): number {
  const flags = file[from + 3] ?? 0;
  let at = from + 10;
  if ((flags & 4) !== 0 && at + 2 <= file.length) at += 2 + file.readUInt16LE(at);
  for (const flag of [8, 16]) if ((flags & flag) !== 0) at = file.indexOf(0, at) + 1;
  return (flags & 2) === 0 ? at : at + 2;
}

function tryTo(inflate: () => Buffer): Buffer | 'too much' | undefined {
  try {
    return inflate();
  } catch (error) {
    return error instanceof RangeError ? 'too much' : undefined;
  }
}
