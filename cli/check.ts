// `slipway check`: everything the compiler does, except that nothing is written.
import { EXIT, print, printJson, tell } from './io.ts';
import type { Program } from './main.ts';
import { compileEach, counted, diagnosticsJson, scenarioFiles, tellDiagnostics } from './scenarios.ts';

export function define(program: Program): void {
  program
    .command('check')
    .description('Check scenarios, proof included. Writes nothing.')
    .argument('<path...>', 'scenario files, their folders, or folders of scenarios')
    .option('--json', 'print the diagnostics as JSON')
    .action(check);
}

async function check(paths: readonly string[], flags: { readonly json?: true }): Promise<void> {
  const { loadKit } = await import('#compiler/index.ts');
  const files = await scenarioFiles(paths);
  const rows: object[] = [];
  let errors = 0;
  await compileEach({
    files,
    kit: await loadKit(),
    org: 'slipway',
    act: async (compiled) => {
      errors += compiled.diagnostics.length;
      if (flags.json) rows.push(...(await diagnosticsJson(compiled)));
      else await tellDiagnostics(compiled);
    },
  });
  if (flags.json) printJson({ scenarios: files.length, errors, diagnostics: rows });
  else if (errors === 0) print(`${counted(files.length, 'scenario')}, no errors`);
  else tell(`${counted(errors, 'error')} in ${counted(files.length, 'scenario')}. \`slipway explain CODE\` tells more about one.`);
  if (errors > 0) process.exitCode = EXIT.errors;
}
