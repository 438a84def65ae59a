// One trial in Docker: the office and the agent in two containers on a network of their own, and afterwards the verifier alone in a third.
import { randomBytes } from 'node:crypto';
import { appendFile, mkdir, realpath } from 'node:fs/promises';
import { join } from 'node:path';
import { tail } from '../files.ts';
import { listening } from '../listening.ts';
import { describeEnding } from '../processes.ts';
import { Trouble } from '../trouble.ts';
import type { Ending, Room, RoomOptions } from '../types.ts';
import { type Owner, pack, unpack, unpackText } from './archive.ts';
import type { ContainerSpec } from './container-options.ts';
import type { Engine, Output } from './engine.ts';
import { entriesOf } from './entries.ts';
import { isGone } from './errors.ts';
import { exitOf, runIn } from './exec.ts';
import { gradeIn } from './grading.ts';
import type { Images } from './images.ts';
import { LABEL, roomLabels, roomName } from './labels.ts';
import { removeLabelled } from './leftovers.ts';
import { memoryKills } from './memory.ts';
import { type PackSettings, readPackSettings } from './settings.ts';
import { lineReader, Sink } from './sink.ts';
import { together } from './together.ts';
import { ownerIn } from './users.ts';

export interface DockerRoomOptions extends RoomOptions {
  readonly engine: Engine;
  readonly images: Images;
  /** See owner.ts. */
  readonly owner: string;
  /** Told when there is something to remove, and when it has been removed. */
  readonly onOpen: (room: DockerRoom) => void;
  readonly onClosed: (room: DockerRoom) => void;
}

/** Containers of an open room, and what is known of their images. */
interface Opened {
  readonly main: string;
  readonly workspace: string;
  readonly settings: PackSettings;
  readonly verifierImage: string;
  readonly agent: { readonly name: string; readonly owner: Owner | null };
}

export class DockerRoom implements Room {
  readonly #options: DockerRoomOptions;
  readonly #id = randomBytes(6).toString('hex');
  /** Aborts when the room closes: whatever still waits ends. */
  readonly #over = new AbortController();
  #opening: Promise<unknown> = Promise.resolve();
  #closing: Promise<void> | null = null;
  #touched = false;
  #opened: Opened | null = null;
  #workspaceOutput: Output | null = null;
  #workspaceLog: Sink | null = null;
  #url = '';
  #hostUrl = '';
  #killsSeen = 0;

  constructor(options: DockerRoomOptions) {
    this.#options = options;
  }

  readonly home = '/home/agent';

  get url(): string {
    return this.#url;
  }

  get hostUrl(): string {
    if (this.#options.engine.isHere) return this.#hostUrl;
    throw new Trouble('sandbox', 'this agent works on this machine, and Docker is on another one', {
      remedy: 'stop',
      next: 'unset DOCKER_HOST',
    });
  }

  async open(): Promise<void> {
    this.#touched = true;
    this.#options.onOpen(this);
    const opening = this.#open(AbortSignal.any([this.#options.signal, this.#over.signal]));
    this.#opening = opening;
    this.#opened = await opening;
    this.#options.log(`workspace listens on ${this.#url}, here on ${this.#hostUrl}`);
  }

  async put(folder: string, name: string): Promise<string> {
    const { main, agent } = this.#room();
    const owner = agent.owner === null ? {} : { owner: agent.owner };
    await this.#options.engine.upload(main, this.home, pack(await entriesOf(folder, name, owner)));
    return `${this.home}/${name}`;
  }

  async take(path: string, folder: string): Promise<number> {
    const source = await this.#options.engine.download(this.#room().main, path);
    if (source === null) return 0;
    const { files, cut } = await unpack(source, folder, MOST_TAKEN);
    if (cut)
      this.#options.log(
        `${path}: more than ${MOST_TAKEN.files} files or ${MOST_TAKEN.bytes} bytes, so only the first ${files} files were taken`,
      );
    return files;
  }

  async exec(command: Parameters<Room['exec']>[0]): Promise<Ending> {
    const { main, agent } = this.#room();
    const ending = await runIn(this.#options.engine, main, { ...command, env: command.env ?? {}, user: agent.name });
    if (ending === null) return { kind: 'unstartable', reason: `the container of the agent has ended${await this.#whyEnded(main)}` };
    if (ending.kind === 'signal' && ending.signal === 'SIGKILL') await this.#noteKills(main, agent.name, command.output);
    return ending;
  }

  async seal(): Promise<void> {
    const { engine } = this.#options;
    const { main, workspace } = this.#room();
    await engine.kill(main);
    const output = join(this.#options.directory, 'workspace.log');
    const signal = AbortSignal.timeout(this.#limit() * 1000);
    const ending = await runIn(engine, workspace, { command: ['node', '/srv/server.mjs', 'seal'], env: {}, user: '', output, signal });
    if (ending?.kind === 'exit' && ending.code === 0) return;
    const why =
      ending === null ? 'it had ended' : ending.kind === 'stopped' ? `no answer within ${this.#limit()} s` : describeEnding(ending);
    const words = `last words: ${(await tail(output)) || 'none'}`;
    throw new Trouble('workspace', `the workspace did not seal its log (${why}${await this.#whyEnded(workspace)}); ${words}`);
  }

  async collect(folder: string): ReturnType<Room['collect']> {
    const source = '/evidence/workspace';
    const archive = await this.#options.engine.download(this.#room().workspace, source);
    await mkdir(folder, { recursive: true });
    const { files, cut } = archive === null ? { files: 0, cut: false } : await unpack(archive, folder, MOST_EVIDENCE);
    if (cut) this.#options.log(`the evidence is more than ${MOST_EVIDENCE.bytes} bytes, so it is not complete`);
    const status = archive === null || cut ? 'failed' : files === 0 ? 'empty' : 'ok';
    return [{ source, destination: 'artifacts/workspace', type: 'directory', status, service: 'workspace', exclude: [] }];
  }

  async grade(request: Parameters<Room['grade']>[0]): Promise<Ending> {
    const { engine } = this.#options;
    const { main, workspace, settings, verifierImage } = this.#room();
    // It shares nothing with the office that would have to be gone first.
    const leaving = engine.removeContainer(workspace).catch(() => {});
    const make = (): Promise<string> =>
      this.#container({
        name: `${this.#name()}-verifier`,
        image: verifierImage,
        alias: 'verifier',
        command: ['bash', '/tests/test.sh'],
        init: true,
        network: null,
        env: { LANG: 'C.UTF-8', TZ: 'UTC' },
        volumes: [],
        files: [],
        ...limits(settings),
        ...(settings.verifierUser === null ? {} : { user: settings.verifierUser }),
      });
    const signal = AbortSignal.any([request.signal, this.#over.signal]);
    const ending = await gradeIn({ engine, make, before: () => engine.removeContainer(main), signal }, request);
    await leaving;
    return ending;
  }

  async close(): Promise<void> {
    // Whoever closes it again waits for the same, or tries again what failed.
    this.#closing ??= this.#close().finally(() => {
      this.#closing = null;
    });
    await this.#closing;
  }

  async #close(): Promise<void> {
    this.#over.abort();
    await this.#opening.catch(() => {});
    this.#workspaceOutput?.end();
    await this.#workspaceLog?.close();
    this.#workspaceOutput = null;
    this.#workspaceLog = null;
    this.#opened = null;
    if (!this.#touched) return;
    await removeLabelled(this.#options.engine, `${LABEL.room}=${this.#id}`);
    this.#touched = false;
    this.#options.onClosed(this);
  }

  /** Begins at once; what cannot be waited for any more is done by whoever was told that this room is open. */
  abandon(): void {
    this.#over.abort();
    if (this.#touched) this.close().catch((thrown: unknown) => this.#options.log(`clean-up: ${String(thrown)}`));
  }

  // ---- opening -----------------------------------------------------------------------------------------------------

  async #open(signal: AbortSignal): Promise<Opened> {
    const { task, engine } = this.#options;
    const settings = await readPackSettings(task);
    const [mainImage, workspaceImage, verifierImage] = await together([
      this.#image('environment', settings, signal),
      this.#image('environment/workspace', settings, signal),
      this.#image('tests', settings, signal),
    ]);
    const name = this.#name();
    const labels = this.#labels();
    await together([engine.createNetwork(name, labels), settings.sharesFolder ? engine.createVolume(`${name}-folder`, labels) : null]);
    alive(signal);
    const [workspace, { main, agent }] = await together([
      this.#openWorkspace(workspaceImage, settings, signal),
      this.#openMain(mainImage, settings),
    ]);
    alive(signal);
    return { main, workspace, agent, settings, verifierImage };
  }

  async #image(part: string, { buildLimit }: PackSettings, signal: AbortSignal): Promise<string> {
    const { task, images, job } = this.#options;
    return await images.get({ directory: join(task.directory, part), of: `${task.folder}/${part}`, job, limit: buildLimit, signal });
  }

  async #openWorkspace(image: string, settings: PackSettings, signal: AbortSignal): Promise<string> {
    const { engine, directory } = this.#options;
    const id = await this.#container({
      ...this.#sharing(settings, true),
      name: `${this.#name()}-workspace`,
      image,
      alias: 'workspace',
      env: {},
      files: [],
      init: true,
      port: PORT,
      // The pack says nothing of it; what an office may hold is limited by itself.
      memory: 1024,
    });
    const log = await Sink.open(join(directory, 'workspace.log'));
    this.#workspaceLog = log;
    let answered = (_url: string): void => {};
    const address = new Promise<string>((resolve) => {
      answered = resolve;
    });
    const onLines = lineReader((line) => {
      const url = listening(line);
      if (url === null) log.write(Buffer.from(`${line}\n`));
      else answered(url);
    });
    this.#workspaceOutput = await engine.attach(id, onLines);
    await engine.start(id);
    const { port } = new URL(await this.#firstAnswer(id, address, this.#workspaceOutput, signal));
    this.#url = `http://workspace:${port}`;
    this.#hostUrl = `http://127.0.0.1:${(await engine.state(id)).ports[port]}`;
    return id;
  }

  /** The address the workspace says it listens on, or why it never did. */
  async #firstAnswer(id: string, address: Promise<string>, output: Output, signal: AbortSignal): Promise<string> {
    const late = AbortSignal.timeout(this.#limit() * 1000);
    const url = await Promise.race([address, output.ended, aborted(AbortSignal.any([signal, late]))]);
    if (url !== undefined) return url;
    alive(signal);
    await this.#workspaceLog?.written();
    const what = late.aborted ? `did not start within ${this.#limit()} s` : `ended before it listened${await this.#whyEnded(id)}`;
    const words = (await tail(join(this.#options.directory, 'workspace.log'))) || 'none';
    throw new Trouble('workspace', `the workspace ${what}; last words: ${words}`);
  }

  async #openMain(image: string, settings: PackSettings): Promise<Pick<Opened, 'main' | 'agent'>> {
    const { engine, images, programs = {} } = this.#options;
    const files = await Promise.all(
      Object.entries(programs).map(async ([name, path]) => ({ from: await realpath(path), path: `/usr/local/bin/${name}` })),
    );
    const main = await this.#container({
      ...this.#sharing(settings, false),
      name: `${this.#name()}-main`,
      image,
      alias: 'main',
      // Whatever the image's own user is: an agent that ends all it can end must not end this.
      user: '0',
      command: KEEP_ALIVE,
      init: false,
      env: {
        HOME: this.home,
        LANG: 'C.UTF-8',
        TZ: 'UTC',
        SLIPWAY_URL: `http://workspace:${PORT}`,
        ...(settings.sharesFolder ? { SLIPWAY_FILES: FOLDER } : {}),
      },
      files,
      ...limits(settings),
      ...(settings.workdir === null ? {} : { workdir: settings.workdir }),
    });
    const name = settings.agentUser ?? ((await engine.userOf(image)) || '0');
    const owner = await images.once(image, `owner of ${name}`, () => this.#ownerIn(main, name));
    const home = { path: this.home.slice(1), ...(owner === null ? { mode: 0o777 } : { mode: 0o755, owner }) };
    await engine.upload(main, '/', pack([home]));
    await engine.start(main);
    return { main, agent: { name, owner } };
  }

  async #ownerIn(container: string, user: string): Promise<Owner | null> {
    const passwords = await this.#options.engine.download(container, '/etc/passwd');
    return ownerIn(passwords === null ? '' : await unpackText(passwords), user);
  }

  async #container(spec: Omit<ContainerSpec, 'labels' | 'processes' | 'network'> & { readonly network?: null }): Promise<string> {
    const { engine, images } = this.#options;
    alive(this.#over.signal);
    try {
      return await engine.createContainer({ network: this.#name(), ...spec, labels: this.#labels(), processes: MOST_PROCESSES });
    } catch (thrown) {
      if (!isGone(thrown)) throw thrown;
      images.forget(spec.image);
      throw new Trouble('sandbox', `the image ${spec.image} was removed by somebody else`, { cause: thrown, remedy: 'retry' });
    }
  }

  #sharing({ sharesFolder }: PackSettings, fills: boolean): Pick<ContainerSpec, 'volumes'> {
    return { volumes: sharesFolder ? [{ name: `${this.#name()}-folder`, path: FOLDER, fills }] : [] };
  }

  // ---- words -------------------------------------------------------------------------------------------------------

  /** In brackets-free words to go on with: ` (exit code 3)`; empty where it still runs. */
  async #whyEnded(id: string): Promise<string> {
    try {
      const { running, exitCode, outOfMemory } = await this.#options.engine.state(id);
      if (running) return '';
      return outOfMemory ? ', its memory was used up' : `, ${describeEnding(exitOf(exitCode))}`;
    } catch (thrown) {
      if (isGone(thrown)) return ', it was removed by somebody else';
      throw thrown;
    }
  }

  /** A SIGKILL that nobody sent is the kernel's: said where people look for it. */
  async #noteKills(main: string, user: string, output: string): Promise<void> {
    const kills = await memoryKills(this.#options.engine, main, user);
    if (kills <= this.#killsSeen) return;
    this.#killsSeen = kills;
    const { memory } = this.#room().settings;
    const what = `the agent's container used up its memory${memory === null ? '' : ` (${memory} MiB)`}: a process in it was killed`;
    this.#options.log(what);
    await appendFile(output, `\n[${what}]\n`);
  }

  #room(): Opened {
    if (this.#opened === null) throw new Error('the room is not open');
    return this.#opened;
  }

  #name(): string {
    return roomName(this.#options.trial, this.#id);
  }

  #labels(): Record<string, string> {
    const { owner, job, trial } = this.#options;
    return { ...roomLabels({ owner, job, trial, room: this.#id }) };
  }

  #limit(): number {
    return this.#options.startLimit ?? 30;
  }
}

/** Where the pack's format has things. */
const PORT = 8000;
const FOLDER = '/work';

/** The first process: it cannot be ended from inside, collects what others leave behind, and uses nothing but a shell. */
const KEEP_ALIVE = ['sh', '-c', 'while :; do sleep 86400 & wait $!; done'];

const MOST_PROCESSES = 2048;
const MIB = 1024 * 1024;
const MOST_TAKEN = { files: 20_000, bytes: 512 * MIB };
const MOST_EVIDENCE = { files: 20_000, bytes: 1024 * MIB };

function limits({ memory, cpus }: PackSettings): Pick<ContainerSpec, 'memory' | 'cpus'> {
  return { ...(memory === null ? {} : { memory }), ...(cpus === null ? {} : { cpus }) };
}

function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    signal.addEventListener('abort', () => resolve(), { once: true });
    if (signal.aborted) resolve();
  });
}

function alive(signal: AbortSignal): void {
  if (signal.aborted) throw new Trouble('host', 'cancelled while the room was opened');
}
