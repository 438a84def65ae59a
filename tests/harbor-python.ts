// The Python that Harbor itself was installed with: its validator and its trace export run in it.
import { readFile, realpath } from 'node:fs/promises';
import { dirname, join } from 'node:path';

/** Its path. `harbor` on PATH is a script of that Python, or a shell script that starts one; throws where it is neither. */
export async function harborPython(): Promise<string> {
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

/**
 * Surroundings in which `harbor traces export` finds the library it keeps rows in, Harbor's extra `huggingface`: SLIPWAY_HARBOR_TRACES
 * is the folder that library was installed into (`pip install --target …/site-packages datasets`; it has to have that name); unset, Harbor's own Python has to have it.
 */
export function withTraces(): Readonly<Record<string, string>> {
  const folder = process.env.SLIPWAY_HARBOR_TRACES;
  // The library asks its home for its settings on the network unless told that it is alone.
  return { HF_HUB_OFFLINE: '1', HF_DATASETS_OFFLINE: '1', ...(folder === undefined ? {} : { PYTHONPATH: folder }) };
}
