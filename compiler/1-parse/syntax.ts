// YAML's own errors → diagnostics. Mistakes that YAML explains badly (tabs, an unquoted `${`) are said in our words instead.
import type { Report } from '../diagnostics/collect.ts';
import { findTabIndents, findUnquotedExpressions } from './preflight.ts';

/** An error of the YAML library. */
export interface SyntaxProblem {
  readonly code: string;
  readonly message: string;
  readonly pos: readonly [number, number];
}

interface Input {
  readonly file: string;
  readonly text: string;
  /** At least one. */
  readonly errors: readonly SyntaxProblem[];
  readonly report: Report;
}

/** Lists and mappings within each other. The language itself needs about ten. */
export const deepest = 50;

/** Reports why the text is not YAML, without the errors that only follow from the first cause. */
export function reportSyntax(input: Input): void {
  const { text, errors } = input;
  const sorted = [...errors].sort((a, b) => a.pos[0] - b.pos[0]);
  if (reportTabs(sorted, input)) return;
  const unquoted = sorted.findIndex(({ pos: [at] }) => text[at] === '{' && text[at - 1] === '$');
  const first = sorted[unquoted];
  const found = first ? findUnquotedExpressions(text, first.pos[0] - 1) : [];
  reportRest(found.length === 0 ? sorted : sorted.slice(0, unquoted), input);
  for (const { start, end } of found) {
    input.report('parse/unquoted-expression', { file: input.file, start, end }, { text: text.slice(start, end) });
  }
}

function reportTabs(errors: readonly SyntaxProblem[], { file, text, report }: Input): boolean {
  const lines = findTabIndents(text);
  const guilty = lines.filter(({ start, end }) => {
    const lineStart = text.lastIndexOf('\n', start - 1) + 1;
    return errors.some(({ pos: [at] }) => at >= lineStart - 1 && at <= end);
  });
  // A tab after spaces may be the content of a `|` block; at the start of a line it never is.
  const others = guilty.length > 0 ? lines.filter(({ start }) => start === 0 || text[start - 1] === '\n') : [];
  const within = errors
    .filter(({ code, pos: [at] }) => code === 'TAB_AS_INDENT' && !lines.some(({ start, end }) => at >= start && at < end))
    .map(({ pos: [start] }) => ({ start, end: start + 1 }));
  const tabs = [...new Set([...guilty, ...others]), ...within].sort((a, b) => a.start - b.start);
  for (const tab of tabs) report('parse/tab-indent', { file, ...tab }, {});
  return tabs.length > 0;
}

function reportRest(errors: readonly SyntaxProblem[], { file, text, report }: Input): void {
  let lastLine = Number.NEGATIVE_INFINITY;
  for (const error of errors) {
    const start = placeOf(error, text);
    const end = Math.min(Math.max(start + 1, error.pos[1]), text.length);
    const line = text.slice(0, start).split('\n').length;
    // What follows on the same line or the next is the same mistake, and some errors only say that the parser is lost.
    if (line <= lastLine + 1 || (Number.isFinite(lastLine) && lost.has(error.code))) continue;
    lastLine = line;
    if (/call stack/.test(error.message)) {
      report('parse/too-deep', { file, start, end }, { limit: deepest });
      return;
    }
    const problem = error.message.split('\n')[0]?.replace(/\.$/, '') ?? 'unreadable';
    const known = /^Sequence item without/.test(problem) ? 'BAD_INDENT' : /^Missing closing/.test(problem) ? 'QUOTE' : error.code;
    const isText = known === 'BLOCK_IN_FLOW' && /^[^-?\n][^\n]*?:\s/.test(text.slice(start, end));
    const [words, fix] = inWords[isText ? 'TEXT_IN_FLOW' : known] ?? [problem, undefined];
    report('parse/yaml-syntax', { file, start, end }, { problem: `${words}.`, ...(fix !== undefined && { fix }) });
  }
}

const lost: ReadonlySet<string> = new Set(['UNEXPECTED_TOKEN', 'MISSING_CHAR', 'MULTILINE_IMPLICIT_KEY', 'IMPOSSIBLE']);

/** Where an error is shown: at what stands on its line rather than at the indentation before it. */
function placeOf({ pos: [at] }: SyntaxProblem, text: string): number {
  const indented = text[at - 1] === '\n' || at === 0 ? (/^ *(?=\S)/.exec(text.slice(at, at + 200))?.[0].length ?? 0) : 0;
  return Math.min(at + indented, Math.max(0, text.length - 1));
}

const quotes = 'Put the whole text in quotes.';

/** What authors run into most, by YAML's code for it. */
const inWords: { readonly [code: string]: readonly [problem: string, fix: string] } = {
  BLOCK_AS_IMPLICIT_KEY: ['a colon followed by a space inside an unquoted text starts another mapping', quotes],
  TEXT_IN_FLOW: ['a colon followed by a space inside an unquoted text starts another mapping, which cannot stand here', quotes],
  BAD_SCALAR_START: ['an unquoted text cannot start with this character', quotes],
  QUOTE: [
    'the quoted text that starts here is not closed',
    "Put the closing quote at its end; a quote inside a text is written \\\" or ''.",
  ],
  BAD_INDENT: [
    'this line is indented differently from what it belongs to',
    'Indent it like the lines beside it, or close the bracket before it.',
  ],
};
