// What a scripted model says, as data: the same script serves every face of the stand-in API (model-api.ts).
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** What a model says in one answer, part by part. */
export type Say =
  | string
  | { readonly thinking: string }
  /** A call of a tool. Without `id` it gets one. */
  | { readonly tool: string; readonly input: object; readonly id?: string };

/** Why an answer ends. Absent = `tool_use` where it holds a call, else `end_turn`. */
export type Stop = 'end_turn' | 'tool_use' | 'max_tokens' | 'refusal';

/** One answer, or what comes in its place. */
export type Answer =
  | {
      readonly say: readonly Say[];
      readonly stop?: Stop;
      readonly usage?: Partial<ScriptUsage>;
      /** Milliseconds before the first byte, and between the parts of a streamed answer. */
      readonly delay?: number;
      readonly pause?: number;
    }
  | {
      readonly status: number;
      readonly message?: string;
      /** `error.type`; absent = the usual one of the status. */
      readonly type?: string;
      readonly headers?: Readonly<Record<string, string>>;
    }
  /** Says nothing any more: before the first byte, or after it has begun to stream. The connection stays open. */
  | { readonly hang: 'silent' | 'midway' }
  /** Closes the connection: before the first byte, or in the middle of a stream. */
  | { readonly drop: 'before' | 'midway' }
  /** A stream that begins and then says it failed. */
  | { readonly streamError: string };

/** One turn. A list in `tries` is what the first, second, … request for the turn get; the last one stays. */
export type Turn = Answer | readonly Say[] | { readonly tries: readonly Answer[] };

/** Turn by turn; after the last one, the last one again. */
export type Script = readonly Turn[];

export interface ScriptUsage {
  readonly input: number;
  readonly cacheWrite: number;
  readonly cacheRead: number;
  readonly output: number;
}

export const USAGE: ScriptUsage = { input: 11, cacheWrite: 100, cacheRead: 1000, output: 7 };

/** The answer for the n-th request (from 0) for a turn. */
export function answerFor(script: Script, turn: number, request: number): Answer {
  const wanted = script[Math.min(turn, script.length - 1)] ?? [];
  if ('tries' in wanted) return wanted.tries[Math.min(request, wanted.tries.length - 1)] ?? { say: [] };
  return isSay(wanted) ? { say: wanted } : wanted;
}

function isSay(turn: Answer | readonly Say[]): turn is readonly Say[] {
  return Array.isArray(turn);
}

// ---- scripts from packs ----------------------------------------------------------------------------------------------

interface Step {
  readonly tool: string;
  readonly args: { readonly [name: string]: unknown };
}

/** The steps of a pack's reference solution: tool calls, files, and the reply. */
export async function solutionSteps(pack: string): Promise<readonly Step[]> {
  return JSON.parse(await readFile(join(pack, 'solution', 'solution.json'), 'utf8')) as readonly Step[];
}

/** How a step is done: one model answer with one call. */
export type Way = (step: Step) => Say;

/** Through the MCP server `desk`, as Claude Code names its tools. Files by its Write tool. */
export const byMcp: Way = ({ tool, args }) => {
  if (tool === 'file') return { tool: 'Write', input: { file_path: String(args.path), content: args.text } };
  return { tool: `mcp__desk__${tool.replace('.', '_')}`, input: args };
};

/** Through `slipway-tool` in a shell, arguments as JSON on its stdin. */
export const byShell: Way = ({ tool, args }) => {
  const [service, name] = tool.split('.');
  const json = JSON.stringify(args).replaceAll("'", "'\\''");
  const command =
    tool === 'file'
      ? `printf '%s' '${String(args.text).replaceAll("'", "'\\''")}' > '${String(args.path)}'`
      : tool === 'reply'
        ? `printf '%s' '${json}' | slipway-tool reply --json`
        : `printf '%s' '${json}' | slipway-tool ${service} ${name}`;
  return { tool: 'Bash', input: { command, description: 'a step' } };
};

/** One call a turn, with an id that says which, and a last word. */
export function scriptOf(steps: readonly Step[], way: Way): Script {
  return [...steps.map((step, index): Turn => [withId(way(step), `toolu_step_${index + 1}`)]), ['Done.']];
}

function withId(say: Say, id: string): Say {
  return typeof say === 'object' && 'tool' in say ? { id, ...say } : say;
}
