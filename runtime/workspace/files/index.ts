// The tools on the shared folder, by what they do. A definition names one of these (services/types.ts, FolderTool).
import type { FolderAction } from '#services/types.ts';
import type { FileAction } from './action.ts';
import { info, list } from './look.ts';
import { read, search } from './read.ts';
import { copy, makeFolder, move, remove, write } from './write.ts';

export const fileActions: { readonly [action in FolderAction]: FileAction } = {
  list,
  info,
  read,
  search,
  write,
  move,
  copy,
  delete: remove,
  make_folder: makeFolder,
};
