// Harbor's own validator of trajectories and its trace export, run with the Python that Harbor itself was installed with.
import { command } from '../command.ts';
import { harborPython, withTraces } from '../harbor-python.ts';

/** What the validator says against the file; null = nothing. Throws where it cannot be run. */
export async function invalidTrajectory(path: string): Promise<string | null> {
  const { code, out, err } = await command(await harborPython(), ['-m', 'harbor.utils.trajectory_validator', path]);
  if (code === 0) return null;
  return `${out}${err}`.trim() || `exit code ${code}`;
}

export interface TraceRow {
  readonly agent: string;
  readonly conversations: readonly { readonly role: string; readonly content: string }[];
}

/** The rows of a job folder as Harbor's trace export makes them, from the data set it returns. */
export async function exportedTraces(job: string): Promise<readonly TraceRow[]> {
  const { code, out, err } = await command(await harborPython(), ['-c', EXPORT, job], { env: withTraces() });
  if (code !== 0) throw new Error(`the traces could not be exported (exit code ${code}): ${err}`);
  return JSON.parse(out.trim().split('\n').at(-1) ?? '') as readonly TraceRow[];
}

const EXPORT = `
import json, sys
from harbor.utils.traces_utils import export_traces
exported = export_traces(sys.argv[1], use_rich_progress=False)
print(json.dumps((exported["main"] if isinstance(exported, dict) else exported).to_list()))
`;
