// What every pack gets beside what is generated for it: read and bundled once per run. The only importer of esbuild.
import { readdir, readFile } from 'node:fs/promises';
import { dirname, join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import type { GeneratedFile, Kit, LoadedGrader } from './types.ts';

const root = dirname(dirname(fileURLToPath(import.meta.url)));

/** Loads the kit from this package. */
export async function loadKit(): Promise<Kit> {
  const [workspaceServer, stub, graderLibrary, manifest] = await Promise.all([
    bundleServer(),
    readFile(join(root, 'runtime/workspace/stubs/slipway-tool'), 'utf8'),
    readLibrary(),
    readFile(join(root, 'package.json'), 'utf8'),
  ]);
  const { version } = JSON.parse(manifest) as { version: string };
  let readers: Promise<string> | undefined;
  const officeReaders = () => {
    readers ??= bundleReaders();
    return readers;
  };
  return { workspaceServer, officeReaders, readOffice, stub, graderLibrary, version, loadGrader };
}

/** Loaded with its libraries where a scenario has such a file. */
const readOffice: Kit['readOffice'] = async (format, bytes) => {
  const readers = await import('#workspace/files/readers.ts');
  return await readers.readOffice(format, bytes);
};

function bundleServer(): Promise<string> {
  const about =
    'The workspace of a slipway task, bundled from runtime/workspace with the MCP SDK. Reads services.json and seed.json beside it.';
  return bundle('runtime/workspace/server.ts', `// ${about}`);
}

/** Some of the libraries are CommonJS and ask for node's own modules by `require`. */
function bundleReaders(): Promise<string> {
  const about = 'The readers of PDF, docx and xlsx files, bundled from runtime/workspace/files with unpdf, mammoth and read-excel-file.';
  const require = "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);";
  return bundle('runtime/workspace/files/readers.ts', `// ${about}\n${require}`);
}

async function bundle(entryPoint: string, banner: string): Promise<string> {
  const result = await build({
    entryPoints: [entryPoint],
    absWorkingDir: root,
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    minify: true,
    legalComments: 'none',
    banner: { js: banner },
    write: false,
  });
  return result.outputFiles[0]?.text ?? '';
}

async function readLibrary(): Promise<readonly GeneratedFile[]> {
  const folder = join(root, 'grader-template');
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const paths = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  const files = await Promise.all(
    paths.map(async (path) => ({ path: relative(folder, path).split(sep).join('/'), text: await readFile(path, 'utf8') })),
  );
  return files.sort((a, b) => (a.path < b.path ? -1 : 1));
}

const entry = `
import { grader } from './tests/grader.ts';
import { grade, judge } from './tests/lib/index.ts';
import expected from './tests/expected.json';
const built = grader(expected);
export const judgeEvidence = (files) => judge(built, files, expected);
export const gradeEvidence = (evidence) => grade(built, evidence, expected);
`;

/** Bundles the generated grader from memory and imports it. Imported modules are never freed: long runs recycle their workers. */
async function loadGrader(files: readonly GeneratedFile[]): Promise<LoadedGrader> {
  const texts = new Map(files.map(({ path, text }) => [path, text]));
  const bundled = await build({
    stdin: { contents: entry, loader: 'js', sourcefile: 'entry.js' },
    bundle: true,
    platform: 'node',
    format: 'esm',
    write: false,
    plugins: [
      {
        name: 'from-memory',
        setup: ({ onResolve, onLoad }) => {
          onResolve({ filter: /^\./ }, ({ path, importer }) => ({
            path: join(dirname(importer), path).split(sep).join('/'),
            namespace: 'task',
          }));
          onLoad({ filter: /.*/, namespace: 'task' }, ({ path }) => {
            const contents = texts.get(path);
            if (contents === undefined) return { errors: [{ text: `the task has no file ${path}` }] };
            return { contents, loader: path.endsWith('.json') ? 'json' : 'ts' };
          });
        },
      },
    ],
  });
  const code = bundled.outputFiles[0]?.text ?? '';
  const module = (await import(`data:text/javascript;base64,${Buffer.from(code).toString('base64')}`)) as {
    judgeEvidence: LoadedGrader['judge'];
    gradeEvidence: LoadedGrader['grade'];
  };
  return { judge: module.judgeEvidence, grade: module.gradeEvidence };
}
