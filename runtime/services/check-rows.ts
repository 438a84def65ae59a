// Whether what a definition says of rows of tables makes sense.
import { withArticle } from './article.ts';
import { checkFieldNames, checkWritten, own } from './check-words.ts';
import type { Collection, Field, Rows, RowsAction, RowsTool, ServiceDefinition } from './types.ts';

const EFFECTS: { readonly [Action in RowsAction]: RowsTool['effect'] } = {
  query: 'read',
  summarize: 'read',
  insert: 'create',
  update: 'update',
  delete: 'delete',
  read_range: 'read',
  write_range: 'update',
  clear_range: 'update',
};

/** Names of arguments that the actions have. */
const ARGUMENTS: readonly string[] = [
  'where',
  'cells',
  'id',
  'columns',
  'sort',
  'limit',
  'cursor',
  'calculate',
  'group_by',
  'range',
  'values',
];

/** The fields in which rows, their tables and their cells stand. */
export function checkRows(place: string, collection: Collection, definition: ServiceDefinition): string[] {
  const { rows } = collection;
  if (rows === undefined) return [];
  const table = tableOf(rows, collection, definition);
  if (table === undefined) return [`${place}.of: ${rows.of} is no reference to another collection of the service`];
  const isList = (field: Field | undefined) => field?.type === 'list' && field.of === 'string';
  const text = (key: 'name' | 'key') => {
    const name = rows[key];
    return name === undefined || own(table, name)?.type === 'string'
      ? []
      : [`${place}.${key}: ${name} is no string of ${withArticle(table.noun)}`];
  };
  return [
    ...(ARGUMENTS.includes(rows.of) ? [`${place}.of: ${rows.of} is the name of another argument`] : []),
    ...(isList(own(table, rows.columns)) ? [] : [`${place}.columns: ${rows.columns} is no list of strings of ${withArticle(table.noun)}`]),
    ...(isList(own(collection, rows.cells))
      ? []
      : [`${place}.cells: ${rows.cells} is no list of strings of ${withArticle(collection.noun)}`]),
    ...(rows.number === undefined || own(collection, rows.number)?.type === 'integer'
      ? []
      : [`${place}.number: ${rows.number} is no whole number of ${withArticle(collection.noun)}`]),
    ...text('name'),
    ...text('key'),
    ...(rows.number !== undefined && rows.key !== undefined
      ? [`${place}.key: the columns of rows with a number are a header and have no key`]
      : []),
  ];
}

/** What a tool does goes with its effect and its collection, and a new row has everything that it must have. */
export function checkRowsTool(place: string, tool: RowsTool, collection: Collection, definition: ServiceDefinition): string[] {
  const { rows } = collection;
  if (rows === undefined) return [`${place}.kind: ${withArticle(collection.noun)} is no row of a table, so there is no rows to work on`];
  const effect: string | undefined = EFFECTS[tool.action];
  if (effect === undefined) return [`${place}.action: there is no action ${String(tool.action)}`];
  const { fields = [], sets = {} } = tool;
  const isWriting = effect !== 'read' && tool.action !== 'delete';
  const own3 = [rows.of, rows.cells, rows.number];
  const makesRows = tool.action === 'insert' || tool.action === 'write_range';
  return [
    ...(tool.effect === effect ? [] : [`${place}.effect: ${tool.action} has the effect ${effect}, not ${tool.effect}`]),
    ...(tool.action.endsWith('_range') && rows.number === undefined ? [`${place}.action: rows without a number have no places`] : []),
    ...(fields.length === 0 ? [] : checkFieldNames(`${place}.fields`, fields, collection)),
    ...(fields.length > 0 && tool.action !== 'insert' && tool.action !== 'update' ? [`${place}.fields: ${tool.action} takes none`] : []),
    ...fields.flatMap((name) =>
      own3.includes(name) || Object.hasOwn(sets, name) || ARGUMENTS.includes(name)
        ? [`${place}.fields: ${name} is given in another way`]
        : [],
    ),
    ...Object.entries(sets).flatMap(([name, written]) => {
      const field = own(collection, name);
      if (field === undefined) return [`${place}.sets.${name}: ${withArticle(collection.noun)} has no field ${name}`];
      if (!isWriting || own3.includes(name)) return [`${place}.sets.${name}: ${tool.action} does not set it`];
      return checkWritten(`${place}.sets.${name}`, field, written, definition);
    }),
    ...Object.entries(makesRows ? collection.fields : {}).flatMap(([name, field]) => {
      const filled = field.optional === true || field.default !== undefined || Object.hasOwn(sets, name) || fields.includes(name);
      return filled || own3.includes(name) ? [] : [`${place}: a new ${collection.noun} would have no ${name}`];
    }),
  ];
}

/** The collection of the tables that rows belong to. */
export function tableOf(rows: Rows, collection: Collection, definition: ServiceDefinition): Collection | undefined {
  const reference = own(collection, rows.of);
  const [service, name = ''] = (reference?.type === 'reference' ? (reference.to ?? '') : '').split('.');
  const table = service === definition.name && Object.hasOwn(definition.collections, name) ? definition.collections[name] : undefined;
  return table === collection ? undefined : table;
}
