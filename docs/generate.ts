// `npm run docs`: the pages that follow from code (diagnostics, checks, the proof, services, the JSON Schema), so that they cannot disagree
// with it. `--check` writes nothing and fails where a page is out of date.
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { checksPage } from './pages/checks.ts';
import { diagnosticPages } from './pages/diagnostics.ts';
import { serviceKeysPage } from './pages/own-services.ts';
import { proofPage } from './pages/proof.ts';
import { scenarioSchema, serviceSchema } from './pages/schema.ts';
import { servicesPage } from './pages/services.ts';

const docs = dirname(fileURLToPath(import.meta.url));

/** Path below docs/ to what has to stand there. */
export async function generatedPages(): Promise<{ readonly [path: string]: string }> {
  return {
    ...diagnosticPages(join(docs, '../tests/cases/diagnostics')),
    'checks.md': checksPage(),
    'proof.md': proofPage(),
    'services.md': servicesPage(),
    'service-keys.md': serviceKeysPage(),
    'scenario.schema.json': `${JSON.stringify(await scenarioSchema(), null, 2)}\n`,
    'service.schema.json': `${JSON.stringify(serviceSchema(), null, 2)}\n`,
  };
}

/** Pages that are missing, different, or left over from a code that is gone. */
export async function outOfDate(): Promise<readonly string[]> {
  const pages = await generatedPages();
  const known = new Set(Object.keys(pages));
  const different = [...known].filter((path) => read(path) !== pages[path]);
  return [...different, ...present().filter((path) => !known.has(path))];
}

function present(): readonly string[] {
  const entries = readdirSync(join(docs, 'diagnostics'), { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name).slice(docs.length + 1));
}

function read(path: string): string | undefined {
  try {
    return readFileSync(join(docs, path), 'utf8');
  } catch {
    return undefined;
  }
}

async function write(): Promise<void> {
  mkdirSync(join(docs, 'diagnostics'), { recursive: true });
  const pages = await generatedPages();
  for (const path of await outOfDate()) {
    const text = pages[path];
    if (text === undefined) rmSync(join(docs, path));
    else {
      mkdirSync(dirname(join(docs, path)), { recursive: true });
      writeFileSync(join(docs, path), text);
    }
    console.log(`docs/${path} ${text === undefined ? 'removed' : 'written'}`);
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  if (!process.argv.includes('--check')) await write();
  else {
    const stale = await outOfDate();
    for (const path of stale) console.error(`docs/${path} is out of date`);
    if (stale.length > 0) console.error('npm run docs brings them up to date.');
    process.exitCode = stale.length > 0 ? 1 : 0;
  }
}
