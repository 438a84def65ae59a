// What runs that were killed left behind, on this machine and in Docker. What belongs to a run that still goes on is left alone.
import { rmSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { engineHere } from './docker/engine.ts';
import { removeLeftovers } from './docker/leftovers.ts';
import { readIfThere } from './files.ts';
import { ownerState } from './owner.ts';
import { killMarked, marked, valuesOf } from './processes.ts';
import { LOCAL_LEFTOVERS } from './sandboxes/local.ts';
import { asTrouble, type Trouble } from './trouble.ts';

export interface CleanUpCounts {
  readonly containers: number;
  readonly networks: number;
  readonly volumes: number;
  readonly images: number;
  readonly processes: number;
  /** Temporary folders of rooms. */
  readonly folders: number;
}

export interface CleanedUp {
  readonly removed: CleanUpCounts;
  /** Of runs that still go on, or went on elsewhere; none where all were asked for. */
  readonly kept: CleanUpCounts;
  /** What could not be removed, since something that is not ours uses it. */
  readonly stuck: CleanUpCounts;
  /** Why nothing was looked for in Docker; null where it was. */
  readonly docker: Trouble | null;
}

export interface CleanUpOptions {
  /** Whosever it is, and whether or not its run still goes on. */
  readonly all: boolean;
}

/** Never throws because of Docker: where that is not there, it says so and cleans up the rest. */
export async function cleanUp({ all }: CleanUpOptions): Promise<CleanedUp> {
  const doomed = (owner: string): boolean => all || ownerState(owner) === 'dead';
  const processes = endProcesses(doomed);
  const folders = await removeFolders(doomed);
  const local = (which: 'removed' | 'kept' | 'stuck') => ({ processes: processes[which], folders: folders[which] });
  try {
    await engineHere().version();
    const { removed, kept, stuck } = await removeLeftovers(engineHere(), doomed);
    return {
      removed: { ...removed, ...local('removed') },
      kept: { ...kept, ...local('kept') },
      stuck: { ...stuck, ...local('stuck') },
      docker: null,
    };
  } catch (thrown) {
    return {
      removed: { ...NOTHING, ...local('removed') },
      kept: { ...NOTHING, ...local('kept') },
      stuck: { ...NOTHING, ...local('stuck') },
      docker: asTrouble(thrown, 'sandbox'),
    };
  }
}

const NOTHING = { containers: 0, networks: 0, volumes: 0, images: 0 };

interface Tally {
  readonly removed: number;
  readonly kept: number;
  readonly stuck: number;
}

/** Processes first: one that still runs would write into the folder that is removed. */
function endProcesses(doomed: (owner: string) => boolean): Tally {
  let [removed, kept, stuck] = [0, 0, 0];
  for (const owner of valuesOf(LOCAL_LEFTOVERS.variable)) {
    const mark = `${LOCAL_LEFTOVERS.variable}=${owner}`;
    const found = marked(mark).length;
    if (!doomed(owner)) {
      kept += found;
      continue;
    }
    killMarked(mark);
    const left = marked(mark).length;
    removed += Math.max(0, found - left);
    stuck += left;
  }
  return { removed, kept, stuck };
}

async function removeFolders(doomed: (owner: string) => boolean): Promise<Tally> {
  let [removed, kept] = [0, 0];
  for (const entry of await readdir(tmpdir(), { withFileTypes: true })) {
    if (!entry.isDirectory() || !entry.name.startsWith(LOCAL_LEFTOVERS.folders)) continue;
    const folder = join(tmpdir(), entry.name);
    // Without that file it is no room of ours, whatever it is called; one we may not read is another user's.
    const owner = await readIfThere(join(folder, LOCAL_LEFTOVERS.file)).catch(() => null);
    if (owner === null) continue;
    if (!doomed(owner.trim())) kept += 1;
    else {
      rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
      removed += 1;
    }
  }
  return { removed, kept, stuck: 0 };
}
