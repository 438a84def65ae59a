// Phase 4: Plan → the files of a task directory, sorted. Everything but the proof, which is made with these very files.
import type { GeneratedFile, Kit, Plan } from '../types.ts';
import { containerFiles } from './containers.ts';
import { expectedFile } from './expected.ts';
import { folderFiles, showsPictures } from './folder.ts';
import { graderFile } from './grader.ts';
import { instructionFile } from './instruction.ts';
import { officeFiles } from './office.ts';
import { solutionFiles } from './solution.ts';

/** What is put in as it is. */
export interface Parts extends Pick<Kit, 'stub' | 'workspaceServer' | 'graderLibrary'> {
  /** The readers of office files, where the office has tools that read them. */
  readonly readers?: string | undefined;
}

/** The files that the grader, the workspace and the agent's container are made of. */
export function generate(plan: Plan, kit: Parts): readonly GeneratedFile[] {
  const files: GeneratedFile[] = [
    instructionFile(plan),
    ...containerFiles({ folder: plan.files !== undefined, readers: kit.readers !== undefined, pictures: showsPictures(plan) }),
    { path: 'environment/stubs/slipway-tool', text: kit.stub },
    { path: 'environment/workspace/server.mjs', text: kit.workspaceServer },
    ...(kit.readers === undefined ? [] : [{ path: 'environment/workspace/readers.mjs', text: kit.readers }]),
    ...officeFiles(plan),
    ...folderFiles(plan),
    graderFile(plan),
    expectedFile(plan),
    ...kit.graderLibrary.map(({ path, text }) => ({ path: `tests/lib/${path}`, text })),
    ...solutionFiles(plan),
  ];
  return sortFiles(files);
}

export function sortFiles(files: readonly GeneratedFile[]): readonly GeneratedFile[] {
  return [...files].sort((a, b) => (a.path < b.path ? -1 : 1));
}
