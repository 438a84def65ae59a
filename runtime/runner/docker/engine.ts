// The Docker engine as the sandbox needs it: few verbs, plain values, every complaint a Trouble, no call without end.
// The only importer of dockerode.
import type { Duplex, Readable } from 'node:stream';
import Dockerode from 'dockerode';
import { Trouble } from '../trouble.ts';
import { type ContainerSpec, containerOptions, environment, type Labels } from './container-options.ts';
import { buildTrouble, engineTrouble, isGone, statusOf, unreachable } from './errors.ts';

export interface ContainerState {
  readonly running: boolean;
  readonly exitCode: number;
  /** Killed because its memory was used up. */
  readonly outOfMemory: boolean;
  /** By port of the container: the one on this machine. */
  readonly ports: Readonly<Record<string, number>>;
}

/** A process started inside a running container. */
export interface ExecSpec {
  readonly command: readonly string[];
  readonly env: Labels;
  readonly user: string;
  readonly stdin: boolean;
}

export interface ExecState {
  readonly running: boolean;
  readonly exitCode: number | null;
  /** False where its program could not even be started. */
  readonly started: boolean;
}

/** Something with our labels. */
export interface Labelled {
  /** By which it is removed. */
  readonly id: string;
  readonly labels: Labels;
}

/** What both streams of a container or an exec print, in order. `end` closes what is behind it. */
export interface Output {
  readonly ended: Promise<void>;
  end(): void;
}

/** The engine that the environment names (DOCKER_HOST, else this machine's), one object for each. */
export function engineHere(): Engine {
  const host = process.env.DOCKER_HOST ?? '';
  const known = engines.get(host) ?? new Engine(host);
  engines.set(host, known);
  return known;
}

const engines = new Map<string, Engine>();

export class Engine {
  readonly #docker: Dockerode;
  /** Where it is, for people. */
  readonly place: string;
  /** Whether ports it publishes are this machine's. */
  readonly isHere: boolean;

  constructor(host: string) {
    this.place = host === '' ? 'Docker' : `Docker at ${host}`;
    this.isHere = host === '' || /^(unix|npipe):/.test(host) || /^\w+:\/\/(localhost|127\.0\.0\.1|\[::1\])(:|\/|$)/.test(host);
    try {
      this.#docker = new Dockerode();
    } catch (thrown) {
      throw unreachable(thrown, this.place);
    }
  }

  /** Versions of the engine and its API, and the system its containers are of. */
  async version(): Promise<{ readonly version: string; readonly api: string; readonly os: string }> {
    try {
      const { Version: version, ApiVersion: api, Os: os } = await within('say its version', ANSWER_LIMIT / 6, this.#docker.version());
      return { version, api, os };
    } catch (thrown) {
      throw statusOf(thrown) === null ? unreachable(thrown, this.place) : engineTrouble('say its version', thrown);
    }
  }

  // ---- images ------------------------------------------------------------------------------------------------------

  /** Builds with BuildKit (COPY --chmod needs it); `context` is a tar archive. Throws a Trouble with the end of the build's log. */
  async build(image: { tag: string; of: string; labels: Labels; context: Buffer; signal: AbortSignal }): Promise<void> {
    const { tag, of, labels, context, signal } = image;
    const options = { t: tag, version: '2' as const, labels: { ...labels }, abortSignal: signal };
    const stream = await this.#ask(
      `build the image of ${of}`,
      BUILD_LIMIT,
      this.#docker.buildImage(context as unknown as NodeJS.ReadableStream, options),
    );
    const log: string[] = [];
    let complaint: string | null = null;
    const onEvent = (event: BuildEvent): void => {
      if (event.error !== undefined) complaint = event.error;
      else if (event.stream !== undefined) log.push(readable(event.stream));
    };
    // Not in the types yet; unlike the modem's own it reads what BuildKit writes.
    const { followProgress } = this.#docker as unknown as { followProgress: FollowProgress };
    await new Promise<void>((resolve, reject) => {
      followProgress(stream, (error) => (error ? reject(engineTrouble(`build the image of ${of}`, error)) : resolve()), onEvent);
    });
    if (complaint !== null) throw buildTrouble(of, complaint, log);
  }

  /** Gives an image one more tag. Throws what `isGone` recognises where the image is not there. */
  async tag(image: string, repository: string, tag: string): Promise<void> {
    await this.#ask('tag an image', ANSWER_LIMIT, this.#docker.getImage(image).tag({ repo: repository, tag }));
  }

  /** The user an image runs as; empty = root. */
  async userOf(image: string): Promise<string> {
    return (await this.#ask('look at an image', ANSWER_LIMIT, this.#docker.getImage(image).inspect())).Config.User ?? '';
  }

  /** Every image with this label, with its tags. */
  async images(label: string): Promise<readonly (Labelled & { readonly tags: readonly string[] })[]> {
    const found = await this.#ask('list images', ANSWER_LIMIT, this.#docker.listImages({ all: true, filters: { label: [label] } }));
    return found.map(({ Id: id, Labels: labels, RepoTags: tags }) => ({ id, labels: labels ?? {}, tags: tags ?? [] }));
  }

  /** A tag, or an image by its id. What is gone already, or still in use, is left alone; false where it still is there. */
  async removeImage(name: string): Promise<boolean> {
    return await this.#removed('remove an image', this.#docker.getImage(name).remove());
  }

  // ---- networks and volumes ----------------------------------------------------------------------------------------

  async createNetwork(name: string, labels: Labels): Promise<void> {
    await this.#ask('make a network', ANSWER_LIMIT, this.#docker.createNetwork({ Name: name, Driver: 'bridge', Labels: { ...labels } }));
  }

  async createVolume(name: string, labels: Labels): Promise<void> {
    await this.#ask('make a volume', ANSWER_LIMIT, this.#docker.createVolume({ Name: name, Labels: { ...labels } }));
  }

  async networks(label: string): Promise<readonly Labelled[]> {
    const found = await this.#ask('list networks', ANSWER_LIMIT, this.#docker.listNetworks({ filters: { label: [label] } }));
    return found.map(({ Id: id, Labels: labels }) => ({ id, labels: labels ?? {} }));
  }

  async volumes(label: string): Promise<readonly Labelled[]> {
    const found = await this.#ask('list volumes', ANSWER_LIMIT, this.#docker.listVolumes({ filters: { label: [label] } }));
    return (found.Volumes ?? []).map(({ Name: id, Labels: labels }) => ({ id, labels: labels ?? {} }));
  }

  async removeNetwork(id: string): Promise<boolean> {
    return await this.#removed('remove a network', this.#docker.getNetwork(id).remove());
  }

  async removeVolume(name: string): Promise<boolean> {
    return await this.#removed('remove a volume', this.#docker.getVolume(name).remove());
  }

  // ---- containers --------------------------------------------------------------------------------------------------

  /** Gives its id. Throws what `isGone` recognises where its image is not there. */
  async createContainer(spec: ContainerSpec): Promise<string> {
    const container = await this.#ask(
      `make the container ${spec.name}`,
      ANSWER_LIMIT,
      this.#docker.createContainer(containerOptions(spec)),
    );
    return container.id;
  }

  async start(id: string): Promise<void> {
    await this.#ask('start a container', ANSWER_LIMIT, this.#docker.getContainer(id).start());
  }

  /** SIGKILL to everything in it; returns when it has ended. One that has ended, or is gone, is as it should be. */
  async kill(id: string): Promise<void> {
    await this.#removed('stop a container', this.#docker.getContainer(id).kill());
  }

  /** Kills it where it runs. */
  async removeContainer(id: string): Promise<boolean> {
    return await this.#removed('remove a container', this.#docker.getContainer(id).remove({ force: true, v: true }));
  }

  /** Every container with this label, running or not. */
  async containers(label: string): Promise<readonly Labelled[]> {
    const found = await this.#ask('list containers', ANSWER_LIMIT, this.#docker.listContainers({ all: true, filters: { label: [label] } }));
    return found.map(({ Id: id, Labels: labels }) => ({ id, labels }));
  }

  async state(id: string): Promise<ContainerState> {
    const { State, NetworkSettings } = await this.#ask('look at a container', ANSWER_LIMIT, this.#docker.getContainer(id).inspect());
    const ports = Object.entries(NetworkSettings.Ports ?? {}).flatMap(([port, at]) => {
      const published = Number(at?.[0]?.HostPort);
      return published > 0 ? [[String(Number.parseInt(port, 10)), published]] : [];
    });
    return { running: State.Running, exitCode: State.ExitCode, outOfMemory: State.OOMKilled, ports: Object.fromEntries(ports) };
  }

  /** Both streams of a container that has not been started yet. */
  async attach(id: string, onData: (chunk: Buffer) => void): Promise<Output> {
    const options = { stream: true, stdout: true, stderr: true };
    return this.#output(
      await this.#ask('read what a container prints', ANSWER_LIMIT, this.#docker.getContainer(id).attach(options)),
      onData,
    );
  }

  /** The exit code of a container that was started, when it has ended. */
  async wait(id: string): Promise<number> {
    try {
      return (await this.#docker.getContainer(id).wait()).StatusCode;
    } catch (thrown) {
      throw engineTrouble('wait for a container', thrown);
    }
  }

  /** Unpacks a tar archive below a folder of a container, running or not. */
  async upload(id: string, path: string, archive: Buffer): Promise<void> {
    await this.#ask('copy files into a container', TRANSFER_LIMIT, this.#docker.getContainer(id).putArchive(archive, { path }));
  }

  /** A file or folder of a container, running or not, as a tar archive; null where there is none. */
  async download(id: string, path: string): Promise<Readable | null> {
    try {
      const stream = await this.#ask('copy files out of a container', TRANSFER_LIMIT, this.#docker.getContainer(id).getArchive({ path }));
      return stream as Readable;
    } catch (thrown) {
      if (isGone(thrown)) return null;
      throw thrown;
    }
  }

  // ---- processes in containers -------------------------------------------------------------------------------------

  /** Starts a process in a running container. What `statusOf` gives as 409 or 404: the container has ended, or is gone. */
  async exec(container: string, spec: ExecSpec, onData: (chunk: Buffer) => void): Promise<{ id: string; output: Output; stdin: Duplex }> {
    const exec = await this.#ask(
      'start a process in a container',
      ANSWER_LIMIT,
      this.#docker.getContainer(container).exec({
        Cmd: [...spec.command],
        Env: environment(spec.env),
        User: spec.user,
        AttachStdin: spec.stdin,
        AttachStdout: true,
        AttachStderr: true,
      }),
    );
    const stream = await this.#ask('start a process in a container', ANSWER_LIMIT, exec.start({ hijack: true, stdin: spec.stdin }));
    return { id: exec.id, output: this.#output(stream, onData), stdin: stream };
  }

  async execState(id: string): Promise<ExecState> {
    const {
      Running: running,
      ExitCode: exitCode,
      Pid,
    } = await this.#ask('look at a process', ANSWER_LIMIT, this.#docker.getExec(id).inspect());
    return { running, exitCode, started: Pid > 0 };
  }

  #output(stream: NodeJS.ReadableStream, onData: (chunk: Buffer) => void): Output {
    const source = stream as Readable;
    const write = (chunk: Buffer): boolean => {
      onData(chunk);
      return true;
    };
    const sink = { write } as unknown as NodeJS.WritableStream;
    this.#docker.modem.demuxStream(source, sink, sink);
    const ended = new Promise<void>((resolve) => {
      for (const event of ['end', 'close', 'error']) source.on(event, () => resolve());
    });
    return { ended, end: () => void source.destroy() };
  }

  async #ask<T>(what: string, limit: number, answer: Promise<T>): Promise<T> {
    try {
      return await within(what, limit, answer);
    } catch (thrown) {
      throw engineTrouble(what, thrown);
    }
  }

  /** Gone already (404) and being removed by somebody else (409) are fine; false for what is still there because it is in use. */
  async #removed(what: string, answer: Promise<unknown>): Promise<boolean> {
    try {
      await this.#ask(what, ANSWER_LIMIT, answer);
      return true;
    } catch (thrown) {
      if (isGone(thrown)) return true;
      // 403: a network that has containers.
      if ([403, 409].includes(statusOf(thrown) ?? 0))
        return /already in progress|is not running/.test(thrown instanceof Error ? thrown.message : '');
      throw thrown;
    }
  }
}

/** Milliseconds for an ordinary answer, for files on their way, and for a build that sends nothing at all. */
const ANSWER_LIMIT = 60_000;
const TRANSFER_LIMIT = 120_000;
const BUILD_LIMIT = 600_000;

async function within<T>(what: string, limit: number, answer: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    const trouble = new Trouble('sandbox', `Docker could not ${what}: no answer within ${limit / 1000} s`, { remedy: 'retry' });
    timer = setTimeout(() => reject(trouble), limit);
  });
  try {
    return await Promise.race([answer, late]);
  } finally {
    clearTimeout(timer);
  }
}

interface BuildEvent {
  readonly stream?: string;
  readonly error?: string;
}

type FollowProgress = (stream: NodeJS.ReadableStream, onEnd: (error: Error | null) => void, onEvent: (event: BuildEvent) => void) => void;

/** dockerode 5 leaves what a build's commands print in base64; everything else is text. */
function readable(line: string): string {
  const text = line.trim();
  const bytes = Buffer.from(text, 'base64');
  const decoded = bytes.toString('utf8');
  const isEncoded = text !== '' && bytes.toString('base64') === text && Buffer.from(decoded, 'utf8').equals(bytes);
  return isEncoded && !/[^\P{C}\s]/u.test(decoded) ? decoded : text;
}
