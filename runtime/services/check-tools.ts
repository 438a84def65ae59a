// Whether a tool of a definition makes sense: its words, its effect, and what its kind asks for.
import { withArticle } from './article.ts';
import { checkAlso } from './check-also.ts';
import { checkCopies, checkKeeps, checkLists, checkRepeats, checkState } from './check-making.ts';
import { checkRowsTool, tableOf } from './check-rows.ts';
import { checkFieldNames, checkName, checkWords, checkWritten, kindIn, own, TEXTUAL, typeWords } from './check-words.ts';
import {
  type Collection,
  type CreateTool,
  type Filter,
  type Filters,
  type FilterTest,
  type FindCollection,
  fieldPath,
  filteredFields,
  isDetail,
  type RecordTool,
  type SendTool,
  type ServiceDefinition,
  type SummarizeTool,
  type Tool,
  testToldBy,
  type UpdateTool,
} from './types.ts';

/** Problems of a tool, each beginning with its place. */
export function checkTool(name: string, tool: Tool, definition: ServiceDefinition, find: FindCollection): string[] {
  const place = `tools.${name}`;
  const collection = Object.hasOwn(definition.collections, tool.collection) ? definition.collections[tool.collection] : undefined;
  const problems = [...checkName(place, name), ...checkWords(tool, place)];
  if (`${definition.name}_${name}`.length > LONGEST_TOOL_NAME)
    problems.push(`${place}: the name is too long for some clients (${LONGEST_TOOL_NAME} characters with its service)`);
  const effects: readonly string[] | undefined = EFFECTS[tool.kind];
  if (effects === undefined) return [...problems, `${place}.kind: there is no kind ${String(tool.kind)}`];
  if (!effects.includes(tool.effect))
    problems.push(`${place}.effect: a ${tool.kind} tool has the effect ${effects.join(' or ')}, not ${tool.effect}`);
  if ('outward' in tool && tool.outward && tool.effect !== 'read') problems.push(`${place}.outward: only tools that read have it`);
  if (tool.kind === 'folder') return problems;
  if (collection === undefined) return [...problems, `${place}.collection: there is no collection ${tool.collection}`];
  return [...problems, ...checkKind(place, tool, collection, { definition, find }), ...checkArguments(place, argumentNames(tool))];
}

/** Most characters of `service_tool`: clients put `mcp__desk__` before it and take 64 in all. */
const LONGEST_TOOL_NAME = 50;

const EFFECTS: { readonly [kind in Tool['kind']]: readonly string[] } = {
  list: ['read'],
  get: ['read'],
  search: ['read'],
  summarize: ['read'],
  free: ['read'],
  create: ['create', 'spend'],
  update: ['update', 'spend'],
  delete: ['delete'],
  delete_where: ['delete'],
  send: ['send'],
  rows: ['read', 'create', 'update', 'delete'],
  folder: ['read', 'create', 'update', 'delete'],
};

/** The definition that a tool is part of, and how other collections are looked up: those of services that are known. */
interface Around {
  readonly definition: ServiceDefinition;
  readonly find: FindCollection;
}

function checkKind(place: string, tool: RecordTool, collection: Collection, around: Around): string[] {
  const { definition, find } = around;
  switch (tool.kind) {
    case 'get':
      return [
        ...(tool.by === undefined ? [] : checkBy(`${place}.by`, tool.by, collection)),
        ...(tool.picture === undefined ? [] : checkPicture(`${place}.picture`, tool.picture, collection)),
      ];
    case 'delete':
      return [...checkState(`${place}.only_if`, tool.only_if, collection), ...checkAlso(`${place}.also`, tool.also, { tool, ...around })];
    case 'delete_where':
      return checkBy(`${place}.by`, tool.by, collection);
    case 'list':
      return [...checkFilters(place, tool.filters, collection, find), ...checkSort(place, tool.sort, collection)];
    case 'search':
      return [
        ...checkFieldNames(`${place}.in`, tool.in, collection),
        ...checkSearched(`${place}.in`, tool.in, collection),
        ...checkFilters(place, tool.filters ?? {}, collection, find),
      ];
    case 'summarize':
      return [...checkFilters(place, tool.filters, collection, find), ...checkSummary(place, tool, collection)];
    case 'free':
      return checkWho(place, tool.who, collection);
    case 'update':
      return [...checkUpdate(place, tool, collection, definition), ...checkAlso(`${place}.also`, tool.also, { tool, ...around })];
    case 'create':
      return [...checkMaking(place, tool, collection, around), ...checkRepeats(`${place}.repeats`, tool, collection)];
    case 'rows':
      return [
        ...checkRowsTool(place, tool, collection, definition),
        ...checkState(
          `${place}.only_if`,
          tool.only_if,
          (collection.rows && tableOf(collection.rows, collection, definition)) ?? collection,
        ),
      ];
    case 'send':
      return [...checkMaking(place, tool, collection, around), ...checkAddressees(`${place}.addressees`, tool, collection)];
  }
}

function checkUpdate(place: string, tool: UpdateTool, collection: Collection, definition: ServiceDefinition): string[] {
  const { fields, adds = [], removes = [], makes, requires = [], counts, clears = [] } = tool;
  const isBare = fields.length === 0 && (adds.length > 0 || removes.length > 0 || makes !== undefined || clears.length > 0);
  return [
    ...(isBare ? [] : checkFieldNames(`${place}.fields`, fields, collection)),
    ...requires.flatMap((name) => (fields.includes(name) ? [] : [`${place}.requires: ${name} is none of the tool's fields`])),
    ...checkLists(place, tool, collection),
    ...checkSets(`${place}.makes`, makes ?? {}, { tool, collection, definition }),
    ...checkClears(`${place}.clears`, tool, collection),
    ...checkSets(`${place}.sets`, tool.sets ?? {}, { tool, collection, definition }),
    ...(counts === undefined || (own(collection, counts)?.type === 'integer' && !fields.includes(counts))
      ? []
      : [`${place}.counts: ${counts} is no whole number of the service's own`]),
    ...checkState(`${place}.only_if`, tool.only_if, collection),
    ...checkKeeps(`${place}.keeps`, tool, definition),
  ];
}

/** What is taken away may be absent, and nothing else says what stands there. */
function checkClears(place: string, tool: UpdateTool, collection: Collection): string[] {
  if (tool.clears === undefined) return [];
  const { fields, makes = {}, sets = {}, adds = [], removes = [] } = tool;
  return [
    ...checkFieldNames(place, tool.clears, collection),
    ...tool.clears.flatMap((name) => {
      const field = own(collection, name);
      if (field !== undefined && field.optional !== true) return [`${place}: every ${collection.noun} has a ${name}`];
      if ([...fields, ...adds, ...removes].includes(name)) return [`${place}: the caller may give ${name} too`];
      return Object.hasOwn(makes, name) || Object.hasOwn(sets, name) ? [`${place}: ${name} is set by the tool itself`] : [];
    }),
  ];
}

function checkMaking(place: string, tool: CreateTool | SendTool, collection: Collection, around: Around): string[] {
  const { definition } = around;
  const { only_if: state } = tool;
  const source = definition.collections[tool.from?.collection ?? tool.collection];
  // What is made from another record may need nothing more from the caller.
  const isCopy = tool.from !== undefined && tool.fields.length === 0;
  return [
    ...(isCopy ? [] : checkFieldNames(`${place}.fields`, tool.fields, collection)),
    ...checkSets(`${place}.sets`, tool.sets ?? {}, { tool, collection, definition }),
    ...checkCopies(place, tool, collection, definition),
    ...(state !== undefined && tool.from === undefined ? [`${place}.only_if: there is no record that it is made from`] : []),
    ...(source === undefined || tool.from === undefined ? [] : checkState(`${place}.only_if`, state, source)),
    ...checkFilled(place, tool, collection),
    ...checkConsumed(place, tool),
    ...checkAlso(`${place}.also`, tool.also, { tool, ...around }),
  ];
}

/** The id of what is gone afterwards leads nowhere. */
function checkConsumed(place: string, { from, copies = {} }: CreateTool | SendTool): string[] {
  if (from?.consumed !== true) return [];
  const named = Object.entries(copies).find(([, copy]) => JSON.stringify(copy).includes('"id"'));
  return named === undefined ? [] : [`${place}.copies.${named[0]}: the id is that of a record that is gone afterwards`];
}

/** Which kinds of field (of a list: of its values) each test works on. No test works on secrets. */
const TESTABLE: { readonly [test in FilterTest]: readonly string[] } = {
  is: ['string', 'integer', 'number', 'money', 'boolean', 'time', 'date', 'duration', 'enum', 'address', 'reference'],
  in: ['string', 'date', 'enum', 'address', 'reference'],
  contains: ['string', 'text', 'address'],
  has: TEXTUAL,
  before: ['time', 'date'],
  after: ['time', 'date'],
  not_before: ['time', 'date'],
  not_after: ['time', 'date'],
  on: ['time', 'date'],
  since: ['time', 'date'],
  until: ['time', 'date'],
  at_least: ['integer', 'number', 'money', 'duration', 'date'],
  at_most: ['integer', 'number', 'money', 'duration', 'date'],
  given: [...TEXTUAL, 'integer', 'number', 'money', 'boolean'],
};

/** Tests that look into lists as well, and the one that looks into nothing else. */
const IN_LISTS: readonly string[] = ['contains', 'in', 'given', 'has'];

/** Arguments that lists and searches have anyway. */
const PAGING: readonly string[] = ['limit', 'cursor'];

function checkFilters(place: string, filters: Filters, collection: Collection, find: FindCollection): string[] {
  return Object.entries(filters).flatMap(([name, filter]) => checkFilter(`${place}.filters.${name}`, filter, { name, collection, find }));
}

interface Filtered {
  /** The argument. */
  readonly name: string;
  readonly collection: Collection;
  readonly find: FindCollection;
}

function checkFilter(place: string, filter: Filter, { name, collection, find }: Filtered): string[] {
  const problems = checkName(place, name);
  if (PAGING.includes(name)) problems.push(`${place}: ${name} is an argument of every list`);
  if ((filter.field === undefined) === (filter.fields === undefined)) return [...problems, `${place}: has either field or fields`];
  if (filter.fields !== undefined && filter.test !== 'contains') problems.push(`${place}.fields: only contains looks at several`);
  if (filter.fields?.length === 0) problems.push(`${place}.fields: names no field`);
  const kinds: readonly string[] | undefined = TESTABLE[filter.test];
  if (kinds === undefined) problems.push(`${place}.test: there is no test ${String(filter.test)}`);
  const told = testToldBy(name);
  if (kinds !== undefined && told !== undefined && told !== filter.test)
    problems.push(`${place}.test: an argument whose name ends in ${told} has the test ${told}, not ${filter.test}: agents believe names`);
  for (const sought of filteredFields(filter)) {
    const at = `${place}.${filter.field === undefined ? 'fields' : 'field'}`;
    const { reference, field: last } = fieldPath(sought);
    if (last.includes('.')) {
      problems.push(`${at}: ${sought} is more than one step away`);
      continue;
    }
    const by = reference === undefined ? undefined : own(collection, reference);
    if (reference !== undefined && (by === undefined || kindIn(by) !== 'reference' || filter.field === undefined)) {
      problems.push(
        `${at}: ${filter.field === undefined ? `${sought} is of another record` : `${reference} is no reference of ${withArticle(collection.noun)}`}`,
      );
      continue;
    }
    const holder = by === undefined ? collection : find(by.to ?? '');
    // Of a service that is not known nothing can be said; that there is none is said of the reference.
    if (holder === undefined) continue;
    const field = own(holder, last);
    if (field === undefined) problems.push(`${at}: ${withArticle(holder.noun)} has no field ${last}`);
    else if (kinds !== undefined) {
      const fits = kinds.includes(kindIn(field)) && (field.type === 'list' ? IN_LISTS.includes(filter.test) : filter.test !== 'has');
      if (!fits) problems.push(`${place}.test: ${filter.test} does not work on ${sought}, which is of type ${typeWords(field)}`);
    }
  }
  return problems;
}

function checkSort(place: string, sort: string | undefined, collection: Collection): string[] {
  if (sort === undefined) return [];
  const name = sort.replace(/^-/, '');
  const field = own(collection, name);
  if (field === undefined) return [`${place}.sort: ${withArticle(collection.noun)} has no field ${name}`];
  return field.type === 'list' || isDetail(field)
    ? [`${place}.sort: ${name} is a ${field.type === 'list' ? 'list' : 'detail'} and orders nothing that can be seen`]
    : [];
}

function checkSearched(place: string, names: readonly string[], collection: Collection): string[] {
  return names.flatMap((name) => {
    const field = own(collection, name);
    return field === undefined || ['string', 'text', 'address', 'enum'].includes(kindIn(field))
      ? []
      : [`${place}: ${name} holds no words to search for`];
  });
}

/** What details hold is nobody's to learn from a sum. */
function checkSummary(place: string, { sums = [], extremes = [], groups = [] }: SummarizeTool, collection: Collection): string[] {
  const fits = (at: string, names: readonly string[], kinds: readonly string[], words: string) => [
    ...(names.length === 0 ? [] : checkFieldNames(at, names, collection)),
    ...names.flatMap((name) => {
      const field = own(collection, name);
      if (field === undefined || (kinds.includes(kindIn(field)) && !isDetail(field))) return [];
      return [`${at}: ${name} ${isDetail(field) ? 'is a detail, which lists do not show' : words}`];
    }),
  ];
  return [
    ...fits(`${place}.sums`, sums, ['integer', 'number', 'money', 'duration'], 'cannot be added up'),
    ...fits(`${place}.extremes`, extremes, ['integer', 'number', 'money', 'duration', 'time', 'date'], 'has no least and no most'),
    ...fits(`${place}.groups`, groups, ['string', 'integer', 'boolean', 'time', 'date', 'enum', 'address', 'reference'], 'makes no groups'),
  ];
}

function checkBy(place: string, by: string, collection: Collection): string[] {
  const field = own(collection, by);
  if (field === undefined) return [`${place}: ${withArticle(collection.noun)} has no field ${by}`];
  return ['string', 'enum', 'reference'].includes(field.type)
    ? []
    : [`${place}: ${by} is of type ${typeWords(field)}; it has to be a single text`];
}

function checkPicture(place: string, name: string, collection: Collection): string[] {
  const field = own(collection, name);
  if (own(collection, 'picture') !== undefined)
    return [`${place}: ${withArticle(collection.noun)} has a field picture already, in whose place the answer tells of it`];
  if (field === undefined) return [`${place}: ${withArticle(collection.noun)} has no field ${name}`];
  return field.type === 'string' ? [] : [`${place}: ${name} is of type ${typeWords(field)}; a path is a string`];
}

function checkWho(place: string, who: { readonly [argument: string]: string }, { occupies, noun }: Collection): string[] {
  if (occupies === undefined) return [`${place}.kind: ${withArticle(noun)} takes up nobody's time, so there is no occupies to ask about`];
  const fields = [occupies.who, ...(occupies.also ?? [])];
  return [
    ...(Object.keys(who).length === 0 ? [`${place}.who: there is no argument`] : []),
    ...Object.entries(who).flatMap(([argument, field]) => [
      ...checkName(`${place}.who.${argument}`, argument),
      ...(fields.includes(field) ? [] : [`${place}.who.${argument}: ${field} is not among what occupies names`]),
    ]),
  ];
}

type Writing = CreateTool | UpdateTool | SendTool;

function checkSets(
  place: string,
  sets: { readonly [field: string]: string | number | boolean },
  { tool, collection, definition }: { readonly tool: Writing; readonly collection: Collection; readonly definition: ServiceDefinition },
): string[] {
  return Object.entries(sets).flatMap(([name, written]) => {
    const field = own(collection, name);
    if (field === undefined) return [`${place}.${name}: ${withArticle(collection.noun)} has no field ${name}`];
    if (tool.fields.includes(name)) return [`${place}.${name}: the caller may give it too`];
    return checkWritten(`${place}.${name}`, field, written, definition);
  });
}

/** Every field a new record must have has to come from somewhere. */
function checkFilled(place: string, tool: CreateTool | SendTool, collection: Collection): string[] {
  return Object.entries(collection.fields).flatMap(([name, field]) => {
    const filled =
      field.optional === true ||
      field.default !== undefined ||
      tool.fields.includes(name) ||
      [tool.sets, tool.copies].some((values) => values !== undefined && Object.hasOwn(values, name));
    return filled ? [] : [`${place}: a new ${collection.noun} would have no ${name}`];
  });
}

function checkAddressees(place: string, tool: SendTool, collection: Collection): string[] {
  const problems = tool.addressees.length === 0 ? [`${place}: names no field`] : [];
  for (const name of tool.addressees) {
    const field = own(collection, name);
    const isFilled = tool.fields.includes(name) || Object.hasOwn(tool.copies ?? {}, name);
    if (!isFilled) problems.push(`${place}: ${name} is none of the tool's fields`);
    else if (field !== undefined && kindIn(field) !== 'address') problems.push(`${place}: ${name} holds no addresses`);
  }
  return problems;
}

function checkArguments(place: string, names: readonly string[]): string[] {
  const twice = names.filter((name, index) => names.indexOf(name) !== index);
  return [...new Set(twice)].map((name) => `${place}: two arguments are called ${name}`);
}

/** Names of all arguments but those of paging, and those that stand twice in a list of fields, which is said elsewhere. */
function argumentNames(tool: Tool): readonly string[] {
  switch (tool.kind) {
    case 'get':
      return ['id', ...(tool.by === undefined ? [] : [tool.by])];
    case 'search':
      return ['query', ...Object.keys(tool.filters ?? {})];
    case 'summarize':
      return [...Object.keys(tool.filters), ...((tool.groups ?? []).length > 0 ? ['group_by'] : [])];
    case 'free':
      return [...Object.keys(tool.who), 'from', 'to', 'duration', 'working_hours'];
    case 'create':
    case 'send': {
      const repeats = tool.kind === 'create' && tool.repeats !== undefined ? ['repeats', 'until', 'times'] : [];
      return [...(tool.from === undefined ? [] : [tool.from.argument]), ...new Set(tool.fields), ...repeats];
    }
    case 'update': {
      const [adds, removes] = [new Set(tool.adds ?? []), new Set(tool.removes ?? [])];
      return ['id', ...new Set(tool.fields), ...[...adds].map((name) => `add_${name}`), ...[...removes].map((name) => `remove_${name}`)];
    }
    default:
      return [];
  }
}
