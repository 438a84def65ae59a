// `slipway grade`: grades a job's kept evidence again and lists the verdicts that flip.
import type { Regraded } from '#runner/index.ts';
import { columns, EXIT, interruptible, print, printJson, tell, UsageError } from './io.ts';
import type { Program } from './main.ts';

export function define(program: Program): void {
  program
    .command('grade')
    .description('Grade the evidence of an earlier job again, with the same or with changed graders. The job stays as it is.')
    .argument('<job>', "a job folder, ours or Harbor's")
    .option('--with <dir>', 'task directory, or folder of them, whose graders to use (default: the tasks the trials ran on)')
    .option('--json', 'print the result as JSON')
    .action(grade);
}

async function grade(job: string, flags: { readonly with?: string; readonly json?: true }): Promise<void> {
  const { regrade, TaskError } = await import('#runner/index.ts');
  const packs = flags.with === undefined ? {} : { packs: flags.with };
  const onTrial = ({ trial, after }: Regraded): void => tell(`${trial}  ${inWords(after)}`);
  const rows = await interruptible((signal) => regrade({ job, signal, onTrial, ...packs })).catch((thrown: unknown) => {
    throw thrown instanceof TaskError ? new UsageError(thrown.message) : thrown;
  });
  const flips = rows.filter(({ flipped }) => flipped);
  if (flags.json) printJson({ job, trials: rows, flipped: flips.length });
  else print(asTable(rows, flips));
  if (rows.some(({ after }) => after.status === 'unscored')) process.exitCode = EXIT.errors;
}

function asTable(rows: readonly Regraded[], flips: readonly Regraded[]): string {
  const changed = new Set(rows.filter(({ graderChanged }) => graderChanged === true).map(({ task }) => task));
  const lines = flips.map(({ trial, before, after }) => [trial, inWords(before), '→', inWords(after)]);
  return [
    ...(lines.length > 0 ? [columns([['FLIPPED', 'BEFORE', '', 'NOW'], ...lines]), ''] : []),
    ...[...changed].map((task) => `the grader of ${task} is not the one that gave the old verdicts`),
    `${rows.length} graded again: ${flips.length} flipped, ${rows.length - flips.length} as before`,
  ].join('\n');
}

function inWords(graded: Regraded['after']): string {
  if (graded.status === 'unscored') return `unscored (${graded.fault}: ${graded.reason.replace(/\s+/g, ' ')})`;
  return `${graded.reward}${graded.passed ? ' passed' : ''}`;
}
