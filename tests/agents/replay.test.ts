// Recorded runs done again: the same calls, files and words earn the same; what does not fit is said.
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { SettingsError, Trouble } from '#runner/index.ts';
import { json, text } from '../runner/harness.ts';
import { startModelApi } from './model-api.ts';
import { agentOf, copyOf, rewardOf, type Tried, tryOn, usePacks } from './packs.ts';

const OVERDUE = 'support.overdue-enterprise';
const REPORT = 'support.weekly-report';
const pack = usePacks('support/overdue-enterprise', 'support/weekly-report');

function replayed(directory: string, from: string, more: Readonly<Record<string, string>> = {}): Promise<Tried> {
  return tryOn(directory, { agent: 'replay', options: { from, ...more } });
}

const acts = ({ calls }: Tried) => calls.map(({ tool, args, outcome, shown, world }) => ({ tool, args, outcome, shown, world }));

describe('a run that fits', () => {
  test.each([[OVERDUE], [REPORT]])('%s: what the oracle did earns 1 again, with the same log', async (name) => {
    const recorded = await tryOn(pack(name), { agent: 'oracle' });
    expect(recorded.calls.length).toBeGreaterThan(2);
    const again = await replayed(pack(name), recorded.job.directory);
    expect(rewardOf(again.trial)).toBe(1);
    expect(acts(again)).toEqual(acts(recorded));
    expect(await text(again.trial.directory, 'trial.log')).not.toMatch(/changed since|not the one/);
  });

  test('a run that failed, with refused calls, ids and words, earns the same', async () => {
    const script = [
      [{ tool: 'helpdesk_delete_ticket', input: { id: 'TIC-205' }, id: 'call-1' }],
      [{ tool: 'helpdesk_update_ticket', input: { id: 'TIC-204', priority: 'urgent' }, id: 'call-2' }],
      ['I have raised one ticket, TIC-204.'],
    ];
    const api = await startModelApi({ partly: script });
    const recorded = await tryOn(pack(OVERDUE), {
      agent: 'tool-loop',
      model: 'anthropic/scripted-1',
      environment: { ANTHROPIC_BASE_URL: api.url('partly') },
    });
    const again = await replayed(pack(OVERDUE), recorded.trial.directory);
    expect(rewardOf(again.trial)).toBe(rewardOf(recorded.trial));
    expect(again.trial.end).toMatchObject({ status: 'scored', verdict: { passed: false } });
    expect(acts(again)).toEqual(acts(recorded));
    expect(again.calls.map(({ toolUse }) => toolUse)).toEqual(['call-1', 'call-2']);
    expect(await json(again.trial.directory, 'agent', 'trajectory.json')).toEqual(
      await json(recorded.trial.directory, 'agent', 'trajectory.json'),
    );
    expect(findings(again)).toEqual(findings(recorded));
  });

  test('files are as the agent left them: changed, new, and gone', async () => {
    const run = 'cd . && rm -f -- * && mkdir -p a/b && printf one > a/b/new.txt && slipway-tool reply --message done';
    const recorded = await tryOn(pack(REPORT), { agent: 'command', options: { run } });
    const again = await replayed(pack(REPORT), recorded.job.directory);
    const listing = (tried: Tried) => json(tried.trial.directory, 'artifacts', 'workspace', 'files', 'main.json');
    expect(await listing(again)).toEqual(await listing(recorded));
    expect(await listing(again)).toMatchObject({ files: [{ path: 'a/b/new.txt', size: 3 }] });
    expect(rewardOf(again.trial)).toBe(rewardOf(recorded.trial));
  });
});

describe('a recording that does not fit', () => {
  test('a changed task is said in the log; a call that it refuses now ends the trial unscored', async () => {
    const recorded = await tryOn(pack(OVERDUE), { agent: 'oracle' });
    const changed = await copyOf(pack(OVERDUE));
    const services = join(changed, 'environment', 'workspace', 'services.json');
    await writeFile(services, (await readFile(services, 'utf8')).replaceAll('update_ticket', 'change_ticket'));
    const { trial } = await replayed(changed, recorded.job.directory);
    expect(trial.end).toMatchObject({
      status: 'unscored',
      fault: 'agent',
      remedy: 'none',
      reason: expect.stringMatching(
        /^the recording does not fit this task: line \d+, helpdesk.update_ticket, was done then and is refused now: There is no tool/,
      ),
    });
    expect(await text(trial.directory, 'trial.log')).toContain('the task has changed since');
  });

  test('answers that are not the recorded ones are said in the log', async () => {
    const recorded = await tryOn(pack(OVERDUE), { agent: 'oracle' });
    const changed = await copyOf(pack(OVERDUE));
    const seed = join(changed, 'environment', 'workspace', 'seed.json');
    await writeFile(seed, (await readFile(seed, 'utf8')).replaceAll('How do I add a colleague?', 'How do I add somebody?'));
    const { trial } = await replayed(changed, recorded.job.directory);
    expect(await text(trial.directory, 'trial.log')).toMatch(
      /line \d+, helpdesk.list_tickets: the answer is not the one that was recorded/,
    );
  });

  test('no trial of the task, or not the one that was named', async () => {
    const recorded = await tryOn(pack(OVERDUE), { agent: 'idle' });
    const other = await replayed(pack(REPORT), recorded.job.directory);
    expect(other.trial.end).toMatchObject({
      status: 'unscored',
      reason: expect.stringContaining(`holds no trial of ${REPORT} that left an audit.jsonl; it holds trials of ${OVERDUE}`),
    });
    const unnamed = await replayed(pack(OVERDUE), recorded.job.directory, { trial: 'nobody__1234567' });
    expect(unnamed.trial.end).toMatchObject({ status: 'unscored', reason: expect.stringContaining('no trial nobody__1234567') });
    const named = await replayed(pack(OVERDUE), recorded.job.directory, { trial: recorded.trial.trial });
    expect(rewardOf(named.trial)).toBe(0);
  });

  test('a damaged log', async () => {
    const recorded = await tryOn(pack(OVERDUE), { agent: 'oracle' });
    const log = join(recorded.trial.directory, 'artifacts', 'workspace', 'audit.jsonl');
    await writeFile(log, (await readFile(log, 'utf8')).replace('"tool":', '"loot":'));
    const { trial } = await replayed(pack(OVERDUE), recorded.job.directory);
    expect(trial.end).toMatchObject({ status: 'unscored', reason: expect.stringContaining('audit.jsonl line 1 is damaged') });
  });

  test('nothing to replay: said before the first trial', async () => {
    expect(() => agentOf({ agent: 'replay' })).toThrow(SettingsError);
    const agent = agentOf({ agent: 'replay', options: { from: '/nowhere/at/all' } });
    await expect(agent.ready?.()).rejects.toThrow(Trouble);
    await expect(agent.ready?.()).rejects.toThrow('--ak from=/nowhere/at/all: no finished trial here');
  });
});

function findings({ trial: { end } }: Tried): unknown {
  return end.status === 'scored' && end.verdict.status === 'scored' ? end.verdict.findings : end;
}
