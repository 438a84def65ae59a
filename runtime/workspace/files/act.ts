// One use of a tool on the shared folder, wherever the folder is.
import type { Json } from '#grader/evidence/types.ts';
import type { FolderAction } from '#services/types.ts';
import type { Arguments, Refusal } from '../tools/kind.ts';
import { fileActions } from './index.ts';
import { FileRefusal, type FileStore } from './store.ts';

export interface FolderRequest {
  readonly action: FolderAction;
  /** As the tool understood them. */
  readonly args: Arguments;
}

export type FolderAnswer = { readonly ok: true; readonly result: Json } | Refusal;

/** Does what is asked for in the shared folder. Never throws for what an agent can bring about. */
export type FolderAccess = (request: FolderRequest) => FolderAnswer;

/** The files that office readers have to read before the action can run. Where the action is refused anyway there are none. */
export function neededReadings({ action, args }: FolderRequest, store: FileStore): readonly string[] {
  try {
    return fileActions[action].reads?.({ args, store }) ?? [];
  } catch (problem) {
    if (problem instanceof FileRefusal) return [];
    throw problem;
  }
}

export function act({ action, args }: FolderRequest, store: FileStore): FolderAnswer {
  try {
    return { ok: true, result: fileActions[action].run({ args, store }) };
  } catch (problem) {
    if (!(problem instanceof FileRefusal)) throw problem;
    const { code, message, hint } = problem;
    return { ok: false, code, message, ...(hint !== '' && { hint }) };
  }
}
