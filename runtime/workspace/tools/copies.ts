// What a new record takes over from an existing one: a reply from the message it answers, an invoice from its quote.
import type { DataRecord, FieldValue } from '#grader/evidence/types.ts';
import type { Collection, Copy, CreateTool, Field, SendTool } from '#services/types.ts';
import { addressKey, convertField } from '../fields.ts';
import { collectionNamed, collectionOf, fieldOf, type Parameter, type Refusal, type ToolUse, valueIn } from './kind.ts';
import { stateNote, stateRefusal } from './state.ts';

type Making = CreateTool | SendTool;

/** The argument that names the source; none where the tool has no source. */
export function sourceParameters(tool: Making, path: (collection: string) => string, collection: Collection): readonly Parameter[] {
  if (tool.from === undefined) return [];
  const { argument, about = `The ${collection.noun} that this is made from: its id.`, optional } = tool.from;
  const field: Field = { type: 'reference', to: path(sourceCollection(tool)), about, ...(optional && { optional }) };
  return [{ name: argument, required: optional !== true, field }];
}

/** Short name of the collection that the source is in. */
export function sourceCollection(tool: Making): string {
  return tool.from?.collection ?? tool.collection;
}

/** What is said of the source in a tool's description. */
export function sourceNote(tool: Making, source: Collection): string {
  return tool.from === undefined ? '' : stateNote(tool.only_if, source.noun);
}

/** The source that the caller named, undefined where it named none; or why it cannot be one. */
export function sourceOf<T extends Making>(use: ToolUse<T>): { readonly ok: true; readonly record: DataRecord | undefined } | Refusal {
  const { tool, service, args, world } = use;
  const id = tool.from === undefined ? undefined : args.get(tool.from.argument);
  const collection = sourceCollection(tool);
  const record = typeof id === 'string' ? world.get(`${service.name}.${collection}`, id) : undefined;
  const refusal = record && stateRefusal(use, { record, collection, state: tool.only_if });
  return refusal ?? { ok: true, record };
}

/**
 * The field's value with what is copied into it: `given` where the caller said something, unless the copy goes below it. Undefined where
 * neither says anything; a refusal where both together are too much for the field.
 */
export function withCopy<T extends Making>(
  use: ToolUse<T>,
  { name, given, source }: { readonly name: string; readonly given: FieldValue | undefined; readonly source: DataRecord | undefined },
): { readonly ok: true; readonly value: FieldValue | undefined } | Refusal {
  const copy = use.tool.copies !== undefined && Object.hasOwn(use.tool.copies, name) ? use.tool.copies[name] : undefined;
  if (copy === undefined || source === undefined) return { ok: true, value: given };
  const below = typeof copy === 'object' && 'of' in copy ? copy.below : undefined;
  if (given !== undefined && below === undefined) return { ok: true, value: given };
  const copied = copiedValue(copy, source, use);
  if (copied === undefined) return { ok: true, value: given };
  const whole = below === undefined ? copied : [...(given === undefined ? [] : [given, '']), below, copied].join('\n');
  const converted = convertField(fieldOf(collectionOf(use.service, use.tool), name), whole, { zone: use.office.zone });
  if (converted.ok) return converted;
  const noun = collectionNamed(use.service, sourceCollection(use.tool)).noun;
  return {
    ok: false,
    code: 'wrong_argument',
    message: `${name} ${converted.message} with what ${noun} ${source.id} has there.`,
    hint: converted.hint,
  };
}

/** The source's value; undefined where it has none. */
function copiedValue<T extends Making>(copy: Copy, source: DataRecord, use: ToolUse<T>): FieldValue | undefined {
  if (typeof copy === 'object' && 'all' in copy) {
    const without = new Set((copy.without ?? []).map((written) => addressKey(String(use.office.value(use.service, written)))));
    const values = new Map(
      copy.all.flatMap((name) => [valueIn(source, name) ?? []].flat().map((value) => [addressKey(String(value)), String(value)])),
    );
    const left = [...values].filter(([key]) => !without.has(key)).map(([, value]) => value);
    return left.length === 0 ? undefined : left;
  }
  const { of, prefix = '' } = typeof copy === 'object' && 'of' in copy ? copy : { of: copy };
  const name = [of].flat().find((one) => valueIn(source, one) !== undefined);
  const value = name === undefined ? undefined : valueIn(source, name);
  if (value === undefined || prefix === '') return value;
  const text = String(value);
  return text.toLowerCase().startsWith(prefix.trim().toLowerCase()) ? text : `${prefix}${text}`;
}
