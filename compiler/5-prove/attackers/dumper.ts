// Everything pasted everywhere: messages to the right people and a reply, but what is said in them is the whole office.
import type { Plan } from '../../types.ts';
import { mountedTools } from '../acts.ts';
import { type Arena, attackRow, defineAttacker, findingOf, type Move, notMeasured } from '../arena.ts';
import { everything, labelsOf } from '../everything.ts';
import { nearFirst, recordsInTurn, sampleLines } from '../sample.ts';
import { headlines } from '../says.ts';

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
    return Object.entries(dumps(arena.plan)).map(([form, { text, label, words }]) => {
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
      if (run.refused.length > 0) return notMeasured('dumper', form, `the workspace refuses it: ${run.refused[0]?.message ?? ''}`);
      const detail = [...scoring.map(({ id }) => id), ...(words === '' ? [] : [words])].join(', ');
      return attackRow('dumper', form, run, scoring.length === 0, detail);
    });
  },
});

interface Dump {
  readonly text: string;
  readonly label: number;
  /** How much of the office it is, where it is not all. */
  readonly words: string;
}

function dumps(plan: Plan): { readonly [form: string]: Dump } {
  const records = nearFirst(plan)(recordsInTurn(plan), ({ id }) => id);
  const dump = (lines: readonly string[], label: number): Dump => {
    const { items, words } = sampleLines(lines, 'records');
    return { text: items.join('\n'), label, words };
  };
  const ids = records.map((record) => `- ${record.id}`);
  const labels = Array.from({ length: labelsOf(plan) - 1 }, (_, i) => [`label ${i + 2}`, dump(ids, i + 1)] as const);
  return {
    records: dump(
      records.map((record) => JSON.stringify(record)),
      0,
    ),
    ids: dump(ids, 0),
    ...Object.fromEntries(labels),
  };
}

/** What the solution says, with every text replaced but a subject that a check asks for; nothing else of it is done. */
function said(reply: Move['args'], text: string, { plan }: Arena): readonly Move[] {
  return plan.solution.flatMap((step): readonly Move[] => {
    if (step.tool === 'reply') return [{ tool: 'reply', args: reply }];
    const tool = mountedTools(plan.office).find((t) => t.name === step.tool);
    if (tool?.tool.kind !== 'send') return [];
    const kept = headlines(step, plan);
    const texts = tool.parameters
      .filter(({ name, field }) => (field.type === 'text' || field.type === 'string') && !kept.includes(name))
      .map(({ name }) => name);
    return [
      {
        tool: step.tool,
        args: { ...step.args, ...Object.fromEntries(texts.map((name) => [name, text.slice(0, name === 'subject' ? 200 : undefined)])) },
      },
    ];
  });
}
