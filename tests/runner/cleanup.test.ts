// `slipway cleanup` after a run on this machine was killed: its processes and folders go, those of a run that goes on stay.
import { mkdir, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { command, type Ended } from '../command.ts';
import { writeFakePack } from './fake-pack.ts';
import { alive, temporary } from './harness.ts';

const BIN = fileURLToPath(new URL('../../cli/bin.mjs', import.meta.url));

test.runIf(process.platform === 'linux')('a local run that was killed leaves nothing once it is cleaned up', async () => {
  const tmp = await temporary();
  const killed = await running(tmp);
  const goesOn = await running(tmp);
  // Called like a room, and none: somebody else's.
  await mkdir(join(tmp, 'slipway-notes'));
  killed.send('SIGKILL');
  await killed.ended;
  expect(killed.pids.map(alive)).toEqual([true, true]);

  const { code, out, err } = await slipway(['cleanup'], tmp);
  expect(out).toMatch(
    /^removed \d+ process(es)?, 1 folder\nkept \d+ process(es)?, 1 folder of runs that still go on; slipway cleanup --all removes them too\n$/,
  );
  expect(err).toContain('nothing was looked for in Docker');
  expect(code).toBe(0);
  await expect.poll(() => killed.pids.map(alive)).toEqual([false, false]);
  expect(goesOn.pids.map(alive)).toEqual([true, true]);
  expect((await rooms(tmp)).length).toBe(2);

  goesOn.send('SIGTERM');
  expect((await goesOn.ended).code).toBe(130);
  expect(await rooms(tmp)).toEqual(['slipway-notes']);
  const again = JSON.parse((await slipway(['cleanup', '--json'], tmp)).out) as { removed: Record<string, number> };
  expect(again.removed).toMatchObject({ folders: 0 });
});

async function rooms(tmp: string): Promise<readonly string[]> {
  return (await readdir(tmp)).filter((name) => name.startsWith('slipway-'));
}

interface Running {
  readonly send: (signal: NodeJS.Signals) => void;
  readonly ended: Promise<Ended>;
  /** Of two processes of the agent: one that stayed in its group, one that left it. */
  readonly pids: readonly number[];
}

async function running(tmp: string): Promise<Running> {
  const folder = await temporary();
  await writeFakePack(join(folder, 'packs'), 'slow', { solve: 'setsid sleep 1000 & echo pid $!\necho pid $$\nexec sleep 1000' });
  let send = (_signal: NodeJS.Signals): void => {};
  const started = (kill: (signal: NodeJS.Signals) => void): void => {
    send = kill;
  };
  const ended = slipway(['run', join(folder, 'packs'), '-a', 'oracle', '-o', join(folder, 'jobs'), '--job-name', 'j'], tmp, started);
  onTestFinished(() => send('SIGKILL'));
  let said = '';
  await expect
    .poll(
      async () => {
        const trial = (await readdir(join(folder, 'jobs/j')).catch(() => [])).find((name) => name.startsWith('slow__')) ?? 'none';
        said = await readFile(join(folder, 'jobs/j', trial, 'agent/oracle.txt'), 'utf8').catch(() => '');
        return said;
      },
      { timeout: 30_000 },
    )
    .toMatch(/pid \d+\npid \d+\n/);
  return { send, ended, pids: [...said.matchAll(/pid (\d+)/g)].map(([, pid]) => Number(pid)) };
}

/** Rooms in a temporary folder of their own, and no Docker: that of this machine may have leftovers of others. */
function slipway(args: readonly string[], tmp: string, started?: (send: (signal: NodeJS.Signals) => void) => void): Promise<Ended> {
  const env = { TMPDIR: tmp, DOCKER_HOST: `unix://${tmp}/none.sock` };
  return command(process.execPath, [BIN, ...args], { env, ...(started === undefined ? {} : { started }) });
}
