// What came in, before anybody believes it: a copy that is plain JSON, and the form in which it may stand in the log.
import { sha256Hex } from '#grader/evidence/hash.ts';
import type { Json } from '#grader/evidence/types.ts';
import { kindOfValue } from './hints.ts';
import type { Unread } from './types.ts';

/** Bytes of JSON text: what a tool takes at most, and what a refused call may fill of the log. */
export const MOST_ARGUMENTS = 262_144;
export const MOST_LOGGED = 2_048;
/** Lists and objects inside each other. */
export const DEEPEST = 32;

type JsonObject = { readonly [name: string]: Json };

export type Received =
  | { readonly ok: true; readonly args: JsonObject; readonly logged: JsonObject }
  | {
      readonly ok: false;
      readonly code: 'wrong_argument' | 'too_large';
      readonly message: string;
      readonly hint?: string;
      readonly logged: JsonObject;
    };

/** Never throws, whatever it is given. */
export function receive(raw: unknown): Received {
  try {
    return read(raw);
  } catch {
    return { ok: false, code: 'wrong_argument', message: 'The arguments are no JSON.', logged: {} };
  }
}

/** What came in and could not even be read. */
export function receiveUnread({ bytes, ...refusal }: Unread): Received {
  return { ok: false, ...refusal, logged: { _unread: true, bytes } };
}

function read(raw: unknown): Received {
  if (raw === undefined || raw === null) return { ok: true, args: {}, logged: {} };
  if (tooDeep(raw)) {
    return {
      ok: false,
      code: 'too_large',
      message: `The arguments are nested more than ${DEEPEST} deep.`,
      logged: { _truncated: true, depth: DEEPEST },
    };
  }
  const text = JSON.stringify(raw);
  if (text === undefined) return { ok: false, code: 'wrong_argument', message: 'The arguments are no JSON.', logged: {} };
  const bytes = Buffer.byteLength(text);
  const args: Json = JSON.parse(text);
  const short: JsonObject =
    bytes <= MOST_LOGGED ? (isObject(args) ? args : { _received: args }) : { _truncated: true, bytes, sha256: sha256Hex(text) };
  if (!isObject(args)) {
    const hint = `Give a JSON object, such as {"id": "…"}.${typeof args === 'string' ? ' If this was meant as JSON, it does not follow its rules.' : ''}`;
    const message = `The arguments are ${kindOfValue(args)}, not an object of names and values.`;
    return { ok: false, code: 'wrong_argument', message, hint, logged: short };
  }
  if (bytes > MOST_ARGUMENTS) {
    return {
      ok: false,
      code: 'too_large',
      message: `The arguments are ${bytes} bytes long; at most ${MOST_ARGUMENTS} are taken.`,
      logged: short,
    };
  }
  return { ok: true, args, logged: short };
}

function isObject(value: Json): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isSomething(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

/** Level by level, so that neither depth nor a circle can overflow the stack. */
function tooDeep(raw: unknown): boolean {
  let level: object[] = isSomething(raw) ? [raw] : [];
  for (let depth = 0; depth <= DEEPEST; depth += 1) {
    const next: object[] = [];
    for (const one of level) for (const value of Object.values(one)) if (isSomething(value)) next.push(value);
    if (next.length === 0) return false;
    if (next.length > 1_000_000) return true;
    level = next;
  }
  return true;
}
