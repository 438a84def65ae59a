// Reads `audit.jsonl` and follows its chain: every line is there, in order, unchanged, and the seal knows the last one.
import { firstPrev, lineHash } from './hash.ts';
import { asEntry, Broken, parseJson } from './shape.ts';
import type { AuditEntry, StageSeal } from './types.ts';

const FILE = 'audit.jsonl';

/** The entries of the log. Throws `Broken` with the line where the chain does not hold. */
export function readLog(text: string, pack: string, stage: StageSeal): readonly AuditEntry[] {
  const lines = text.split('\n');
  if (lines.pop() !== '') throw new Broken(`${FILE} line ${lines.length + 1}: the line is cut off, it has no line end`);
  let prev = firstPrev(pack);
  const entries = lines.map((line, index) => {
    const place = `${FILE} line ${index + 1}`;
    const entry = asEntry(parseJson(line, place), place);
    if (entry.seq !== index + 1) throw new Broken(`${place}: it is entry ${entry.seq}; an entry is missing, doubled or moved`);
    if (entry.prev !== prev)
      throw new Broken(index === 0 ? `${place}: it belongs to another pack` : mismatch(index, 'the next line carries'));
    if (entry.stage !== stage.name) throw new Broken(`${place}: the stage ${entry.stage} is not in the seal`);
    prev = lineHash(line);
    return entry;
  });
  if (entries.length !== stage.entries) {
    throw new Broken(`${FILE}: the log ends after line ${entries.length}, the seal counts ${stage.entries} lines`);
  }
  if (stage.last !== prev) throw new Broken(mismatch(entries.length, 'the seal carries'));
  return entries;
}

function mismatch(line: number, where: string): string {
  return `${FILE} line ${line}: its hash is not the one ${where}`;
}
