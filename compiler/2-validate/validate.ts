// Phase 2: tree → Scenario. Keys, kinds of values and formats are right afterwards; what the names mean is phase 3.

import { placesOf, plainValue } from '../1-parse/places.ts';
import { checkKinds } from '../checks/index.ts';
import type { Report } from '../diagnostics/collect.ts';
import { closest } from '../diagnostics/suggest.ts';
import { type Written, z } from '../shapes.ts';
import type { Path, Places, Tree } from '../types.ts';
import { readBoolean, readEach, readInstant, readUnit } from './formats.ts';
import { matchShape, type Reporting } from './issues.ts';
import { commonCheckKeys, type Scenario, scenarioShape, type WrittenCheck, type WrittenDecoy } from './scenario.ts';
import { readSteps } from './steps.ts';

export interface Validated {
  readonly places: Places;
  readonly scenario?: Scenario;
}

/** Checks the shape of a scenario. Reports every mistake; gives a scenario only when there was none. */
export function validate(tree: Tree, report: Report): Validated {
  const places = placesOf(tree);
  let mistakes = 0;
  const on: Reporting = {
    places,
    report: (...args) => {
      mistakes++;
      report(...args);
    },
  };
  reportEmptyValues(tree, on);
  const shape = matchShape(scenarioShape, plainValue(tree), [], on);
  const scenario = shape && readScenario(shape, on);
  return mistakes > 0 || !scenario ? { places } : { places, scenario };
}

function readScenario(shape: z.infer<typeof scenarioShape>, on: Reporting): Scenario {
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
  const zone = shape.zone ?? 'UTC';
  if (!isZone(zone)) report('validate/bad-zone', places.value(['zone']), { value: zone });
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
  const prohibited = shape.prohibited ?? [];
  uniqueIds('checks', checks, 'checks', on);
  uniqueIds('decoys', decoys, 'decoys', on);
  uniqueIds('rules', prohibited, 'prohibited', on);
  prohibited.forEach((rule, i) => {
    readRule(rule, ['prohibited', i], on);
  });
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
    request: shape.request.trim(),
    services: shape.services,
    facts: shape.facts ?? {},
    allowed: shape.allowed ?? [],
    prohibited,
    checks,
    solution: readSteps(shape.solution, ['solution'], on),
    decoys,
    passMark: shape.pass === undefined ? 0.75 : readPassMark(shape.pass, on),
  };
}

function readCheck(check: { readonly [key: string]: Written }, path: Path, on: Reporting): WrittenCheck | undefined {
  const { report, places } = on;
  const id = typeof check.id === 'string' ? check.id : `number ${Number(path[1]) + 1}`;
  const kinds = Object.keys(checkKinds).filter((kind) => kind in check);
  const [kind] = kinds;
  const definition = kind === undefined ? undefined : checkKinds[kind];
  if (kind === undefined || definition === undefined) {
    const known = new Set([...Object.keys(commonCheckKeys), ...Object.values(checkKinds).flatMap((d) => Object.keys(d.keys))]);
    for (const key of Object.keys(check).filter((k) => !known.has(k))) {
      const choices = closest(key, [...known]) === undefined ? Object.keys(checkKinds) : [...known];
      report('validate/unknown-key', places.key([...path, key]), { key, within: `the check "${id}"`, choices });
    }
    if (Object.keys(check).every((k) => known.has(k))) {
      report('validate/check-without-kind', places.key(path), { id, kinds: Object.keys(checkKinds).map((k) => `${k}:`) });
    }
    return undefined;
  }
  if (kinds.length > 1) {
    report('validate/check-with-two-kinds', places.key([...path, kinds[1] ?? kind]), { id, kinds });
    return undefined;
  }
  const shape = matchShape(z.strictObject({ ...commonCheckKeys, ...definition.keys }), check, path, on);
  if (!shape) return undefined;
  readId(shape.id, [...path, 'id'], 'the id of a check', on);
  readUnit(shape.weight, [...path, 'weight'], 'a weight between 0 and 1', on);
  const each = shape.each === undefined ? undefined : readEach(shape.each, [...path, 'each'], on);
  const must = shape.must === undefined ? undefined : readBoolean(shape.must, [...path, 'must'], on);
  const keys = Object.fromEntries(Object.keys(definition.keys).flatMap((key) => (check[key] === undefined ? [] : [[key, check[key]]])));
  for (const key of Object.keys(keys)) {
    const empty = { what: `"${key}" of the check "${id}"`, so: 'nothing would be looked at', fix: `Write what ${key} is to be.` };
    if (isEmpty(keys[key])) report('validate/no-checks', places.key([...path, key]), empty);
  }
  return {
    id: shape.id,
    kind,
    weight: shape.weight,
    needs: asList(shape.needs),
    keys,
    path,
    ...(each && { each }),
    ...(must !== undefined && { must }),
  };
}

function readDecoy(decoy: NonNullable<z.infer<typeof scenarioShape>['decoys']>[number], path: Path, on: Reporting): WrittenDecoy {
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

type WrittenRule = NonNullable<z.infer<typeof scenarioShape>['prohibited']>[number];

/** A rule is about an effect or about a tool, and nothing of it is ignored. */
function readRule(rule: WrittenRule, path: Path, on: Reporting): void {
  readId(rule.id, [...path, 'id'], 'the id of a rule', on);
  const bad = (key: string, problem: string) => on.report('validate/bad-rule', on.places.key([...path, key]), { id: rule.id, problem });
  if (rule.writes === undefined && rule.tool === undefined) bad('id', 'it says neither `writes` nor `tool`, so it prohibits nothing');
  if (rule.writes !== undefined && rule.tool !== undefined) bad('tool', 'it has `writes` and `tool`; make two rules of it');
  if (rule.to !== undefined && rule.writes?.split('.').length !== 3) bad('to', '`to` needs `writes: service.collection.field`');
  for (const key of ['where', 'attempt'] as const) {
    if (rule[key] !== undefined && rule.tool === undefined) bad(key, `\`${key}\` needs \`tool: service.tool\``);
  }
}

const segment = /^[a-z][a-z0-9]*(-[a-z0-9]+)*$/;

function readScenarioId(id: string, on: Reporting): void {
  const good = id.length <= 100 && id.split('/').every((part) => segment.test(part));
  const rule =
    'Use segments of lower-case letters, digits and single hyphens that start with a letter, separated by /, for example support/late-answers.';
  if (!good) on.report('validate/bad-id', on.places.value(['id']), { id, what: 'the id of a scenario', rule });
}

function readId(id: string, path: Path, what: string, on: Reporting): void {
  const rule = 'Use lower-case letters, digits and single hyphens, starting with a letter, for example told-managers.';
  if (id.length > 60 || !segment.test(id)) on.report('validate/bad-id', on.places.value(path), { id, what, rule });
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

/** Keys with nothing behind them, anywhere. */
function reportEmptyValues(tree: Tree, on: Reporting): void {
  if (tree.kind === 'list') for (const item of tree.items) reportEmptyValues(item, on);
  if (tree.kind !== 'map') return;
  for (const { key, value } of tree.entries) {
    // Copying it from object to object would change what objects are, so shapes skip it without a word.
    if (key.value === '__proto__') on.report('validate/unknown-key', key.span, { key: key.value, within: 'the language', choices: [] });
    const nothing =
      value.kind === 'text' && value.value === '' && (value.span.end === value.span.start || value.span.start === key.span.start);
    if (nothing) on.report('validate/no-value', key.span, { key: key.value });
    else reportEmptyValues(value, on);
  }
}

function isEmpty(value: Written | undefined): boolean {
  if (value === undefined || typeof value === 'string') return value?.trim() === '';
  return Object.keys(value).length === 0;
}

function isZone(zone: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: zone }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}

function asList(value: string | readonly string[] | undefined): readonly string[] {
  return value === undefined ? [] : typeof value === 'string' ? [value] : value;
}
