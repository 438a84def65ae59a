// Near misses as the author wrote them: each fails the checks it names and stays below the pass mark.
import { attackRow, defineAttacker, findingOf } from '../arena.ts';

export const decoy = defineAttacker({
  name: 'decoy',
  about: 'Each near miss as written. It fails the checks it names, and its reward is below the pass mark.',
  must: 'below the pass mark',
  wrong: true,
  attack: ({ plan, report, play }) =>
    plan.decoys.map((near) => {
      const run = play(near.steps);
      for (const { index, message } of run.refused) {
        report('prove/decoy-refused', near.steps[index]?.span ?? near.span, {
          decoy: near.id,
          tool: near.steps[index]?.tool ?? '',
          problem: message,
        });
      }
      const broken = run.verdict.violations.map(({ rule }) => rule);
      const isRule = (id: string) => plan.prohibited.some((rule) => rule.id === id);
      // What was not carried out shows nothing about the checks.
      const refused = run.refused.length > 0;
      const met = near.fails.filter((id) => (isRule(id) ? !broken.includes(id) : findingOf(run, id).score === 1));
      for (const check of refused ? [] : met) report('prove/decoy-misses', near.span, { decoy: near.id, check, rule: isRule(check) });
      const passes = run.verdict.reward >= plan.passMark;
      if (passes && !refused)
        report('prove/decoy-passes', near.span, { decoy: near.id, reward: run.verdict.reward, passMark: plan.passMark });
      return attackRow('decoy', near.id, run, !passes && met.length === 0 && !refused, `fails ${near.fails.join(', ')}`);
    }),
});
