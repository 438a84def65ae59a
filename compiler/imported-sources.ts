// The texts of imported files that diagnostics point into, for code frames.
import { besideScenario, importedText } from './3-link/import.ts';
import type { Diagnostic, SourceText } from './diagnostics/types.ts';
import type { SourceFolder } from './types.ts';

export function importedSources({ file, assets }: SourceFolder, diagnostics: readonly Diagnostic[]): readonly SourceText[] {
  const wanted = new Set(diagnostics.flatMap(({ span, related }) => [span.file, ...related.map((other) => other.span.file)]));
  return [...assets].flatMap(([asset, bytes]) => {
    const shown = besideScenario(asset, file);
    return asset.endsWith('.csv') && wanted.has(shown) ? [{ file: shown, text: importedText(bytes) }] : [];
  });
}
