// What the checks of a definition share: names, words, values, and fields by name.
import { convertField } from '#workspace/fields.ts';
import { openZone } from '#workspace/times.ts';
import { withArticle } from './article.ts';
import type { Collection, Field, ServiceDefinition } from './types.ts';

export function checkName(place: string, name: string): string[] {
  return /^[a-z][a-z0-9]*(_[a-z0-9]+)*$/.test(name) ? [] : [`${place}: ${JSON.stringify(name)} is not in lower snake case`];
}

export function checkWords(
  thing: { readonly about?: string; readonly title?: string },
  place: string,
  wants: readonly ('about' | 'title')[] = ['about', 'title'],
): string[] {
  const prefix = place === '' ? '' : `${place}.`;
  return wants.flatMap((name) => ((thing[name] ?? '').trim() === '' ? [`${prefix}${name}: is missing`] : []));
}

/** Kinds whose stored values are texts: what a list may hold. */
export const TEXTUAL: readonly string[] = ['string', 'text', 'time', 'date', 'duration', 'enum', 'address', 'reference'];

/** A default, or a value that a tool sets. */
export function checkWritten(place: string, field: Field, written: string | number | boolean, definition: ServiceDefinition): string[] {
  if (field.type === 'list') return [`${place}: lists cannot have one`];
  if (typeof written === 'string' && written.startsWith('$')) {
    if (written === '$now') return field.type === 'time' ? [] : [`${place}: $now is a time, the field is not`];
    const setting = written.startsWith('$setting.') ? written.slice('$setting.'.length) : undefined;
    if (setting === undefined) return [`${place}: ${written} means nothing; there are $now and $setting.<name>`];
    const given = Object.hasOwn(definition.settings ?? {}, setting) ? definition.settings?.[setting] : undefined;
    if (given === undefined) return [`${place}: there is no setting ${setting}`];
    return given.type === field.type ? [] : [`${place}: the setting ${setting} is of type ${given.type}, the field of type ${field.type}`];
  }
  const converted = convertField(field, written, { zone: openZone('UTC') });
  if (!converted.ok) return [`${place}: ${converted.message}`];
  return converted.value === written ? [] : [`${place}: write it as it is stored: ${JSON.stringify(converted.value)}`];
}

/** The collection's field of that name; `id` is none. */
export function own(collection: Collection, name: string): Field | undefined {
  return Object.hasOwn(collection.fields, name) ? collection.fields[name] : undefined;
}

/** The field's kind: of a list, that of its values. */
export function kindIn({ type, of }: Field): string {
  return type === 'list' ? (of ?? '') : type;
}

/** `list of address`, for messages. */
export function typeWords(field: Field): string {
  return field.type === 'list' ? `list of ${kindIn(field)}` : field.type;
}

/** Names of fields that there are, each once. */
export function checkFieldNames(place: string, names: readonly string[], collection: Collection): string[] {
  const problems = names.flatMap((name) =>
    own(collection, name) === undefined ? [`${place}: ${withArticle(collection.noun)} has no field ${name}`] : [],
  );
  if (names.length === 0) problems.push(`${place}: names no field`);
  if (new Set(names).size !== names.length) problems.push(`${place}: names a field twice`);
  return problems;
}
