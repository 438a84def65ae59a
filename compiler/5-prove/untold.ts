// Static rule: what a check wants word for word (a subject, a phrase, the name of a file), the agent was told somewhere.
import { holdsPhrase } from '#grader/text.ts';
import type { Plan, PlannedCheck, Step } from '../types.ts';
import type { Arena } from './arena.ts';
import { alternatives, declaredField, namedIn } from './plausible.ts';

/** Reports wordings that only the author knows: in neither the request (or its form) nor the folder nor any earlier answer. */
export function reportUntold({ plan, report, oracle }: Arena): void {
  const folder = (plan.files ?? []).flatMap(({ path, text }) => [path, text]);
  let seen = [plan.request, JSON.stringify(plan.office.answer ?? {}), ...folder].join('\n');
  const told = new Set<string>();
  plan.solution.forEach((step, i) => {
    for (const value of wordingsOf(step, plan).filter((one) => !told.has(one))) {
      told.add(value);
      if (!holdsPhrase(seen, value) && !holdsPhrase(seen, nameOf(value, step))) {
        report('prove/undiscoverable', step.span, { value: JSON.stringify(value), tool: step.tool });
      }
    }
    const answer = oracle.answers[i];
    if (answer?.ok) seen += `\n${JSON.stringify(answer.result)}`;
  });
}

/** Of a file its name will do: the request may say in other words where it goes. */
function nameOf(value: string, { tool }: Step): string {
  return tool === 'file' ? (value.split('/').at(-1) ?? value) : value;
}

/** What a step writes just so because a check wants it just so. What the check computes from records, or has alternatives for, is no such thing. */
function wordingsOf(step: Step, plan: Plan): readonly string[] {
  return Object.entries(step.args).flatMap(([argument, value]) => {
    const type = declaredField(step, argument, plan)?.type;
    if (typeof value !== 'string' || (type !== 'string' && type !== 'text')) return [];
    return plan.checks.flatMap((check) =>
      wordings(check, step.tool === 'file' ? 'file' : argument).filter((text) => isIn(text, value, step)),
    );
  });
}

function isIn(text: string, value: string, { tool }: Step): boolean {
  return text === value || (tool !== 'file' && holdsPhrase(value, text));
}

/** The literal texts that a check wants of the field or argument of this name. */
function wordings(check: PlannedCheck, name: string): readonly string[] {
  if (check.restraint || !namedIn(check.params).keys.has(name)) return [];
  const accepted = alternatives(check);
  const found: string[] = [];
  const collect = (value: unknown, wanted: boolean): void => {
    if (typeof value === 'string') {
      if (wanted && value.trim() !== '' && !accepted.has(JSON.stringify(value))) found.push(value);
    } else if (Array.isArray(value)) for (const item of value) collect(item, wanted);
    else if (value !== null && typeof value === 'object' && !('slot' in value)) {
      const isMatcher = 'text' in value || 'contains' in value || 'equals' in value;
      for (const [key, item] of Object.entries(value)) {
        if (key === 'not') continue;
        collect(item, key === name || (wanted && isMatcher && MATCHING.has(key)));
      }
    }
  };
  collect(check.params, false);
  return found;
}

const MATCHING = new Set(['text', 'contains', 'equals']);
