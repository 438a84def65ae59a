// What a diagnostic is: tagged data. Words come from the catalogue, code frames from render.ts.
import type { Code } from './catalogue.ts';

/** A stretch of a source file, as offsets into its text (UTF-16 units, end exclusive). */
export interface Span {
  readonly file: string;
  readonly start: number;
  readonly end: number;
}

export interface Diagnostic {
  readonly code: Code;
  /** What is wrong and why, in the author's words. */
  readonly message: string;
  /** What to do. */
  readonly fix: string;
  readonly span: Span;
  /** Other places that belong to it: the first of two definitions, the step that was removed. */
  readonly related: readonly { readonly span: Span; readonly message: string }[];
}

/** A source text by its path as shown to the author; line breaks are LF and there is no byte order mark. */
export interface SourceText {
  readonly file: string;
  readonly text: string;
}
