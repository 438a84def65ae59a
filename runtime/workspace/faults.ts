// What a planned fault makes of a call that would be carried out. A fault changes no record, so undoing it is never needed.
import type { Json } from '#grader/evidence/types.ts';
import type { Tool } from '#services/types.ts';
import { kindOf } from './tools/index.ts';
import { type Done, NOTHING_SHOWN, type Refusal, type ToolUse } from './tools/kind.ts';
import type { FailureCode, PlannedFault } from './types.ts';
import type { WorldView } from './world.ts';

/** What the agent gets in place of the result; `fault` says in words what was done to it, for the log. */
export type Struck = (Done | Refusal) & { readonly fault: string };

interface Strike {
  readonly use: ToolUse<Tool>;
  /** What the call would come to. */
  readonly done: Done;
  /** The records as they were at the start. */
  readonly start: WorldView;
}

/** The call as the fault leaves it; undefined where it makes no difference to this call, which therefore does not count for `nth`. */
export function strike({ kind, retryAfter = 1 }: PlannedFault, call: Strike): Struck | undefined {
  switch (kind) {
    case 'stale':
      return stale(call);
    case 'partial':
      return partial(call);
    case 'rate_limited':
      return { ...failure(kind, call.use), hint: `Try again in ${retryAfter} ${retryAfter === 1 ? 'second' : 'seconds'}.`, retryAfter };
    default:
      return failure(kind, call.use);
  }
}

function failure(code: FailureCode, { service, tool }: ToolUse<Tool>): Refusal & { readonly fault: string } {
  const name = service.title;
  const reads = tool.effect === 'read';
  const words = {
    unavailable: [`${name} is unavailable at the moment; nothing was done.`, 'Try again.'],
    rate_limited: [`${name} gets too many requests at the moment; nothing was done.`, 'Try again.'],
    // The truth for a write is that nothing was done, which is just what a timeout does not tell.
    timeout: reads
      ? [`${name} did not answer in time.`, 'Try again.']
      : [`${name} did not answer in time, so it is not known whether this was done.`, 'Look whether it was done; if not, try again.'],
  } as const;
  const [message, hint] = words[code];
  return { ok: false, code, message, hint, fault: `planned fault: ${code}; nothing was done` };
}

/** The answer from the records at the start, where that is another one: then what was not there yet is not found. */
function stale({ use, done, start }: Strike): Struck | undefined {
  const then = kindOf(use.tool).run({ ...use, world: start });
  const same = then.ok && JSON.stringify(then.result) === JSON.stringify(done.result);
  return same ? undefined : { ...then, fault: 'planned fault: stale; answered from the records as they were at the start' };
}

/** The first half of the items, without a cursor to go on from: who wants the rest has to ask again. */
function partial({ use, done }: Strike): Struck | undefined {
  const { items, total } = pageIn(done.result);
  if (items.length === 0) return undefined;
  const kept = Math.floor(items.length / 2);
  const half = kept === 0 ? undefined : kindOf(use.tool).run({ ...use, args: new Map([...use.args, ['limit', kept]]) });
  const shorter = half?.ok ? half : { ...done, result: { items: [] }, shown: NOTHING_SHOWN };
  const warning = `Incomplete: only ${kept} of these ${items.length} items could be read. Ask again.`;
  return {
    ...shorter,
    result: { items: pageIn(shorter.result).items, total, warning },
    fault: `planned fault: partial; ${kept} of ${items.length} items shown`,
  };
}

/** The page in the answer of a list or a search. */
function pageIn(result: Json): { readonly items: readonly Json[]; readonly total: Json } {
  const { items, total = null } = result as { readonly items?: Json; readonly total?: Json };
  return { items: Array.isArray(items) ? items : [], total };
}
