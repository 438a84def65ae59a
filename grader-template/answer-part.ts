// Which part of a reply is its answer: what stands behind `Answer:`, else its lists, else all of it.
import { fold, isWhole, mentions, type Names } from './text.ts';

/** What a list is, by the line above it: `answer`; `aside`, which answers only where nothing else names anything; `denied`, which never does. */
export interface Reading {
  readonly kind: 'answer' | 'aside' | 'denied';
  /** The one word that the line consists of, and whether it says "not" before it. Of `Paid:` and `Not paid:` only the last answers. */
  readonly about?: string;
  readonly denies?: boolean;
}

export interface Readings {
  /** Of the line above a list; empty where there is none. */
  readonly heading: (line: string) => Reading;
  /** Whether a line of a list says of what it names that it is none of the answer. */
  readonly isDeniedItem: (line: string) => boolean;
}

/**
 * The part of a text that answers: all its lists that hold any of the names, but for those that are denied or an aside; beside none but
 * those, what is said outside of them, if it names any; else its last aside; else all of it, where no list names any. A list is a run of
 * bulleted or numbered lines, of table rows, or of two or more lines that begin with a name.
 */
export function answerPart(text: string, names: Names, readings: Readings): string {
  const all = lists(text, names);
  const read = withoutCounterparts(
    all.map((list) => {
      const standing = list.text
        .split('\n')
        .filter((line) => !readings.isDeniedItem(line))
        .join('\n');
      const isNaming = mentions(standing, names).length > 0;
      return { ...list, standing, reading: isNaming ? readings.heading(list.heading) : ({ kind: 'denied' } as const) };
    }),
  );
  const answers = read.filter(({ reading }) => reading.kind === 'answer');
  if (answers.length > 0) return answers.map(({ standing }) => standing).join('\n');
  const rest = besides(text, all, names);
  if (mentions(rest, names).length > 0) return rest;
  return read.findLast(({ reading }) => reading.kind === 'aside')?.standing ?? '';
}

function withoutCounterparts<L extends { readonly reading: Reading }>(all: readonly L[]): readonly L[] {
  const side = ({ about, denies }: Reading, opposite = false) => `${denies === opposite} ${about}`;
  const last = new Map(all.map(({ reading }, at) => [side(reading), at]));
  return all.filter(({ reading }, at) => reading.about === undefined || (last.get(side(reading, true)) ?? -1) < at);
}

/** What a text says beside these lists; a line above one is left where it names something itself. */
function besides(text: string, taken: readonly List[], names: Names): string {
  const within = new Set(taken.flatMap(({ at }) => at));
  const above = new Set(taken.flatMap(({ heading, headingAt }) => (mentions(heading, names).length > 0 ? [] : [headingAt])));
  return text
    .split(LINE_END)
    .filter((_, at) => !within.has(at) && !above.has(at))
    .join('\n')
    .trim();
}

const LINE_END = /\r\n|\r|\n/u;

/** What stands behind a line that begins with `Answer:`. */
export interface AnswerBlock {
  readonly text: string;
  /** The last line with words above it. */
  readonly above: string;
}

/** `Answer:`, also as a heading, in bold or as an item; the words "my", "the" and "final" may stand before it. */
const ANSWER = /^[\s>#*_`•-]{0,20}(?:(?:my|the|final) ){0,2}answers?[*_`]{0,3}\s{0,3}(?:[:：][*_`]{0,3}(.*)|$)/isu;
const IS_MARKED = /[:：#]|\*\*|__/u;

/**
 * What stands behind each `Answer:`: the rest of its line; where that names nothing or goes on (`,`, `:`, "and"), also what stands right
 * below, up to an empty line after it or to the next heading. A list below goes as far as it is a list.
 */
export function answerBlocks(text: string, names: Names): readonly AnswerBlock[] {
  const lines = text.split(LINE_END);
  let above = '';
  return lines.flatMap((line, at) => {
    const marked = IS_MARKED.test(line) ? ANSWER.exec(line) : null;
    const before = above;
    if (line.trim() !== '') above = line;
    if (marked === null) return [];
    const first = (marked[1] ?? '').trim();
    const goesOn = first === '' || /(?:[,:;&]|\band)[\s*_]*$/iu.test(first);
    if (!goesOn && mentions(first, names).length > 0) return [{ text: first, above: before }];
    const more = below(lines, at + 1, { names, open: goesOn ? 'nothing' : 'text' });
    return [{ text: [first, ...more].join('\n').trim(), above: before }];
  });
}

/** What came last: nothing that ends at an empty line, some text, or an item of a list. */
type Open = 'nothing' | 'text' | Item['kind'];

function below(
  lines: readonly string[],
  from: number,
  { names, open: first }: { readonly names: Names; readonly open: Open },
): readonly string[] {
  const taken: string[] = [];
  let open = first;
  for (let at = from; at < lines.length; at += 1) {
    const line = lines[at] ?? '';
    const item = itemOf(line, names)?.kind;
    if (line.trim() === '') {
      // Marked items may stand apart from each other.
      if (open !== 'nothing' && !(open === 'mark' && itemOf(lines[at + 1] ?? '', names)?.kind === 'mark')) break;
    } else {
      const isHeading = /^\s*#|^\s*(?:\*\*.*\*\*|__.*__)\s*$|:[\s*_]*$/u.test(line) && item === undefined;
      if (ANSWER.test(line) || (isHeading && (open !== 'nothing' || /^\s*#/u.test(line)))) break;
      if ((open === 'mark' || open === 'row') && item === undefined && !/^\s/u.test(line)) break;
      // A line that leads to a list: `Answer:`, `These two:`, `- TIC-1`.
      open = item ?? (isHeading ? 'nothing' : 'text');
    }
    taken.push(line);
  }
  return taken;
}

interface List {
  readonly text: string;
  /** The last line with words above it, if no other list stands between. */
  readonly heading: string;
  /** Their lines, from 0; -1 for no heading. */
  readonly at: readonly number[];
  readonly headingAt: number;
}

/** Blank and indented lines stay in a list, any other line ends it; a numbered list goes on after such a line when its numbers do. */
function lists(text: string, names: Names): readonly List[] {
  const all = text.split(LINE_END);
  const found: { kind: string; headingAt: number; at: number[] }[] = [];
  let headingAt = -1;
  let open = false;
  let number = 0;
  for (const [at, line] of all.entries()) {
    const current = found.at(-1);
    const item = itemOf(line, names);
    if (item === undefined) {
      open &&= /^(?:\s|$)/u.test(line);
      if (open) current?.at.push(at);
      else if (line.trim() !== '') headingAt = at;
      continue;
    }
    const resumes = item.number > 1 && item.number === number + 1;
    if (current && current.kind === item.kind && (open || resumes)) current.at.push(at);
    else found.push({ kind: item.kind, headingAt, at: [at] });
    headingAt = -1;
    open = true;
    if (item.number > 0) number = item.number;
  }
  const line = (at: number) => all[at] ?? '';
  return found
    .filter((list) => list.kind !== 'name' || list.at.filter((at) => line(at).trim() !== '').length > 1)
    .map((list) => ({ ...list, text: list.at.map(line).join('\n'), heading: line(list.headingAt) }));
}

interface Item {
  readonly kind: 'mark' | 'row' | 'name';
  /** 0 where it has none. */
  readonly number: number;
}

/** What makes a line an item of a list. */
function itemOf(line: string, names: Names): Item | undefined {
  const mark = /^\s*(?:[-*+•‣◦▪●]|\(?(\d{1,4})[.)])\s+\S/u.exec(line);
  if (mark !== null) return { kind: 'mark', number: Number(mark[1] ?? 0) };
  if (/^\s*\|.*\|\s*$/u.test(line)) return { kind: 'row', number: 0 };
  const start = fold(line.replace(/^[\s*_`"'(]+/u, ''));
  const begins = names.byLength.some(([length, alike]) => alike.has(start.slice(0, length)) && isWhole(start, 0, start.slice(0, length)));
  return begins ? { kind: 'name', number: 0 } : undefined;
}
