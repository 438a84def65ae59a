// `recovered`: after a planned fault of a tool, the agent got it done all the same.
import type { Field } from '#services/types.ts';
import type { MountedTool } from '../3-link/context.ts';
import { z } from '../shapes.ts';
import { defineCheck } from './kind.ts';

export const recovered = defineCheck({
  kind: 'recovered',
  about:
    'Scores the share of the planned faults met after which the agent got the same done by calling the tool again. The same: for a write the same arguments but for what is worded freely (for an update, over one call or several on the record), for a single record the same id, for a list or search any call. It counts for nothing where the call was repeated blindly: more than three times in a row although it had been answered, or with the same effect twice. 0 where no fault was met. Its score is the robustness of `reward.json`; let it hang on the work with `needs`, since it does not look whether that is right.',
  keys: {
    recovered: z.string().describe('service.tool, for which `faults` plans a fault'),
  },
  restraint: false,
  statement: false,
  counts: true,
  manner: true,
  link: (linker) => {
    const tool = linker.tool('recovered');
    return tool && linker.hasFault(tool, 'recovered') ? { tool: tool.name, ...argumentsOf(tool) } : undefined;
  },
});

/** By which arguments another call is the same. */
function argumentsOf(tool: MountedTool): { same: readonly string[]; spread?: readonly string[] } {
  const names = tool.parameters.filter(({ field }) => !isProse(field, tool)).map(({ name }) => name);
  switch (tool.tool.kind) {
    case 'list':
    case 'search':
      return { same: [] };
    case 'get':
    case 'delete':
      return { same: ['id'] };
    case 'update':
      return { same: ['id'], spread: names.filter((name) => name !== 'id') };
    default:
      return { same: names };
  }
}

/** Texts that somebody who tries again words anew as well: of a new record also titles and subjects, but not what an update sets. */
function isProse({ type }: Field, { tool }: MountedTool): boolean {
  return type === 'text' || (type === 'string' && tool.kind !== 'update');
}
