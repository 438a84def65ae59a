// Hashes in order, one a line, kept as bytes: where most of them stay from one state to the next, putting a text of them together and
// encoding it would take longer than hashing it.
import { sha256Hex } from './canonical.ts';

/** Characters of a hash in hex, and its line feed. */
const LINE = 65;

/** Changes in place. */
export class SortedLines {
  #bytes: Buffer;
  #count: number;

  constructor(hashes: readonly string[]) {
    this.#count = hashes.length;
    this.#bytes = Buffer.from([...hashes].sort().map(asLine).join(''), 'latin1');
  }

  add(hash: string): void {
    if (this.#bytes.length === this.#count * LINE) this.#bytes = Buffer.concat([this.#bytes, Buffer.alloc(this.#bytes.length + LINE)]);
    const at = this.#placeOf(hash) * LINE;
    this.#bytes.copyWithin(at + LINE, at, this.#count * LINE);
    this.#bytes.write(asLine(hash), at, 'latin1');
    this.#count += 1;
  }

  /** Takes one such hash out; false where there is none. */
  remove(hash: string): boolean {
    const place = this.#placeOf(hash);
    if (this.#lineAt(place) !== hash) return false;
    this.#bytes.copyWithin(place * LINE, (place + 1) * LINE, this.#count * LINE);
    this.#count -= 1;
    return true;
  }

  /** Of the lines, without the last line feed. */
  hash(): string {
    return sha256Hex(this.#bytes.subarray(0, Math.max(0, this.#count * LINE - 1)));
  }

  /** Where the hash is, or belongs. */
  #placeOf(hash: string): number {
    let low = 0;
    let high = this.#count;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.#lineAt(middle) < hash) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  /** '' after the last one. */
  #lineAt(place: number): string {
    return place < this.#count ? this.#bytes.toString('latin1', place * LINE, (place + 1) * LINE - 1) : '';
  }
}

function asLine(hash: string): string {
  return `${hash}\n`;
}
