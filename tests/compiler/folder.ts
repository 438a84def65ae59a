// A folder of its own for one test, gone afterwards.
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Runs `act` with a new folder that holds the files (by name), and with what lists everything below it. */
export async function inNewFolder(
  files: { readonly [name: string]: string },
  act: (folder: string, listing: () => Promise<readonly string[]>) => Promise<void>,
): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'slipway-'));
  try {
    for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text);
    await act(folder, async () => (await readdir(folder, { recursive: true })).sort());
  } finally {
    await rm(folder, { recursive: true });
  }
}
