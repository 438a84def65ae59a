// Plausible acts with the rows of tables: their arguments follow from the columns, which stand in records.
import type { DataRecord, Json } from '#grader/evidence/types.ts';
import type { RowsTool } from '#services/types.ts';
import { type Column, columnsOf } from '#workspace/tables/columns.ts';
import { isIn } from '#workspace/tools/state.ts';
import { collectionOfTool, type MountedTool } from '../3-link/context.ts';
import type { Plan } from '../types.ts';
import type { Move } from './arena.ts';

/** One use of the tool that changes something; undefined where the office has no row for it, or where `set` asks for more than such an act can do. */
export function plausibleRowAct(
  { name, service, tool }: MountedTool & { readonly tool: RowsTool },
  plan: Plan,
  {
    set = {},
    avoid = [],
    on,
  }: { readonly set?: { readonly [argument: string]: Json }; readonly avoid?: readonly string[]; readonly on?: DataRecord },
): Move | undefined {
  const collection = service.collections[tool.collection];
  const layout = collection?.rows;
  if (collection === undefined || layout === undefined) return undefined;
  const tables = plan.office.records[collection.fields[layout.of]?.to ?? ''] ?? [];
  const all = plan.office.records[collectionOfTool({ name, service, tool, parameters: [] })] ?? [];
  const rows = on === undefined ? [...all.filter(({ id }) => !avoid.includes(id)), ...all.filter(({ id }) => avoid.includes(id))] : [on];
  const { [layout.of]: asked } = set;
  for (const table of tables.filter((one) => isIn(one, tool.only_if ?? {}) && (asked === undefined || one.id === asked))) {
    const row = rows.find((one) => one[layout.of] === table.id);
    const read = columnsOf(layout, table);
    const column = read.ok
      ? read.columns.find(({ field, unique }) => !unique && (field === undefined || field.type === 'string'))
      : undefined;
    const of = { [layout.of]: table.id };
    const number = layout.number === undefined || row === undefined ? undefined : row[layout.number];
    switch (tool.action) {
      case 'insert':
        if (read.ok && read.columns.length > 0) {
          const needed = read.columns.filter((one) => one === column || (one.required && !one.numbered));
          const given = [set.cells ?? []].flat().map(String);
          const own = (needed.length > 0 ? needed : read.columns.slice(0, 1)).filter(
            (one) => !given.some((cell) => cell.startsWith(`${one.name}=`)),
          );
          return { tool: name, args: { ...of, ...set, cells: [...own.map((one) => `${one.name}=${cellFor(one, plan)}`), ...given] } };
        }
        break;
      case 'update':
        if (row !== undefined && column !== undefined)
          return { tool: name, args: { ...of, id: row.id, cells: [`${column.name}=Something else`], ...set } };
        break;
      case 'delete':
        if (row !== undefined) return { tool: name, args: { ...of, id: row.id, ...set } };
        break;
      case 'write_range':
      case 'clear_range':
        if (number !== undefined) {
          const values = tool.action === 'write_range' ? { values: ['Something else'] } : {};
          return { tool: name, args: { ...of, range: `A${String(number)}`, ...values, ...set } };
        }
        break;
      default:
        return undefined;
    }
  }
  return undefined;
}

/** Something that the column takes, and that no row is likely to have. */
function cellFor({ field }: Column, { office }: Plan): string {
  switch (field?.type) {
    case 'number':
    case 'integer':
      return '918273';
    case 'boolean':
      return 'true';
    case 'date':
      return office.now.slice(0, 10);
    case 'time':
      return office.now;
    case 'address':
      return 'somebody.else@elsewhere.example';
    case 'enum':
      return field.values?.[0] ?? '';
    default:
      return 'Something else';
  }
}
