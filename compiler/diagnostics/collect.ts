// Collects diagnostics while a phase goes on, so that one run reports every mistake.
import { type Args, type Code, catalogue } from './catalogue.ts';
import type { Diagnostic, Span } from './types.ts';

export type Report = <C extends Code>(code: C, span: Span, args: Args<C>, related?: Diagnostic['related']) => void;

/** A list to collect into and the typed function that fills it. The same mistake at the same place is kept once. */
export function collectDiagnostics(): { readonly diagnostics: Diagnostic[]; readonly report: Report } {
  const diagnostics: Diagnostic[] = [];
  const report: Report = (code, span, args, related = []) => {
    const entry = catalogue[code] as unknown as { message: (a: typeof args) => string; fix: (a: typeof args) => string };
    const diagnostic: Diagnostic = { code, span, message: entry.message(args), fix: entry.fix(args), related };
    const same = diagnostics.some((d) => d.code === code && d.span.start === span.start && d.message === diagnostic.message);
    if (!same) diagnostics.push(diagnostic);
  };
  return { diagnostics, report };
}
