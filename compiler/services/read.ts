// Service files → the catalogue of one scenario: the built-in services and the sound ones of its author's.
import { catalogue as builtIn } from '#services/index.ts';
import type { ServiceDefinition } from '#services/types.ts';
import { parse } from '../1-parse/parse.ts';
import type { Report } from '../diagnostics/collect.ts';
import type { SourceText } from '../diagnostics/types.ts';
import type { Places, ServiceFile, Tree } from '../types.ts';
import { checkMeaning } from './meaning.ts';
import { readDefinition } from './written.ts';

export interface ServicesInput {
  readonly files: readonly ServiceFile[];
  /** The services whose mistakes are to be reported, with those they refer to: the mounted ones, by name. */
  readonly wanted: readonly string[];
  readonly report: Report;
}

export interface Services {
  /** What can be mounted, by name. */
  readonly catalogue: { readonly [name: string]: ServiceDefinition };
  /** The texts of all files, by service, for code frames and digests. */
  readonly sources: ReadonlyMap<string, SourceText>;
  /** Whether there was nothing to report. */
  readonly sound: boolean;
}

/** Reads service files. One that is not wanted is left out of the catalogue without a word where it is wrong. */
export function readServices({ files, wanted, report }: ServicesInput): Services {
  const read = readFiles({ files, wanted, report });
  const others = {
    services: [...Object.values(builtIn), ...[...read.values()].flatMap(({ definition }) => definition ?? [])],
    unreadable: [...read].flatMap(([name, { definition }]) => (definition ? [] : [name])),
  };
  for (const one of read.values()) {
    const { definition, tree, places } = one;
    if (!definition || !tree || !places) continue;
    checkFileName(one, definition);
    checkMeaning({ definition, tree, places, others, report: one.report });
  }
  const sound = [...read.values()].flatMap(({ definition, mistakes }) => (definition && mistakes() === 0 ? [definition] : []));
  return {
    catalogue: { ...builtIn, ...Object.fromEntries(sound.map((one) => [one.name, one])) },
    sources: new Map([...read].map(([name, { source }]) => [name, source])),
    sound: [...read.values()].every((one) => !one.wanted || one.mistakes() === 0),
  };
}

interface Read {
  readonly file: ServiceFile;
  readonly wanted: boolean;
  readonly report: Report;
  readonly mistakes: () => number;
  readonly source: SourceText;
  readonly tree?: Tree;
  readonly places?: Places;
  /** Absent where the file is not even written as a service. */
  readonly definition?: ServiceDefinition;
}

/** The wanted ones first, with those they refer to; each once. */
function readFiles({ files, wanted, report }: ServicesInput): ReadonlyMap<string, Read> {
  const read = new Map<string, Read>();
  const byName = new Map(files.map((file) => [file.name, file]));
  const open = (name: string, isWanted: boolean): void => {
    const file = byName.get(name);
    if (file === undefined || read.has(name)) return;
    const one = readFile(file, isWanted, report);
    read.set(name, one);
    if (isWanted) for (const other of servicesReferredTo(one.definition)) open(other, true);
  };
  for (const name of wanted) open(name, true);
  for (const { name } of files) open(name, false);
  return read;
}

function readFile(file: ServiceFile, wanted: boolean, to: Report): Read {
  let mistakes = 0;
  const report: Report = (...args) => {
    mistakes++;
    if (wanted) to(...args);
  };
  const { source, tree } = parse(file.file, file.bytes, report, 'service');
  const written = tree && readDefinition(tree, report);
  const definition = mistakes === 0 ? written?.definition : undefined;
  return {
    file,
    wanted,
    report,
    mistakes: () => mistakes,
    source,
    ...(tree && { tree }),
    ...(written && { places: written.places }),
    ...(definition && { definition }),
  };
}

function servicesReferredTo(definition: ServiceDefinition | undefined): readonly string[] {
  const fields = Object.values(definition?.collections ?? {}).flatMap((collection) => Object.values(collection.fields));
  return fields.flatMap(({ to }) => to?.split('.')[0] ?? []);
}

function checkFileName({ file, places, report }: Read, { name }: ServiceDefinition): void {
  const place = places?.value(['name']);
  if (place === undefined) return;
  if (name !== file.name) report('service/wrong-name', place, { name, file: `${file.name}.service.yaml`, stem: file.name });
  else if (Object.hasOwn(builtIn, name)) report('service/name-taken', place, { name });
}
