// The names in a service's definition: those that it gives have to be usable, those that it uses have to exist.
import { type Collection, fieldPath, type ServiceDefinition, type Tool } from '#services/types.ts';
import { mayNameMember, mayNameService } from '../3-link/expressions.ts';
import type { Path } from '../types.ts';
import type { Form, Keys, Named } from './forms.ts';
import { serviceKeys } from './keys.ts';

/** A name that does not do, and where it stands: as the last key of the path or as its value. */
export type BadName = { readonly path: Path; readonly at: 'key' | 'value'; readonly name: string } & (
  | { readonly kind: 'unusable'; readonly what: string; readonly taken: boolean }
  | { readonly kind: 'unknown'; readonly what: Exclude<Named, 'reference'>; readonly within?: string; readonly choices: readonly string[] }
  | { readonly kind: 'reference'; readonly choices: readonly string[] }
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
        walk(form.of, one, here, path.length === 1 && path[0] === 'collections' ? { ...scope, field: one as Collection } : scope);
      }
      return;
    case 'thing':
      walkThing(form.keys, value as Values, path, scope);
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
    scope.found.push(doubtful ? { path, at, name, kind: 'doubtful' } : { path, at, name, kind: 'reference', choices: scope.collections });
    return;
  }
  if (what === 'collection') {
    const choices = Object.keys(scope.definition.collections);
    if (!choices.includes(name)) scope.found.push({ path, at, name, kind: 'unknown', what, choices });
    return;
  }
  const { reference, field } = fieldPath(name);
  if (what === 'path' && reference !== undefined && scope.field !== undefined) {
    const { to = '' } = Object.hasOwn(scope.field.fields, reference) ? (scope.field.fields[reference] ?? {}) : {};
    const [service, short = ''] = to.split('.');
    const other = scope.services.find((one) => one.name === service)?.collections[short];
    // That the first part is a reference, and one that leads somewhere, is looked at elsewhere.
    if (other === undefined || Object.hasOwn(other.fields, field)) return;
    scope.found.push({ path, at, name: field, kind: 'unknown', what, within: other.noun, choices: Object.keys(other.fields) });
    return;
  }
  const collection = what === 'source' ? scope.source : what === 'kept' ? scope.kept : what === 'table' ? scope.table : scope.field;
  if (collection === undefined) return;
  const choices = [...(what === 'source' ? ['id'] : []), ...Object.keys(collection.fields)];
  const plain = what === 'order' ? name.replace(/^-/, '') : name;
  if (!choices.includes(plain)) scope.found.push({ path, at, name: plain, kind: 'unknown', what, within: collection.noun, choices });
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
