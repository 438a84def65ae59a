// A condition nearly fulfilled: what is not the end of a rule, however much it looks like it.
import type { AuditEntry, Json } from '#grader/evidence/types.ts';
import { matches } from '#grader/matchers.ts';
import type { Matcher } from '#grader/types.ts';
import type { PlannedCondition } from '../types.ts';
import { collectionOfTool, isWriting, mountedTools, plausibleAct } from './acts.ts';
import type { Arena, Move } from './arena.ts';
import { filled, satisfying } from './bring-about.ts';
import { declaredField, otherValues } from './plausible.ts';

export interface Nearly {
  /** To follow "after". */
  readonly words: string;
  readonly moves: readonly Move[];
}

/** Beginnings that come close to a condition and do not fulfil it, as far as the office allows any. */
export function nearlyFulfilled(until: PlannedCondition, arena: Arena): readonly Nearly[] {
  return 'called' in until ? nearlyCalled(until, arena) : nearlySeen(until, arena);
}

/** The right call, but refused; and the call with another value in each argument that the condition names. */
function nearlyCalled({ called, with: wanted = {} }: Extract<PlannedCondition, { called: string }>, arena: Arena): readonly Nearly[] {
  const { plan } = arena;
  const tool = mountedTools(plan.office).find(({ name }) => name === called);
  const where = filled(wanted, plan.ruleSlots) as { readonly [argument: string]: Json };
  const made = plan.solution.find((step) => step.tool === called && isAsWanted(step.args, where));
  const set = tool && satisfying(where, tool, plan);
  const move: Move | undefined =
    made ?? (tool && set && (isWriting(tool) ? plausibleAct(tool, plan, { set }) : { tool: called, args: set }));
  if (!move) return [];
  const others = Object.entries(where).flatMap(([argument, matcher]) => {
    const field = declaredField({ ...move, span: plan.places.key(['prohibited']) }, argument, plan);
    const values = field && move.args[argument] !== undefined ? otherValues(field, move.args[argument], plan) : [];
    const other = values
      .filter((value) => !matches(matcher as unknown as Matcher, value))
      .map((value): Move => ({ tool: called, args: { ...move.args, [argument]: value } }))
      .find((one) => arena.play([one]).refused.length === 0);
    return other ? [{ words: `${called} with another ${argument}`, moves: [other] }] : [];
  });
  return [...refused(move, `${called} was refused`, arena), ...others];
}

function isAsWanted(args: Move['args'], where: { readonly [argument: string]: Json }): boolean {
  return Object.entries(where).every(([argument, matcher]) => matches(matcher as unknown as Matcher, args[argument]));
}

/** Another record of the collection seen; the record seen without some of the fields; a refused look at it. */
function nearlySeen({ saw, fields = [] }: Extract<PlannedCondition, { saw: unknown }>, arena: Arena): readonly Nearly[] {
  const { plan, play } = arena;
  const path = String(filled(saw, plan.ruleSlots));
  const [collection, id] = [path.slice(0, path.indexOf('/')), path.slice(path.indexOf('/') + 1)];
  const readers = mountedTools(plan.office).filter((tool) => !isWriting(tool) && collectionOfTool(tool) === collection);
  const get = readers.find(({ tool }) => tool.kind === 'get');
  const shows = (moves: readonly Move[]) => shownOf(path, play(moves).entries);
  const other = plan.office.records[collection]?.find((record) => record.id !== id);
  const lists = readers.filter(({ tool }) => tool.kind === 'list').map(({ name }): Move => ({ tool: name, args: { limit: 200 } }));
  const inPart = lists.filter((move) => {
    const shown = shows([move]);
    return shown !== undefined && fields.some((field) => !shown.has(field));
  });
  const another: readonly Nearly[] =
    get && other ? [{ words: `${other.id} was seen instead of ${id}`, moves: [{ tool: get.name, args: { id: other.id } }] }] : [];
  return [
    ...another.filter(({ moves }) => shows(moves) === undefined),
    ...inPart.slice(0, 1).map((move) => ({ words: `only a part of ${id} was seen`, moves: [move] })),
    ...(get ? refused({ tool: get.name, args: { id } }, `a look at ${id} was refused`, arena) : []),
  ];
}

/** The fields of a record that answers showed; undefined where none showed it. */
function shownOf(path: string, entries: readonly AuditEntry[]): ReadonlySet<string> | undefined {
  const shown = entries.flatMap((entry) => entry.shown.records[path] ?? []);
  return entries.some((entry) => Object.hasOwn(entry.shown.records, path)) ? new Set(shown) : undefined;
}

/** The move with an argument that no tool has. */
function refused({ tool, args }: Move, words: string, { play }: Arena): readonly Nearly[] {
  const move: Move = { tool, args: { ...args, not_an_argument: 'x' } };
  return play([move]).refused.length === 1 ? [{ words, moves: [move] }] : [];
}
