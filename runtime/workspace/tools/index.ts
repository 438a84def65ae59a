// The kinds of tool. A new one is a file, a line here and a type in services/types.ts.
import type { Tool } from '#services/types.ts';
import { rows } from '../tables/index.ts';
import { create } from './create.ts';
import { deleteKind } from './delete.ts';
import { deleteWhere } from './delete-where.ts';
import { folder } from './folder.ts';
import { free } from './free.ts';
import { get } from './get.ts';
import type { ToolKind } from './kind.ts';
import { list } from './list.ts';
import { search } from './search.ts';
import { send } from './send.ts';
import { summarize } from './summarize.ts';
import { update } from './update.ts';

export const toolKinds: { readonly [Kind in Tool['kind']]: ToolKind<Extract<Tool, { kind: Kind }>> } = {
  list,
  get,
  search,
  summarize,
  free,
  create,
  update,
  delete: deleteKind,
  delete_where: deleteWhere,
  send,
  rows,
  folder,
};

/** The kind that this tool is of. The table's own type says that key and kind agree; TypeScript cannot follow that through a lookup. */
export function kindOf<T extends Tool>(tool: T): ToolKind<T> {
  return toolKinds[tool.kind] as unknown as ToolKind<T>;
}
