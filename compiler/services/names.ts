// The names in a service's definition: those that it gives have to be usable, those that it uses have to exist.
import { type Also, type Collection, type Field, fieldPath, type ServiceDefinition, type Tool } from '#services/types.ts';
import { mayNameMember, mayNameService } from '../3-link/expressions.ts';
import type { Path } from '../types.ts';
import type { Form, Keys, Named } from './forms.ts';
import { fieldKeys, serviceKeys } from './keys.ts';
import { alsoKeys } from './tool-keys.ts';

/** A name that does not do, and where it stands: as the last key of the path or as its value. */
export type BadName = { readonly path: Path; readonly at: 'key' | 'value'; readonly name: string } & (
  | { readonly kind: 'unusable'; readonly what: string; readonly taken: boolean }
  | { readonly kind: 'unknown'; readonly what: Exclude<Named, 'reference'>; readonly within?: string; readonly choices: readonly string[] }
  | { readonly kind: 'reference'; readonly choices: readonly string[] }
  /** A value of an enum that it never has. `path` is its field's. */
  | { readonly kind: 'value'; readonly spot: Path; readonly choices: readonly string[] }
  /** A reference into a service whose file could not be read: nothing can be said of it. */
  | { readonly kind: 'doubtful' }
);

/** Other services that references may lead to. */
export interface Others {
  readonly services: readonly ServiceDefinition[];
  /** Names of those whose files could not be read. */
  readonly unreadable: readonly string[];
}

export function badNames(definition: ServiceDefinition, others: Others): readonly BadName[] {
  const found: BadName[] = [];
  if (!isName(definition.name) || !mayNameService(definition.name)) {
    found.push({ path: ['name'], at: 'value', name: definition.name, kind: 'unusable', what: 'a service', taken: isName(definition.name) });
  }
  const services = [...others.services.filter(({ name }) => name !== definition.name), definition];
  const collections = services.flatMap(({ name, collections: all }) => Object.keys(all).map((one) => `${name}.${one}`));
  walkThing(serviceKeys, definition as unknown as Values, [], { definition, collections, services, unreadable: others.unreadable, found });
  return found;
}

type Values = { readonly [key: string]: unknown };

interface Scope {
  readonly definition: ServiceDefinition;
  /** All there are, as service.collection. */
  readonly collections: readonly string[];
  readonly services: readonly ServiceDefinition[];
  readonly unreadable: readonly string[];
  readonly found: BadName[];
  /** The collections that names of fields belong to; absent where it is not known, and then nothing is said. */
  readonly field?: Collection | undefined;
  readonly source?: Collection | undefined;
  readonly kept?: Collection | undefined;
  readonly table?: Collection | undefined;
  readonly referred?: Collection | undefined;
  readonly leading?: Collection | undefined;
  readonly back?: Collection | undefined;
  readonly changed?: Collection | undefined;
  /** The field that values belong to, and where that is said. */
  readonly valued?: { readonly field: Field; readonly path: Path } | undefined;
}

function walkThing(keys: Keys, value: Values, path: Path, scope: Scope): void {
  for (const [key, one] of Object.entries(value)) {
    const known = keys[key];
    if (known !== undefined && one !== undefined) walk(known.form, one, [...path, key], scope);
  }
}

function walk(form: Form, value: unknown, path: Path, scope: Scope): void {
  switch (form.kind) {
    case 'name':
      lookUp(form.of, String(value), { path, at: 'value' }, scope);
      return;
    case 'amount':
      if (typeof value === 'string') lookUp(form.of, value, { path, at: 'value' }, scope);
      return;
    case 'literal':
      checkValue(value, path, scope);
      return;
    case 'list':
      (value as readonly unknown[]).forEach((one, i) => {
        walk(form.of, one, [...path, i], scope);
      });
      return;
    case 'map':
    case 'kinds':
      for (const [name, one] of Object.entries(value as Values)) {
        const here = [...path, name];
        if (form.kind === 'kinds') {
          checkNew(name, here, scope);
          walkThing(form.of[String((one as Tool).kind)] ?? {}, one as Values, here, ofTool(one as Tool, scope));
          continue;
        }
        if (form.by === undefined) checkNew(name, here, scope);
        else lookUp(form.by, name, { path: here, at: 'key' }, scope);
        walk(form.of, one, here, withNamed(form, { name, one, path: here }, scope));
      }
      return;
    case 'thing':
      walkThing(form.keys, value as Values, path, form.keys === alsoKeys ? ofAlso(value as Also, scope) : scope);
      return;
    case 'either': {
      const option = form.of.find((one) =>
        Array.isArray(value)
          ? one.kind === 'list'
          : typeof value === 'string'
            ? one.kind === 'name'
            : one.kind === 'thing' && fits(one.keys, value),
      );
      if (option !== undefined) walk(option, value, path, scope);
      return;
    }
    default:
  }
}

/** What is known below a name: the collection that it is, the field that it is or names. */
function withNamed(
  { of, by }: Extract<Form, { readonly kind: 'map' }>,
  { name, one, path }: { readonly name: string; readonly one: unknown; readonly path: Path },
  scope: Scope,
): Scope {
  if (path.length === 2 && path[0] === 'collections') return { ...scope, field: one as Collection };
  if (of.kind === 'thing' && of.keys === fieldKeys) {
    const field = one as Field;
    return { ...scope, referred: referredTo(field.to, scope), valued: { field, path: [...path, 'default'] } };
  }
  const field = by === undefined ? undefined : own(holderOf(by, scope), name);
  return { ...scope, valued: field && { field, path } };
}

function checkValue(value: unknown, spot: Path, { valued, found }: Scope): void {
  if (valued?.field.type !== 'enum' || typeof value !== 'string' || value.startsWith('$')) return;
  const { values = [] } = valued.field;
  if (values.length > 0 && !values.includes(value))
    found.push({ path: valued.path, spot, at: 'value', name: value, kind: 'value', choices: values });
}

function fits(keys: Keys, value: unknown): boolean {
  return Object.keys(value as Values).every((key) => Object.hasOwn(keys, key));
}

function ofTool(tool: Tool, scope: Scope): Scope {
  const from = 'from' in tool ? tool.from : undefined;
  return {
    ...scope,
    field: collectionNamed(tool.collection, scope),
    source: collectionNamed(from?.collection ?? tool.collection, scope),
    table: tableOf(tool.collection, scope),
    kept: 'keeps' in tool && tool.keeps !== undefined ? collectionNamed(tool.keeps.in, scope) : undefined,
  };
}

/** The records that lead to those that change with a call, and these. */
function ofAlso({ every, to }: Also, scope: Scope): Scope {
  const leading = every === undefined ? scope.field : collectionNamed(every, scope);
  const changed = to === undefined ? leading : referredTo(own(leading, to)?.to, scope);
  return { ...scope, leading, changed, back: every === undefined ? undefined : leading };
}

/** Of any service, by service.collection. */
function referredTo(to: string | undefined, { services }: Scope): Collection | undefined {
  const [service, short = ''] = (to ?? '').split('.');
  const collections = services.find((one) => one.name === service)?.collections ?? {};
  return Object.hasOwn(collections, short) ? collections[short] : undefined;
}

function own(collection: Collection | undefined, name: string): Field | undefined {
  return collection !== undefined && Object.hasOwn(collection.fields, name) ? collection.fields[name] : undefined;
}

/** The collection of the tables that the rows of a collection belong to. */
function tableOf(name: string, scope: Scope): Collection | undefined {
  const rows = collectionNamed(name, scope);
  return collectionNamed(rows?.fields[rows.rows?.of ?? '']?.to?.split('.')[1] ?? '', scope);
}

function collectionNamed(name: string, { definition: { collections } }: Scope): Collection | undefined {
  return Object.hasOwn(collections, name) ? collections[name] : undefined;
}

function lookUp(what: Named, name: string, { path, at }: Pick<BadName, 'path' | 'at'>, scope: Scope): void {
  if (what === 'reference') {
    if (scope.collections.includes(name)) return;
    const doubtful = scope.unreadable.includes(name.split('.')[0] ?? '');
    const choices = collectionsLike(name, scope);
    scope.found.push(doubtful ? { path, at, name, kind: 'doubtful' } : { path, at, name, kind: 'reference', choices });
    return;
  }
  if (what === 'collection') {
    const choices = Object.keys(scope.definition.collections);
    if (!choices.includes(name)) scope.found.push({ path, at, name, kind: 'unknown', what, choices });
    return;
  }
  const { reference, field } = fieldPath(name);
  if (what === 'path' && reference !== undefined && scope.field !== undefined) {
    const other = referredTo(own(scope.field, reference)?.to, scope);
    // That the first part is a reference, that it leads somewhere and that nothing follows is looked at elsewhere.
    if (other === undefined || field.includes('.') || Object.hasOwn(other.fields, field)) return;
    scope.found.push({ path, at, name: field, kind: 'unknown', what, within: other.noun, choices: Object.keys(other.fields) });
    return;
  }
  const collection = holderOf(what, scope);
  if (collection === undefined) return;
  const choices = [...(what === 'source' ? ['id'] : []), ...Object.keys(collection.fields)];
  const plain = what === 'order' ? name.replace(/^-/, '') : name;
  if (!choices.includes(plain)) scope.found.push({ path, at, name: plain, kind: 'unknown', what, within: collection.noun, choices });
}

/** The collection whose fields such names are. */
function holderOf(what: Named, scope: Scope): Collection | undefined {
  return what === 'field' || what === 'order' || what === 'path'
    ? scope.field
    : what === 'collection' || what === 'reference'
      ? undefined
      : scope[what];
}

/** What a wrong reference may have meant: first what has its collection's name, else what its service has, else anything. */
function collectionsLike(name: string, { definition, collections }: Scope): readonly string[] {
  const [service = '', short] = name.split('.');
  const same = collections.filter((one) => one.endsWith(`.${short ?? service}`));
  if (same.length > 0)
    return same.sort((a, b) => Number(b.startsWith(`${definition.name}.`)) - Number(a.startsWith(`${definition.name}.`)));
  const beside = collections.filter((one) => one.startsWith(`${short === undefined ? definition.name : service}.`));
  return beside.length > 0 ? beside : collections;
}

/** A name that the file gives to something. */
function checkNew(name: string, path: Path, { found }: Scope): void {
  const kind = String(path.at(-2));
  const member = kind === 'collections' || kind === 'fields';
  if (isName(name) && (!member || mayNameMember(name))) return;
  found.push({ path, at: 'key', name, kind: 'unusable', what: nouns[kind] ?? 'an argument', taken: isName(name) });
}

const nouns: { readonly [key: string]: string } = {
  settings: 'a setting',
  collections: 'a collection',
  fields: 'a field',
  tools: 'a tool',
  filters: 'a filter',
};

function isName(name: string): boolean {
  return /^[a-z][a-z0-9]*(_[a-z0-9]+)*$/.test(name);
}
