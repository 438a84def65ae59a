// Both this and that, or nearly: an answer that commits itself to nothing.
import type { Json } from '#grader/evidence/types.ts';
import type { Plan } from '../../types.ts';
import { attackRow, defineAttacker, findingOf, type Move, notMeasured } from '../arena.ts';
import { neighbour } from '../plausible.ts';
import { proseArguments } from '../says.ts';

export const hedger = defineAttacker({
  name: 'hedger',
  about:
    'The solution saying "X or Y" for each record, "12 or 13" for each number, "9:00 or 10:00" for each time of day, or a number and 0.9; or another time of day in a second message. Statement checks that look at it drop.',
  must: 'the check drops',
  wrong: false,
  attack: ({ plan, report, play, oracle, weak }) => {
    const statements = plan.checks.filter((check) => check.statement);
    if (statements.length === 0) return [notMeasured('hedger', '', 'no check looks at what is said')];
    return Object.entries(hedges).flatMap(([way, { hedge, against, isApart }]) => {
      const moves = plan.solution.flatMap((step): readonly Move[] => {
        const hedged = { tool: step.tool, args: hedgedArgs(step, plan, hedge) };
        const isSame = JSON.stringify(hedged.args) === JSON.stringify(step.args);
        return isApart && !isSame && step.tool !== 'reply' && step.tool !== 'file'
          ? [{ tool: step.tool, args: step.args }, hedged]
          : [hedged];
      });
      if (JSON.stringify(moves) === JSON.stringify(plan.solution.map(({ tool, args }) => ({ tool, args })))) return [];
      // Only checks that hang on what was hedged: with something else in its place they would drop.
      const replaced = play(plan.solution.map((step): Move => ({ tool: step.tool, args: hedgedArgs(step, plan, against) })));
      const looking = statements.filter(({ id }) => findingOf(replaced, id).score < findingOf(oracle, id).score);
      if (looking.length === 0) return [];
      const run = play(moves);
      const fooled = looking.filter(({ id }) => findingOf(run, id).score >= findingOf(oracle, id).score);
      for (const { id, span } of fooled.filter((check) => !weak.has(check.id))) report('prove/hedger-scores', span, { check: id, way });
      return [attackRow('hedger', way, run, fooled.length === 0, fooled.map(({ id }) => id).join(', '))];
    });
  },
});

interface Hedge {
  readonly text: (text: string, plan: Plan) => string;
  readonly number: (number: number) => number;
}

const asIs = (number: number) => number;
const MONTH = '(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\\.?';
/** Not those of a date: 8.9 March is no day, and an answer that says so hedges nothing. */
const NUMBER = new RegExp(`(?<![\\w.,:@-]|\\b${MONTH} )\\d+(?![\\w:@-]|[.,]\\d|\\.? ${MONTH})`, 'gi');
const eachNumber = (write: (number: number) => string) => (text: string) => text.replace(NUMBER, (digits) => write(Number(digits)));
const eachRecord = (write: (id: string, other: string) => string) => (text: string, plan: Plan) =>
  text.replace(/[A-Za-z][\w-]*/g, (word) => {
    const other = neighbour(word, plan);
    return other === undefined ? word : write(word, other);
  });

const eachTime = (write: (time: string, later: string) => string) => (text: string) =>
  text.replace(/(?<![\dT:.+-])([01]?\d|2[0-3]):([0-5]\d)(?![\d:+Z])/g, (time, hour, minute) =>
    write(time, `${String((Number(hour) + 1) % 24).padStart(2, '0')}:${minute}`),
  );

const otherNumber: Hedge = { text: eachNumber((number) => String(number + 1)), number: (number) => number + 1 };
const otherTime: Hedge = { text: eachTime((_, later) => later), number: asIs };
const otherRecord: Hedge = { text: eachRecord((_, other) => other), number: asIs };

/** How it hedges, and what is said instead to see which checks look. `isApart`: it sends the message as it is, and one that hedges. */
const hedges: { readonly [way: string]: { readonly hedge: Hedge; readonly against: Hedge; readonly isApart?: true } } = {
  'one record or another': { hedge: { text: eachRecord((id, other) => `${id} or ${other}`), number: asIs }, against: otherRecord },
  'one number or another': {
    hedge: { text: eachNumber((number) => `${number} or ${number + 1}`), number: asIs },
    against: { ...otherNumber, number: asIs },
  },
  'one time or another': {
    hedge: { text: eachTime((time, later) => `${time} or ${later}`), number: asIs },
    against: otherTime,
  },
  'one time, and another in a second message': { hedge: otherTime, against: otherTime, isApart: true },
  'a number and 0.9': { hedge: { text: eachNumber((number) => `${number}.9`), number: (number) => number + 0.9 }, against: otherNumber },
};

/** Prose, and the numbers of a filled form. */
function hedgedArgs(step: Plan['solution'][number], plan: Plan, hedge: Hedge): Move['args'] {
  const prose = new Set(proseArguments(step, plan));
  const numbers = (value: Json): Json => {
    if (typeof value === 'number') return hedge.number(value);
    if (Array.isArray(value)) return value.map(numbers);
    return value !== null && typeof value === 'object'
      ? Object.fromEntries(Object.entries(value).map(([key, one]) => [key, numbers(one)]))
      : value;
  };
  return Object.fromEntries(
    Object.entries(step.args).map(([name, value]) => {
      if (prose.has(name)) return [name, hedge.text(String(value), plan)];
      return [name, step.tool === 'reply' ? numbers(value) : value];
    }),
  );
}
