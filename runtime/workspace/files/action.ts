// What one of the tools on the shared folder is: its arguments, and what it does. One file of them each for looking, reading and writing.
import type { Json } from '#grader/evidence/types.ts';
import type { Arguments, Hints, Parameter } from '../tools/kind.ts';
import type { OfficeFormat, Reading } from './reading.ts';
import { FileRefusal, type FileStore } from './store.ts';

export interface FileUse {
  readonly args: Arguments;
  readonly store: FileStore;
}

export interface FileAction {
  readonly parameters: readonly Parameter[];
  /** What is said after the tool's own words. */
  readonly notes: string;
  readonly hints: Hints;
  /** Throws `FileRefusal`. */
  readonly run: (use: FileUse) => Json;
  /** The files out of which office readers have to read before it runs; absent = none. Throws `FileRefusal`. */
  readonly reads?: (use: FileUse) => readonly string[];
}

/** Reads an office file. What goes wrong is in the reading. */
export type ReadOffice = (format: OfficeFormat, bytes: Uint8Array) => Promise<Reading>;

/** A text argument; undefined where it was not given. */
export function textArgument(args: Arguments, name: string): string | undefined {
  const value = args.get(name);
  return typeof value === 'string' && value !== '' ? value : undefined;
}

/** A whole number from 1; undefined where it was not given. */
export function countArgument(args: Arguments, name: string, most = Number.MAX_SAFE_INTEGER): number | undefined {
  const value = args.get(name) ?? undefined;
  if (value === undefined) return undefined;
  if (typeof value === 'number' && value >= 1 && value <= most) return value;
  const range = most === Number.MAX_SAFE_INTEGER ? 'from 1 on' : `from 1 to ${most}`;
  throw new FileRefusal('wrong_argument', `${name} is ${String(value)}, not ${range}.`, `Give a number ${range}, or leave it out.`);
}

/** An argument that need not be given. */
export function optional(name: string, field: Omit<Parameter['field'], 'optional'>): Parameter {
  return { name, required: false, field: { ...field, optional: true } };
}

export function required(name: string, about: string, type: 'string' | 'text' = 'string'): Parameter {
  return { name, required: true, field: { type, about } };
}
