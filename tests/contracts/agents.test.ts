// What every registered agent must keep to. Registering one is what gets it tested here.
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { agents, type Ending, type Room, readTask } from '#runner/index.ts';
import { writeFakePack } from '../runner/fake-pack.ts';
import { temporary, tryPack } from '../runner/harness.ts';

describe.each(Object.entries(agents))('agent %s', (key, agent) => {
  test('is registered under its own name, with a version and a line about it', () => {
    expect(agent.name).toBe(key);
    expect(agent.name).toMatch(/^[a-z][a-z0-9-]*$/);
    expect(agent.version).toMatch(/^\d+\.\d+\.\d+$/);
    expect(agent.about).toMatch(/^\S.+$/);
  });

  test('a trial of it is scored, and its log stays in its own folder', async () => {
    const { trial } = await tryPack({}, { agent: key });
    expect(trial.end.status).toBe('scored');
    expect(trial.agent).toEqual({ name: key, version: agent.version });
  });

  test('does nothing to the room but put and exec, and returns when it is told to stop', async () => {
    const folder = await temporary();
    const task = await readTask(await writeFakePack(folder, 'a-task'));
    const logs = join(folder, 'logs');
    await mkdir(logs);
    const outcome = await agent.run({ task, room: stubbornRoom(), logs, signal: AbortSignal.abort(), log: () => {} });
    expect(['done', 'failed']).toContain(outcome.kind);
  });
});

/** A room in which every command is stopped at once and which has nothing else to offer an agent. */
function stubbornRoom(): Room {
  const never = (): never => {
    throw new Error('this is not for agents');
  };
  const stopped: Ending = { kind: 'stopped' };
  return {
    url: 'http://127.0.0.1:9',
    open: never,
    put: (folder) => Promise.resolve(folder),
    exec: () => Promise.resolve(stopped),
    seal: never,
    collect: never,
    grade: never,
    close: never,
    abandon: never,
  };
}
