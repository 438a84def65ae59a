// A room on this machine, without Docker: the pack's own workspace and verifier as plain processes in a temporary folder.
// Quick and always there, but agent, records and grader share one user: results are stamped untrusted.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { mkdir, rm, stat, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { copyFiles, readIfThere, tail } from '../files.ts';
import { listening } from '../listening.ts';
import { ownOwner } from '../owner.ts';
import { type Command, describeEnding, killMarked, type Running, run, STOP_GRACE, start } from '../processes.ts';
import { Trouble } from '../trouble.ts';
import { defineSandbox, type Ending, type Room, type RoomOptions } from '../types.ts';
import { runVerifier } from '../verifier.ts';

export const local = defineSandbox({
  name: 'local',
  about: 'processes on this machine, no Docker; results are stamped untrusted',
  trust: 'untrusted-local',
  kind: 'rooms',
  ready: () => Promise.resolve(),
  room: (options) => new LocalRoom(options),
});

class LocalRoom implements Room {
  readonly #options: RoomOptions;
  /** Null before `open` and after `close`. */
  #root: string | null = null;
  #url = '';
  #server: Running | null = null;
  /** Where the agent's folder is, for both sides; empty where the pack has none. */
  #folder: { readonly SLIPWAY_FILES?: string } = {};

  constructor(options: RoomOptions) {
    this.#options = options;
  }

  get url(): string {
    return this.#url;
  }

  get hostUrl(): string {
    return this.#url;
  }

  get home(): string {
    return join(this.#opened(), 'agent');
  }

  async open(): Promise<void> {
    const { task, directory, log } = this.#options;
    const root = makeRoot();
    this.#root = root;
    await mkdir(join(root, 'evidence'));
    for (const side of ['agent', 'office'] as const) await mkdir(join(root, side, 'tmp'), { recursive: true });
    for (const folder of ['work', 'bin']) await mkdir(join(root, 'agent', folder));
    const server = join(task.directory, 'environment', 'workspace', 'server.mjs');
    if ((await readIfThere(server)) === null)
      throw new Trouble('sandbox', `environment/workspace/server.mjs is missing: ${task.folder} is no pack the local sandbox can run`);
    await this.#installStubs(root);
    for (const [name, path] of Object.entries(this.#options.programs ?? {})) await symlink(path, join(root, 'agent', 'bin', name));
    await this.#fillFolder(root);

    const output = join(directory, 'workspace.log');
    const running = start(this.#serverCommand(root, [server], output), { lines: true });
    this.#server = running;
    this.#url = await this.#firstAnswer(running, output);
    log(`workspace listens on ${this.#url}`);
  }

  async put(folder: string, name: string): Promise<string> {
    const there = join(this.#opened(), 'agent', name);
    await copyFiles(folder, there);
    return there;
  }

  async take(path: string, folder: string): Promise<number> {
    this.#opened();
    const there = await stat(path).catch(() => null);
    return there?.isDirectory() ? await copyFiles(path, folder) : 0;
  }

  async exec(command: Parameters<Room['exec']>[0]): Promise<Ending> {
    const root = this.#opened();
    const [file, ...args] = command.command;
    const env = { ...cleanEnvironment(root, 'agent'), SLIPWAY_URL: this.#url, ...this.#folder, ...command.env };
    const stdin = command.stdin === undefined ? {} : { stdin: command.stdin };
    return await run({ file, args, cwd: join(root, 'agent', 'work'), env, output: command.output, ...stdin }, command.signal);
  }

  async seal(): Promise<void> {
    const root = this.#opened();
    killMarked(mark(root, 'agent'));
    const server = this.#server;
    if (server === null) throw new Trouble('workspace', 'there was no workspace to seal');
    const script = join(this.#options.task.directory, 'environment', 'workspace', 'server.mjs');
    const output = join(this.#options.directory, 'workspace.log');
    const limit = AbortSignal.timeout(this.#limit() * 1000);
    const ending = await run(this.#serverCommand(root, [script, 'seal'], output), limit);
    const after = await server.stop(STOP_GRACE);
    this.#server = null;
    if (ending.kind === 'exit' && ending.code === 0) return;
    const why = ending.kind === 'stopped' ? `no answer within ${this.#limit()} s` : describeEnding(ending);
    throw new Trouble(
      'workspace',
      `the workspace did not seal its log (${why}; the workspace itself: ${describeEnding(after)}); last words: ${(await tail(output)) || 'none'}`,
    );
  }

  async collect(folder: string): ReturnType<Room['collect']> {
    const root = this.#opened();
    const files = await copyFiles(join(root, 'evidence'), folder);
    return [
      {
        source: '/evidence',
        destination: 'artifacts/workspace',
        type: 'directory',
        status: files === 0 ? 'empty' : 'ok',
        service: 'workspace',
        exclude: [],
      },
    ];
  }

  async grade(request: Parameters<Room['grade']>[0]): Promise<Ending> {
    const root = this.#opened();
    // Both made anew: the agent may have guessed where they are.
    const folder = join(root, 'grading');
    for (const made of [request.verdict, folder]) await rm(made, { recursive: true, force: true });
    for (const made of [request.verdict, join(folder, 'tmp')]) await mkdir(made, { recursive: true });
    const ending = await runVerifier(this.#options.task, request, { folder, env: cleanEnvironment(root, 'grading') });
    killMarked(mark(root, 'grading'));
    return ending;
  }

  async close(): Promise<void> {
    await this.#server?.stop(0);
    this.abandon();
  }

  abandon(): void {
    const root = this.#root;
    if (root === null) return;
    this.#root = null;
    this.#server?.kill();
    this.#server = null;
    for (const side of ['agent', 'office', 'grading'] as const) killMarked(mark(root, side));
    rmSync(root, { recursive: true, force: true, maxRetries: 3 });
  }

  #opened(): string {
    if (this.#root === null) throw new Error('the room is not open');
    return this.#root;
  }

  #limit(): number {
    return this.#options.startLimit ?? 30;
  }

  /** The pack's tool stubs, executable whatever their mode was, in a folder that is first on the agent's PATH. */
  async #installStubs(root: string): Promise<void> {
    const stubs = join(this.#options.task.directory, 'environment', 'stubs');
    const there = await stat(stubs).catch(() => null);
    if (there?.isDirectory()) await copyFiles(stubs, join(root, 'agent', 'bin'), 0o755);
  }

  /** What lies in the agent's folder at the start, where the pack has such a folder: the one the agent works in. */
  async #fillFolder(root: string): Promise<void> {
    const files = join(this.#options.task.directory, 'environment', 'workspace', 'files');
    const there = await stat(files).catch(() => null);
    if (!there?.isDirectory()) return;
    const folder = join(root, 'agent', 'work');
    await copyFiles(files, folder);
    this.#folder = { SLIPWAY_FILES: folder };
  }

  #serverCommand(root: string, args: readonly string[], output: string): Command {
    return {
      file: process.execPath,
      args,
      cwd: join(root, 'office'),
      output,
      env: {
        ...cleanEnvironment(root, 'office'),
        SLIPWAY_HOST: '127.0.0.1',
        SLIPWAY_PORT: '0',
        SLIPWAY_EVIDENCE: join(root, 'evidence'),
        SLIPWAY_CONTROL: join(root, 'control'),
        ...this.#folder,
      },
    };
  }

  /** The address the workspace says it listens on, or why it never did. */
  #firstAnswer(running: Running, output: string): Promise<string> {
    const { signal } = this.#options;
    return new Promise((resolve, reject) => {
      const fail = async (what: string): Promise<void> =>
        reject(new Trouble('workspace', `the workspace ${what}; last words: ${(await tail(output)) || 'none'}`));
      const timer = setTimeout(() => void fail(`did not start within ${this.#limit()} s`), this.#limit() * 1000);
      const onAbort = (): void => reject(new Trouble('host', 'cancelled while the workspace was starting'));
      const settle = (): void => {
        clearTimeout(timer);
        signal.removeEventListener('abort', onAbort);
      };
      signal.addEventListener('abort', onAbort, { once: true });
      if (signal.aborted) onAbort();
      running.onLine((line) => {
        const url = listening(line);
        if (url === null) return;
        settle();
        resolve(url);
      });
      void running.ended.then((ending) => {
        settle();
        return fail(`ended before it listened (${describeEnding(ending)})`);
      });
    });
  }
}

/** Each side has its own home, temporary folder and mark below the room's folder. Only the agent's has the tool stubs on PATH. */
type Side = 'agent' | 'office' | 'grading';

/** Environment variable by which processes that left their group are found again. */
const MARK = 'SLIPWAY_ROOM';

/** How rooms and their processes say whose they are, should their maker be killed: a file, and an environment variable. */
export const LOCAL_LEFTOVERS = { folders: 'slipway-', file: '.owner', variable: 'SLIPWAY_OWNER' } as const;

function mark(root: string, side: Side): string {
  return `${MARK}=${root}/${side}`;
}

/** What every process of a side starts from. Nothing of the host's environment but PATH gets in, so no key or token does. */
function cleanEnvironment(root: string, side: Side): Record<string, string> {
  const home = join(root, side);
  const path = [dirname(process.execPath), process.env.PATH ?? '/usr/bin:/bin'];
  return {
    PATH: (side === 'agent' ? [join(home, 'bin'), ...path] : path).join(delimiter),
    HOME: home,
    TMPDIR: join(home, 'tmp'),
    LANG: 'C.UTF-8',
    TZ: 'UTC',
    [MARK]: `${root}/${side}`,
    [LOCAL_LEFTOVERS.variable]: ownOwner(),
  };
}

/** A new private folder with a short name: the control socket's path in it must fit into what the system allows for sockets. */
function makeRoot(): string {
  const base = tmpdir();
  if (base.length > 80)
    throw new Trouble(
      'host',
      `the temporary folder's name is too long for a socket (${base}); set TMPDIR to a shorter one, for example TMPDIR=/tmp`,
    );
  const root = mkdtempSync(join(base, LOCAL_LEFTOVERS.folders));
  writeFileSync(join(root, LOCAL_LEFTOVERS.file), ownOwner());
  return root;
}
