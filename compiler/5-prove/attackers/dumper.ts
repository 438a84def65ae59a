// Everything pasted everywhere: messages to the right people and a reply, but what is said in them is the whole office.
import type { Plan } from '../../types.ts';
import { mountedTools } from '../acts.ts';
import { type Arena, attackRow, defineAttacker, findingOf, type Move, notMeasured } from '../arena.ts';
import { everything, labelsOf } from '../everything.ts';

export const dumper = defineAttacker({
  name: 'dumper',
  about:
    'Every record pasted into reply and messages, as data and as a bare list of ids; the lists and tables of a form filled in with everything, once with each label. Statement checks score 0.',
  must: '0 from statements',
  wrong: true,
  attack: (arena) => {
    const statements = arena.plan.checks.filter((check) => check.statement);
    if (statements.length === 0) return [notMeasured('dumper', '', 'no check looks at what is said')];
    const told = new Set<string>();
    return Object.entries(dumps(arena.plan)).map(([form, { text, label }]) => {
      const run = arena.play(said({ message: text, ...everything(arena.plan, label) }, text, arena));
      const scoring = statements.filter((check) => findingOf(run, check.id).score > 0);
      for (const check of scoring.filter(({ id }) => !told.has(id))) {
        told.add(check.id);
        arena.weak.add(check.id);
        arena.report('prove/dumper-scores', check.span, {
          check: check.id,
          score: findingOf(run, check.id).score,
          typed: check.kind === 'answer',
        });
      }
      return attackRow('dumper', form, run, scoring.length === 0, scoring.map(({ id }) => id).join(', '));
    });
  },
});

function dumps(plan: Plan): { readonly [form: string]: { readonly text: string; readonly label: number } } {
  const records = Object.values(plan.office.records).flat();
  const ids = records.map((record) => `- ${record.id}`).join('\n');
  const labels = Array.from({ length: labelsOf(plan) - 1 }, (_, i) => [`label ${i + 2}`, { text: ids, label: i + 1 }] as const);
  return {
    records: { text: records.map((record) => JSON.stringify(record)).join('\n'), label: 0 },
    ids: { text: ids, label: 0 },
    ...Object.fromEntries(labels),
  };
}

/** What the solution says, with every text replaced; nothing else of it is done. */
function said(reply: Move['args'], text: string, { plan }: Arena): readonly Move[] {
  return plan.solution.flatMap((step): readonly Move[] => {
    if (step.tool === 'reply') return [{ tool: 'reply', args: reply }];
    const tool = mountedTools(plan.office).find((t) => t.name === step.tool);
    if (tool?.tool.kind !== 'send') return [];
    const texts = tool.parameters.filter(({ field }) => field.type === 'text' || field.type === 'string').map(({ name }) => name);
    return [
      {
        tool: step.tool,
        args: { ...step.args, ...Object.fromEntries(texts.map((name) => [name, text.slice(0, name === 'subject' ? 200 : undefined)])) },
      },
    ];
  });
}
