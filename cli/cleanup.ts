// `slipway cleanup`: removes what killed runs left behind, and says what it removed.
import type { CleanedUp, CleanUpCounts } from '#runner/index.ts';
import { EXIT, print, printJson, tell } from './io.ts';
import type { Program } from './main.ts';

export function define(program: Program): void {
  program
    .command('cleanup')
    .description('Remove what runs that were killed left behind: containers, networks, volumes, images, processes, temporary folders.')
    .option('--all', 'also what belongs to runs that still go on, or to other machines on the same Docker')
    .option('--json', 'print what was removed as JSON')
    .action(cleanup);
}

async function cleanup(flags: { readonly all?: true; readonly json?: true }): Promise<void> {
  const { cleanUp } = await import('#runner/index.ts');
  const { removed, kept, stuck, docker } = await cleanUp({ all: flags.all === true });
  if (flags.json) printJson({ removed, kept, stuck, docker: docker === null ? null : docker.message });
  else print(inWords({ removed, kept, stuck, docker }));
  if (docker !== null) tell(`slipway: nothing was looked for in Docker: ${docker.message}`);
  if (total(stuck) > 0) process.exitCode = EXIT.surroundings;
}

function inWords({ removed, kept, stuck }: CleanedUp): string {
  return [
    total(removed) === 0 ? 'nothing to clean up' : `removed ${listed(removed)}`,
    ...(total(kept) === 0 ? [] : [`kept ${listed(kept)} of runs that still go on; slipway cleanup --all removes them too`]),
    ...(total(stuck) === 0 ? [] : [`could not remove ${listed(stuck)}: something else uses them`]),
  ].join('\n');
}

function listed(counts: CleanUpCounts): string {
  return Object.entries(counts)
    .filter(([, count]) => count > 0)
    .map(([things, count]) => `${count} ${count === 1 ? things.replace(/(?<=process)es$|s$/, '') : things}`)
    .join(', ');
}

function total(counts: CleanUpCounts): number {
  return Object.values(counts).reduce((sum: number, count: number) => sum + count, 0);
}
