// Records in which every word of a query occurs, best match first.
import type { DataRecord } from '#grader/evidence/types.ts';
import type { SearchTool } from '#services/types.ts';
import { foldedIdAnd, foldedWords } from './fold.ts';
import { collectionOf, collectionPath, type ToolKind } from './kind.ts';
import { detailNote } from './notes.ts';
import { type Place, pageNotes, pageOf, pageParameters, pageResult } from './page.ts';
import { listView, shownOf } from './show.ts';

/** Each word is looked for in every record: a query without end would keep the office from everybody else. */
const MOST_WORDS = 16;

export const search: ToolKind<SearchTool> = {
  hints: { readOnly: true, destructive: false, idempotent: true },

  parameters: () => [
    {
      name: 'query',
      required: true,
      field: { type: 'string', about: 'Words that must all occur, in any order; parts of words count, case and accents do not.' },
    },
    ...pageParameters,
  ],

  notes: (tool, service, collection) => `Best match first. ${pageNotes} ${detailNote(tool, service, collection)}`.trim(),

  run({ tool, service, args, world, office }) {
    const words = foldedWords(String(args.get('query') ?? ''));
    if (words.length === 0) return { ok: false, code: 'wrong_argument', message: 'query is empty.', hint: 'Give at least one word.' };
    if (words.length > MOST_WORDS) {
      return {
        ok: false,
        code: 'wrong_argument',
        message: `query has ${words.length} words; at most ${MOST_WORDS} are looked for.`,
        hint: 'Give the few words that matter.',
      };
    }
    const collection = collectionOf(service, tool);
    const path = collectionPath(service, tool);
    const found = world.all(path).flatMap((record): { readonly record: DataRecord; readonly place: Place }[] => {
      const score = scoreOf(foldedIdAnd(tool.in, record), words);
      return score === 0 ? [] : [{ record, place: [-score, record.id] }];
    });
    found.sort((a, b) => byScore(a.place, b.place));
    const page = pageOf(found, args, byScore);
    if (!page.ok) return page;
    const views = page.items.map(({ record }) => ({ id: record.id, view: listView(record, collection, office.zone) }));
    return {
      ok: true,
      result: pageResult(
        views.map(({ view }) => view.json),
        found.length,
        page.nextCursor,
      ),
      shown: shownOf(path, views),
      changes: [],
    };
  },
};

/** Best first; then by id. */
function byScore(a: Place, b: Place): number {
  const part = a[0] === b[0] ? 1 : 0;
  const left = a[part] ?? '';
  const right = b[part] ?? '';
  if (left === right) return 0;
  return left < right ? -1 : 1;
}

/** 0 unless every word occurs. Earlier texts count more, whole words twice as much as parts. */
function scoreOf(texts: readonly string[], words: readonly string[]): number {
  let score = 0;
  for (const word of words) {
    let best = 0;
    for (let weight = texts.length; weight > 0; weight -= 1) {
      const text = texts[texts.length - weight] ?? '';
      // Later texts count less: a part here cannot better what was found already.
      if (2 * weight <= best) break;
      if (text.includes(word)) best = Math.max(best, isWhole(text, word) ? 2 * weight : weight);
    }
    if (best === 0) return 0;
    score += best;
  }
  return score;
}

function isWhole(text: string, word: string): boolean {
  for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + 1)) {
    if (!isWordCharacter(text[at - 1]) && !isWordCharacter(text[at + word.length])) return true;
  }
  return false;
}

function isWordCharacter(character: string | undefined): boolean {
  if (character === undefined) return false;
  // Asking for the kind of a character takes long, and most are of these.
  if (character < '\x80') return /[a-z0-9]/i.test(character);
  return /[\p{L}\p{N}]/u.test(character);
}
