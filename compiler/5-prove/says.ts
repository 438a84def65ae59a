// Texts that the solution says: what the attackers on statements rewrite.
import type { Plan, Step } from '../types.ts';
import { mountedTools } from './acts.ts';
import type { Move } from './arena.ts';
import { namedIn } from './plausible.ts';
import { writtenFile } from './written-file.ts';

export interface ProseOptions {
  /** Leaves out the headlines: see `headlines`. */
  readonly below?: boolean;
}

/** Arguments of a step that are prose: the reply's message, the texts of what is sent or written down. */
export function proseArguments(step: Step, plan: Plan, { below = false }: ProseOptions = {}): readonly string[] {
  if (step.tool === 'reply') return typeof step.args.message === 'string' ? ['message'] : [];
  // Of files only what is prose; a table with a label before it is no table.
  const file = writtenFile(step, plan);
  if (file) return /\.(md|txt)$/i.test(file.path) ? ['text'] : [];
  const tool = mountedTools(plan.office).find((one) => one.name === step.tool);
  if (!tool || tool.tool.effect === 'read') return [];
  const prose = tool.parameters.filter(({ field }) => field.type === 'text' || (tool.tool.kind === 'send' && field.type === 'string'));
  const kept = below ? headlines(step, plan) : [];
  return prose.map(({ name }) => name).filter((name) => typeof step.args[name] === 'string' && !kept.includes(name));
}

/**
 * Lines of a message, such as its subject, that a check on statements asks for by name. Who says nothing can get them right, for they often stand in the
 * request; and where an attack spoils them, the check drops for that and nobody sees whether it looks at the text below.
 */
export function headlines(step: Step, plan: Plan): readonly string[] {
  const tool = mountedTools(plan.office).find((one) => one.name === step.tool);
  if (tool?.tool.kind !== 'send') return [];
  const asked = new Set(plan.checks.filter(({ statement }) => statement).flatMap(({ params }) => [...namedIn(params).keys]));
  return tool.parameters.filter(({ name, field }) => field.type === 'string' && asked.has(name)).map(({ name }) => name);
}

/** The solution with every prose text rewritten; undefined where that changes nothing. */
export function rewritten(
  plan: Plan,
  rewrite: (text: string, step: Step) => string,
  options: ProseOptions = {},
): readonly Move[] | undefined {
  let changed = false;
  const moves = plan.solution.map((step): Move => {
    const texts = proseArguments(step, plan, options).map((name) => {
      const before = String(step.args[name]);
      const after = rewrite(before, step);
      changed ||= after !== before;
      return [name, after] as const;
    });
    return texts.length === 0 ? step : { tool: step.tool, args: { ...step.args, ...Object.fromEntries(texts) } };
  });
  return changed ? moves : undefined;
}

/** A text's lines, each with whether it belongs to a list or table. */
export function linesOf(text: string): readonly { readonly line: string; readonly item: boolean }[] {
  return text.split('\n').map((line) => ({ line, item: /^\s*(?:[-*+•]|\(?\d{1,4}[.)])\s+\S|^\s*\|.*\|\s*$/.test(line) }));
}

/** The text with a label before each thing it says: each sentence, and above each list. */
export function labelled(text: string, label: string): string {
  return linesOf(text)
    .flatMap(({ line, item }, i, lines) => {
      if (line.trim() === '') return [line];
      if (item) return lines[i - 1]?.item ? [line] : [label, line];
      const sentences = line.split(/(?<=[.!?])\s+(?=\S)/);
      return [sentences.map((sentence) => `${label} ${sentence}`).join(' ')];
    })
    .join('\n');
}
