// The agent's folder at the end of a stage, as far as it was collected: checked against the seal, and read as text.
import { createHash } from 'node:crypto';
import { sha256Hex } from './hash.ts';
import { asListing, Broken, parseJson } from './shape.ts';
import type { EvidenceFiles, Folder, FolderListing, StageSeal } from './types.ts';
import { type Unpacked, unpacked, usualRoom } from './unpacked.ts';

/** `files/main.json`: what was found in the folder. */
export function listingPath(stage: string): string {
  return `files/${stage}.json`;
}

/** `files/main/report.csv`: a file of the folder. On disk it has the file's bytes; in `EvidenceFiles`, which is text, it is base64. */
export function filePath(stage: string, path: string): string {
  return `files/${stage}/${path}`;
}

/** Whether a path of the evidence is that of a file of the agent's. */
export function isFilePath(path: string): boolean {
  return /^files\/[^/]+\//.test(path);
}

/** Whether a path leads to a place below its folder and nowhere else: names parted by single slashes, none of them `.` or `..`. */
export function isSafePath(path: string): boolean {
  return !path.includes('\0') && path.split('/').every((name) => name !== '' && name !== '.' && name !== '..');
}

/** SHA-256 (hex) of bytes. */
export function bytesHash(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}

/**
 * The folder of a stage; undefined where the stage was sealed without one. Throws `Broken` where seal, listing and files do not agree:
 * that is damage, and never the agent's doing. What it left behind that could not be taken is named with the reason.
 */
export function readFolder(files: EvidenceFiles, stage: StageSeal): Folder | undefined {
  const place = listingPath(stage.name);
  const text = files.get(place);
  if ((stage.files ?? null) === null) {
    if (text !== undefined) throw new Broken(`${place}: the seal knows of no folder`);
    return undefined;
  }
  if (text === undefined) throw new Broken(`${place}: missing, though the seal has a folder`);
  if (sha256Hex(text) !== stage.files) throw new Broken(`${place}: its hash is not the one the seal carries`);
  const listing = asListing(parseJson(text, place), place);
  const readable = new Map<string, string>();
  const unreadable = new Map(listing.left_out.map(({ path, reason }) => [path, reason]));
  const undecoded = new Map<string, string>();
  const packed = new Map<string, Unpacked>();
  const room = usualRoom();
  for (const file of listing.files) {
    const bytes = verified(file, files, stage.name);
    const content = decoded(bytes);
    if (content === undefined) {
      unreadable.set(file.path, 'not UTF-8 text');
      // Without its zeros UTF-16 is plain text.
      undecoded.set(file.path, Buffer.from(bytes).toString('latin1').replaceAll('\0', ''));
      const inside = unpacked(bytes, room);
      if (inside.text !== '' || inside.isCut) packed.set(file.path, inside);
    } else readable.set(file.path, content);
  }
  return {
    files: readable,
    unreadable,
    ...(undecoded.size > 0 && { undecoded }),
    ...(packed.size > 0 && { packed }),
    ...(listing.more > 0 && { more: listing.more }),
  };
}

function verified({ path, size, sha256 }: FolderListing['files'][number], files: EvidenceFiles, stage: string): Uint8Array {
  const place = filePath(stage, path);
  if (!isSafePath(path)) throw new Broken(`${listingPath(stage)}: ${JSON.stringify(path)} leads out of the folder`);
  const text = files.get(place);
  if (text === undefined) throw new Broken(`${place}: missing, though it is in the list`);
  const bytes = Buffer.from(text, 'base64');
  if (bytes.length !== size || bytesHash(bytes) !== sha256) throw new Broken(`${place}: its hash is not the one in the list`);
  return bytes;
}

/** As it stands, a byte order mark included; undefined where it is no text. */
function decoded(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return undefined;
  }
}
