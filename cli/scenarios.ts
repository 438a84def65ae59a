// What check and compile share: finding scenarios, compiling them one after the other, showing diagnostics.
import type { Compilation, Diagnostic, Kit } from '#compiler/index.ts';
import { colourful, tell, UsageError } from './io.ts';

export interface Compiled extends Compilation {
  readonly file: string;
}

/** The scenario files of all paths, each once. Paths that hold none are a usage error. */
export async function scenarioFiles(paths: readonly string[]): Promise<readonly string[]> {
  const { findScenarios, SourceError } = await import('#compiler/index.ts');
  const files = new Set<string>();
  for (const path of paths) {
    try {
      for (const file of await findScenarios(path)) files.add(file);
    } catch (thrown) {
      throw thrown instanceof SourceError ? new UsageError(thrown.message) : thrown;
    }
  }
  return [...files];
}

/** Compiles file after file, handing each result over as it comes, so that memory stays flat. Two scenarios of one id are refused. */
export async function compileEach(input: {
  readonly files: readonly string[];
  readonly kit: Kit;
  readonly org: string;
  readonly act: (compiled: Compiled) => Promise<void> | void;
}): Promise<void> {
  const { compile, readSource, reportDuplicateScenario, SourceError } = await import('#compiler/index.ts');
  const seen = new Map<string, string>();
  for (const file of input.files) {
    const source = await readSource(file).catch((thrown: unknown) => {
      throw thrown instanceof SourceError ? new UsageError(thrown.message) : thrown;
    });
    const result = await compile(source, input.kit, { org: input.org });
    const first = result.plan && seen.get(result.plan.id);
    if (result.plan && first !== undefined) {
      const diagnostics = [...result.diagnostics, reportDuplicateScenario(result.plan, first)];
      const { files: _, ...rest } = result;
      await input.act({ ...rest, diagnostics, file });
      continue;
    }
    if (result.plan) seen.set(result.plan.id, file);
    await input.act({ ...result, file });
  }
}

/** Diagnostics with code frames, to stderr. */
export async function tellDiagnostics({
  diagnostics,
  sources,
}: {
  diagnostics: readonly Diagnostic[];
  sources: Compilation['sources'];
}): Promise<void> {
  const { renderDiagnostic } = await import('#compiler/index.ts');
  for (const diagnostic of diagnostics) tell(renderDiagnostic(diagnostic, sources, { color: colourful(process.stderr) }));
}

/** Diagnostics as data. */
export async function diagnosticsJson({ diagnostics, sources }: Pick<Compilation, 'diagnostics' | 'sources'>): Promise<readonly object[]> {
  const { diagnosticJson } = await import('#compiler/index.ts');
  return diagnostics.map((diagnostic) => diagnosticJson(diagnostic, sources));
}

/** `1 error`, `3 errors`. */
export function counted(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? '' : 's'}`;
}
