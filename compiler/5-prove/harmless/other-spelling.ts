// The same values written otherwise: an address with a name, a time with another offset, a number as text, a line end more.
import type { Json } from '#grader/evidence/types.ts';
import type { Field } from '#services/types.ts';
import { readLength, secondsOf } from '#workspace/lengths.ts';
import type { Plan, Step } from '../../types.ts';
import { mountedTools } from '../acts.ts';
import type { Arena, Move } from '../arena.ts';
import type { Rewriting } from './index.ts';

export function otherSpelling({ plan, play }: Arena): readonly Rewriting[] {
  const spelt = plan.solution.map((step, i) => accepted(step, i));
  const changed = plan.solution.flatMap((step, i) => (spelt[i] === step ? [] : [i]));
  if (changed.length === 0) return [];
  return [
    {
      name: 'other spelling',
      words: 'addresses, times, numbers and line ends spelt otherwise',
      together: spelt,
      alone: changed.map((i) => plan.solution.map((step, at) => (at === i ? (spelt[i] ?? step) : step))),
    },
  ];

  /** Spellings that the workspace does not take are no other spellings. */
  function accepted(step: Step, i: number): Move {
    const args = respelt(step, plan);
    if (JSON.stringify(args) === JSON.stringify(step.args)) return step;
    const move = { tool: step.tool, args };
    const answers = play([...plan.solution.slice(0, i), move]).answers;
    return answers[i]?.ok ? move : step;
  }
}

function respelt(step: Step, plan: Plan): Move['args'] {
  const tool = mountedTools(plan.office).find(({ name }) => name === step.tool);
  return Object.fromEntries(
    Object.entries(step.args).map(([name, value]) => {
      const field = tool?.parameters.find((parameter) => parameter.name === name)?.field;
      return [name, field ? spell(field, value) : value];
    }),
  );
}

function spell(field: Field, value: Json): Json {
  switch (field.type) {
    case 'address': {
      const [local, domain] = String(value).split('@');
      return domain === undefined ? value : `"Somebody, A." <${local}@${domain.toUpperCase()}>`;
    }
    case 'time':
      return withOffset(String(value)) ?? value;
    case 'integer':
      return String(value);
    case 'number':
    case 'money':
      return Number.isInteger(value) ? `${value}.0` : String(value);
    case 'boolean':
      return String(value);
    case 'duration':
      return inSeconds(String(value)) ?? value;
    case 'text':
      return `${String(value).replaceAll('\n', '\r\n')}\r\n`;
    case 'list': {
      const item: Field = { ...field, type: field.of ?? 'string' };
      return Array.isArray(value) ? value.map((one) => spell(item, one)) : value;
    }
    default:
      return value;
  }
}

/** `PT1H30M` as `5400 seconds`. */
function inSeconds(length: string): string | undefined {
  const stored = readLength(length);
  return stored === undefined ? undefined : `${secondsOf(stored)} seconds`;
}

/** `2026-03-09T08:00:00Z` as `2026-03-09T09:00:00+01:00`. */
function withOffset(time: string): string | undefined {
  const instant = Date.parse(time);
  if (Number.isNaN(instant) || !/[zZ]|[+-]\d\d:\d\d$/.test(time)) return undefined;
  return `${new Date(instant + 3_600_000).toISOString().slice(0, 19)}+01:00`;
}
