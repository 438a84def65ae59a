// From what a caller sent to arguments as a tool understands them. All problems are told at once, so that one retry is enough.
import type { FieldValue } from '#grader/evidence/types.ts';
import { convertField, type FieldContext, saysNothing } from './fields.ts';
import { choices, didYouMean } from './hints.ts';
import type { Arguments, Parameter, Refusal } from './tools/kind.ts';

export function readArguments(
  parameters: readonly Parameter[],
  given: { readonly [name: string]: unknown },
  context: FieldContext,
): { readonly ok: true; readonly args: Arguments } | Refusal {
  const names = parameters.map((parameter) => parameter.name);
  const problems = [...unknownArguments(names, given)];
  const args = new Map<string, FieldValue | null>();
  for (const parameter of parameters) {
    const { name, field } = parameter;
    const value = listed(Object.hasOwn(given, name) ? given[name] : undefined, parameter);
    if (value === undefined || (saysNothing(value) && !means(value, parameter))) {
      if (parameter.required) problems.push({ message: `${name} is missing.`, hint: `${name}: ${field.about}` });
      continue;
    }
    if (parameter.clears === true && saysNothing(value)) {
      args.set(name, null);
      continue;
    }
    const converted = convertField(field, value, context);
    if (converted.ok) args.set(name, converted.value);
    else problems.push({ message: `${name} ${converted.message}.`, hint: converted.hint });
  }
  return problems.length === 0 ? { ok: true, args } : refuseAll(problems);
}

/** What is wrong with what was given, and the way out; either may be shown beside others of its kind. */
export interface Problem {
  readonly message: string;
  readonly hint: string;
}

/** Names that were given and that nobody asked for. */
export function unknownArguments(names: readonly string[], given: { readonly [name: string]: unknown }): readonly Problem[] {
  const takes = names.length === 0 ? 'It takes no arguments.' : `Arguments: ${choices(names)}.`;
  return Object.keys(given)
    .filter((name) => !names.includes(name))
    .map((name) => ({
      message: `There is no argument ${JSON.stringify(name.slice(0, 80))}.`,
      hint: `${didYouMean(name, names)}${takes}`,
    }));
}

/** One refusal for all problems; the first eight are told. */
export function refuseAll(problems: readonly Problem[]): Refusal {
  const shown = problems.slice(0, 8);
  return {
    ok: false,
    code: 'wrong_argument',
    message: shown.map((problem) => problem.message).join(' '),
    hint: [...new Set(shown.map((problem) => problem.hint))].filter((hint) => hint !== '').join(' '),
  };
}

/** What was given in the other form that the parameter takes, as the list that it is. Anything else stays for its field to judge. */
function listed(given: unknown, { form }: Parameter): unknown {
  if (form === undefined) return given;
  const value = typeof given === 'string' ? (jsonIn(given) ?? given) : given;
  if (form === 'rows') return Array.isArray(value) ? value.flat().map(emptyFor) : value;
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.entries(value).map(([name, one]) => {
    const plain = typeof one === 'string' || typeof one === 'number' || typeof one === 'boolean' || one === null;
    return plain ? `${name}=${String(emptyFor(one))}` : one;
  });
}

function emptyFor(value: unknown): unknown {
  return value === null ? '' : value;
}

/** A JSON list or object in a text; undefined where it is none. */
function jsonIn(text: string): object | undefined {
  if (!/^\s*[[{]/.test(text)) return undefined;
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? value : undefined;
  } catch {
    return undefined;
  }
}

/** Whether null, '' or [] given for this parameter is a value nevertheless: it clears, or it is the empty text of a text that must be there. */
function means(value: unknown, { field, clears }: Parameter): boolean {
  if (clears === true) return true;
  return value === '' && (field.type === 'string' || field.type === 'text') && field.optional !== true;
}
