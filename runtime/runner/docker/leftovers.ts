// Removes what carries our labels: a room's things when it closes, and those of owners that were killed.
import type { Engine, Labelled } from './engine.ts';
import { LABEL, ownerOfTag } from './labels.ts';

export interface Counts {
  readonly containers: number;
  readonly networks: number;
  readonly volumes: number;
  readonly images: number;
}

export interface Leftovers {
  readonly removed: Counts;
  /** Of owners that were not to be touched. */
  readonly kept: Counts;
  /** In use by something that is not ours. */
  readonly stuck: Counts;
}

/** All containers, then all networks and volumes, with a label (`name` or `name=value`). */
export async function removeLabelled(engine: Engine, label: string): Promise<void> {
  await removeThings(engine, label, () => true);
}

/** Everything of the owners for which `doomed` says so, images too. */
export async function removeLeftovers(engine: Engine, doomed: (owner: string) => boolean): Promise<Leftovers> {
  const things = await removeThings(engine, LABEL.owner, ({ labels }) => doomed(labels[LABEL.owner] ?? ''));
  const images = tally();
  const found = await engine.images(LABEL.image);
  const tags = found.flatMap((image) => image.tags.flatMap((name) => ownerOfTag(name) ?? []));
  for (const { id, tags: names } of found) {
    for (const name of names) {
      const owner = ownerOfTag(name);
      // A name that somebody else gave it is theirs.
      if (owner === null) continue;
      if (doomed(owner)) count(images, await engine.removeImage(name));
      else images.kept += 1;
    }
    // One without a name may be on its way to get one, as long as anybody who could name it lives.
    if (names.length === 0 && tags.every(doomed)) count(images, await engine.removeImage(id));
  }
  const all = { ...things, images };
  return { removed: counts(all, 'removed'), kept: counts(all, 'kept'), stuck: counts(all, 'stuck') };
}

interface Tally {
  removed: number;
  kept: number;
  stuck: number;
}

type Things = Record<'containers' | 'networks' | 'volumes', Tally>;

async function removeThings(engine: Engine, label: string, doomed: (thing: Labelled) => boolean): Promise<Things> {
  const containers = await removeAll(await engine.containers(label), doomed, (id) => engine.removeContainer(id));
  const [networks, volumes] = await Promise.all([
    engine.networks(label).then((found) => removeAll(found, doomed, (id) => engine.removeNetwork(id))),
    engine.volumes(label).then((found) => removeAll(found, doomed, (id) => engine.removeVolume(id))),
  ]);
  return { containers, networks, volumes };
}

async function removeAll(
  found: readonly Labelled[],
  doomed: (thing: Labelled) => boolean,
  remove: (id: string) => Promise<boolean>,
): Promise<Tally> {
  const result = tally();
  await Promise.all(
    found.map(async (thing) => {
      if (doomed(thing)) count(result, await remove(thing.id));
      else result.kept += 1;
    }),
  );
  return result;
}

function tally(): Tally {
  return { removed: 0, kept: 0, stuck: 0 };
}

function count(result: Tally, gone: boolean): void {
  if (gone) result.removed += 1;
  else result.stuck += 1;
}

function counts(all: Things & { readonly images: Tally }, which: keyof Tally): Counts {
  return { containers: all.containers[which], networks: all.networks[which], volumes: all.volumes[which], images: all.images[which] };
}
