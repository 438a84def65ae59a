// Other generated ids: what the agent makes is numbered otherwise when it, or somebody else, made something before.
import type { Arena } from '../arena.ts';
import type { Rewriting } from './index.ts';

export function otherIds({ plan, oracle }: Arena): readonly Rewriting[] {
  const makes = oracle.entries.some(({ changes }) => changes.some(({ before }) => before === null));
  if (!makes) return [];
  return [{ name: 'other ids', words: 'other generated ids', together: plan.solution, alone: [], options: { otherIds: true } }];
}
