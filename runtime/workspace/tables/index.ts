// The kind `rows`: one tool for each thing that is done with the rows of a table. The arguments follow from what it does.
import type { Collection, RowsAction, RowsTool } from '#services/types.ts';
import { collectionNamed, type Outcome, type Parameter, type ToolKind } from '../tools/kind.ts';
import { pageNotes, pageParameters } from '../tools/page.ts';
import { stateNote } from '../tools/state.ts';
import { clearCells, MOST_CELLS, readCells, writeCells } from './cells.ts';
import { conditionForm } from './conditions.ts';
import { MEASURES, query, summarize } from './reading.ts';
import { layoutOf, tablesName, type Use } from './table.ts';
import { insert, MOST_CHANGED, remove, update } from './writing.ts';

const RUN: { readonly [Action in RowsAction]: (use: Use) => Outcome } = {
  query,
  summarize,
  insert,
  update,
  delete: remove,
  read_range: readCells,
  write_range: writeCells,
  clear_range: clearCells,
};

export const rows: ToolKind<RowsTool> = {
  hints: ({ effect, action }) => ({
    readOnly: effect === 'read',
    destructive: effect === 'update' || effect === 'delete',
    idempotent: effect === 'read' || action.endsWith('_range'),
  }),
  parameters: (tool, collection, service) => rowsParameters(tool, collection, collectionNamed(service, tablesName(collection)).noun),
  notes(tool, service, collection) {
    const table = tablesName(collection);
    const { noun } = collectionNamed(service, table);
    return [notesOf(tool.action, layoutOf(collection).number !== undefined), stateNote(tool.only_if, noun)].filter(Boolean).join(' ');
  },
  run: (use) => RUN[use.tool.action](use),
};

function notesOf(action: RowsAction, isSheet: boolean): string {
  const typed = isSheet
    ? "Cells hold what is typed in: 12.5 is a number, true and false are such, 2026-03-09 is a date, '12 is a text."
    : '';
  switch (action) {
    case 'query':
      return `Items are {id, ${isSheet ? 'row, ' : ''}cells}: cells by column, null where one is empty. ${pageNotes}`;
    case 'summarize':
      return 'Answers {count} and what is to be calculated; with `group_by` also groups: {value, count, …} of each, empty ones last (value null), in pages like items of a list.';
    case 'insert':
      return `Answers with the new row and its id. ${typed}`.trim();
    case 'update':
      return `Answers {updated, items}: how many rows were changed, and those that met the conditions as they are now. At most ${MOST_CHANGED} rows at once. ${typed}`.trim();
    case 'delete':
      return `Answers {deleted}: the ids of all that are gone. At most ${MOST_CHANGED} rows at once.`;
    case 'read_range':
      return `Answers {sheet, range, values}: the values row by row, null for empty cells. At most ${MOST_CELLS} cells at once.`;
    case 'write_range':
      return `Answers {sheet, range, cells, rows_changed}. ${typed}`;
    case 'clear_range':
      return 'Answers {sheet, range, cells, rows_changed}.';
  }
}

/** The arguments: of a tool on ranges the sheet may be named in the range. */
function rowsParameters(tool: RowsTool, collection: Collection, noun: string): readonly Parameter[] {
  const layout = layoutOf(collection);
  const isRange = tool.action.endsWith('_range');
  const isNamed = isRange && layout.name !== undefined;
  const of = collection.fields[layout.of];
  const table: Parameter = {
    name: layout.of,
    required: !isNamed,
    field: {
      type: 'reference',
      about: isNamed ? `The ${noun}: its id. Not needed where its name stands in the range.` : `The ${noun}: its id.`,
      ...(of?.to !== undefined && { to: of.to }),
      ...(isNamed && { optional: true as const }),
    },
  };
  return [table, ...ownParameters(tool, collection)];
}

function ownParameters({ action, fields = [] }: RowsTool, collection: Collection): readonly Parameter[] {
  const given = fields.flatMap((name): Parameter[] => {
    const field = collection.fields[name];
    if (field === undefined) return [];
    const required = action === 'insert' && field.optional !== true && field.default === undefined;
    return [{ name, required, field, ...(action === 'update' && field.optional === true && { clears: true as const }) }];
  });
  const optional = (name: string, about: string): Parameter => ({
    name,
    required: false,
    field: { type: 'string', about, optional: true },
  });
  const list = (name: string, about: string, required = false): Parameter => ({
    name,
    required,
    field: { type: 'list', of: 'string', about, ...(!required && { optional: true as const }) },
  });
  const where = list('where', `Only rows that meet all of these. Each is ${conditionForm}: "status = open", "due < 2026-03-09".`);
  const cells = (about: string, required: boolean): Parameter => ({
    ...list('cells', `${about} As an object, or as a list of column=value.`, required),
    form: 'pairs',
  });
  const id = optional('id', 'In the place of conditions: the id of one row.');
  const range = (about: string): Parameter => ({
    name: 'range',
    required: true,
    field: {
      type: 'string',
      about: `${about} B2:D10, B7, C:C or 2:5; maybe with the sheet's name before it, Costs!B2. Row 1 is the header.`,
    },
  });
  switch (action) {
    case 'query':
      return [
        where,
        list('columns', 'Only these columns, in this order.'),
        optional('sort', 'The column to order by; with - before it the largest first. Rows that have nothing there come last.'),
        ...pageParameters,
      ];
    case 'summarize':
      return [
        where,
        list('calculate', `What to calculate: each is one of ${MEASURES.join(', ')} and a column, such as "sum amount".`),
        optional('group_by', 'The column by whose values the rows are put into groups.'),
        ...pageParameters,
      ];
    case 'insert':
      return [cells('The new cells by column; columns that are not given stay empty.', true), ...given];
    case 'update':
      return [
        where,
        id,
        cells('The cells to change by column; an empty value empties the cell. Other columns stay.', given.length === 0),
        ...given,
      ];
    case 'delete':
      return [where, id];
    case 'read_range':
      return [range('The cells to read:')];
    case 'write_range':
      return [
        range('The cells to write:'),
        { ...list('values', 'What is typed in, row by row: a list of rows, or all values in one list.', true), form: 'rows' },
      ];
    case 'clear_range':
      return [range('The cells to empty:')];
  }
}
