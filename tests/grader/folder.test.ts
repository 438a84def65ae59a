// The agent's folder in the evidence, damaged in every part: the seal covers the list, and the list every file.
import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { isFilePath, isSafePath } from '#grader/evidence/folder.ts';
import { sha256Hex } from '#grader/evidence/hash.ts';
import { isDamage, readEvidence } from '#grader/evidence/read.ts';
import type { Folder, Seal } from '#grader/evidence/types.ts';
import { folderOf } from '#workspace/folder.ts';
import { build, EXPECTED, say } from './build.ts';

const folder = {
  ...folderOf(
    new Map([
      ['report.csv', 'a,b\n1,2\n'],
      ['sub/notes.txt', 'Grüße'],
    ]),
  ),
  leftOut: [{ path: 'big.bin', reason: 'larger than 1 MB' }],
};
const whole = () => build([say('done')], { folder });
const needed = { ...EXPECTED, folder: true } as const;

function reasonOf(files: ReadonlyMap<string, string>, expected: Parameters<typeof readEvidence>[1] = needed): string {
  const read = readEvidence(files, expected);
  return isDamage(read) ? `${read.fault}: ${read.reason}` : 'fine';
}

function withListing(change: (listing: { files: { path: string; size: number }[] }) => void): Map<string, string> {
  const files = whole();
  const listing = JSON.parse(files.get('files/main.json') ?? '');
  change(listing);
  const text = JSON.stringify(listing);
  const seal = JSON.parse(files.get('seal.json') ?? '') as Seal;
  const stages = seal.stages.map((stage) => ({ ...stage, files: sha256Hex(text) }));
  return files.set('files/main.json', text).set('seal.json', JSON.stringify({ ...seal, stages }));
}

test('whole', () => {
  const read = readEvidence(whole(), needed);
  if (isDamage(read)) throw new Error(read.reason);
  expect(Object.fromEntries(read.folder?.files ?? [])).toEqual({ 'report.csv': 'a,b\n1,2\n', 'sub/notes.txt': 'Grüße' });
  expect(Object.fromEntries(read.folder?.unreadable ?? [])).toEqual({ 'big.bin': 'larger than 1 MB' });
});

test('a byte order mark is a part of the text', () => {
  const read = readEvidence(build([], { folder: folderOf(new Map([['a.csv', '\ufeffa']])) }), needed);
  expect(isDamage(read) ? read.reason : read.folder?.files.get('a.csv')).toBe('\ufeffa');
});

const zipped = gzipSync('soup');
const latin = (bytes: Buffer) => bytes.toString('latin1').replaceAll('\0', '');
const empty = { files: new Map(), unreadable: new Map() };

test.each<[what: string, files: Readonly<Record<string, Buffer>>, more: number, folder: Folder]>([
  ['nothing', {}, 0, empty],
  ['a text', { 'a.txt': Buffer.from('Grüße') }, 0, { ...empty, files: new Map([['a.txt', 'Grüße']]) }],
  ['more than is listed', {}, 3, { ...empty, more: 3 }],
  [
    'a text in another encoding',
    { 'a.txt': Buffer.from('Grüße', 'latin1') },
    0,
    { ...empty, unreadable: new Map([['a.txt', 'not UTF-8 text']]), undecoded: new Map([['a.txt', 'Grüße']]) },
  ],
  [
    'UTF-16 without its zeros',
    { 'a.txt': Buffer.from('\ufeffsoup', 'utf16le') },
    0,
    { ...empty, unreadable: new Map([['a.txt', 'not UTF-8 text']]), undecoded: new Map([['a.txt', 'ÿþsoup']]) },
  ],
  [
    'something packed, and a text beside it',
    { 'a.gz': zipped, 'b.txt': Buffer.from('bread') },
    0,
    {
      files: new Map([['b.txt', 'bread']]),
      unreadable: new Map([['a.gz', 'not UTF-8 text']]),
      undecoded: new Map([['a.gz', latin(zipped)]]),
      packed: new Map([['a.gz', { text: 'soup', isCut: false }]]),
    },
  ],
])('%s', (_, files, more, expected) => {
  const taken = Object.entries(files).map(([path, bytes]) => ({ path, bytes }));
  const read = readEvidence(build([], { folder: { files: taken, leftOut: [], more } }), needed);
  expect(isDamage(read) ? read.reason : read.folder).toEqual(expected);
});

test('too much to be unpacked is cut, also where nothing of it was', () => {
  const bomb = gzipSync(Buffer.alloc(17 * 1024 * 1024));
  const read = readEvidence(build([], { folder: { files: [{ path: 'a.gz', bytes: bomb }], leftOut: [], more: 0 } }), needed);
  expect(isDamage(read) ? read.reason : read.folder?.packed?.get('a.gz')).toEqual({ text: '', isCut: true });
});

test('a task without a folder has none', () => {
  const read = readEvidence(build([]), EXPECTED);
  expect(isDamage(read) ? read.reason : read.folder).toBeUndefined();
});

const DAMAGE: [what: string, files: Map<string, string>, reason: string][] = [
  ['no list', without('files/main.json'), 'files/main.json: missing'],
  ['a file gone', without('files/main/report.csv'), 'files/main/report.csv: missing'],
  ['a file changed', whole().set('files/main/report.csv', Buffer.from('a,b\n1,3\n').toString('base64')), 'files/main/report.csv: its hash'],
  ['a file cut', whole().set('files/main/report.csv', ''), 'files/main/report.csv: its hash'],
  ['the list changed', whole().set('files/main.json', '{"files":[],"left_out":[],"more":0}\n'), 'files/main.json: its hash'],
  ['another size than its bytes have', withListing(({ files }) => Object.assign(files[0] ?? {}, { size: 7 })), 'report.csv: its hash'],
  ['a list that is none', withListing((listing) => Object.assign(listing, { files: 'x' })), 'files: not a list'],
  ['a size that is none', withListing(({ files }) => Object.assign(files[0] ?? {}, { size: -1 })), 'not a whole number'],
  [
    'a path out of the folder',
    withListing(({ files }) => Object.assign(files[0] ?? {}, { path: '../seal.json' })),
    'leads out of the folder',
  ],
  ['no folder where there has to be one', build([]), 'the folder of the agent was not collected'],
  ['a list where the seal knows of none', build([]).set('files/main.json', '{}'), 'the seal knows of no folder'],
];

function without(path: string): Map<string, string> {
  const files = whole();
  files.delete(path);
  return files;
}

test.each(DAMAGE)('%s: unscored, fault of the workspace', (_, files, reason) => {
  expect(reasonOf(files)).toMatch(/^workspace: /);
  expect(reasonOf(files)).toContain(reason);
});

test('files beside the list are nothing', () => {
  expect(reasonOf(whole().set('files/main/planted.csv', 'eA=='))).toBe('fine');
});

describe('safe paths', () => {
  test.each(['a', 'a/b', '..a', 'a..', 'a\nb', '.keep', 'a b/c'])('%j', (path) => expect(isSafePath(path)).toBe(true));
  test.each(['', '/a', 'a/', 'a//b', '.', '..', '../a', 'a/../b', 'a/.', 'a\0b'])('not %j', (path) => expect(isSafePath(path)).toBe(false));
});

describe('paths of files of the agent', () => {
  test.each(['files/main/a', 'files/main/a/b'])('%j', (path) => expect(isFilePath(path)).toBe(true));
  test.each(['files/main.json', 'files//a', 'world/files/main/a', 'files/'])('not %j', (path) => expect(isFilePath(path)).toBe(false));
});
