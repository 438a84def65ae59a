// Collects diagnostics while a phase goes on, so that one run reports every mistake.
import { type Args, type Code, catalogue } from './catalogue.ts';
import type { Diagnostic, Span } from './types.ts';

export type Report = <C extends Code>(code: C, span: Span, args: Args<C>, related?: Diagnostic['related']) => void;

/** Nobody reads more than this of one file; a file with more is not a scenario with mistakes but something else. */
const most = 200;

/** A list to collect into and the typed function that fills it. The same mistake at the same place is kept once; file by file, each in its order. */
export function collectDiagnostics(): { readonly diagnostics: Diagnostic[]; readonly report: Report } {
  const diagnostics: Diagnostic[] = [];
  const known = new Set<string>();
  const report: Report = (code, span, args, related = []) => {
    if (diagnostics.length >= most) return;
    const entry = catalogue[code] as unknown as { message: (a: typeof args) => string; fix: (a: typeof args) => string };
    const words = shortened(args);
    const diagnostic: Diagnostic = { code, span, message: onOneLine(entry.message(words)), fix: onOneLine(entry.fix(words)), related };
    const key = `${code} ${span.file} ${span.start} ${diagnostic.message}`;
    if (known.has(key)) return;
    known.add(key);
    diagnostics.splice(placeAmong(diagnostics, span), 0, diagnostic);
  };
  return { diagnostics, report };
}

/** After those of the same file that come before it; at the end where the file has none. */
function placeAmong(diagnostics: readonly Diagnostic[], { file, start }: Span): number {
  const first = diagnostics.findIndex(({ span }) => span.file === file);
  if (first < 0) return diagnostics.length;
  const before = diagnostics.findLastIndex(({ span }) => span.file === file && span.start <= start);
  return before < 0 ? first : before + 1;
}

/** Values that are quoted in a message may be whole mails. */
function shortened<A extends object>(args: A): A {
  const short = (value: unknown) => (typeof value === 'string' && value.length > 400 ? `${value.slice(0, 400)}…` : value);
  return Object.fromEntries(Object.entries(args).map(([name, value]) => [name, short(value)])) as A;
}

function onOneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}
