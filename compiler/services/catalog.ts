// All services that there are: the built-in ones and those of some files, every mistake in these reported.
import { catalogue as builtIn } from '#services/index.ts';
import type { ServiceDefinition } from '#services/types.ts';
import { collectDiagnostics } from '../diagnostics/collect.ts';
import type { Diagnostic, SourceText } from '../diagnostics/types.ts';
import type { ServiceFile } from '../types.ts';
import { type ServiceListing, serviceListings } from './listing.ts';
import { readServices } from './read.ts';

export interface Catalog {
  /** By name. */
  readonly services: readonly ServiceListing[];
  readonly definitions: readonly ServiceDefinition[];
  readonly diagnostics: readonly Diagnostic[];
  readonly sources: readonly SourceText[];
}

/** The names of the services that there are without any file. */
export const builtInServices: readonly string[] = Object.keys(builtIn);

export function readCatalog(files: readonly ServiceFile[]): Catalog {
  const { diagnostics, report } = collectDiagnostics();
  const { catalogue, sources } = readServices({ files, wanted: files.map(({ name }) => name), report });
  const definitions = Object.values(catalogue).sort((a, b) => (a.name < b.name ? -1 : 1));
  const fileOf = new Map(files.flatMap(({ name, file }) => (Object.hasOwn(builtIn, name) ? [] : [[name, file] as const])));
  return {
    services: serviceListings(definitions, fileOf),
    definitions,
    diagnostics,
    sources: [...sources.values()],
  };
}
