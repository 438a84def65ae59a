// Hashes of the evidence. The workspace writes them and the grader computes them again from the same text,
// so each has one definition, here or in the files this one names. SHA-256 in hex throughout.
import { canonicalJson, sha256Hex } from './canonical.ts';
import type { DataRecord } from './types.ts';

export { canonicalJson, sha256Hex } from './canonical.ts';
export { createHasher, type Hasher, worldHash } from './world-hash.ts';

/** Hash of one line of `audit.jsonl`, given without its line feed: what the next line carries as `prev`. */
export function lineHash(line: string): string {
  return sha256Hex(line);
}

/** What the first line carries as `prev`, and what a seal names as `last` where nothing was logged. */
export function firstPrev(pack: string): string {
  return sha256Hex(pack);
}

/** The parts of an office that its digest covers. */
export interface OfficeLike {
  readonly task: string;
  readonly now: string;
  readonly zone: string;
  readonly services: unknown;
  readonly settings: unknown;
  readonly records: { readonly [collection: string]: readonly DataRecord[] };
  /** The form of the reply. */
  readonly answer?: unknown;
  /** Planned faults. */
  readonly faults?: unknown;
}

/** Digest of everything a workspace starts from: ties evidence to the one office, and through it the pack, it belongs to. */
export function officeDigest(office: OfficeLike): string {
  const { task, now, zone, services, settings, records, answer, faults } = office;
  return sha256Hex(canonicalJson({ task, now, zone, services, settings, records, answer, faults }));
}
