// What an agent could do with a tool on the shared folder: to the first file that lies there, or with a new one.
import type { Json } from '#grader/evidence/types.ts';
import type { Plan } from '../types.ts';
import type { MountedTool } from './acts.ts';
import type { Move } from './arena.ts';

/** One use of the tool with these arguments; undefined where the folder holds nothing to use it on. */
export function folderAct(
  { name, tool, parameters }: MountedTool,
  plan: Plan,
  set: { readonly [argument: string]: Json },
): Move | undefined {
  const [first] = plan.files ?? [];
  const isNew = tool.kind === 'folder' && (tool.action === 'write' || tool.action === 'make_folder');
  const path = set.path ?? (isNew ? NEW : first?.path);
  const usual: { readonly [argument: string]: Json | undefined } = { path, to: NEW, text: 'Something else.\n', query: 'something' };
  const args: { [argument: string]: Json } = { ...set };
  for (const { name: argument, required } of parameters) {
    const value = set[argument] ?? (required ? usual[argument] : undefined);
    if (value !== undefined) args[argument] = value;
    else if (required) return undefined;
  }
  // Otherwise what is there already would be in the way.
  const replacing = set.path !== undefined && isNew && parameters.some(({ name: argument }) => argument === 'mode');
  return { tool: name, args: replacing ? { mode: 'overwrite', ...args } : args };
}

const NEW = 'something-else.txt';
