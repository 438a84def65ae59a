// The shell that the tool loop offers beside the workspace's tools: one command at a time on the agent's side, its output cut to size.
import { mkdir, open, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { describeEnding } from '../../processes.ts';
import { Trouble } from '../../trouble.ts';
import type { AgentWork } from '../../types.ts';
import type { ToolOffer } from './model.ts';

/** Seconds a command may take where the model names none, and at most. */
const USUAL_LIMIT = 120;
const LONGEST_LIMIT = 600;
/** Bytes of output that the model is shown: half from the start, half from the end. */
const SHOWN = 20_000;
/** A command that writes more than this is ended, or a loop that prints would fill the disk. */
const MOST_OUTPUT = 32 * 1024 * 1024;
/** Milliseconds between two looks at how much there is. */
const LOOK_EVERY = 50;

export const SHELL: ToolOffer = {
  name: 'shell',
  description:
    `Runs a command with bash in your work folder and gives what it printed (standard output and errors together) and its exit code. ` +
    `Nothing is kept from one command to the next but files: no variables, no working directory, no processes. ` +
    `Output beyond ${SHOWN} bytes is cut in the middle.`,
  schema: {
    type: 'object',
    properties: {
      command: { type: 'string', description: 'The command, as typed into bash.' },
      seconds: { type: 'number', description: `Seconds it may take, up to ${LONGEST_LIMIT}; ${USUAL_LIMIT} where it is left out.` },
    },
    required: ['command'],
    additionalProperties: false,
  },
};

export interface ShellAnswer {
  readonly text: string;
  /** It could not be run as asked, or was ended. An exit code other than 0 is no failure of the tool. */
  readonly failed: boolean;
}

/** Throws a Trouble where the agent's side cannot run anything. */
export async function runShell(
  args: Readonly<Record<string, unknown>>,
  work: Pick<AgentWork, 'room' | 'logs' | 'signal'>,
): Promise<ShellAnswer> {
  const { command, seconds = USUAL_LIMIT } = args;
  if (typeof command !== 'string' || command.trim() === '') return { text: 'command is missing: it has to be a text', failed: true };
  if (typeof seconds !== 'number' || !(seconds > 0 && seconds <= LONGEST_LIMIT))
    return { text: `seconds has to be a number above 0, up to ${LONGEST_LIMIT}`, failed: true };
  const folder = join(work.logs, 'shell');
  await mkdir(folder, { recursive: true });
  const output = join(folder, 'output.txt');
  await rm(output, { force: true });

  const time = AbortSignal.timeout(Math.ceil(seconds * 1000));
  const flood = new AbortController();
  const watch = setInterval(() => void sizeOf(output).then((size) => size > MOST_OUTPUT && flood.abort()), LOOK_EVERY);
  try {
    const signal = AbortSignal.any([work.signal, time, flood.signal]);
    const ending = await work.room.exec({ command: ['bash', '-c', command], output, signal });
    if (ending.kind === 'unstartable') throw new Trouble('sandbox', `bash could not be started: ${ending.reason}`);
    const printed = await ends(output);
    const why = flood.signal.aborted
      ? `it was ended: it printed more than ${MOST_OUTPUT} bytes`
      : time.aborted
        ? `it was ended after ${seconds} s`
        : describeEnding(ending);
    return { text: `${printed}${printed === '' || printed.endsWith('\n') ? '' : '\n'}[${why}]`, failed: ending.kind !== 'exit' };
  } finally {
    clearInterval(watch);
    // What it printed is in the trajectory.
    await rm(folder, { recursive: true, force: true });
  }
}

/** The output, without its middle where it is long. */
async function ends(path: string): Promise<string> {
  const size = await sizeOf(path);
  if (size === 0) return '';
  const file = await open(path, 'r');
  const part = async (from: number, length: number): Promise<string> => {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, from);
    return buffer.subarray(0, bytesRead).toString('utf8');
  };
  try {
    if (size <= SHOWN) return await part(0, size);
    const half = SHOWN / 2;
    return `${await part(0, half)}\n[… ${size - SHOWN} bytes left out …]\n${await part(size - half, half)}`;
  } finally {
    await file.close();
  }
}

function sizeOf(path: string): Promise<number> {
  return stat(path).then(
    ({ size }) => size,
    () => 0,
  );
}
