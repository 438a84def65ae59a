// The host's file of what is printed in a container: in order, whole lines to those who want to know, and not without end.
import { type FileHandle, open } from 'node:fs/promises';

export class Sink {
  readonly #file: FileHandle;
  #writing: Promise<unknown> = Promise.resolve();
  #bytes = 0;
  #last = Buffer.alloc(0);

  private constructor(file: FileHandle) {
    this.#file = file;
  }

  /** Appends to a file, which is made where there is none. */
  static async open(path: string): Promise<Sink> {
    return new Sink(await open(path, 'a', 0o644));
  }

  write(chunk: Buffer): void {
    if (this.#bytes > MOST_PRINTED) return;
    this.#bytes += chunk.length;
    this.#last = Buffer.concat([this.#last, chunk]).subarray(-1000);
    const rest = this.#bytes > MOST_PRINTED ? Buffer.from(`\n[more than ${MOST_PRINTED} bytes: the rest was left out]\n`) : chunk;
    this.#writing = this.#writing.then(() => this.#file.write(rest));
    // Whoever waits for it sees to it.
    this.#writing.catch(() => {});
  }

  /** When all that came so far is in the file; throws where it cannot be written. */
  async written(): Promise<void> {
    await this.#writing;
  }

  /** The end of what was printed. */
  tail(): string {
    return this.#last.toString('utf8');
  }

  async close(): Promise<void> {
    await this.#writing.catch(() => {});
    await this.#file.close();
  }
}

/** An agent that prints for ever must not fill the disk. */
const MOST_PRINTED = 256 * 1024 * 1024;

/** Makes whole lines of what comes in pieces. */
export function lineReader(onLine: (line: string) => void): (chunk: Buffer) => void {
  let rest = '';
  return (chunk) => {
    const lines = `${rest}${chunk.toString('utf8')}`.split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) onLine(line);
  };
}
