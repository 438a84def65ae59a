// The house rules, kept by reading the tree: who may import whom, one importer per library, registries, diagnostics, no IO in pure code.
// Lint (biome.json) says the borders in the editor; this says all of it, also where an import goes round an alias.
import { existsSync, readFileSync, statSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join, posix } from 'node:path';
import { describe, expect, test } from 'vitest';
import { below, everything, packageOf, ROOT, read, registryHosts, resolved, sources } from './tree.ts';

// ---- the rules as data -----------------------------------------------------------------------------------------------

interface Area {
  readonly folder: string;
  /** Imports across the border that are allowed, as globs over `#area/…`. */
  readonly may: readonly string[];
  readonly because: string;
}

const AREAS: readonly Area[] = [
  {
    folder: 'grader-template',
    may: [],
    because: 'The grader ships in every verifier image and is read by reviewers: it imports nothing but itself and node: built-ins.',
  },
  {
    folder: 'runtime/services',
    may: ['#grader/evidence/types.ts', '#workspace/fields.ts', '#workspace/times.ts'],
    because: 'A service is data. Its records are checked with the same readers of fields and times that the workspace uses, and no more.',
  },
  {
    folder: 'runtime/workspace',
    may: ['#grader/evidence/**', '#services/types.ts'],
    because:
      'The workspace ships in every pack: it shares the evidence schema with the grader, nothing of grading, and it never knows a particular service.',
  },
  {
    folder: 'runtime/runner',
    may: ['#grader/evidence/types.ts', '#grader/types.ts'],
    because:
      'The runner takes task directories from disk, whoever compiled them: of the rest it knows only the types of evidence and verdict.',
  },
  {
    folder: 'compiler',
    may: ['#grader/**', '#services/**', '#workspace/**'],
    because: 'The compiler generates for the grader and proves with it and the workspace; running packs and the command line are above it.',
  },
  { folder: 'trainer', may: [], because: 'The trainer bridge reads job directories from disk, whichever runner wrote them.' },
  { folder: 'publish', may: [], because: 'Publishing reads task directories from disk, whichever compiler wrote them.' },
  { folder: 'synth', may: ['#compiler/index.ts'], because: 'Drafting sees of the compiler what its users see.' },
  {
    folder: 'cli',
    may: ['#*/index.ts', '#compiler/diagnostics/suggest.ts'],
    because:
      'The command line uses the index.ts of each area, so that everything it can do a library user can do; and the one "did you mean".',
  },
];

/** Not in a layer: they may look at everything, across areas still through aliases. */
const ONLOOKERS = ['tests', 'docs', 'bench'];

/** Libraries and the areas that may use them: exactly one file in each. */
const LIBRARIES: Readonly<Record<string, readonly string[]>> = {
  '@ai-sdk/anthropic': ['runtime/runner'],
  '@ai-sdk/openai-compatible': ['runtime/runner'],
  '@marcbachmann/cel-js': ['compiler'],
  '@modelcontextprotocol/client': ['runtime/runner'],
  '@modelcontextprotocol/server': ['runtime/workspace'],
  ai: ['runtime/runner'],
  commander: ['cli'],
  'csv-parse': ['compiler'],
  dockerode: ['runtime/runner'],
  // Bundles and loads what was generated; takes the types out of a verifier on a Node that cannot.
  esbuild: ['compiler', 'runtime/runner'],
  execa: ['runtime/runner'],
  mammoth: ['runtime/workspace'],
  ora: ['cli'],
  'read-excel-file': ['runtime/workspace'],
  // Written by the compiler, read by the runner.
  'smol-toml': ['compiler', 'runtime/runner'],
  tar: ['runtime/runner'],
  'ts-morph': ['compiler'],
  tsx: ['cli'],
  unpdf: ['runtime/workspace'],
  yaml: ['compiler'],
  zod: ['compiler', 'runtime/workspace', 'runtime/services', 'runtime/runner', 'synth', 'docs'],
};

/** Code that must give the same for the same input: no disk, network, clock, chance or environment. */
const PURE = ['1-parse', '2-validate', '3-link', '4-generate', '5-prove', 'diagnostics', 'checks', 'services', 'schema']
  .map((phase) => `compiler/${phase}`)
  .concat('runtime/services', 'runtime/workspace', 'grader-template');

/** Files in pure folders whose very purpose is the outside. */
const OUTSIDE: Readonly<Record<string, string>> = {
  'runtime/workspace/server.ts': 'starts the workspace: environment, files, sockets',
  'runtime/workspace/http.ts': 'the HTTP face',
  'runtime/workspace/body.ts': 'reads what the HTTP face was sent',
  'runtime/workspace/mcp.ts': 'the MCP face',
  'runtime/workspace/collect.ts': 'reads the agent’s folder, in a process of its own',
  'runtime/workspace/files/disk.ts': 'the shared folder on a disk',
  'runtime/workspace/files/apart.ts': 'works in the shared folder, in a process of its own',
  'runtime/workspace/control.ts': 'the socket through which sealing is asked for',
  'runtime/workspace/evidence.ts': 'writes the evidence to disk',
  'grader-template/run.ts': 'the verifier: environment and files',
  'grader-template/files.ts': 'reads evidence from disk and writes verdicts to it',
};

/** node: modules that only compute. */
const COMPUTING = new Set(['node:crypto', 'node:path', 'node:path/posix', 'node:url', 'node:util', 'node:buffer', 'node:zlib']);

/** Folders in which key = name = file name = export. `entries` gives what the index registers. */
const REGISTRIES: readonly { readonly folder: string; readonly registry: string | null }[] = [
  { folder: 'runtime/services', registry: 'catalogue' },
  { folder: 'runtime/runner/agents', registry: 'agents' },
  { folder: 'runtime/runner/sandboxes', registry: 'sandboxes' },
  { folder: 'compiler/checks', registry: 'checkKinds' },
  // The check library is the exports of its index.
  { folder: 'grader-template/checks', registry: null },
];

const MOST_LINES = 400;

// ---- the tests -------------------------------------------------------------------------------------------------------

const present = AREAS.filter((area) => existsSync(join(ROOT, area.folder)));

test('the tree is there to be read', () => {
  for (const folder of ['cli', 'compiler', 'runtime/runner', 'runtime/workspace', 'runtime/services', 'grader-template', 'tests'])
    expect(sources(folder).length, `${folder} has no source files`).toBeGreaterThan(0);
});

test('every folder with source files belongs to an area or looks on', () => {
  const known = [...AREAS.map((area) => area.folder), ...ONLOOKERS];
  const strangers = sources('.').filter(({ path }) => path.includes('/') && !known.some((folder) => path.startsWith(`${folder}/`)));
  expect(strangers.map(({ path }) => path)).toEqual([]);
});

describe.each(present)('$folder', ({ folder, may, because }) => {
  const files = sources(folder);

  test('imports across its border only what it may', () => {
    expect(files.length, `${folder} exists and has no source files`).toBeGreaterThan(0);
    const wrong = files.flatMap(({ path, imports }) =>
      imports
        .filter(({ specifier }) => specifier.startsWith('#') && !may.some((glob) => matches(specifier, glob)))
        .map(({ specifier, line }) => `${path}:${line} ${specifier}`),
    );
    expect(wrong, because).toEqual([]);
  });

  test('uses libraries it may, each in one file', () => {
    const importers = new Map<string, Set<string>>();
    for (const { path, imports } of files)
      for (const { specifier } of imports) {
        if (/^(node:|#|\.)/.test(specifier)) continue;
        const library = packageOf(specifier);
        importers.set(library, (importers.get(library) ?? new Set()).add(path));
      }
    for (const [library, paths] of importers) {
      expect(LIBRARIES[library] ?? [], `${library} in ${[...paths].join(', ')}: not a library of ${folder}`).toContain(folder);
      expect([...paths], `${library} has more than one importer in ${folder}`).toHaveLength(1);
    }
  });

  test('biome.json says the same, with the reason', () => {
    const pattern = biomePatterns(folder)[0];
    expect(pattern).toEqual({ group: ['#*/**', ...may.map((glob) => `!${glob}`)], message: because });
  });
});

test('across areas through #area/ aliases only, and every import leads somewhere', () => {
  const wrong = sources('.').flatMap(({ path, imports }) =>
    imports.flatMap(({ specifier, line }) => {
      const target = resolved(path, specifier);
      if (target === null) return [];
      if (!existsSync(join(ROOT, target))) return [`${path}:${line} ${specifier} leads nowhere`];
      const crosses = specifier.startsWith('.') && areaOf(target) !== areaOf(path);
      return crosses ? [`${path}:${line} ${specifier} crosses into ${areaOf(target)}`] : [];
    }),
  );
  expect(wrong).toEqual([]);
});

test('every library is declared in package.json', () => {
  const { dependencies = {} } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { dependencies?: Record<string, string> };
  const used = AREAS.flatMap(({ folder }) => sources(folder)).flatMap(({ imports }) => imports.map(({ specifier }) => specifier));
  const undeclared = used.filter((specifier) => !/^(node:|#|\.)/.test(specifier) && dependencies[packageOf(specifier)] === undefined);
  expect([...new Set(undeclared)]).toEqual([]);
});

describe('pure code', () => {
  test.each(PURE.filter((folder) => existsSync(join(ROOT, folder))))('%s reaches for nothing outside', (folder) => {
    const files = sources(folder).filter(({ path }) => OUTSIDE[path] === undefined);
    expect(files.length, `${folder} exists and has no source files`).toBeGreaterThan(0);
    const wrong = files.flatMap(({ path, imports, reaches }) => [
      ...imports
        .filter(({ specifier, types }) => specifier.startsWith('node:') && !types && !COMPUTING.has(specifier))
        .map(({ specifier, line }) => `${path}:${line} ${specifier}`),
      ...reaches.map(({ what, line }) => `${path}:${line} ${what}`),
    ]);
    expect(wrong).toEqual([]);
  });

  test('the exceptions exist and need to be exceptions', () => {
    for (const path of Object.keys(OUTSIDE))
      if (existsSync(join(ROOT, dirname(path)))) expect(existsSync(join(ROOT, path)), path).toBe(true);
  });

  test('the detector sees what it is for', () => {
    const seen = read(
      'probe.ts',
      'const t = Date.now() + Math.random() + Number(new Date()); setTimeout(f, 1); fetch(u); process.env.X; new Date(0); x.fetch();',
    );
    expect(seen.reaches.map(({ what }) => what)).toEqual(['Date.now', 'Math.random', 'new Date()', 'setTimeout', 'fetch', 'process.env']);
  });
});

describe('registries', () => {
  test('every kind of check is used in a generated case', async () => {
    const { checkKinds } = await import('#compiler/checks/index.ts');
    const cases = everything().filter((path) => /^tests\/cases\/generate\/[^/]+\/scenario\.yaml$/.test(path));
    const texts = cases.map((path) => readFileSync(join(ROOT, path), 'utf8')).join('\n');
    const kinds = Object.keys(checkKinds);
    expect(kinds.length).toBeGreaterThan(10);
    expect(kinds.filter((kind) => !new RegExp(`(^|[{ -])${kind}:`, 'm').test(texts))).toEqual([]);
  });

  test.each(REGISTRIES.filter(({ folder }) => existsSync(join(ROOT, folder))))(
    '$folder: key = name = file = export',
    async ({ folder, registry }) => {
      const index = (await import(join(ROOT, folder, 'index.ts'))) as Record<string, unknown>;
      const entries = (registry === null ? index : index[registry]) as Record<string, { name?: unknown }>;
      expect(Object.keys(entries ?? {}).length, `${folder}/index.ts registers nothing`).toBeGreaterThan(0);
      for (const [key, entry] of Object.entries(entries)) {
        const module = (await import(join(ROOT, folder, `${key}.ts`))) as Record<string, unknown>;
        expect(module[camel(key)], `${folder}/${key}.ts must export ${camel(key)}, which is what is registered`).toBe(entry);
        if (typeof entry === 'object' && 'name' in entry) expect(entry.name).toBe(key);
      }
      const defined = sources(folder).filter(({ path, text }) => definesOwn(camel(stem(path)), text));
      expect(defined.map(({ path }) => stem(path)).sort()).toEqual(Object.keys(entries).sort());
    },
  );
});

describe.runIf(existsSync(join(ROOT, 'compiler/diagnostics/catalogue.ts')))('diagnostics', () => {
  test('code = docs page = test case, both ways', async () => {
    const module = (await import(join(ROOT, 'compiler/diagnostics/catalogue.ts'))) as { catalogue: Record<string, unknown> };
    const codes = Object.keys(module.catalogue).sort();
    expect(codes.length).toBeGreaterThan(0);
    for (const code of codes) expect(code).toMatch(/^[a-z]+\/[a-z][a-z0-9]*(-[a-z0-9]+)*$/);
    expect(
      below('docs/diagnostics')
        .filter((path) => path.endsWith('.md'))
        .map((path) => path.slice(0, -3))
        .filter((path) => path.includes('/')),
    ).toEqual(codes);
    // A folder `<code>+<variant>` is another way to make the same mistake.
    const cases = new Set(below('tests/cases/diagnostics').map((path) => path.split('/').slice(0, 2).join('/').replace(/\+.*/, '')));
    expect([...cases].sort()).toEqual(codes);
  });
});

describe('files', () => {
  const all = sources('.');

  test(`hold at most ${MOST_LINES} lines`, () => {
    expect(all.filter(({ text }) => text.trimEnd().split('\n').length > MOST_LINES).map(({ path }) => path)).toEqual([]);
  });

  test('begin by saying what they are for', () => {
    expect(all.filter(({ text }) => !/^(#!.*\n)?\/[/*]/.test(text)).map(({ path }) => path)).toEqual([]);
  });

  test('name no registry and no path of a machine', () => {
    const hosts = registryHosts().map((host) => host.replaceAll('.', '\\.'));
    const places = [homedir(), ROOT.slice(0, -1)]
      .filter((path) => path.length > 1)
      .map((path) => `${path.replaceAll('.', '\\.')}(?![\\w-])`);
    const forbidden = new RegExp([...hosts, ...places, '/Users/\\w', '/home/(?!node\\b|agent\\b)\\w'].join('|'));
    const texts = everything().filter((path) => statSync(join(ROOT, path)).size < 2_000_000);
    expect(texts.length).toBeGreaterThan(0);
    const found = texts.flatMap((path) => {
      const hit = forbidden.exec(readFileSync(join(ROOT, path), 'utf8'));
      return hit === null || path === 'tests/rules.test.ts' ? [] : [`${path}: ${hit[0]}`];
    });
    expect(found).toEqual([]);
  });
});

function areaOf(path: string): string {
  return [...AREAS.map((area) => area.folder), ...ONLOOKERS].find((folder) => path.startsWith(`${folder}/`)) ?? '(root)';
}

function biomePatterns(folder: string): readonly unknown[] {
  const { overrides } = JSON.parse(readFileSync(join(ROOT, 'biome.json'), 'utf8')) as {
    overrides: { includes: string[]; linter?: { rules?: { style?: { noRestrictedImports?: { options: { patterns: unknown[] } } } } } }[];
  };
  const override = overrides.find(({ includes }) => includes.includes(`${folder}/**`));
  return override?.linter?.rules?.style?.noRestrictedImports?.options.patterns ?? [];
}

function matches(specifier: string, glob: string): boolean {
  const source = glob.replaceAll('.', '\\.').replaceAll('**', '\u0000').replaceAll('*', '[^/]*').replaceAll('\u0000', '.*');
  return new RegExp(`^${source}$`).test(specifier);
}

function stem(path: string): string {
  return posix.basename(path).replace(/\.ts$/, '');
}

/** Whether a file defines what it is named after: `export const mail = defineService(`, or a function that makes a Check. */
function definesOwn(name: string, text: string): boolean {
  return new RegExp(`export (const ${name} = define\\w+\\(|function ${name}\\b[\\s\\S]*?\\): Check \\{)`).test(text);
}

function camel(name: string): string {
  return name.replace(/-([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());
}
