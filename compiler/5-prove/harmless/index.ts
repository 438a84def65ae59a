// Rewritings of the solution that must earn as much as it does. A new kind: one file here and one line below.
import type { Arena, Move, PlayOptions } from '../arena.ts';
import { otherFiles } from './other-files.ts';
import { otherIds } from './other-ids.ts';
import { otherMoments } from './other-moments.ts';
import { otherRoute } from './other-route.ts';
import { otherSpelling } from './other-spelling.ts';
import { otherWords } from './other-words.ts';
import { reads } from './reads.ts';
import { swaps } from './swaps.ts';
import { warnings } from './warnings.ts';

export interface Rewriting {
  /** For the table. */
  readonly name: string;
  /** For the diagnostic: `the solution with … `. */
  readonly words: string;
  /** All of it at once. */
  readonly together: readonly Move[];
  /** Its parts, each by itself. */
  readonly alone: readonly (readonly Move[])[];
  readonly options?: PlayOptions;
}

/** Every rewriting that this solution allows. */
export function rewritings(arena: Arena): readonly Rewriting[] {
  return [swaps, reads, otherRoute, otherSpelling, otherMoments, otherWords, otherFiles, otherIds, warnings].flatMap((kind) => kind(arena));
}
