// Calls of a running server through either face, and what its log says of them.
import { readFileSync } from 'node:fs';
import { request } from 'node:http';
import { join } from 'node:path';
import { lineHash, officeDigest } from '#grader/evidence/hash.ts';
import { readLog } from '#grader/evidence/log.ts';
import type { AuditEntry } from '#grader/evidence/types.ts';
import type { Office } from '#workspace/types.ts';

export interface Answered {
  readonly status: number;
  readonly text: string;
}

/** One request on a connection of its own. Rejects where no whole answer comes. */
export function send(
  url: string,
  { body, headers = {}, method = 'POST' }: { readonly body?: string | Uint8Array; readonly headers?: object; readonly method?: string },
): Promise<Answered> {
  return new Promise((resolve, reject) => {
    const bytes = body === undefined ? undefined : Buffer.from(body as string);
    const length = bytes === undefined ? {} : { 'content-length': bytes.length };
    const sent = request(
      url,
      { method, agent: false, headers: { 'content-type': 'application/json', ...length, ...headers } },
      (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('end', () => resolve({ status: response.statusCode ?? 0, text: Buffer.concat(chunks).toString('utf8') }));
        response.on('error', reject);
      },
    );
    sent.on('error', reject);
    sent.end(bytes);
  });
}

/** The result of a call that has to be accepted, whichever face it goes through. */
export async function use(
  url: string,
  via: 'http' | 'mcp',
  { tool, args }: { readonly tool: string; readonly args: object },
): Promise<unknown> {
  if (via === 'http') {
    const { status, text } = await send(`${url}/tools/${tool.replace('.', '/')}`, { body: JSON.stringify(args) });
    if (status !== 200) throw new Error(`${tool}: ${status} ${text}`);
    return (JSON.parse(text) as { readonly result: unknown }).result;
  }
  const params = { name: tool.replace('.', '_'), arguments: args };
  const { text } = await send(`${url}/mcp`, { body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params }) });
  const { result } = JSON.parse(text) as {
    readonly result?: { readonly isError?: true; readonly content: readonly { readonly text: string }[] };
  };
  if (result === undefined || result.isError === true) throw new Error(`${tool}: ${text}`);
  return JSON.parse(result.content[0]?.text ?? 'null');
}

export function logOf(evidence: string): string {
  return readFileSync(join(evidence, 'audit.jsonl'), 'utf8');
}

/** The entries, after the grader's own reading of the log has followed its chain. */
export function chainOf(log: string, office: Office): readonly AuditEntry[] {
  return readLog(log, officeDigest(office), stageOf(log));
}

/** What a seal would say of this log. */
export function stageOf(log: string) {
  const lines = log.split('\n').slice(0, -1);
  return {
    name: 'main',
    entries: lines.length,
    last: lineHash(lines.at(-1) ?? ''),
    world: { before: '', after: '' },
    reply: null,
    files: null,
  };
}
