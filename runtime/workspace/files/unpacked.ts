// How much a zip archive (a docx, an xlsx) unpacks to. Found out by unpacking with a limit, not by what the archive says of itself.
import { inflateRawSync } from 'node:zlib';
import { damagedReason, type OfficeFormat } from './reading.ts';

const MOST_UNPACKED = 64 * 1024 * 1024;
const MOST_PARTS = 2_000;

const END = 0x06054b50;
const PART = 0x02014b50;
const STORED = 0;
const DEFLATED = 8;

/** Why the archive is not to be given to a reader; undefined where it may be. */
export function unpackProblem(bytes: Uint8Array, format: OfficeFormat): string | undefined {
  const zip = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  const damaged = damagedReason(format);
  try {
    const end = endOf(zip);
    if (end === undefined) return damaged;
    const parts = zip.readUInt16LE(end + 10);
    if (parts > MOST_PARTS) return `it holds more than ${MOST_PARTS} parts`;
    let at = zip.readUInt32LE(end + 16);
    let left = MOST_UNPACKED;
    for (let part = 0; part < parts; part += 1) {
      if (zip.readUInt32LE(at) !== PART) return damaged;
      const size = unpackedSize(zip, at, left);
      if (size === undefined) return damaged;
      if (size > left) return `it unpacks to more than ${MOST_UNPACKED / 1024 / 1024} MB`;
      left -= size;
      at += 46 + zip.readUInt16LE(at + 28) + zip.readUInt16LE(at + 30) + zip.readUInt16LE(at + 32);
    }
    return undefined;
  } catch {
    return damaged;
  }
}

/** The end record is the last 22 bytes and a comment of up to 64 KB. */
function endOf(zip: Buffer): number | undefined {
  for (let at = zip.length - 22; at >= Math.max(0, zip.length - 22 - 65_535); at -= 1) if (zip.readUInt32LE(at) === END) return at;
  return undefined;
}

/** Bytes that the part at this place of the directory unpacks to; one more than `most` where that is not enough. */
function unpackedSize(zip: Buffer, at: number, most: number): number | undefined {
  const method = zip.readUInt16LE(at + 10);
  const packed = zip.readUInt32LE(at + 20);
  const local = zip.readUInt32LE(at + 42);
  const start = local + 30 + zip.readUInt16LE(local + 26) + zip.readUInt16LE(local + 28);
  if (start + packed > zip.length) return undefined;
  if (method === STORED) return packed;
  if (method !== DEFLATED) return undefined;
  try {
    return inflateRawSync(zip.subarray(start, start + packed), { maxOutputLength: Math.max(1, most) }).length;
  } catch (problem) {
    return problem instanceof Error && 'code' in problem && problem.code === 'ERR_BUFFER_TOO_LARGE' ? most + 1 : undefined;
  }
}
