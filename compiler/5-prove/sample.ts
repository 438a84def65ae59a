// What one run can hold of a big office: as much as the workspace takes, the records that the solution has to do with first. What is left
// out is said in the proof.
import type { DataRecord } from '#grader/evidence/types.ts';
import { mentions } from '#grader/text.ts';
import { LONGEST_TEXT } from '#workspace/fields.ts';
import type { Plan } from '../types.ts';

export interface Sample<Item> {
  readonly items: readonly Item[];
  /** `500 of 10012 records`; empty where all are there. */
  readonly words: string;
}

/** The first so many. */
export function sample<Item>(items: readonly Item[], most: number, noun: string): Sample<Item> {
  if (items.length <= most) return { items, words: '' };
  return { items: items.slice(0, Math.max(0, most)), words: `${Math.max(0, most)} of ${items.length} ${noun}` };
}

/** As many of the lines as fit into one text that the workspace takes, with room for what else a call holds. */
export function sampleLines(lines: readonly string[], noun: string): Sample<string> {
  let left = LONGEST_TEXT / 2;
  const most = lines.findIndex((line) => {
    left -= line.length + 1;
    return left < 0;
  });
  return sample(lines, most === -1 ? lines.length : most, noun);
}

/** The records of all collections, one of each in turn, so that any beginning of them has some of every kind. */
export function recordsInTurn({ office }: Plan): readonly DataRecord[] {
  const collections = Object.values(office.records);
  const most = Math.max(0, ...collections.map((records) => records.length));
  return Array.from({ length: most }, (_, i) => collections.flatMap((records) => records[i] ?? [])).flat();
}

/** Orders what goes by ids (or other texts): those that the solution's steps name come first. */
export function nearFirst({ solution }: Plan): <Item>(items: readonly Item[], idOf: (item: Item) => string) => readonly Item[] {
  const text = solution.map(({ args }) => JSON.stringify(args)).join('\n');
  return (items, idOf) => {
    const near = new Set(mentions(text, items.map(idOf)));
    const isNear = (item: (typeof items)[number]) => near.has(idOf(item));
    return [...items.filter(isNear), ...items.filter((item) => !isNear(item))];
  };
}
