// The cases of tests/cases/diagnostics: a folder per mistake (`<code>` or `<code>+<variant>`) with the scenario that makes it (or
// the service file in services/ that it mounts) and, in expected.txt, what `slipway check` says.
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { compileEach } from '#cli/scenarios.ts';
import { type Compilation, compile, type Kit, readSource, renderDiagnostic } from '#compiler/index.ts';
import { ROOT } from '../tree.ts';

export const casesFolder = join(ROOT, 'tests/cases/diagnostics');

export interface Case {
  /** `link/unknown-field+except` */
  readonly name: string;
  /** `link/unknown-field` */
  readonly code: string;
  readonly folder: string;
}

/** All cases, by name. */
export function listCases(): readonly Case[] {
  const phases = readdirSync(casesFolder).sort();
  return phases.flatMap((phase) =>
    readdirSync(join(casesFolder, phase))
      .sort()
      .map((short) => {
        const name = `${phase}/${short}`;
        return { name, code: name.replace(/\+.*/, ''), folder: join(casesFolder, name) };
      }),
  );
}

/** What the compiler makes of a case: one result, or one per scenario where it has several in folders of their own. */
export async function compileCase(one: Case, kit: Kit): Promise<readonly Compilation[]> {
  const inner = readdirSync(one.folder, { withFileTypes: true }).filter(
    (entry) => entry.isDirectory() && !['assets', 'services'].includes(entry.name),
  );
  if (inner.length === 0) return [await compileSingle(one, kit)];
  const results: Compilation[] = [];
  await compileEach({
    files: inner.map((entry) => join(one.folder, entry.name, 'scenario.yaml')).sort(),
    kit,
    org: 'slipway',
    act: (compiled) => void results.push(compiled),
  });
  return results;
}

async function compileSingle(one: Case, kit: Kit): Promise<Compilation> {
  const { bytes, assets, services = [], misnamed = [] } = await readSource(join(one.folder, 'scenario.yaml'));
  const own = new Map([...assets].filter(([path]) => path.startsWith('assets/')));
  const beside = services.map((service) => ({ ...service, file: relative(one.folder, service.file) }));
  const folder = { file: 'scenario.yaml', bytes: made(bytes, one.folder), assets: own, services: beside, misnamed };
  return compile(folder, kit, { org: 'slipway' });
}

/** The results as `slipway check` prints them, with paths from the case's folder. */
export function renderCase(one: Case, results: readonly Compilation[]): string {
  const texts = results.flatMap(({ diagnostics, sources }) => diagnostics.map((diagnostic) => renderDiagnostic(diagnostic, sources)));
  return texts.join('\n').replaceAll(`${one.folder}/`, '');
}

/** What cannot lie in a repository as it is (encodings, line ends, sizes) is made from the readable scenario, as make.json says. */
interface Make {
  readonly about: string;
  readonly as: keyof typeof makers;
  readonly bytes?: number;
}

function made(bytes: Uint8Array, folder: string): Uint8Array {
  const file = readdirSync(folder).find((name) => name === 'make.json');
  if (file === undefined) return bytes;
  const make = JSON.parse(readFileSync(join(folder, file), 'utf8')) as Make;
  return makers[make.as](new TextDecoder().decode(bytes), make);
}

export const makers = {
  latin1: (text: string) => Buffer.from(text, 'latin1'),
  utf16: (text: string) => Buffer.from(`\ufeff${text}`, 'utf16le'),
  'crlf-bom': (text: string) => Buffer.from(`\ufeff${text.replaceAll('\n', '\r\n')}`),
  padded: (text: string, { bytes = 0 }: Make) => {
    const line = '# One more line of a data dump that somebody pasted into a scenario.\n';
    return Buffer.from(text + line.repeat(Math.ceil((bytes - text.length) / line.length)));
  },
} as const satisfies Record<string, (text: string, make: Make) => Uint8Array>;
