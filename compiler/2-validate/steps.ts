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

function readStep(step: Written, path: Path, on: Reporting): WrittenStep | undefined {
  const bad = (problem: string) => {
    on.report('validate/bad-step', on.places.value(path), { problem });
    return undefined;
  };
  if (typeof step === 'string' || Array.isArray(step)) return bad(`it is ${kindOf(step)}, not a mapping`);
  const written = step as { readonly [key: string]: Written };
  const { as: label, each, do: body, ...rest } = written;
  if (label !== undefined && (typeof label !== 'string' || !/^[a-z][A-Za-z0-9_]*$/.test(label)))
    return bad('the label after `as` is not a simple name');
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
    if (typeof value !== 'string' || value.trim() === '') return bad('a reply is a text');
    return { kind: 'reply', message: value, path, argsPath, label: typeof label === 'string' ? label : 'reply' };
  }
  if (!name.includes('.')) {
    return bad(
      `"${name}" is not a tool (service.tool)${closest(name, ['reply', 'each']) ? `; did you mean "${closest(name, ['reply', 'each'])}"?` : ''}`,
    );
  }
  if (value === undefined || typeof value === 'string' || Array.isArray(value))
    return bad(`the arguments of ${name} are ${kindOf(value)}, not a mapping`);
  const args = value as { readonly [key: string]: Written };
  return { kind: 'call', tool: name, args, path, argsPath, ...(typeof label === 'string' && { label }) };
}
