// The grader library with every mutant in it, each behind a switch, and its cases, as one script.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { build, type Plugin } from 'esbuild';
import { below, ROOT } from '../tree.ts';

/** One change to one place of the library. */
export interface Mutant {
  readonly id: string;
  /** `grader-template/csv.ts` */
  readonly file: string;
  /** From 1. */
  readonly line: number;
  readonly kind: string;
  readonly from: string;
  readonly to: string;
}

export interface Mutated {
  /** A CommonJS script that declares every case to `globalThis.cases` (see worker.ts). */
  readonly script: string;
  readonly mutants: readonly Mutant[];
}

/** What the instrumenter of Stryker gives; it is installed for mutation testing only, so its own types are not there. */
interface Instrumented {
  readonly files: readonly { readonly name: string; readonly content: string }[];
  readonly mutants: readonly {
    readonly id: string;
    readonly fileName: string;
    readonly mutatorName: string;
    readonly replacement: string;
    readonly location: { readonly start: Position; readonly end: Position };
    /** `Ignored` for those of excluded kinds. */
    readonly status?: string;
  }[];
}

/** From 0. */
interface Position {
  readonly line: number;
  readonly column: number;
}

const LIBRARY = 'grader-template';

/** Reading and writing files, processes: covered by run.test.ts, which is too slow for this. Types and indexes hold no code. */
const LEFT_OUT = /^(?:run|files|.*\/?(?:types|index))\.ts$/;
/** Cases in processes of their own, and generated trials. */
const TOO_SLOW = /^(?:run|properties)\.test\.ts$/;
/** Texts are left alone: where they matter, the words of verdicts are cases, and changing each of them says no more. */
const EXCLUDED = ['StringLiteral'];

/** Mutants of the files whose path holds one of the parts; of all files where there are none. */
export async function mutate(parts: readonly string[]): Promise<Mutated> {
  const names = below(LIBRARY).filter((path) => path.endsWith('.ts') && !LEFT_OUT.test(path));
  const wanted = names.filter((path) => parts.length === 0 || parts.some((part) => path.includes(part)));
  const sources = new Map(wanted.map((path) => [path, readFileSync(join(ROOT, LIBRARY, path), 'utf8')]));
  const { files, mutants } = await instrument(sources);
  const contents = new Map(files.map(({ name, content }) => [join(ROOT, LIBRARY, name), content]));
  const script = await bundled(contents);
  return {
    script,
    mutants: mutants
      .filter(({ status }) => status !== 'Ignored')
      .map(({ id, fileName, mutatorName, replacement, location: { start, end } }) => {
        const lines = (sources.get(fileName) ?? '').split('\n').slice(start.line, end.line + 1);
        const text = lines.join('\n').slice(start.column, start.line === end.line ? end.column : undefined);
        return { id, file: `${LIBRARY}/${fileName}`, line: start.line + 1, kind: mutatorName, from: text, to: replacement };
      }),
  };
}

async function instrument(sources: ReadonlyMap<string, string>): Promise<Instrumented> {
  // Names in variables: neither is a dependency of the project, and the compiler would look for them.
  const [instrumenter, injection] = ['@stryker-mutator/instrumenter', 'typed-inject'];
  const { createInstrumenter } = await import(instrumenter);
  const { createInjector } = await import(injection);
  const silent = new Proxy({}, { get: () => () => false });
  const injector = createInjector()
    .provideValue('logger', silent)
    .provideValue('getLogger', () => silent)
    .provideValue('options', {});
  const files = [...sources].map(([name, content]) => ({ name, content, mutate: true }));
  const options = { plugins: null, excludedMutations: EXCLUDED, ignorers: [], noHeader: false };
  return injector.injectFunction(createInstrumenter).instrument(files, options);
}

async function bundled(contents: ReadonlyMap<string, string>): Promise<string> {
  const cases = below('tests/grader').filter((path) => path.endsWith('.test.ts') && !TOO_SLOW.test(path));
  const entry = cases.map((path) => `globalThis.cases.file(${JSON.stringify(path)}); require('./tests/grader/${path}');`).join('\n');
  const mutated: Plugin = {
    name: 'mutated',
    setup(bundler) {
      bundler.onLoad({ filter: /\.ts$/ }, ({ path }) => {
        const content = contents.get(path);
        return content === undefined ? undefined : { contents: content, loader: 'ts' };
      });
      bundler.onResolve({ filter: /^vitest$/ }, () => ({ path: 'vitest', namespace: 'cases' }));
      bundler.onLoad({ filter: /^/, namespace: 'cases' }, () => ({ contents: 'module.exports = globalThis.cases;' }));
    },
  };
  const { outputFiles } = await build({
    stdin: { contents: entry, resolveDir: ROOT },
    bundle: true,
    write: false,
    platform: 'node',
    format: 'cjs',
    external: ['fast-check'],
    logLevel: 'warning',
    plugins: [mutated],
  });
  return outputFiles[0]?.text ?? '';
}
