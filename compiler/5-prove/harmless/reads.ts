// Looking at more than is needed, and at the same thing twice.
import { isWriting, mountedTools } from '../acts.ts';
import type { Arena, Move } from '../arena.ts';
import { declaredTools } from './declared.ts';
import type { Rewriting } from './index.ts';

export function reads({ plan }: Arena): readonly Rewriting[] {
  const declared = declaredTools(plan);
  const tools = mountedTools(plan.office).filter((tool) => !isWriting(tool) && !declared.has(tool.name));
  const lists = tools.filter(({ tool }) => tool.kind === 'list').map((tool): Move => ({ tool: tool.name, args: {} }));
  const twice = plan.solution.flatMap((step): readonly Move[] => (tools.some(({ name }) => name === step.tool) ? [step, step] : [step]));
  const before: Rewriting = {
    name: 'reads before',
    words: 'everything listed first',
    together: [...lists, ...plan.solution],
    alone: lists.map((list) => [list, ...plan.solution]),
  };
  const again: Rewriting = { name: 'reads twice', words: 'every read done twice', together: twice, alone: [] };
  return [...(lists.length > 0 ? [before] : []), ...(twice.length > plan.solution.length ? [again] : [])];
}
