// What a formula tests, changed by one step at a time: a condition left out, a negation removed, a value moved to its neighbour.
// Works on the tree that expressions.ts parses; gives stretches of the text and what to put there.
import type { Json } from '../types.ts';
import type { ASTNode } from './expressions.ts';

/** One stretch of a formula's text and what takes its place. */
export interface TextMutation {
  readonly kind: 'left-out' | 'negation' | 'moved';
  readonly start: number;
  readonly end: number;
  readonly replacement: string;
  /** The smallest condition that the stretch is or belongs to, as it is written. */
  readonly condition: string;
}

export interface MutationsInput {
  readonly text: string;
  readonly ast: ASTNode;
  /** Values that the field behind an access has, in their order: of an enum all, else those that records have. */
  readonly valuesOf: (node: ASTNode) => readonly string[] | undefined;
}

/** All mutations of a formula, in the order of its text. Guards (`has(x.f)` before a use of `x.f`) are none: without them there is an error. */
export function mutationsOf({ text, ast, valuesOf }: MutationsInput): readonly TextMutation[] {
  const found: TextMutation[] = [];
  walk(ast, { start: 0, end: text.length });
  return found.sort((a, b) => a.start - b.start || a.end - b.end);

  function walk(node: ASTNode, condition: Stretch): void {
    const add = (kind: TextMutation['kind'], { start, end }: Stretch, replacement: string, of = condition) =>
      found.push({ kind, start, end, replacement, condition: text.slice(of.start, of.end) });
    const leaveOut = (one: ASTNode, neutral: string) => {
      const stretch = balanced(text, one.range);
      add('left-out', stretch, neutral, stretch);
    };
    switch (node.op) {
      case '&&':
      case '||': {
        const parts = operands(node, node.op);
        for (const part of parts) {
          if (node.op === '||' || !isGuard(part, parts, text)) leaveOut(part, node.op === '&&' ? 'true' : 'false');
          walk(part, balanced(text, part.range));
        }
        return;
      }
      case '!_':
        add('negation', { start: node.range.start, end: node.range.start + 1 }, '', balanced(text, node.range));
        walk(node.args, condition);
        return;
      case '?:': {
        const [test, ...branches] = node.args;
        const stretch = balanced(text, test.range);
        if (test.op !== '&&' && test.op !== '||') for (const value of ['true', 'false']) add('left-out', stretch, value, stretch);
        walk(test, stretch);
        for (const branch of branches) walk(branch, condition);
        return;
      }
      case 'rcall': {
        const [method, receiver, args] = node.args;
        walk(receiver, condition);
        const predicate = predicates.has(method) ? args[1] : undefined;
        if (predicate && predicate.op !== '&&' && predicate.op !== '||') leaveOut(predicate, 'true');
        for (const arg of args) walk(arg, arg === predicate ? balanced(text, arg.range) : condition);
        return;
      }
      case 'call': {
        const [name, args] = node.args;
        const [only] = args;
        const step = movedText[name];
        if (step && only?.op === 'value' && typeof only.args === 'string') {
          for (const moved of step(only.args)) add('moved', only.range, JSON.stringify(moved));
        } else for (const arg of args) walk(arg, condition);
        return;
      }
      case '[]':
      case '[?]':
        // Which piece of a list is taken is no condition.
        walk(node.args[0], condition);
        return;
      case 'value':
        for (const moved of movedNumber(node.args, text.slice(node.range.start, node.range.end))) add('moved', node.range, moved);
        return;
    }
    if (comparisons.has(node.op)) {
      const [left, right] = node.args as [ASTNode, ASTNode];
      for (const [field, value] of [
        [left, right],
        [right, left],
      ] as const) {
        const literals = value.op === 'list' ? value.args : [value];
        const taken = literals.map((literal) => literal.args);
        for (const literal of literals) {
          if (literal.op === 'value' && typeof literal.args === 'string') {
            for (const moved of movedString(
              literal.args,
              valuesOf(field)?.filter((other) => other === literal.args || !taken.includes(other)),
            ))
              add('moved', literal.range, JSON.stringify(moved));
          } else if (literal.op === 'value' && typeof literal.args === 'boolean') add('moved', literal.range, String(!literal.args));
        }
      }
    }
    for (const child of children(node)) walk(child, condition);
  }
}

/** Whether two values of a formula are the same to whoever uses them. */
export function sameValue(a: Json | undefined, b: Json | undefined): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}

interface Stretch {
  readonly start: number;
  readonly end: number;
}

const predicates = new Set(['filter', 'exists', 'exists_one', 'all']);
const comparisons = new Set<string>(['==', '!=', 'in', '<', '<=', '>', '>=']);

/** `a && b && c` → its three parts. */
function operands(node: ASTNode, op: '&&' | '||'): readonly ASTNode[] {
  return node.op === op ? (node.args as readonly ASTNode[]).flatMap((arg) => operands(arg, op)) : [node];
}

/** `has(x.f)` beside a condition that reads `x.f`. */
function isGuard(part: ASTNode, parts: readonly ASTNode[], text: string): boolean {
  if (part.op !== 'call' || part.args[0] !== 'has') return false;
  const [access] = part.args[1];
  if (!access) return false;
  const read = access.input.slice(access.range.start, access.range.end);
  const reads = new RegExp(`(?<![\\w.])${read.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}(?!\\w)`);
  return parts.some((other) => other !== part && reads.test(text.slice(other.range.start, other.range.end)));
}

function children(node: ASTNode): readonly ASTNode[] {
  const nodes = (value: unknown): readonly ASTNode[] => {
    if (Array.isArray(value)) return value.flatMap(nodes);
    return value !== null && typeof value === 'object' && 'op' in value ? [value as ASTNode] : [];
  };
  return nodes(node.args);
}

/** The parser leaves out outer brackets at one end or the other; both ends are moved out until they match. */
function balanced(text: string, range: Stretch): Stretch {
  let { start, end } = range;
  let open = 0;
  let missing = 0;
  for (const [sign] of text.slice(start, end).matchAll(/"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|[()]/g)) {
    if (sign === '(') open++;
    else if (sign === ')' && open > 0) open--;
    else if (sign === ')') missing++;
  }
  for (; open > 0 && end < text.length; end++) if (text[end] === ')') open--;
  for (; missing > 0 && start > 0; start--) if (text[start - 1] === '(') missing--;
  return { start, end };
}

/** Texts that are read as something else: what their neighbours are. */
const movedText: { readonly [call: string]: (text: string) => readonly string[] } = {
  duration: (text) => {
    const seconds = secondsOf(text);
    if (seconds === undefined) return [];
    const step = Math.abs(seconds) > 3600 ? 3600 : Math.abs(seconds) / 2;
    return step === 0 ? ['1h'] : [durationText(seconds - step), durationText(seconds + step)];
  },
  timestamp: (text) => {
    const time = Date.parse(text);
    return Number.isNaN(time) ? [] : [-3_600_000, 3_600_000].map((step) => new Date(time + step).toISOString());
  },
};

function secondsOf(text: string): number | undefined {
  const units: { readonly [unit: string]: number } = { h: 3600, m: 60, s: 1, ms: 0.001 };
  const parts = [...text.matchAll(/(\d+(?:\.\d+)?)(ms|h|m|s)/g)];
  if (parts.map(([part]) => part).join('') !== text.replace(/^[-+]/, '')) return undefined;
  const total = parts.reduce((sum, [, count, unit]) => sum + Number(count) * (units[unit ?? ''] ?? 0), 0);
  return text.startsWith('-') ? -total : total;
}

function durationText(seconds: number): string {
  return seconds % 3600 === 0 ? `${seconds / 3600}h` : seconds % 60 === 0 ? `${seconds / 60}m` : `${seconds}s`;
}

/** Whole numbers one up and one down; parts of one half of themselves up and down. */
function movedNumber(value: unknown, written: string): readonly string[] {
  if (typeof value === 'bigint') return [String(value - 1n), String(value + 1n)];
  if (typeof value !== 'number') return [];
  const step = Math.abs(value) >= 1 || value === 0 ? 1 : Math.abs(value) / 2;
  const text = (number: number) => (written.includes('.') && Number.isInteger(number) ? `${number}.0` : String(number));
  return [text(value - step), text(value + step)];
}

/** A day before and after a date, an hour before and after a time, the next value that there is for anything else. */
function movedString(value: string, values: readonly string[] | undefined): readonly string[] {
  const time = Date.parse(value);
  if (/^\d{4}-\d\d-\d\d$/.test(value) && !Number.isNaN(time)) {
    return [-1, 1].map((days) => new Date(time + days * 86_400_000).toISOString().slice(0, 10));
  }
  if (!values) return [];
  const others = values.filter((other) => other !== value);
  const next = values[(values.indexOf(value) + 1) % values.length];
  return next !== undefined && next !== value ? [next] : others.slice(0, 1);
}
