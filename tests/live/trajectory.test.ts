// Trajectories we write are accepted by Harbor's own validator, which refuses every key it does not know.
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { trajectoryText } from '#runner/atif.ts';
import { startModelApi } from '../agents/model-api.ts';
import { tryOn, usePacks } from '../agents/packs.ts';
import { describeLive } from '../require.ts';
import { temporary } from '../runner/harness.ts';
import { invalidTrajectory } from './validator.ts';

await describeLive('trajectories', ['harbor'], () => {
  const pack = usePacks('support/weekly-report');

  test.each(['anthropic', 'openai'] as const)('of the tool loop, %s', async (protocol) => {
    const script = [
      [{ thinking: 'Which tickets are there?' }, 'I look first.', { tool: 'helpdesk_list_tickets', input: {} }],
      [
        { tool: 'helpdesk_get_ticket', input: {} },
        { tool: 'shell', input: { command: 'printf "\\xff\\x00é"; exit 1' } },
      ],
      ['Fertig – nothing to do.'],
    ];
    const api = await startModelApi({ work: script });
    const address = protocol === 'anthropic' ? { ANTHROPIC_BASE_URL: api.url('work') } : { OPENAI_BASE_URL: `${api.url('work')}/v1` };
    const { trial } = await tryOn(pack('support.weekly-report'), {
      agent: 'tool-loop',
      model: `${protocol}/scripted-1`,
      options: { system: 'Be brief.' },
      environment: address,
    });
    expect(trial.end.status).toBe('scored');
    expect(await invalidTrajectory(join(trial.directory, 'agent', 'trajectory.json'))).toBeNull();
  });

  test('one that had to be cut; and the validator does refuse', async () => {
    const call = { tool_call_id: 'c', function_name: 'shell', arguments: {} };
    const step = {
      source: 'agent',
      message: 'said',
      tool_calls: [call],
      observation: { results: [{ source_call_id: 'c', content: 'x'.repeat(5_000_000) }] },
    } as const;
    const path = join(await temporary(), 'trajectory.json');
    const text = trajectoryText({ agent: { name: 'a', version: '1' }, steps: [{ source: 'user', message: 'Do it.' }, step] });
    await writeFile(path, text);
    expect(await invalidTrajectory(path)).toBeNull();
    await writeFile(path, text.replace('"version"', '"verzion"'));
    expect(await invalidTrajectory(path)).toMatch(/version/);
  });
});
