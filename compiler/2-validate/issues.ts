// zod's issues → diagnostics with places, the author's words and the choices there were.
import type { Report } from '../diagnostics/collect.ts';
import { closest, meant } from '../diagnostics/suggest.ts';
import { z } from '../shapes.ts';
import type { Path, Places } from '../types.ts';

export interface Reporting {
  readonly report: Report;
  readonly places: Places;
  /** How places are spoken of; absent = as those of a scenario. */
  readonly language?: Language;
}

/** The words of another language than the scenario's. */
export interface Language {
  readonly nameOf: (path: Path) => string;
  /** What could stand at the path. */
  readonly exampleOf: (path: Path) => string | undefined;
}

/** Checks a value against a shape; reports what does not fit, below `base`. */
export function matchShape<T extends z.ZodType>(shape: T, value: unknown, base: Path, on: Reporting): z.infer<T> | undefined {
  const result = shape.safeParse(value);
  if (result.success) return result.data;
  const { issues } = result.error;
  for (const issue of issues) if (!isSlip(issue, issues)) reportIssue(issue, { shape, value, base, on });
  return undefined;
}

/** A key that is missing because it is misspelt: the misspelt one is reported. */
function isSlip(issue: z.core.$ZodIssue, all: readonly z.core.$ZodIssue[]): boolean {
  const missing = issue.path.at(-1);
  const parent = JSON.stringify(issue.path.slice(0, -1));
  return all.some(
    (other) =>
      other.code === 'unrecognized_keys' &&
      JSON.stringify(other.path) === parent &&
      typeof missing === 'string' &&
      other.keys.some((key) => closest(key, [missing]) !== undefined),
  );
}

interface Context {
  readonly shape: z.ZodType;
  readonly value: unknown;
  readonly base: Path;
  readonly on: Reporting;
}

function reportIssue(issue: z.core.$ZodIssue, context: Context): void {
  const path = [...context.base, ...issue.path.map((step) => (typeof step === 'symbol' ? String(step) : step))];
  const { report, places } = context.on;
  const found = valueAt(context.value, issue.path);
  switch (issue.code) {
    case 'unrecognized_keys': {
      const choices = keysAt(context.shape, issue.path);
      for (const key of issue.keys)
        report('validate/unknown-key', places.key([...path, key]), { key, within: nameOf(path, context), choices });
      return;
    }
    case 'invalid_union':
      reportUnion(issue, path, found, context);
      return;
    case 'invalid_value': {
      const choices = issue.values.map(String);
      const near = typeof found === 'string' ? meant(found, choices) : undefined;
      report('validate/wrong-shape', places.value(path), {
        expected: choices.length === 1 ? `${choices[0]}` : `one of ${choices.join(', ')}`,
        found: typeof found === 'string' ? `"${found}"` : kindOf(found),
        ...(near !== undefined && { fix: `Did you mean "${near}"?` }),
      });
      return;
    }
    case 'invalid_type':
      if (found === undefined) {
        reportMissing(path, context);
      } else reportShape(path, words[issue.expected] ?? issue.expected, found, context.on);
      return;
    default:
      report('validate/wrong-shape', places.value(path), { expected: issue.message, found: kindOf(found) });
  }
}

function reportMissing(path: Path, context: Context): void {
  const { report, places } = context.on;
  const key = String(path.at(-1));
  const parent = path.slice(0, -1);
  report('validate/missing-key', places.key(parent), { key, within: nameOf(parent, context), example: exampleAt(path, context.on) ?? '…' });
}

/** Of the alternatives, the one that the value resembles most speaks; where none does, all are named. */
function reportUnion(issue: z.core.$ZodIssueInvalidUnion, path: Path, found: unknown, context: Context): void {
  if (found === undefined) {
    reportMissing(path, context);
    return;
  }
  const near = issue.errors.filter((issues) => !issues.some((i) => i.path.length === 0 && i.code === 'invalid_type'));
  const least = Math.min(...near.map((issues) => issues.length));
  const [only, another] = near.filter((issues) => issues.length === least);
  if (only && !another) {
    const options = optionsAt(context.shape, issue.path);
    const shape = options[(issue.errors as readonly unknown[]).indexOf(only)] ?? context.shape;
    for (const inner of only) reportIssue(inner, { shape, value: found, base: path, on: context.on });
    return;
  }
  const expected = issue.errors.flatMap((issues) =>
    issues.flatMap((i) => (i.code === 'invalid_type' ? (words[i.expected] ?? i.expected) : [])),
  );
  reportShape(path, [...new Set(expected)].join(' or ') || 'something else', found, context.on);
}

function reportShape(path: Path, expected: string, found: unknown, on: Reporting): void {
  const example = exampleAt(path, on);
  const form = example === undefined ? forms[expected] : `for example \`${String(path.at(-1))}: ${example}\``;
  const fix = `Write ${expected}${form === undefined ? '' : `, ${form}`}.`;
  on.report('validate/wrong-shape', path.length === 0 ? on.places.key(path) : on.places.value(path), {
    expected,
    found: kindOf(found),
    fix,
  });
}

function exampleAt(path: Path, { language }: Reporting): string | undefined {
  if (language) return language.exampleOf(path);
  const key = String(path.at(-1));
  return Object.hasOwn(examples, key) ? examples[key] : undefined;
}

const forms: { readonly [expected: string]: string } = {
  'a mapping': 'which has lines like `key: value`, or stands in { }',
  'a list': 'which has lines that start with "- ", or stands in [ ]',
};

const words: { readonly [expected: string]: string } = { string: 'a text', array: 'a list', object: 'a mapping', record: 'a mapping' };

/** How they are written where nobody has written them yet. */
const examples: { readonly [key: string]: string } = {
  slipway: '1',
  id: 'support/late-answers',
  title: 'Answer what is late',
  now: '2026-03-09T09:00:00+01:00',
  request: 'Please answer …',
  services: '{ mail: { … } }',
  checks: '[ … ]',
  solution: '[ … ]',
  weight: '0.5',
  tool: 'mail.send',
  fails: '[check-id]',
  has: '{ status: closed }',
  names: '"${late}"',
  just: '"${t}"',
  out_of: '"${helpdesk.tickets}"',
};

export function kindOf(value: unknown): string {
  if (Array.isArray(value)) return 'a list';
  if (value !== null && typeof value === 'object') return 'a mapping';
  if (value === undefined || value === '') return 'nothing';
  const text = String(value);
  return `the text "${text.length > 40 ? `${text.slice(0, 40)}…` : text}"`;
}

/** `the scenario`, `the check "told"`, `"reply" of the check "listed"`, `services.mail.messages`. */
function nameOf(path: Path, context: Context): string {
  if (context.on.language) return context.on.language.nameOf(path);
  if (path.length === 0) return 'the scenario';
  const [list, index, ...rest] = path;
  const noun = things[String(list)];
  if (noun === undefined || typeof index !== 'number') {
    return path.map((step, i) => (typeof step === 'number' ? ` (number ${step + 1})` : i === 0 ? step : `.${step}`)).join('');
  }
  const id = valueAt(context.value, [...[list ?? '', index].slice(context.base.length), 'id']);
  const thing = typeof id === 'string' && id !== '' ? `the ${noun} "${id}"` : `${noun} number ${index + 1}`;
  return rest.length === 0 ? thing : `"${rest.join('.')}" of ${thing}`;
}

const things: { readonly [list: string]: string } = {
  checks: 'check',
  decoys: 'decoy',
  prohibited: 'rule',
  allowed: 'permission',
  injections: 'injection',
  solution: 'step',
};

function valueAt(value: unknown, path: readonly PropertyKey[]): unknown {
  let at = value;
  for (const step of path) at = at === null || typeof at !== 'object' ? undefined : (at as Record<PropertyKey, unknown>)[step];
  return at;
}

/** The keys an object shape has at a path. */
function keysAt(shape: z.ZodType, path: readonly PropertyKey[]): readonly string[] {
  const at = shapeAt(shape, path);
  if (at instanceof z.ZodUnion) return at.options.flatMap((option) => keysAt(option as z.ZodType, []));
  return at instanceof z.ZodObject ? Object.keys(at.shape) : [];
}

function optionsAt(shape: z.ZodType, path: readonly PropertyKey[]): readonly z.ZodType[] {
  const at = shapeAt(shape, path);
  return at instanceof z.ZodUnion ? (at.options as readonly z.ZodType[]) : [];
}

function shapeAt(shape: z.ZodType, path: readonly PropertyKey[]): z.ZodType {
  let at = unwrap(shape);
  for (const step of path) {
    if (at instanceof z.ZodObject) at = unwrap((at.shape as Record<PropertyKey, z.ZodType>)[step] ?? z.unknown());
    else if (at instanceof z.ZodArray) at = unwrap(at.element as z.ZodType);
    else if (at instanceof z.ZodRecord) at = unwrap(at.valueType as z.ZodType);
  }
  return at;
}

function unwrap(shape: z.ZodType): z.ZodType {
  if (shape instanceof z.ZodOptional) return unwrap(shape.unwrap() as z.ZodType);
  if (shape instanceof z.ZodLazy) return unwrap(shape.unwrap() as z.ZodType);
  return shape;
}
