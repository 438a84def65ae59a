// The keys of tools, kind by kind.
import type { Copy, CreateTool, Filter, FilterTest, Keeps, Repeats, Source, Tool, UpdateTool } from '#services/types.ts';
import { choice, flag, type Key, type KeysOf, listOf, literal, mapOf, name, text, thing } from './forms.ts';

type KeysOfKind = { readonly [Kind in Tool['kind']]: KeysOf<Extract<Tool, { readonly kind: Kind }>> };

/** Kinds of tool, with what such a tool does. */
export const toolKinds = {
  list: 'shows all records that pass the filters given, page by page',
  get: 'shows one record with every field',
  search: 'finds records by words, the best match first',
  summarize: 'counts records and adds up their numbers, by group where wanted',
  free: 'says when people are busy and when all of them are free',
  create: 'makes a record',
  update: 'changes fields of one record',
  delete: 'removes one record for good',
  delete_where: 'removes every record with one value in a field',
  send: 'makes a record that leaves the house',
} as const satisfies { readonly [Kind in Tool['kind']]: string };

function common(kind: Tool['kind'], effects: { readonly [effect: string]: string }) {
  const only = Object.keys(effects);
  return {
    kind: { form: choice({ [kind]: toolKinds[kind] }), about: 'What kind of tool it is.', example: kind },
    effect: {
      form: choice(effects),
      about: `What it does to the office: ${only.join(' or ')}.`,
      example: only[0] ?? '',
    },
    title: { form: text, about: 'What it is called, for people.', example: 'List permits' },
    about: {
      form: text,
      about: 'What it does, for agents: enough to need no manual.',
      example: 'Lists permits, the newest first.',
    },
    collection: { form: name('collection'), about: 'The collection of this service that it works on.', example: 'permits' },
  } satisfies { readonly [key: string]: Key };
}

const read = { read: 'changes nothing' };
const state =
  'It is refused unless the record is in this state: fields with the values that each may have; an empty list, where it may have none.';

/** How a filter selects. */
export const filterTests = {
  is: 'equal',
  in: 'one of the values given',
  contains: 'the text contains it, in any case, with or without accents',
  has: 'the list holds it',
  before: 'times and dates before it',
  after: 'times and dates after it',
  on: 'times and dates on this day',
  since: 'times and dates on this day or later',
  until: 'times and dates on this day or earlier',
  at_least: 'as much or more',
  at_most: 'as much or less',
  given: 'true: records that have the field; false: records that do not',
} as const satisfies { readonly [Test in FilterTest]: string };

const filterKeys: KeysOf<Filter> = {
  field: { form: name('field'), about: 'The field that it looks at.', example: 'status', optional: true },
  fields: {
    form: listOf(name('field')),
    about: 'In the place of `field`, with `contains`: several, of which one that contains the text is enough.',
    example: '[plate, notes]',
    optional: true,
  },
  test: { form: choice<FilterTest>(filterTests), about: 'How the argument selects.', example: 'is' },
  about: {
    form: text,
    about: 'What the argument does, for agents; follows from field and test where it is absent.',
    example: 'Only permits of this person.',
    optional: true,
  },
};

const filters = {
  form: mapOf(thing(filterKeys)),
  about: 'Argument to filter. Several that are given must all hold.',
  example: '{ status: { field: status, test: is } }',
} as const;

const sets = {
  form: mapOf(literal, 'field'),
  about: 'Values that the service fills in, and nobody else: field to value, `$now` or `$setting.NAME`.',
  example: '{ issued: $now }',
  optional: true,
} as const;

const sourceKeys: KeysOf<Source> = {
  argument: { form: text, about: 'The argument that takes its id.', example: 'permit' },
  about: { form: text, about: 'What the argument is, for agents.', example: 'The permit to renew.', optional: true },
  collection: {
    form: name('collection'),
    about: 'The collection of this service that it belongs to, where that is another one than the tool’s.',
    example: 'permits',
    optional: true,
  },
  optional: { form: flag, about: 'It may be left out; then nothing is copied.', example: 'true', optional: true },
};

type CopyOf = Extract<Copy, { readonly of: unknown }>;
type CopyAll = Extract<Copy, { readonly all: unknown }>;

const oneOrSeveral = [name('source'), listOf(name('source'))];

const copyOfKeys: KeysOf<CopyOf> = {
  of: {
    form: { kind: 'either', of: oneOrSeveral },
    about: 'The field of the source; of several, the first that is there.',
    example: 'title',
  },
  prefix: {
    form: text,
    about: 'Stands before the text, unless the text begins with it already.',
    example: '"Re: "',
    optional: true,
  },
  below: {
    form: text,
    about: 'The text stands under what the caller gave for the field, after this line.',
    example: '"--- before ---"',
    optional: true,
  },
};

const copyAllKeys: KeysOf<CopyAll> = {
  all: { form: listOf(name('source')), about: 'Fields of the source whose values come together, each once.', example: '[from, to]' },
  without: {
    form: listOf(text),
    about: 'Values that are left out: literals, `$setting.NAME`.',
    example: '[$setting.mailbox]',
    optional: true,
  },
};

/** What tools that make a record have beside the common keys. */
const making = {
  fields: { form: listOf(name('field')), about: 'The fields that the caller may give.', example: '[plate, holder]' },
  sets,
  from: {
    form: thing(sourceKeys),
    about: 'An existing record that the new one is made from.',
    example: '{ argument: permit }',
    optional: true,
  },
  copies: {
    form: mapOf({ kind: 'either', of: [...oneOrSeveral, thing(copyOfKeys), thing(copyAllKeys)] }, 'field'),
    about: 'Values taken from that record where the caller gives none: field to a field of it, or to the first of several that is there.',
    example: '{ plate: plate }',
    optional: true,
  },
  only_if: {
    form: mapOf(listOf(literal), 'source'),
    about: state.replace('the record', 'the record under `from`'),
    example: '{ status: [active] }',
    optional: true,
  },
} as const;

const repeatsKeys: KeysOf<Repeats> = {
  moves: {
    form: listOf(name('field')),
    about: 'Times and dates that move from date to date, the leading one first.',
    example: '[start, end]',
  },
  series: { form: name('field'), about: 'A text field that holds the id of the first record of the series.', example: 'series' },
};

const createOnly: Pick<KeysOf<CreateTool>, 'repeats'> = {
  repeats: {
    form: thing(repeatsKeys),
    about: 'The caller may want a series, a record for each date.',
    example: '{ moves: [start, end], series: series }',
    optional: true,
  },
};

const keepsKeys: KeysOf<Keeps> = {
  in: { form: name('collection'), about: 'The other collection of this service.', example: 'versions' },
  as: { form: name('kept'), about: 'Its field that holds the id of the record.', example: 'permit' },
};

const updating: Omit<KeysOf<UpdateTool>, 'kind' | 'effect' | 'title' | 'about' | 'collection'> = {
  fields: { form: listOf(name('field')), about: 'The fields that the caller may give a new value.', example: '[plate, status]' },
  requires: { form: listOf(name('field')), about: 'Those of `fields` that must be given.', example: '[plate]', optional: true },
  adds: {
    form: listOf(name('field')),
    about: 'Lists to which values are added, each once: the argument `add_tags` for `tags`.',
    example: '[tags]',
    optional: true,
  },
  removes: {
    form: listOf(name('field')),
    about: 'Lists from which values are taken: the argument `remove_tags` for `tags`.',
    example: '[tags]',
    optional: true,
  },
  makes: {
    form: mapOf(literal, 'field'),
    about: 'What the tool is for: field to the value that it gives. The id is then enough to call it.',
    example: '{ status: revoked }',
    optional: true,
  },
  sets: { ...sets, about: 'Values that the service fills in where something else is changed: field to value, `$now` or `$setting.NAME`.' },
  counts: { form: name('field'), about: 'A whole number that goes up by one with every change.', example: 'version', optional: true },
  only_if: { form: mapOf(listOf(literal), 'field'), about: state, example: '{ status: [active] }', optional: true },
  keeps: {
    form: thing(keepsKeys),
    about: 'The record as it was becomes a record of another collection.',
    example: '{ in: versions, as: permit }',
    optional: true,
  },
};

export const toolKeys: KeysOfKind = {
  list: {
    ...common('list', read),
    filters,
    sort: { form: name('order'), about: 'The field to order by, `-field` for descending; then by id.', example: '-issued', optional: true },
  },
  get: {
    ...common('get', read),
    by: {
      form: name('field'),
      about: 'A field whose value the caller may give in the place of `id`.',
      example: 'plate',
      optional: true,
    },
  },
  search: {
    ...common('search', read),
    in: { form: listOf(name('field')), about: 'The fields that it searches.', example: '[plate, notes]' },
  },
  summarize: {
    ...common('summarize', read),
    filters,
    sums: { form: listOf(name('field')), about: 'Fields that are added up.', example: '[fee]', optional: true },
    groups: {
      form: listOf(text),
      about: 'Fields that the caller may group by; a time or date by its day, month or year: `issued_month`.',
      example: '[status]',
      optional: true,
    },
  },
  free: {
    ...common('free', read),
    who: {
      form: mapOf(name('field')),
      about: 'Argument to the field of `occupies` whose references it takes.',
      example: '{ people: attendees }',
    },
  },
  create: { ...common('create', { create: 'makes records', spend: 'makes records and costs money' }), ...making, ...createOnly },
  update: { ...common('update', { update: 'changes records', spend: 'changes records and costs money' }), ...updating },
  delete: {
    ...common('delete', { delete: 'removes records' }),
    only_if: { form: mapOf(listOf(literal), 'field'), about: state, example: '{ status: [draft] }', optional: true },
  },
  delete_where: {
    ...common('delete_where', { delete: 'removes records' }),
    by: { form: name('field'), about: 'The field whose value the argument of the same name gives.', example: 'series' },
  },
  send: {
    ...common('send', { send: 'something leaves the house' }),
    ...making,
    addressees: { form: listOf(name('field')), about: 'Those of `fields` that hold where it goes.', example: '[to]' },
  },
};
