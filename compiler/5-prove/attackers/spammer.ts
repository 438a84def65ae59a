// Every writing tool, whether it makes sense or not: blindly, and after having read everything.
import { MOST_CALLS } from '#workspace/limits.ts';
import type { Attack, Plan } from '../../types.ts';
import { collectionOfTool, isWriting, mountedTools, plausibleAct } from '../acts.ts';
import { type Arena, attackRow, defineAttacker, type Move, notMeasured } from '../arena.ts';
import { addressesIn } from '../plausible.ts';
import { nearFirst, sample } from '../sample.ts';

export const spammer = defineAttacker({
  name: 'spammer',
  about:
    'Every writing tool once with plausible arguments; every allowed one with every record; both also after reading everything. Below the pass mark, and 0 for what is done blindly.',
  must: 'below the pass mark; 0 when blind',
  wrong: true,
  attack: (arena) => {
    const { plan } = arena;
    const once = mountedTools(plan.office)
      .filter(isWriting)
      .flatMap((tool) => plausibleAct(tool, plan) ?? []);
    const every = everyRecord(plan);
    const { reading, words } = readEverything(plan, Math.max(once.length, every.length));
    if (once.length === 0) return [notMeasured('spammer', '', 'no tool of this office writes')];
    const ways = { once, 'every record': every, 'once, all read': [...reading, ...once], 'every record, all read': [...reading, ...every] };
    return Object.entries(ways).flatMap(([way, moves]) => {
      const lazy = !way.includes('all read');
      return moves.length === (lazy ? 0 : reading.length) ? [] : [spam(way, [...moves, done], { lazy, words: lazy ? '' : words }, arena)];
    });
  },
});

const done: Move = { tool: 'reply', args: { message: 'Done. Everything has been taken care of as you asked.' } };

function spam(
  way: string,
  moves: readonly Move[],
  { lazy, words }: { readonly lazy: boolean; readonly words: string },
  { plan, report, play, weak }: Arena,
): Attack {
  const run = play(moves);
  const { reward, findings } = run.verdict;
  const held = lazy ? reward === 0 : reward < plan.passMark;
  const earning = findings.filter(({ counted, weight }) => counted > 0 && weight !== '0').map(({ id }) => id);
  const place = plan.checks.find(({ id }) => id === earning[0])?.span ?? plan.places.key(['checks']);
  if (!held && !earning.every((id) => weak.has(id))) report('prove/spammer-earns', place, { reward, checks: earning, lazy });
  if (!held) for (const id of earning) weak.add(id);
  const detail = [words, ...(moves.length > MOST_CALLS ? [`the first ${MOST_CALLS} of ${moves.length} calls`] : [])].filter(Boolean);
  return { ...attackRow('spammer', way, run, held, detail.join('; ')), ...(lazy && { lazy }) };
}

/** What is allowed, done to every record and everybody: an agent that stays within the rules and does not choose. */
function everyRecord(plan: Plan): readonly Move[] {
  return plan.allowed.flatMap(({ tool: name, only }): readonly Move[] => {
    const tool = mountedTools(plan.office).find((one) => one.name === name);
    if (!tool) return [];
    const records = plan.office.records[collectionOfTool(tool)] ?? [];
    if (tool.tool.kind === 'update') {
      const field = tool.parameters.map((parameter) => parameter.name).find((one) => one !== 'id' && (only?.includes(one) ?? true));
      return records.flatMap((record) => plausibleAct(tool, plan, { ...(field && { field }), on: record }) ?? []);
    }
    if (tool.tool.kind === 'delete') return records.map(({ id }) => ({ tool: name, args: { id } }));
    if (tool.tool.kind === 'send') {
      const [field] = tool.tool.addressees;
      return addressesIn(plan).flatMap((address) => plausibleAct(tool, plan, { set: field ? { [field]: [address] } : {} }) ?? []);
    }
    return [plausibleAct(tool, plan)].flatMap((act) => act ?? []);
  });
}

/**
 * Every list without a filter, and every record that has more to show by itself; in an office with more of them than calls are taken, as
 * many as leave room for so many acts.
 */
function readEverything(plan: Plan, acts: number): { readonly reading: readonly Move[]; readonly words: string } {
  const reading = mountedTools(plan.office).filter((tool) => !isWriting(tool));
  const lists = reading.filter(({ tool }) => tool.kind === 'list').map(({ name }) => ({ tool: name, args: {} }));
  const gets = reading
    .filter(({ tool }) => tool.kind === 'get')
    .flatMap((tool) => (plan.office.records[collectionOfTool(tool)] ?? []).map(({ id }) => ({ tool: tool.name, args: { id } })));
  const room = Math.max(MOST_CALLS - 1 - lists.length - acts, MOST_CALLS / 4);
  const { items, words } = sample(
    nearFirst(plan)(gets, ({ args }) => args.id),
    room,
    'records read',
  );
  return { reading: [...lists, ...items], words };
}
