// The agent's folder in the pack: what lies in it at the start. A task without one has none of this.
import type { GeneratedFile, Plan } from '../types.ts';

/** Where it is in the containers; what an agent starts in. */
export const folderPath = '/work';

/** User and group of the agent in its container: `node` in the base image. */
export const agentUser = 1000;

/** The same for scripts, which also run where there are no containers. */
export const agentFolder = `"\${SLIPWAY_FILES:-${folderPath}}"`;

/** An image cannot copy a folder that holds nothing, so an empty one holds a file that says nothing. */
export function folderFiles({ files }: Plan): readonly GeneratedFile[] {
  const content = files?.length === 0 ? [{ path: '.keep', text: '' }] : (files ?? []);
  return content.map(({ path, text }) => ({ path: `environment/workspace/files/${path}`, text }));
}
