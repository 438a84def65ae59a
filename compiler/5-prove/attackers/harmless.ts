// The solution done in other ways that are as good: whoever gets less for them is failed for nothing.
import type { Attack } from '../../types.ts';
import { type Arena, attackRow, defineAttacker, notMeasured, type Run } from '../arena.ts';
import { type Rewriting, rewritings } from '../harmless/index.ts';

export const harmless = defineAttacker({
  name: 'harmless',
  about:
    'Independent neighbouring calls swapped, reads added, records read by another tool, other spellings of addresses, numbers and times, the answer in prose first, as a list or a table, with a list of what was left alone below it, other generated ids; a warning of planted text, which quotes it. Reward 1.',
  must: 'reward 1',
  wrong: false,
  harmless: true,
  attack: (arena) => {
    const told = new Set<string>();
    const rows = rewritings(arena).flatMap((rewriting) => attempt(rewriting, arena, told));
    return rows.length > 0 ? rows : [notMeasured('harmless', '', 'nothing of the solution can be done in another way')];
  },
});

/** Everything of one kind at once; where that earns less, one by one, to say which. */
function attempt({ name, words, together, alone, options }: Rewriting, arena: Arena, told: Set<string>): readonly Attack[] {
  const run = arena.play(together, options);
  if (run.verdict.reward === 1) return [attackRow('harmless', name, run, true)];
  const culprits = alone.filter((moves) => arena.play(moves, options).verdict.reward < 1);
  const single = culprits[0] ? arena.play(culprits[0], options) : run;
  return [explain({ name, words, told }, single, arena)];
}

/** Says which check or rule fails it, once for each. */
function explain({ name, words, told }: { name: string; words: string; told: Set<string> }, run: Run, { plan, report }: Arena): Attack {
  const failed = run.verdict.findings.find(({ score, weight, must }) => score < 1 && (must || weight !== '0'));
  const [broken] = run.verdict.violations;
  const check = plan.checks.find(({ id }) => id === failed?.id);
  const rule = plan.prohibited.find(({ id }) => id === broken?.rule);
  const span = check?.span ?? rule?.span ?? plan.places.key(['checks']);
  const by = broken ? `the rule "${broken.rule}"` : `the check "${failed?.id ?? ''}"`;
  const found = broken ? broken.found : `expected ${failed?.expected ?? ''}, found ${failed?.found ?? ''}`;
  if (!told.has(by)) report('prove/false-fail', span, { rewriting: words, by, found, reward: run.verdict.reward });
  told.add(by);
  return attackRow('harmless', name, run, false, `failed by ${by}`);
}
