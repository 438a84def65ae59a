// Records in which every word of a query occurs, best match first.
import type { SearchTool } from '#services/types.ts';
import { answers, column } from './columns.ts';
import { filterParameters, selectedAt } from './filters.ts';
import { foldedIdAnd, foldedWords, type Searched } from './fold.ts';
import { collectionOf, collectionPath, type ToolKind } from './kind.ts';
import { detailNote } from './notes.ts';
import { type Place, pageNotes, pageOf, pageParameters, pageResult } from './page.ts';
import { listView, shownOf } from './show.ts';
import { type MayHold, sift } from './sieve.ts';

/** Each word is looked for in every record: a query without end would keep the office from everybody else. */
const MOST_WORDS = 16;

export const search: ToolKind<SearchTool> = {
  hints: { readOnly: true, destructive: false, idempotent: true },

  parameters: (tool, collection, _service, find) => [
    {
      name: 'query',
      required: true,
      field: { type: 'string', about: 'Words that must all occur, in any order; parts of words count, case and accents do not.' },
    },
    ...filterParameters(tool.filters ?? {}, collection, find),
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
    const { zone, findCollection: find } = office;
    const records = world.all(path);
    const key = `searched ${tool.in.join(' ')}`;
    const searched = column(collection, records, { key, of: (record) => foldedIdAnd(tool.in, record) });
    const scores = words.map((word) => {
      let mayHold: MayHold | undefined;
      const score = (at: number) => {
        mayHold ??= sift(collection, { key, seen: searched, textOf: ({ text }) => text }, [word]);
        return mayHold(at) ? scoreOf(searched[at] as Searched, word) : 0;
      };
      return answers(collection, records, { key: `${word} ${key}`, of: score });
    });
    const places = selectedAt(records, { filters: tool.filters ?? {}, args, collection, zone, find, world });
    const totals = totalsOf(scores);
    const found = ranked(places, totals);
    const page = pageOf(found, args, { placeOf: (at) => [-(totals[at] ?? 0), records[at]?.id ?? ''], compare: byScore });
    if (!page.ok) return page;
    const views = page.items
      .flatMap((at) => records[at] ?? [])
      .map((record) => ({ id: record.id, view: listView(record, collection, office.zone) }));
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

/** Of each record the sum of what the words score; 0 unless every word does. */
function totalsOf([first = [], ...others]: readonly (readonly number[])[]): readonly number[] {
  return others.reduce(
    (totals, scores) => totals.map((total, at) => (total > 0 && (scores[at] ?? 0) > 0 ? total + (scores[at] ?? 0) : 0)),
    first,
  );
}

/** Those of the places whose score is not 0, best first. There are few different ones: they only have to be put apart. */
function ranked(places: readonly number[], scores: readonly number[]): readonly number[] {
  const apart = new Map<number, number[]>();
  for (const at of places) {
    const score = scores[at] ?? 0;
    if (score === 0) continue;
    const others = apart.get(score);
    if (others === undefined) apart.set(score, [at]);
    else others.push(at);
  }
  const lists = [...apart].sort(([a], [b]) => b - a).map(([, found]) => found);
  return ([] as number[]).concat(...lists);
}

/** Best first; then by id. */
function byScore(a: Place, b: Place): number {
  const part = a[0] === b[0] ? 1 : 0;
  const left = a[part] ?? '';
  const right = b[part] ?? '';
  if (left === right) return 0;
  return left < right ? -1 : 1;
}

/** 0 unless the word occurs. Earlier texts count more, whole words twice as much as parts. */
function scoreOf({ text, ends }: Searched, word: string): number {
  let best = 0;
  let place = 0;
  for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + 1)) {
    while (at > (ends[place] ?? at)) place += 1;
    const weight = ends.length - place;
    // Later texts count less: a part there cannot better what was found already, nor anything a whole word.
    if (2 * weight <= best) break;
    const whole = isWhole(text, word, at);
    best = Math.max(best, whole ? 2 * weight : weight);
    if (whole) break;
  }
  return best;
}

/** Whether the word that stands there is no part of another. */
function isWhole(text: string, word: string, at: number): boolean {
  return !isWordCharacter(text, at - 1) && !isWordCharacter(text, at + word.length);
}

/** Texts are folded, so there are no capitals. */
function isWordCharacter(text: string, at: number): boolean {
  const code = text.charCodeAt(at);
  // Asking for the kind of a character takes long, and most are of these.
  if (code < 128) return (code >= 97 && code <= 122) || (code >= 48 && code <= 57);
  return /[\p{L}\p{N}]/u.test(text.charAt(at));
}
