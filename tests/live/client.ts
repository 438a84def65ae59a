// Trials of the real Claude Code client against the scripted API, and what can be asked of each of them afterwards.
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { AuditEntry } from '#grader/evidence/types.ts';
import { type ModelApi, startModelApi } from '../agents/model-api.ts';
import { type Tried, type Trying, tryOn } from '../agents/packs.ts';
import type { Script } from '../agents/script.ts';
import { command } from '../command.ts';

/** The key of all trials: it must be in no file of a job. */
export const KEY = 'sk-ant-scripted-key-0123456789';

export interface Played extends Tried {
  readonly api: ModelApi;
  /** Null where there is none. */
  readonly trajectory: Trajectory | null;
  /** What the client printed. */
  readonly printed: string;
}

export interface Trajectory {
  readonly steps: readonly { readonly source: string; readonly message: string; readonly tool_calls?: readonly TrajectoryCall[] }[];
  readonly subagent_trajectories?: readonly Trajectory[];
  readonly final_metrics?: Readonly<Record<string, number>>;
}

interface TrajectoryCall {
  readonly tool_call_id: string;
  readonly function_name: string;
  readonly arguments: Readonly<Record<string, unknown>>;
}

export interface PlayOptions extends Omit<Trying, 'agent'> {
  /** Scripts that a tag in a prompt chooses, for sub-agents. */
  readonly others?: Readonly<Record<string, Script>>;
}

/** One trial of the client on a pack; its model says what the script says. */
export async function play(pack: string, script: Script, options: PlayOptions = {}): Promise<Played> {
  const { others = {}, environment, ...trying } = options;
  const api = await startModelApi({ play: script, ...others }, await addressFor(options.sandbox ?? 'local'));
  try {
    const tried = await tryOn(pack, {
      ...trying,
      agent: 'claude-code',
      model: options.model ?? 'anthropic/claude-sonnet-4-5',
      environment: { ...surroundings(), ANTHROPIC_API_KEY: KEY, ANTHROPIC_BASE_URL: api.url('play'), ...environment },
    });
    const agent = join(tried.trial.directory, 'agent');
    const trajectory = await readFile(join(agent, 'trajectory.json'), 'utf8').catch(() => null);
    const printed = await readFile(join(agent, 'claude-code.txt'), 'utf8').catch(() => '');
    return { ...tried, api, printed, trajectory: trajectory === null ? null : (JSON.parse(trajectory) as Trajectory) };
  } finally {
    await api.close();
  }
}

/** Where the client of the live tests is. */
export function surroundings(): Readonly<Record<string, string | undefined>> {
  return { PATH: process.env.PATH, SLIPWAY_CLAUDE: process.env.SLIPWAY_CLAUDE };
}

/** Containers reach this machine at the address of Docker's own bridge. Node leaves out interfaces that nothing is plugged into. */
async function addressFor(sandbox: string): Promise<string> {
  if (sandbox === 'local') return '127.0.0.1';
  const { out } = await command('ip', ['-4', '-o', 'address', 'show', 'docker0']);
  const address = /inet (\d+\.\d+\.\d+\.\d+)/.exec(out)?.[1];
  if (address === undefined) throw new Error(`docker0 has no address, so containers could not reach the scripted API: ${out}`);
  return address;
}

// ---- trajectory and audit log ----------------------------------------------------------------------------------------

export interface Joined {
  /** Audit entries without a call in the trajectory, and the other way round. */
  readonly unmatched: readonly string[];
  readonly throughMcp: number;
  readonly throughShell: number;
}

/**
 * Lays the trajectory and the audit log side by side. Through MCP a call is the entry with its id, tool by tool. Through a shell an entry
 * belongs to a Bash call: scripts here use one tool in each, so the n-th entry is that of the n-th such call, and names the same tool.
 */
export function laidSideBySide(trajectory: Trajectory, entries: readonly AuditEntry[]): Joined {
  const calls = callsIn(trajectory);
  const unmatched: string[] = [];
  const viaMcp = entries.filter(({ via }) => via === 'mcp');
  const desk = new Map(
    calls.filter(({ function_name }) => function_name.startsWith('mcp__desk__')).map((call) => [call.tool_call_id, call]),
  );
  for (const { seq, tool, toolUse } of viaMcp) {
    const call = desk.get(toolUse ?? '');
    if (call === undefined || call.function_name !== `mcp__desk__${tool.replace('.', '_')}`) unmatched.push(`entry ${seq} ${tool}`);
    else desk.delete(call.tool_call_id);
  }
  unmatched.push(...[...desk.values()].map(({ tool_call_id, function_name }) => `call ${tool_call_id} ${function_name}`));

  const viaShell = entries.filter(({ via }) => via === 'http');
  const shell = calls.filter(
    ({ function_name, arguments: { command } }) => function_name === 'Bash' && String(command).includes('slipway-tool'),
  );
  for (let at = 0; at < Math.max(viaShell.length, shell.length); at += 1) {
    const [entry, command] = [viaShell[at], String(shell[at]?.arguments.command)];
    if (entry === undefined || !command.includes(`slipway-tool ${entry.tool.replace('.', ' ')}`))
      unmatched.push(`shell ${at} ${entry?.tool} ${command}`);
  }
  return { unmatched, throughMcp: viaMcp.length, throughShell: viaShell.length };
}

export function callsIn({ steps, subagent_trajectories = [] }: Trajectory): readonly TrajectoryCall[] {
  return [...steps.flatMap((step) => step.tool_calls ?? []), ...subagent_trajectories.flatMap(callsIn)];
}

// ---- files -----------------------------------------------------------------------------------------------------------

/** Files below a folder in which a text stands. */
export async function filesWith(folder: string, text: string): Promise<readonly string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const found: string[] = [];
  for (const entry of entries) {
    if (!entry.isFile()) continue;
    const path = join(entry.parentPath, entry.name);
    if ((await readFile(path)).includes(text)) found.push(path);
  }
  return found;
}
