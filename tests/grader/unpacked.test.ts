// Texts packed inside files: what of them comes to light, and how much room that takes.
import { Buffer } from 'node:buffer';
import { deflateRawSync, deflateSync, gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { type Room, unpacked } from '#grader/evidence/unpacked.ts';

/** One part of a zip archive, as it lies there. */
function part(text: string | Buffer, { extra = '', stored = false } = {}): Buffer {
  const data = stored ? Buffer.from(text) : deflateRawSync(text);
  const head = Buffer.alloc(30);
  head.write('PK\x03\x04', 'latin1');
  head.writeUInt16LE(stored ? 0 : 8, 8);
  head.writeUInt32LE(data.length, 18);
  head.writeUInt16LE(5, 26);
  head.writeUInt16LE(extra.length, 28);
  return Buffer.concat([head, Buffer.from(`a.xml${extra}`), data]);
}

/** Gzip with the fields that its flags announce. */
function gzip(text: string, flags: number, fields: string): Buffer {
  const head = Buffer.from([0x1f, 0x8b, 8, flags, 0, 0, 0, 0, 0, 3]);
  return Buffer.concat([head, Buffer.from(fields, 'latin1'), deflateRawSync(text)]);
}

function pdf(...streams: readonly (readonly [keyword: string, data: Buffer])[]): Buffer {
  const objects = streams.map(([keyword, data]) => Buffer.concat([Buffer.from(`1 0 obj\n${keyword}`), data, Buffer.from('\nendstream\n')]));
  return Buffer.concat([Buffer.from('%PDF-1.7\n'), ...objects]);
}

const several = (...files: readonly (Buffer | string)[]) => Buffer.concat(files.map((file) => Buffer.from(file)));
const read = (file: Uint8Array, room: Room = { bytes: 1_000, parts: 10 }) => ({ ...unpacked(file, room), room });

test.each<[what: string, file: Buffer, text: string]>([
  ['nothing packed', Buffer.from('PK and soup'), ''],
  ['a part of an archive', part('soup'), 'soup'],
  ['two parts', several(part('soup'), part('bread')), 'soup\nbread'],
  ['a part behind something else', several('#!/bin/sh\n', part('soup'), part('bread')), 'soup\nbread'],
  ['a part with more fields', part('soup', { extra: 'UT-and-so-on' }), 'soup'],
  ['a part that was stored as it is', part('soup', { stored: true }), ''],
  ['a packed part behind a stored one', several(part('soup', { stored: true }), part('bread')), 'bread'],
  ['an archive that breaks off in its head', several(part('soup'), part('bread').subarray(0, 20)), 'soup'],
  ['a broken part before a whole one', several(part('').subarray(0, 35), '\xff\xff\xff', part('bread')), 'bread'],
  ['an archive in an archive', part(part('soup')), `${part('soup').toString('utf8')}\nsoup`],
  ['gzip', gzipSync('soup'), 'soup'],
  ['gzip behind something else', several('....', gzipSync('soup'), gzipSync('bread')), 'soup\nbread'],
  ['gzip with a name', gzip('soup', 8, 'soup.txt\0'), 'soup'],
  ['gzip with a comment', gzip('soup', 16, 'of the day\0'), 'soup'],
  ['gzip with a name and a comment', gzip('soup', 24, 'soup.txt\0of the day\0'), 'soup'],
  ['gzip with a checksum of its head', gzip('soup', 2, '\x12\x34'), 'soup'],
  ['gzip with more fields', gzip('soup', 4, '\x03\0abc'), 'soup'],
  ['gzip with all of it', gzip('soup', 30, '\x03\0abcsoup.txt\0of the day\0\x12\x34'), 'soup'],
  ['gzip with all of it, behind something else', several('12345', gzip('soup', 30, '\x03\0abcsoup.txt\0of the day\0\x12\x34')), 'soup'],
  ['gzip that breaks off in its head', Buffer.from([0x1f, 0x8b, 8, 4, 0, 0, 0, 0, 0, 3, 1]), ''],
  ['a PDF', pdf(['stream\r\n', deflateSync('soup')]), 'soup'],
  ['a PDF of bare line ends', pdf(['stream\n', deflateSync('soup')], ['stream\n', deflateSync('bread')]), 'soup\nbread'],
  ['a PDF with a picture', pdf(['stream\n', Buffer.from('\xff\xd8\xff')], ['stream\n', deflateSync('bread')]), 'bread'],
  ['a PDF behind a few lines', several('HTTP/1.1 200\n\n', pdf(['stream\n', deflateSync('soup')])), 'soup'],
  ['streams of no PDF', several('stream\n', deflateSync('soup')), ''],
  ['gzip in a PDF', several(pdf(['stream\n', deflateSync('soup')]), gzipSync('bread')), 'bread\nsoup'],
])('%s', (_, file, text) => {
  expect(read(file)).toMatchObject({ text, isCut: false });
});

test('the bytes meant are those of the view, not all that lie behind it', () => {
  const all = several(gzipSync('soup'), part('bread'));
  const at = gzipSync('soup').length;
  expect(read(new Uint8Array(all.buffer, all.byteOffset + at, all.length - at)).text).toBe('bread');
  expect(read(new Uint8Array(all.buffer, all.byteOffset, at)).text).toBe('soup');
});

test('what is packed is looked into, and what is packed in that, and no deeper', () => {
  const [once, twice, thrice] = [gzipSync('soup'), gzipSync(gzipSync('soup')), gzipSync(gzipSync(gzipSync('soup')))];
  expect(read(twice).text).toBe(`${once.toString('utf8')}\nsoup`);
  expect(read(thrice).text).toBe(`${twice.toString('utf8')}\n${once.toString('utf8')}`);
  expect(unpacked(twice, { bytes: 1_000, parts: 10 }, 1).text).toBe(once.toString('utf8'));
});

describe('room', () => {
  const twice = gzipSync(gzipSync('soup'));
  const inner = gzipSync('soup').length;

  test.each<[what: string, file: Buffer, room: Room, text: string, isCut: boolean, left: Room]>([
    ['enough of it', several(part('soup'), part('bread')), { bytes: 9, parts: 2 }, 'soup\nbread', false, { bytes: 0, parts: 0 }],
    ['for the first part alone', several(part('soup'), part('bread')), { bytes: 9, parts: 1 }, 'soup', true, { bytes: 5, parts: 0 }],
    ['none left for the second', several(part('soup'), part('bread')), { bytes: 4, parts: 9 }, 'soup', true, { bytes: 0, parts: 8 }],
    ['too little for the first', several(part('bread'), part('soup')), { bytes: 4, parts: 9 }, 'soup', true, { bytes: 0, parts: 7 }],
    ['none, and none needed', Buffer.from('soup'), { bytes: 0, parts: 0 }, '', false, { bytes: 0, parts: 0 }],
    ['no bytes', part('soup'), { bytes: 0, parts: 9 }, '', true, { bytes: 0, parts: 9 }],
    ['no parts', part('soup'), { bytes: 9, parts: 0 }, '', true, { bytes: 9, parts: 0 }],
    [
      'a stored part takes none',
      several(part('soup', { stored: true }), part('bread')),
      { bytes: 9, parts: 1 },
      'bread',
      false,
      { bytes: 4, parts: 0 },
    ],
    [
      'a stream that is not packed takes none',
      pdf(['stream\n', Buffer.from('soup')], ['stream\n', deflateSync('bread')]),
      { bytes: 9, parts: 1 },
      'bread',
      false,
      { bytes: 4, parts: 0 },
    ],
    [
      'what is inside takes of the same',
      twice,
      { bytes: inner + 4, parts: 2 },
      `${gzipSync('soup').toString('utf8')}\nsoup`,
      false,
      { bytes: 0, parts: 0 },
    ],
    [
      'too little for what is inside',
      twice,
      { bytes: inner + 3, parts: 2 },
      gzipSync('soup').toString('utf8'),
      true,
      { bytes: 3, parts: 0 },
    ],
    ['no part for what is inside', twice, { bytes: inner + 4, parts: 1 }, gzipSync('soup').toString('utf8'), true, { bytes: 4, parts: 0 }],
    [
      'cut inside and whole behind it',
      several(twice, gzipSync('tea')),
      { bytes: inner + 3, parts: 9 },
      `${gzipSync('soup').toString('utf8')}\ntea`,
      true,
      { bytes: 0, parts: 6 },
    ],
  ])('%s', (_, file, room, text, isCut, left) => {
    expect(read(file, { ...room })).toEqual({ text, isCut, room: left });
  });
});
