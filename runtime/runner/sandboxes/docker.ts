// Rooms in Docker: agent, office and grader in containers of their own, each out of the others' reach.
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { engineHere } from '../docker/engine.ts';
import { Images } from '../docker/images.ts';
import { DockerRoom } from '../docker/room.ts';
import { ownOwner } from '../owner.ts';
import { Trouble } from '../trouble.ts';
import { defineSandbox } from '../types.ts';
import { NEEDS_HELP } from '../typescript.ts';

export const docker = defineSandbox({
  name: 'docker',
  about: 'containers on this machine, made and removed by Slipway: quicker than harbor, and as isolated',
  trust: 'isolated',
  kind: 'rooms',
  ready,
  room(options) {
    const engine = engineHere();
    const images = imagesOn(engine);
    return new DockerRoom({
      ...options,
      engine,
      images,
      owner: ownOwner(),
      onOpen: (room) => open.add(room),
      onClosed: (room) => open.delete(room),
    });
  },
  jobOver: (job) => imagesOn(engineHere()).release(job),
});

/** What would be left behind if this process ended now. */
const open = new Set<DockerRoom>();
const kept = new Map<ReturnType<typeof engineHere>, Images>();

async function ready(): Promise<void> {
  const { version, api, os } = await engineHere().version();
  const [major = 0, minor = 0] = api.split('.').map(Number);
  if (major < 1 || (major === 1 && minor < OLDEST_API))
    throw new Trouble('sandbox', `Docker ${version} is too old: its API is ${api}, and 1.${OLDEST_API} is needed`, {
      next: 'install Docker 20.10 or newer',
    });
  if (os !== 'linux')
    throw new Trouble('sandbox', `Docker runs ${os} containers, and packs need linux ones`, {
      next: 'switch Docker Desktop to Linux containers',
    });
}

/** That of Docker 20.10. */
const OLDEST_API = 41;

function imagesOn(engine: ReturnType<typeof engineHere>): Images {
  const known = kept.get(engine);
  if (known !== undefined) return known;
  const images = new Images(engine, ownOwner());
  if (kept.size === 0) process.once('exit', leave);
  kept.set(engine, images);
  return images;
}

/** The process ends in the middle of a job: nothing can be waited for any more, so another process does what is left to do. */
function leave(): void {
  if (open.size === 0 && [...kept.values()].every(({ isEmpty }) => isEmpty)) return;
  for (const images of kept.values()) images.abandon();
  const script = fileURLToPath(new URL('../docker/sweep.ts', import.meta.url));
  const help = NEEDS_HELP ? ['--import', import.meta.resolve('tsx')] : [];
  spawnSync(process.execPath, [...help, script, ownOwner()], { stdio: 'ignore', timeout: LEAVE_LIMIT });
}

const LEAVE_LIMIT = 20_000;
