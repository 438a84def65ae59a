// Reads the repository's own source for tests/rules.test.ts: files, imports, reaches for the outside, and names that must not be in it.
import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ts } from 'ts-morph';

export const ROOT = fileURLToPath(new URL('..', import.meta.url));

export interface Source {
  /** From the root, with `/`. */
  readonly path: string;
  readonly text: string;
  readonly imports: readonly { readonly specifier: string; readonly line: number; readonly types: boolean }[];
  /** Uses of the clock, chance, network, environment. */
  readonly reaches: readonly { readonly what: string; readonly line: number }[];
}

export function sources(folder: string): readonly Source[] {
  return everything()
    .filter((path) => (folder === '.' || path.startsWith(`${folder}/`)) && /\.(ts|mjs)$/.test(path) && !path.startsWith('tests/cases/'))
    .map((path) => read(path, readFileSync(join(ROOT, path), 'utf8')));
}

export function read(path: string, text: string): Source {
  const tree = ts.createSourceFile(path, text, ts.ScriptTarget.Latest);
  const imports: { specifier: string; line: number; types: boolean }[] = [];
  const reaches: { what: string; line: number }[] = [];
  const line = (node: ts.Node): number => tree.getLineAndCharacterOfPosition(node.getStart(tree)).line + 1;
  const visit = (node: ts.Node): void => {
    const specifier = importOf(node);
    if (specifier !== null) imports.push({ ...specifier, line: line(node) });
    const what = reachOf(node, tree);
    if (what !== null) reaches.push({ what, line: line(node) });
    ts.forEachChild(node, visit);
  };
  visit(tree);
  return { path, text, imports, reaches };
}

function importOf(node: ts.Node): { specifier: string; types: boolean } | null {
  if (
    (ts.isImportDeclaration(node) || ts.isExportDeclaration(node)) &&
    node.moduleSpecifier !== undefined &&
    ts.isStringLiteral(node.moduleSpecifier)
  ) {
    const types = ts.isImportDeclaration(node) ? node.importClause?.phaseModifier === ts.SyntaxKind.TypeKeyword : node.isTypeOnly;
    return { specifier: node.moduleSpecifier.text, types };
  }
  if (ts.isImportTypeNode(node) && ts.isLiteralTypeNode(node.argument) && ts.isStringLiteral(node.argument.literal))
    return { specifier: node.argument.literal.text, types: true };
  const [first] = ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword ? node.arguments : [];
  return first !== undefined && ts.isStringLiteral(first) ? { specifier: first.text, types: false } : null;
}

function reachOf(node: ts.Node, tree: ts.SourceFile): string | null {
  if (ts.isNewExpression(node) && node.expression.getText(tree) === 'Date' && (node.arguments?.length ?? 0) === 0) return 'new Date()';
  if (ts.isPropertyAccessExpression(node)) {
    const name = node.getText(tree);
    return /^((globalThis\.)?process\.\w+|Date\.now|Math\.random|performance\.now|crypto\.(randomUUID|getRandomValues))$/.test(name)
      ? name
      : null;
  }
  if (ts.isCallExpression(node) && ts.isIdentifier(node.expression)) {
    const name = node.expression.text;
    return /^(fetch|setTimeout|setInterval|setImmediate|randomUUID|randomBytes|randomInt)$/.test(name) ? name : null;
  }
  return null;
}

/** All files of the repository as they lie here, except what git ignores and what tests compare with. */
export function everything(): readonly string[] {
  const skipped = new Set(['node_modules', '.git', 'jobs', 'coverage', '.DS_Store']);
  const walk = (folder: string): string[] =>
    readdirSync(join(ROOT, folder), { withFileTypes: true }).flatMap((entry) => {
      const path = folder === '' ? entry.name : `${folder}/${entry.name}`;
      if (skipped.has(entry.name) || /\.tmp$/.test(entry.name) || (folder === 'dist-tasks' && entry.name !== 'README.md')) return [];
      return entry.isDirectory() ? walk(path) : entry.isFile() ? [path] : [];
    });
  return walk('');
}

export function below(folder: string): readonly string[] {
  return everything()
    .filter((path) => path.startsWith(`${folder}/`))
    .map((path) => path.slice(folder.length + 1))
    .sort();
}

/** Where a relative or `#` import leads, from the root; null for packages and built-ins. */
export function resolved(from: string, specifier: string): string | null {
  if (specifier.startsWith('.')) return posix.normalize(`${posix.dirname(from)}/${specifier}`);
  const { imports } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { imports: Record<string, string> };
  const alias = specifier.startsWith('#') ? specifier.slice(0, specifier.indexOf('/') + 1) : null;
  return alias === null ? null : posix.normalize((imports[`${alias}*`] ?? 'no-such-alias/*').replace('*', specifier.slice(alias.length)));
}

export function packageOf(specifier: string): string {
  return specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/');
}

/** Hosts this machine gets packages from, and the well-known ones. */
export function registryHosts(): readonly string[] {
  const known = [
    ['registry', 'npmjs', 'org'],
    ['pypi', 'org'],
    ['files', 'pythonhosted', 'org'],
  ].map((parts) => parts.join('.'));
  const configured = [ask('npm', 'config', 'get', 'registry'), ask('pip', 'config', 'get', 'global.index-url'), ...aptSources()];
  const hosts = configured.flatMap((text) =>
    [...text.matchAll(/https?:\/\/(?:[^\s/@]*@)?([^\s/:]+\.[^\s/:]+)/g)].map((match) => match[1] ?? ''),
  );
  return [...new Set([...known, ...hosts])].filter(Boolean);
}

function ask(file: string, ...args: readonly string[]): string {
  try {
    return execFileSync(file, args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'], cwd: ROOT });
  } catch {
    return '';
  }
}

function aptSources(): readonly string[] {
  const folder = '/etc/apt/sources.list.d';
  const files = ['/etc/apt/sources.list', ...(existsSync(folder) ? readdirSync(folder).map((name) => join(folder, name)) : [])];
  return files.filter((path) => existsSync(path)).map((path) => readFileSync(path, 'utf8'));
}
