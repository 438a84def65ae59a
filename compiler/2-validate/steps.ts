// Steps of a solution or decoy as written: a tool call, a loop, or the reply.
import { closest } from '../diagnostics/suggest.ts';
import type { Written } from '../shapes.ts';
import type { Path } from '../types.ts';
import { readEach } from './formats.ts';
import { kindOf, type Reporting } from './issues.ts';
import type { WrittenStep } from './scenario.ts';

/** Reads a list of steps. `single`: the one step stands at `path` itself, not in a list there. */
export function readSteps(steps: readonly Written[], path: Path, on: Reporting, single = false): readonly WrittenStep[] {
  return steps.flatMap((step, i) => readStep(step, single ? path : [...path, i], on) ?? []);
}

/** Reports labels that two steps of the solution have: a decoy that names one would change both. */
export function reportEqualLabels(steps: readonly WrittenStep[], on: Reporting): void {
  const seen = new Map<string, WrittenStep>();
  for (const step of stepsWithin(steps)) {
    if (step.kind === 'each' || step.label === undefined) continue;
    const first = seen.get(step.label);
    seen.set(step.label, first ?? step);
    // Every reply is called that unless it says otherwise.
    if (first === undefined || (first.kind === 'reply' && step.kind === 'reply' && step.label === 'reply')) continue;
    const args = { id: step.label, what: 'steps of the solution', other: step.label };
    on.report('validate/duplicate-id', placeOfLabel(step, on), args, [{ span: placeOfLabel(first, on), message: 'the first one' }]);
  }
}

function stepsWithin(steps: readonly WrittenStep[]): readonly WrittenStep[] {
  return steps.flatMap((step) => (step.kind === 'each' ? stepsWithin(step.steps) : [step]));
}

/** A reply that is called `reply` need not say so. */
function placeOfLabel(step: WrittenStep, { places }: Reporting) {
  return step.kind === 'reply' && step.label === 'reply' ? places.key([...step.path, 'reply']) : places.value([...step.path, 'as']);
}

const words = ['reply', 'each', 'file'];

function readStep(step: Written, path: Path, on: Reporting): WrittenStep | undefined {
  const bad = (problem: string) => {
    on.report('validate/bad-step', on.places.value(path), { problem });
    return undefined;
  };
  if (typeof step === 'string' || Array.isArray(step)) return bad(`it is ${kindOf(step)}, not a mapping`);
  const written = step as { readonly [key: string]: Written };
  const { as: label, each, do: body, ...rest } = written;
  if (label !== undefined && (typeof label !== 'string' || !/^[a-z][A-Za-z0-9_]*$/.test(label)))
    return bad('the label after `as` is not a simple name: a small letter, then letters, digits and _, such as reject_late');
  if (each !== undefined || body !== undefined) {
    if (typeof each !== 'string' || !Array.isArray(body)) return bad('a loop needs `each: list as name` and a list of steps under `do`');
    const [extra] = Object.keys(rest);
    if (extra !== undefined) return bad(`"${extra}" does not belong beside each and do`);
    const loop = readEach(each, [...path, 'each'], on);
    return loop && { kind: 'each', ...loop, steps: readSteps(body, [...path, 'do'], on), path };
  }
  const [name, ...more] = Object.keys(rest);
  if (name === undefined) return bad('it names no tool');
  if (more.length > 0) return bad(`it names more than one thing: ${[name, ...more].join(', ')}`);
  const value = rest[name];
  const argsPath = [...path, name];
  if (name === 'reply') {
    const named = { path, argsPath, label: typeof label === 'string' ? label : 'reply' };
    if (typeof value === 'string' && value.trim() !== '') return { kind: 'reply', message: value, ...named };
    if (typeof value === 'string' || Array.isArray(value) || value === undefined)
      return bad('a reply is a text, or a form with its fields and `message`');
    const { message = '', ...form } = value as { readonly [key: string]: Written };
    if (typeof message !== 'string') return bad('the message of a reply is a text');
    if (message.trim() === '' && Object.keys(form).length === 0) return bad('the reply says nothing');
    return { kind: 'reply', message, form, ...named };
  }
  if (name === 'file') {
    if (value === undefined || typeof value === 'string' || Array.isArray(value))
      return bad('a file has `path` and one of `text`, `json`, `csv`');
    const content = value as { readonly [key: string]: Written };
    const forms = Object.keys(content).filter((key) => key !== 'path');
    const whole = typeof content.path === 'string' && forms.length === 1 && ['text', 'json', 'csv'].includes(forms[0] ?? '');
    if (!whole || (content.text !== undefined && typeof content.text !== 'string'))
      return bad('a file has `path` and one of `text`, `json`, `csv`');
    return { kind: 'file', content, path, argsPath, ...(typeof label === 'string' && { label }) };
  }
  if (!name.includes('.')) {
    return bad(`"${name}" is not a tool (service.tool)${closest(name, words) ? `; did you mean "${closest(name, words)}"?` : ''}`);
  }
  if (value === undefined || typeof value === 'string' || Array.isArray(value))
    return bad(`the arguments of ${name} are ${kindOf(value)}, not a mapping`);
  const args = value as { readonly [key: string]: Written };
  return { kind: 'call', tool: name, args, path, argsPath, ...(typeof label === 'string' && { label }) };
}
