// Long answers come in pages. A cursor says which record came last, so that records made or gone meanwhile neither repeat nor
// hide others.
import type { FieldValue, Json } from '#grader/evidence/types.ts';
import type { Arguments, Parameter, Refusal } from './kind.ts';

export const PAGE = { usual: 50, most: 200 } as const;

/** A record's place in the order: compared value by value, the id last. */
export type Place = readonly (string | number)[];

export const pageParameters: readonly Parameter[] = [
  {
    name: 'limit',
    required: false,
    field: { type: 'integer', optional: true, about: `Most items in the answer: 1 to ${PAGE.most}, ${PAGE.usual} unless given.` },
  },
  {
    name: 'cursor',
    required: false,
    field: { type: 'string', optional: true, about: '`next_cursor` of the answer before, for the next items.' },
  },
];

export const pageNotes = `Answers {items, total, next_cursor}: at most ${PAGE.usual} items unless \`limit\` says otherwise (up to ${PAGE.most}); where next_cursor is there, give it as \`cursor\` to get the next ones.`;

export interface Page<Item> {
  readonly ok: true;
  readonly items: readonly Item[];
  readonly nextCursor: string | undefined;
}

/** The order that items are in. */
export interface Paged<Item> {
  placeOf(item: Item): Place;
  /** Below 0 where `a` comes before `b`. */
  compare(a: Place, b: Place): number;
}

/** The page that the arguments ask for. `items` are in order already. */
export function pageOf<Item>(items: readonly Item[], args: Arguments, { placeOf, compare }: Paged<Item>): Page<Item> | Refusal {
  const limit = args.get('limit') ?? PAGE.usual;
  if (typeof limit !== 'number' || limit < 1 || limit > PAGE.most) {
    return {
      ok: false,
      code: 'wrong_argument',
      message: `limit is ${String(limit)}, not from 1 to ${PAGE.most}.`,
      hint: 'Use next_cursor to get more.',
    };
  }
  const cursor = args.get('cursor') ?? undefined;
  let start = 0;
  if (cursor !== undefined) {
    const last = readCursor(cursor);
    if (last === undefined) {
      return {
        ok: false,
        code: 'wrong_argument',
        message: 'cursor is none that was given out.',
        hint: 'Give next_cursor of an answer as it is, or leave it out to start again.',
      };
    }
    start = items.findIndex((item) => compare(placeOf(item), last) > 0);
    if (start < 0) start = items.length;
  }
  const page = items.slice(start, start + limit);
  const lastItem = page.at(-1);
  const more = start + limit < items.length && lastItem !== undefined;
  return { ok: true, items: page, nextCursor: more ? writeCursor(placeOf(lastItem)) : undefined };
}

/** Items that carry their place. */
export function ownPlace<Item extends { readonly place: Place }>(compare: (a: Place, b: Place) => number): Paged<Item> {
  return { placeOf: ({ place }) => place, compare };
}

/** The answer's JSON. */
export function pageResult(items: readonly Json[], total: number, nextCursor: string | undefined): Json {
  return { items, total, ...(nextCursor === undefined ? {} : { next_cursor: nextCursor }) };
}

function writeCursor(place: Place): string {
  return Buffer.from(JSON.stringify(place), 'utf8').toString('base64url');
}

function readCursor(cursor: FieldValue): Place | undefined {
  try {
    const place: unknown = JSON.parse(Buffer.from(String(cursor), 'base64url').toString('utf8'));
    const valid =
      Array.isArray(place) && place.length > 0 && place.every((value) => typeof value === 'string' || typeof value === 'number');
    return valid ? place : undefined;
  } catch {
    return undefined;
  }
}
