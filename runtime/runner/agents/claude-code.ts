// The Claude Code client, headless, with the task's own tools: pinned, cut off from this machine's settings, its key in the environment only.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { trajectoryText } from '../atif.ts';
import { listFiles, writeWhole } from '../files.ts';
import { Trouble } from '../trouble.ts';
import { type AgentOutcome, type AgentWork, defineAgent, type Usage } from '../types.ts';
import { configFolder } from './claude-code/command.ts';
import { endOf, type TurnEnd } from './claude-code/outcome.ts';
import { type ClientProgram, findProgram } from './claude-code/program.ts';
import { usageById } from './claude-code/sessions.ts';
import { type ClientSettings, clientSettings, harborAgent, KEYS, OPTIONS, PINNED } from './claude-code/settings.ts';
import type { MessageUsage } from './claude-code/stream.ts';
import { totalsOf, trajectoryOf } from './claude-code/trajectory.ts';
import { playTurn } from './claude-code/turn.ts';

export const claudeCode = defineAgent({
  name: 'claude-code',
  about: `the Claude Code client ${PINNED}, headless, with the task's tools through MCP and a shell`,
  options: OPTIONS,
  model: 'needed',
  create(asked) {
    const settings = clientSettings(asked);
    let program: ClientProgram | null = null;
    return {
      name: 'claude-code',
      get version() {
        return program?.version ?? settings.version ?? PINNED;
      },
      model: asked.model,
      secrets: Object.values(settings.keys),
      get programs() {
        return program === null ? {} : { claude: program.path };
      },
      async ready() {
        if (Object.keys(settings.keys).length === 0)
          throw new Trouble('agent', `there is no key for the API: none of ${KEYS.join(', ')} is set`, {
            remedy: 'stop',
            next: `export ${KEYS[0]}=…`,
          });
        program = await findProgram(settings);
      },
      run: (work) => run({ settings, version: program?.version ?? PINNED, model: asked.model ?? '' }, work),
      harbor: harborAgent(asked, settings),
    };
  },
});

interface Client {
  readonly settings: ClientSettings;
  readonly version: string;
  readonly model: string;
}

async function run(client: Client, work: AgentWork): Promise<AgentOutcome> {
  if (work.signal.aborted) return { kind: 'done' };
  const { settings } = client;
  const prompt = work.task.instruction;
  const turn = await playTurn({ settings, work, prompt });
  const usage = usageById(await sessionLogs(work));
  const agent = { name: 'claude-code', version: turn.stream.init?.version || client.version, model: client.model };
  const trajectory = trajectoryOf({ agent, turns: [{ prompt, stream: turn.stream }], usage });
  await writeWhole(join(work.logs, 'trajectory.json'), trajectoryText(trajectory));
  return { ...endOf(turn), usage: usageAfter(turn, usage) };
}

/**
 * The client's own logs, brought into ours as Harbor does. A trial is worth as much without them, so nothing waits for them long once
 * the time is over: what the agent has to say then would come too late.
 */
async function sessionLogs({ room, logs, log, signal }: AgentWork): Promise<readonly string[]> {
  const folder = join(logs, 'sessions', 'projects');
  try {
    const taken = room.take(`${configFolder(room.home)}/projects`, folder);
    if ((await (signal.aborted ? Promise.race([taken, sleep(LATE, 0)]) : taken)) === 0) return [];
    const files = (await listFiles(folder)).filter((path) => path.endsWith('.jsonl'));
    return await Promise.all(files.map((path) => readFile(join(folder, path), 'utf8')));
  } catch (thrown) {
    log(`the client's logs could not be fetched: ${thrown instanceof Error ? thrown.message : String(thrown)}`);
    return [];
  }
}

/** Milliseconds for the client's logs when the time is over. */
const LATE = 1000;

/** As the client says at its end; where it was ended, what its logs hold of each answer, and then nobody says the cost. */
function usageAfter({ stream }: TurnEnd, byId: ReadonlyMap<string, MessageUsage>): Usage {
  const { prompt_tokens, cached_tokens, completion_tokens, cost_usd } = totalsOf(stream);
  const all = [...byId.values()];
  const sum = (part: (usage: MessageUsage) => number): number | null =>
    all.length === 0 ? null : all.reduce((total, usage) => total + part(usage), 0);
  return {
    inputTokens: prompt_tokens ?? sum(({ input, cacheWrite, cacheRead }) => input + cacheWrite + cacheRead),
    cachedTokens: cached_tokens ?? sum(({ cacheRead }) => cacheRead),
    outputTokens: completion_tokens ?? sum(({ output }) => output),
    cost: cost_usd ?? null,
  };
}
