// `slipway compile`: scenarios → proven task directories.
import { dirname, relative, sep } from 'node:path';
import type { Proof } from '#compiler/index.ts';
import { columns, EXIT, print, printJson, SurroundingsError, tell } from './io.ts';
import type { Program } from './main.ts';
import { type Compiled, compileEach, counted, diagnosticsJson, scenarioFiles, tellDiagnostics } from './scenarios.ts';

interface CompileFlags {
  readonly out: string;
  readonly org: string;
  readonly json?: true;
}

export function define(program: Program): void {
  program
    .command('compile')
    .description('Compile scenarios into proven Harbor task directories.')
    .argument('<path...>', 'scenario files, their folders, or folders of scenarios')
    .requiredOption('-o, --out <dir>', 'folder for the task directories')
    .option('--org <name>', "first part of the tasks' Harbor names", 'slipway')
    .option('--json', 'print the result as JSON')
    .action(compile);
}

interface Row {
  readonly task: string;
  readonly outcome: 'written' | 'unchanged' | 'failed';
  readonly proof?: Proof;
  readonly compiled: Compiled;
}

async function compile(paths: readonly string[], flags: CompileFlags): Promise<void> {
  const { loadKit, openOutput } = await import('#compiler/index.ts');
  const files = await scenarioFiles(paths);
  const places = await libraryPlaces(paths, files);
  const output = await surroundings(() => openOutput(flags.out));
  const rows: Row[] = [];
  await compileEach({
    files,
    kit: await loadKit(),
    org: flags.org,
    act: async (compiled) => {
      if (!flags.json) await tellDiagnostics(compiled);
      const { plan, files: generated, proof } = compiled;
      const task = plan?.folder ?? compiled.file;
      const outcome =
        plan && generated ? await surroundings(() => output.emit(plan.folder, places.get(compiled.file) ?? '', generated)) : 'failed';
      rows.push({ task, outcome, compiled, ...(proof && { proof }) });
    },
  });
  const failed = rows.filter(({ outcome }) => outcome === 'failed').length;
  // Only when all of a library could be read does it say which tasks are no longer meant to be there.
  const library = new Map(rows.map(({ task, compiled }) => [task, places.get(compiled.file) ?? '']));
  const pruned = failed === 0 ? await output.prune(library) : [];
  if (flags.json) printJson(await asJson(rows, pruned));
  else print(asTable(rows, pruned));
  if (failed > 0) process.exitCode = EXIT.errors;
}

/** Where each scenario lies in the library it was found in; empty for one that was named by itself. */
async function libraryPlaces(paths: readonly string[], files: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const { isOneScenario } = await import('#compiler/index.ts');
  const places = new Map<string, string>();
  for (const path of paths) {
    const alone = await isOneScenario(path);
    for (const file of files) {
      const place = relative(path, dirname(file)).split(sep).join('/');
      if (!place.startsWith('..')) places.set(file, alone ? '' : place);
    }
  }
  return places;
}

function asTable(rows: readonly Row[], pruned: readonly string[]): string {
  const lines = rows.map(({ task, outcome, proof, compiled }) => [
    outcome,
    task,
    outcome === 'failed' ? `${counted(compiled.diagnostics.length, 'error')}; nothing written` : summary(proof),
  ]);
  const count = (outcome: Row['outcome']) => rows.filter((row) => row.outcome === outcome).length;
  const total = `${counted(rows.length, 'scenario')}: ${count('written')} written, ${count('unchanged')} unchanged, ${count('failed')} failed, ${pruned.length} removed`;
  return [columns([...lines, ...pruned.map((task) => ['removed', task, ''])]), '', total].join('\n');
}

function summary(proof: Proof | undefined): string {
  if (!proof) return '';
  const measured = proof.attacks.filter(({ result }) => result !== 'not measured').length;
  return `proved against ${measured} attacks (ceiling ${Math.round(proof.falsePassCeiling * 10_000) / 10_000}, lazy ${proof.lazyReward}, ${proof.attacks.length - measured} not measured)`;
}

async function asJson(rows: readonly Row[], pruned: readonly string[]): Promise<object> {
  const tasks = await Promise.all(
    rows.map(async ({ task, outcome, proof, compiled }) => ({
      task,
      scenario: compiled.file,
      outcome,
      ...(proof && { false_pass_ceiling: proof.falsePassCeiling, lazy_reward: proof.lazyReward, attacks: proof.attacks.length }),
      diagnostics: await diagnosticsJson(compiled),
    })),
  );
  return { tasks, removed: pruned };
}

/** Trouble with the output folder is the surroundings' fault, and the message says what to do. */
async function surroundings<T>(work: () => Promise<T>): Promise<T> {
  const { EmitError } = await import('#compiler/index.ts');
  try {
    return await work();
  } catch (thrown) {
    if (thrown instanceof EmitError) {
      tell('');
      throw new SurroundingsError(thrown.message, 'slipway compile … --out ANOTHER-FOLDER');
    }
    throw thrown;
  }
}
