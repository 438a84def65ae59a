// Per check, the step it hangs on with another value: a check that does not drop does not look at what was done.
import type { Json } from '#grader/evidence/types.ts';
import { partsOf } from '../../3-link/parts.ts';
import { checkKinds } from '../../checks/index.ts';
import type { Attack, PlannedCheck, Step } from '../../types.ts';
import { type Arena, attackRow, defineAttacker, findingOf, notMeasured, type Run } from '../arena.ts';
import { alternatives, declaredField, isWithinBounds, namedIn, otherValues } from '../plausible.ts';

export const wrongValue = defineAttacker({
  name: 'wrong-value',
  about:
    'Per check, the steps it hangs on with another plausible value of the argument’s type that the check does not name as an alternative. The check must drop: for some argument, and for every argument that it names.',
  must: 'the check drops',
  wrong: false,
  attack: (arena) => arena.plan.checks.filter((check) => !check.restraint).flatMap((check) => attack(check, arena)),
});

interface Trial {
  readonly tool: string;
  readonly argument: string;
  readonly was: Json;
  readonly value: Json;
  readonly run: Run;
  readonly drops: boolean;
}

function attack(check: PlannedCheck, arena: Arena): readonly Attack[] {
  const { report, contribution } = arena;
  const steps = contribution(check)?.steps;
  // That no step matters to it, omission says.
  if (!steps) return [];
  const named = namedIn(check.params).keys;
  if (isOfManner(check) && !named.has('with')) return [notMeasured('wrong-value', check.id, 'it looks at calls, not at values')];
  const single = [...argumentsOf(steps)].map((argument) => firstThatDrops(trialsOf(steps, [argument], check, arena)));
  // Of several steps each may be enough by itself, so then all of them have to be wrong.
  const several = steps.length > 1 && !single.flat().some(({ drops }) => drops);
  const trials = [...single, several ? firstThatDrops(trialsOf(steps, [...argumentsOf(steps)], check, arena)) : []].flat();
  if (trials.length === 0) return [notMeasured('wrong-value', check.id, `no other value for ${steps.map(({ tool }) => tool).join(', ')}`)];
  const blind = trials.filter(({ argument, drops }) => named.has(argument) && !drops);
  const seen = trials.find(({ drops }) => drops);
  const [worst = seen ?? trials[0]] = blind;
  const held = seen !== undefined && blind.length === 0;
  if (!worst) return [];
  if (!held) {
    const { tool, argument, was, value, run } = worst;
    const step = steps.find((one) => one.tool === tool);
    const related = step ? [{ span: step.span, message: 'the step of the solution' }] : [];
    const args = { check: check.id, tool, argument, was, value, score: findingOf(run, check.id).score, named: named.has(argument) };
    report('prove/wrong-value-passes', check.span, args, related);
  }
  const words = `${worst.tool} with ${worst.argument} ${short(worst.value)} instead of ${short(worst.was)}`;
  return [attackRow('wrong-value', check.id, worst.run, held, words)];
}

/** Whether a check, or every check inside it, looks at calls and not at values. */
function isOfManner({ kind, params }: Pick<PlannedCheck, 'kind' | 'params'>): boolean {
  const parts = partsOf(params);
  if (parts.length === 0) return checkKinds[kind]?.manner === true;
  return parts.every((part) => isOfManner({ kind: part.$check, params: part.params }));
}

function argumentsOf(steps: readonly Step[]): ReadonlySet<string> {
  return new Set(steps.flatMap(({ args }) => Object.keys(args)));
}

/** Runs with other values of these arguments, in all steps that have them. Values that the workspace refuses are none. */
function* trialsOf(steps: readonly Step[], names: readonly string[], check: PlannedCheck, { plan, play, oracle }: Arena): Generator<Trial> {
  const full = findingOf(oracle, check.id).score;
  const accepted = alternatives(check);
  for (let i = 0; i < MOST; i++) {
    const changed = new Map<Step, Step>();
    for (const step of steps) {
      const others = names.flatMap((name): [string, Json][] => {
        const value = Object.hasOwn(step.args, name) ? otherValuesOf(step, name, plan)[i] : undefined;
        return value === undefined || accepted.has(JSON.stringify(value)) || isWithinBounds(value, name, check) ? [] : [[name, value]];
      });
      if (others.length > 0) changed.set(step, { ...step, args: { ...step.args, ...Object.fromEntries(others) } });
    }
    const [first] = changed.keys();
    if (!first) continue;
    const run = play(plan.solution.map((step) => changed.get(step) ?? step));
    if (run.refused.some(({ index }) => changed.has(plan.solution[index] as Step))) continue;
    const argument = Object.keys(first.args).find((name) => changed.get(first)?.args[name] !== first.args[name]) ?? '';
    const [was = null, value = null] = [first.args[argument], changed.get(first)?.args[argument]];
    yield { tool: first.tool, argument, was, value, run, drops: findingOf(run, check.id).score < full };
  }
}

const MOST = 8;

function otherValuesOf(step: Step, argument: string, plan: Arena['plan']): readonly Json[] {
  const field = declaredField(step, argument, plan);
  const current = step.args[argument];
  return field && current !== undefined ? otherValues(field, current, plan) : [];
}

/** The first trial that brings the check down, else the first of all. */
function firstThatDrops(trials: Iterable<Trial>): readonly Trial[] {
  let first: Trial | undefined;
  for (const trial of trials) {
    if (trial.drops) return [trial];
    first ??= trial;
  }
  return first ? [first] : [];
}

function short(value: Json): string {
  const text = JSON.stringify(value);
  return text.length > 80 ? `${text.slice(0, 77)}…` : text;
}
