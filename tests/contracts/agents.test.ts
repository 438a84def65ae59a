// What every registered agent must keep to. Registering one is what gets it tested here.
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { agents, createAgent, type Ending, type Room, readTask, SettingsError } from '#runner/index.ts';
import { writeFakePack } from '../runner/fake-pack.ts';
import { temporary, tryPack } from '../runner/harness.ts';

/** Options without which an agent cannot be made. */
const OPTIONS: Readonly<Record<string, Readonly<Record<string, string>>>> = { command: { run: 'true' }, replay: { from: 'jobs/a-job' } };

/** Models of agents that take no bare name. */
const MODELS: Readonly<Record<string, string>> = { 'tool-loop': 'openai/a-model' };

/** Those that need no model, no other program and no recording: they are tried for real here. */
const ALONE = new Set(['idle', 'oracle']);

describe.each(Object.entries(agents))('agent %s', (key, kind) => {
  const agent = createAgent(kind, {
    model: kind.model === 'needed' ? (MODELS[key] ?? 'a-model') : null,
    options: OPTIONS[key] ?? {},
    environment: {},
  });

  test('is registered under its own name, with a version and a line about it', () => {
    expect(kind.name).toBe(key);
    expect(agent.name).toBe(key);
    expect(kind.name).toMatch(/^[a-z][a-z0-9-]*$/);
    expect(agent.version).toMatch(/^\d+\.\d+\.\d+$/);
    expect(kind.about).toMatch(/^\S.+$/);
    for (const [name, about] of Object.entries(kind.options))
      expect([name, about]).toEqual([expect.stringMatching(/^[a-z][a-z0-9_]*$/), expect.stringMatching(/^\S.+$/)]);
  });

  test('refuses what it does not know, in words', () => {
    const settings = { model: null, options: { nonsense: '1' }, environment: {} };
    expect(() => createAgent(kind, settings)).toThrow(SettingsError);
    expect(() => createAgent(kind, settings)).toThrow(/has no option "nonsense"/);
  });

  if (ALONE.has(key))
    test('a trial of it is scored, and its log stays in its own folder', async () => {
      const { trial } = await tryPack({}, { agent: key });
      expect(trial.end.status).toBe('scored');
      expect(trial.agent).toEqual({ name: key, version: agent.version, model: agent.model });
    });

  test('does nothing to the room but put and exec, and returns when it is told to stop', async () => {
    const folder = await temporary();
    const task = await readTask(await writeFakePack(folder, 'a-task'));
    const logs = join(folder, 'logs');
    await mkdir(logs);
    const outcome = await agent.run({ task, room: stubbornRoom(), logs, limit: null, signal: AbortSignal.abort(), log: () => {} });
    expect(['done', 'failed', 'broken']).toContain(outcome.kind);
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
    hostUrl: 'http://127.0.0.1:9',
    home: '/nowhere',
    open: never,
    put: (folder) => Promise.resolve(folder),
    take: () => Promise.resolve(0),
    exec: () => Promise.resolve(stopped),
    seal: never,
    collect: never,
    grade: never,
    close: never,
    abandon: never,
  };
}
