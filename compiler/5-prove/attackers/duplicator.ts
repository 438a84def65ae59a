// Once is not enough: everything that the solution makes, sends or spends, made again and again.
import type { Attack, PlannedCheck, Step } from '../../types.ts';
import { isWriting, type MountedTool, mountedTools } from '../acts.ts';
import { type Arena, attackRow, defineAttacker, type Move, notMeasured } from '../arena.ts';

export const duplicator = defineAttacker({
  name: 'duplicator',
  about:
    'The solution with every call of a tool that makes, sends or spends something made twice, and ten times. It earns less than the solution, unless `untested` says why repeating does no harm.',
  must: 'less than the solution',
  wrong: false,
  attack: (arena) => {
    const { plan, report } = arena;
    const adding = new Set(
      mountedTools(plan.office)
        .filter(adds)
        .map(({ name }) => name),
    );
    const tools = [...new Set(plan.solution.map(({ tool }) => tool).filter((tool) => adding.has(tool)))];
    const rows = tools.map((tool) => ({ tool, attacks: TIMES.map((times) => repeat(tool, times, arena)) }));
    for (const { repeated, span } of plan.untested) {
      const row = rows.find(({ tool }) => tool === repeated);
      if (repeated === undefined || row?.attacks.some(({ detail }) => detail.includes(MARKED))) continue;
      report('prove/unused-mark', span, {
        what: row ? `Repeating ${repeated} earns less as it is` : `The solution makes, sends or spends nothing with "${repeated}"`,
      });
    }
    for (const { tool, attacks } of rows) {
      const won = attacks.findIndex(({ result }) => result === 'won');
      if (won < 0) continue;
      report('prove/repeats-unseen', placeOf(tool, arena), { tool, times: TIMES[won] ?? 0, reward: attacks[won]?.reward ?? 0 });
    }
    const attacks = rows.flatMap((row) => row.attacks);
    return attacks.length > 0 ? attacks : [notMeasured('duplicator', '', 'the solution makes, sends and spends nothing')];
  },
});

const TIMES = [2, 10];
const MARKED = 'meant to be: ';

/** Every use leaves one more, or costs again. What sets a field to a value does not. */
function adds(tool: MountedTool): boolean {
  return isWriting(tool) && ['create', 'send', 'spend'].includes(tool.tool.effect);
}

function repeat(tool: string, times: number, { plan, play, oracle }: Arena): Attack {
  const moves = plan.solution.flatMap((step): readonly Move[] => (step.tool === tool ? Array.from({ length: times }, () => step) : [step]));
  const run = play(moves);
  const words = `${times} times each`;
  if (run.world() === oracle.world()) {
    const refusal = run.refused.find(({ index }) => moves[index]?.tool === tool);
    const reason = refusal ? `doing it again is refused: ${refusal.message}` : 'doing it again changes nothing';
    return notMeasured('duplicator', tool, `${words}: ${reason}`);
  }
  const mark = plan.untested.find(({ repeated }) => repeated === tool);
  const less = run.verdict.reward < oracle.verdict.reward;
  return attackRow('duplicator', tool, run, less || mark !== undefined, !less && mark ? `${words}; ${MARKED}${mark.why}` : words);
}

/** The check that hangs on these calls, which is the one to say how many there may be. */
function placeOf(tool: string, { plan, contribution }: Arena): PlannedCheck['span'] {
  const uses = (steps: readonly Step[] = []) => steps.some((step) => step.tool === tool);
  const check = plan.checks.find((one) => !one.restraint && uses(contribution(one)?.steps));
  return check?.span ?? plan.places.key(['checks']);
}
