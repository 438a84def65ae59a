// Written values → JSON of a field's type. `${…}` is computed; one that is the whole text keeps its type.
import type { Json } from '#grader/evidence/types.ts';
import type { Field } from '#services/types.ts';
import { convertField } from '#workspace/fields.ts';
import type { Path } from '../types.ts';
import type { LinkContext } from './context.ts';
import { DECIMAL } from './decimal.ts';
import { itemType, RecordView, type Scope, type Typed, toJson } from './expressions.ts';
import { splitText } from './template-text.ts';

/** Whether a written text holds a `${…}`. */
export function isComputed(text: string): boolean {
  const parts = splitText(text);
  return 'unclosed' in parts || parts.some((part) => part.kind === 'expression');
}

/** A text with its expressions computed and put in; a text that is one expression keeps its type. Reports mistakes. */
export function computeText(text: string, path: Path, context: LinkContext, scope: Scope): Typed | undefined {
  const parts = splitText(text);
  if ('unclosed' in parts) {
    context.report('link/expression-syntax', context.places.within(path, parts.unclosed, parts.unclosed + 2), {
      problem: 'the closing } is missing.',
    });
    return undefined;
  }
  const [first] = parts;
  if (parts.length === 1 && first?.kind === 'expression') {
    return context.expressions.evaluate(first.text, { path, offset: first.start }, scope);
  }
  let whole = '';
  let failed = false;
  for (const part of parts) {
    const value = part.kind === 'text' ? part.text : context.expressions.evaluate(part.text, { path, offset: part.start }, scope);
    if (value === undefined) failed = true;
    else if (typeof value === 'string') whole += value;
    else if (Array.isArray(value.value)) {
      failed = true;
      const hint = 'Join a list into text: ${list.map(x, x.id).join(", ")}.';
      context.report('link/wrong-type', context.places.value(path), { found: typeInWords(value.type), expected: 'text', hint });
    } else whole += String(toJson(value.value));
  }
  return failed ? undefined : { type: 'string', value: whole };
}

/** A written text as a value of the field. Reports where the type or the value does not fit. */
export function computeValue(text: string, field: Field, path: Path, context: LinkContext, scope: Scope): Json | undefined {
  if (!isComputed(text)) return convert(splitLiteral(text), field, path, context);
  const typed = computeText(text, path, context, scope);
  return typed && typedValue(typed, field, path, context);
}

/** A computed value as a value of the field. Reports where the type or the value does not fit. */
export function typedValue(typed: Typed, field: Field, path: Path, context: LinkContext): Json | undefined {
  if (!fits(typed.type, field)) {
    const isText = field.type === 'text' || field.type === 'string';
    const hint =
      isText && itemType(typed.type)
        ? 'Join a list into text: ${list.map(x, x.id).join(", ")}.'
        : field.type === 'list'
          ? 'Give a list.'
          : itemType(typed.type)
            ? 'Give one value, not a list.'
            : `Give ${fieldInWords(field)}.`;
    context.report('link/wrong-type', context.places.value(path), { found: typeInWords(typed.type), expected: fieldInWords(field), hint });
    return undefined;
  }
  return convert(toJson(typed.value), field, path, context);
}

function splitLiteral(text: string): string {
  const parts = splitText(text);
  return 'unclosed' in parts ? text : parts.map((part) => part.text).join('');
}

function convert(value: Json, field: Field, path: Path, context: LinkContext): Json | undefined {
  const converted = convertField(field, value, context.fields);
  if (converted.ok) return converted.value;
  const name = path.findLast((step) => typeof step === 'string') ?? '';
  context.report('link/bad-value', context.places.value(path), {
    field: String(name),
    problem: `it ${converted.message}.`,
    hint: converted.hint.trim(),
  });
  return undefined;
}

function fits(type: string, field: Field): boolean {
  const item = itemType(type);
  if (field.type === 'list')
    return item !== undefined ? fits(item, { ...field, type: field.of ?? 'string' }) : fits(type, { ...field, type: field.of ?? 'string' });
  if (item !== undefined) return false;
  switch (field.type) {
    case 'integer':
      return type === 'int';
    case 'number':
    case 'money':
      return type === 'int' || type === 'double' || type === DECIMAL;
    case 'boolean':
      return type === 'bool';
    case 'time':
      return type.endsWith('Timestamp') || type === 'string';
    case 'duration':
      return type.endsWith('Duration') || type === 'string';
    default:
      return (
        type === 'string' ||
        type.includes('.') ||
        ((field.type === 'string' || field.type === 'text') && (type === 'int' || type === 'double' || type === DECIMAL))
      );
  }
}

/** `a list of records of helpdesk.tickets`, `a number`. */
export function typeInWords(type: string): string {
  const item = itemType(type);
  if (item !== undefined)
    return item.includes('.') && !item.startsWith('google') ? `a list of records of ${item}` : `a list (${typeInWords(item)} each)`;
  const names: { readonly [type: string]: string } = { int: 'a whole number', double: 'a number', string: 'a text', bool: 'true or false' };
  if (type === 'google.protobuf.Timestamp') return 'a time';
  if (type === 'google.protobuf.Duration') return 'a duration';
  if (type === DECIMAL) return 'an amount';
  return names[type] ?? (type.includes('.') ? `a record of ${type}` : type);
}

function fieldInWords(field: Field): string {
  if (field.type === 'list') return `a list of ${field.of ?? 'texts'}`;
  if (field.type === 'text' || field.type === 'string') return 'a text';
  if (field.type === 'reference') return `a record of ${field.to}`;
  return `a value of the kind "${field.type}"`;
}

/** Ids of the records that a value holds: one record or a list of them; undefined where it holds something else. */
export function recordIds(typed: Typed): { readonly collection: string; readonly ids: readonly string[] } | undefined {
  const collection = itemType(typed.type) ?? typed.type;
  const values = Array.isArray(typed.value) ? typed.value : [typed.value];
  const ids = values.flatMap((value) => (value instanceof RecordView ? [value.$record.id] : []));
  return collection.includes('.') && ids.length === values.length ? { collection, ids } : undefined;
}
