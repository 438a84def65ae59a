// Works on the shared folder: what it does stands in ../files, and where the folder is the desk knows.
import type { FolderTool } from '#services/types.ts';
import { fileActions } from '../files/index.ts';
import { NOTHING_SHOWN, type ToolKind } from './kind.ts';

export const folder: ToolKind<FolderTool> = {
  hints: ({ action }) => ({ ...fileActions[action].hints, openWorld: true }),
  parameters: ({ action }) => fileActions[action].parameters,
  notes: ({ action }) => fileActions[action].notes,

  run({ tool: { action }, args, folder: access }) {
    if (access === undefined) throw new Error('the office has no shared folder');
    const answer = access({ action, args });
    return answer.ok ? { ok: true, result: answer.result, shown: NOTHING_SHOWN, changes: [] } : answer;
  },
};
