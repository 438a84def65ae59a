// What is wrong with the rows of an office before anybody uses them: cells that do not fit their columns.
import type { DataRecord, World } from '#grader/evidence/types.ts';
import type { ServiceDefinition } from '#services/types.ts';
import type { FieldContext } from '../fields.ts';
import { columnForm, columnsOf, readCell, readPair } from './columns.ts';

export interface RowProblem {
  /** `databases.rows` */
  readonly collection: string;
  readonly record: DataRecord;
  readonly field: string;
  /** Continues a sentence that begins with "it". */
  readonly message: string;
  readonly hint: string;
}

/** Problems of tables and rows, a row's first one each. Rows of a sheet hold what is typed in, so only their numbers can be wrong. */
export function rowProblems(services: readonly ServiceDefinition[], records: World, context: FieldContext): readonly RowProblem[] {
  return services.flatMap((service) =>
    Object.entries(service.collections).flatMap(([short, { rows, fields }]) => {
      if (rows === undefined) return [];
      const collection = `${service.name}.${short}`;
      const tables = fields[rows.of]?.to ?? '';
      return (records[tables] ?? []).flatMap((table): RowProblem[] => {
        const read = columnsOf(rows, table);
        if (!read.ok) {
          const message = `has a column ${JSON.stringify(read.written)}, which is of no type that there is`;
          return [{ collection: tables, record: table, field: rows.columns, message, hint: `Columns are written as ${columnForm}.` }];
        }
        const own = (records[collection] ?? []).filter((row) => row[rows.of] === table.id);
        const seen = new Map<string, string>();
        return own.flatMap((record): RowProblem[] => {
          const found = rows.number === undefined ? cellProblem(record) : numberProblem(record, rows.number);
          return found === undefined ? [] : [{ collection, record, ...found }];
        });

        function numberProblem(record: DataRecord, field: string): Pick<RowProblem, 'field' | 'message' | 'hint'> | undefined {
          const number = Number(record[field]);
          if (number < 2) return { field, message: `is ${number}, and row 1 is the header`, hint: 'The first row below the header is 2.' };
          const other = seen.get(String(number));
          seen.set(String(number), record.id);
          if (other === undefined) return undefined;
          return { field, message: `is ${number}, which ${other} has already`, hint: 'Every row of a sheet has a number of its own.' };
        }

        function cellProblem(record: DataRecord): Pick<RowProblem, 'field' | 'message' | 'hint'> | undefined {
          const { columns } = read as Extract<typeof read, { readonly ok: true }>;
          const field = rows?.cells ?? '';
          const filled = new Set<number>();
          for (const written of [record[field] ?? []].flat().map(String)) {
            const pair = readPair(written, columns);
            if (!pair.ok)
              return { field, message: `holds ${JSON.stringify(written)}. ${pair.message.replace(/\.$/, '')}`, hint: pair.hint };
            const column = columns[pair.at];
            const cell = column && readCell(pair.text, column, context);
            if (column === undefined || cell === undefined) continue;
            if (!cell.ok) return { field, message: `holds a value for ${column.name} that ${cell.message}`, hint: cell.hint };
            if (cell.cell !== null) filled.add(pair.at);
            const key = `${column.name}=${String(cell.cell)}`;
            const other = column.unique ? seen.get(key) : undefined;
            if (other !== undefined)
              return { field, message: `holds the ${column.name} of ${other}`, hint: `No two rows have the same ${column.name}.` };
            seen.set(key, record.id);
          }
          const missing = columns.find(({ required }, at) => required && !filled.has(at));
          if (missing === undefined) return undefined;
          return { field, message: `lacks ${missing.name}, which every row has`, hint: `Add "${missing.name}=…".` };
        }
      });
    }),
  );
}
