// The life of the server process: start, health, seal, restart, stop.
import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { officeDigest } from '#grader/evidence/hash.ts';
import { isDamage, readEvidence } from '#grader/evidence/read.ts';
import { exampleOffice, filesIn, runServer, startServer, temporaryFolder, writeOffice } from './harness.ts';

const cleanups: (() => void | Promise<void>)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

async function started() {
  const server = await startServer();
  cleanups.push(() => server.stop());
  return server;
}

async function call(url: string, tool: string, args: object): Promise<number> {
  const response = await fetch(`${url}/tools/${tool}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(args),
  });
  await response.text();
  return response.status;
}

describe('a server', () => {
  test('is healthy, logs as it goes, seals once, and then takes nothing more', async () => {
    const server = await started();
    expect(await server.run('health')).toMatchObject({ code: 0 });
    await call(server.url, 'helpdesk/update_ticket', { id: 'TIC-204', priority: 'urgent' });
    expect([...filesIn(server.evidence).keys()]).toEqual(['audit.jsonl']);
    expect(statSync(server.evidence).mode & 0o777).toBe(0o700);
    await call(server.url, 'reply', { message: 'done' });

    expect(await server.run('seal')).toMatchObject({ code: 0 });
    const files = filesIn(server.evidence);
    expect(statSync(server.evidence).mode & 0o777).toBe(0o755);
    for (const path of files.keys()) expect(statSync(join(server.evidence, path)).mode & 0o444, path).toBe(0o444);
    expect([...files.keys()]).toEqual(['audit.jsonl', 'reply/main.json', 'seal.json', 'world/main.after.json', 'world/main.before.json']);
    const evidence = readEvidence(files, { task: exampleOffice().task, pack: officeDigest(exampleOffice()) });
    expect(isDamage(evidence) ? evidence.reason : evidence.entries.length).toBe(2);

    expect(await call(server.url, 'reply', { message: 'late' })).toBe(400);
    expect(await server.run('seal')).toMatchObject({ code: 0 });
    expect(filesIn(server.evidence)).toEqual(files);
  });

  test('cannot be sealed or reset over the network', async () => {
    const server = await started();
    for (const path of ['/seal', '/tools/seal', '/control', '/audit', '/evidence', '/reset', '/admin']) {
      for (const method of ['GET', 'POST', 'PUT', 'DELETE']) {
        const response = await fetch(server.url + path, { method });
        await response.text();
        expect(response.status, `${method} ${path}`).toBeGreaterThanOrEqual(400);
      }
    }
    expect(filesIn(server.evidence).has('seal.json')).toBe(false);
    expect(await call(server.url, 'reply', { message: 'still open' })).toBe(200);
  });

  test.each(['SIGTERM', 'SIGINT'] as const)('ends cleanly on %s, and its socket with it', async (signal) => {
    const server = await started();
    const exit = new Promise((resolve) => server.process.once('exit', (code, killedBy) => resolve([code, killedBy])));
    server.process.kill(signal);
    expect(await exit).toEqual([0, null]);
    expect(existsSync(join(server.evidence, '..', 'control.sock'))).toBe(false);
  });

  test('does not start on evidence of an earlier one', async () => {
    const folder = temporaryFolder();
    cleanups.push(folder.remove);
    const env = writeOffice(folder.path, exampleOffice());
    mkdirSync(env.SLIPWAY_EVIDENCE);
    writeFileSync(join(env.SLIPWAY_EVIDENCE, 'audit.jsonl'), 'an old line\n');
    const ended = await runServer([], env);
    expect(ended.code).toBe(1);
    expect(ended.err).toMatch(/audit\.jsonl exists: this office ran before/);
    expect(readFileSync(join(env.SLIPWAY_EVIDENCE, 'audit.jsonl'), 'utf8')).toBe('an old line\n');
  });

  test.each<[string, readonly string[], RegExp]>([
    ['an office that is not there', [], /services\.json cannot be read/],
    ['a verb that is none', ['reset'], /there is no "reset"/],
    ['sealing where nothing runs', ['seal'], /ENOENT/],
    ['health where nothing runs', ['health'], /slipway workspace: /],
  ])('says what is wrong: %s', async (_title, args, words) => {
    const folder = temporaryFolder();
    cleanups.push(folder.remove);
    const env = { ...writeOffice(folder.path, exampleOffice()), SLIPWAY_OFFICE: join(folder.path, 'nowhere'), SLIPWAY_PORT: '1' };
    const ended = await runServer(args, env);
    expect(ended.code).toBe(1);
    expect(ended.err).toMatch(words);
  });
});
