// The keys of tools, kind by kind.
import type {
  Also,
  Copy,
  CreateTool,
  Filter,
  FilterTest,
  Keeps,
  RecordTool,
  Repeats,
  RowsAction,
  Source,
  UpdateTool,
} from '#services/types.ts';
import { amount, choice, flag, type Key, type KeysOf, listOf, literal, mapOf, name, text, thing } from './forms.ts';

type KeysOfKind = { readonly [Kind in RecordTool['kind']]: KeysOf<Extract<RecordTool, { readonly kind: Kind }>> };

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
  rows: 'reads or changes the rows of a table whose columns stand in a record',
} as const satisfies { readonly [Kind in RecordTool['kind']]: string };

/** What a tool of the kind `rows` does. */
export const rowsActions = {
  query: 'shows the rows that meet conditions',
  summarize: 'counts rows, adds up, averages, by group where wanted',
  insert: 'adds a row',
  update: 'changes the rows that meet conditions',
  delete: 'removes the rows that meet conditions',
  read_range: 'shows the cells of a range such as B2:D10',
  write_range: 'writes the cells of a range',
  clear_range: 'empties the cells of a range',
} as const satisfies { readonly [Action in RowsAction]: string };

function common(kind: RecordTool['kind'], effects: { readonly [effect: string]: string }) {
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
    outward: {
      form: flag,
      about: 'What it is given leaves the house, though it only reads: words for a search engine, an address that is fetched.',
      example: 'true',
      optional: true,
    },
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
  not_before: 'times and dates not before it',
  not_after: 'times and dates not after it',
  on: 'times and dates on this day',
  since: 'times and dates on this day or later',
  until: 'times and dates on this day or earlier',
  at_least: 'as much or more',
  at_most: 'as much or less',
  given: 'true: records that have the field; false: records that do not',
} as const satisfies { readonly [Test in FilterTest]: string };

const filterKeys: KeysOf<Filter> = {
  field: {
    form: name('path'),
    about:
      'The field that it looks at; or REFERENCE.FIELD, a field of the record that a reference leads to. There is no such argument where the service of that record is not mounted.',
    example: 'status',
    optional: true,
  },
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
  consumed: { form: flag, about: 'It is gone afterwards, as a draft that was sent.', example: 'true', optional: true },
};

export const alsoKeys: KeysOf<Also> = {
  every: {
    form: name('collection'),
    about: 'Another collection of this service: the records of it that refer to the tool’s record, with `by`.',
    example: 'lines',
    optional: true,
  },
  by: { form: name('back'), about: 'The reference of those records to the tool’s record.', example: 'permit', optional: true },
  to: {
    form: name('leading'),
    about: 'A reference of the tool’s record (or of those under `every`) to the record that is changed, in any service.',
    example: 'lot',
    optional: true,
  },
  adds: {
    form: mapOf(amount('leading'), 'changed'),
    about:
      'Number fields of the record that is changed, each with what is added: a number, or a number field of the record that led there.',
    example: '{ free: 1 }',
    optional: true,
  },
  takes: {
    form: mapOf(amount('leading'), 'changed'),
    about:
      'Number fields of the record that is changed, each with what is taken away: a number, or a number field of the record that led there. The call is refused where less than nothing would be left.',
    example: '{ free: 1 }',
    optional: true,
  },
  sets: {
    form: mapOf(literal, 'changed'),
    about: 'Values that it gets: field to value, `$now` or `$setting.NAME`.',
    example: '{ changed: $now }',
    optional: true,
  },
};

const also = {
  form: listOf(thing(alsoKeys)),
  about:
    'Other records that change with it: those that its record leads to, along a reference (`to`), or that refer to it (`every`, `by`). Where there are none, or their service is not mounted, nothing more is changed.',
  example: '[{ to: lot, takes: { free: 1 } }]',
  optional: true,
} as const;

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
  also,
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

const updating: Omit<KeysOf<UpdateTool>, 'kind' | 'effect' | 'title' | 'about' | 'collection' | 'outward'> = {
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
  clears: {
    form: listOf(name('field')),
    about: 'Optional fields that it takes away. The id is then enough to call it.',
    example: '[notes]',
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
  also,
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
    picture: {
      form: name('field'),
      about: 'A field that holds a path in the shared folder: the picture that lay there at the start is shown beside the record.',
      example: 'photo',
      optional: true,
    },
  },
  search: {
    ...common('search', read),
    in: { form: listOf(name('field')), about: 'The fields that it searches.', example: '[plate, notes]' },
    filters: { ...filters, about: 'Argument to filter: only among records that pass them.', optional: true },
  },
  summarize: {
    ...common('summarize', read),
    filters,
    sums: { form: listOf(name('field')), about: 'Fields that are added up.', example: '[fee]', optional: true },
    extremes: {
      form: listOf(name('field')),
      about: 'Fields of which the least and the most are told: numbers, amounts, lengths of time, times, dates.',
      example: '[fee, issued]',
      optional: true,
    },
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
    also,
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
  rows: {
    ...common('rows', { read: 'changes nothing', create: 'makes rows', update: 'changes rows', delete: 'removes rows' }),
    action: { form: choice<RowsAction>(rowsActions), about: 'What it does; the arguments follow from it.', example: 'query' },
    fields: {
      form: listOf(name('field')),
      about: 'With insert and update: other fields of the row that the caller may give.',
      example: '[remark]',
      optional: true,
    },
    sets: { ...sets, about: 'Values that the service fills in where a row is made or changed: field to value, `$now` or `$setting.NAME`.' },
    only_if: {
      form: mapOf(listOf(literal), 'table'),
      about: state.replace('the record', 'the table'),
      example: '{ locked: [false] }',
      optional: true,
    },
  },
};
