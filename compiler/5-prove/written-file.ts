// Files that a solution writes, whichever way: as a step of its own, or with a tool on the shared folder.
import type { Plan } from '../types.ts';
import { mountedTools } from './acts.ts';
import type { Move } from './arena.ts';

export interface WrittenFile {
  readonly path: string;
  readonly text: string;
  /** Only the end of what is in the file then. */
  readonly appended: boolean;
  /** The same with another text. */
  readonly saying: (text: string) => Move;
}

/** The file that a move writes; undefined where it writes none. */
export function writtenFile({ tool, args }: Move, plan: Plan): WrittenFile | undefined {
  if (
    tool !== 'file' &&
    !mountedTools(plan.office).some((one) => one.name === tool && one.tool.kind === 'folder' && one.tool.action === 'write')
  )
    return undefined;
  return {
    path: String(args.path ?? ''),
    text: String(args.text ?? ''),
    appended: args.mode === 'append',
    saying: (text) => ({ tool, args: { ...args, text } }),
  };
}
