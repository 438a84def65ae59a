// Harbor's own validator of trajectories, run with the Python that Harbor itself was installed with.
import { readFile, realpath } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { command } from '../command.ts';

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

/** The rows of `harbor traces export`, without the library it keeps them in (an extra of Harbor's that few have). */
export async function exportedTraces(job: string): Promise<readonly TraceRow[]> {
  const { code, out, err } = await command(await harborPython(), ['-c', EXPORT, job]);
  if (code !== 0) throw new Error(`the traces could not be exported (exit code ${code}): ${err}`);
  return JSON.parse(out.trim().split('\n').at(-1) ?? '') as readonly TraceRow[];
}

const EXPORT = `
import json, sys
from harbor.utils import traces_utils as traces
traces._require_hf_datasets = lambda: (None, None)
traces.rows_to_dataset = lambda rows: rows
exported = traces.export_traces(sys.argv[1], use_rich_progress=False)
print(json.dumps(exported["main"] if isinstance(exported, dict) else exported))
`;

/** `harbor` on PATH is a script of that Python, or a shell script that starts one. */
async function harborPython(): Promise<string> {
  for (const folder of (process.env.PATH ?? '').split(':')) {
    const path = await realpath(join(folder, 'harbor')).catch(() => null);
    if (path === null) continue;
    const text = await readFile(path, 'utf8');
    const behind = /^exec (\/\S+\/harbor) /m.exec(text)?.[1];
    const shebang = /^#!(\S*python\S*)/.exec(text)?.[1];
    if (behind !== undefined) return join(dirname(behind), 'python');
    if (shebang !== undefined) return shebang;
  }
  throw new Error('no harbor on PATH that says which Python it is for');
}
