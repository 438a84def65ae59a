// What a summary tells of records without showing them: the fields that it adds up, compares, groups by and filters by, of those that pass its filters.
import { filteredFields } from '#services/types.ts';
import { PAGE } from '#workspace/tools/page.ts';
import { collectionOfTool, type MountedTool, mountedTools } from './acts.ts';
import type { Arena, Move } from './arena.ts';

/** Of each summary in the solution: record path to fields. */
export function summarised({ plan, play, oracle }: Arena): readonly { readonly [path: string]: readonly string[] }[] {
  const tools = mountedTools(plan.office);
  return oracle.entries.flatMap(({ tool: name, args, outcome }) => {
    const tool = tools.find((one) => one.name === name);
    if (tool?.tool.kind !== 'summarize' || outcome !== 'ok') return [];
    const fields = fieldsOf(tool, args);
    return [Object.fromEntries(pathsOf(tool, args, { plan, play }).map((path) => [path, fields]))];
  });
}

function fieldsOf({ tool }: MountedTool, args: Move['args']): readonly string[] {
  if (tool.kind !== 'summarize') return [];
  const filters = Object.entries(tool.filters).flatMap(([argument, filter]) =>
    Object.hasOwn(args, argument) ? filteredFields(filter) : [],
  );
  // A time is grouped by its day, month or year: `date_month`.
  const groups = (tool.groups ?? []).filter((field) =>
    [field, `${field}_day`, `${field}_month`, `${field}_year`].includes(String(args.group_by)),
  );
  return ['id', ...(tool.sums ?? []), ...(tool.extremes ?? []), ...groups, ...filters];
}

/** The records that the filters leave, as far as a list with such filters tells; all of them where there is no list. */
function pathsOf(tool: MountedTool, args: Move['args'], { plan, play }: Pick<Arena, 'plan' | 'play'>): readonly string[] {
  const collection = collectionOfTool(tool);
  const all = (plan.office.records[collection] ?? []).map(({ id }) => `${collection}/${id}`);
  const filters = tool.tool.kind === 'summarize' ? Object.keys(tool.tool.filters) : [];
  const list = mountedTools(plan.office).find((one) => one.tool.kind === 'list' && collectionOfTool(one) === collection);
  const known = filters.filter((argument) => list?.parameters.some(({ name }) => name === argument));
  const given = Object.fromEntries(Object.entries(args).filter(([argument]) => known.includes(argument)));
  const shown = list && pages(list.name, given, all.length, play);
  return shown ? all.filter((path) => shown.has(path)) : all;
}

/** Paths of the records on all pages of a list; undefined where it does not take these filters. */
function pages(tool: string, filters: Move['args'], most: number, play: Arena['play']): ReadonlySet<string> | undefined {
  const shown = new Set<string>();
  let cursor: string | undefined;
  for (let page = 0; page <= most / PAGE.most; page++) {
    const run = play([{ tool, args: { ...filters, limit: PAGE.most, ...(cursor !== undefined && { cursor }) } }]);
    if (run.refused.length > 0) return undefined;
    for (const { shown: answer } of run.entries) for (const path of Object.keys(answer.records)) shown.add(path);
    const [answer] = run.answers;
    const result = answer?.ok ? answer.result : null;
    const next =
      result !== null && typeof result === 'object' && !Array.isArray(result)
        ? (result as { readonly next_cursor?: string }).next_cursor
        : undefined;
    if (next === undefined) break;
    cursor = next;
  }
  return shown;
}
