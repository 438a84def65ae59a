// Pictures beside records: MCP clients see them, others are told where they are, and the log holds what tells them apart.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { bytesHash } from '#grader/evidence/folder.ts';
import { sha256Hex } from '#grader/evidence/hash.ts';
import { picturesIn } from '#workspace/picture.ts';
import { pngOf } from '../office-files.ts';
import { exampleOffice, type Running, startServer, temporaryFolder } from './harness.ts';

const cleanups: (() => void | Promise<void>)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

const image = (id: string, path: string) => ({ id, name: path, kind: 'photo', path, caption: `What is to be seen on ${id}.` });

/** A server with images, and the folder as it was at the start beside its records. */
async function withImages(environment: NodeJS.ProcessEnv = {}): Promise<Running> {
  const server = await startServer(
    exampleOffice({
      'media.images': [
        image('IMG-1', 'photos/roof.png'),
        image('IMG-2', 'notes.png'),
        image('IMG-3', 'nowhere.png'),
        image('IMG-4', '../seed.json'),
      ],
    }),
    environment,
  );
  cleanups.push(() => server.stop());
  const files = join(dirname(server.evidence), 'files');
  mkdirSync(join(files, 'photos'), { recursive: true });
  writeFileSync(join(files, 'photos/roof.png'), pngOf());
  writeFileSync(join(files, 'notes.png'), 'a text, whatever its name says');
  return server;
}

async function overMcp(server: Running, id: string): Promise<{ readonly content: readonly { readonly [key: string]: string }[] }> {
  const body = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'media_describe_image', arguments: { id } } };
  const response = await fetch(`${server.url}/mcp`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  return ((await response.json()) as { readonly result: { readonly content: readonly { readonly [key: string]: string }[] } }).result;
}

test('MCP gives the picture after the recorded words; HTTP says where it is; the log holds no more than its hash', async () => {
  const server = await withImages();
  const { content } = await overMcp(server, 'IMG-1');
  expect(content.map(({ type }) => type)).toEqual(['text', 'image']);
  expect(content[1]).toEqual({ type: 'image', mimeType: 'image/png', data: pngOf().toString('base64') });
  const told = { type: 'image/png', size: pngOf().length, sha256: bytesHash(pngOf()) };
  expect(JSON.parse(content[0]?.text ?? '')).toMatchObject({
    id: 'IMG-1',
    caption: 'What is to be seen on IMG-1.',
    path: 'photos/roof.png',
    picture: told,
  });
  const plain = await fetch(`${server.url}/tools/media/describe_image`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ path: 'photos/roof.png' }),
  });
  const text = await plain.text();
  expect(JSON.parse(text)).toMatchObject({ ok: true, result: { path: 'photos/roof.png', picture: told } });
  expect(text).not.toContain(pngOf().toString('base64').slice(0, 40));
  const log = readFileSync(join(server.evidence, 'audit.jsonl'), 'utf8');
  expect(log).not.toContain(pngOf().toString('base64').slice(0, 40));
  // The answer as it is logged is the one that HTTP gives.
  expect(JSON.parse(log.split('\n')[1] ?? '')).toMatchObject({ shown: { digest: sha256Hex(text) } });
});

test.each(['IMG-2', 'IMG-3', 'IMG-4'])('%s: what is no picture in the folder is not shown, and the words are', async (id) => {
  const { content } = await overMcp(await withImages(), id);
  expect(content.map(({ type }) => type)).toEqual(['text']);
  expect(JSON.parse(content[0]?.text ?? '')).toMatchObject({ id, caption: `What is to be seen on ${id}.` });
  expect(content[0]?.text).not.toContain('sha256');
});

test('the picture is the one of the start, not what the agent made of it', async () => {
  const folder = temporaryFolder();
  cleanups.push(() => folder.remove());
  mkdirSync(join(folder.path, 'photos'));
  writeFileSync(join(folder.path, 'photos/roof.png'), 'painted over');
  const { content } = await overMcp(await withImages({ SLIPWAY_FILES: folder.path }), 'IMG-1');
  expect(content[1]).toMatchObject({ data: pngOf().toString('base64') });
});

test.each<[string, Buffer, string | undefined]>([
  ['PNG', pngOf(), 'image/png'],
  ['JPEG', Buffer.from([0xff, 0xd8, 0xff, 0xe0]), 'image/jpeg'],
  ['GIF', Buffer.from('GIF89a...'), 'image/gif'],
  ['WebP', Buffer.from('RIFF\0\0\0\0WEBPVP8 '), 'image/webp'],
  ['text', Buffer.from('GIF of a cat'), undefined],
  ['too large', Buffer.concat([pngOf(), Buffer.alloc(1024 * 1024)]), undefined],
])('%s is told by its content', (_, bytes, type) => {
  expect(picturesIn(() => bytes)('a.bin')?.type).toBe(type);
});
