// The tools on the shared folder: what they answer, that a folder in memory and one on a disk answer alike, and that nothing outside is reached.
import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { deflateRawSync } from 'node:zlib';
import fc from 'fast-check';
import { afterEach, describe, expect, test } from 'vitest';
import type { FieldValue } from '#grader/evidence/types.ts';
import { catalogue } from '#services/index.ts';
import type { FolderAction, FolderTool } from '#services/types.ts';
import { readArguments } from '#workspace/arguments.ts';
import type { FolderAnswer } from '#workspace/files/act.ts';
import { actOnDisk } from '#workspace/files/apart.ts';
import { type FileContent, filesInMemory } from '#workspace/files/memory.ts';
import { readOffice } from '#workspace/files/readers.ts';
import { officeFormat } from '#workspace/files/reading.ts';
import { mountTools } from '#workspace/office.ts';
import { openZone } from '#workspace/times.ts';
import { docxOf, pdfOf, pngOf, xlsxOf, zipOf } from '../office-files.ts';
import { exampleOffice, startServer } from './harness.ts';

const cleanups: (() => void | Promise<void>)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

const invoice = pdfOf([['Invoice 77', 'Total: 1,250.00 EUR'], ['Page two']]);
const contract = docxOf([
  'Contract & terms',
  [
    ['Fee', '1200'],
    ['Term', '12 months'],
  ],
  'Signed: Ida Roth',
]);
const rates = xlsxOf({
  Rates: [
    ['Role', 'Rate', 'Since', 'Open'],
    ['Lead, senior', 95.5, { day: 46090 }, true],
    ['', 80],
  ],
  Empty: [],
});

const START: { readonly [path: string]: string | Buffer } = {
  'a.txt': 'one\ntwo\nthree\n',
  'sub/b.csv': 'name,total\nÄrger,1\n',
  'sub/deep/note.md': '# Note\r\nlast line',
  'empty.txt': '',
  'latin.txt': Buffer.from('Stra\xdfe\n', 'latin1'),
  'wide.txt': Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from('weit\n', 'utf16le')]),
  'photo.png': pngOf(),
  'invoice.pdf': invoice,
  'contract.docx': contract,
  'rates.xlsx': rates,
  'fake.xlsx': 'no spreadsheet\n',
};

/** The folder on a disk; with a user, as that user's. */
function onDisk(user?: number): string {
  const path = mkdtempSync(join(tmpdir(), 'slw-shared-'));
  chmodSync(path, 0o755);
  cleanups.push(() => rmSync(path, { recursive: true, force: true }));
  for (const [name, content] of Object.entries(START)) {
    mkdirSync(join(path, dirname(name)), { recursive: true });
    writeFileSync(join(path, name), content);
  }
  if (user !== undefined)
    for (const name of ['', ...(readdirSync(path, { recursive: true }) as string[])]) chownSync(join(path, name), user, user);
  return path;
}

async function inMemory(): Promise<Map<string, FileContent>> {
  const entries = Object.entries(START).map(async ([path, content]): Promise<[string, FileContent]> => {
    const format = officeFormat(path);
    if (typeof content === 'string') return [path, content];
    return [path, { bytes: content, ...(format && { office: { format, reading: await readOffice(format, content) } }) }];
  });
  return new Map(await Promise.all(entries));
}

type Given = { readonly [name: string]: FieldValue | null };

async function ask(folder: string, action: FolderAction, args: Given = {}): Promise<FolderAnswer> {
  return await actOnDisk(folder, { action, args: new Map(Object.entries(args)) });
}

async function result(folder: string, action: FolderAction, args: Given = {}): Promise<unknown> {
  const answer = await ask(folder, action, args);
  if (!answer.ok) throw new Error(`${action} was refused: ${answer.message}`);
  return answer.result;
}

async function refused(folder: string, action: FolderAction, args: Given = {}): Promise<string> {
  const answer = await ask(folder, action, args);
  if (answer.ok) throw new Error(`${action} was done: ${JSON.stringify(answer.result)}`);
  expect(answer.message).toMatch(/^\S.*\.$/s);
  return `${answer.code}: ${answer.message}`;
}

describe('looking and reading', () => {
  test('lists, with patterns, folders below and pages', async () => {
    const folder = onDisk();
    expect(await result(folder, 'list', { path: 'sub' })).toEqual({
      items: [
        { path: 'sub/b.csv', name: 'b.csv', kind: 'file', size: 20, sort: 'table' },
        { path: 'sub/deep', name: 'deep', kind: 'folder' },
      ],
      total: 2,
    });
    const paths = (answer: unknown) => (answer as { items: { path: string }[] }).items.map(({ path }) => path);
    expect(paths(await result(folder, 'list', { recursive: true, pattern: '*.MD' }))).toEqual(['sub/deep/note.md']);
    expect(paths(await result(folder, 'list', { pattern: '?????.*' }))).toEqual(['empty.txt', 'latin.txt', 'photo.png', 'rates.xlsx']);
    const first = (await result(folder, 'list', { recursive: true, limit: 5 })) as { total: number; next_cursor: string };
    const rest = await result(folder, 'list', { recursive: true, cursor: first.next_cursor });
    expect([...paths(first), ...paths(rest)]).toHaveLength(first.total);
  });

  test.each<[string, Given, object]>([
    ['lines', { path: 'a.txt', offset: 2, limit: 1 }, { lines: 3, offset: 2, text: 'two', next_offset: 3 }],
    ['line ends of other systems', { path: './sub/deep/note.md' }, { path: 'sub/deep/note.md', lines: 2, text: '# Note\nlast line' }],
    ['an empty file', { path: 'empty.txt' }, { lines: 0, offset: 1, text: '' }],
    ['another encoding', { path: 'latin.txt', encoding: 'windows-1252' }, { text: 'Straße' }],
    ['an encoding that the file tells', { path: 'wide.txt' }, { text: 'weit' }],
    ['a PDF', { path: 'invoice.pdf' }, { pages: 2, lines: 3, text: 'Invoice 77\nTotal: 1,250.00 EUR\nPage two' }],
    ['a page of it', { path: 'invoice.pdf', page: 2 }, { pages: 2, page: 2, text: 'Page two' }],
    ['a Word document', { path: 'contract.docx' }, { text: 'Contract & terms\nFee\t1200\nTerm\t12 months\nSigned: Ida Roth' }],
    [
      'the first sheet',
      { path: 'rates.xlsx' },
      { sheets: ['Rates', 'Empty'], sheet: 'Rates', text: 'Role,Rate,Since,Open\n"Lead, senior",95.5,2026-03-09,true\n,80,,' },
    ],
    ['cells', { path: 'rates.xlsx', sheet: 'rates', range: 'B2:C9' }, { range: 'B2:C9', lines: 2, text: '95.5,2026-03-09\n80,' }],
    ['columns', { path: 'rates.xlsx', range: 'B:B' }, { text: 'Rate\n95.5\n80' }],
    ['another sheet', { path: 'rates.xlsx', sheet: 'Empty' }, { sheet: 'Empty', lines: 0, text: '' }],
  ])('reads %s', async (_, args, expected) => {
    expect(await result(onDisk(), 'read', args)).toMatchObject(expected);
  });

  test.each<[Given, RegExp]>([
    [{ path: 'nowhere.txt' }, /^not_found: There is no file "nowhere.txt"/],
    [{ path: 'sub' }, /^wrong_argument: "sub" is a folder/],
    [{ path: 'latin.txt' }, /^wrong_argument: "latin.txt" cannot be read: it is no utf-8 text/],
    [{ path: 'photo.png' }, /by its name, an image/],
    [{ path: 'fake.xlsx' }, /cannot be read: it is damaged, protected by a password, or no xlsx file/],
    [{ path: 'rates.xlsx', sheet: 'Costs' }, /^not_found: "rates.xlsx" has no sheet "Costs"/],
    [{ path: 'rates.xlsx', range: 'B2-C9' }, /is no range of cells/],
    [{ path: 'invoice.pdf', page: 3 }, /page is 3, not from 1 to 2/],
    [{ path: 'a.txt', page: 1 }, /has no pages/],
    [{ path: 'a.txt', offset: 9 }, /offset is 9, and there are 3 lines/],
    [{ path: '../a.txt' }, /leads out of the folder/],
    [{ path: 'sub/../a.txt' }, /leads out of the folder/],
    [{ path: '/etc/passwd' }, /is an absolute path/],
    [{ path: 'a\0b' }, /is no path/],
    [{ path: 'x'.repeat(300) }, /is too long/],
    [{ path: '.' }, /names no file/],
  ])('refuses %j', async (args, expected) => {
    expect(await refused(onDisk(), 'read', args)).toMatch(expected);
  });

  test('says what a file is', async () => {
    const folder = onDisk();
    expect(await result(folder, 'info', { path: 'invoice.pdf' })).toMatchObject({
      kind: 'file',
      sort: 'document',
      size: invoice.length,
      pages: 2,
    });
    expect(await result(folder, 'info', { path: 'rates.xlsx' })).toMatchObject({
      sheets: [
        { name: 'Rates', rows: 3, columns: 4 },
        { name: 'Empty', rows: 0, columns: 0 },
      ],
    });
    expect(await result(folder, 'info', { path: 'sub' })).toEqual({ path: 'sub', name: 'sub', kind: 'folder', entries: 2 });
    expect(await result(folder, 'info', { path: 'a.txt' })).toMatchObject({ lines: 3 });
    expect(await result(folder, 'info', { path: 'photo.png' })).toMatchObject({ problem: expect.stringContaining('image') });
  });

  test('finds names and lines, in office files too, and says what it could not look into', async () => {
    const found = (await result(onDisk(), 'search', { query: 'RATE' })) as { items: object[]; not_searched: { path: string }[] };
    expect(found.items).toEqual([{ path: 'rates.xlsx', matches: 1, lines: [{ sheet: 'Rates', line: 1, text: 'Role,Rate,Since,Open' }] }]);
    expect(found.not_searched.map(({ path }) => path)).toEqual(['fake.xlsx', 'latin.txt', 'photo.png']);
    expect(await result(onDisk(), 'search', { query: 'arger', path: 'sub' })).toMatchObject({
      items: [{ path: 'sub/b.csv', lines: [{ line: 2 }] }],
    });
    expect(await result(onDisk(), 'search', { query: 'total', pattern: '*.pdf' })).toMatchObject({ total: 1 });
  });
});

describe('writing', () => {
  test('creates, replaces, adds, moves, copies, deletes', async () => {
    const folder = onDisk();
    const text = (name: string) => readFileSync(join(folder, name), 'utf8');
    expect(await result(folder, 'write', { path: 'out/new.csv', text: 'a,b\n' })).toEqual({ path: 'out/new.csv', size: 4, created: true });
    await result(folder, 'write', { path: 'out/new.csv', text: 'ö\n', mode: 'append' });
    expect(text('out/new.csv')).toBe('a,b\nö\n');
    expect(await refused(folder, 'write', { path: 'out/new.csv', text: 'x' })).toMatch(/^conflict: .* is there already/);
    await result(folder, 'write', { path: 'out/new.csv', text: '', mode: 'overwrite' });
    expect(text('out/new.csv')).toBe('');
    await result(folder, 'copy', { path: 'invoice.pdf', to: 'archive/77.pdf' });
    expect(readFileSync(join(folder, 'archive/77.pdf')).equals(invoice)).toBe(true);
    await result(folder, 'move', { path: 'archive/77.pdf', to: '77.pdf' });
    expect([existsSync(join(folder, 'archive/77.pdf')), existsSync(join(folder, '77.pdf'))]).toEqual([false, true]);
    expect(await refused(folder, 'move', { path: '77.pdf', to: 'a.txt' })).toMatch(/^conflict/);
    expect(await refused(folder, 'delete', { path: 'sub' })).toMatch(/^conflict: The folder "sub" is not empty/);
    await result(folder, 'delete', { path: 'archive' });
    await result(folder, 'delete', { path: '77.pdf' });
    expect(await result(folder, 'make_folder', { path: 'x/y' })).toEqual({ path: 'x/y', created: true });
    expect(await refused(folder, 'write', { path: 'a.txt/b', text: '' })).toMatch(/^conflict: "a.txt" is no folder/);
    expect(readdirSync(folder).filter((name) => name.startsWith('.'))).toEqual([]);
  });

  test('has limits', async () => {
    const folder = onDisk();
    writeFileSync(join(folder, 'large.txt'), 'x'.repeat(1024 * 1024));
    expect(await refused(folder, 'write', { path: 'large.txt', text: 'y', mode: 'append' })).toMatch(/^too_large/);
    mkdirSync(join(folder, 'many'));
    for (let i = 0; i < 2_000; i += 1) writeFileSync(join(folder, 'many', String(i)), '');
    expect(await refused(folder, 'write', { path: 'one-more.txt', text: '' })).toMatch(/^too_large: The shared folder holds 2000/);
    expect(await result(folder, 'write', { path: 'a.txt', text: 'still', mode: 'overwrite' })).toMatchObject({ changed: true });
  });
});

test.runIf(process.platform === 'linux')('no link is followed, no pipe waited for, whatever is asked', async () => {
  const outside = mkdtempSync(join(tmpdir(), 'slw-outside-'));
  cleanups.push(() => rmSync(outside, { recursive: true, force: true }));
  writeFileSync(join(outside, 'secret.txt'), 'secret');
  const folder = onDisk();
  symlinkSync(join(outside, 'secret.txt'), join(folder, 'link.txt'));
  symlinkSync(outside, join(folder, 'way'));
  symlinkSync('a.txt', join(folder, 'inner.txt'));
  execFileSync('mkfifo', [join(folder, 'pipe')]);
  for (const path of ['link.txt', 'inner.txt', 'pipe'])
    for (const [action, more] of [
      ['read', {}],
      ['write', { text: 'x', mode: 'overwrite' }],
      ['write', { text: 'x', mode: 'append' }],
      ['copy', { to: 'copied' }],
      ['move', { to: 'moved' }],
      ['delete', {}],
    ] as const)
      expect(await refused(folder, action, { path, ...more }), `${action} ${path}`).toMatch(/is a link, a pipe or a device/);
  for (const [action, args] of [
    ['read', { path: 'way/secret.txt' }],
    ['list', { path: 'way' }],
    ['write', { path: 'way/new.txt', text: 'x' }],
    ['delete', { path: 'way/secret.txt' }],
    ['make_folder', { path: 'way/new' }],
    ['copy', { path: 'a.txt', to: 'way/a.txt' }],
    ['move', { path: 'a.txt', to: 'way/a.txt' }],
  ] as const)
    expect(await refused(folder, action, args), action).toMatch(/link|no folder/);
  expect(JSON.stringify(await result(folder, 'list', { recursive: true }))).not.toContain('secret');
  expect(JSON.stringify(await result(folder, 'search', { query: 'secret' }))).not.toContain('secret.txt');
  expect(readdirSync(outside)).toEqual(['secret.txt']);
});

describe('office files', () => {
  test('what unpacks to far too much is refused before a reader sees it', async () => {
    const bomb = zipOf({ 'xl/workbook.xml': Buffer.alloc(100 * 1024 * 1024) }, true);
    expect(bomb.length).toBeLessThan(200_000);
    expect(await readOffice('xlsx', bomb)).toEqual({ kind: 'broken', reason: 'it unpacks to more than 64 MB' });
    const lying = Buffer.from(bomb);
    // What it says of itself is not believed.
    lying.writeUInt32LE(10, lying.indexOf(Buffer.from([0x50, 0x4b, 0x01, 0x02])) + 24);
    expect(await readOffice('docx', lying)).toMatchObject({ reason: 'it unpacks to more than 64 MB' });
  });

  test('whatever the bytes, there is an answer', async () => {
    const damaged = [invoice, contract, rates].flatMap((file) => [
      file.subarray(0, file.length / 2),
      Buffer.concat([file.subarray(0, 40), deflateRawSync(file), file.subarray(400)]),
    ]);
    for (const bytes of [Buffer.alloc(0), Buffer.from('%PDF-'), Buffer.from('PK\x03\x04'), zipOf({}), zipOf({ a: 'b' }), ...damaged])
      for (const format of ['pdf', 'docx', 'xlsx'] as const) expect(await readOffice(format, bytes)).toHaveProperty('kind');
  }, 60_000);
});

test('a folder in memory and one on a disk give the same answers, and end alike', async () => {
  const service = catalogue.files;
  if (service === undefined) throw new Error('there is no files service');
  const tools = [...mountTools([service]).values()];
  const path = fc.constantFrom(...Object.keys(START), 'sub', 'sub/deep', 'new.txt', 'out/x.csv', 'out', 'a.txt/b', '..', 'made/y.pdf', '');
  const values: { readonly [name: string]: fc.Arbitrary<unknown> } = {
    path,
    to: path,
    text: fc.constantFrom('', 'x\n', 'a,b\n'),
    mode: fc.constantFrom('create', 'overwrite', 'append'),
    query: fc.constantFrom('a', 'total', ' '),
    pattern: fc.constantFrom('*', '*.txt', '?'),
  };
  const call = fc
    .constantFrom(...tools)
    .chain((tool) =>
      fc
        .record(
          Object.fromEntries(
            tool.parameters.map(({ name, field }) => [
              name,
              values[name] ??
                (field.type === 'boolean' ? fc.boolean() : field.type === 'integer' ? fc.integer({ min: 1, max: 4 }) : fc.constant(null)),
            ]),
          ),
          { requiredKeys: tool.parameters.filter(({ required }) => required).map(({ name }) => name) },
        )
        .map((args) => ({ tool: tool.name, args })),
    );
  await fc.assert(
    fc.asyncProperty(fc.array(call, { minLength: 30, maxLength: 30 }), async (calls) => {
      const folder = onDisk();
      const memory = await inMemory();
      const access = filesInMemory(memory, new Set());
      for (const { tool: name, args } of calls) {
        const tool = tools.find((one) => one.name === name);
        if (tool === undefined) throw new Error(name);
        const read = readArguments(tool.parameters, args, { zone: openZone('UTC') });
        if (!read.ok) continue;
        const request = { action: (tool.tool as FolderTool).action, args: read.args };
        expect(await actOnDisk(folder, request), JSON.stringify([request.action, args])).toEqual(access(request));
      }
      const left = (readdirSync(folder, { recursive: true }) as string[]).filter((name) => statSync(join(folder, name)).isFile());
      expect([...memory.keys()].sort()).toEqual(left.sort());
      for (const [name, content] of memory) {
        const bytes = typeof content === 'string' ? Buffer.from(content) : Buffer.from(content.bytes);
        expect(readFileSync(join(folder, name)).equals(bytes), name).toBe(true);
      }
    }),
    { numRuns: 15, seed: 5, endOnFailure: true },
  );
}, 120_000);

describe('a server with a shared folder', () => {
  const users: [who: string, user: number | undefined][] = [['as itself', undefined]];
  if (process.getuid?.() === 0) users.push(['as the agent’s user', 1000]);

  test.each(users)('%s: what one side writes the other reads, and it is all in the log', async (_, user) => {
    const folder = onDisk(user);
    const server = await startServer(exampleOffice(), {
      SLIPWAY_FILES: folder,
      ...(user !== undefined && { SLIPWAY_FILES_USER: String(user) }),
    });
    cleanups.push(() => server.stop());
    const call = async (tool: string, args: object) => {
      const response = await fetch(`${server.url}/tools/files/${tool}`, {
        method: 'POST',
        body: JSON.stringify(args),
        headers: { 'content-type': 'application/json' },
      });
      return (await response.json()) as { ok: boolean; result?: { text?: string }; error?: { code: string; message: string } };
    };
    execFileSync('sh', ['-c', 'printf "from the shell\\n" > shell.txt'], { cwd: folder });
    expect(await call('read_file', { path: 'shell.txt' })).toMatchObject({ ok: true, result: { text: 'from the shell' } });
    expect(await call('read_file', { path: 'rates.xlsx', range: 'B2' })).toMatchObject({ ok: true, result: { text: '95.5' } });
    expect(await call('write_file', { path: 'out/report.csv', text: 'a,b\n' })).toMatchObject({ ok: true });
    const { uid, mode } = statSync(join(folder, 'out/report.csv'));
    expect([uid, mode & 0o777]).toEqual([user ?? process.getuid?.(), 0o644]);
    const asAgent = user === undefined ? {} : { uid: user, gid: user };
    execFileSync('sh', ['-c', 'echo more >> out/report.csv'], { cwd: folder, ...asAgent });
    expect(await call('read_file', { path: 'out/report.csv' })).toMatchObject({ result: { text: 'a,b\nmore' } });
    if (user !== undefined) {
      writeFileSync(join(folder, 'closed.txt'), 'not for the agent', { mode: 0o600 });
      expect(await call('read_file', { path: 'closed.txt' })).toMatchObject({ ok: false, error: { code: 'conflict' } });
    }
    expect(await call('read_file', { path: 'no.txt' })).toMatchObject({ ok: false, error: { code: 'not_found' } });
    expect(await server.run('seal')).toEqual({ code: 0, err: '' });
    const log = readFileSync(join(server.evidence, 'audit.jsonl'), 'utf8')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(log.map(({ tool, outcome, changes }) => [tool, outcome, changes.length])).toContainEqual(['files.write_file', 'ok', 0]);
    expect(new Set(log.flatMap(({ world }) => [world.before, world.after])).size).toBe(1);
  });
});
