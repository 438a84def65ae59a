// Whether a definition makes sense: for the contract tests of built-in services, and for users' own.
import { withArticle } from './article.ts';
import { checkState } from './check-making.ts';
import { checkRows } from './check-rows.ts';
import { checkTool } from './check-tools.ts';
import { checkName, checkWords, checkWritten, kindIn, own, TEXTUAL } from './check-words.ts';
import { type Collection, collectionsOf, type Field, type ServiceDefinition } from './types.ts';

/**
 * Problems of a definition, in words, each beginning with its place (`tools.list_tickets.filters.status: …`); none where it is sound.
 * `others` are the services that references may lead to; without them only references within the service are looked up.
 */
export function checkDefinition(definition: ServiceDefinition, others?: Iterable<ServiceDefinition>): string[] {
  const services = new Map([...(others ?? []), definition].map((service) => [service.name, service]));
  const find = collectionsOf([...services.values()]);
  return [
    ...checkName('name', definition.name),
    ...(definition.name === 'reply' ? ['name: reply is the name of a built-in tool'] : []),
    ...checkWords(definition, ''),
    ...Object.entries(definition.settings ?? {}).flatMap(([name, field]) => checkField(`settings.${name}`, name, field, definition)),
    ...(Object.keys(definition.collections).length === 0 && !onlyOnFolder(definition) ? ['collections: there is none'] : []),
    ...Object.entries(definition.collections).flatMap(([name, collection]) => checkCollection(name, collection, definition)),
    ...checkPrefixes(definition),
    ...checkReferences(definition, others === undefined ? new Map([[definition.name, definition]]) : services, others !== undefined),
    ...(Object.keys(definition.tools).length === 0 ? ['tools: there is none'] : []),
    ...Object.entries(definition.tools).flatMap(([name, tool]) => checkTool(name, tool, definition, find)),
  ];
}

/** Its tools work on the shared folder, so there is nothing that needs records. */
function onlyOnFolder({ tools }: ServiceDefinition): boolean {
  return Object.values(tools).length > 0 && Object.values(tools).every(({ kind }) => kind === 'folder');
}

function checkCollection(name: string, collection: Collection, definition: ServiceDefinition): string[] {
  const place = `collections.${name}`;
  const used = Object.values(definition.tools).some((tool) => tool.collection === name);
  return [
    ...checkName(place, name),
    ...checkWords(collection, place, ['about']),
    ...((collection.noun ?? '').trim() === '' ? [`${place}.noun: is missing`] : []),
    ...(/^[A-Za-z](?:[A-Za-z0-9_-]*[A-Za-z_-])?$/.test(collection.prefix)
      ? []
      : [`${place}.prefix: has to begin with a letter and not to end with a digit`]),
    ...(used ? [] : [`${place}: no tool works on it`]),
    ...Object.entries(collection.fields).flatMap(([field, definitionOfField]) =>
      checkField(`${place}.fields.${field}`, field, definitionOfField, definition),
    ),
    ...checkOrder(place, collection),
    ...checkCurrencies(place, collection),
    ...checkOccupation(`${place}.occupies`, collection),
    ...checkRows(`${place}.rows`, collection, definition),
  ];
}

/** What has to be later than something: the two are of one type, and that type has an order. */
function checkOrder(place: string, collection: Collection): string[] {
  return Object.entries(collection.fields).flatMap(([name, field]) => {
    if (field.after === undefined) return [];
    const other = own(collection, field.after);
    const at = `${place}.fields.${name}.after`;
    if (!ORDERED.includes(field.type)) return [`${at}: a ${field.type} is not later than anything`];
    if (other === undefined || field.after === name) return [`${at}: there is no other field ${field.after}`];
    return other.type === field.type ? [] : [`${at}: ${field.after} is of type ${other.type}, the field of type ${field.type}`];
  });
}

/** An amount is in a fixed currency, or in that of the field beside it. */
function checkCurrencies(place: string, collection: Collection): string[] {
  return Object.entries(collection.fields).flatMap(([name, { type, currency }]) => {
    if (type !== 'money' || currency === undefined || CODE.test(currency)) return [];
    const at = `${place}.fields.${name}.currency`;
    const other = own(collection, currency);
    if (other === undefined) return [`${at}: ${currency} is neither a code like EUR nor a field of ${withArticle(collection.noun)}`];
    if (other.type !== 'string' && other.type !== 'enum') return [`${at}: ${currency} is of type ${other.type} and holds no code`];
    return (other.values ?? [])
      .filter((value) => !CODE.test(value))
      .map((value) => `${at}: ${currency} may be ${value}, which is no code like EUR`);
  });
}

const CODE = /^[A-Z]{3}$/;

const ORDERED: readonly string[] = ['time', 'date', 'integer', 'number'];

function checkOccupation(place: string, collection: Collection): string[] {
  const { occupies } = collection;
  if (occupies === undefined) return [];
  const who = own(collection, occupies.who);
  return [
    ...(who?.type === 'list' && who.of === 'reference' ? [] : [`${place}.who: ${occupies.who} is no list of references`]),
    ...(occupies.also ?? []).flatMap((name) => {
      const field = own(collection, name);
      return field !== undefined && kindIn(field) === 'reference' ? [] : [`${place}.also: ${name} holds no references`];
    }),
    ...[occupies.from, occupies.to].flatMap((name) => (own(collection, name)?.type === 'time' ? [] : [`${place}: ${name} is no time`])),
    ...Object.entries(occupies.unless ?? {}).flatMap(([name, values]) =>
      values.flatMap((value) => (own(collection, name)?.values?.includes(value) ? [] : [`${place}.unless: ${name} is never ${value}`])),
    ),
  ];
}

function checkField(place: string, name: string, field: Field, definition: ServiceDefinition): string[] {
  const problems = [...checkName(place, name), ...checkWords(field, place, ['about'])];
  const kind = kindIn(field);
  if (RESERVED.includes(name)) problems.push(`${place}: ${name} is a name with a meaning of its own`);
  if (field.type === 'list' && field.of === undefined) problems.push(`${place}.of: is missing`);
  if (field.type !== 'list' && field.of !== undefined) problems.push(`${place}.of: only lists have it`);
  if (field.type === 'list' && field.of !== undefined && !TEXTUAL.includes(field.of))
    problems.push(`${place}.of: lists hold texts, not ${field.of} values`);
  const values = field.values ?? [];
  if (kind === 'enum' && values.length === 0) problems.push(`${place}.values: is missing`);
  if (kind !== 'enum' && field.values !== undefined) problems.push(`${place}.values: only enums have it`);
  if (new Set(values).size !== values.length) problems.push(`${place}.values: holds a value twice`);
  if (values.includes('')) problems.push(`${place}.values: holds an empty value`);
  if (kind === 'reference' && field.to === undefined) problems.push(`${place}.to: is missing`);
  if (kind !== 'reference' && field.to !== undefined) problems.push(`${place}.to: only references have it`);
  if (kind !== 'reference' && field.goes_along !== undefined) problems.push(`${place}.goes_along: only references have it`);
  if (kind !== 'reference' && field.only_if !== undefined) problems.push(`${place}.only_if: only references have it`);
  if (kind === 'money' && field.currency === undefined) problems.push(`${place}.currency: is missing`);
  if (kind !== 'money' && field.currency !== undefined) problems.push(`${place}.currency: only money has it`);
  if (field.default !== undefined) problems.push(...checkWritten(`${place}.default`, field, field.default, definition));
  return problems;
}

/** `id` is every record's; `recipients` is every addressee of something sent. */
const RESERVED: readonly string[] = ['id', 'recipients'];

function checkPrefixes(definition: ServiceDefinition): string[] {
  const prefixes = Object.entries(definition.collections).map(([name, collection]) => ({ name, prefix: collection.prefix }));
  return prefixes.flatMap(({ name, prefix }, index) => {
    const same = prefixes.slice(0, index).find((other) => other.prefix === prefix);
    return same === undefined ? [] : [`collections.${name}.prefix: ${prefix} is also the prefix of ${same.name}`];
  });
}

function checkReferences(definition: ServiceDefinition, services: ReadonlyMap<string, ServiceDefinition>, all: boolean): string[] {
  return Object.entries(definition.collections).flatMap(([collection, { fields }]) =>
    Object.entries(fields).flatMap(([name, { to, only_if: state }]) => {
      if (to === undefined) return [];
      const field = `collections.${collection}.fields.${name}`;
      const place = `${field}.to`;
      const [, service = '', target = ''] = /^([a-z0-9_]+)\.([a-z0-9_]+)$/.exec(to) ?? [];
      if (target === '') return [`${place}: ${to} is not of the form service.collection`];
      const found = services.get(service);
      if (found === undefined) return all ? [`${place}: there is no service ${service}`] : [];
      const referred = Object.hasOwn(found.collections, target) ? found.collections[target] : undefined;
      return referred === undefined ? [`${place}: there is no collection ${to}`] : checkState(`${field}.only_if`, state, referred);
    }),
  );
}
