// A shared folder in memory: for the proof, where every attempt has one of its own and nothing touches a disk.
import type { Folder } from '#grader/evidence/types.ts';
import { type Unpacked, unpacked, usualRoom } from '#grader/evidence/unpacked.ts';
import { act, type FolderAccess } from './act.ts';
import { parentOf } from './paths.ts';
import { damagedReason, type OfficeFormat, officeFormat, type Reading } from './reading.ts';
import { FileRefusal, type FileStore, type FolderEntry } from './store.ts';

/** A file's content: text, or bytes. */
export type FileContent = string | BinaryContent;

export interface BinaryContent {
  readonly bytes: Uint8Array;
  /** What was read out of an office file beforehand. */
  readonly office?: { readonly format: OfficeFormat; readonly reading: Reading };
}

/** The tools on such a folder, which change the map and the set. */
export function filesInMemory(files: Map<string, FileContent>, folders: Set<string> = new Set()): FolderAccess {
  return (request) => act(request, memoryStore(files, folders));
}

/** Works on the map itself. Folders are there by their files, and those in `made` without any. */
export function memoryStore(files: Map<string, FileContent>, made: Set<string>): FileStore {
  const sizes = (content: FileContent) => bytesOf(content).length;

  function foldersNow(): ReadonlySet<string> {
    const folders = new Set(['']);
    for (const path of [...files.keys(), ...made]) for (let at = parentOf(path); at !== ''; at = parentOf(at)) folders.add(at);
    for (const path of made) folders.add(path);
    return folders;
  }

  function look(path: string): FolderEntry | undefined {
    const content = files.get(path);
    if (content !== undefined) return { path, kind: 'file', size: sizes(content) };
    return foldersNow().has(path) ? { path, kind: 'folder', size: 0 } : undefined;
  }

  function makeParents(path: string): void {
    for (let at = parentOf(path); at !== ''; at = parentOf(at)) {
      if (files.has(at)) throw new FileRefusal('conflict', `${at} is a file, not a folder.`, 'Choose another path.');
    }
    // On a disk a folder stays when its last file goes.
    for (let at = parentOf(path); at !== ''; at = parentOf(at)) made.add(at);
  }

  return {
    look,
    entries(folder, deep, most) {
      const below = folder === '' ? '' : `${folder}/`;
      const paths = [...files.keys(), ...foldersNow()].filter((path) => path !== folder && path !== '' && path.startsWith(below));
      const wanted = deep ? paths : paths.filter((path) => parentOf(path) === folder);
      return wanted.slice(0, most).flatMap((path) => look(path) ?? []);
    },
    read: (path) => bytesOf(files.get(path) ?? ''),
    write(path, bytes) {
      makeParents(path);
      files.set(path, known(bytes) ?? textOf(bytes) ?? { bytes });
    },
    move(from, to) {
      makeParents(to);
      makeParents(from);
      files.set(to, files.get(from) ?? '');
      files.delete(from);
    },
    remove(path) {
      makeParents(path);
      files.delete(path);
      made.delete(path);
    },
    makeFolder(path) {
      makeParents(path);
      made.add(path);
    },
    reading(path) {
      const format = officeFormat(path);
      const content = files.get(path);
      if (format === undefined || content === undefined) return undefined;
      const office = typeof content === 'string' ? undefined : content.office;
      return office?.format === format ? office.reading : { kind: 'broken', reason: damagedReason(format) };
    },
  };

  /** What the bytes were read out as, where they are those of a file that is here: of a copy. */
  function known(bytes: Uint8Array): FileContent | undefined {
    return [...files.values()].find((content) => typeof content !== 'string' && content.bytes === bytes);
  }
}

/** The content's bytes. */
export function bytesOf(content: FileContent): Uint8Array {
  return typeof content === 'string' ? Buffer.from(content, 'utf8') : content.bytes;
}

/** UTF-8 as it stands, a byte order mark included; undefined where it is none. */
export function textOf(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

/** In a proof the same files are looked at in many runs. */
function unpackedOnce(bytes: Uint8Array): Unpacked {
  const known = inside.get(bytes) ?? unpacked(bytes, usualRoom());
  inside.set(bytes, known);
  return known;
}

const inside = new WeakMap<Uint8Array, Unpacked>();

/** The folder as evidence that was read back has it (grader-template/evidence/folder.ts). */
export function folderInMemory(files: ReadonlyMap<string, FileContent>): Folder {
  const readable = new Map<string, string>();
  const unreadable = new Map<string, string>();
  const undecoded = new Map<string, string>();
  const packed = new Map<string, Unpacked>();
  // Sorted as a list of evidence is, which findings may show.
  for (const [path, content] of [...files].sort(([a], [b]) => (a < b ? -1 : 1))) {
    const text = typeof content === 'string' ? content : textOf(content.bytes);
    if (text !== undefined) readable.set(path, text);
    else {
      unreadable.set(path, 'not UTF-8 text');
      undecoded.set(path, Buffer.from(bytesOf(content)).toString('latin1').replaceAll('\0', ''));
      const parts = unpackedOnce(bytesOf(content));
      if (parts.text !== '' || parts.isCut) packed.set(path, parts);
    }
  }
  return { files: readable, unreadable, ...(undecoded.size > 0 && { undecoded }), ...(packed.size > 0 && { packed }) };
}
