// Reading what was posted: at most a megabyte, whole, valid UTF-8; as JSON or as a form.
import type { IncomingMessage } from 'node:http';

export const MOST_BODY = 1_048_576;
/** What is still read (and thrown away) of a body that is too large, so that its sender gets to see the answer. */
const MOST_DRAINED = 33_554_432;

const decoder = new TextDecoder('utf-8', { fatal: true });

export type Body =
  | { readonly ok: true; readonly text: string; readonly bytes: number }
  | { readonly ok: false; readonly status: 400 | 413; readonly message: string; readonly bytes: number };

/** Rejects where the sender goes away before the end. */
export function readBody(request: IncomingMessage): Promise<Body> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let length = 0;
    request.on('data', (chunk: Buffer) => {
      length += chunk.length;
      if (length <= MOST_BODY) chunks.push(chunk);
      if (length <= MOST_DRAINED) return;
      request.pause();
      resolve(bodyOf(chunks, length));
    });
    request.on('end', () => resolve(bodyOf(chunks, length)));
    request.on('error', reject);
    request.on('close', () => {
      if (!request.readableEnded) reject(new Error('the body was cut off'));
    });
  });
}

function bodyOf(chunks: readonly Buffer[], bytes: number): Body {
  if (bytes > MOST_BODY) return { ok: false, status: 413, message: `The body is too large; at most ${MOST_BODY} bytes are taken.`, bytes };
  try {
    return { ok: true, text: decoder.decode(chunks.length === 1 ? chunks[0] : Buffer.concat(chunks)), bytes };
  } catch {
    return { ok: false, status: 400, message: 'The body is not valid UTF-8.', bytes };
  }
}

/** The JSON value; text that is no JSON stays text, which is then refused as arguments, and logged. */
export function parseJson(text: string): unknown {
  if (text.trim() === '') return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** Names and values of a form; a name that occurs again makes a list. Undefined where an escape is broken. */
export function parseForm(text: string): { readonly [name: string]: string | readonly string[] } | undefined {
  const fields = new Map<string, string[]>();
  try {
    for (const pair of text.split('&')) {
      if (pair === '') continue;
      const split = pair.indexOf('=');
      const name = unescapeForm(split < 0 ? pair : pair.slice(0, split));
      const values = fields.get(name);
      const value = split < 0 ? '' : unescapeForm(pair.slice(split + 1));
      if (values === undefined) fields.set(name, [value]);
      else values.push(value);
    }
  } catch {
    return undefined;
  }
  return Object.fromEntries([...fields].map(([name, values]) => [name, values.length === 1 ? (values[0] ?? '') : values]));
}

/** Throws a URIError where the escapes are no UTF-8. */
function unescapeForm(text: string): string {
  return decodeURIComponent(text.replaceAll('+', ' '));
}
