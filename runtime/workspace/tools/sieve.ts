// Most texts do not hold what is looked for, and their threes of characters tell so at once: for each three there is a row of bits, one
// for every text that has it somewhere. A part can only be where all of its threes are.
import type { Collection } from '#services/types.ts';
import { keptFor } from './columns.ts';

/** Whether something may be in the text at that place: false only where it is not. */
export type MayHold = (at: number) => boolean;

/** A column of texts, by its key. */
export interface Texts<Seen> {
  readonly key: string;
  readonly seen: readonly Seen[];
  textOf(one: Seen): string;
}

/** Which of the texts may hold every one of these parts. */
export function sift<Seen>(collection: Collection, texts: Texts<Seen>, parts: readonly string[]): MayHold {
  const rows = new Set(parts.flatMap((part) => [...threesOf(part)]));
  if (rows.size === 0 || texts.seen.length < FEW) return () => true;
  const { bits, width } = sieveOf(collection, texts);
  const left = new Int32Array(width).fill(-1);
  for (const row of rows) for (let word = 0; word < width; word += 1) left[word] = (left[word] ?? 0) & (bits[row * width + word] ?? 0);
  return (at) => (((left[at >> 5] ?? 0) >> (at & 31)) & 1) === 1;
}

/** Fewer texts than these are read as quickly as sifted. */
const FEW = 64;

/** Threes are told apart by so many rows, some by the same. */
const ROWS = 4096;

interface Sieve<Seen> {
  seen: readonly Seen[];
  /** Row after row, of `width` times 32 bits each. */
  readonly bits: Int32Array;
  readonly width: number;
}

const kept = new WeakMap<Collection, Map<string, Sieve<unknown>>>();

/** One sieve for all states of the collection, which it follows back and forth: a copy of it for each would take longer than what it saves. */
function sieveOf<Seen>(collection: Collection, texts: Texts<Seen>): Sieve<Seen> {
  const sieves = keptFor(kept as WeakMap<Collection, Map<string, Sieve<Seen>>>, collection);
  const last = sieves.get(texts.key);
  if (last !== undefined && follows(last, texts)) return last;
  const { seen, textOf } = texts;
  const width = Math.ceil(seen.length / 32);
  const bits = new Int32Array(ROWS * width);
  for (const [at, one] of seen.entries()) {
    const text = textOf(one);
    for (let end = 2; end < text.length; end += 1) {
      const word = rowAt(text, end) * width + (at >> 5);
      bits[word] = (bits[word] ?? 0) | (1 << (at & 31));
    }
  }
  const sieve = { seen, width, bits };
  sieves.set(texts.key, sieve);
  return sieve;
}

/** Whether the sieve could be brought to this state: it can where all other texts are in their places. */
function follows<Seen>(sieve: Sieve<Seen>, { seen, textOf }: Texts<Seen>): boolean {
  const before = sieve.seen;
  if (before === seen) return true;
  if (before.length !== seen.length) return false;
  for (let at = 0; at < seen.length; at += 1) {
    if (before[at] === seen[at]) continue;
    const [old, fresh] = [textOf(before[at] as Seen), textOf(seen[at] as Seen)];
    if (old === fresh) continue;
    const [gone, come] = [threesOf(old), threesOf(fresh)];
    for (const row of gone) if (!come.has(row)) turn(sieve, row, at);
    for (const row of come) if (!gone.has(row)) turn(sieve, row, at);
  }
  sieve.seen = seen;
  return true;
}

/** What was there is there no more, or the other way round. */
function turn({ bits, width }: Sieve<unknown>, row: number, at: number): void {
  const word = row * width + (at >> 5);
  bits[word] = (bits[word] ?? 0) ^ (1 << (at & 31));
}

/** The rows of all three characters that follow each other in a text, each once. */
function threesOf(text: string): ReadonlySet<number> {
  const rows = new Set<number>();
  for (let end = 2; end < text.length; end += 1) rows.add(rowAt(text, end));
  return rows;
}

/** The row of the three characters that end there. */
function rowAt(text: string, end: number): number {
  return ((text.charCodeAt(end - 2) * 31 + text.charCodeAt(end - 1)) * 31 + text.charCodeAt(end)) % ROWS;
}
