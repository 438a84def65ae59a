// The built-in `reply` tool: how an agent says what it has to say. It may be used again; the last reply counts.
import type { FilledForm, Json } from '#grader/evidence/types.ts';
import { readForm } from './answer.ts';
import { type Problem, readArguments, refuseAll, unknownArguments } from './arguments.ts';
import { type FieldContext, LONGEST_TEXT } from './fields.ts';
import type { Parameter, Refusal } from './tools/kind.ts';
import type { AnswerForm } from './types.ts';

export const REPLY = 'reply';

export const replyTool = {
  title: 'Reply',
  about: `Gives your reply to the person you work for: what you did, what you found, what they asked for. Call it once, when you are done. If it is called again, the last reply counts. Up to ${LONGEST_TEXT} characters.`,
  /** Said beside it where there is a form. */
  form: 'It has a form to fill in: the arguments beside `message`. What belongs in a field is looked for there and nowhere else; leave out what you do not know. A second reply replaces the first, form and all. Numbers are plain: 1234.5, without thousands marks or unit.',
} as const;

export const replyParameters: readonly Parameter[] = [
  {
    name: 'message',
    required: true,
    field: {
      type: 'text',
      about:
        'The whole reply, plain text. Where it is to name records, a line that begins with `Answer:` says which, or a list right below that line.',
    },
  },
];

export interface Said {
  /** Arguments as understood. */
  readonly args: ReadonlyMap<string, Json>;
  readonly message: string;
  /** Absent where nothing of the form was filled in, or where there is no form. */
  readonly answer?: FilledForm;
}

/** Understands a reply. With a form, any field of it is enough; without one, it has to be a message. */
export function readReply(
  form: AnswerForm | undefined,
  given: { readonly [name: string]: unknown },
  context: FieldContext,
): ({ readonly ok: true } & Said) | Refusal {
  const hint = 'Say what you did and what was asked for.';
  if (form === undefined) {
    const read = readArguments(replyParameters, given, context);
    if (!read.ok) return read;
    const message = String(read.args.get('message') ?? '');
    if (message.trim() === '') return refuseAll([{ message: 'message is empty.', hint }]);
    return { ok: true, args: read.args, message };
  }
  const names = ['message', ...Object.keys(form)];
  const optional = replyParameters.map(
    (parameter): Parameter => ({ ...parameter, required: false, field: { ...parameter.field, optional: true } }),
  );
  const own = Object.fromEntries(Object.entries(given).filter(([name]) => name === 'message'));
  const spoken = readArguments(optional, own, context);
  const filled = readForm(form, given, context);
  const problems: Problem[] = [
    ...unknownArguments(names, given),
    ...(spoken.ok ? [] : [{ message: spoken.message, hint: spoken.hint ?? '' }]),
    ...filled.problems,
  ];
  if (problems.length > 0 || !spoken.ok) return refuseAll(problems);
  const message = String(spoken.args.get('message') ?? '');
  const answer = filled.value ?? {};
  if (Object.keys(answer).length > 0) return { ok: true, args: new Map([...spoken.args, ...Object.entries(answer)]), message, answer };
  if (message.trim() !== '') return { ok: true, args: spoken.args, message };
  return refuseAll([{ message: 'Nothing was said.', hint: `Fill in the form (${names.slice(1).join(', ')}), or give a message.` }]);
}
