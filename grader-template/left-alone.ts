// What a reply says was not done, left as it was, or is beside the point: in a heading, an item of a list, a sentence.
// Short lists of English words. `asked` are the words that the request itself negates (`askedNegations`).
import type { Reading } from './answer-part.ts';
import { withoutEmphasis } from './markup.ts';
import { mentions, type Names } from './text.ts';

/** What one does to records. Not what they may be (paid, closed, answered): "not paid" may be another way to say "open". */
const DONE =
  'raised|escalated|changed|touched|edited|updated|sent|told|contacted|notified|informed|included|listed|counted|selected|flagged|tagged|marked|moved|handed (?:on|over|in|back|out)|passed on|deleted|archived|refunded|booked|rescheduled|reassigned|forwarded|processed|affected';
/** What says that something is none of those that were asked for. */
const STATE =
  'overdue|late|due|concerned|relevant|eligible|urgent|among (?:them|these|those)|part of (?:it|them|this|these)|one of (?:them|these|those)|(?:in|on) (?:the|this|my) list';
const AS_IT_WAS = '(?:alone|as[ -]is|as (?:it|they) (?:is|are|was|were)|unchanged|untouched)';
const LEFT_WORDS = `(?:deliberately |intentionally )?(?:left|leaving) ${AS_IT_WAS}|unchanged|untouched|skipped|excluded|no (?:action|change)s?(?: needed| required| taken)?`;
/** In the words of `asked`: that the request asks for what was left alone. */
const LEFT = 'left alone';

const INTRO =
  '(?:(?:these|those|the (?:following|others?|rest)|others?|for (?:completeness|information|your information)|\\p{L}+)(?: \\p{L}+){0,2}?(?: (?:is|are|was|were|have been|I))?\\W+)?';
/** `Not raised:`, `Left alone (too fresh)`, `These were not raised because …`. */
const LEFT_ALONE = new RegExp(
  `^\\W*${INTRO}(?:${LEFT_WORDS}|no(?:t yet|ne|t)? (?<verb>${DONE}))(?: by (?:me|us))?\\W*(?:$|[:(,–—]|(?:because|were|was|are|is)\\b|as (?:they|it|these)\\b)`,
  'iu',
);
/** A heading that ends so: `Not old enough, so unchanged:`, `I looked at these too but left them alone:`. */
const SO_LEFT = new RegExp(
  `(?:\\b(?:but|so|and|hence|therefore)|[,–—-]) (?:I )?(?:left (?:(?:it|them|these|those) )?${AS_IT_WAS}|unchanged|untouched|not (?<verb>${DONE}))\\W*$`,
  'iu',
);
/** `What I left alone and why:` */
const WHAT_I_LEFT = new RegExp(`^\\W*(?:what|which)(?: \\p{L}+)? (?:I|we)(?: have|['’]ve)? left ${AS_IT_WAS}(?!\\p{L})`, 'iu');
const WAS_LEFT = new RegExp(
  `\\b(?:(?:was|were|stays?|stayed|remains?|remained)(?: left)? ${AS_IT_WAS}|(?:has|have) been left (?:as|unchanged)(?![^.!?]{0,60}\\bsince\\b)(?:[ -]is| (?:it|they) (?:is|are|was|were))?|(?:was|were|has been|have been) (?:left out|skipped|excluded))(?=\\W*$|\\s*[,:;(–—]|\\s+(?:because|since|as)\\b)`,
  'giu',
);
/** `is fresh, so I left it alone`, about what stands before it. */
const SO_I_LEFT = new RegExp(
  `\\b(?:so|and|but|therefore|hence) (?:I|we)(?: have|['’]ve)? (?:left|kept|skipped|excluded) (?:it|them|that one|this one|both)(?: ${AS_IT_WAS}| out)?(?=\\W*$|\\s*[,;(–—])`,
  'giu',
);
/** Of what was asked for, whatever that is: not `does not match its invoice`, which may be the answer. */
const UNMET =
  /\b(?:do|does|did)(?: not|n['’]t)(?: \p{L}{1,20}ly)? (?<verb>qualify|(?:meet|match|fulfil|satisfy)(?= (?:\p{L}+ ){0,2}criteri(?:a|on)\b))(?!\p{L})/giu;
const TOO_FRESH = /\b(?:is|are|was|were)(?: still| just| simply)? too (?:new|recent|fresh|young)(?!\p{L})/giu;
const I_LEFT = new RegExp(
  `^\\W*(?:and |so |but )?(?:I|we)(?: have|['’]ve)?(?: \\p{L}{1,20}ly)? (?:(?:left|kept) [^.!?:]+ ${AS_IT_WAS}(?!\\p{L})|(?:left out|skipped|excluded|made no changes? to)\\s)`,
  'iu',
);
/** `I raised TIC-1, leaving TIC-2 alone`, `… and left TIC-2 as it is` */
const AND_LEFT = new RegExp(
  `(?:,|\\b(?:and|but|while))\\s+(?:(?:I|we) )?(?:\\p{L}{1,20}ly )?(?:left|leaving|kept|keeping) [^.!?:;]{1,160}? ${AS_IT_WAS}(?!\\p{L})`,
  'iu',
);
/** `I raised TIC-1 and did not touch TIC-2` */
const AND_DID_NOT =
  /\b(?:and|but)\s+(?:(?:I|we) )?(?:\p{L}{1,20}ly )?(?:did not|didn['’]t) (?<verb>touch|change|raise|escalate|include|update|edit|select|flag)(?!\p{L})[^.!?;]*/iu;
/** `was not raised`, `haven't yet been raised`, `is no longer overdue`. */
const PASSIVE = new RegExp(
  `\\b(?:(?:is|are|was|were|has|have|had)(?: (?:therefore|thus|so|also|still|\\p{L}{1,20}ly))? (?:not|never|no longer)|(?:is|are|was|were|has|have|had)n['’]t)(?: (?:yet|also|been|being|\\p{L}{1,20}ly))* (?<verb>${DONE}|${STATE})(?= by (?:me|us|you)\\b|\\W*$|\\s*[,;(–—]|\\s+(?:because|since|as|yet|so far|at all|today|this time|any ?more|either)\\b)`,
  'giu',
);
const DID = new RegExp(`\\b(?:${DONE})\\b`, 'giu');
/** `None of these was raised.`, about what stands before it. */
const NONE_DONE = new RegExp(`^\\W*none of (?:them|these|those) (?:was|were|has been|have been) (?<verb>${DONE}|${STATE})\\W*$`, 'iu');

/** Headings of lists that stand beside an answer. */
const SET_APART =
  /^\W*(?:(?:these|those|the following|tickets?|records?|which|that|I|we|have|has|had|also|all|some|were|are|is|was|and|but|just)\s+){0,5}(?:next steps?|to ?-?do|follow[- ]?ups?|fyi|for (?:your |the )?(?:information|reference|completeness|context|transparency|the record|comparison)|notes?|background|context|excluded|skipped|ignored|left out|ruled out|dismissed|already|(?:why (?:not )?)?(?:the )?(?:others?|rest)|remaining|(?:double-|cross-)?checked|reviewed|considered|examined|inspected|looked at|kept|unaffected|out of scope|near miss(?:es)?|borderline|nothing to do|no action|too (?:new|recent|fresh|young|small|low|late|early|old)|in order|on time|up to date|fine|(?:below|under|beneath|within|not above|not over) (?:(?:the|our|its|their|this|that|an?) )?(?:[\p{L}-]+ ){0,2}(?:threshold|limit|minimum|mark|cut-?off|bar|budget|deadline|target|age|[€$£]?\d\w*)|not (?:urgent|needed|necessary|required|relevant|eligible|applicable|in scope|(?:old|late|high|large|big) enough))(?!\p{L})(?<rest>.*)/isu;
/** Then it says more than that: "I checked all of them and raised these:". */
const SAYS_MORE = new RegExp(
  `\\b(?:I|we|that|which)(?: (?:have|had|also|were|was|are))* (?:${DONE})\\W*$|\\b(?:so|hence|therefore|then|and (?:I|we|then|so)|(?:and|,) (?:${DONE}))\\b|[.!?]\\s`,
  'iu',
);

/** `Not refund tickets:`, `Not entitled to it (5):`. Of a single word it may be another way to say what was asked for (`Not paid:`). */
const NOT_LABEL =
  /^\W*not (?:yet )?(?!yet )(\p{L}+(?: [\p{L}\d-]+){1,4}|eligible|relevant|applicable|concerned|entitled|qualified)\s*(?:\([^()]*\)\s*)?(?::|\W*$)/iu;

function stemsOf(words = ''): readonly string[] {
  return words.split(' ').map(stemOf);
}

/** What a list below a heading is. */
export function readHeading(heading: string, asked: ReadonlySet<string>): Reading {
  if (!/^\W*#|:[\W_]*$|^\W*(?:\*\*|__)/u.test(heading)) return { kind: 'answer' };
  const plain = withoutEmphasis(heading);
  const left = LEFT_ALONE.exec(plain) ?? SO_LEFT.exec(plain) ?? WHAT_I_LEFT.exec(plain);
  if (left !== null) return { kind: toldApart(left.groups?.verb, asked) };
  const [, not, verb] =
    /^\W*(?:\p{L}+ (?:is|are|was|were) )?(not (?:yet )?|un(?=\p{L}{3}))?(\p{L}+)(?: (?:on|over|in|back|out|up|off))?\W*$/iu.exec(plain) ??
    [];
  if (verb !== undefined && asked.has(stemOf(verb))) return { kind: not === undefined ? 'aside' : 'answer' };
  const unmet = [...plain.matchAll(UNMET)].at(0);
  if (unmet !== undefined) return { kind: asked.has(stemOf(unmet.groups?.verb ?? '')) ? 'answer' : 'aside' };
  const label = NOT_LABEL.exec(plain);
  if (label !== null) return { kind: stemsOf(label[1]).some((stem) => asked.has(stem)) ? 'answer' : 'aside' };
  const apart = SET_APART.exec(plain);
  if (apart !== null && !SAYS_MORE.test(apart.groups?.rest ?? '')) return { kind: 'aside' };
  return verb === undefined ? { kind: 'answer' } : { kind: 'answer', about: stemOf(verb), denies: not !== undefined };
}

/** `- TIC-3: not raised`, `| TIC-3 | left alone |`, `TIC-3 (unchanged)`: whether the item says that of what it names. */
export function isDeniedItem(line: string, names: Names, asked: ReadonlySet<string>): boolean {
  const [first = '', ...others] = withoutEmphasis(line)
    .split(/[:|(→]|\s[–—-]+\s/u)
    .map((part) => part.trim())
    .filter((part) => part !== '');
  if (mentions(first, names).length === 0) return false;
  for (const part of others) {
    const left = LEFT_ALONE.exec(part);
    if (left !== null) return toldApart(left.groups?.verb, asked) === 'denied';
    if (new RegExp(DID, 'iu').test(part)) return false;
  }
  return false;
}

/** What a sentence is, and what is left of it. */
export interface Said {
  readonly kind: 'stands' | 'aside' | 'denied';
  readonly text: string;
}

/** `Not raised: TIC-3.`, `TIC-3 was not raised.`, `I left TIC-3 alone.` */
export function readSentence(sentence: string, names: Names, asked: ReadonlySet<string>): Said {
  const plain = withoutEmphasis(sentence);
  const passive = readPassive(plain, names, asked);
  if (passive !== undefined) return passive;
  if (isDeniedItem(plain, names, asked)) return { kind: 'denied', text: sentence };
  const label = LEFT_ALONE.exec(plain);
  if (label !== null && /:|\s[–—]\s|\b(?:were|was|are|is)\b/u.test(plain)) {
    const kind = toldApart(label.groups?.verb, asked);
    return { kind: kind === 'answer' ? 'stands' : kind, text: sentence };
  }
  const not = NOT_LABEL.exec(plain);
  if (not?.[0].endsWith(':') && !stemsOf(not[1]).some((stem) => asked.has(stem))) return { kind: 'aside', text: sentence };
  return readActive(plain, names, asked) ?? { kind: 'stands', text: sentence };
}

/** `I left TIC-3 alone`, also beside what was done: `I raised TIC-1 and did not touch TIC-3`. */
function readActive(plain: string, names: Names, asked: ReadonlySet<string>): Said | undefined {
  const left = I_LEFT.exec(plain);
  if (left !== null) {
    const done = [...plain.slice(left[0].length).matchAll(DID)].at(0);
    const rest = done === undefined ? '' : plain.slice(left[0].length + done.index);
    if (mentions(rest, names).length > 0) return { kind: 'stands', text: rest };
    // `I kept the text of TIC-1 unchanged and raised it`
    if (
      done !== undefined &&
      /^\W*(?:and|but)(?: I)?(?: then| only| just)?\W*$/iu.test(plain.slice(left[0].length, left[0].length + done.index))
    )
      return undefined;
    return { kind: asked.has(LEFT) ? 'aside' : 'denied', text: plain };
  }
  for (const match of [asked.has(LEFT) ? null : AND_LEFT.exec(plain), AND_DID_NOT.exec(plain)]) {
    if (match === null || asked.has(stemOf(match.groups?.verb ?? ''))) continue;
    const before = plain.slice(0, match.index);
    if (mentions(before, names).length > 0) return { kind: 'stands', text: `${before}\0${plain.slice(match.index + match[0].length)}` };
  }
  return undefined;
}

/** Where what was done ends and what was not begins. */
const BUT = /[;–—]|\b(?:but|while|whereas)\b/giu;
/** `TIC-3 was left alone; TIC-1 was raised` */
const THEN = /^\s*(?:[;–—]|,? ?(?:but|and|while|whereas)\b|, ?I\b)/iu;
/** `nothing else was changed` says nothing of what stands before it. */
const OF_OTHERS = /\b(?:nothing|nobody|none|else|others?|rest) $/iu;
const IN_BRACKETS = /\([^()]*$/u;
const RIGHT_BEHIND = /^\W*(?:,|\band\b)/iu;
const AND = /,|\band\b/giu;

/** `TIC-1 was raised and TIC-3 was not raised`, `I raised TIC-1, but TIC-3 was not raised` say of TIC-1 that it was. */
function readPassive(plain: string, names: Names, asked: ReadonlySet<string>): Said | undefined {
  // In what people write these are few: who pours them out may not make grading slow.
  const all = (pattern: RegExp) => [...plain.matchAll(pattern)].slice(0, MOST);
  const leftKind: Said['kind'] = asked.has(LEFT) ? 'aside' : 'denied';
  const found = [
    ...all(PASSIVE).map((match) => ({ match, kind: 'denied' as const })),
    ...[WAS_LEFT, SO_I_LEFT].flatMap(all).map((match) => ({ match, kind: leftKind })),
    ...[UNMET, TOO_FRESH]
      .flatMap(all)
      .filter((match) => isAbout(plain.slice(Math.max(0, match.index - 240), match.index), names))
      .map((match) => ({ match, kind: 'aside' as const })),
  ];
  for (const { match, kind } of found) {
    const before = plain.slice(0, match.index);
    if (before.includes(':') || OF_OTHERS.test(before) || asked.has(stemOf(match.groups?.verb ?? ''))) continue;
    const done = [...before.matchAll(DID)].at(-1);
    if (done === undefined) {
      const rest = plain.slice(match.index + match[0].length);
      const goesOn = THEN.test(rest) && rest.search(DID) !== -1 && mentions(rest, names).length > 0;
      return goesOn ? { kind: 'stands', text: rest } : { kind, text: plain };
    }
    const from = done.index + done[0].length;
    const behind = before.slice(from);
    const inBrackets = IN_BRACKETS.exec(behind);
    const cuts =
      inBrackets !== null ? [inBrackets] : [[...behind.matchAll(BUT)].at(-1), RIGHT_BEHIND.exec(behind), [...behind.matchAll(AND)].at(-1)];
    const cut = cuts.find((one) => one && mentions(behind.slice(one.index), names).length > 0);
    if (cut) return { kind: 'stands', text: plain.slice(0, from + cut.index) };
  }
  return undefined;
}

const MOST = 20;

/** Whether what follows is about a name: `TIC-3 is loud but …`, `TIC-3 is fresh, so it …`; not `TIC-1, since the other slots …`. */
function isAbout(before: string, names: Names): boolean {
  const subject = before.split(CLAUSE).at(-1) ?? '';
  return mentions(subject, names).length > 0 || /^\W*(?:(?:it|they|these|those|both|which|that|all)\W+)?$/iu.test(subject);
}

const CLAUSE = /[,;–—]|\b(?:but|and|so|since|because|as|while|whereas|therefore)\b/iu;

/** `They were not raised.`, `None of them was raised.`: what stands before it is denied. */
export function deniesBefore(sentence: string, asked: ReadonlySet<string>): boolean {
  const plain = withoutEmphasis(sentence);
  const none = NONE_DONE.exec(plain);
  if (none !== null) return !asked.has(stemOf(none.groups?.verb ?? ''));
  const [passive] = [...plain.matchAll(PASSIVE)];
  return (
    passive !== undefined &&
    /^\W*(?:they|these|those|both)\s*$/iu.test(plain.slice(0, passive.index)) &&
    !asked.has(stemOf(passive.groups?.verb ?? ''))
  );
}

function toldApart(verb: string | undefined, asked: ReadonlySet<string>): Reading['kind'] {
  if (verb !== undefined) return asked.has(stemOf(verb)) ? 'answer' : 'denied';
  return asked.has(LEFT) ? 'aside' : 'denied';
}

const IRREGULAR = new Map([
  ['sent', 'send'],
  ['told', 'tell'],
  ['paid', 'pay'],
]);

/** The same for the forms of a verb: `raise`, `raised`; of `handed on` that of `handed`. */
function stemOf(words: string): string {
  const [lower = ''] = words.toLowerCase().split(' ');
  return IRREGULAR.get(lower) ?? lower.replace(/(?:ed|ing|e)$/u, '');
}

const PART = '(?: (?:yet|also|been|being|\\p{L}{1,20}ly))*';
const NEGATIONS = [
  new RegExp(`(?<!\\b(?:do|does|did|must|may|shall|should|can|will|would|could|need|please|to)\\s)\\bnot${PART} (\\p{L}+)`, 'giu'),
  // "never close any" is an order.
  new RegExp(`\\bnever${PART} (\\p{L}+(?:ed|en|nt|ld|id|wn))\\b`, 'giu'),
  new RegExp(`\\b(?:is|are|was|were|has|have|had)n['’]t${PART} (\\p{L}+)`, 'giu'),
  /\b(?:didn|haven|hasn)['’]t (?:you|we|they) (\p{L}+)/giu,
  /\b(?:you|we|they|he|she|who|which|that) (?:did not|didn['’]t) (\p{L}+)/giu,
  /\b(?:who|which|that) (?:do not|does not|don['’]t|doesn['’]t) (\p{L}+)/giu,
  /\b(?:no longer|(?:yet|still|remain|remains) to be) (\p{L}+)/giu,
  /\bun(\p{L}{2,}(?:ed|id|nt|ld))\b/giu,
];
const ASKS_LEFT = /\b(?:left (?:alone|out|as|open|over)|leave (?:alone|out)|unchanged|untouched|skipped|excluded|no (?:action|change))\b/iu;

/**
 * The words that a request itself negates, as stems ("which invoices were not paid": `pay`), and `left alone` where it asks for what was:
 * then "INV-1 was not paid" answers it. "Do not raise others" is an order, and asks for nothing.
 */
export function askedNegations(request: string): readonly string[] {
  const stems = NEGATIONS.flatMap((pattern) => [...request.matchAll(pattern)].map(([, word = '']) => stemOf(word)));
  return [...new Set([...stems, ...(ASKS_LEFT.test(request) ? [LEFT] : [])])].sort();
}
