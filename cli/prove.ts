// `slipway prove`: how each scenario's grader stood up to every attacker, as a table.
import type { Attack, Plan, Proof } from '#compiler/index.ts';
import { columns, EXIT, print, printJson, tell } from './io.ts';
import type { Program } from './main.ts';
import { type Compiled, compileEach, counted, diagnosticsJson, scenarioFiles, tellDiagnostics } from './scenarios.ts';

export function define(program: Program): void {
  program
    .command('prove')
    .description('Attack the graders of scenarios and print what each attacker got. Writes nothing.')
    .argument('<path...>', 'scenario files, their folders, or folders of scenarios')
    .option('--json', 'print every attack and the figures as JSON')
    .action(prove);
}

async function prove(paths: readonly string[], flags: { readonly json?: true }): Promise<void> {
  const { figuresOf, loadKit } = await import('#compiler/index.ts');
  const files = await scenarioFiles(paths);
  const proofs: Attack[] = [];
  const scenarios: object[] = [];
  let failed = 0;
  await compileEach({
    files,
    kit: await loadKit(),
    org: 'slipway',
    act: async (compiled) => {
      if (compiled.diagnostics.length > 0) failed++;
      proofs.push(...(compiled.proof?.attacks ?? []));
      if (flags.json) scenarios.push(await scenarioJson(compiled));
      else await show(compiled);
    },
  });
  const { falsePassCeiling, lazyReward, falseFailRate } = figuresOf(proofs);
  const set = { false_pass_ceiling: falsePassCeiling, lazy_reward: lazyReward, false_fail_rate: falseFailRate };
  if (flags.json) printJson({ proved: failed === 0, ...set, scenarios });
  else {
    if (files.length > 1) print(`${counted(files.length, 'scenario')}: ${figuresInWords({ falsePassCeiling, lazyReward, falseFailRate })}`);
    if (failed > 0) tell(`${counted(failed, 'scenario')} not proved. \`slipway explain CODE\` tells more about an error.`);
  }
  if (failed > 0) process.exitCode = EXIT.errors;
}

async function show(compiled: Compiled): Promise<void> {
  await tellDiagnostics(compiled);
  const { plan, proof } = compiled;
  if (!plan || !proof) return;
  print(`${plan.id} (passes at ${plan.passMark})\n\n${await table(proof)}\n`);
  print(`  ${figuresInWords(proof)}${compiled.diagnostics.length > 0 ? '; not proved' : ''}\n`);
}

async function table({ attacks }: Proof): Promise<string> {
  const { proofTable } = await import('#compiler/index.ts');
  const rows = proofTable(attacks);
  const body = rows.map(({ attacker, attacks: count, highest, must, won, notMeasured }) => [
    `  ${attacker}`,
    String(count || '–'),
    highest === null ? '–' : short(highest),
    must,
    won > 0 ? `${won} won` : count > 0 ? 'held' : '',
    notMeasured.length > 0 ? `${notMeasured.length} not measured` : '',
  ]);
  const why = rows.flatMap(({ attacker, notMeasured }) => notMeasured.map((reason) => `  not measured: ${attacker}: ${reason}`));
  return [columns([['  attacker', 'attacks', 'highest', 'must', '', ''], ...body]), ...why].join('\n');
}

function figuresInWords({ falsePassCeiling, lazyReward, falseFailRate }: Pick<Proof, 'falsePassCeiling' | 'lazyReward' | 'falseFailRate'>) {
  const rate = falseFailRate === null ? 'not measured' : short(falseFailRate);
  return `false-pass ceiling ${short(falsePassCeiling)}, lazy reward ${short(lazyReward)}, false-fail rate ${rate}`;
}

async function scenarioJson(compiled: Compiled): Promise<object> {
  const { file, plan, proof, diagnostics } = compiled;
  return {
    scenario: plan?.id ?? null,
    file,
    proved: diagnostics.length === 0,
    ...(plan && proof && proofJson(plan, proof)),
    diagnostics: await diagnosticsJson(compiled),
  };
}

function proofJson(plan: Plan, { attacks, falsePassCeiling, lazyReward, falseFailRate, behaviour, idleLabels }: Proof): object {
  return {
    pass_mark: plan.passMark,
    false_pass_ceiling: falsePassCeiling,
    lazy_reward: lazyReward,
    false_fail_rate: falseFailRate,
    behaviour,
    idle_labels: idleLabels,
    not_measured: attacks
      .filter(({ result }) => result === 'not measured')
      .map(({ attacker, target, detail }) => ({ attacker, target, why: detail })),
    attacks: attacks.filter(({ result }) => result !== 'not measured'),
  };
}

function short(figure: number): string {
  return String(Math.round(figure * 10_000) / 10_000);
}
