// Any program as an agent: what it is given, what its exit code means, and what is kept of its logs.
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { SettingsError, Trouble } from '#runner/index.ts';
import { json, temporary, text } from '../runner/harness.ts';
import { agentOf, rewardOf, tryOn, usePacks } from './packs.ts';

const OVERDUE = 'support.overdue-enterprise';
const pack = usePacks('support/overdue-enterprise');

/** One program through the command agent. */
function runs(run: string, more: Readonly<Record<string, string>> = {}, environment: Readonly<Record<string, string>> = {}) {
  return tryOn(pack(OVERDUE), { agent: 'command', options: { run, ...more }, environment });
}

describe('what it does', () => {
  test('a program with a folder of its own that uses the tools earns what it deserves', async () => {
    const folder = await temporary();
    await mkdir(join(folder, 'parts'));
    await writeFile(join(folder, 'parts', 'steps.json'), await readFile(join(pack(OVERDUE), 'solution', 'solution.json')));
    await writeFile(
      join(folder, 'agent.mjs'),
      `import { readFileSync } from 'node:fs';
      for (const { tool, args } of JSON.parse(readFileSync(new URL('parts/steps.json', import.meta.url), 'utf8'))) {
        const body = JSON.stringify(args);
        await fetch(process.env.SLIPWAY_URL + '/tools/' + tool.replace('.', '/'), { method: 'POST', headers: { 'content-type': 'application/json' }, body });
      }`,
    );
    const { trial } = await runs('node "$SLIPWAY_FOLDER/agent.mjs"', { folder });
    expect(rewardOf(trial)).toBe(1);
    expect(trial.flags).toEqual([]);
  });

  test('the instruction comes on stdin and as a file; addresses and the variables that were named are there, nothing else of ours is', async () => {
    const run =
      'cat > stdin.txt; cmp stdin.txt "$SLIPWAY_INSTRUCTION_FILE" && curl -sf -o /dev/null "$SLIPWAY_URL/health"; env > "$SLIPWAY_LOGS/env.txt"';
    const { trial } = await runs(
      run,
      { env: 'MODEL_KEY, REGION' },
      { MODEL_KEY: 'key-0123456789', REGION: 'north', OTHER: 'hidden-value' },
    );
    expect(trial.flags).toEqual([]);
    const env = await text(trial.directory, 'agent', 'program', 'env.txt');
    expect(env).toContain('REGION=north\n');
    expect(env).toMatch(/^SLIPWAY_MCP_URL=http:.*\/mcp$/m);
    expect(env).not.toContain('hidden-value');
    // Its value was there, and was taken out of what is kept.
    expect(env).toContain('MODEL_KEY=[redacted]\n');
    for (const path of await readdir(trial.directory, { recursive: true, withFileTypes: true }))
      if (path.isFile()) expect(await readFile(join(path.parentPath, path.name), 'utf8'), path.name).not.toContain('key-0123456789');
  });

  test('a trajectory that it writes is kept: the grader reads its last words, and its figures are the trial’s', async () => {
    const trajectory = {
      schema_version: 'ATIF-v1.7',
      agent: { name: 'mine', version: '1' },
      steps: [{ step_id: 1, source: 'agent', message: 'TIC-205 and all the others are escalated.' }],
      final_metrics: { total_prompt_tokens: 20, total_completion_tokens: 4, total_cost_usd: 0.5 },
    };
    const { trial } = await runs(`echo '${JSON.stringify(trajectory)}' > "$SLIPWAY_LOGS/trajectory.json"`);
    expect(await json(trial.directory, 'agent', 'trajectory.json')).toEqual(trajectory);
    expect(trial.usage).toEqual({ inputTokens: 20, cachedTokens: null, outputTokens: 4, cost: 0.5 });
  });

  test('a trajectory that is no JSON changes nothing but the log', async () => {
    const { trial } = await runs('echo nonsense > "$SLIPWAY_LOGS/trajectory.json"');
    expect(rewardOf(trial)).toBe(0);
    expect(trial.usage).toBeNull();
    expect(await text(trial.directory, 'trial.log')).toContain('the logs of the program could not be used');
  });
});

describe('how it ends', () => {
  test('any exit code but 0 is its own failure, graded, with its last words', async () => {
    const { trial } = await runs('echo "out of ideas" >&2; exit 7');
    expect(rewardOf(trial)).toBe(0);
    expect(trial.flags).toEqual(['agent_failed']);
    expect(trial.agentFailure).toContain('exit code 7; last words: out of ideas');
  });

  test('the exit code that was agreed on for it leaves the trial unscored', async () => {
    const { trial } = await runs('echo "the model is down"; exit 75', { unscored_exit: '75' });
    expect(trial.end).toMatchObject({
      status: 'unscored',
      fault: 'agent',
      remedy: 'retry',
      reason: expect.stringContaining('the model is down'),
    });
  });

  test('it is ended when its time is over, and its logs are kept', async () => {
    const run = 'echo begun > "$SLIPWAY_LOGS/notes.txt"; sleep 100';
    const { trial } = await tryOn(pack(OVERDUE), { agent: 'command', options: { run }, limit: 1 });
    expect(trial.flags).toEqual(['agent_timeout']);
    expect(await text(trial.directory, 'agent', 'program', 'notes.txt')).toBe('begun\n');
  });
});

describe('what is refused before anything runs', () => {
  test.each([
    [{}, /--ak run=… is missing/],
    [{ run: 'true', env: 'NOT_SET' }, /NOT_SET is not set here/],
    [{ run: 'true', env: 'PATH' }, /PATH is the room's own/],
    [{ run: 'true', env: 'A B' }, /"A B" is no name of a variable/],
    [{ run: 'true', unscored_exit: '0' }, /--ak unscored_exit=0: it has to be a whole number from 1 to 255/],
  ])('%j', (options, words) => {
    const make = () => agentOf({ agent: 'command', options, environment: { PATH: '/bin' } });
    expect(make).toThrow(SettingsError);
    expect(make).toThrow(words);
  });

  test('a folder that is not there', async () => {
    const agent = agentOf({ agent: 'command', options: { run: 'true', folder: '/nowhere/at/all' } });
    await expect(agent.ready?.()).rejects.toThrow(Trouble);
    await expect(agent.ready?.()).rejects.toThrow('/nowhere/at/all: no such folder');
  });
});
