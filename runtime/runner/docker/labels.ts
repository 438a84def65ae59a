// How the things of a trial are marked and called, so that whoever cleans up finds all of them and nothing else.
import type { Labels } from './container-options.ts';

/** Every container, network and volume has these. */
export const LABEL = {
  /** Whose it is: see owner.ts. */
  owner: 'dev.slipway.owner',
  job: 'dev.slipway.job',
  trial: 'dev.slipway.trial',
  /** One room: a trial that is tried again has more than one. */
  room: 'dev.slipway.room',
  /** Images have only this one, with the digest of what they were built from: they may belong to several owners, by their tags. */
  image: 'dev.slipway.image',
} as const;

/** Our images are called this; their tags are `<content>.<owner>`. */
export const REPOSITORY = 'slipway-pack';

/** Each owner has a tag of its own: the image goes with the last of them, however many share it. */
export function tagOf(content: string, owner: string): string {
  return `${content}.${owner}`;
}

/** The owner in `slipway-pack:<content>.<owner>`; null for a name that is not ours. */
export function ownerOfTag(name: string): string | null {
  const [, owner] = new RegExp(`^${REPOSITORY}:[0-9a-f]+\\.(.+)$`).exec(name) ?? [];
  return owner ?? null;
}

/** Labels of all that belongs to one room. */
export function roomLabels(of: { owner: string; job: string; trial: string; room: string }): Labels {
  return { [LABEL.owner]: of.owner, [LABEL.job]: of.job, [LABEL.trial]: of.trial, [LABEL.room]: of.room };
}

/** Begins the names of all that belongs to one room: readable in `docker ps`, and always a name that Docker takes. */
export function roomName(trial: string, room: string): string {
  const readable = trial
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, 40)
    .replace(/^-+|-+$/g, '');
  return ['slipway', readable, room].filter(Boolean).join('-');
}
