// The built-in `reply` tool: how an agent says what it has to say. It may be used again; the last reply counts.
import { LONGEST_TEXT } from './fields.ts';
import type { Parameter } from './tools/kind.ts';

export const REPLY = 'reply';

export const replyTool = {
  title: 'Reply',
  about: `Gives your reply to the person you work for: what you did, what you found, what they asked for. Call it once, when you are done. If it is called again, the last reply counts. Up to ${LONGEST_TEXT} characters.`,
} as const;

export const replyParameters: readonly Parameter[] = [
  { name: 'message', required: true, field: { type: 'text', about: 'The whole reply, plain text.' } },
];
