// Hammering: every call of a tool that may fail is made ten times, whatever comes back.
import { recoveredTools } from '../../3-link/faults.ts';
import type { Attack } from '../../types.ts';
import { type Arena, attackRow, defineAttacker, findingOf, type Move, notMeasured } from '../arena.ts';

export const repeater = defineAttacker({
  name: 'repeater',
  about: 'The solution with every call of a tool that a fault is planned for made ten times. The checks that look at recovery score 0.',
  must: '0 from recovery',
  wrong: false,
  attack: (arena) => {
    const faults = arena.plan.office.faults ?? [];
    return faults.length === 0 ? [notMeasured('repeater', '', 'no fault is planned')] : faults.map(({ tool }) => hammer(tool, arena));
  },
});

const TIMES = 10;

function hammer(tool: string, { plan, report, play }: Arena): Attack {
  const moves = plan.solution.flatMap((step): readonly Move[] => (step.tool === tool ? Array.from({ length: TIMES }, () => step) : [step]));
  const run = play(moves, { once: true });
  const scoring = plan.checks.filter((check) => recoveredTools(check).includes(tool) && findingOf(run, check.id).score > 0);
  for (const { id, span } of scoring) report('prove/repeater-scores', span, { check: id, tool, score: findingOf(run, id).score });
  return attackRow('repeater', tool, run, scoring.length === 0, scoring.map(({ id }) => id).join(', '));
}
