// An answer as text: for programs, which is also what its digest in the log is of, and for those who read.
import type { Answer } from './types.ts';

const texts = new WeakMap<Answer, string>();

/** As JSON. Written once, though it is needed for the log and for the wire. */
export function answerJson(answer: Answer): string {
  const text = texts.get(answer) ?? JSON.stringify(answer);
  texts.set(answer, text);
  return text;
}

/** What an agent reads: the result as JSON, or what was wrong and what to do. */
export function answerText(answer: Answer): string {
  if (answer.ok) return JSON.stringify(answer.result);
  const { message, hint } = answer.error;
  return hint === undefined ? message : `${message}\n${hint}`;
}
