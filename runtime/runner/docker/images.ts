// Images of packs: called after what they are built from, built once for all trials that want the same, and gone with the last job.
import { createHash } from 'node:crypto';
import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { listFiles } from '../files.ts';
import { Trouble } from '../trouble.ts';
import { type ArchiveEntry, pack } from './archive.ts';
import type { Engine } from './engine.ts';
import { isGone } from './errors.ts';
import { LABEL, REPOSITORY, tagOf } from './labels.ts';

export interface ImageRequest {
  /** Build context: a host folder with a Dockerfile. */
  readonly directory: string;
  /** What the image is of, for people. */
  readonly of: string;
  readonly job: string;
  /** Seconds a build may take. */
  readonly limit: number;
  /** Whoever waits stops waiting; a build that nobody waits for is given up. */
  readonly signal: AbortSignal;
}

interface Kept {
  readonly jobs: Set<string>;
  readonly tag: string;
  readonly ready: Promise<void>;
  readonly build: AbortController;
  waiting: number;
}

/** The images of one owner on one engine. */
export class Images {
  readonly #engine: Engine;
  readonly #owner: string;
  readonly #kept = new Map<string, Kept>();
  readonly #known = new Map<string, unknown>();
  /** Removals on their way: the same content must not be made anew before they are through. */
  readonly #leaving = new Map<string, Promise<void>>();

  constructor(engine: Engine, owner: string) {
    this.#engine = engine;
    this.#owner = owner;
  }

  /** Name of an image of this content, built where there is none; the job keeps it until `release`. */
  async get(request: ImageRequest): Promise<string> {
    const entries = await contextOf(request.directory);
    const content = digestOf(entries);
    await this.#leaving.get(content);
    const known = this.#kept.get(content);
    const kept = known === undefined || known.build.signal.aborted ? this.#make(content, entries, request) : known;
    kept.jobs.add(request.job);
    kept.waiting += 1;
    try {
      await orAbort(kept.ready, request.signal);
      return `${REPOSITORY}:${kept.tag}`;
    } catch (thrown) {
      // The next one who wants it tries again.
      if (!request.signal.aborted && this.#kept.get(content) === kept) this.#kept.delete(content);
      throw thrown;
    } finally {
      kept.waiting -= 1;
      if (kept.waiting === 0 && request.signal.aborted) kept.build.abort();
    }
  }

  /** What is true of an image as long as it is there, found out once. */
  async once<T>(image: string, what: string, find: () => Promise<T>): Promise<T> {
    const key = `${image} ${what}`;
    if (!this.#known.has(key)) this.#known.set(key, await find());
    return this.#known.get(key) as T;
  }

  /** Somebody else removed it: the next one who wants it builds it. */
  forget(name: string): void {
    for (const [content, { tag }] of this.#kept) if (name.endsWith(`:${tag}`)) this.#kept.delete(content);
  }

  /** Removes what no other job of this owner uses. */
  async release(job: string): Promise<void> {
    const leaving = [...this.#kept].filter(([, { jobs }]) => jobs.delete(job) && jobs.size === 0);
    await Promise.all(
      leaving.map(async ([content, kept]) => {
        this.#kept.delete(content);
        kept.build.abort();
        const gone = this.#remove(kept);
        this.#leaving.set(
          content,
          gone.catch(() => {}),
        );
        await gone.finally(() => this.#leaving.delete(content));
      }),
    );
  }

  /** At once: builds end, so that none of them leaves an image behind us. */
  abandon(): void {
    for (const { build } of this.#kept.values()) build.abort();
  }

  get isEmpty(): boolean {
    return this.#kept.size === 0 && this.#leaving.size === 0;
  }

  async #remove(kept: Kept): Promise<void> {
    await kept.ready.catch(() => {});
    // A container of a room that was just closed may still be on its way out.
    for (let tries = 0; !(await this.#engine.removeImage(`${REPOSITORY}:${kept.tag}`)) && tries < 10; tries += 1) await sleep(200);
  }

  #make(content: string, entries: readonly ArchiveEntry[], request: ImageRequest): Kept {
    const build = new AbortController();
    const tag = tagOf(content, this.#owner);
    const ready = this.#build(content, tag, entries, request, build);
    // Whoever waits for it sees to it.
    ready.catch(() => {});
    const kept: Kept = { jobs: new Set(), tag, ready, build, waiting: 0 };
    this.#kept.set(content, kept);
    return kept;
  }

  async #build(
    content: string,
    tag: string,
    entries: readonly ArchiveEntry[],
    request: ImageRequest,
    ours: AbortController,
  ): Promise<void> {
    const { of, limit } = request;
    if (await this.#tagExisting(content, tag)) return;
    const time = AbortSignal.timeout(limit * 1000);
    try {
      await this.#engine.build({
        tag: `${REPOSITORY}:${tag}`,
        of,
        labels: { [LABEL.image]: content },
        context: pack(entries),
        signal: AbortSignal.any([ours.signal, time]),
      });
    } catch (thrown) {
      if (ours.signal.aborted) throw new Trouble('host', `cancelled while the image of ${of} was built`, { cause: thrown });
      if (time.aborted) throw new Trouble('sandbox', `the image of ${of} was not built within ${limit} s`, { cause: thrown });
      throw thrown;
    }
  }

  /** Another owner may have built the same already. */
  async #tagExisting(content: string, tag: string): Promise<boolean> {
    const [image] = await this.#engine.images(`${LABEL.image}=${content}`);
    if (image === undefined) return false;
    try {
      await this.#engine.tag(image.id, REPOSITORY, tag);
      return true;
    } catch (thrown) {
      // It was removed at this very moment.
      if (isGone(thrown)) return false;
      throw thrown;
    }
  }
}

/** The regular files of a build context, with modes that do not depend on how the pack got here. */
async function contextOf(directory: string): Promise<readonly ArchiveEntry[]> {
  const dockerfile = await readFile(join(directory, 'Dockerfile'), 'utf8');
  const paths = (await listFiles(directory)).filter((path) => !path.startsWith('workspace/') || mayUse(dockerfile, 'workspace'));
  return await Promise.all(
    paths.map(async (path) => {
      const file = join(directory, path);
      const executable = ((await stat(file)).mode & 0o111) !== 0;
      return { path, mode: executable ? 0o755 : 0o644, bytes: await readFile(file) };
    }),
  );
}

/**
 * Whether a Dockerfile may copy from a folder of its context. What it cannot use is left out, so that the same image serves the main
 * containers of many packs; where that is not plain to see, it stays.
 */
export function mayUse(dockerfile: string, folder: string): boolean {
  const lines = dockerfile.split('\n').map((line) => line.trim());
  if (lines.some((line) => /\\$|<<|\.\.|^ONBUILD\b|^# *(syntax|escape) *=/i.test(line))) return true;
  return lines
    .filter((line) => /^(COPY|ADD|RUN.*--mount)\b/i.test(line))
    .some((line) => {
      const words = line
        .split(/\s+/)
        .slice(1)
        .filter((word) => !word.startsWith('--'));
      const sources = words.slice(0, -1);
      return (
        /^RUN/i.test(line) ||
        sources.some((source) => !/^(\.\/)?\w[\w.-]*(\/[\w.-]+)*\/?$/.test(source) || source.replace(/^\.\//, '').split('/')[0] === folder)
      );
    });
}

/** Short enough to leave room for the owner in a tag. */
function digestOf(entries: readonly ArchiveEntry[]): string {
  const hash = createHash('sha256');
  for (const { path, mode, bytes = Buffer.alloc(0) } of entries) hash.update(`${path}\0${mode}\0${bytes.length}\0`).update(bytes);
  return hash.digest('hex').slice(0, 32);
}

async function orAbort(work: Promise<void>, signal: AbortSignal): Promise<void> {
  const trouble = (): Trouble => new Trouble('host', 'cancelled while an image was built');
  if (signal.aborted) throw trouble();
  let onAbort = (): void => {};
  const aborted = new Promise<never>((_, reject) => {
    onAbort = () => reject(trouble());
    signal.addEventListener('abort', onAbort, { once: true });
  });
  try {
    await Promise.race([work, aborted]);
  } finally {
    signal.removeEventListener('abort', onAbort);
  }
}
