// The agent's folder as evidence: what was collected of it becomes a list and files. Reading it from a disk is collect.ts's business.
import { bytesHash, filePath, listingPath } from '#grader/evidence/folder.ts';
import { canonicalJson } from '#grader/evidence/hash.ts';
import type { FolderListing } from '#grader/evidence/types.ts';
import { bytesOf, type FileContent } from './files/memory.ts';

/** How many files are taken along, and how many bytes of each. */
export const MOST_FILES = 200;
export const MOST_OF_FILE = 1024 * 1024;

/** What was found in the folder and taken along, and what was not. */
export interface CollectedFolder {
  /** Relative paths with slashes. */
  readonly files: readonly { readonly path: string; readonly bytes: Uint8Array }[];
  readonly leftOut: FolderListing['left_out'];
  /** How many more were left out than are named. */
  readonly more: number;
}

/** A folder that is only in memory: path to content. */
export function folderOf(files: ReadonlyMap<string, FileContent>): CollectedFolder {
  return { files: [...files].map(([path, content]) => ({ path, bytes: bytesOf(content) })), leftOut: [], more: 0 };
}

/** The evidence files of a folder: the list, and each file's bytes as base64. */
export function folderEvidence(stage: string, { files, leftOut, more }: CollectedFolder): ReadonlyMap<string, string> {
  const sorted = [...files].sort((a, b) => (a.path < b.path ? -1 : 1));
  const listing: FolderListing = {
    files: sorted.map(({ path, bytes }) => ({ path, size: bytes.length, sha256: bytesHash(bytes) })),
    left_out: leftOut,
    more,
  };
  return new Map([
    [listingPath(stage), `${canonicalJson(listing)}\n`],
    ...sorted.map(({ path, bytes }): [string, string] => [filePath(stage, path), Buffer.from(bytes).toString('base64')]),
  ]);
}
