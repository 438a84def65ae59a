// Any program as an agent: it is run on the agent's side with the instruction on its standard input, and its exit code is its end.
import { copyFile, mkdir, mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { readIfThere, tail } from '../files.ts';
import { describeEnding } from '../processes.ts';
import { Trouble } from '../trouble.ts';
import { type AgentOutcome, type AgentSettings, type AgentWork, defineAgent, type Usage } from '../types.ts';
import { neededOption, numberOption } from './options.ts';
import { SettingsError } from './settings.ts';

export const command = defineAgent({
  name: 'command',
  about: 'any program: it gets the instruction on stdin, and uses the tools by itself',
  options: {
    run: 'what to run with bash, for example \'python "$SLIPWAY_FOLDER/agent.py"\'',
    folder: 'folder of this machine that is brought along; $SLIPWAY_FOLDER says where it is (default: none)',
    env: 'names of variables of this machine to pass on, with commas; their values are treated as keys (default: none)',
    unscored_exit:
      'exit code that says: what I run on let me down, do not score this (default: none; every code but 0 is a failure of its own)',
  },
  model: 'optional',
  create({ model, options, environment }) {
    const run = neededOption(options, 'run', "'python agent.py'");
    const folder = options.folder === undefined ? null : resolve(options.folder);
    const passed = passedOn(options.env, environment);
    const unscoredExit = numberOption(options, 'unscored_exit', { otherwise: null, least: 1, most: 255, whole: true });
    return {
      name: 'command',
      version: '1.0.0',
      model,
      secrets: Object.values(passed),
      async ready() {
        const there = folder === null ? null : await stat(folder).catch(() => null);
        if (folder !== null && there?.isDirectory() !== true)
          throw new Trouble('agent', `--ak folder=${options.folder}: no such folder`, {
            remedy: 'stop',
            next: 'give the folder of the program: --ak folder=DIR',
          });
      },
      run: (work) => runProgram({ run, folder, passed, unscoredExit, model }, work),
    };
  },
});

interface Program {
  readonly run: string;
  readonly folder: string | null;
  readonly passed: Readonly<Record<string, string>>;
  readonly unscoredExit: number | null;
  readonly model: string | null;
}

async function runProgram(program: Program, work: AgentWork): Promise<AgentOutcome> {
  const { task, room, logs, signal } = work;
  if (signal.aborted) return { kind: 'done' };
  const output = join(logs, 'command.txt');
  const itsLogs = `${room.home}/logs`;
  const env = {
    ...program.passed,
    ...(program.model === null ? {} : { SLIPWAY_MODEL: program.model }),
    ...(program.folder === null ? {} : { SLIPWAY_FOLDER: await room.put(program.folder, 'program') }),
    SLIPWAY_INSTRUCTION_FILE: await putInstruction(work),
    SLIPWAY_MCP_URL: `${room.url}/mcp`,
    SLIPWAY_LOGS: itsLogs,
  };
  const ending = await room.exec({
    command: ['bash', '-c', `mkdir -p "$SLIPWAY_LOGS" && exec bash -c "$1"`, 'command', program.run],
    env,
    stdin: task.instruction,
    output,
    signal,
  });
  const usage = await takeLogs(itsLogs, work);
  switch (ending.kind) {
    case 'stopped':
      return { kind: 'done', ...usage };
    case 'unstartable':
      throw new Trouble('sandbox', `bash could not be started: ${ending.reason}`);
    case 'exit':
      if (ending.code === 0) return { kind: 'done', ...usage };
      break;
    case 'signal':
      break;
  }
  const reason = `${program.run}: ${describeEnding(ending)}; last words: ${(await tail(output)) || 'none'}`;
  if (ending.kind === 'exit' && ending.code === program.unscoredExit)
    return { kind: 'broken', trouble: new Trouble('agent', reason, { remedy: 'retry' }), ...usage };
  return { kind: 'failed', reason, ...usage };
}

/** Brings the instruction to the agent's side; gives the path of the file there. */
async function putInstruction({ task, room }: AgentWork): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'slipway-instruction-'));
  try {
    await writeFile(join(folder, 'instruction.md'), task.instruction);
    return `${await room.put(folder, 'task')}/instruction.md`;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** What the program left in its logs, and what it cost as far as its trajectory says. Nothing there decides how the trial ended. */
async function takeLogs(itsLogs: string, { room, logs, log }: AgentWork): Promise<{ readonly usage?: Usage }> {
  const taken = join(logs, 'program');
  try {
    await mkdir(taken, { recursive: true });
    await room.take(itsLogs, taken);
    const trajectory = await readIfThere(join(taken, 'trajectory.json'));
    if (trajectory === null) return {};
    await copyFile(join(taken, 'trajectory.json'), join(logs, 'trajectory.json'));
    return { usage: usageIn(trajectory) };
  } catch (thrown) {
    log(`the logs of the program could not be used: ${thrown instanceof Error ? thrown.message : String(thrown)}`);
    return {};
  }
}

/** `final_metrics` of an ATIF trajectory. Throws where it is no JSON. */
function usageIn(trajectory: string): Usage {
  const document = JSON.parse(trajectory) as { final_metrics?: Readonly<Record<string, unknown>> | null } | null;
  const metrics = document?.final_metrics ?? {};
  const number = (name: string): number | null => {
    const value = metrics[name];
    return typeof value === 'number' && Number.isFinite(value) ? value : null;
  };
  return {
    inputTokens: number('total_prompt_tokens'),
    cachedTokens: number('total_cached_tokens'),
    outputTokens: number('total_completion_tokens'),
    cost: number('total_cost_usd'),
  };
}

function passedOn(names: string | undefined, environment: AgentSettings['environment']): Readonly<Record<string, string>> {
  const wanted = (names ?? '').split(',').flatMap((name) => (name.trim() === '' ? [] : [name.trim()]));
  return Object.fromEntries(
    wanted.map((name) => {
      if (!/^[A-Za-z_][A-Za-z0-9_]*$/.test(name)) throw new SettingsError(`--ak env=${names}: "${name}" is no name of a variable`);
      if (OURS.test(name)) throw new SettingsError(`--ak env=${names}: ${name} is the room's own and cannot be passed on`);
      const value = environment[name];
      if (value === undefined || value === '') throw new SettingsError(`--ak env=${names}: ${name} is not set here`);
      return [name, value];
    }),
  );
}

/** Variables without which the tools are not found, or which say where things are. */
const OURS = /^(PATH|HOME|TMPDIR|SLIPWAY_.*)$/;
