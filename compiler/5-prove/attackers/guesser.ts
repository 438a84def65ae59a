// Blind guesses: what an answer is worth on average, and how often it passes, that was chosen by the dice before anything was read.
import type { Attack, Plan } from '../../types.ts';
import { type Arena, defineAttacker, type Move, notMeasured, type Run } from '../arena.ts';
import { chosen, MOST_CHOSEN } from '../dice.ts';
import { type Guesses, guessesAt, withoutOpen } from '../guesses.ts';
import { writtenFile } from '../written-file.ts';

/** Who passes once in so many guesses, or more often, is not kept out. */
const RARE = 20;

export const guesser = defineAttacker({
  name: 'guesser',
  about: `Chance level: the form and the names asked for filled in by the dice, before anything was read (every combination of enum values, booleans, numbers below 10 and records, or ${MOST_CHOSEN} of them). Its reward is the mean. It passes less than once in 20 guesses.`,
  must: 'passes below 1 in 20',
  wrong: false,
  attack: (arena) => {
    const { plan, play } = arena;
    const answer = plan.solution.filter((step) => step.tool === 'reply' || writtenFile(step, plan) !== undefined);
    if (answer.length === 0) return [notMeasured('guesser', '', 'the solution answers nothing')];
    const right = play(answer);
    if (right.verdict.reward === 0) {
      reportUnused('A blind guess earns nothing', arena);
      return [held('0: even the right answers earn nothing when nothing was read or done')];
    }
    const guesses = guessesAt(plan);
    const best = play(
      answer.filter(({ tool }) => tool === 'reply').map(({ tool, args }) => ({ tool, args: withoutOpen(args, guesses.open) })),
    );
    const tried = chosen(guesses.sizes).map((digits) => play([guesses.reply(digits)]));
    const hopeless = whyHopeless({ right, best, guesses, plan });
    return [weighed(tried, hopeless, guesses, arena), ...unguessedFiles({ right, best, answer, plan })];
  },
});

/** Why no guess can pass; undefined where one may. */
function whyHopeless({
  right,
  best,
  guesses: { open },
  plan,
}: {
  readonly right: Run;
  readonly best: Run;
  readonly guesses: Guesses;
  readonly plan: Plan;
}): string | undefined {
  const enough = (run: Run) => run.verdict.reward >= plan.passMark;
  if (!enough(right)) return `0: even the right answers earn only ${short(right.verdict.reward)} when nothing was read or done`;
  if (enough(best)) return undefined;
  const files = plan.solution.some((step) => writtenFile(step, plan)) ? ['what is in the files'] : [];
  return `about 0: nothing tells ${[...open, ...files].join(', ')}, and without that the rest earns ${short(best.verdict.reward)} at most`;
}

function weighed(tried: readonly Run[], hopeless: string | undefined, guesses: Guesses, arena: Arena): Attack {
  const { plan, report, weak } = arena;
  const passing = tried.filter(({ verdict }) => verdict.reward >= plan.passMark);
  const mean = (of: (run: Run) => number) => Math.round((tried.reduce((sum, run) => sum + of(run), 0) / tried.length) * 1e6) / 1e6;
  const reward = mean(({ verdict }) => verdict.reward);
  const odds = `${passing.length} of ${tried.length}`;
  const count = guesses.sizes.reduce((product, size) => product * size, 1);
  const all = count > tried.length ? `${odds} guesses pass (out of ${inWords(count)})` : `${odds} possible answers pass`;
  const open = passing.length === 0 && guesses.open.length > 0 ? `, with nothing in ${guesses.open.join(', ')}` : '';
  const detail = `${hopeless ?? all + open}; a guess earns ${short(reward)} on average`;
  const mark = plan.untested.find(({ chance }) => chance !== undefined);
  const isOften = passing.length * RARE >= tried.length && passing.length > 0;
  const allowed = isOften && Number(mark?.chance) >= passing.length / tried.length;
  const [first] = passing;
  // That it holds anyway, idle says better.
  const isFree = first?.verdict.findings.some(({ id, counted }) => counted > 0 && weak.has(id)) === true;
  if (isOften && !allowed && first && !isFree) {
    const checks = first.verdict.findings.filter(({ counted, weight }) => counted > 0 && weight !== '0').map(({ id }) => id);
    const place = plan.checks.find(({ id, restraint }) => !restraint && checks.includes(id))?.span ?? plan.places.key(['checks']);
    report('prove/guessable', place, {
      checks,
      odds,
      one: Math.max(1, Math.round(tried.length / passing.length)),
      chance: passing.length / tried.length,
    });
  }
  if (!isOften) reportUnused(`A blind guess passes ${odds} times`, arena);
  return {
    ...held(allowed ? `${detail}; meant to be: ${mark?.why}` : detail),
    reward,
    completion: mean(({ verdict }) => verdict.completion),
    result: isOften && !allowed ? 'won' : 'held',
  };
}

function reportUnused(what: string, { plan, report }: Arena): void {
  for (const { chance, span } of plan.untested) if (chance !== undefined) report('prove/unused-mark', span, { what });
}

/** Of files nothing says between what there is to choose. Where they hold nothing but plain words and small numbers, the odds are unknown. */
function unguessedFiles({
  right,
  best,
  answer,
  plan,
}: {
  readonly right: Run;
  readonly best: Run;
  readonly answer: readonly Move[];
  readonly plan: Plan;
}): readonly Attack[] {
  const texts = answer.flatMap((move) => writtenFile(move, plan)?.text ?? []);
  if (texts.length === 0 || right.verdict.reward < plan.passMark || best.verdict.reward >= plan.passMark) return [];
  const told = new Set([plan.request, ...(plan.files ?? []).map(({ text }) => text)].flatMap(tokensIn));
  const untold = texts.flatMap(tokensIn).filter((token) => !told.has(token) && /\d\d|@|\d[A-Za-z]|[A-Za-z]-?\d/.test(token));
  return untold.length > 0 ? [] : [notMeasured('guesser', 'files', 'nothing says between how many values the files choose')];
}

function tokensIn(text: string): readonly string[] {
  return text.split(/[^\w@.-]+/).filter((token) => token !== '');
}

function held(detail: string): Attack {
  return { attacker: 'guesser', target: '', reward: 0, completion: 0, safety: 1, result: 'held', lazy: true, detail };
}

function inWords(count: number): string {
  return count < 1e6 ? String(count) : `some 10^${Math.floor(Math.log10(count))}`;
}

function short(number: number): string {
  return String(Math.round(number * 10_000) / 10_000);
}
