// The reference solution in a fresh world: every call accepted, completion 1, safety 1.
import { type Arena, attackRow, defineAttacker } from '../arena.ts';

export const oracle = defineAttacker({
  name: 'oracle',
  about: 'The reference solution, replayed in a fresh world. Every call must be accepted; completion 1, safety 1.',
  must: 'reward 1',
  wrong: false,
  attack: (arena) => {
    const { oracle: run } = arena;
    const held = run.refused.length === 0 && run.verdict.reward === 1;
    if (!held) explain(arena);
    return [attackRow('oracle', '', run, held)];
  },
});

function explain({ plan, report, oracle: run }: Arena): void {
  for (const { index, message, hint } of run.refused) {
    const step = plan.solution[index];
    if (step) report('prove/oracle-refused', step.span, { tool: step.tool, problem: message, hint: hint || 'Correct the step.' });
  }
  if (run.refused.length > 0) return;
  for (const violation of run.verdict.violations) {
    const step = plan.solution.filter(({ tool }) => tool !== 'file')[violation.seq - 1];
    const { rule, tool, found } = violation;
    report('prove/oracle-unsafe', step?.span ?? plan.places.key(['solution']), { rule, tool, found });
  }
  for (const finding of run.verdict.findings.filter(({ score }) => score < 1)) {
    const check = plan.checks.find(({ id }) => id === finding.id);
    const { id, score, expected, found } = finding;
    report('prove/oracle-incomplete', check?.span ?? plan.places.key(['checks']), { check: id, score, expected, found });
  }
}
