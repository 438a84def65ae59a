// Diagnostics as text with a code frame, and as JSON. Pure: colour is a choice of the caller.
import type { Diagnostic, SourceText, Span } from './types.ts';

export interface Position {
  /** From 1. */
  readonly line: number;
  /** From 1, in characters. */
  readonly column: number;
}

/** The line and column of an offset. */
export function positionOf(text: string, offset: number): Position {
  const before = text.slice(0, Math.max(0, offset));
  const lineStart = before.lastIndexOf('\n') + 1;
  return { line: before.split('\n').length, column: [...before.slice(lineStart)].length + 1 };
}

export interface RenderOptions {
  readonly color?: boolean;
}

/** One diagnostic as the author reads it: place, code, message, the line with a mark under it, what to do. Ends with a line feed. */
export function renderDiagnostic(diagnostic: Diagnostic, sources: readonly SourceText[], options: RenderOptions = {}): string {
  const paint = options.color ? colors : plain;
  const lines = [
    `${paint.bold(place(diagnostic.span, sources))} ${paint.red('error')} ${paint.dim(diagnostic.code)}`,
    `  ${diagnostic.message}`,
    ...frame(diagnostic.span, sources, paint),
  ];
  for (const related of diagnostic.related) {
    lines.push(`  ${paint.dim(place(related.span, sources))} ${related.message}`);
  }
  if (diagnostic.fix) lines.push(`  ${paint.green('fix:')} ${diagnostic.fix}`);
  return `${lines.join('\n')}\n`;
}

/** One diagnostic as data for other programs: code, file, line, column, endLine, endColumn, message, fix. */
export function diagnosticJson(diagnostic: Diagnostic, sources: readonly SourceText[]) {
  const text = textOf(diagnostic.span, sources);
  const start = positionOf(text, diagnostic.span.start);
  const end = positionOf(text, diagnostic.span.end);
  return {
    code: diagnostic.code,
    severity: 'error' as const,
    file: diagnostic.span.file,
    line: start.line,
    column: start.column,
    endLine: end.line,
    endColumn: end.column,
    message: diagnostic.message,
    fix: diagnostic.fix,
    docs: `docs/diagnostics/${diagnostic.code}.md`,
  };
}

/** `file:line:column`, which terminals and editors turn into a link. */
function place(span: Span, sources: readonly SourceText[]): string {
  const { line, column } = positionOf(textOf(span, sources), span.start);
  return `${span.file}:${line}:${column}`;
}

function textOf(span: Span, sources: readonly SourceText[]): string {
  return sources.find((source) => source.file === span.file)?.text ?? '';
}

function frame(span: Span, sources: readonly SourceText[], paint: Paint): string[] {
  const text = textOf(span, sources);
  const lines = text.split('\n');
  const { line } = positionOf(text, span.start);
  const shown = lines[line - 1];
  if (shown === undefined || text === '') return [];
  const gutter = String(line).length;
  const offset = span.start - (text.lastIndexOf('\n', span.start - 1) + 1);
  const window = clip(shown, offset);
  const rows: string[] = [];
  const previous = lines[line - 2];
  if (previous !== undefined && previous.trim() !== '' && !window.cut) rows.push(row(line - 1, gutter, previous, paint));
  rows.push(row(line, gutter, window.text, paint));
  // A tab before the mark stays one, so that the mark stands below what it marks.
  const pad = window.text.slice(0, window.at).replace(/[^\t]/gu, ' ');
  const marked = window.text.slice(window.at, window.at + span.end - span.start);
  const width = Math.max(1, Math.min(100, [...marked].length));
  rows.push(`  ${' '.repeat(gutter)} ${paint.dim('|')} ${pad}${paint.red('^'.repeat(width))}`);
  return rows;
}

function row(number: number, gutter: number, text: string, paint: Paint): string {
  // Control characters would act on the terminal instead of being seen.
  const visible = text.replace(/[\p{Cc}\p{Surrogate}]/gu, (char) => (char === '\t' ? char : '\ufffd'));
  return `  ${paint.dim(`${String(number).padStart(gutter)} |`)} ${visible.length > 200 ? `${visible.slice(0, 200)}…` : visible}`.trimEnd();
}

/** A very long line is shown from a little before the mark. `at`: where the mark stands in the text. */
function clip(line: string, offset: number): { readonly text: string; readonly at: number; readonly cut: boolean } {
  if (line.length <= 200 || offset < 160) return { text: line.slice(0, 200) + (line.length > 200 ? '…' : ''), at: offset, cut: false };
  const from = offset - 40;
  return { text: `…${line.slice(from, from + 160)}`, at: 41, cut: true };
}

type Paint = Record<'bold' | 'dim' | 'red' | 'green', (text: string) => string>;
const plain: Paint = { bold: (t) => t, dim: (t) => t, red: (t) => t, green: (t) => t };
const sgr = (code: number) => (text: string) => `\u001b[${code}m${text}\u001b[0m`;
const colors: Paint = { bold: sgr(1), dim: sgr(2), red: sgr(31), green: sgr(32) };
