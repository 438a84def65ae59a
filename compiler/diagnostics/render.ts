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
  const { line, column } = positionOf(text, span.start);
  const shown = lines[line - 1];
  if (shown === undefined || text === '') return [];
  const gutter = String(line).length;
  const offsetInLine = span.start - (text.lastIndexOf('\n', span.start - 1) + 1);
  const room = Math.max(1, shown.length - offsetInLine);
  const width = Math.max(1, Math.min(room, span.end - span.start));
  const window = clip(shown, offsetInLine);
  const rows: string[] = [];
  const previous = lines[line - 2];
  if (previous !== undefined && previous.trim() !== '' && window.cut === 0) rows.push(row(line - 1, gutter, previous, paint));
  rows.push(row(line, gutter, window.text, paint));
  const pad = ' '.repeat(Math.max(0, column - 1 - window.cut + (window.cut > 0 ? 1 : 0)));
  rows.push(`  ${' '.repeat(gutter)} ${paint.dim('|')} ${pad}${paint.red('^'.repeat(Math.min(width, 100)))}`);
  return rows;
}

function row(number: number, gutter: number, text: string, paint: Paint): string {
  return `  ${paint.dim(`${String(number).padStart(gutter)} |`)} ${text.length > 200 ? `${text.slice(0, 200)}…` : text}`.trimEnd();
}

/** A very long line is shown from a little before the mark. */
function clip(line: string, offset: number): { text: string; cut: number } {
  if (line.length <= 200 || offset < 160) return { text: line, cut: 0 };
  const cut = offset - 40;
  return { text: `…${line.slice(cut, cut + 160)}`, cut };
}

type Paint = Record<'bold' | 'dim' | 'red' | 'green', (text: string) => string>;
const plain: Paint = { bold: (t) => t, dim: (t) => t, red: (t) => t, green: (t) => t };
const sgr = (code: number) => (text: string) => `\u001b[${code}m${text}\u001b[0m`;
const colors: Paint = { bold: sgr(1), dim: sgr(2), red: sgr(31), green: sgr(32) };
