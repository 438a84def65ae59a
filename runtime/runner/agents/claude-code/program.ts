// The client on this machine: where it is and which version.
import { access, constants, realpath, stat } from 'node:fs/promises';
import { delimiter, isAbsolute, join, resolve } from 'node:path';
import { programVersion } from '../../processes.ts';
import { Trouble } from '../../trouble.ts';
import { type ClientSettings, PINNED } from './settings.ts';

export interface ClientProgram {
  /** Absolute, links followed: it may be brought to places where the link would lead nowhere. */
  readonly path: string;
  readonly version: string;
}

/** Throws a Trouble where there is none, or another than the one insisted on. */
export async function findProgram(settings: Pick<ClientSettings, 'path' | 'searchPath' | 'version'>): Promise<ClientProgram> {
  const { version } = settings;
  const path = await locate(settings);
  const answer = await programVersion(path, ['--version']);
  if ('missing' in answer) throw missing(`${path} does not run: ${answer.missing}`, version);
  const found = /^\d+\.\d+\.\d+/.exec(answer.found)?.[0];
  if (found === undefined)
    throw missing(`${path} is not Claude Code: asked for its version it says "${answer.found.slice(0, 100)}"`, version);
  if (version !== null && found !== version)
    throw new Trouble('agent', `${path} is Claude Code ${found}, and ${version} is insisted on`, {
      remedy: 'stop',
      next: `${install(version)}; or --ak version=${found} (or any) to take it as it is`,
    });
  return { path, version: found };
}

async function locate({ path, searchPath, version }: Pick<ClientSettings, 'path' | 'searchPath' | 'version'>): Promise<string> {
  if (path !== null) {
    const whole = resolve(path);
    if (await runnable(whole)) return await realpath(whole);
    throw missing(`${path} is no program that can be run`, version);
  }
  for (const folder of searchPath.split(delimiter)) {
    const candidate = join(folder, 'claude');
    if (isAbsolute(folder) && (await runnable(candidate))) return await realpath(candidate);
  }
  throw missing('Claude Code is not on this machine: there is no claude on PATH', version);
}

async function runnable(path: string): Promise<boolean> {
  const there = await stat(path).catch(() => null);
  if (there?.isFile() !== true) return false;
  return await access(path, constants.X_OK).then(
    () => true,
    () => false,
  );
}

function missing(reason: string, version: string | null): Trouble {
  return new Trouble('agent', reason, { remedy: 'stop', next: `${install(version ?? PINNED)}; or say where it is with --ak path=FILE` });
}

function install(version: string): string {
  return `npm install -g @anthropic-ai/claude-code@${version}`;
}
