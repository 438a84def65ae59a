// What a text claims, as against what it mentions: names that it denies, or takes back at the end, are not claimed.
// A short list of English turns of phrase and no more: a typed answer is the way to be sure.
import { answerPart, mentions, type Names, readyNames } from './text.ts';

/**
 * The part of a text that claims something about the names: its answer part (of a message, `whole`: all of it) without what is denied,
 * excepted or taken back. `mentions` then says which names it claims.
 *
 * | text | claimed |
 * |---|---|
 * | `Raised: TIC-1 and TIC-2.` / a list below any heading | both |
 * | `None of these: TIC-1` / `I did not raise TIC-1` / `Wrong answer:` above the list / `The following list is wrong:` | nothing that it introduces |
 * | `TIC-1, not TIC-2` / `all but TIC-2 and TIC-3` / `except TIC-2` / `neither TIC-1 nor TIC-2` | not what stands behind such a word |
 * | `I did not close TIC-1 but raised it` | TIC-1 |
 * | `Not raised:`, `Left alone:` above a list or in a line, beside something else that names one | nothing that it introduces |
 * | `TIC-2 was not raised`, `TIC-2 stays as it is`, `I left TIC-2 alone` in a sentence, beside another that names one | not TIC-2 |
 * | `Nothing but TIC-1 was late` / `None except TIC-1` / `Apart from TIC-1 there were no others` | TIC-1 |
 * | `~~TIC-1~~`, `<!-- TIC-1 -->` | nothing |
 * | `- TIC-1` … `Sorry, that was wrong.` / `This list is wrong.` / `Please disregard the above.` / `Correction: TIC-2` | what comes after, if anything |
 * | `We should not rely on: MSG-1` / `TIC-1: not yet closed` / `None of the others was touched.` | as usual: a claim may be about what is not |
 */
export function claimed(text: string, names: readonly string[] | Names, { whole = false } = {}): string {
  const ready = 'byLength' in names ? names : readyNames(names);
  const seen = withoutStruckOut(text);
  if (!DOUBT.test(seen)) return whole ? seen : answerPart(seen, ready);
  const standing = afterRetractions(seen);
  const part = whole ? standing : answerPart(standing, ready, (heading) => leavesAlone(heading) || deniesBelow(heading));
  if (part !== standing && deniesBelow(introduction(standing, part))) return '';
  return withoutLeftAlone(sentences(part), ready)
    .flatMap((sentence) => (DOUBT.test(sentence) ? undoubted(sentence, ready) : [sentence]))
    .join('\n');
}

function undoubted(sentence: string, { names }: Names): readonly string[] {
  return (denies(sentence) ? standingClauses(sentence) : [sentence]).map((clause) => withoutExceptions(clause, names));
}

/** One of these is in every turn of phrase below: a sentence with none of them claims all that it says. */
const DOUBT =
  /disregard|ignore|forget|scratch|retract|withdraw|take|wrong|incorrect|mistaken|false|untrue|invalid|(?<![a-z])no(?:[tr]|ne)?(?![a-z])|n['’]t|never|kidding|made|correction|thought|neither|without|but|except|other|apart|instead|rather|le(?:ft|aving)|stay|remain|unchanged|untouched|skipped|excluded/iu;

/** A mark stays where something was struck out or cannot be seen, so that nothing fuses. */
function withoutStruckOut(text: string): string {
  return text.replace(/~~(?!\s)[^~\n]+~~|<!--[^<>]*-->/gu, '\0');
}

/** What is left when everything before the last retraction is taken as unsaid. */
function afterRetractions(text: string): string {
  const parts = sentences(text);
  const last = parts.findLastIndex((sentence) => DOUBT.test(sentence) && RETRACTIONS.some((pattern) => pattern.test(sentence)));
  // The sentence that takes back may itself say what holds instead.
  return last <= 0 ? text : parts.slice(last).join('\n');
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

/** `I did **not** raise`. */
function withoutEmphasis(sentence: string): string {
  return sentence.replace(/(?<!\S)[*_]+(?=\S)|(?<=\S)[*_]+(?!\S)/gu, '');
}

/** A whole sentence above a list, or its first half, is about itself ("I did not touch TIC-3."), unless it is about the list. */
function deniesBelow(heading: string): boolean {
  const sentence = withoutEmphasis(heading);
  const last = sentence.split(/[;,–—]|\b(?:but|so|and|however)\b/iu).at(-1) ?? '';
  return isLabel(sentence) || (DENIED.test(last) && !/[.!?]\W*$/u.test(last.slice(-8)));
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
  return sentence.split(/[;–—]|(?<!\b(?:all|nothing|everything) )\b(?:but|however|instead|whereas)\b|\band (?=I\b)/iu);
}

/** Not "I did not find …" or "I have not seen …": what was not found may well be the answer. */
const FINDING =
  '(?:find|found|see|seen|receive|received|trust|rely|relied|verify|verified|confirm|confirmed|recognise|recognize|believe|hear|heard)';
/** Nor "I did not touch anything else": that is about the others. */
const OTHERS = '(?:anything (?:else|more)|any (?:others?|more)|(?:the )?others?|the rest)';
const DENIED = new RegExp(`\\bI (?:did not|didn't|didn’t|have not|haven't|haven’t|never) (?!${FINDING}\\b)(?!\\w+ ${OTHERS}\\b)\\w`, 'iu');
const LABELS = [
  /\bnone of (?:these|those|them|the following)\s*[:;–—-]/iu,
  // About the answer, not about its subject: "the following mails are false" may well be what was asked for.
  new RegExp(`\\b(?:the following|what follows|this|that)(?: ${ANSWER})? (?:is|was) ${WRONG}(?=\\W*$|\\W*:)`, 'iu'),
  new RegExp(`\\b(?:my|the|these|those) ${ANSWER}(?: below)? (?:is|was|are|were) ${WRONG}(?=\\W*$|\\W*:)`, 'iu'),
  new RegExp(`\\b(?:wrong|incorrect|false|invalid) ${ANSWER}(?=\\W*$|\\s*:)`, 'iu'),
  new RegExp(`\\bnot (?:the|an) ${ANSWER}(?=\\W*$|\\s*:)`, 'iu'),
  new RegExp(`\\bignore this ${ANSWER}(?=\\W*$|\\s*:)`, 'iu'),
];

/** Whether a heading says that what follows was left as it was: for completeness, beside the answer. */
function leavesAlone(heading: string): boolean {
  const plain = withoutEmphasis(heading);
  return (LEFT_ALONE.test(plain) || SO_LEFT.test(plain)) && /^\W*#|:\W*$|^\W*\*\*/u.test(heading);
}

/** `Not raised: TIC-3.`, `TIC-3 was not raised.`, `I left TIC-3 alone.` beside other sentences that name one. */
function withoutLeftAlone(all: readonly string[], names: Names): readonly string[] {
  const others = all.filter((sentence) => {
    const plain = withoutEmphasis(sentence);
    return !(DOUBT.test(sentence) && ((LEFT_ALONE.test(plain) && /^[^:]*:/u.test(sentence)) || WAS_LEFT.test(plain) || I_LEFT.test(plain)));
  });
  return others.length < all.length && mentions(others.join('\n'), names).length > 0 ? others : all;
}

/** What one does to records. Not what they may be (paid, closed, answered): "Not paid:" may well be what was asked for. */
const DONE =
  'raised|escalated|changed|touched|edited|updated|sent|told|contacted|notified|informed|included|listed|counted|selected|flagged|tagged|marked|moved|deleted|archived|refunded|booked|rescheduled|reassigned|forwarded|processed|affected';
const LEFT_ALONE = new RegExp(
  `^\\W*(?:(?:these|those|the (?:following|others?|rest)|others?|for (?:completeness|information|your information)|\\p{L}+)(?: \\p{L}+){0,2}?(?: (?:is|are|was|were|have been|I))?\\W+)?(?:(?:deliberately |intentionally )?(?:left|leaving) (?:alone|as[ -]is|as (?:it|they) (?:is|are|was|were)|unchanged|untouched)|unchanged|untouched|skipped|excluded|no(?:t yet|t)? (?:${DONE})|no (?:action|change)s?(?: needed| required| taken)?)(?: by me)?\\W*(?:$|[:(,–—]|because\\b|as (?:they|it|these)\\b)`,
  'iu',
);

const AS_IT_WAS = '(?:alone|as[ -]is|as (?:it|they) (?:is|are|was|were)|unchanged|untouched)';
/** A heading that ends so: `Not old enough, so unchanged:`, `I looked at these too but left them alone:`. */
const SO_LEFT = new RegExp(
  `(?:\\b(?:but|so|and|hence|therefore)|[,–—-]) (?:I )?(?:left (?:(?:it|them|these|those) )?${AS_IT_WAS}|unchanged|untouched|not (?:${DONE}))\\W*$`,
  'iu',
);
/** `TIC-3 is too fresh and was not raised.`, where nothing before it says what was done. */
const WAS_LEFT = new RegExp(
  `^(?:(?!\\b(?:${DONE})\\b)[^:]){1,160}?\\b(?:(?:was|were|been)(?: (?:therefore|thus|so|\\p{L}+ly))? not|wasn['’]t|weren['’]t) (?:${DONE})(?: by me)?(?=\\W*$|\\s*[,;(–—]|\\s+(?:because|since|as)\\b)|^[^:]{1,160}?\\b(?:was|were|stays?|stayed|remains?|remained)(?: left)? ${AS_IT_WAS}(?=\\W*$|\\s*[,:;(–—]|\\s+(?:because|since|as)\\b)`,
  'iu',
);
const I_LEFT = new RegExp(`^\\W*(?:and |so )?I(?: have|'ve)?(?: \\p{L}+ly)? left [^.!?:]{1,80}? ${AS_IT_WAS}(?!\\p{L})`, 'iu');

/** A name right behind one of these words is named as what is not meant. */
const EXCEPTING = 'not|except(?: for)?|without|all but|other than|apart from|neither|nor|instead of|rather than';
const EXCEPTION = new RegExp(`\\b(?:${EXCEPTING})[\\s"'\`*_(]+$`, 'iu');
const ANY_EXCEPTION = new RegExp(`\\b(?:${EXCEPTING})\\b`, 'iu');
/** `none except TIC-1`, `apart from TIC-1 nothing`: what is excepted from nothing is meant. */
const NOTHING = /\b(?:nothing|none|nobody|no one|no (?:[\p{L}-]+ ){0,3}(?:others?|more|except|apart))\b/iu;
/** `Apart from TIC-1 no ticket was late`. */
const FROM_NO = /^\W*(?:except(?: for)?|other than|apart from)\b.*\bno \p{L}/isu;
/** `I did not raise any ticket except TIC-1`. */
const ANY_EXCEPT = /\bany(?:thing|body|one)?\b[^.!?;]{0,40}\b(?:except(?: for)?|other than|apart from|but)\b/iu;
const FROM_NOTHING = /\b(?:except(?: for)?|other than|apart from)[\s"'`*_(]+$/iu;
/** Between two names that are excepted together: `all but TIC-1 and TIC-2`. */
const TOGETHER = /^[\s"'`*_]*(?:\band\b|\bor\b|\bnor\b|&)[\s"'`*_]*$/iu;
/** `all but TIC-1, TIC-2 and TIC-3`. Not behind "not", nor at the beginning: in `TIC-1, not TIC-2, TIC-3` and `Apart from TIC-1, TIC-2` the comma ends it. */
const LISTED = /^[\s"'`*_]*,[\s"'`*_]*(?:(?:and|or|nor)\b[\s"'`*_]*)?$/iu;
const LISTING = /\S.*\b(?:except(?: for)?|without|all but|other than|apart from)[\s"'`*_(]+$|\b(?:all but|neither)[\s"'`*_(]+$/isu;

function withoutExceptions(sentence: string, names: readonly string[]): string {
  const lower = sentence.toLowerCase();
  // Places are the same in both but for a few letters that grow when they are made small.
  if (!ANY_EXCEPTION.test(sentence) || lower.length !== sentence.length) return sentence;
  const fromNothing = NOTHING.test(sentence) || FROM_NO.test(sentence) || ANY_EXCEPT.test(sentence);
  const places: (readonly [start: number, end: number])[] = [];
  for (const name of names.filter((one) => one !== '').map((one) => one.toLowerCase())) {
    for (let at = lower.indexOf(name); at !== -1; at = lower.indexOf(name, at + name.length)) places.push([at, at + name.length]);
  }
  let kept = '';
  let from = 0;
  let excepted = -1;
  let listing = false;
  for (const [start, end] of places.sort(([a, to], [b, other]) => a - b || other - to)) {
    if (start < from) continue;
    const before = sentence.slice(Math.max(0, start - 24), start);
    const one = EXCEPTION.test(before) && !(fromNothing && FROM_NOTHING.test(before));
    const between = excepted !== -1 && start - excepted < 24 ? sentence.slice(excepted, start) : undefined;
    if (one) listing = LISTING.test(before);
    else if (between === undefined || !(TOGETHER.test(between) || (listing && LISTED.test(between)))) continue;
    // A mark stays in each place, so that nothing fuses.
    kept += `${sentence.slice(from, start)}\0`;
    from = end;
    excepted = end;
  }
  return kept + sentence.slice(from);
}

/** The sentence or heading above the answer part. */
function introduction(text: string, part: string): string {
  const [first = ''] = part.split('\n');
  return sentences(text.slice(0, text.lastIndexOf(first))).at(-1) ?? '';
}

/** Lines, and sentences within them; a full stop inside a name or number ends none. */
function sentences(text: string): readonly string[] {
  return text.split(/[\r\n]+|(?<=[.!?])\s+(?=\S)/u).filter((sentence) => sentence.trim() !== '');
}
