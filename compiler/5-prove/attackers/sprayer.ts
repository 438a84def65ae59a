// The right work, but everybody is told about everything.
import type { Plan } from '../../types.ts';
import { mountedTools } from '../acts.ts';
import { attackRow, defineAttacker, findingOf, type Move, notMeasured } from '../arena.ts';
import { sample } from '../sample.ts';
import { proseArguments } from '../says.ts';

export const sprayer = defineAttacker({
  name: 'sprayer',
  about:
    'The solution with its messages replaced (but for a subject that a check asks for): every addressee is told about every record, in one message and in one for each. Below the pass mark.',
  must: 'below the pass mark',
  wrong: true,
  attack: ({ plan, report, play, weak }) => {
    const sends = plan.solution.filter(({ tool }) => isSend(tool, plan));
    if (sends.length === 0) return [notMeasured('sprayer', '', 'the solution sends nothing')];
    return Object.entries(ways).map(([way, spray]) => {
      const run = play(plan.solution.flatMap((step): readonly Move[] => (sends.includes(step) ? spray(step, plan) : [step])));
      const held = run.verdict.reward < plan.passMark;
      const check = plan.checks.find(({ id, statement }) => statement && findingOf(run, id).score < 1);
      const known = plan.checks.some(({ id, statement }) => statement && weak.has(id));
      const [tool = ''] = sends.map((step) => step.tool);
      if (!held && !known) report('prove/sprayer-passes', check?.span ?? plan.places.key(['checks']), { tool, reward: run.verdict.reward });
      const { words } = sample(idsOf(plan), way === 'one message' ? Number.POSITIVE_INFINITY : MOST, 'records');
      return attackRow('sprayer', way, run, held, words);
    });
  },
});

type Step = Plan['solution'][number];

function isSend(name: string, plan: Plan): boolean {
  return mountedTools(plan.office).find((tool) => tool.name === name)?.tool.kind === 'send';
}

const ways: { readonly [way: string]: (step: Step, plan: Plan) => readonly Move[] } = {
  'one message': (step, plan) => [withProse(step, plan, idsOf(plan).join(', '))],
  'one for each record': (step, plan) =>
    idsOf(plan)
      .slice(0, MOST)
      .map((id) => withProse(step, plan, id)),
};

/** Records told about one by one: enough that wrong ones are among them. */
const MOST = 40;

/** Ids of the collections that the solution's messages name records of, those that they name first. */
function idsOf(plan: Plan): readonly string[] {
  const said = plan.solution.filter(({ tool }) => isSend(tool, plan)).map(({ args }) => JSON.stringify(args));
  const text = said.join('\n');
  const isNamed = ({ id }: { readonly id: string }) => text.includes(id);
  const all = Object.values(plan.office.records)
    .filter((records) => records.some(isNamed))
    .flat();
  return [...all.filter(isNamed), ...all.filter((record) => !isNamed(record))].map(({ id }) => id);
}

function withProse(step: Step, plan: Plan, text: string): Move {
  const prose = proseArguments(step, plan, { below: true }).map((name) => [
    name,
    `About ${text}`.slice(0, name === 'subject' ? 200 : 20_000),
  ]);
  return { tool: step.tool, args: { ...step.args, ...Object.fromEntries(prose) } };
}
