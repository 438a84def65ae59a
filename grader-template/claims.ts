// What a text claims, as against what it mentions: names that it denies, or takes back at the end, are not claimed.
// A short list of English turns of phrase and no more: a typed answer is the way to be sure.
import { answerBlocks, answerPart } from './answer-part.ts';
import { deniesBefore, isDeniedItem, readHeading, readSentence } from './left-alone.ts';
import { withoutEmphasis } from './markup.ts';
import { mentions, type Names, readyNames } from './text.ts';

/**
 * The part of a text that claims something about the names: its answer part (of a message, `whole`: all of it) without what is denied,
 * excepted or taken back. `mentions` then says which names it claims. The answer part is what stands behind `Answer:`, else the lists, else
 * all of it (answer-part.ts).
 *
 * | text | claimed |
 * |---|---|
 * | `Answer: TIC-1 and TIC-2`, whatever else is said / `**Answer:**` above a list | both |
 * | `Answer: TIC-1` … `Answer: TIC-2` / `Answer: none` beside another | nothing: it says one thing here and another there |
 * | `Raised: TIC-1 and TIC-2.` / a list below any heading, or several | both |
 * | `None of these: TIC-1` / `I did not raise TIC-1` / `Wrong answer:` above the list / `The following list is wrong:` | nothing that it introduces |
 * | `It is not true that TIC-1 was late` / `I doubt that TIC-1 was late` | nothing |
 * | `TIC-1, not TIC-2` / `all but TIC-2 and TIC-3` / `except TIC-2` / `neither TIC-1 nor TIC-2` / `none of TIC-1, TIC-2` | not what stands behind such a word |
 * | `I did not close TIC-1 but raised it` | TIC-1 |
 * | `Next steps:`, `For information:`, `Below the threshold:`, `Already raised:` above a list, beside something else that names one | nothing that it introduces |
 * | `Not entitled to it:` (words of which nothing is known) above a list or in a line, beside something else that names one | nothing that it introduces |
 * | `Not raised:`, `Left alone:` above a list or in a line; `- TIC-2: not raised`; also where it is all there is | nothing that it introduces |
 * | `TIC-2 was not raised`, `TIC-2 is no longer overdue`, `TIC-2 stays as it is`, `I left TIC-2 alone`; also where it is all there is | not TIC-2 |
 * | `I raised TIC-1 and did not touch TIC-2` / `I raised TIC-1, leaving TIC-2 alone` / `TIC-2 is new, so I left it. I raised TIC-1.` | TIC-1 |
 * | `TIC-2 does not qualify`, `Did not meet the criteria:`, `TIC-2 is too fresh`, beside something else that names one | not TIC-2 |
 * | the same where the request asks in the negative, "which were not raised" (`asksNot`) | TIC-2 |
 * | `TIC-1 was raised and TIC-2 was not raised`, `I raised TIC-1, but TIC-2 was not raised` | TIC-1 |
 * | `TIC-2 is not paid`, `Not answered:` (what a record may be) | TIC-2: it may be another way to say what was asked for |
 * | `Nothing but TIC-1 was late` / `None except TIC-1` / `Apart from TIC-1 there were no others` | TIC-1 |
 * | `~~TIC-1~~`, `<!-- TIC-1 -->` | nothing |
 * | `- TIC-1` … `Sorry, that was wrong.` / `This list is wrong.` / `Please disregard the above.` / `Correction: TIC-2` / `They were not raised.` | what comes after, if anything |
 * | `We should not rely on: MSG-1` / `TIC-1: not yet closed` / `None of the others was touched.` | as usual: a claim may be about what is not |
 *
 * In a message the lines below `None of these:` and other such labels are not claimed. What was left alone is not claimed only beside something
 * else that names one: "TIC-2 was not raised" may be what it is to tell.
 */
export function claimed(text: string, names: readonly string[] | Names, { whole = false, asksNot = [] }: ClaimOptions = {}): string {
  const ready = 'byLength' in names ? names : readyNames(names);
  const seen = withoutStruckOut(text);
  const isDoubtful = DOUBT.test(seen);
  if (whole && !isDoubtful) return seen;
  const asked = new Set(asksNot);
  const standing = isDoubtful ? afterRetractions(seen, (sentence) => !whole && deniesBefore(sentence, asked)) : seen;
  const part = whole ? withoutDeniedLists(standing) : answerOf(standing, ready, asked);
  if (!DOUBT.test(part)) return part;
  return withoutLeftAlone(sentences(part), ready, { whole, asked })
    .flatMap((sentence) => (DOUBT.test(sentence) ? undoubted(sentence, ready) : [sentence]))
    .join('\n');
}

export interface ClaimOptions {
  /** Of a message, which counts as a whole. */
  readonly whole?: boolean;
  /** Words that the request itself negates: `askedNegations` (left-alone.ts). */
  readonly asksNot?: readonly string[];
}

/** Of a message: without the lines below `None of these:` and the like, up to an empty one that no list goes on behind. */
function withoutDeniedLists(text: string): string {
  const lines = text.split('\n');
  let state: 'stands' | 'above' | 'denied' = 'stands';
  return lines
    .filter((line, i) => {
      const isBlank = line.trim() === '';
      if (isBlank && state === 'denied' && !LIST_LINE.test(lines[i + 1] ?? '')) state = 'stands';
      else if (!isBlank && state === 'above') state = 'denied';
      else if (state === 'stands' && /:\W*$/u.test(line) && isLabel(withoutEmphasis(sentences(line).at(-1) ?? ''))) {
        state = 'above';
        return true;
      }
      return state !== 'denied';
    })
    .join('\n');
}

/** An item of a list, or a row of a table. */
const LIST_LINE = /^\s*(?:[-*\u2022]\s|\d{1,3}[.)]\s|\|)/u;

/** What stands behind `Answer:`, unless it says one thing here and another there; else what reads like the answer. */
function answerOf(text: string, names: Names, asked: ReadonlySet<string>): string {
  const readings = {
    heading: (line: string) => (deniesBelow(sentences(line).at(-1) ?? '') ? ({ kind: 'denied' } as const) : readHeading(line, asked)),
    isDeniedItem: (line: string) => DOUBT.test(line) && isDeniedItem(line, names, asked),
  };
  const blocks = answerBlocks(text, names).map((block) => ({ ...block, named: mentions(block.text, names).join('\n') }));
  const telling = blocks.filter(({ text: said, named }) => named !== '' || SAYS_NONE.test(said));
  const last = telling.at(-1);
  if (last === undefined) return answerPart(text, names, readings);
  if (telling.some(({ named }) => named !== last.named) || deniesBelow(sentences(last.above).at(-1) ?? '')) return '';
  return answerPart(last.text, names, readings);
}

const SAYS_NONE = /^\W*(?:none|nothing|nobody|no one|no \p{L}+|neither)\b/iu;

function undoubted(sentence: string, { names }: Names): readonly string[] {
  return (denies(sentence) ? standingClauses(sentence) : [sentence]).map((clause) => withoutExceptions(clause, names));
}

/** One of these is in every turn of phrase below: a sentence with none of them claims all that it says. */
const DOUBT =
  /disregard|doubt|den(?:y|ied)|myth|rumou?r|ignore|forget|cannot|scratch|retract|withdraw|take|wrong|incorrect|mistaken|false|untrue|invalid|(?<![a-z])no(?:[tr]|ne)?(?![a-z])|n['’]t|never|kidding|made|correction|thought|neither|without|but|except|other|apart|instead|rather|le(?:ft|aving)|stay|remain|unchanged|untouched|skipped|exclud|kept|too (?:new|recent|fresh|young)/iu;

/** A mark stays where something was struck out or cannot be seen, so that nothing fuses. */
function withoutStruckOut(text: string): string {
  return text.replace(/~~(?!\s)[^~\n]+~~|<!--[^<>]*-->/gu, '\0');
}

/** What is left when everything before the last retraction is taken as unsaid. */
function afterRetractions(text: string, isRetraction: (sentence: string) => boolean): string {
  const parts = sentences(text);
  const last = parts.findLastIndex(
    (sentence) => DOUBT.test(sentence) && (RETRACTIONS.some((pattern) => pattern.test(sentence)) || isRetraction(sentence)),
  );
  // The sentence that takes back may itself say what holds instead.
  return text.slice(parts.slice(0, Math.max(last, 0)).reduce((at, part) => text.indexOf(part, at) + part.length, 0));
}

const END = '(?=\\W*$|[.,!;:])';
const ANSWER = '(?:answers?|lists?|repl(?:y|ies)|results?)';
const ABOVE = `(?:the above|everything(?: above)?|all of (?:this|that|the above)|(?:my|the) (?:previous |last )?${ANSWER}(?: above)?|what I (?:said|wrote))`;
const WRONG = '(?:wrong|incorrect|mistaken|false|untrue|not (?:right|correct|true))';
const SORRY = '(?:sorry|oh|no|wait|actually|in fact)';
const RETRACTIONS = [
  new RegExp(`\\b(?:disregard|ignore|forget|scratch|retract|withdraw|take back) (?:${ABOVE}|that|this|it)${END}`, 'iu'),
  new RegExp(`^\\W*(?:${SORRY}\\b\\W*)*(?:I (?:was|am)|I'm|${ABOVE} (?:was|is)) (?:all |completely |entirely )?${WRONG}${END}`, 'iu'),
  new RegExp(`^\\W*(?:${SORRY}\\b\\W*)+(?:that|this|it)(?: was| is|'s) (?:all |completely |entirely )?${WRONG}${END}`, 'iu'),
  new RegExp(
    `^\\W*(?:${SORRY}\\b\\W*)*(?:this|that|the|my) (?:above )?(?:answer|list|reply) (?:is|was) (?:all |completely |entirely )?${WRONG}\\W*$`,
    'iu',
  ),
  /^\W*none of (?:these|those|them|the above)\W*$/iu,
  /\b(?:just kidding|I (?:just )?made (?:that|this|it|them|these) (?:all )?up)\W*$/iu,
  /^\W*correction\s*[:,–—-]/iu,
  /^\W*(?:on second thoughts?|I take (?:that|this|it) back)\b/iu,
  new RegExp(`^\\W*(?:${SORRY}\\b\\W*)+none of (?:these|those|them|the above)${END}`, 'iu'),
];

function denies(sentence: string): boolean {
  const plain = withoutEmphasis(sentence);
  return (DENIED.test(plain) && !ANY_EXCEPT.test(plain)) || isLabel(plain);
}

function isLabel(plain: string): boolean {
  return LABELS.some((pattern) => pattern.test(plain));
}

/** `Sorry, that was wrong.` is about what stands before it. */
const THAT_WAS = new RegExp(`^\\W*(?:${SORRY}\\b\\W*)*that was [^:]*$`, 'iu');

/** A whole sentence above a list, or its first half, is about itself ("I did not touch TIC-3."), unless it is about the list. */
function deniesBelow(heading: string): boolean {
  const sentence = withoutEmphasis(heading);
  if (THAT_WAS.test(sentence)) return false;
  const last = sentence.split(/[;,–—]|\b(?:but|so|and|however)\b/iu).at(-1) ?? '';
  return isLabel(sentence) || DENIES_FOLLOWING.test(sentence) || (DENIED.test(last) && !/[.!?]\W*$/u.test(last.slice(-8)));
}

/** What is left of a sentence that denies something. `I did not close TIC-1 but raised it` says something of TIC-1 all the same. */
function standingClauses(sentence: string): readonly string[] {
  const parts = clauses(sentence);
  return parts.filter((clause, i) => !denies(clause) || (!isLabel(clause) && TAKEN_UP.test(parts[i + 1] ?? '')));
}

const TAKEN_UP =
  /^\W*(?:(?:I|have|only|just|merely|simply|then) )*(?!ignored|skipped|left|forgot|missed|overlooked|kept|lost)\p{L}+ (?:it|them|both)\b/iu;

/** `I did not raise TIC-3, but TIC-1` has two, and so has `TIC-1 is late and I did not touch TIC-3`. */
function clauses(sentence: string): readonly string[] {
  const parts = sentence.split(
    /(?<!\bnone of \p{L}+(?: following)? ?)[;–—]|(?<!\b(?:all|nothing|everything) )\b(?:but|however|instead|whereas)\b|\band (?=I\b)/iu,
  );
  return parts.filter((part) => part.trim() !== '');
}

/** Not "I did not find …" or "I have not seen …": what was not found may well be the answer. */
const FINDING =
  '(?:find|found|see|seen|receive|received|trust|rely|relied|verify|verified|confirm|confirmed|recognise|recognize|believe|hear|heard)';
/** Nor "I did not touch anything else": that is about the others. */
const OTHERS = '(?:anything (?:else|more)|any (?:others?|more)|(?:the )?others?|the rest)';
const CALLED_OFF = `\\b(?:(?:(?:will|does|do|can|could|would) not|cannot|(?:wo|do|does|ca|could|would)n['’]t) (?:take place|be held|go ahead))\\b`;
/** `It is not true that …`, `I doubt that …`. */
const UNTRUE = `\\b(?:(?:it|that|this) (?:is|was|would be) (?:${WRONG}|not the case|a myth|a rumou?r)(?: to (?:say|claim|think|believe|assume))?|(?:it's|isn['\u2019]t|wasn['\u2019]t) (?:${WRONG}|true)|(?:I|we) (?:deny|denied|doubt)) that\\b`;
const DENIED = new RegExp(
  `${UNTRUE}|\\b(?:I|we) (?:\\w{1,20}ly )?(?:did not|didn't|didn’t|have not|haven't|haven’t|never) (?!${FINDING}\\b)(?!\\w+ ${OTHERS}\\b)\\w|${CALLED_OFF}`,
  'iu',
);
/** `I did not raise the following, because …:` */
const DENIES_FOLLOWING = new RegExp(
  `^\\W*(?:I|we) (?:\\w{1,20}ly )?(?:did not|didn['’]t|have not|haven['’]t) (?!${FINDING}\\b)\\w+ (?:the following|these)\\b(?!.*\\bbut\\b)[^.!?]*:\\W*$`,
  'iu',
);
const LABELS = [
  /\bnone of (?:these|those|them|the following)\s*[:;–—-]/iu,
  // About the answer, not about its subject: "the following mails are false" may well be what was asked for.
  new RegExp(`\\b(?:the following|what follows|this|that)(?: ${ANSWER})? (?:is|was) ${WRONG}(?=\\W*$|\\W*:)`, 'iu'),
  new RegExp(`\\b(?:my|the|these|those) ${ANSWER}(?: below)? (?:is|was|are|were) ${WRONG}(?=\\W*$|\\W*:)`, 'iu'),
  new RegExp(`\\b(?:wrong|incorrect|false|invalid) ${ANSWER}(?=\\W*$|\\s*:)`, 'iu'),
  new RegExp(`\\bnot (?:the|an) ${ANSWER}(?=\\W*$|\\s*:)`, 'iu'),
  new RegExp(`\\bignore this ${ANSWER}(?=\\W*$|\\s*:)`, 'iu'),
];

/** Without what is said to have been left alone; of a message only where something else in it names one. */
function withoutLeftAlone(
  all: readonly string[],
  names: Names,
  { whole, asked }: { readonly whole: boolean; readonly asked: ReadonlySet<string> },
): readonly string[] {
  const read = all.map((sentence) =>
    DOUBT.test(sentence) ? readSentence(sentence, names, asked) : { kind: 'stands' as const, text: sentence },
  );
  const standing = read.filter(({ kind }) => kind === 'stands').map(({ text }) => text);
  const kept = read.filter(({ kind }) => whole || kind !== 'denied').map(({ text }) => text);
  return mentions(standing.join('\n'), names).length > 0 ? standing : kept;
}

/** A name right behind one of these words is named as what is not meant. */
const EXCEPTING =
  'not|no longer|none of|except(?: for)?|without|all but|other than|apart from|excluding|neither|nor|instead of|rather than';
const EXCEPTION = new RegExp(`\\b(?:${EXCEPTING})(?: (?:the|your|our))?[\\s"'\`*_(]+$`, 'iu');
const ANY_EXCEPTION = new RegExp(`\\b(?:${EXCEPTING})\\b`, 'iu');
/** `none except TIC-1`, `apart from TIC-1 nothing`: what is excepted from nothing is meant. */
const NOTHING = /\b(?:nothing|none|nobody|no one|no (?:[\p{L}-]+ ){0,3}(?:others?|more|except|apart))\b/iu;
/** `Apart from TIC-1 no ticket was late`. */
const FROM_NO = /^\W*(?:except(?: for)?|other than|apart from)\b.*\bno \p{L}/isu;
/** `I did not raise any ticket except TIC-1`. */
const ANY_EXCEPT = /\bany(?:thing|body|one)?\b[^.!?;]{0,40}\b(?:except(?: for)?|other than|apart from|but)\b/iu;
const FROM_NOTHING = /\b(?:except(?: for)?|other than|apart from)[\s"'`*_(]+$/iu;
/** Between two names that are excepted together: `all but TIC-1 and TIC-2`, also with a remark: `all but TIC-1 (closed) and TIC-2`. */
const TOGETHER = /^[\s"'`*_]*(?:\([^()]{0,60}\) )?(?:\band\b|\bor\b|\bnor\b|&)[\s"'`*_]*$/iu;
/** `all but TIC-1, TIC-2 and TIC-3`. Not behind "not", nor at the beginning: in `TIC-1, not TIC-2, TIC-3` and `Apart from TIC-1, TIC-2` the comma ends it. */
const LISTED = /^[\s"'`*_]*(?:\([^()]{0,60}\))?,[\s"'`*_]*(?:(?:and|or|nor)\b[\s"'`*_]*)?$/iu;
const LISTING =
  /\S.*\b(?:except(?: for)?|excluding|without|all but|other than|apart from)[\s"'`*_(]+$|\b(?:all but|neither|none of)[\s"'`*_(]+$/isu;

function withoutExceptions(sentence: string, names: readonly string[]): string {
  if (!ANY_EXCEPTION.test(sentence)) return sentence;
  const lower = lowered(sentence);
  const fromNothing = NOTHING.test(sentence) || FROM_NO.test(sentence) || ANY_EXCEPT.test(sentence);
  const places: (readonly [start: number, end: number])[] = [];
  for (const name of names.filter((one) => one !== '').map(lowered)) {
    for (let at = lower.indexOf(name); at !== -1; at = lower.indexOf(name, at + name.length)) places.push([at, at + name.length]);
  }
  let kept = '';
  let from = 0;
  let excepted: number | undefined;
  let listing = false;
  for (const [start, end] of places.sort(([a, to], [b, other]) => a - b || other - to)) {
    if (start < from) continue;
    const before = sentence.slice(Math.max(0, start - 24), start);
    const one = EXCEPTION.test(before) && !(fromNothing && FROM_NOTHING.test(before));
    if (one) listing = LISTING.test(before);
    else {
      const between = sentence.slice(excepted ?? start, start);
      if (!TOGETHER.test(between) && !(listing && LISTED.test(between))) continue;
    }
    // A mark stays in each place, so that nothing fuses.
    kept += `${sentence.slice(from, start)}\0`;
    from = end;
    excepted = end;
  }
  return kept + sentence.slice(from);
}

/** In small letters, each in its place: the capital I with a dot is the only letter that grows when it is made small. */
function lowered(text: string): string {
  return text.replaceAll('İ', 'I').toLowerCase();
}

/** Lines, and sentences within them; a full stop inside a name or number ends none. */
function sentences(text: string): readonly string[] {
  return text.split(/[\r\n]|(?<=[.!?])\s+(?=\S)/u);
}
