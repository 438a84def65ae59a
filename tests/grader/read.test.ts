// Evidence that is whole, and every way in which it is not.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { lineHash, sha256Hex } from '#grader/evidence/hash.ts';
import { isDamage, readEvidence } from '#grader/evidence/read.ts';
import type { Damage } from '#grader/evidence/types.ts';
import { judge } from '#grader/grade.ts';
import { build, EXPECTED, mail, SEED, say, update } from './build.ts';
import { GRADER } from './example.ts';

const ACTS = [
  { tool: 'helpdesk.list_tickets', shown: { 'helpdesk.tickets/TIC-204': ['id', 'priority'] } },
  update('TIC-204', { priority: 'urgent' }),
  update('TIC-999', {}, { outcome: 'refused', writes: [] }),
  update('TIC-207', { status: 'waiting' }, { actor: 'user', tool: 'user' }),
  mail('MSG-1', ['ida@ours.example'], 'TIC-204 has waited too long.'),
  say('- TIC-204'),
] as const;

const honest = () => build(ACTS);

function damageOf(files: ReadonlyMap<string, string>): Damage | undefined {
  const read = readEvidence(files, EXPECTED);
  return isDamage(read) ? read : undefined;
}

function edit(path: string, change: (text: string) => string) {
  const files = honest();
  files.set(path, change(files.get(path) ?? ''));
  return files;
}

const lines = (change: (lines: string[]) => string[]) =>
  edit('audit.jsonl', (text) => `${change(text.trimEnd().split('\n')).join('\n')}\n`);
const json = (path: string, change: (value: Record<string, never>) => unknown) =>
  edit(path, (text) => JSON.stringify(change(JSON.parse(text))));
const without = (path: string) => {
  const files = honest();
  files.delete(path);
  return files;
};

/** Changes one entry and mends the chain and the seal after it, as somebody would who could write all of the log. */
function forge(at: number, change: (entry: Record<string, never>) => unknown) {
  const files = honest();
  let prev = '';
  const mended = (files.get('audit.jsonl') ?? '')
    .trimEnd()
    .split('\n')
    .map((line, index) => {
      const entry = JSON.parse(line);
      const next = index === at ? (change(entry) as object) : entry;
      const text = JSON.stringify(index === 0 ? next : { ...next, prev });
      prev = lineHash(text);
      return text;
    });
  files.set('audit.jsonl', `${mended.join('\n')}\n`);
  const seal = JSON.parse(files.get('seal.json') ?? '');
  files.set('seal.json', JSON.stringify({ ...seal, stages: [{ ...seal.stages[0], last: prev }] }));
  return files;
}

/** Evidence with another reply file, which the seal then vouches for. */
function reseal(reply: object) {
  const files = stage({ reply: sha256Hex(JSON.stringify(reply)) });
  return files.set('reply/main.json', JSON.stringify(reply));
}

/** Evidence whose seal says something else of the stage. */
function stage(change: object) {
  const files = honest();
  const seal = JSON.parse(files.get('seal.json') ?? '');
  return files.set('seal.json', JSON.stringify({ ...seal, stages: [{ ...seal.stages[0], ...change }] }));
}

/** Evidence where the log says something else of the world around one call. */
function worldAround(at: number, change: object) {
  return forge(at, (entry) => ({ ...entry, world: { ...(entry.world as object | undefined), ...change } }));
}

const REPLY_PART = JSON.stringify({ message: '- TIC-204', seq: 6 });

/** The evidence with a seal that vouches for a reply. */
function sealedReply(files: Map<string, string>) {
  const seal = JSON.parse(files.get('seal.json') ?? '');
  return files.set('seal.json', JSON.stringify({ ...seal, stages: [{ ...seal.stages[0], reply: sha256Hex(REPLY_PART) }] }));
}

const silent = ACTS.slice(0, 5);
const [firstStage] = JSON.parse(honest().get('seal.json') ?? '').stages;

test('honest evidence is read', () => {
  const read = readEvidence(honest(), EXPECTED);
  expect(read).toMatchObject({ before: SEED, reply: { text: '- TIC-204', source: 'tool' } });
  expect(isDamage(read) ? [] : read.entries.map(({ seq }) => seq)).toEqual([1, 2, 3, 4, 5, 6]);
});

test('an empty log, unknown files and other spellings of the worlds are fine', () => {
  expect(damageOf(build([]))).toBeUndefined();
  expect(damageOf(new Map([...honest(), ['core.dump', '\0'], ['world/other.json', 'x']]))).toBeUndefined();
  expect(damageOf(json('world/main.after.json', (world) => Object.fromEntries(Object.entries(world).reverse())))).toBeUndefined();
});

test.each<[string, () => ReadonlyMap<string, string>, string]>([
  ['no files', () => new Map(), 'seal.json: missing'],
  ['no seal', () => without('seal.json'), 'seal.json: missing'],
  ['torn seal', () => edit('seal.json', (text) => text.slice(0, -5)), 'seal.json: not JSON'],
  ['seal of a later version', () => json('seal.json', (seal) => ({ ...seal, version: 2 })), 'seal.json: its version is not 1'],
  ['seal of another task', () => json('seal.json', (seal) => ({ ...seal, task: 'x' })), 'seal.json: it is for the task x'],
  ['seal of another pack', () => json('seal.json', (seal) => ({ ...seal, pack: 'x' })), 'seal.json: it is for another pack'],
  [
    'seal of two stages',
    () => json('seal.json', (seal) => ({ ...seal, stages: [firstStage, { ...firstStage, name: 'second' }] })),
    'other stages than main',
  ],
  ['seal of another stage', () => stage({ name: 'second' }), 'other stages than main'],
  ['seal without stages', () => json('seal.json', (seal) => ({ ...seal, stages: [] })), 'other stages than main'],
  ['no log', () => without('audit.jsonl'), 'audit.jsonl: missing'],
  [
    'edited first line',
    () => lines(([first, ...rest]) => [String(first).replace('list', 'lost'), ...rest]),
    'audit.jsonl line 1: its hash',
  ],
  ['edited fourth line', () => lines((all) => all.with(3, String(all[3]).replace('"user"', '"agent"'))), 'audit.jsonl line 4: its hash'],
  [
    'edited last line',
    () => lines((all) => all.with(5, String(all[5]).replace('TIC-204', 'TIC-205'))),
    'audit.jsonl line 6: its hash is not the one the seal',
  ],
  ['removed line', () => lines((all) => all.toSpliced(2, 1)), 'audit.jsonl line 3: it is entry 4'],
  ['doubled line', () => lines((all) => all.toSpliced(2, 0, String(all[2]))), 'audit.jsonl line 4: it is entry 3'],
  [
    'reordered lines',
    () => lines((all) => [...all.slice(0, 2), String(all[3]), String(all[2]), ...all.slice(4)]),
    'audit.jsonl line 3: it is entry 4',
  ],
  ['removed last line', () => lines((all) => all.slice(0, -1)), 'audit.jsonl: the log ends after line 5, the seal counts 6 lines'],
  ['added line', () => lines((all) => [...all, '{}']), 'audit.jsonl line 7'],
  ['torn last line', () => edit('audit.jsonl', (text) => text.slice(0, -1)), 'audit.jsonl line 6: the line is cut off'],
  ['cut in the middle of a line', () => edit('audit.jsonl', (text) => text.slice(0, -40)), 'audit.jsonl line 6: the line is cut off'],
  ['blank line', () => lines((all) => all.toSpliced(3, 0, '')), 'audit.jsonl line 4: not JSON'],
  ['emptied log', () => edit('audit.jsonl', () => ''), 'audit.jsonl: the log ends after line 0, the seal counts 6 lines'],
  ['a pretty fake line in the log', () => lines((all) => all.with(1, '{"seq":2,"outcome":"ok"}')), 'audit.jsonl line 2'],
  [
    'log of another pack',
    () => forge(0, (entry) => ({ ...entry, prev: sha256Hex('x') })),
    'audit.jsonl line 1: it belongs to another pack',
  ],
  ['no world before', () => without('world/main.before.json'), 'world/main.before.json: missing'],
  ['edited world before', () => edit('world/main.before.json', (text) => text.replace('Slow', 'Fast')), 'world/main.before.json: its hash'],
  ['no world after', () => without('world/main.after.json'), 'world/main.after.json: missing'],
  [
    'edited world after',
    () => edit('world/main.after.json', (text) => text.replace('Slow', 'Fast')),
    'world/main.after.json: helpdesk.tickets/TIC-205',
  ],
  [
    'a record twice',
    () => json('world/main.after.json', (w) => ({ ...w, x: [{ id: '1' }, { id: '1' }] })),
    'world/main.after.json, x: 1 is there twice',
  ],
  ['another id in the world after', () => edit('world/main.after.json', (text) => text.replace('MSG-1', 'MSG-2')), 'mail.messages/MSG-1'],
  [
    'an entry of another stage',
    () => forge(1, (entry) => ({ ...entry, stage: 'x' })),
    'audit.jsonl line 2: the stage x is not in the seal',
  ],
  ['no reply file', () => without('reply/main.json'), 'reply/main.json: missing, though the seal has a reply'],
  [
    'no reply file and no seal of one',
    () => new Map([...stage({ reply: null })].filter(([path]) => path !== 'reply/main.json')),
    'reply/main.json: missing, though the log has a reply',
  ],
  ['no reply file and no call', () => sealedReply(build(silent)), 'reply/main.json: missing, though the seal has a reply'],
  [
    'a reply that no call carried',
    () => sealedReply(build(silent)).set('reply/main.json', REPLY_PART),
    'reply/main.json: no line of audit.jsonl carried it',
  ],
  [
    'another answer for the reply',
    () => reseal({ message: '- TIC-204', answer: { total: 5 }, seq: 6 }),
    'reply/main.json: not what the last reply in audit.jsonl (line 6)',
  ],
  ['a file that is no text', () => new Map([...honest(), ['seal.json', 5 as unknown as string]]), 'seal.json: not text'],
  ['edited reply', () => edit('reply/main.json', (text) => text.replace('204', '205')), 'reply/main.json: its hash'],
  [
    'planted reply',
    () => new Map([...build(ACTS.slice(0, 5)), ['reply/main.json', '{"message":"x","seq":1}']]),
    'reply/main.json: the seal knows of no reply',
  ],
  [
    'forged effect',
    () => forge(1, (entry) => JSON.parse(JSON.stringify(entry).replaceAll('urgent', 'low'))),
    'audit.jsonl line 2: its changes do not lead',
  ],
  [
    'forged before',
    () => forge(1, (entry) => JSON.parse(JSON.stringify(entry).replaceAll('normal', 'low'))),
    'audit.jsonl line 2: helpdesk.tickets/TIC-204 was not',
  ],
  [
    'forged reply call',
    () => forge(5, (entry) => ({ ...entry, args: { message: 'other' } })),
    'reply/main.json: not what the last reply in audit.jsonl (line 6)',
  ],
  ['forged world before a call', () => worldAround(2, { before: 'x' }), 'audit.jsonl line 3: the world before it'],
  ['forged world after a read', () => worldAround(0, { after: 'x' }), 'audit.jsonl line 1: its changes do not lead'],
  ['another world in the seal', () => stage({ world: { ...firstStage.world, after: 'x' } }), 'seal.json: the world after main'],
  ['another call for the reply', () => reseal({ message: '- TIC-204', seq: 5 }), 'reply/main.json: not what the last reply'],
  ['another message for the reply', () => reseal({ message: '- TIC-205', seq: 6 }), 'reply/main.json: not what the last reply'],
  ['a reply without message', () => reseal({ message: null, seq: 6 }), 'reply/main.json, message: not text'],
  [
    'a refused call with changes',
    () => forge(1, (entry) => ({ ...entry, outcome: 'refused' })),
    'audit.jsonl line 2: a call that was not carried out',
  ],
  [
    'a number without end',
    () => lines((all) => all.with(0, String(all[0]).replace('"args":{}', '"args":{"x":1e999}'))),
    'audit.jsonl line 1, args',
  ],
  [
    'a record of two names',
    () => forge(1, (entry) => JSON.parse(JSON.stringify(entry).replace('"id":"TIC-204","before"', '"id":"TIC-205","before"'))),
    'another record than TIC-205',
  ],
  ['a prototype for an entry', () => lines((all) => all.with(0, '{"__proto__":{"seq":1}}')), 'audit.jsonl line 1'],
])('%s is damage', (_, files, reason) => {
  const damage = damageOf(files());
  expect(damage?.fault).toBe('workspace');
  expect(damage?.reason).toContain(reason);
  expect(judge(GRADER, files(), EXPECTED).status).toBe('unscored');
});

test.each<[thrown: unknown, reason: string]>([
  [new Error('gone'), 'the evidence cannot be read: gone'],
  ['gone', 'the evidence cannot be read: gone'],
])('files that cannot be read are damage, whatever is thrown: %s', (thrown, reason) => {
  const files = new Map(honest());
  files.get = () => {
    throw thrown;
  };
  expect(readEvidence(files, EXPECTED)).toEqual({ fault: 'workspace', reason });
});

test.each([
  [
    'last agent message',
    {
      steps: [
        { source: 'agent', message: 'first' },
        { source: 'agent', message: 'last' },
        { source: 'user', message: 'ok' },
      ],
    },
    'last',
    'transcript',
  ],
  [
    'empty last message',
    { steps: [{ source: 'agent', message: 'said' }, { source: 'agent', message: ' ' }, { source: 'agent' }] },
    'said',
    'transcript',
  ],
  [
    'parts',
    { steps: [{ source: 'agent', message: [{ type: 'text', text: 'a' }, { type: 'image' }, null, { text: 'b' }] }] },
    'a\nb',
    'transcript',
  ],
  ['no agent', { steps: [{ source: 'user', message: 'x' }] }, '', 'none'],
  ['nonsense', { steps: 'x' }, '', 'none'],
  ['null', null, '', 'none'],
  ['steps of nonsense', { steps: [null, 3, 'x', { source: 'agent', message: 7 }] }, '', 'none'],
  ['nonsense beside something said', { steps: [null, 3, { source: 'agent', message: 'said' }, 'x'] }, 'said', 'transcript'],
  ['none', undefined, '', 'none'],
])('without the reply tool, %s', (_, trajectory, text, source) => {
  expect(readEvidence(build(silent, { trajectory }), EXPECTED)).toMatchObject({ reply: { text, source } });
});

test('a torn transcript, or a deep one, leaves the trial scored', () => {
  for (const log of ['{"steps": [', '['.repeat(100_000)]) {
    expect(readEvidence(new Map([...build(silent), ['transcript/main/trajectory.json', log]]), EXPECTED)).toMatchObject({
      reply: { source: 'none' },
    });
  }
});

test('only the agent replies for the agent', () => {
  const files = build([say('mine'), { ...say('theirs'), actor: 'user' }]);
  expect(readEvidence(files, EXPECTED)).toMatchObject({ reply: { text: 'mine', source: 'tool' } });
});

test('the tool outranks the transcript, and its last call counts', () => {
  const files = build([say('first'), say('last')], { trajectory: { steps: [{ source: 'agent', message: 'other' }] } });
  expect(readEvidence(files, EXPECTED)).toMatchObject({ reply: { text: 'last', source: 'tool' } });
});

test('law: mutated evidence never throws and never earns more', () => {
  const full = judge(GRADER, honest(), EXPECTED);
  const best = full.status === 'scored' ? full.reward : 0;
  const paths = [...honest().keys()];
  const cut = fc.record({
    path: fc.constantFrom(...paths),
    at: fc.nat(),
    remove: fc.nat(30),
    insert: fc.oneof(fc.string(), fc.constantFrom('null', '1e999', '{}', '[]', '"__proto__"', '\n')),
  });
  fc.assert(
    fc.property(fc.array(cut, { minLength: 1, maxLength: 4 }), (cuts) => {
      const files = honest();
      for (const { path, at, remove, insert } of cuts) {
        const text = files.get(path) ?? '';
        const start = at % (text.length + 1);
        files.set(path, text.slice(0, start) + insert + text.slice(start + remove));
      }
      const verdict = judge(GRADER, files, EXPECTED);
      if (verdict.status === 'scored') expect(verdict.reward).toBeLessThanOrEqual(best);
    }),
    { numRuns: 400 },
  );
});

test('law: any value in the place of any part never throws', () => {
  const files = honest();
  const target = fc.constantFrom(...files.keys());
  const value = fc.anything({ withNullPrototype: true, withBigInt: true });
  fc.assert(
    fc.property(target, value, fc.nat(), fc.jsonValue(), (path, odd, at, replacement) => {
      readEvidence(new Map([...files, [path, odd as string]]), EXPECTED);
      const parts: [object, string][] = [];
      const root = JSON.parse(path === 'audit.jsonl' ? ((files.get(path) ?? '').split('\n')[1] ?? '') : (files.get(path) ?? ''));
      const walk = (node: unknown) => {
        if (typeof node !== 'object' || node === null) return;
        for (const [key, inner] of Object.entries(node)) {
          parts.push([node, key]);
          walk(inner);
        }
      };
      walk(root);
      const [holder, key] = parts[at % parts.length] ?? [{}, ''];
      Object.assign(holder, { [key]: replacement });
      const text = path === 'audit.jsonl' ? lines((all) => all.with(1, JSON.stringify(root))).get(path) : JSON.stringify(root);
      readEvidence(new Map([...files, [path, text ?? '']]), EXPECTED);
    }),
    { numRuns: 500 },
  );
});
