// `order`: some calls come before others.
import { written, z } from '../shapes.ts';
import type { Template } from '../types.ts';
import { defineCheck } from './kind.ts';

export const order = defineCheck({
  kind: 'order',
  about:
    'Scores the share of pairs that are in order. Each call of the list comes before the next; calls in an inner list come in any order among themselves. Only carried-out calls count: the first call of the earlier kind has to come ahead of every later call that changes something, and ahead of at least one of those that only read.',
  keys: {
    order: z
      .array(written)
      .describe('Call patterns { tool, with }, or lists of them: `[{ tool: a }, [{ tool: b }, { tool: c }], { tool: d }]`'),
  },
  restraint: false,
  statement: false,
  counts: true,
  manner: true,
  link: (linker) => {
    const groups = Array.isArray(linker.keys.order) ? linker.keys.order : [];
    const linked = groups.map((group, i) =>
      Array.isArray(group) ? group.map((_, j) => linker.call('order', i, j)) : [linker.call('order', i)],
    );
    const patterns = linked.map((group) => group.flatMap((pattern) => pattern ?? []));
    if (linked.flat().some((pattern) => pattern === undefined)) return undefined;
    const pairs: Template[] = patterns
      .slice(1)
      .flatMap((after, i) => (patterns[i] ?? []).flatMap((before) => after.map((next): Template => ({ before, after: next }))));
    return pairs.length === 0 ? linker.missing('order', '[{ tool: mail.get_message }, { tool: mail.send }]') : { pairs };
  },
});
