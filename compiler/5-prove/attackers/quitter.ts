// Giving up: planned faults are taken for the end of the work, or for none of one's business.
import { recoveredTools } from '../../3-link/faults.ts';
import type { Attack, Plan } from '../../types.ts';
import { isWriting, mountedTools } from '../acts.ts';
import { type Arena, attackRow, defineAttacker, findingOf, type Move, notMeasured } from '../arena.ts';

export const quitter = defineAttacker({
  name: 'quitter',
  about:
    'The solution without patience: at the first planned fault that shows, the work is left and the reply given; or every write that fails is left undone and the rest is done. Below the pass mark, and no check counts it as recovery.',
  must: 'below the pass mark',
  wrong: true,
  attack: (arena) => {
    const { plan } = arena;
    const faults = plan.office.faults ?? [];
    if (faults.length === 0) return [notMeasured('quitter', '', 'no fault is planned')];
    const written = faults.some(({ tool }) => writes(tool, plan));
    const left = upToFirstFailure(arena);
    return [
      left ? quit('stops at the first planned fault', left, arena) : notMeasured('quitter', 'stops', 'no planned fault shows itself'),
      written ? quit('leaves undone what fails', plan.solution, arena) : notMeasured('quitter', 'leaves undone', 'what fails only reads'),
    ];
  },
});

function quit(way: string, moves: readonly Move[], { plan, report, play }: Arena): Attack {
  const run = play(moves, { once: true });
  const { reward } = run.verdict;
  // A list that is called for something else later on counts as called again.
  const looking = plan.checks.filter((check) => recoveredTools(check).some((tool) => writes(tool, plan)));
  const fooled = looking.find(({ id }) => findingOf(run, id).score === 1);
  const passes = reward >= plan.passMark;
  if (passes) report('prove/quitter-earns', plan.places.key(['faults']), { way, reward });
  if (fooled) report('prove/quitter-earns', fooled.span, { way, reward, check: fooled.id });
  return attackRow('quitter', way, run, !passes && !fooled);
}

/** The solution up to the first call that fails, and its reply; undefined where no call does. */
function upToFirstFailure({ plan, play }: Arena): readonly Move[] | undefined {
  const { answers } = play(plan.solution, { once: true });
  const failed = answers.findIndex((answer) => !answer.ok);
  if (failed < 0) return undefined;
  return [...plan.solution.slice(0, failed + 1), ...plan.solution.slice(failed + 1).filter(({ tool }) => tool === 'reply')];
}

function writes(name: string, plan: Plan): boolean {
  return mountedTools(plan.office).some((tool) => tool.name === name && isWriting(tool));
}
