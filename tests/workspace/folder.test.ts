// The agent's folder on its way into the evidence: whatever it left there, something comes out, and nothing else is reached.
import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { officeDigest } from '#grader/evidence/hash.ts';
import { isDamage, readEvidence } from '#grader/evidence/read.ts';
import { readEvidenceFiles } from '#grader/files.ts';
import { collect } from '#workspace/collect.ts';
import { exampleOffice, startServer } from './harness.ts';

const cleanups: (() => void | Promise<void>)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

/** Not in a folder that only we may enter: a collector under another user has to get there. */
function aFolder(): string {
  const path = mkdtempSync(join(tmpdir(), 'slw-files-'));
  chmodSync(path, 0o755);
  cleanups.push(() => rmSync(path, { recursive: true, force: true }));
  return path;
}

function taken(folder: string): { readonly files: Record<string, string>; readonly left: Record<string, string>; readonly more: number } {
  const { files, leftOut, more } = collect(folder);
  return {
    files: Object.fromEntries(files.map(({ path, bytes }) => [path, Buffer.from(bytes).toString('utf8')])),
    left: Object.fromEntries(leftOut.map(({ path, reason }) => [path, reason])),
    more,
  };
}

describe('collecting', () => {
  test('names that are odd and honest', () => {
    const folder = aFolder();
    const names = [
      'report.csv',
      'with space',
      'line\nfeed',
      'a\\b',
      '..hidden',
      '-rf',
      'x'.repeat(255),
      'Jose\u0301.csv',
      'Jos\u00e9.csv',
      '日本.txt',
      '$(touch x)',
      '"quoted"',
    ];
    for (const name of names) writeFileSync(join(folder, name), name);
    mkdirSync(join(folder, 'deep/er'), { recursive: true });
    writeFileSync(join(folder, 'deep/er/file'), 'deep');
    writeFileSync(join(folder, 'empty'), '');
    expect(taken(folder)).toEqual({
      files: { ...Object.fromEntries(names.map((name) => [name, name])), 'deep/er/file': 'deep', empty: '' },
      left: {},
      more: 0,
    });
  });

  test.runIf(process.platform === 'linux')('what is no regular file is named, not followed and not waited for', async () => {
    const folder = aFolder();
    writeFileSync(join(folder, 'secret.txt'), 'in the folder');
    symlinkSync('/etc/hostname', join(folder, 'link'));
    symlinkSync('secret.txt', join(folder, 'inner-link'));
    symlinkSync('/etc', join(folder, 'folder-link'));
    symlinkSync('nowhere', join(folder, 'dangling'));
    symlinkSync('.', join(folder, 'loop'));
    execFileSync('mkfifo', [join(folder, 'pipe')]);
    const socket = createServer();
    await new Promise<void>((resolve) => socket.listen(join(folder, 'socket'), resolve));
    cleanups.push(() => void socket.close());
    writeFileSync(Buffer.concat([Buffer.from(`${folder}/`), Buffer.from([0x66, 0xff, 0x6f])]), 'x');
    const link = 'a link, which is not followed';
    expect(taken(folder)).toEqual({
      files: { 'secret.txt': 'in the folder' },
      left: {
        link,
        'inner-link': link,
        'folder-link': link,
        dangling: link,
        loop: link,
        pipe: 'a pipe',
        socket: 'a socket',
        'f\ufffdo': 'its name is not UTF-8',
      },
      more: 0,
    });
  });

  test('sizes: a megabyte a file, sixteen in all', () => {
    const folder = aFolder();
    const MB = 1024 * 1024;
    writeFileSync(join(folder, 'just'), Buffer.alloc(MB));
    writeFileSync(join(folder, 'over'), Buffer.alloc(MB + 1));
    writeFileSync(join(folder, 'sparse'), '');
    truncateSync(join(folder, 'sparse'), 50_000 * MB);
    mkdirSync(join(folder, 'more'));
    for (let i = 10; i < 30; i++) writeFileSync(join(folder, 'more', String(i)), Buffer.alloc(MB));
    writeFileSync(join(folder, 'more', 'z-small'), 'small');
    const { files, left } = taken(folder);
    expect(Object.keys(files)).toEqual(['just', ...Array.from({ length: 15 }, (_, i) => `more/${10 + i}`)]);
    expect(left).toMatchObject({
      over: 'larger than 1 MB',
      sparse: 'larger than 1 MB',
      'more/25': 'more than 16 MB in all',
      'more/z-small': 'more than 16 MB in all',
    });
  });

  test('numbers: two hundred files, those at the top first', () => {
    const folder = aFolder();
    mkdirSync(join(folder, 'a'));
    for (let i = 0; i < 600; i++) writeFileSync(join(folder, 'a', `${1000 + i}`), '');
    writeFileSync(join(folder, 'report.csv'), 'found');
    const { files, left, more } = taken(folder);
    expect(Object.keys(files)).toContain('report.csv');
    expect([Object.keys(files).length, Object.keys(left).length, more]).toEqual([200, 200, 201]);
    expect(left['a/1199']).toBe('more than 200 files');
  });

  test('a path longer than evidence can be stored under', () => {
    const folder = aFolder();
    let path = folder;
    for (let i = 0; i < 8; i++) path = join(path, 'd'.repeat(200));
    mkdirSync(path, { recursive: true });
    writeFileSync(join(path, 'deep'), 'x');
    writeFileSync(join(folder, 'top'), 'y');
    const { files, left } = taken(folder);
    expect(Object.keys(files)).toEqual(['top']);
    expect(Object.values(left)).toEqual(['its path is longer than 1024 bytes']);
    expect(Object.keys(left)[0]?.length).toBe(300);
  });

  test('no such folder', () => {
    expect(taken(join(aFolder(), 'gone'))).toEqual({ files: {}, left: { '.': 'cannot be read (ENOENT)' }, more: 0 });
  });
});

describe('a server with a folder', () => {
  const users: [who: string, user: string | undefined][] = [['as itself', undefined]];
  if (process.getuid?.() === 0) users.push(['as the agent’s user', '1000']);

  test.each(users)('%s: the grader finds in the evidence what lay there', async (_, user) => {
    const folder = aFolder();
    writeFileSync(join(folder, 'report.csv'), '\ufeffa;b\r\n1;2\r\n');
    writeFileSync(join(folder, 'photo.png'), Buffer.from([0x89, 0x50, 0x4e, 0x47, 0xff, 0x00]));
    writeFileSync(join(folder, 'line\nfeed'), 'x');
    writeFileSync(join(folder, 'x'.repeat(255)), 'long');
    symlinkSync('/etc/passwd', join(folder, 'link'));
    if (user !== undefined) {
      writeFileSync(join(folder, 'root-only'), 'not for the agent');
      chmodSync(join(folder, 'root-only'), 0o600);
    }
    const office = exampleOffice();
    const server = await startServer(office, { SLIPWAY_FILES: folder, ...(user && { SLIPWAY_FILES_USER: user }) });
    cleanups.push(() => server.stop());
    expect(await server.run('seal')).toEqual({ code: 0, err: '' });
    const { files, unusable } = await readEvidenceFiles(server.evidence, '/nowhere');
    expect(unusable).toEqual([]);
    const evidence = readEvidence(files, { task: office.task, pack: officeDigest(office), folder: true });
    if (isDamage(evidence)) throw new Error(evidence.reason);
    expect([...(evidence.folder?.files ?? [])]).toEqual([
      ['line\nfeed', 'x'],
      ['report.csv', '\ufeffa;b\r\n1;2\r\n'],
      ['x'.repeat(255), 'long'],
    ]);
    expect(Object.fromEntries(evidence.folder?.unreadable ?? [])).toEqual({
      link: 'a link, which is not followed',
      'photo.png': 'not UTF-8 text',
      ...(user && { 'root-only': 'cannot be read (EACCES)' }),
    });
  });
});
