// Every key of a service file: one table for each thing of runtime/services/types.ts. TypeScript says where one is missing.
import type { Collection, Field, FieldType, Occupation, Rows, ServiceDefinition, Tool } from '#services/types.ts';
import { choice, type Form, flag, type Key, type Keys, type KeysOf, listOf, literal, mapOf, name, text, thing } from './forms.ts';
import { toolKeys } from './tool-keys.ts';

/** Kinds of field, with what their values are. */
export const fieldTypes = {
  string: 'a short text',
  text: 'a longer text, over several lines maybe',
  secret: 'a text that nothing but a get tool shows',
  integer: 'a whole number',
  number: 'a number',
  money: 'an amount of a `currency`, exact',
  boolean: 'true or false',
  time: 'a moment: 2026-03-09T09:00:00+01:00',
  date: 'a day: 2026-03-09',
  duration: 'a length of time: 1h 30m',
  enum: 'one of `values`',
  address: 'a mail address',
  reference: 'the id of a record of the collection `to`',
  list: 'several values; `of` says of which type',
} as const satisfies { readonly [T in FieldType]: string };

const { list: _, ...itemTypes } = fieldTypes;

export const fieldKeys: KeysOf<Field> = {
  type: { form: choice<FieldType>(fieldTypes), about: 'What values it has.', example: 'string' },
  about: { form: text, about: 'One sentence for agents and authors: what stands there.', example: 'What stands on the number plate.' },
  values: { form: listOf(text), about: 'Of an enum: the values, in their order.', example: '[active, expired]', optional: true },
  to: {
    form: name('reference'),
    about: 'Of a reference, and of a list of references: the collection whose records it names, as service.collection.',
    example: 'contacts.people',
    optional: true,
  },
  currency: {
    form: text,
    about: 'Of money: the code of its currency, or the name of the field beside it that holds the code.',
    example: 'EUR',
    optional: true,
  },
  of: {
    form: choice<Exclude<FieldType, 'list'>>(itemTypes),
    about: 'Of a list: the type of its values.',
    example: 'string',
    optional: true,
  },
  goes_along: {
    form: flag,
    about: 'Of a reference, and of a list of references: who is sent the record can read what it names as well, such as attachments.',
    example: 'true',
    optional: true,
  },
  only_if: {
    form: mapOf(listOf(literal), 'referred'),
    about:
      'Of a reference, and of a list of references: the state in which a record has to be for a call to name it, as field: [values]; an empty list: it has none. A scenario may name any.',
    example: '{ status: [active] }',
    optional: true,
  },
  optional: { form: flag, about: 'It may be absent. Every other field is in every record.', example: 'true', optional: true },
  detail: { form: flag, about: 'Only a get tool shows it; lists and searches leave it out.', example: 'true', optional: true },
  after: {
    form: name('field'),
    about: 'Of times, dates and numbers: the field of the same type that this one has to be later (larger) than.',
    example: 'valid_from',
    optional: true,
  },
  default: {
    form: literal,
    about: 'What a new record has that does not say otherwise: a value, `$now`, or `$setting.NAME`. A list has none.',
    example: 'active',
    optional: true,
  },
};

const occupationKeys: KeysOf<Occupation> = {
  who: { form: name('field'), about: 'A list of references: who is occupied.', example: 'attendees' },
  also: {
    form: listOf(name('field')),
    about: 'Other fields whose references are occupied as well.',
    example: '[room]',
    optional: true,
  },
  from: { form: name('field'), about: 'The time at which it begins.', example: 'start' },
  to: { form: name('field'), about: 'The time at which it ends.', example: 'end' },
  unless: {
    form: mapOf(listOf(text), 'field'),
    about: 'A record with one of these values in a field takes up no time.',
    example: '{ status: [cancelled] }',
    optional: true,
  },
};

const rowsKeys: KeysOf<Rows> = {
  of: { form: name('field'), about: 'The reference to the table, in another collection of this service.', example: 'table' },
  columns: {
    form: text,
    about:
      'There: a list of strings, a column each, such as `amount: number, required` or `status: one of open | closed`. Of rows with a `number` they are bare names, the header.',
    example: 'columns',
  },
  cells: {
    form: name('field'),
    about: 'Here: a list of strings, a cell each, `column=value`; of rows with a `number` the bare cells in the order of the header.',
    example: 'cells',
  },
  number: {
    form: name('field'),
    about: 'Here: a whole number, the place of the row in its sheet, so that ranges such as B2:D10 can be read. The header is row 1.',
    example: 'number',
    optional: true,
  },
  name: { form: text, about: 'In the table: the name that may stand before a range.', example: 'name', optional: true },
  key: { form: text, about: 'In the table: the name of the column that tells its rows apart.', example: 'key', optional: true },
};

const collectionKeys: KeysOf<Collection> = {
  about: { form: text, about: 'One sentence: what its records are.', example: 'One entry per permit.' },
  noun: { form: text, about: 'What one record is called, in the singular.', example: 'permit' },
  prefix: {
    form: text,
    about: 'What ids begin with, before a running number: a letter first, no digit last. Every collection of a service has its own.',
    example: 'PER-',
  },
  fields: {
    form: mapOf(thing(fieldKeys)),
    about: 'Name to field. The id is there without being named.',
    example: '{ plate: { type: string, about: … } }',
  },
  occupies: {
    form: thing(occupationKeys),
    about: 'Its records take up somebody’s time, so that slots and free times can be looked for.',
    example: '{ who: attendees, from: start, to: end }',
    optional: true,
  },
  rows: {
    form: thing(rowsKeys),
    about: 'Its records are rows of tables whose columns stand in another record: for tools of the kind `rows`.',
    example: '{ of: table, columns: columns, cells: cells }',
    optional: true,
  },
};

/** The top of a service file. */
export const serviceKeys: KeysOf<ServiceDefinition> = {
  name: {
    form: text,
    about: 'What it is called under `services:` and in the names of its tools; the file is called NAME.service.yaml.',
    example: 'parking',
  },
  title: { form: text, about: 'The same for people.', example: 'Parking' },
  about: { form: text, about: 'One or two sentences for agents and authors: what it is for.', example: 'Parking permits of the staff.' },
  settings: {
    form: mapOf(thing(fieldKeys)),
    about: 'Values that a scenario gives beside the records, as `$setting.NAME` in defaults and `sets`: name to field.',
    example: '{ office: { type: address, about: … } }',
    optional: true,
  },
  collections: { form: mapOf(thing(collectionKeys)), about: 'Name to collection of records.', example: '{ permits: { … } }' },
  tools: { form: { kind: 'kinds', of: toolKeys }, about: 'Name to tool.', example: '{ list_permits: { … } }' },
};

export interface FoundKey extends Key {
  /** What it is called. */
  readonly key: string;
  /** The path ends at a name below it, so that the whole thing of that name is meant. */
  readonly named: boolean;
}

/** The key that a path of a service file leads to, by the tool's kind where one is on the way; undefined where there is none. */
export function keyAt(path: readonly (string | number)[], kindOf: (tool: string) => string | undefined): FoundKey | undefined {
  let keys: Keys | undefined = serviceKeys;
  let found: FoundKey | undefined;
  for (let i = 0; i < path.length; i++) {
    const key = path[i];
    if (typeof key === 'number') continue;
    const known: Key | undefined = keys !== undefined && key !== undefined && Object.hasOwn(keys, key) ? keys[key] : undefined;
    if (known === undefined || key === undefined) return undefined;
    const { form }: Key = known;
    const holdsNames = form.kind === 'map' || form.kind === 'kinds';
    found = { ...known, key, named: holdsNames && i + 1 === path.length - 1 };
    if (holdsNames) i++;
    const of: Form = form.kind === 'map' || form.kind === 'list' ? form.of : form;
    keys = of.kind === 'thing' ? of.keys : of.kind === 'kinds' ? of.of[kindOf(String(path[i])) ?? ''] : undefined;
  }
  return found;
}

/** Which kinds of tool there are. */
export const toolKindNames = Object.keys(toolKeys) as readonly Tool['kind'][];
