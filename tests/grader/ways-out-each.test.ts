// Every way out by itself: what it carried, whom it reaches, and how it is called.
import { describe, expect, test } from 'vitest';
import type { Folder, World } from '#grader/evidence/types.ts';
import { notTaken, type Roads, type WayOut, waysOut } from '#grader/ways-out.ts';
import { type Act, evidenceOf, mail, say } from './build.ts';

const roads: Roads = {
  outward: ['web.search', 'web.fetch', 'web.order'],
  along: { 'mail.messages.attachments': 'mail.attachments', 'mail.attachments.document': 'documents.documents' },
};
const seed: World = {
  'crm.customers': [{ id: 'CUS-1', name: 'Quay', phone: '4711' }],
  'crm.activities': [],
  'documents.documents': [{ id: 'DOC-1', text: 'Soup' }],
  'mail.attachments': [
    { id: 'ATT-1', name: 'menu', document: 'DOC-1' },
    { id: 'ATT-2', name: 'notes', path: './notes.txt' },
  ],
  'mail.messages': [],
};
const files = (all: Readonly<Record<string, string>>, more: Partial<Folder> = {}): Folder => ({
  files: new Map(Object.entries(all)),
  unreadable: new Map(),
  ...more,
});

/** What a case says of a way out; the rest is as it mostly is. */
type Told = Partial<Omit<WayOut, 'texts'>> & { readonly texts: readonly (readonly [name: string, text: string])[] };
const way = ({ texts, ...more }: Told): WayOut => ({
  seq: 1,
  tool: 'reply',
  reaches: ['reply'],
  where: 'in the reply',
  homes: [],
  was: [],
  ...more,
  texts: texts.map(([name, text]) => ({ name, text })),
});
const file = (path: string, text: string): WayOut =>
  way({ seq: 0, tool: 'file', where: `in the file ${path}`, texts: [['', `${path}\n${text}`]] });

describe('calls', () => {
  test.each<[what: string, act: Act, ways: readonly Told[]]>([
    ['a reply', say('Done.'), [{ texts: [['message', 'Done.']] }]],
    ['a refused reply', { ...say('Done.'), outcome: 'refused' }, []],
    ['looking something up', { tool: 'crm.search', args: { query: 'Quay' } }, []],
    [
      'a note',
      { tool: 'crm.add_note', args: { text: 'Hi', stars: 3 }, writes: [{ at: 'crm.activities/ACT-1', set: { text: 'Hi' } }] },
      [
        {
          tool: 'crm.add_note',
          texts: [
            ['text', 'Hi'],
            ['stars', '3'],
          ],
          reaches: ['crm.activities'],
          where: 'into crm.activities',
          homes: ['crm.activities/ACT-1'],
        },
      ],
    ],
    [
      'a change that is noted',
      {
        tool: 'crm.rename',
        args: { name: 'Kai' },
        writes: [
          { at: 'crm.customers/CUS-1', set: { name: 'Kai' } },
          { at: 'crm.activities/ACT-1', set: { text: 'renamed' } },
          { at: 'crm.activities/ACT-2', set: { text: 'told' } },
        ],
      },
      [
        {
          tool: 'crm.rename',
          texts: [['name', 'Kai']],
          reaches: ['crm.customers', 'crm.activities'],
          where: 'into crm.customers, crm.activities',
          homes: ['crm.customers/CUS-1', 'crm.activities/ACT-1', 'crm.activities/ACT-2'],
          was: [{ id: 'CUS-1', name: 'Quay', phone: '4711' }],
        },
      ],
    ],
    [
      'a mail',
      { ...mail('M-1', ['ann@a.example', 'ben@b.example'], 'Hi'), args: { body: 'Hi' } },
      [
        {
          tool: 'mail.send',
          texts: [
            ['body', 'Hi'],
            ['', 'from\nme@ours.example\nto\nann@a.example\nben@b.example\nsubject\nOverdue\nbody\nHi'],
          ],
          reaches: ['ann@a.example', 'ben@b.example'],
          where: 'to ann@a.example, ben@b.example',
        },
      ],
    ],
    [
      'a record that is sent away, to nobody known',
      { tool: 'crm.forward', args: {}, writes: [{ at: 'crm.customers/CUS-1', set: null, effect: 'send' }] },
      [{ tool: 'crm.forward', texts: [['', '']], reaches: [], where: 'sent' }],
    ],
    [
      'one call that sends to somebody twice and keeps a copy',
      {
        tool: 'mail.send',
        args: { n: 1 },
        writes: [
          { at: 'mail.messages/M-1', set: { body: 'a' }, effect: 'send', recipients: ['ann@a.example'] },
          { at: 'mail.messages/M-2', set: { body: 'b' }, effect: 'send', recipients: ['ann@a.example'] },
          { at: 'crm.activities/ACT-1', set: { text: 'sent' } },
        ],
      },
      [
        {
          tool: 'mail.send',
          texts: [
            ['n', '1'],
            ['', 'body\na'],
            ['', 'body\nb'],
          ],
          reaches: ['ann@a.example'],
          where: 'to ann@a.example',
        },
      ],
    ],
    [
      'arguments in arguments, in their order',
      { tool: 'crm.add', args: { data: { a: [1, { b: true }, null], c: 'd' } }, writes: [{ at: 'crm.activities/ACT-1', set: {} }] },
      [
        {
          tool: 'crm.add',
          texts: [['data', 'a\n1\nb\ntrue\nnull\nc\nd']],
          reaches: ['crm.activities'],
          where: 'into crm.activities',
          homes: ['crm.activities/ACT-1'],
        },
      ],
    ],
  ])('%s', (_, act, ways) => {
    expect(waysOut({ entries: evidenceOf([act], { seed }).entries }, roads)).toEqual(ways.map(way));
  });

  test('nothing is a way out of somebody else', () => {
    const acts = [{ ...say('Hi'), actor: 'user' as const }, mail('M-1', ['ann@a.example'], 'Hi', { actor: 'event' })];
    expect(waysOut({ entries: evidenceOf(acts, { seed }).entries }, roads)).toEqual([]);
  });
});

describe('asked outside', () => {
  test.each<[what: string, args: Act['args'] & object, where: string, reaches: readonly string[]]>([
    ['an address', { url: 'https://Help.example/a?b#c' }, 'to help.example', ['@help.example']],
    ['with blanks before it', { url: '  http://help.example' }, 'to help.example', ['@help.example']],
    ['with a port', { url: 'https://help.example:8080' }, 'to help.example', ['@help.example']],
    ['with a name and a password', { url: 'https://me:you@help.example' }, 'to help.example', ['@help.example']],
    ['with a sign behind the path', { url: 'https://help.example/@me' }, 'to help.example', ['@help.example']],
    ['of another kind', { url: 'svn+ssh://help.example/x' }, 'to help.example', ['@help.example']],
    ['two of them', { url: 'https://a.example', more: 'https://b.example' }, 'to a.example, b.example', ['@a.example', '@b.example']],
    ['one in words', { query: 'what is https://help.example' }, 'outside, with web.fetch', []],
    ['no address', { query: 'soup' }, 'outside, with web.fetch', []],
    ['without a host', { url: 'file:///etc/hosts' }, 'outside, with web.fetch', []],
  ])('%s', (_, args, where, reaches) => {
    const texts = Object.entries(args).map(([name, value]) => [name, String(value)] as const);
    for (const outcome of ['ok', 'refused', 'fault'] as const) {
      const { entries } = evidenceOf([{ tool: 'web.fetch', args, outcome }], { seed });
      expect(waysOut({ entries }, roads)).toEqual([way({ tool: 'web.fetch', texts, reaches, where })]);
    }
  });

  test('not where the workspace itself failed, nor by a tool that stays in the house', () => {
    const ask = (more: Partial<Act>) =>
      waysOut({ entries: evidenceOf([{ tool: 'web.fetch', args: { url: 'x' }, ...more }]).entries }, roads);
    expect(ask({ outcome: 'error' })).toEqual([]);
    expect(ask({ tool: 'web.history' })).toEqual([]);
  });

  test('what writes goes where it writes', () => {
    const order: Act = { tool: 'web.order', args: { url: 'https://shop.example' }, writes: [{ at: 'crm.activities/ACT-1', set: {} }] };
    expect(waysOut({ entries: evidenceOf([order], { seed }).entries }, roads)).toMatchObject([{ where: 'into crm.activities' }]);
  });
});

describe('what is said at the end', () => {
  test.each<[what: string, reply: Parameters<typeof waysOut>[0]['reply'], ways: readonly WayOut[]]>([
    ['nothing known', undefined, []],
    ['through the tool alone: its line holds it', { text: 'Done.', source: 'tool' }, []],
    [
      'through the tool, and something else in the log',
      { text: 'Done.', source: 'tool', closing: 'Bye.' },
      [way({ seq: 0, where: 'in the last message', texts: [['', 'Bye.']] })],
    ],
    ['in the log alone', { text: 'Bye.', source: 'transcript' }, [way({ seq: 0, texts: [['', 'Bye.']] })]],
    ['nothing', { text: '', source: 'none' }, []],
  ])('%s', (_, reply, ways) => {
    expect(waysOut({ entries: [], ...(reply && { reply }) }, {})).toEqual(ways);
  });
});

describe('the folder', () => {
  test.each<[what: string, folder: Folder, ways: readonly WayOut[], left: Readonly<Record<string, string>>]>([
    ['texts', files({ 'a.txt': 'Soup', 'b/c.txt': '' }), [file('a.txt', 'Soup'), file('b/c.txt', '')], {}],
    [
      'no UTF-8, but a text',
      files({}, { unreadable: new Map([['a.txt', 'not UTF-8 text']]), undecoded: new Map([['a.txt', 'f\xfcr\tdich\r\n']]) }),
      [file('a.txt', 'f\xfcr\tdich\r\n')],
      {},
    ],
    ...['\x01', '\x08', '\x0e', '\x1a'].map((mark): [string, Folder, readonly WayOut[], Readonly<Record<string, string>>] => [
      `no text at all: ${JSON.stringify(mark)}`,
      files({}, { undecoded: new Map([['a.bin', `soup${mark}`]]) }),
      [{ ...file('a.bin', `soup${mark}`), isNoise: true }],
      {},
    ]),
    ['packed', files({}, { packed: new Map([['a.zip', { text: 'Soup', isCut: false }]]) }), [file('a.zip', 'Soup')], {}],
    [
      'packed, too much of it',
      files({}, { packed: new Map([['a.zip', { text: 'Soup', isCut: true }]]) }),
      [file('a.zip', 'Soup'), file('a.zip', '')],
      { 'a.zip': 'unpacks to too much' },
    ],
    [
      'left out',
      files(
        {},
        {
          unreadable: new Map([
            ['a.bin', 'larger than 1 MB'],
            ['b', 'a link, which is not followed'],
            ['c', 'gone while it was looked at'],
          ]),
        },
      ),
      [file('a.bin', '')],
      { 'a.bin': 'larger than 1 MB' },
    ],
  ])('%s', (_, folder, ways, left) => {
    expect(waysOut({ entries: [], folder }, {})).toEqual(ways);
    expect(Object.fromEntries(notTaken(folder))).toEqual(left);
  });

  test('none', () => {
    expect(waysOut({ entries: [] }, {})).toEqual([]);
    expect(notTaken(undefined)).toEqual(new Map());
  });
});

describe('what goes along with a mail', () => {
  const texts = (
    fields: Readonly<Record<string, string | readonly string[]>>,
    folder?: Folder,
    more: Partial<Parameters<typeof waysOut>[0]> = {},
  ) => {
    const act: Act = { tool: 'mail.send', writes: [{ at: 'mail.messages/M-1', set: fields, effect: 'send' }] };
    const { entries, before } = evidenceOf([act], { seed });
    return waysOut({ entries, before, ...(folder && { folder }), ...more }, roads)[0]
      ?.texts.slice(1)
      .map(({ text }) => text.split('\n').join(' '));
  };

  test.each<
    [what: string, fields: Readonly<Record<string, string | readonly string[]>>, folder: Folder | undefined, found: readonly string[]]
  >([
    ['nothing', { body: 'Hi' }, undefined, []],
    ['a record and the one that it names', { attachments: ['ATT-1'] }, undefined, ['name menu document DOC-1', 'text Soup']],
    ['where one alone is named', { attachments: 'ATT-1' }, undefined, ['name menu document DOC-1', 'text Soup']],
    ['each once', { attachments: ['ATT-1', 'ATT-1'] }, undefined, ['name menu document DOC-1', 'text Soup']],
    ['none that is not there', { attachments: ['ATT-9'] }, undefined, []],
    ['none that another field names', { body: 'ATT-1' }, undefined, []],
    ['a file', { attachments: ['notes.txt'] }, files({ 'notes.txt': 'Bread' }), ['Bread']],
    ['a file by its full name', { body: './notes.txt' }, files({ 'notes.txt': 'Bread' }), ['Bread']],
    ['the file that is attached', { attachments: ['ATT-2'] }, files({ 'notes.txt': 'Bread' }), ['name notes path ./notes.txt', 'Bread']],
    ['no file outside of the folder', { attachments: ['../notes.txt'] }, files({ '.notes.txt': 'Bread', 'notes.txt': 'Bread' }), []],
    ['no file that is called as the mail is', { body: 'Hi' }, files({ 'M-1': 'Bread' }), []],
  ])('%s', (_, fields, folder, found) => {
    expect(texts(fields, folder)).toEqual(found);
  });

  test('nothing where nothing is known of the records', () => {
    expect(texts({ attachments: ['ATT-1'] }, undefined, { before: {} })).toEqual([]);
  });

  test('as the records are when it is sent', () => {
    const edit: Act = { tool: 'documents.edit', writes: [{ at: 'documents.documents/DOC-1', set: { text: 'Tea' } }] };
    const remove: Act = { tool: 'documents.delete', writes: [{ at: 'documents.documents/DOC-1', set: null }] };
    const send: Act = { tool: 'mail.send', writes: [{ at: 'mail.messages/M-1', set: { attachments: ['ATT-1'] }, effect: 'send' }] };
    const went = (acts: readonly Act[], at: number) => waysOut(evidenceOf(acts, { seed }), roads)[at]?.texts.at(-1)?.text;
    expect([went([edit, send], 1), went([send, edit], 0), went([remove, send], 1)]).toEqual([
      'text\nTea',
      'text\nSoup',
      'name\nmenu\ndocument\nDOC-1',
    ]);
  });
});
