// `called`: the agent used a tool, with certain arguments, a number of times.
import { written, z } from '../shapes.ts';
import type { Template } from '../types.ts';
import { defineCheck } from './kind.ts';

export const called = defineCheck({
  kind: 'called',
  about: 'Met when the agent used the tool with matching arguments. Only accepted calls count; `as: attempt` counts refused ones too.',
  keys: {
    called: z.string().describe('service.tool'),
    with: z.record(z.string(), written).optional().describe('Argument to value or matcher'),
    as: z.string().optional().describe('effect (accepted calls, the default) or attempt'),
    at_least: z.string().optional().describe('Number of such calls; 1 when absent'),
    at_most: z.string().optional(),
  },
  restraint: false,
  statement: false,
  link: (linker) => {
    const tool = linker.tool('called');
    if (!tool) return undefined;
    const params: { [key: string]: Template } = { tool: tool.name };
    if (linker.keys.with !== undefined) {
      const args = linker.args(tool, 'with');
      if (args === undefined) return undefined;
      params.with = args;
    }
    if (linker.keys.as !== undefined) params.as = linker.word(['effect', 'attempt'], 'as') ?? 'effect';
    const times: { [key: string]: number } = {};
    for (const bound of ['at_least', 'at_most'] as const) {
      if (linker.keys[bound] !== undefined) times[bound] = linker.wholeNumber(bound) ?? 1;
    }
    // An upper bound alone would hold for an agent that never used the tool.
    if (times.at_most !== undefined) times.at_least ??= 1;
    return Object.keys(times).length > 0 ? { ...params, times } : params;
  },
});
