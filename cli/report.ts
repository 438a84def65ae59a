// `slipway report`: what a job came to, read from its folder: ours, or one that Harbor wrote.
import { EXIT, print, printJson, UsageError } from './io.ts';
import { jobJson, jobTable } from './job-words.ts';
import type { Program } from './main.ts';

export function define(program: Program): void {
  program
    .command('report')
    .description('Show what a job came to, from its folder.')
    .argument('<job>', 'a job folder: jobs/NAME')
    .option('--json', 'print it as JSON, in the form of `run --json`')
    .action(report);
}

async function report(job: string, flags: { readonly json?: true }): Promise<void> {
  const { readJob, TaskError } = await import('#runner/index.ts');
  const result = await readJob(job).catch((thrown: unknown) => {
    throw thrown instanceof TaskError ? new UsageError(thrown.message) : thrown;
  });
  if (flags.json) printJson(jobJson(result));
  else print(jobTable(result));
  if (result.unscored > 0) process.exitCode = EXIT.errors;
}
