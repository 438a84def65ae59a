// Does again what an agent did in a recorded trial: the same calls in the same order, the same files, the same words.
// For looking at a run again, and for trying a changed grader or office on what agents really did.
import { createHash } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { tail } from '../files.ts';
import { describeEnding } from '../processes.ts';
import { Trouble } from '../trouble.ts';
import { type AgentOutcome, type AgentWork, defineAgent } from '../types.ts';
import { neededOption } from './options.ts';
import { type RecordedCall, type RecordedFiles, type Recording, readRecording, recordedTrials } from './replay/recording.ts';
import type { Workspace, WorkspaceAnswer } from './workspace.ts';

export const replay = defineAgent({
  name: 'replay',
  about: 'does again what the agent of a recorded trial did; must earn the same',
  options: {
    from: "folder of a recorded job, or of one of its trials; each task replays the job's first trial of it",
    trial: 'name of the trial to replay, where the job has several of a task (default: the first)',
  },
  model: 'none',
  create({ options }) {
    const from = neededOption(options, 'from', 'jobs/2026-03-09__08-00-00');
    return {
      name: 'replay',
      version: '1.0.0',
      model: null,
      async ready() {
        await recordedTrials(from);
      },
      async run(work) {
        if (work.signal.aborted) return { kind: 'done' };
        return await play(await readRecording({ from, trial: options.trial ?? null, task: work.task.folder }), work);
      },
    };
  },
});

async function play(recording: Recording, work: AgentWork): Promise<AgentOutcome> {
  const { task, room, logs, signal, log } = work;
  const { trial, calls, files, trajectory, checksum } = recording;
  log(`replays ${trial}: ${calls.length} calls${files === null ? '' : `, ${files.count} files`}`);
  if (checksum !== task.checksum) log(`the task has changed since ${trial} was recorded; what does not fit is said below`);
  const { openWorkspace } = await import('./workspace.ts');
  const workspace = await openWorkspace(room.hostUrl, signal);
  try {
    for (const call of calls) await repeat(call, workspace, log);
    if (files !== null) await putBack(files, work);
    if (trajectory !== null) await writeFile(join(logs, 'trajectory.json'), trajectory);
    return { kind: 'done' };
  } catch (thrown) {
    if (signal.aborted) return { kind: 'done' };
    throw thrown;
  } finally {
    await workspace.close();
  }
}

/**
 * Throws where the workspace now refuses what it did then, or the other way round: everything after it would mean something else. Not so
 * with tools on the shared folder: what the agent's own programs did there is put back at the end only, and no record hangs on it.
 */
async function repeat(call: RecordedCall, workspace: Workspace, log: AgentWork['log']): Promise<void> {
  const { seq, tool, args, outcome, toolUse, digest } = call;
  const answer = await workspace.call({ tool, args, ...(toolUse === undefined ? {} : { id: toolUse }) });
  // The workspace's own failures then need not be failures now.
  if (outcome === 'error') return;
  const was = outcome === 'ok' ? 'done' : 'refused';
  const is = answer.refused ? 'refused' : 'done';
  const open = workspace.tools.some((one) => one.open && one.name === tool.replace('.', '_'));
  if (was !== is && !open)
    throw new Trouble(
      'agent',
      `the recording does not fit this task: line ${seq}, ${tool}, was ${was} then and is ${is} now: ${answer.text.slice(0, 300)}`,
    );
  if (was !== is || (outcome === 'ok' && digest !== digestOf(answer)))
    log(`line ${seq}, ${tool}: the answer is not the one that was recorded`);
}

/** As the workspace makes it: of the JSON text of the answer, of which the text here is the result. */
function digestOf({ text }: WorkspaceAnswer): string {
  return createHash('sha256').update(`{"ok":true,"result":${text}}`).digest('hex');
}

/** The agent's folder as it was left: what was in it at the start and not at the end goes too. */
async function putBack(files: RecordedFiles, { room, logs, signal, log }: AgentWork): Promise<void> {
  if (files.missing > 0) log(`${files.missing} things in the agent's folder were not collected then and cannot be put back`);
  const output = join(logs, 'files.txt');
  // Git and archives keep no empty folder: where nothing was left, there may be nothing to bring.
  const from = files.count === 0 ? '' : await room.put(files.folder, 'left');
  const script = 'find . -mindepth 1 -delete && if [ -n "$1" ]; then cp -R "$1"/. .; fi';
  const ending = await room.exec({ command: ['bash', '-c', script, 'put-back', from], output, signal });
  if (signal.aborted || (ending.kind === 'exit' && ending.code === 0)) return;
  throw new Trouble(
    'sandbox',
    `the recorded files could not be put back (${describeEnding(ending)}): ${(await tail(output)) || 'no words'}`,
  );
}
