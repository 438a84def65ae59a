// Phase 2: tree → Scenario. Keys, kinds of values and formats are right afterwards; what the names mean is phase 3.

import { placesOf, plainValue } from '../1-parse/places.ts';
import type { Report } from '../diagnostics/collect.ts';
import type { z } from '../shapes.ts';
import type { Path, Places, Tree } from '../types.ts';
import { readAnswerForm } from './answer.ts';
import { readCheck } from './checks.ts';
import { reportEmptyValues } from './empty.ts';
import { readFaults } from './faults.ts';
import { asList, readId, readInstant, readUnit, segment } from './formats.ts';
import { readInjections } from './injections.ts';
import { matchShape, type Reporting } from './issues.ts';
import { type Scenario, scenarioShape, type WrittenDecoy } from './scenario.ts';
import { setRight } from './slips.ts';
import { readSteps, reportEqualLabels } from './steps.ts';

export interface Validated {
  readonly places: Places;
  /** As far as it could be read, so that the next phase can look for more; absent where there is too little. */
  readonly scenario?: Scenario;
  /** Keys of the scenario below which something was reported. Without any, the scenario is whole. */
  readonly damaged: ReadonlySet<string>;
}

/** Checks the shape of a scenario. Reports every mistake. */
export function validate(written: Tree, report: Report): Validated {
  const damaged = new Set<string>();
  const [empty, rests] = [new Set<number>(), new Set<number>()];
  const keyAt = keyFinder(written);
  const counting: Report = (...args) => {
    const [code, { start }] = args;
    damaged.add(keyAt(start));
    // That nothing stands there is said already.
    if (code === 'validate/no-value' || (code === 'validate/unknown-key' ? !rests.has(start) : !empty.has(start))) report(...args);
  };
  const tree = setRight(written, { report: counting });
  const on: Reporting = { places: placesOf(tree), report: counting };
  reportEmptyValues(tree, on, empty, rests);
  if (tree.kind !== 'map') {
    matchShape(scenarioShape, plainValue(tree), [], on);
    return { places: on.places, damaged };
  }
  const shape = readShape(plainValue(tree) as { readonly [key: string]: unknown }, on, damaged);
  const scenario = readScenario(shape, on);
  return damaged.has('services') ? { places: on.places, damaged } : { places: on.places, damaged, scenario };
}

/** Finds the key of the scenario below which a place lies, by bisection. */
function keyFinder(tree: Tree): (offset: number) => string {
  const keys = tree.kind === 'map' ? tree.entries.map(({ key }) => key) : [];
  return (offset) => {
    let [low, high] = [0, keys.length];
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if ((keys[middle]?.span.start ?? 0) <= offset) low = middle;
      else high = middle;
    }
    return keys[low]?.value ?? '';
  };
}

type Shape = z.infer<typeof scenarioShape>;

/** Each key by itself, so that a mistake in one does not hide those in the others. What cannot be read is left out. */
function readShape(value: { readonly [key: string]: unknown }, on: Reporting, damaged: Set<string>): Shape {
  const shapes: { readonly [key: string]: z.ZodType } = scenarioShape.shape;
  for (const key of Object.keys(value)) {
    if (Object.hasOwn(shapes, key)) continue;
    on.report('validate/unknown-key', on.places.key([key]), { key, within: 'the scenario', choices: Object.keys(shapes) });
  }
  const read: { [key: string]: unknown } = { ...nothing };
  for (const [key, shape] of Object.entries(shapes)) {
    const part = matchShape(shape, value[key], [key], on);
    if (part !== undefined) read[key] = part;
    else if (Object.hasOwn(nothing, key)) damaged.add(key);
  }
  return read as Shape;
}

/** Stands for what must be there and is not. */
const nothing = { slipway: '1', id: 'x', title: 'x', now: '1970-01-01T00:00:00Z', request: 'x', services: {}, checks: [], solution: [] };

function readScenario(shape: Shape, on: Reporting): Scenario {
  const { report, places } = on;
  if (shape.slipway !== '1') report('validate/language-version', places.value(['slipway']), { found: shape.slipway });
  readScenarioId(shape.id, on);
  for (const [key, what] of [
    ['request', 'The request'],
    ['title', 'The title'],
  ] as const) {
    const fix = `Write ${what.toLowerCase()}.`;
    if (shape[key].trim() === '') report('validate/no-checks', places.value([key]), { what, so: 'there would be no task', fix });
  }
  if (shape.checks.length === 0 && shape.checks !== nothing.checks) {
    const fix = 'Say at least one thing that must hold afterwards.';
    report('validate/no-checks', places.key(['checks']), { what: 'The list of checks', so: 'nothing would be graded', fix });
  }
  if (shape.solution.length === 0 && shape.solution !== nothing.solution) {
    const so = 'nothing would show that the task can be done';
    const fix = 'Write the calls that do the task, and the reply.';
    report('validate/no-checks', places.key(['solution']), { what: 'The solution', so, fix });
  }
  const zone = shape.zone === undefined || isZone(shape.zone) ? (shape.zone ?? 'UTC') : 'UTC';
  if (shape.zone !== undefined && zone !== shape.zone) report('validate/bad-zone', places.value(['zone']), { value: shape.zone });
  if (shape.checks.length === 0) {
    const fix = 'Say at least one thing that must hold afterwards.';
    report('validate/no-checks', places.key(['checks']), { what: 'The list of checks', so: 'nothing would be graded', fix });
  }
  if (shape.solution.length === 0) {
    const fix = 'Write the calls that do the task, and the reply.';
    report('validate/no-checks', places.key(['solution']), {
      what: 'The solution',
      so: 'nothing would show that the task can be done',
      fix,
    });
  }
  const checks = shape.checks.flatMap((check, i) => readCheck(check, ['checks', i], on) ?? []);
  const decoys = (shape.decoys ?? []).map((decoy, i) => readDecoy(decoy, ['decoys', i], on));
  const rules = shape.prohibited ?? [];
  uniqueIds('checks', checks, 'checks', on);
  uniqueIds('decoys', decoys, 'decoys', on);
  const secrets = shape.secrets ?? [];
  uniqueIds('rules', rules, 'prohibited', on);
  uniqueIds('secrets', secrets, 'secrets', on);
  secrets.forEach((secret, i) => {
    readSecret(secret, ['secrets', i], { rules, on });
  });
  const injections = readInjections(shape.injections ?? [], [...rules, ...secrets], on);
  uniqueIds('injections', shape.injections ?? [], 'injections', on);
  const sound = rules.map((rule, i) => isRule(rule, ['prohibited', i], on));
  const solution = readSteps(shape.solution, ['solution'], on);
  reportEqualLabels(solution, on);
  return {
    id: shape.id,
    title: shape.title.trim(),
    about: (shape.about ?? '').trim(),
    now: readInstant(shape.now, ['now'], on) ?? '1970-01-01T00:00:00Z',
    zone,
    taxonomy: {
      capabilities: asList(shape.taxonomy?.capabilities),
      ...(shape.taxonomy?.scenario !== undefined && { scenario: shape.taxonomy.scenario }),
      ...(shape.taxonomy?.difficulty !== undefined && { difficulty: shape.taxonomy.difficulty }),
    },
    // Not at its start: places in it are counted from there.
    request: shape.request.trimEnd(),
    services: shape.services,
    ...(shape.answer && { answer: readAnswerForm(shape.answer, on) }),
    ...(shape.files && { files: shape.files }),
    facts: shape.facts ?? {},
    allowed: shape.allowed ?? [],
    prohibited: sound.every(Boolean) ? rules : [],
    checks,
    solution,
    decoys,
    untested: shape.untested ?? [],
    faults: readFaults(shape.faults ?? [], on),
    injections,
    secrets,
    scoring: shape.scoring ?? 'default',
    passMark: shape.pass === undefined ? 0.75 : readPassMark(shape.pass, on),
  };
}

function readDecoy(decoy: NonNullable<Shape['decoys']>[number], path: Path, on: Reporting): WrittenDecoy {
  readId(decoy.id, [...path, 'id'], 'the id of a decoy', on);
  const fails = asList(decoy.fails);
  if (fails.length === 0) {
    const empty = {
      what: `"fails" of the decoy "${decoy.id}"`,
      so: 'it would show nothing',
      fix: 'Name the check that is there to catch it.',
    };
    on.report('validate/no-checks', on.places.key([...path, 'fails']), empty);
  }
  const replace = Object.entries(decoy.replace ?? {}).map(([label, steps]) => {
    const at = [...path, 'replace', label];
    return [label, Array.isArray(steps) ? readSteps(steps, at, on) : readSteps([steps], at, on, true)] as const;
  });
  return {
    id: decoy.id,
    about: (decoy.about ?? '').trim(),
    add: readSteps(decoy.add ?? [], [...path, 'add'], on),
    replace: new Map(replace),
    remove: asList(decoy.remove),
    fails,
    path,
  };
}

type WrittenRule = NonNullable<Shape['prohibited']>[number];

/** A rule is about an effect or about a tool, and nothing of it is ignored. */
function isRule(rule: WrittenRule, path: Path, on: Reporting): boolean {
  readId(rule.id, [...path, 'id'], 'the id of a rule', on);
  let sound = true;
  const bad = (key: string, problem: string) => {
    sound = false;
    on.report('validate/bad-rule', on.places.key([...path, key]), { id: rule.id, problem });
  };
  if (rule.writes === undefined && rule.tool === undefined) bad('id', 'it says neither `writes` nor `tool`, so it prohibits nothing');
  if (rule.writes !== undefined && rule.tool !== undefined) bad('tool', 'it has `writes` and `tool`; make two rules of it');
  if (rule.to !== undefined && rule.writes?.split('.').length !== 3) bad('to', '`to` needs `writes: service.collection.field`');
  for (const key of ['where', 'attempt', 'except_to'] as const) {
    if (rule[key] !== undefined && rule.tool === undefined) bad(key, `\`${key}\` needs \`tool: service.tool\``);
  }
  const { until } = rule;
  if (until === undefined) return sound;
  if (rule.writes === 'others') bad('until', 'what nothing allows stays prohibited; state the rule by tool or by collection');
  if ((until.called === undefined) === (until.saw === undefined)) bad('until', '`until` has one of `called` and `saw`');
  if (until.with !== undefined && until.called === undefined) bad('until', '`with` needs `called: service.tool`');
  if (until.fields !== undefined && until.saw === undefined) bad('until', '`fields` needs `saw: service.collection/ID`');
  return sound;
}

/** A secret is a rule like those of `prohibited`, so it shares their names. */
function readSecret(
  { id, fields }: Scenario['secrets'][number],
  path: Path,
  { rules, on }: { rules: Scenario['prohibited']; on: Reporting },
): void {
  readId(id, [...path, 'id'], 'the id of a secret', on);
  const other = rules.find((rule) => rule.id.replaceAll('-', '') === id.replaceAll('-', ''));
  if (other) on.report('validate/duplicate-id', on.places.value([...path, 'id']), { id, what: 'rules', other: other.id });
  const empty = { what: `"fields" of the secret "${id}"`, so: 'nothing would be secret', fix: 'Name a field: crm.customers.bank_account.' };
  if (asList(fields).length === 0) on.report('validate/no-checks', on.places.key([...path, 'fields']), empty);
}

function readScenarioId(id: string, on: Reporting): void {
  const good = id.length <= 100 && id.split('/').every((part) => segment.test(part));
  const rule =
    'Use segments of lower-case letters, digits and single hyphens that start with a letter, separated by /, for example support/late-answers.';
  if (!good) on.report('validate/bad-id', on.places.value(['id']), { id, what: 'the id of a scenario', rule });
}

function uniqueIds(what: string, things: readonly { readonly id: string }[], key: string, on: Reporting): void {
  const seen = new Map<string, number>();
  things.forEach(({ id }, i) => {
    const name = id.replaceAll('-', '');
    const first = seen.get(name);
    seen.set(name, first ?? i);
    if (first === undefined) return;
    const related = [{ span: on.places.value([key, first, 'id']), message: 'the first one' }];
    on.report('validate/duplicate-id', on.places.value([key, i, 'id']), { id, what, other: things[first]?.id ?? id }, related);
  });
}

/** Above the 0.5 that a failed `must` leaves at most. */
function readPassMark(written: string, on: Reporting): number {
  const what = 'a pass mark above 0.5 and at most 1';
  const mark = readUnit(written, ['pass'], what, on);
  if (mark !== undefined && mark <= 0.5)
    on.report('validate/bad-number', on.places.value(['pass']), { value: written, what, example: '0.75' });
  return mark ?? 0.75;
}

function isZone(zone: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: zone }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}
