// Everything pasted everywhere: messages to the right people and a reply, but what is said in them is the whole office.
import type { Plan } from '../../types.ts';
import { mountedTools } from '../acts.ts';
import { type Arena, attackRow, defineAttacker, findingOf, type Move, notMeasured } from '../arena.ts';

export const dumper = defineAttacker({
  name: 'dumper',
  about: 'Every record pasted into reply and messages, as data and as a bare list of ids. Statement checks score 0.',
  wrong: true,
  attack: (arena) => {
    const statements = arena.plan.checks.filter((check) => check.statement);
    if (statements.length === 0) return [notMeasured('dumper', '', 'no check looks at what is said')];
    return Object.entries(dumps(arena.plan)).map(([form, text]) => {
      const run = arena.play(withText(text, arena));
      const scoring = statements.filter((check) => findingOf(run, check.id).score > 0);
      for (const check of scoring)
        arena.report('prove/dumper-scores', check.span, { check: check.id, score: findingOf(run, check.id).score });
      return attackRow('dumper', form, run, scoring.length === 0, scoring.map(({ id }) => id).join(', '));
    });
  },
});

function dumps({ office }: Plan): { readonly [form: string]: string } {
  const records = Object.values(office.records).flat();
  return {
    records: records.map((record) => JSON.stringify(record)).join('\n'),
    ids: records.map((record) => `- ${record.id}`).join('\n'),
  };
}

/** What the solution says, with every text replaced; nothing else of it is done. */
function withText(text: string, { plan }: Arena): readonly Move[] {
  return plan.solution.flatMap((step): readonly Move[] => {
    if (step.tool === 'reply') return [{ tool: 'reply', args: { message: text } }];
    const tool = mountedTools(plan.office).find((t) => t.name === step.tool);
    if (tool?.tool.kind !== 'send') return [];
    const said = tool.parameters.filter(({ field }) => field.type === 'text' || field.type === 'string').map(({ name }) => name);
    return [
      {
        tool: step.tool,
        args: { ...step.args, ...Object.fromEntries(said.map((name) => [name, text.slice(0, name === 'subject' ? 200 : undefined)])) },
      },
    ];
  });
}
