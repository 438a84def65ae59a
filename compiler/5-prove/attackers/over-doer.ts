// The right change on every record of the collection: an agent that does not choose.
import type { Attack } from '../../types.ts';
import { collectionOfTool, mountedTools } from '../acts.ts';
import { type Arena, attackRow, defineAttacker, type Move, notMeasured, type Run } from '../arena.ts';

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
  /** The arguments besides those that say which records. */
  readonly change: Move['args'];
  readonly done: readonly string[];
  /** Of rows: the field with the table that they are in, since a call names one. */
  readonly of?: string;
}

/** The different changes the solution makes, each with the records it makes them on. */
function updatesOf({ plan, oracle }: Arena): readonly Update[] {
  const updates = new Map<string, Update & { done: string[] }>();
  for (const { tool: name, args } of plan.solution) {
    const tool = mountedTools(plan.office).find((t) => t.name === name);
    const isRows = tool?.tool.kind === 'rows' && tool.tool.action === 'update';
    if (tool === undefined || !(isRows || tool.tool.kind === 'update')) continue;
    const { id, ...rest } = args;
    const { where, ...withoutWhere } = rest;
    const change = isRows ? withoutWhere : rest;
    const of = isRows ? tool.service.collections[tool.tool.collection]?.rows?.of : undefined;
    const key = `${name} ${JSON.stringify(change)}`;
    const update = updates.get(key) ?? { tool: name, collection: collectionOfTool(tool), change, done: [], ...(of && { of }) };
    if (id !== undefined) update.done.push(String(id));
    if (where !== undefined) update.done.push(...changedBy(name, args, oracle));
    updates.set(key, update);
  }
  return [...updates.values()];
}

/** Ids of the records that such a call of the solution changed: which ones its conditions name, the office knows. */
function changedBy(tool: string, args: Move['args'], oracle: Run): readonly string[] {
  const same = oracle.entries.filter((entry) => entry.tool === tool && JSON.stringify(entry.args) === JSON.stringify(args));
  return same.flatMap(({ changes }) => changes.map(({ id }) => id));
}

function overdo({ tool, collection, change, done, of }: Update, { plan, report, play }: Arena): Attack {
  const within = (plan.office.records[collection] ?? []).filter((record) => of === undefined || record[of] === change[of]);
  const others = within.filter((record) => !done.includes(record.id));
  if (others.length === 0) return notMeasured('over-doer', tool, 'the solution changes every record of the collection');
  const run = play([...plan.solution, ...others.map((record) => ({ tool, args: { id: record.id, ...change } }))]);
  const held = run.verdict.reward < plan.passMark;
  if (!held) {
    const except = `<the right records>.${Object.keys(change).find((name) => name !== of) ?? 'field'}`;
    report('prove/over-doer-passes', plan.places.key(['checks']), { tool, collection, reward: run.verdict.reward, except });
  }
  return attackRow('over-doer', tool, run, held, `on ${others.length} more records`);
}
