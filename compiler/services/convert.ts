// A service file whose shape is right → the definition that the workspace and the compiler know: flags and values of fields get their
// types, one name where several may stand becomes a list.
import { catalogue } from '#services/index.ts';
import type { Field, ServiceDefinition } from '#services/types.ts';
import { convertField } from '#workspace/fields.ts';
import { openZone } from '#workspace/times.ts';
import type { Written } from '../shapes.ts';
import type { Form, Keys } from './forms.ts';
import { fieldKeys, serviceKeys } from './keys.ts';
import { alsoKeys } from './tool-keys.ts';

type Values = { readonly [key: string]: Written };

/** The definition as written; whether it makes sense is not looked at. */
export function toDefinition(value: Values): ServiceDefinition {
  const { tools, ...head } = serviceKeys;
  // Values that tools set are read by the fields of collections.
  const fieldsAt = (path: string) => fieldsOf(path, value);
  const definition = readThing(head, without(value, 'tools'), { fieldsAt }) as unknown as ServiceDefinition;
  return { ...definition, tools: read(tools.form, value.tools ?? {}, { definition, fieldsAt }) as ServiceDefinition['tools'] };
}

/** Of a collection, service.collection, of this service as it is written or of a built-in one; undefined of others. */
function fieldsOf(path: string, { name, collections }: Values): Fields | undefined {
  const [service = '', short = ''] = path.split('.');
  const all = service === name ? collections : Object.hasOwn(catalogue, service) ? catalogue[service]?.collections : undefined;
  return typeof all === 'object' && Object.hasOwn(all, short) ? (all as { [name: string]: { fields?: Fields } })[short]?.fields : undefined;
}

type Fields = { readonly [name: string]: Field };

interface Scope {
  readonly definition?: ServiceDefinition;
  readonly fieldsAt: (path: string) => Fields | undefined;
  /** The field that a value belongs to. */
  readonly field?: Field | undefined;
  /** Those of the tool's collection, and of the one that its source is in. */
  readonly fields?: Fields;
  readonly source?: Fields;
  /** Those of the table that the rows of the tool's collection belong to. */
  readonly table?: Fields;
  /** Those of the collection that a reference leads to, and of the one that changes with a call; undefined where it is not known. */
  readonly referred?: Fields | undefined;
  readonly changed?: Fields | undefined;
}

function read(form: Form, value: Written, scope: Scope): unknown {
  switch (form.kind) {
    case 'text':
    case 'choice':
    case 'name':
      return value;
    case 'flag':
      return value === 'true' ? true : undefined;
    case 'amount':
      return /^-?\d{1,15}(\.\d+)?$/.test(String(value)) ? Number(value) : value;
    case 'literal':
      return readLiteral(String(value), scope.field);
    case 'list':
      return (Array.isArray(value) ? (value as readonly Written[]) : [value]).map((one) => read(form.of, one, scope));
    case 'map':
      return mapped(value, (one, name) => read(form.of, one, { ...scope, field: fieldNamed(name, form.by, scope) ?? scope.field }));
    case 'thing':
      return readThing(form.keys, value as Values, { ...scope, ...leadingOn(form.keys, value as Values, scope) });
    case 'kinds':
      return mapped(value, (one) => readTool(form.of, one as Values, scope));
    case 'either': {
      const option = form.of.find((one) => resembles(one, value));
      return option === undefined ? value : read(option, value, scope);
    }
  }
}

function readThing(keys: Keys, value: Values, scope: Scope): { readonly [key: string]: unknown } {
  const built: { [key: string]: unknown } = {};
  // A value of the thing itself, such as the default of a field, is read by what the other keys say of it.
  const isOwn = (key: string) => keys[key]?.form.kind === 'literal';
  const entries = Object.entries(value).sort(([a], [b]) => Number(isOwn(a)) - Number(isOwn(b)));
  for (const [key, one] of entries) {
    const known = keys[key];
    if (known === undefined) continue;
    const field = isOwn(key) ? (built as unknown as Field) : scope.field;
    const made = read(known.form, one, { ...scope, field });
    if (made !== undefined) built[key] = made;
  }
  return built;
}

/** What a reference, or what changes with a call, leads to. */
function leadingOn(keys: Keys, value: Values, { definition, fieldsAt, fields = {} }: Scope): Pick<Scope, 'referred' | 'changed'> {
  if (keys === fieldKeys) return { referred: fieldsAt(String(value.to)) };
  if (keys !== alsoKeys) return {};
  const start = value.every === undefined ? fields : (fieldsAt(`${definition?.name}.${String(value.every)}`) ?? {});
  const { to } = value;
  if (to === undefined) return { changed: start };
  return { changed: Object.hasOwn(start, String(to)) ? fieldsAt(String(start[String(to)]?.to)) : undefined };
}

function readTool(kinds: { readonly [kind: string]: Keys }, value: Values, { definition, fieldsAt }: Scope): unknown {
  const own = (name: unknown): Fields =>
    typeof name === 'string' && definition !== undefined && Object.hasOwn(definition.collections, name)
      ? (definition.collections[name]?.fields ?? {})
      : {};
  const from = value.from as Values | undefined;
  const scope = {
    ...(definition && { definition }),
    fieldsAt,
    fields: own(value.collection),
    source: own(from?.collection ?? value.collection),
    table: own(tablesOf(String(value.collection), definition)),
  };
  return readThing(kinds[String(value.kind)] ?? {}, value, scope);
}

/** The short name of the collection that the tables of these rows are in. */
function tablesOf(collection: string, definition: ServiceDefinition | undefined): string | undefined {
  const rows =
    definition !== undefined && Object.hasOwn(definition.collections, collection) ? definition.collections[collection] : undefined;
  return rows?.fields[rows.rows?.of ?? '']?.to?.split('.')[1];
}

function fieldNamed(name: string, by: string | undefined, scope: Scope): Field | undefined {
  const { fields = {}, source = {}, table = {} } = scope;
  if (by === 'referred' || by === 'changed') {
    const known = scope[by];
    if (known === undefined) return UNKNOWN;
    return Object.hasOwn(known, name) ? known[name] : undefined;
  }
  const among = by === 'source' ? source : by === 'table' ? table : by === 'field' ? fields : {};
  return Object.hasOwn(among, name) ? among[name] : undefined;
}

/** Of a service whose file may not have been read yet: true and false are such, and all else stays as it is written. */
const UNKNOWN: Field = { type: 'boolean', about: '' };

/** As the field stores it. What does not fit stays as it is written, for the check of the definition to name. */
function readLiteral(text: string, field: Field | undefined): string | number | boolean {
  if (field === undefined || field.type === 'list' || text.startsWith('$')) return text;
  const converted = convertField(field, text, { zone: openZone('UTC') });
  return converted.ok && !Array.isArray(converted.value) ? (converted.value as string | number | boolean) : text;
}

function resembles(form: Form, value: Written): boolean {
  if (typeof value === 'string') return form.kind !== 'list' && form.kind !== 'thing';
  if (Array.isArray(value)) return form.kind === 'list';
  return form.kind === 'thing' && Object.keys(value).every((key) => Object.hasOwn(form.keys, key));
}

function mapped(value: Written, act: (one: Written, name: string) => unknown): object {
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, act(one as Written, name)]));
}

function without({ ...value }: Values, key: string): Values {
  return Object.fromEntries(Object.entries(value).filter(([name]) => name !== key));
}
