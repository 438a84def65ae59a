// An answer as text: for programs, which is also what its digest in the log is of, and for those who read.
import type { Json } from '#grader/evidence/types.ts';
import type { Answer } from './types.ts';

const texts = new WeakMap<Answer, string>();

/** As JSON, without a picture. Written once, though it is needed for the log and for the wire. */
export function answerJson(answer: Answer): string {
  const text = texts.get(answer) ?? (answer.ok ? `{"ok":true,"result":${resultJson(answer.result)}}` : JSON.stringify(answer));
  texts.set(answer, text);
  return text;
}

const written = new WeakMap<object, string>();

/** As JSON.stringify writes it. The items of a list are views that lists show again and again: each is written once. */
function resultJson(result: Json): string {
  if (!isPage(result)) return JSON.stringify(result);
  const { items, ...rest } = result;
  const others = JSON.stringify(rest).slice(1);
  return `{"items":[${items.map(itemJson).join(',')}]${others === '}' ? '' : ','}${others}`;
}

function itemJson(item: Json): string {
  if (typeof item !== 'object' || item === null) return JSON.stringify(item);
  const text = written.get(item) ?? JSON.stringify(item);
  written.set(item, text);
  return text;
}

/** Whether it is what a list answers, its items first. */
function isPage(result: Json): result is { readonly items: readonly Json[]; readonly [name: string]: Json } {
  if (typeof result !== 'object' || result === null || Array.isArray(result)) return false;
  return Object.keys(result)[0] === 'items' && Array.isArray((result as { readonly items?: Json }).items);
}

/** What an agent reads: the result as JSON, or what was wrong and what to do. */
export function answerText(answer: Answer): string {
  if (answer.ok) return resultJson(answer.result);
  const { message, hint } = answer.error;
  return hint === undefined ? message : `${message}\n${hint}`;
}
