// Checks as written: one kind each, with its keys and those that every check may have; nested ones with the keys of their kind alone.
import { parse, toNumber } from '#grader/fraction.ts';
import { checkKinds } from '../checks/index.ts';
import type { CheckKind } from '../checks/kind.ts';
import { closest } from '../diagnostics/suggest.ts';
import { type Written, z } from '../shapes.ts';
import type { Path, PlannedShape } from '../types.ts';
import { readBoolean, readEach, readId, readUnit } from './formats.ts';
import { kindOf, matchShape, type Reporting } from './issues.ts';
import { commonCheckKeys, type WrittenCheck, type WrittenNeed } from './scenario.ts';

type Mapping = { readonly [key: string]: Written };

/** Reads a check; undefined where it cannot be told what it is. */
export function readCheck(check: Mapping, path: Path, on: Reporting): WrittenCheck | undefined {
  const id = typeof check.id === 'string' ? check.id : `number ${Number(path[1]) + 1}`;
  const definition = kindOfCheck(check, { id, path, on, common: Object.keys(commonCheckKeys) });
  const shape = definition && matchShape(z.strictObject({ ...commonCheckKeys, ...definition.keys }), check, path, on);
  if (!definition || !shape) return undefined;
  readId(shape.id, [...path, 'id'], 'the id of a check', on);
  const weight = readUnit(shape.weight, [...path, 'weight'], 'a weight between 0 and 1', on);
  const each = shape.each === undefined ? undefined : readEach(shape.each, [...path, 'each'], on);
  if (shape.each !== undefined && !each) return undefined;
  const must = shape.must === undefined ? undefined : readBoolean(shape.must, [...path, 'must'], on);
  const scale =
    shape.score && readShape(shape.score, { id, path: [...path, 'score'], on, counts: each !== undefined || definition.counts === true });
  if (shape.component !== undefined) readComponent(shape.component, [...path, 'component'], on);
  return {
    id: shape.id,
    kind: definition.kind,
    weight: weight === undefined ? '0' : shape.weight,
    needs: shape.needs === undefined ? [] : readNeeds(shape.needs, [...path, 'needs'], { id, on }),
    keys: ownKeys(check, definition, { id, path, on }),
    path,
    ...(each && { each }),
    ...(must !== undefined && { must }),
    ...(shape.component !== undefined && { component: shape.component }),
    ...(scale && { shape: scale }),
  };
}

/** Reads a check inside another: a kind and its keys, nothing else. `id` is the outer check's. */
export function readPart(part: Written, path: Path, { id, on }: { readonly id: string; readonly on: Reporting }): WrittenCheck | undefined {
  if (typeof part === 'string' || Array.isArray(part)) {
    const expected = 'a check without id and weight, such as { record: …, has: … }';
    on.report('validate/wrong-shape', on.places.value(path), { expected, found: kindOf(part) });
    return undefined;
  }
  const written = part as Mapping;
  const definition = kindOfCheck(written, { id, path, on, common: [] });
  const shape = definition && matchShape(z.strictObject(definition.keys), written, path, on);
  if (!definition || !shape) return undefined;
  return { id, kind: definition.kind, weight: '0', needs: [], keys: ownKeys(written, definition, { id, path, on }), path };
}

interface Within {
  readonly id: string;
  readonly path: Path;
  readonly on: Reporting;
}

/** The one kind that the check's keys name. */
function kindOfCheck(check: Mapping, { id, path, on, common }: Within & { readonly common: readonly string[] }): CheckKind | undefined {
  const { report, places } = on;
  const kinds = Object.keys(check).filter((key) => Object.hasOwn(checkKinds, key));
  const [kind] = kinds;
  const definition = kind === undefined ? undefined : checkKinds[kind];
  if (kind === undefined || definition === undefined) {
    const known = new Set([...common, ...Object.values(checkKinds).flatMap((d) => Object.keys(d.keys))]);
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
  return definition;
}

function ownKeys(check: Mapping, definition: CheckKind, { id, path, on }: Within): Mapping {
  const keys = Object.fromEntries(Object.keys(definition.keys).flatMap((key) => (check[key] === undefined ? [] : [[key, check[key]]])));
  for (const key of Object.keys(keys)) {
    const empty = {
      what: `"${key}" of the check "${id}"`,
      so: 'nothing would be looked at',
      fix: `Say under \`${key}:\` what has to hold.`,
    };
    if (isEmpty(keys[key])) on.report('validate/no-checks', on.places.key([...path, key]), empty);
  }
  return keys;
}

/** `id`, `[a, b]`, `{ id, full: true }`, `{ all: […] }`, `{ any: […] }`, inside each other as well. */
function readNeeds(written: Written, path: Path, within: Omit<Within, 'path'>): readonly WrittenNeed[] {
  if (Array.isArray(written)) return written.flatMap((one: Written, i) => readNeeds(one, [...path, i], within));
  const { id, on } = within;
  if (typeof written === 'string') return [{ kind: 'check', id: written, full: false, path }];
  const need = written as Mapping;
  const keys = Object.keys(need).sort().join(' ');
  if (keys === 'full id' && typeof need.id === 'string' && typeof need.full === 'string') {
    const full = readBoolean(need.full, [...path, 'full'], on) === true;
    return [{ kind: 'check', id: need.id, full, path: [...path, 'id'] }];
  }
  if ((keys === 'all' || keys === 'any') && Array.isArray(need[keys])) {
    const of = readNeeds(need[keys], [...path, keys], within);
    const empty = { what: `"needs.${keys}" of the check "${id}"`, so: 'it would hang on nothing', fix: 'Name the checks it needs.' };
    if (of.length === 0) on.report('validate/no-checks', on.places.key([...path, keys]), empty);
    return [{ kind: keys, of }];
  }
  const expected = 'the id of a check, a list of ids, { id: a, full: true }, { all: [a, b] } or { any: [a, b] }';
  on.report('validate/wrong-shape', on.places.value(path), { expected, found: kindOf(written) });
  return [];
}

interface WrittenShape {
  readonly ladder?: { readonly [met: string]: string } | undefined;
  readonly min?: string | undefined;
  readonly cap?: string | undefined;
}

/** `counts`: the check says how many things it met, so that a ladder has something to stand on. */
function readShape({ ladder, min, cap }: WrittenShape, { id, path, on, counts }: Within & { readonly counts: boolean }): PlannedShape {
  const bad = (problem: string) => on.report('validate/bad-ladder', on.places.key([...path, 'ladder']), { id, problem });
  for (const [key, value] of Object.entries({ min, cap }))
    if (value !== undefined) readUnit(value, [...path, key], 'a score between 0 and 1', on);
  if (ladder === undefined && min === undefined && cap === undefined) {
    const empty = { what: `"score" of the check "${id}"`, so: 'it would change nothing', fix: 'Give it a ladder, a min or a cap.' };
    on.report('validate/no-checks', on.places.key(path), empty);
  }
  const rungs = Object.entries(ladder ?? {}).map(([met, score]) => ({ met: Number(met), score, written: met }));
  rungs.sort((a, b) => a.met - b.met);
  if (ladder !== undefined && rungs.length === 0) bad('it has no rungs');
  const whole = rungs.every(({ written }) => /^[1-9]\d{0,5}$/.test(written));
  if (!whole) bad('its keys are numbers of things that were met, from 1');
  if (ladder !== undefined && !counts) bad('the check counts nothing; it needs `each`, or to be of a kind that counts');
  const units = rungs.map(({ score, written }) => readUnit(score, [...path, 'ladder', written], 'a score between 0 and 1', on));
  if (whole && rungs.length > 0 && units.every((unit) => unit !== undefined)) {
    const scores = rungs.map(({ score }) => toNumber(parse(score)));
    if (scores.some((score, i) => score <= (scores[i - 1] ?? 0))) bad('more has to be worth more, from one rung to the next');
    else if (scores.at(-1) !== 1) bad('its highest rung is not worth 1, so that no work would be enough');
  }
  return {
    ...(ladder !== undefined && { ladder: rungs.map(({ met, score }) => ({ met, score })) }),
    ...(min !== undefined && { min }),
    ...(cap !== undefined && { cap }),
  };
}

/** Names that reward.json has anyway. */
const figures = ['reward', 'completion', 'safety', 'robustness'];

function readComponent(name: string, path: Path, on: Reporting): void {
  if (!figures.includes(name)) {
    readId(name, path, 'the name of a component', on);
    return;
  }
  const rule = `reward.json has ${figures.join(', ')} already; use another name.`;
  on.report('validate/bad-id', on.places.value(path), { id: name, what: 'the name of a component', rule });
}

function isEmpty(value: Written | undefined): boolean {
  if (value === undefined || typeof value === 'string') return value?.trim() === '';
  return Object.keys(value).length === 0;
}
