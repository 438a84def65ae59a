// Replays the task's own solution through the tool stubs. Must earn 1: if it does not, the task or the surroundings are broken.
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { readIfThere, tail } from '../files.ts';
import { describeEnding } from '../processes.ts';
import { Trouble } from '../trouble.ts';
import { type AgentOutcome, type AgentWork, defineAgent } from '../types.ts';

export const oracle = defineAgent({
  name: 'oracle',
  about: "replays the task's own solution; must earn 1",
  options: {},
  model: 'none',
  create: () => ({
    name: 'oracle',
    version: '1.0.0',
    model: null,
    harbor: { name: 'oracle', model: null, options: {}, environment: {} },
    run: replay,
  }),
});

async function replay({ task, room, logs, signal }: AgentWork): Promise<AgentOutcome> {
  const solution = join(task.directory, 'solution');
  if ((await readIfThere(join(solution, 'solve.sh'))) === null)
    throw new Trouble('agent', 'solution/solve.sh is missing: the oracle has nothing to replay');
  const there = await room.put(solution, 'solution');
  const output = join(logs, 'oracle.txt');
  const ending = await room.exec({ command: ['bash', `${there}/solve.sh`], output, signal });
  if (ending.kind === 'exit' && ending.code === 0) return { kind: 'done' };
  if (ending.kind === 'unstartable') throw new Trouble('host', `bash: ${ending.reason}`);
  if (ending.kind === 'exit') await writeFile(join(logs, 'exit-code.txt'), `${ending.code}\n`);
  return { kind: 'failed', reason: `solution/solve.sh: ${describeEnding(ending)}; last words: ${(await tail(output)) || 'none'}` };
}
