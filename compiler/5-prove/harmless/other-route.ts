// The same records by another tool: each by itself instead of a list or a search, a list instead of each by itself.
import { collectionOfTool, isWriting, type MountedTool, mountedTools } from '../acts.ts';
import type { Arena, Move, Run } from '../arena.ts';
import { declaredTools } from './declared.ts';
import type { Rewriting } from './index.ts';

export function otherRoute(arena: Arena): readonly Rewriting[] {
  const { plan } = arena;
  const declared = declaredTools(plan);
  const other = plan.solution.map((step, i) => (declared.has(step.tool) ? undefined : routeOf(i, arena, declared)));
  const replaced = (at: (i: number) => boolean) =>
    plan.solution.flatMap((step, i): readonly Move[] => (at(i) ? (other[i] ?? [step]) : [step]));
  const changed = plan.solution.flatMap((_, i) => (other[i] ? [i] : []));
  if (changed.length === 0) return [];
  return [
    {
      name: 'other route',
      words: 'the same records read by another tool',
      together: replaced(() => true),
      alone: changed.map((i) => replaced((one) => one === i)),
    },
  ];
}

/** Records that a list may be replaced for, one by one. */
const MOST = 40;

function routeOf(i: number, { plan, oracle, play }: Arena, declared: ReadonlySet<string>): readonly Move[] | undefined {
  const step = plan.solution[i];
  const tool = mountedTools(plan.office).find(({ name }) => name === step?.tool);
  if (!step || !tool || isWriting(tool)) return undefined;
  // What was answered in the end: files are written without a line in the log, planned faults take one more.
  const logged = ({ attempts }: Run, steps: number) => attempts.slice(0, steps).reduce((sum, one) => sum + one, 0);
  const shown = oracle.entries[logged(oracle, i + 1) - 1]?.shown.records ?? {};
  const ids = Object.keys(shown).map((path) => path.slice(path.indexOf('/') + 1));
  const reader = readerOf(tool, tool.tool.kind === 'get' ? 'list' : 'get', plan.office);
  if (!reader || declared.has(reader.name) || ids.length === 0 || ids.length > MOST) return undefined;
  const moves: readonly Move[] =
    tool.tool.kind === 'get' ? [{ tool: reader.name, args: {} }] : ids.map((id) => ({ tool: reader.name, args: { id } }));
  // A route is another only if it shows as much.
  const before = plan.solution.slice(0, i);
  const run = play([...before, ...moves]);
  const entries = run.entries.slice(logged(run, before.length));
  const seen = (path: string) => new Set(entries.flatMap((entry) => entry.shown.records[path] ?? []));
  const showsAll = Object.entries(shown).every(([path, fields]) => fields.every((field) => seen(path).has(field)));
  return showsAll ? moves : undefined;
}

function readerOf(like: MountedTool, kind: 'list' | 'get', office: Arena['plan']['office']): MountedTool | undefined {
  return mountedTools(office).find((tool) => tool.tool.kind === kind && collectionOfTool(tool) === collectionOfTool(like));
}
