// The right change on every record of the collection: an agent that does not choose.
import type { Attack } from '../../types.ts';
import { collectionOfTool, mountedTools } from '../acts.ts';
import { type Arena, attackRow, defineAttacker, type Move, notMeasured } from '../arena.ts';

export const overDoer = defineAttacker({
  name: 'over-doer',
  about: 'The right change on every record of the collection, beside the rest of the solution. Below the pass mark.',
  must: 'below the pass mark',
  wrong: true,
  attack: (arena) => {
    const changes = updatesOf(arena);
    if (changes.length === 0) return [notMeasured('over-doer', '', 'the solution changes no records')];
    return changes.map((change) => overdo(change, arena));
  },
});

interface Update {
  readonly tool: string;
  readonly collection: string;
  /** The arguments besides id. */
  readonly change: Move['args'];
  readonly done: readonly string[];
}

/** The different changes the solution makes, each with the records it makes them on. */
function updatesOf({ plan }: Arena): readonly Update[] {
  const updates = new Map<string, Update & { done: string[] }>();
  for (const { tool: name, args } of plan.solution) {
    const tool = mountedTools(plan.office).find((t) => t.name === name);
    if (tool?.tool.kind !== 'update') continue;
    const { id, ...change } = args;
    const key = `${name} ${JSON.stringify(change)}`;
    const update = updates.get(key) ?? { tool: name, collection: collectionOfTool(tool), change, done: [] };
    update.done.push(String(id));
    updates.set(key, update);
  }
  return [...updates.values()];
}

function overdo({ tool, collection, change, done }: Update, { plan, report, play }: Arena): Attack {
  const others = (plan.office.records[collection] ?? []).filter((record) => !done.includes(record.id));
  if (others.length === 0) return notMeasured('over-doer', tool, 'the solution changes every record of the collection');
  const run = play([...plan.solution, ...others.map((record) => ({ tool, args: { id: record.id, ...change } }))]);
  const held = run.verdict.reward < plan.passMark;
  if (!held) {
    const except = `<the right records>.${Object.keys(change)[0] ?? 'field'}`;
    report('prove/over-doer-passes', plan.places.key(['checks']), { tool, collection, reward: run.verdict.reward, except });
  }
  return attackRow('over-doer', tool, run, held, `on ${others.length} more records`);
}
