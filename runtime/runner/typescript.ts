// Runs a verifier's TypeScript on a Node that cannot do it by itself: types are taken out here, once for each text, and a loader in the
// new process hands out what is left. Half a second less for each trial than a general loader there. The only importer of esbuild in the runner.
import { createHash } from 'node:crypto';
import { readFile, realpath, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { transform } from 'esbuild';
import { listFiles } from './files.ts';

/** Whether this Node needs help with `.ts` files. */
export const NEEDS_HELP = !('typescript' in process.features && process.features.typescript !== false);

/** Makes `place` hold what a Node needs to run the `.ts` files below `folder`, and gives the arguments that say so. */
export async function typescriptArguments(folder: string, place: string): Promise<readonly string[]> {
  if (!NEEDS_HELP) return [];
  const root = await realpath(folder);
  const paths = (await listFiles(root)).filter((path) => path.endsWith('.ts'));
  const sources = await Promise.all(
    paths.map(async (path) => {
      const file = join(root, path);
      return [pathToFileURL(file).href, await withoutTypes(await readFile(file, 'utf8'))] as const;
    }),
  );
  await writeFile(join(place, 'sources.json'), JSON.stringify(Object.fromEntries(sources)));
  await writeFile(join(place, 'hooks.mjs'), HOOKS);
  const register = join(place, 'register.mjs');
  await writeFile(register, "import { register } from 'node:module';\nregister('./hooks.mjs', import.meta.url);\n");
  return ['--import', pathToFileURL(register).href];
}

const HOOKS = `import { readFileSync } from 'node:fs';
const sources = JSON.parse(readFileSync(new URL('sources.json', import.meta.url), 'utf8'));
export const load = (url, context, next) =>
  Object.hasOwn(sources, url) ? { format: 'module', shortCircuit: true, source: sources[url] } : next(url, context);
`;

/** The library is the same in every pack: most texts are known by the second trial. */
const known = new Map<string, Promise<string>>();
const MOST_KNOWN = 5000;

function withoutTypes(text: string): Promise<string> {
  const key = createHash('sha256').update(text).digest('base64');
  const before = known.get(key);
  if (before !== undefined) return before;
  if (known.size >= MOST_KNOWN) known.clear();
  const made = strip(text);
  known.set(key, made);
  return made;
}

/** What is no TypeScript stays as it is: the process that imports it says so, and where. */
async function strip(text: string): Promise<string> {
  try {
    // As Node itself does it: nothing but types goes.
    const options = {
      loader: 'ts',
      target: 'node20',
      tsconfigRaw: { compilerOptions: { verbatimModuleSyntax: true } },
      logLevel: 'silent',
    } as const;
    return (await transform(text, options)).code;
  } catch {
    return text;
  }
}
