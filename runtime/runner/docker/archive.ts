// Tar archives, in which files travel to containers and back. The only importer of tar in the runner.
// What comes back was written by an agent, or beside one: regular files only, below the folder they are for, and not without end.
import { createWriteStream } from 'node:fs';
import { copyFile, mkdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Readable } from 'node:stream';
import { Header, Parser, Pax, type ReadEntry } from 'tar';

export interface ArchiveEntry {
  /** Relative, with `/`. */
  readonly path: string;
  readonly mode: number;
  /** User and group that it belongs to; absent = root. */
  readonly owner?: Owner;
  /** Absent = a folder. */
  readonly bytes?: Uint8Array;
}

/** Numbers, as an image's /etc/passwd has them. */
export interface Owner {
  readonly uid: number;
  readonly gid: number;
}

/** The same entries give the same bytes: no time and no name of a user gets in. */
export function pack(entries: readonly ArchiveEntry[]): Buffer {
  const blocks = entries.flatMap(({ path, mode, owner, bytes }) => {
    const fields = {
      path: bytes === undefined ? `${path}/` : path,
      mode,
      uid: owner?.uid ?? 0,
      gid: owner?.gid ?? 0,
      size: bytes?.length ?? 0,
      mtime: new Date(0),
      type: bytes === undefined ? ('Directory' as const) : ('File' as const),
    };
    const header = new Header(fields);
    const block = Buffer.alloc(BLOCK);
    // Long and unusual names, and sizes of many digits, stand in an entry of their own before it.
    const more = header.encode(block, 0) ? [new Pax(fields).encode()] : [];
    return [...more, block, ...(bytes === undefined ? [] : [bytes, Buffer.alloc((BLOCK - (bytes.length % BLOCK)) % BLOCK)])];
  });
  return Buffer.concat([...blocks, Buffer.alloc(2 * BLOCK)]);
}

const BLOCK = 512;

export interface Most {
  readonly files: number;
  readonly bytes: number;
  /** A file that is not taken, by its path below the folder. */
  readonly except?: string;
}

export interface Unpacked {
  /** Number of files. */
  readonly files: number;
  /** There was more than may be taken: what came after that is missing. */
  readonly cut: boolean;
}

/**
 * Writes the regular files of an archive of one folder below `folder` (made here), without that folder's own name. Links, devices and
 * names that lead out of it are left out.
 */
export async function unpack(source: Readable, folder: string, most: Most): Promise<Unpacked> {
  await mkdir(folder, { recursive: true });
  const taken = new Map<string, { readonly size: number; readonly writing: Promise<void> }>();
  let bytes = 0;
  let cut = false;
  const parser = new Parser({
    onReadEntry(entry) {
      const path = below(entry.path);
      // Another name of a file that came before: its bytes are not sent again.
      const first = entry.type === 'Link' ? taken.get(below(entry.linkpath ?? '') ?? '') : undefined;
      const wanted = !cut && path !== null && path !== most.except && (entry.type === 'File' || first !== undefined);
      const size = first?.size ?? entry.size;
      cut ||= wanted && (taken.size === most.files || bytes + size > most.bytes);
      if (!wanted || cut) {
        entry.resume();
        // A file of a terabyte need not be read to its end to be left out.
        if (cut) source.destroy();
        return;
      }
      bytes += size;
      const to = join(folder, path);
      const writing =
        first === undefined ? write(entry, to) : first.writing.then(() => copy(join(folder, below(entry.linkpath ?? '') ?? ''), to));
      if (first !== undefined) entry.resume();
      // Seen to below, and not before the whole archive has been read.
      writing.catch(() => {});
      taken.set(path, { size, writing });
    },
  });
  await new Promise<void>((resolve, reject) => {
    parser.on('end', resolve);
    parser.on('error', reject);
    source.on('error', reject);
    source.on('close', () => (cut ? resolve() : source.readableEnded || reject(new Error('the archive ended too early'))));
    source.pipe(parser);
  });
  await Promise.all([...taken.values()].map(({ writing }) => writing));
  return { files: taken.size, cut };
}

/** The text of an archive of one small file; empty where it is none. */
export async function unpackText(source: Readable): Promise<string> {
  const chunks: Buffer[] = [];
  const parser = new Parser({
    onReadEntry(entry) {
      if (entry.type === 'File' && entry.size <= MOST_TEXT) entry.on('data', (chunk) => chunks.push(Buffer.from(chunk)));
      else entry.resume();
    },
  });
  await new Promise<void>((resolve, reject) => {
    parser.on('end', resolve);
    parser.on('error', reject);
    source.on('error', reject);
    source.pipe(parser);
  });
  return Buffer.concat(chunks).toString('utf8');
}

const MOST_TEXT = 1024 * 1024;

/** Without the folder's own name; null for that folder itself and for any name that could lead elsewhere. */
function below(path: string): string | null {
  const parts = path.split(/[/\\]/);
  return parts.length > 1 && parts.every((part) => part !== '' && part !== '.' && part !== '..') ? parts.slice(1).join('/') : null;
}

async function copy(from: string, to: string): Promise<void> {
  await mkdir(dirname(to), { recursive: true });
  await copyFile(from, to);
}

async function write(entry: ReadEntry, path: string): Promise<void> {
  // Held back until there is a file to write to.
  entry.pause();
  await mkdir(dirname(path), { recursive: true });
  const file = createWriteStream(path, { mode: 0o644 });
  await new Promise<void>((resolve, reject) => {
    file.on('close', resolve);
    file.on('error', (error) => {
      entry.resume();
      reject(error);
    });
    entry.pipe(file);
  });
}
