// The agent's folder in the pack: what lies in it at the start. A task without one has none of this.
import type { FileContent } from '#workspace/files/memory.ts';
import { type Pictures, picturesIn } from '#workspace/picture.ts';
import { collectionOfTool, mountedTools } from '../3-link/context.ts';
import type { GeneratedFile, Plan, PlannedFile } from '../types.ts';

/** Where it is in the containers; what an agent starts in. */
export const folderPath = '/work';

/** User and group of the agent in its container: `node` in the base image. */
export const agentUser = 1000;

/** The same for scripts, which also run where there are no containers. */
export const agentFolder = `"\${SLIPWAY_FILES:-${folderPath}}"`;

/** An image cannot copy a folder that holds nothing, so an empty one holds a file that says nothing. */
export function folderFiles({ files }: Plan): readonly GeneratedFile[] {
  const content: readonly PlannedFile[] = files?.length === 0 ? [{ path: '.keep', text: '' }] : (files ?? []);
  return content.map(({ path, text, binary }) => ({
    path: `environment/workspace/files/${path}`,
    text,
    ...(binary && { bytes: binary.bytes }),
  }));
}

/** The folder at the start, as it is in memory. */
export function contentOf(files: Plan['files'] = []): Map<string, FileContent> {
  return new Map(files.map(({ path, text, binary }) => [path, binary ?? text]));
}

/** The pictures in it, for tools that show them. */
export function picturesOf(files: Plan['files'] = []): Pictures {
  const bytes = new Map(files.map(({ path, binary }) => [path, binary?.bytes]));
  return picturesIn((path) => bytes.get(path));
}

/** Whether a record has a picture there that a tool shows. */
export function showsPictures({ office, files }: Plan): boolean {
  const pictures = picturesOf(files);
  return mountedTools(office).some((tool) => {
    const field = tool.tool.kind === 'get' ? tool.tool.picture : undefined;
    const records = field === undefined ? [] : (office.records[collectionOfTool(tool)] ?? []);
    return records.some((record) => pictures(String(record[field ?? ''] ?? '')) !== undefined);
  });
}
