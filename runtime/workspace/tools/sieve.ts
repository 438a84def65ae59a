// Most texts do not hold what is looked for, and their threes of characters tell so at once: for each three there is a row of bits, one
// for every text that has it somewhere. A part can only be where all of its threes are.
import type { Collection } from '#services/types.ts';
import { keptFor, standsIn } from './columns.ts';

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
  const rows = new Set(parts.flatMap(rowsOf));
  if (rows.size === 0 || texts.seen.length < FEW) return () => true;
  const { bits, width, slots } = sieveFor(collection, texts);
  const left = new Int32Array(width).fill(-1);
  for (const row of rows) for (let word = 0; word < width; word += 1) left[word] = (left[word] ?? 0) & (bits[row * width + word] ?? 0);
  return (at) => {
    const slot = slots[at] ?? 0;
    return (((left[slot >> 5] ?? 0) >> (slot & 31)) & 1) === 1;
  };
}

/** Fewer texts than these are read as quickly as sifted. */
const FEW = 64;

/** Threes are told apart by so many rows, some by the same. */
const ROWS = 4096;

/** Texts that were there once keep their slots, so that it goes for every state of a collection. */
interface Sieve {
  readonly slotOf: Map<string, number>;
  /** Row after row, each of `width` times 32 bits: one for every slot. */
  bits: Int32Array;
  width: number;
  seen: readonly unknown[];
  /** Of what is seen, in its order. */
  slots: readonly number[];
}

const kept = new WeakMap<Collection, Map<string, Sieve>>();

function sieveFor<Seen>(collection: Collection, { key, seen, textOf }: Texts<Seen>): Sieve {
  const sieves = keptFor(kept, collection);
  const last = sieves.get(key);
  if (last?.seen === seen) return last;
  // Made anew where most of the texts in it are of the past.
  const sieve = last !== undefined && last.slotOf.size <= 2 * seen.length ? last : emptySieve(seen.length);
  sieve.slots = seen.map((one, at) => {
    const from = standsIn(sieve.seen, seen, at);
    return (from === undefined ? undefined : sieve.slots[from]) ?? slotFor(sieve, textOf(one));
  });
  sieve.seen = seen;
  sieves.set(key, sieve);
  return sieve;
}

function emptySieve(texts: number): Sieve {
  const width = Math.ceil(texts / 32);
  return { slotOf: new Map(), bits: new Int32Array(ROWS * width), width, seen: [], slots: [] };
}

function slotFor(sieve: Sieve, text: string): number {
  const known = sieve.slotOf.get(text);
  if (known !== undefined) return known;
  const slot = sieve.slotOf.size;
  if (slot === sieve.width * 32) widen(sieve);
  const { bits, width } = sieve;
  for (let end = 2; end < text.length; end += 1) {
    const word = rowAt(text, end) * width + (slot >> 5);
    bits[word] = (bits[word] ?? 0) | (1 << (slot & 31));
  }
  sieve.slotOf.set(text, slot);
  return slot;
}

/** Makes room for twice as many texts. */
function widen(sieve: Sieve): void {
  const { bits, width } = sieve;
  sieve.width = 2 * width;
  sieve.bits = new Int32Array(ROWS * sieve.width);
  for (let row = 0; row < ROWS; row += 1) sieve.bits.set(bits.subarray(row * width, (row + 1) * width), row * sieve.width);
}

function rowsOf(part: string): readonly number[] {
  const rows: number[] = [];
  for (let end = 2; end < part.length; end += 1) rows.push(rowAt(part, end));
  return rows;
}

/** The row of the three characters that end there. */
function rowAt(text: string, end: number): number {
  return ((text.charCodeAt(end - 2) * 31 + text.charCodeAt(end - 1)) * 31 + text.charCodeAt(end)) % ROWS;
}
