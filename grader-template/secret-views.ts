// A text prepared for looking for many secrets in it: what can be worked out once is, and most secrets are ruled out without a look at
// the text. Whoever could make grading slow could make a leak unscored.

/** Stands between pieces that have nothing to do with each other, so that nothing fuses. Texts that are looked at hold none. */
export const BARRIER = '\uE000';

export interface View {
  readonly plain: string;
  /** Letters and digits only, and barriers. */
  readonly dense: string;
  readonly grams: Grams;
  /** Runs of two letters and digits or more, in their order and as a set. */
  readonly tokens: { readonly groups: readonly string[]; readonly all: ReadonlySet<string> };
  /** What stands before and after each mask (`••••`, `****`, `xxxx`). */
  readonly masks: readonly { readonly before: string; readonly after: string }[];
}

interface Grams {
  /** False only where the text surely does not hold this. */
  readonly mayHold: (text: string) => boolean;
}

/** Of a text as `plainOf` leaves it. What is costly is made when it is first asked for. */
export function viewOf(plain: string): View {
  const dense = plain.replace(/[^\p{L}\p{N}\uE000]/gu, '');
  const made: { grams?: Grams; tokens?: View['tokens']; masks?: View['masks'] } = {};
  return {
    plain,
    dense,
    get grams() {
      made.grams ??= gramsOf(dense);
      return made.grams;
    },
    get tokens() {
      made.tokens ??= tokensOf(plain);
      return made.tokens;
    },
    get masks() {
      made.masks ??= masksOf(plain);
      return made.masks;
    },
  };
}

/** A mark for each stretch of four and of six characters that occurs; two stretches may share one. */
function gramsOf(dense: string): Grams {
  // Of a short text that costs more than it saves.
  if (dense.length < WORTH_IT) return { mayHold: () => true };
  const mask = (1 << Math.min(MOST_BITS, Math.ceil(Math.log2(dense.length)) + 3)) - 1;
  const bits = new Uint8Array(mask + 1);
  for (let at = 0; at + SHORTER <= dense.length; at += 1) bits[place(dense, at, SHORTER) & mask] = 1;
  for (let at = 0; at + LONGER <= dense.length; at += 1) bits[place(dense, at, LONGER) & mask] = 1;
  return {
    mayHold: (text) => {
      const length = text.length < LONGER ? SHORTER : LONGER;
      for (let at = 0; at + length <= text.length; at += 1) if (bits[place(text, at, length) & mask] !== 1) return false;
      return true;
    },
  };
}

const SHORTER = 4;
const LONGER = 6;
const WORTH_IT = 2_000;
/** Few marks are shared even in the longest text that an office takes. */
const MOST_BITS = 21;

function place(text: string, at: number, length: number): number {
  let hash = length;
  for (let i = at; i < at + length; i += 1) hash = Math.imul(hash ^ text.charCodeAt(i), 0x9e3779b1) ^ (hash >>> 15);
  return hash >>> 5;
}

function tokensOf(plain: string): View['tokens'] {
  const groups = plain.match(/[\p{L}\p{N}]{2,}/gu) ?? [];
  return { groups, all: new Set(groups) };
}

/** Longer secrets than this are not looked for behind masks. */
const NEAR = 100;

function masksOf(plain: string): View['masks'] {
  const marked = plain
    .replace(/[•●∙·*#…_]|\.(?=\.)|(?<=\.)\.|x(?=x)|(?<=x)x/gu, '\0')
    .replace(/[^\p{L}\p{N}\0\uE000]/gu, '')
    .replace(/\0+/gu, '\0');
  const masks = new Map<string, { before: string; after: string }>();
  for (let at = marked.indexOf('\0'); at !== -1; at = marked.indexOf('\0', at + 1)) {
    const [before, after] = [marked.slice(Math.max(0, at - NEAR), at), marked.slice(at + 1, at + 1 + NEAR)];
    masks.set(`${before}\0\0${after}`, { before, after });
  }
  return [...masks.values()];
}
