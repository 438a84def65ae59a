// The command line: verbs from one file each, and the one place where an error becomes words and an exit code.
// Verbs import what they run inside their action, so that `slipway --help` loads nothing heavy.
import { readFileSync } from 'node:fs';
import { Command, CommanderError } from 'commander';
import { define as catalog } from './catalog.ts';
import { define as check } from './check.ts';
import { define as cleanup } from './cleanup.ts';
import { define as compile } from './compile.ts';
import { define as doctor } from './doctor.ts';
import { define as explain } from './explain.ts';
import { define as grade } from './grade.ts';
import { EXIT, reportError } from './io.ts';
import { define as prove } from './prove.ts';
import { define as report } from './report.ts';
import { define as run } from './run.ts';

/** What a verb's `define` gets. */
export type Program = Command;

/** In the order `--help` lists them. */
const verbs: readonly ((program: Program) => void)[] = [check, compile, prove, explain, catalog, run, report, grade, cleanup, doctor];

/** Runs the command. Never throws; ends by itself with `process.exitCode` set. */
export async function main(argv: readonly string[]): Promise<void> {
  leaveQuietlyWhenNobodyReads();
  try {
    await program().parseAsync(argv);
  } catch (thrown) {
    process.exitCode = thrown instanceof CommanderError ? usageCode(thrown) : reportError(thrown);
  }
}

function program(): Program {
  const all = new Command('slipway')
    .description('Compiles office-work scenarios into proven Harbor task packs, and runs them.')
    .version(ownVersion())
    .showSuggestionAfterError()
    .showHelpAfterError('(slipway --help lists the verbs, slipway VERB --help the options)')
    .exitOverride();
  for (const define of verbs) define(all);
  return all.addHelpText('after', '\nExit codes: 0 fine, 1 errors, 2 usage, 3 surroundings, 70 a bug in Slipway, 130 interrupted.');
}

function ownVersion(): string {
  const manifest = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as { version: string };
  return manifest.version;
}

/** Commander has already printed what was wrong; help and the like are not wrong. */
function usageCode(error: CommanderError): number {
  return error.exitCode === 0 ? EXIT.fine : EXIT.usage;
}

/** `slipway … | head` closes the pipe: that is no error of ours. */
function leaveQuietlyWhenNobodyReads(): void {
  for (const stream of [process.stdout, process.stderr])
    stream.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EPIPE') throw error;
      process.exit(process.exitCode ?? EXIT.fine);
    });
}
