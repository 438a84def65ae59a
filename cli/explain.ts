// `slipway explain CODE`: what a diagnostic means, from the same catalogue that reports it.
import { print, UsageError, unknown } from './io.ts';
import type { Program } from './main.ts';

export function define(program: Program): void {
  program
    .command('explain')
    .description('Explain a diagnostic: what it means and what to do.')
    .argument('<code>', 'such as link/unknown-field')
    .action(async (code: string) => {
      const { catalogue } = await import('#compiler/index.ts');
      const entry = Object.entries(catalogue).find(([name]) => name === code)?.[1];
      if (!entry) throw new UsageError(unknown('diagnostic', code, Object.keys(catalogue)));
      print(`${code}\n\n${entry.about}\n\nAn example stands in tests/cases/diagnostics/${code}/.`);
    });
}
