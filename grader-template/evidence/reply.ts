// What the agent said at the end: through the reply tool if it used it, else the last message its own log holds.
import { canonicalJson, sha256Hex } from './hash.ts';
import { asReply, Broken, parseJson } from './shape.ts';
import type { AuditEntry, Reply, StageSeal } from './types.ts';

/** The tool an agent answers with. It is not part of the office, so using it is no deed. */
export const REPLY_TOOL = 'reply';

/** The texts a reply may come from; undefined where there is no such file. */
export interface ReplySources {
  /** `reply/<stage>.json` */
  readonly part: string | undefined;
  /** `transcript/<stage>/trajectory.json` */
  readonly trajectory: string | undefined;
}

/** The reply of a stage. Throws `Broken` where the reply file, the seal and the log do not agree on it. */
export function readReply(sources: ReplySources, stage: StageSeal, entries: readonly AuditEntry[]): Reply {
  const place = `reply/${stage.name}.json`;
  const call = entries.findLast((entry) => entry.actor === 'agent' && entry.outcome === 'ok' && entry.tool === REPLY_TOOL);
  if (sources.part === undefined) {
    if (stage.reply !== null || call !== undefined)
      throw new Broken(`${place}: missing, though the ${stage.reply ? 'seal' : 'log'} has a reply`);
    const text = lastMessage(sources.trajectory);
    return text === undefined ? { text: '', source: 'none' } : { text, source: 'transcript' };
  }
  if (stage.reply === null) throw new Broken(`${place}: the seal knows of no reply`);
  if (sha256Hex(sources.part) !== stage.reply) throw new Broken(`${place}: its hash is not the one the seal carries`);
  const reply = asReply(parseJson(sources.part, place), place);
  if (call === undefined) throw new Broken(`${place}: no line of audit.jsonl carried it`);
  const { message = '', ...form } = call.args;
  const same = reply.message === message && canonicalJson(reply.answer ?? {}) === canonicalJson(form);
  if (reply.seq !== call.seq || !same) throw new Broken(`${place}: not what the last reply in audit.jsonl (line ${call.seq}) says`);
  const closing = lastMessage(sources.trajectory);
  const isMore = closing !== undefined && closing !== reply.message;
  return { text: reply.message, source: 'tool', ...(reply.answer && { answer: reply.answer }), ...(isMore && { closing }) };
}

/**
 * The last thing the agent said in a trajectory (ATIF: `{ steps: [{ source: 'agent', message }] }`, a message being text or parts
 * with text). The file is the agent's own, so whatever is wrong with it only means that nothing was said.
 */
function lastMessage(trajectory = ''): string | undefined {
  try {
    const { steps } = JSON.parse(trajectory);
    const said: string[] = steps.filter((step: Step) => step?.source === 'agent').map((step: Step) => messageText(step?.message));
    return said.findLast((text) => text.trim() !== '');
  } catch {
    return undefined;
  }
}

/** Anything may stand there. */
type Step = { readonly source?: unknown; readonly message?: unknown } | null;

function messageText(message: unknown): string {
  if (typeof message === 'string') return message;
  if (!Array.isArray(message)) return '';
  return message.flatMap((part) => (typeof part?.text === 'string' ? [part.text] : [])).join('\n');
}
