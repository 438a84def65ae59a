// What a record's fields are in expressions: the type of each kind of field, and its stored value as one of that type.
import type { FieldValue } from '#grader/evidence/types.ts';
import type { Field } from '#services/types.ts';
import { lengthOf, secondsOf } from '#workspace/lengths.ts';
import { DECIMAL, Decimal } from './decimal.ts';

/** What fields lead to. */
export interface Following<Record> {
  /** Collections of this office; references to others are texts. */
  readonly mounted: ReadonlySet<string>;
  readonly find: (collection: string, id: string) => Record | undefined;
  /** A duration of so many seconds, which only the CEL library can make. */
  readonly duration: (seconds: number) => unknown;
}

/** The stored value as expressions see it. */
export function fieldValue<Record>(value: FieldValue | undefined, field: Field, following: Following<Record>): unknown {
  if (value === undefined) return undefined;
  if (Array.isArray(value)) {
    const item: Field = { ...field, type: field.of ?? 'string' };
    return value.map((one: string) => fieldValue(one, item, following));
  }
  switch (field.type) {
    case 'time':
      return new Date(String(value));
    case 'duration':
      return following.duration(secondsOf(String(value)));
    case 'integer':
      return BigInt(Number(value));
    case 'money':
      return Decimal.of(Number(value));
    case 'reference':
      return field.to !== undefined && following.mounted.has(field.to) ? following.find(field.to, String(value)) : value;
    default:
      return value;
  }
}

/** The field's type in expressions. */
export function celType(field: Field, mounted: ReadonlySet<string>): string {
  switch (field.type) {
    case 'time':
      return 'google.protobuf.Timestamp';
    case 'duration':
      return 'google.protobuf.Duration';
    case 'integer':
      return 'int';
    case 'number':
      return 'double';
    case 'money':
      return DECIMAL;
    case 'boolean':
      return 'bool';
    case 'reference':
      return field.to !== undefined && mounted.has(field.to) ? field.to : 'string';
    case 'list':
      return `list<${celType({ ...field, type: field.of ?? 'string' }, mounted)}>`;
    default:
      return 'string';
  }
}

/** A duration as records hold it (`PT48H` is `P2D`); undefined for any other value, and for what no record holds: less than nothing, parts of seconds. */
export function storedDuration(value: unknown): string | undefined {
  if (typeof value !== 'object' || value === null || !('seconds' in value) || !('nanos' in value)) return undefined;
  const seconds = Number(value.seconds);
  return seconds < 0 || value.nanos !== 0 ? undefined : lengthOf(seconds);
}
