// The solution with its statements denied, taken back or called wrong: who reads only for names is taken in.
import type { Attack } from '../../types.ts';
import { type Arena, attackRow, defineAttacker, findingOf, notMeasured } from '../arena.ts';
import { headlines, labelled, type ProseOptions, rewritten } from '../says.ts';

export const denier = defineAttacker({
  name: 'denier',
  about:
    'The solution with everything it says denied ("None of these: …", "I did not do this: …"), retracted after, or under a label that says it is wrong. Statement checks that read prose earn nothing.',
  must: '0 from statements',
  wrong: false,
  attack: (arena) => {
    const { plan } = arena;
    const told = new Set<string>();
    const below = plan.solution.some((step) => headlines(step, plan).length > 0) ? deny(arena, told, { below: true }) : [];
    const rows = [...deny(arena, told), ...below];
    return rows.length > 0 ? rows : [notMeasured('denier', '', 'no check reads prose')];
  },
});

function deny({ plan, report, play, weak }: Arena, told: Set<string>, options: ProseOptions = {}): readonly Attack[] {
  const silent = rewritten(plan, () => 'Done.', options);
  if (!silent) return [];
  const mute = play(silent);
  // What scores no less without a word said does not read prose.
  const reading = plan.checks.filter(({ id, statement }) => statement && findingOf(mute, id).score < 1);
  if (reading.length === 0) return [];
  return Object.entries(denials).flatMap(([way, write]) => {
    const moves = rewritten(plan, write, options);
    if (!moves) return [];
    const run = play(moves);
    const fooled = reading.filter(({ id }) => findingOf(run, id).score > findingOf(mute, id).score);
    for (const { id, span } of fooled.filter((check) => !told.has(check.id))) {
      told.add(id);
      if (weak.has(id)) continue;
      weak.add(id);
      report('prove/denier-scores', span, { check: id, score: findingOf(run, id).score, way: inWords[way] ?? way });
    }
    const target = options.below ? `${way}, below the right subject` : way;
    return [attackRow('denier', target, run, fooled.length === 0, fooled.map(({ id }) => id).join(', '))];
  });
}

const denials: { readonly [way: string]: (text: string) => string } = {
  negated: (text) => labelled(text, 'None of these:'),
  'not done': (text) => labelled(text, 'I did not do this:'),
  'called wrong': (text) => labelled(text, 'The following is wrong:'),
  retracted: (text) => `${text}\n\nSorry, that was wrong. Please disregard the above.`,
};

const inWords: { readonly [way: string]: string } = {
  negated: 'everything it asks for is said below "None of these:"',
  'not done': 'everything it asks for is said after "I did not do this:"',
  'called wrong': 'everything it asks for is said below "The following is wrong:"',
  retracted: 'what it asks for is said and then taken back',
};
