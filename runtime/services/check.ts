// Whether a definition makes sense: for the contract tests of built-in services, and for users' own.
import { convertField } from '#workspace/fields.ts';
import { openZone } from '#workspace/times.ts';
import type { Collection, Field, Filter, FilterTest, ServiceDefinition, Tool } from './types.ts';

/**
 * Problems of a definition, in words, each beginning with its place (`tools.list_tickets.filters.status: …`); none where it is sound.
 * `others` are the services that references may lead to; without them only references within the service are looked up.
 */
export function checkDefinition(definition: ServiceDefinition, others?: Iterable<ServiceDefinition>): string[] {
  const services = new Map([...(others ?? []), definition].map((service) => [service.name, service]));
  return [
    ...checkName('name', definition.name),
    ...(definition.name === 'reply' ? ['name: reply is the name of a built-in tool'] : []),
    ...checkWords(definition, ''),
    ...Object.entries(definition.settings ?? {}).flatMap(([name, field]) => checkField(`settings.${name}`, name, field, definition)),
    ...(Object.keys(definition.collections).length === 0 ? ['collections: there is none'] : []),
    ...Object.entries(definition.collections).flatMap(([name, collection]) => checkCollection(name, collection, definition)),
    ...checkPrefixes(definition),
    ...checkReferences(definition, others === undefined ? new Map([[definition.name, definition]]) : services, others !== undefined),
    ...(Object.keys(definition.tools).length === 0 ? ['tools: there is none'] : []),
    ...Object.entries(definition.tools).flatMap(([name, tool]) => checkTool(name, tool, definition)),
  ];
}

/** Most characters of `service_tool`: clients put `mcp__desk__` before it and take 64 in all. */
const LONGEST_TOOL_NAME = 50;

function checkName(place: string, name: string): string[] {
  return /^[a-z][a-z0-9]*(_[a-z0-9]+)*$/.test(name) ? [] : [`${place}: ${JSON.stringify(name)} is not in lower snake case`];
}

function checkWords(
  thing: { readonly about?: string; readonly title?: string },
  place: string,
  wants: readonly ('about' | 'title')[] = ['about', 'title'],
): string[] {
  const prefix = place === '' ? '' : `${place}.`;
  return wants.flatMap((name) => ((thing[name] ?? '').trim() === '' ? [`${prefix}${name}: is missing`] : []));
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
    ...checkOccupation(`${place}.occupies`, collection),
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

const ORDERED: readonly string[] = ['time', 'date', 'integer', 'number'];

function checkOccupation(place: string, collection: Collection): string[] {
  const { occupies } = collection;
  if (occupies === undefined) return [];
  const who = own(collection, occupies.who);
  return [
    ...(who?.type === 'list' && who.of === 'reference' ? [] : [`${place}.who: ${occupies.who} is no list of references`]),
    ...[occupies.from, occupies.to].flatMap((name) => (own(collection, name)?.type === 'time' ? [] : [`${place}: ${name} is no time`])),
    ...Object.entries(occupies.unless ?? {}).flatMap(([name, values]) =>
      values.flatMap((value) => (own(collection, name)?.values?.includes(value) ? [] : [`${place}.unless: ${name} is never ${value}`])),
    ),
  ];
}

function checkField(place: string, name: string, field: Field, definition: ServiceDefinition): string[] {
  const problems = [...checkName(place, name), ...checkWords(field, place, ['about'])];
  const kind = field.type === 'list' ? field.of : field.type;
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
  if (field.default !== undefined) problems.push(...checkWritten(`${place}.default`, field, field.default, definition));
  return problems;
}

/** `id` is every record's; `recipients` is every addressee of something sent. */
const RESERVED: readonly string[] = ['id', 'recipients'];
/** Arguments that lists and searches have anyway. */
const PAGING: readonly string[] = ['limit', 'cursor'];
/** Kinds whose stored values are texts: what a list may hold. */
const TEXTUAL: readonly string[] = ['string', 'text', 'time', 'date', 'enum', 'address', 'reference'];

/** A default, or a value that a tool sets. */
function checkWritten(place: string, field: Field, written: string | number | boolean, definition: ServiceDefinition): string[] {
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

function checkPrefixes(definition: ServiceDefinition): string[] {
  const prefixes = Object.entries(definition.collections).map(([name, collection]) => ({ name, prefix: collection.prefix }));
  return prefixes.flatMap(({ name, prefix }, index) => {
    const same = prefixes.slice(0, index).find((other) => other.prefix === prefix);
    return same === undefined ? [] : [`collections.${name}.prefix: ${prefix} is also the prefix of ${same.name}`];
  });
}

function checkReferences(definition: ServiceDefinition, services: ReadonlyMap<string, ServiceDefinition>, all: boolean): string[] {
  return Object.entries(definition.collections).flatMap(([collection, { fields }]) =>
    Object.entries(fields).flatMap(([name, { to }]) => {
      if (to === undefined) return [];
      const place = `collections.${collection}.fields.${name}.to`;
      const [, service = '', target = ''] = /^([a-z0-9_]+)\.([a-z0-9_]+)$/.exec(to) ?? [];
      if (target === '') return [`${place}: ${to} is not of the form service.collection`];
      const found = services.get(service);
      if (found === undefined) return all ? [`${place}: there is no service ${service}`] : [];
      return Object.hasOwn(found.collections, target) ? [] : [`${place}: there is no collection ${to}`];
    }),
  );
}

function checkTool(name: string, tool: Tool, definition: ServiceDefinition): string[] {
  const place = `tools.${name}`;
  const collection = Object.hasOwn(definition.collections, tool.collection) ? definition.collections[tool.collection] : undefined;
  const problems = [...checkName(place, name), ...checkWords(tool, place)];
  if (`${definition.name}_${name}`.length > LONGEST_TOOL_NAME)
    problems.push(`${place}: the name is too long for some clients (${LONGEST_TOOL_NAME} characters with its service)`);
  const effects: readonly string[] | undefined = EFFECTS[tool.kind];
  if (effects === undefined) return [...problems, `${place}.kind: there is no kind ${String(tool.kind)}`];
  if (!effects.includes(tool.effect))
    problems.push(`${place}.effect: a ${tool.kind} tool has the effect ${effects.join(' or ')}, not ${tool.effect}`);
  if (collection === undefined) return [...problems, `${place}.collection: there is no collection ${tool.collection}`];
  return [...problems, ...checkKind(place, tool, collection, definition)];
}

const EFFECTS: { readonly [kind in Tool['kind']]: readonly string[] } = {
  list: ['read'],
  get: ['read'],
  search: ['read'],
  create: ['create', 'spend'],
  update: ['update', 'spend'],
  delete: ['delete'],
  send: ['send'],
};

function checkKind(place: string, tool: Tool, collection: Collection, definition: ServiceDefinition): string[] {
  switch (tool.kind) {
    case 'get':
    case 'delete':
      return [];
    case 'list':
      return [
        ...Object.entries(tool.filters).flatMap(([name, filter]) => checkFilter(`${place}.filters.${name}`, name, filter, collection)),
        ...checkSort(place, tool.sort, collection),
      ];
    case 'search':
      return [...checkFieldNames(`${place}.in`, tool.in, collection), ...checkSearched(`${place}.in`, tool.in, collection)];
    case 'update':
      return [...checkFieldNames(`${place}.fields`, tool.fields, collection), ...checkSets(place, tool, collection, definition)];
    case 'create':
      return [
        ...checkFieldNames(`${place}.fields`, tool.fields, collection),
        ...checkSets(place, tool, collection, definition),
        ...checkFilled(place, tool, collection),
      ];
    case 'send':
      return [
        ...checkFieldNames(`${place}.fields`, tool.fields, collection),
        ...checkSets(place, tool, collection, definition),
        ...checkFilled(place, tool, collection),
        ...checkAddressees(`${place}.addressees`, tool, collection),
      ];
  }
}

/** Which kinds of field (of a list: of its values) each test works on. */
const TESTABLE: { readonly [test in FilterTest]: readonly string[] } = {
  is: ['string', 'integer', 'number', 'boolean', 'time', 'date', 'enum', 'address', 'reference'],
  contains: ['string', 'text', 'address'],
  has: TEXTUAL,
  before: ['time', 'date'],
  after: ['time', 'date'],
  at_least: ['integer', 'number'],
  at_most: ['integer', 'number'],
};

function checkFilter(place: string, name: string, filter: Filter, collection: Collection): string[] {
  const problems = checkName(place, name);
  if (PAGING.includes(name)) problems.push(`${place}: ${name} is an argument of every list`);
  const field = own(collection, filter.field);
  if (field === undefined) return [...problems, `${place}.field: a ${collection.noun} has no field ${filter.field}`];
  const kinds: readonly string[] | undefined = TESTABLE[filter.test];
  if (kinds === undefined) return [...problems, `${place}.test: there is no test ${String(filter.test)}`];
  const isList = field.type === 'list';
  const kind = isList ? field.of : field.type;
  const fits = kinds.includes(kind ?? '') && (filter.test === 'contains' || isList === (filter.test === 'has'));
  return fits
    ? problems
    : [
        ...problems,
        `${place}.test: ${filter.test} does not work on ${filter.field}, which is of type ${isList ? `list of ${kind}` : field.type}`,
      ];
}

function checkSort(place: string, sort: string | undefined, collection: Collection): string[] {
  if (sort === undefined) return [];
  const name = sort.replace(/^-/, '');
  const field = own(collection, name);
  if (field === undefined) return [`${place}.sort: a ${collection.noun} has no field ${name}`];
  return field.type === 'list' || field.detail === true
    ? [`${place}.sort: ${name} is a ${field.type === 'list' ? 'list' : 'detail'} and orders nothing that can be seen`]
    : [];
}

function checkFieldNames(place: string, names: readonly string[], collection: Collection): string[] {
  const problems = names.flatMap((name) =>
    own(collection, name) === undefined ? [`${place}: a ${collection.noun} has no field ${name}`] : [],
  );
  if (names.length === 0) problems.push(`${place}: names no field`);
  if (new Set(names).size !== names.length) problems.push(`${place}: names a field twice`);
  return problems;
}

function checkSearched(place: string, names: readonly string[], collection: Collection): string[] {
  return names.flatMap((name) => {
    const field = own(collection, name);
    const kind = field?.type === 'list' ? field.of : field?.type;
    return kind === undefined || ['string', 'text', 'address', 'enum'].includes(kind)
      ? []
      : [`${place}: ${name} holds no words to search for`];
  });
}

type Writing = Extract<Tool, { readonly fields: readonly string[] }>;

function checkSets(place: string, tool: Writing, collection: Collection, definition: ServiceDefinition): string[] {
  return Object.entries(tool.sets ?? {}).flatMap(([name, written]) => {
    const field = own(collection, name);
    if (field === undefined) return [`${place}.sets.${name}: a ${collection.noun} has no field ${name}`];
    if (tool.fields.includes(name)) return [`${place}.sets.${name}: the caller may give it too`];
    return checkWritten(`${place}.sets.${name}`, field, written, definition);
  });
}

/** Every field a new record must have has to come from somewhere. */
function checkFilled(place: string, tool: Writing, collection: Collection): string[] {
  return Object.entries(collection.fields).flatMap(([name, field]) => {
    const filled =
      field.optional === true || field.default !== undefined || tool.fields.includes(name) || Object.hasOwn(tool.sets ?? {}, name);
    return filled ? [] : [`${place}: a new ${collection.noun} would have no ${name}`];
  });
}

function checkAddressees(place: string, tool: Extract<Tool, { readonly kind: 'send' }>, collection: Collection): string[] {
  const problems = tool.addressees.length === 0 ? [`${place}: names no field`] : [];
  for (const name of tool.addressees) {
    const field = own(collection, name);
    if (!tool.fields.includes(name)) problems.push(`${place}: ${name} is none of the tool's fields`);
    else if (field !== undefined && (field.type === 'list' ? field.of : field.type) !== 'address')
      problems.push(`${place}: ${name} holds no addresses`);
  }
  return problems;
}

function own(collection: Collection, name: string): Field | undefined {
  return Object.hasOwn(collection.fields, name) ? collection.fields[name] : undefined;
}
