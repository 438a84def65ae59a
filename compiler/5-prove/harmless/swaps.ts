// Calls that have nothing to do with each other, the other way round: neighbours, and writes that a check wants in an order.
import { isWriting, mountedTools } from '../acts.ts';
import type { Arena, Move, Run } from '../arena.ts';
import { declaredTogether } from './declared.ts';
import type { Rewriting } from './index.ts';

export function swaps(arena: Arena): readonly Rewriting[] {
  const { plan } = arena;
  const pairs = plan.solution.flatMap((_, i) => (mayBeSwapped(i, arena) ? [i] : []));
  // Every other pair at once, then those between them.
  const neighbours = [0, 1].flatMap((odd): Rewriting[] => {
    const half = pairs.filter((i) => i % 2 === odd);
    const whole = swapped(plan.solution, half);
    if (half.length === 0) return [];
    const words = 'independent neighbouring calls swapped';
    const alone = half.map((i) => swapped(plan.solution, [i])).filter((moves) => isSame(moves, arena));
    if (isSame(whole, arena)) return [{ name: `swaps ${odd + 1}`, words, together: whole, alone }];
    const [first, ...rest] = alone;
    return first
      ? [
          { name: `swaps ${odd + 1}`, words, together: first, alone: [first] },
          ...rest.map((moves) => ({ name: `swaps ${odd + 1}`, words, together: moves, alone: [moves] })),
        ]
      : [];
  });
  return [...neighbours, ...reordered(arena)];
}

/** Most pairs of writes that are tried in the other order. */
const MOST = 10;

/** Writes whose order a check looks at, but not the request: the later one first. */
function reordered(arena: Arena): readonly Rewriting[] {
  const { plan } = arena;
  if (asksForOrder(plan.request)) return [];
  const steps = plan.solution;
  const pairs = steps.flatMap((a, i) =>
    steps.flatMap((b, j) =>
      j > i && writes(a.tool, plan) && writes(b.tool, plan) && declaredTogether(a.tool, b.tool, plan) ? [[i, j] as const] : [],
    ),
  );
  const others = pairs
    .slice(0, MOST)
    .map(([i, j]) => [...steps.slice(0, i), ...steps.slice(j, j + 1), ...steps.slice(i, j), ...steps.slice(j + 1)]);
  const alone = others.filter((moves) => isSame(moves, arena));
  return alone.map((moves) => ({
    name: 'reordered',
    words: 'independent calls in an order that the request does not rule out',
    together: moves,
    alone: [moves],
  }));
}

/** Whether a request says what comes first. */
function asksForOrder(request: string): boolean {
  return /\b(?:before|beforehand|after|afterwards|first|then|once|until|only when|as soon as|finally|at the end|finish|next|prior|last)\b/i.test(
    request,
  );
}

/**
 * Reads among themselves; writes among themselves, unless the two are what a check is about; a read before the write that it follows.
 * A read behind the write that it precedes is something else: acting first and looking afterwards.
 */
function mayBeSwapped(i: number, { plan }: Arena): boolean {
  const [a, b] = [plan.solution[i], plan.solution[i + 1]];
  if (!a || !b || a.tool === 'reply' || b.tool === 'reply') return false;
  if (!writes(a.tool, plan)) return !writes(b.tool, plan);
  return !declaredTogether(a.tool, b.tool, plan);
}

function writes(name: string, plan: Arena['plan']): boolean {
  return name === 'file' || mountedTools(plan.office).some((tool) => tool.name === name && isWriting(tool));
}

function swapped(steps: readonly Move[], at: readonly number[]): readonly Move[] {
  return steps.map((step, i) => (at.includes(i) ? steps[i + 1] : at.includes(i - 1) ? steps[i - 1] : step) ?? step);
}

/** Whether each call is answered as before and the world ends as before. */
function isSame(moves: readonly Move[], { play, plan, oracle }: Arena): boolean {
  const run = play(moves);
  const steps: readonly Move[] = plan.solution;
  const answer = ({ answers }: Run, at: number) => withoutNewIds(JSON.stringify(answers[at]), oracle);
  // Of the beginning that both share, the answers are the same ones.
  const isAnswered = (i: number, at: number) => run.answers[i] === oracle.answers[at] || answer(run, i) === answer(oracle, at);
  return moves.every((move, i) => isAnswered(i, steps.indexOf(move))) && run.world() === oracle.world();
}

/** Which number a new record got depends on the order and says nothing. */
function withoutNewIds(text: string, oracle: Run): string {
  const made = oracle.entries.flatMap(({ changes }) => changes.flatMap(({ before, id }) => (before === null ? [id] : [])));
  return made.reduce((rest, id) => rest.replaceAll(JSON.stringify(id), '"new"'), text);
}
