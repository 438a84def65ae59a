// A scripted stand-in for a model's API: real agents talk to it over HTTP, and what the model "says" is data. Whatever a test
// starts here also records who asked what, so that a test can count requests and look at headers.
//
// Which script: the first part of the path of the base URL (`http://…/solve/v1/messages` plays `solve`), unless a text of the person
// holds a tag (`[[look]]` plays `look` from there on: how a sub-agent gets a script of its own).
// Which turn: the number of answers the conversation already holds, so that retries and resumed sessions need no memory here.
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { anthropic } from './anthropic.ts';
import { openai } from './openai.ts';
import { type Answer, answerFor, type Script } from './script.ts';

/** A protocol that the same scripts are spoken in. Add one: a file like anthropic.ts and a line in FACES. */
export interface Face {
  /** End of the path it answers POST on: `/v1/messages`. */
  readonly path: string;
  /** What a request's body says; null where it is not one of its own. */
  read(body: unknown): Asked | null;
  /** Answers in full. `stream` = as server-sent events, piece by piece with `pause` between them. */
  say(response: ServerResponse, answer: Extract<Answer, { say: unknown }>, asked: Asked): Promise<void>;
  /** The first events of a stream, before anything was said. */
  begin(response: ServerResponse, asked: Asked): void;
  /** An error in a stream that has begun. */
  fail(response: ServerResponse, message: string): void;
  /** Body of an error. */
  error(status: number, type: string | undefined, message: string): object;
}

export interface Asked {
  readonly model: string;
  readonly stream: boolean;
  /** The conversation without the system prompt, oldest first. */
  readonly messages: readonly { readonly role: 'person' | 'model' | 'other'; readonly texts: readonly string[] }[];
}

export interface Requested {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: unknown;
  /** Null where it was no request for an answer. */
  readonly script: string | null;
  readonly turn: number;
}

export interface ModelApi {
  /** Base URL under which a script is played. */
  url(script: string): string;
  readonly port: number;
  /** All requests so far, in the order they came. */
  readonly requests: readonly Requested[];
  /** Those for an answer of one script. */
  asked(script: string): readonly Requested[];
  close(): Promise<void>;
}

const FACES: readonly Face[] = [anthropic, openai];

/** Whoever starts it closes it: a test, a suite, or a person who wants to play with an agent. `host` is the address it listens on. */
export async function startModelApi(scripts: Readonly<Record<string, Script>>, host = '127.0.0.1'): Promise<ModelApi> {
  const requests: Requested[] = [];
  const tries = new Map<string, number>();
  const server = createServer((request, response) => {
    answer(request, response).catch((thrown: unknown) => response.destroy(thrown instanceof Error ? thrown : undefined));
  });
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(0, host, resolve));
  const { port } = server.address() as AddressInfo;

  return {
    port,
    requests,
    url: (script) => `http://${host}:${port}/${script}`,
    asked: (script) => requests.filter((request) => request.script === script),
    close: () => shut(server),
  };

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method = '', headers } = request;
    const path = (request.url ?? '').split('?')[0] ?? '';
    const body = await bodyOf(request);
    const face = FACES.find((one) => path.endsWith(one.path));
    const asked = method === 'POST' ? (face?.read(body) ?? null) : null;
    if (face === undefined || asked === null) {
      requests.push({ method, path, headers, body, script: null, turn: 0 });
      response.writeHead(method === 'HEAD' ? 200 : 404, { 'content-type': 'application/json' });
      response.end(method === 'HEAD' ? undefined : '{"error":{"type":"not_found_error","message":"not scripted"}}');
      return;
    }
    const { name, turn } = place(asked, path.split('/')[1] ?? '');
    requests.push({ method, path, headers, body, script: name, turn });
    const script = scripts[name];
    if (script === undefined) return void status(response, face, { status: 500, message: `there is no script "${name}"` });
    // The session keeps trials of the same script apart.
    const key = `${name} ${turn} ${headers['x-claude-code-session-id'] ?? headers['x-session'] ?? ''}`;
    const count = tries.get(key) ?? 0;
    tries.set(key, count + 1);
    await give(response, face, asked, answerFor(script, turn, count));
  }
}

async function give(response: ServerResponse, face: Face, asked: Asked, answer: Answer): Promise<void> {
  if ('status' in answer) return void status(response, face, answer);
  // What goes wrong in the middle of a stream needs one: whoever asked for none is answered at once, or not at all.
  if ('hang' in answer) return void (answer.hang === 'midway' && asked.stream && face.begin(response, asked));
  if ('streamError' in answer && !asked.stream) return void status(response, face, { status: 529, message: answer.streamError });
  if ('drop' in answer) {
    if (answer.drop === 'midway' && asked.stream) {
      face.begin(response, asked);
      await sleep(20);
    }
    return void response.destroy();
  }
  if ('streamError' in answer) {
    face.begin(response, asked);
    return face.fail(response, answer.streamError);
  }
  if (answer.delay !== undefined) await sleep(answer.delay);
  await face.say(response, answer, asked);
}

function status(response: ServerResponse, face: Face, answer: Extract<Answer, { status: number }>): void {
  response.writeHead(answer.status, { 'content-type': 'application/json', ...answer.headers });
  response.end(JSON.stringify(face.error(answer.status, answer.type, answer.message ?? 'scripted')));
}

/** The script and turn of a conversation: from the last tag in what the person said, else from its start. */
function place({ messages }: Asked, name: string): { readonly name: string; readonly turn: number } {
  for (let at = messages.length - 1; at >= 0; at -= 1) {
    const message = messages[at];
    const tag = message?.role === 'person' ? message.texts.findLast((text) => TAG.test(text)) : undefined;
    if (tag !== undefined) return { name: TAG.exec(tag)?.[1] ?? name, turn: answersIn(messages.slice(at)) };
  }
  return { name, turn: answersIn(messages) };
}

const TAG = /\[\[([\w-]+)\]\]/;

function answersIn(messages: Asked['messages']): number {
  return messages.filter(({ role }) => role === 'model').length;
}

async function bodyOf(request: IncomingMessage): Promise<unknown> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  const text = Buffer.concat(parts).toString('utf8');
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

function shut(server: Server): Promise<void> {
  // Those that hang would keep it open for ever.
  server.closeAllConnections();
  return new Promise((resolve) => server.close(() => resolve()));
}
