// What the tools on the shared folder need of it, whether it lies on a disk or, while a scenario is proved, in memory.
import type { RefusalCode } from '../types.ts';
import type { Reading } from './reading.ts';

/** Something in the folder. */
export interface FolderEntry {
  /** Relative to the shared folder, with slashes. */
  readonly path: string;
  /** `other`: a link, a pipe or a device, which no tool touches. */
  readonly kind: 'file' | 'folder' | 'other';
  /** Bytes; 0 of what is no file. */
  readonly size: number;
}

/** The folder. Paths are safe ones (`paths.ts`). What cannot be done is thrown as a `FileRefusal`. */
export interface FileStore {
  /** What lies in a folder ('' is the shared one), or in it and all below it; links are not followed. Stops at `most` entries, in no order. */
  entries(folder: string, deep: boolean, most: number): readonly FolderEntry[];
  /** Undefined where there is nothing. */
  look(path: string): FolderEntry | undefined;
  read(path: string, most: number): Uint8Array;
  /** Puts a file there, whole or not at all, in the place of one that is there already. Folders on the way are made. */
  write(path: string, bytes: Uint8Array): void;
  move(from: string, to: string): void;
  remove(path: string): void;
  makeFolder(path: string): void;
  /** What was read out of an office file; undefined where nobody read it. */
  reading(path: string): Reading | undefined;
}

/** What cannot be done, in words for the agent. */
export class FileRefusal extends Error {
  readonly code: RefusalCode;
  readonly hint: string;

  constructor(code: RefusalCode, message: string, hint: string) {
    super(message);
    this.name = 'FileRefusal';
    this.code = code;
    this.hint = hint;
  }
}

/** Bytes. What is collected of a folder afterwards has the same limits (collect.ts). */
export const MOST_WRITTEN = 1024 * 1024;
export const MOST_READ = 8 * 1024 * 1024;
/** Entries of a folder that are looked at. */
export const MOST_ENTRIES = 20_000;
/** Entries of the whole folder, above which no tool adds one. */
export const MOST_KEPT = 2_000;
