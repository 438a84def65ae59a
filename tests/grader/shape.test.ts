// Every part of every evidence file with something in its place that it cannot be: named by place, never thrown further.
import { expect, test } from 'vitest';
import { asEntry, asListing, asReply, asSeal, asWorld, Broken } from '#grader/evidence/shape.ts';

const RECORD = { id: 'TIC-1', subject: 'x', open: true, hours: 1.5, tags: ['a', 'b'] };
const CHANGE = { effect: 'send', collection: 'mail.messages', id: 'TIC-1', before: null, after: RECORD, recipients: ['a@x.example'] };
const ENTRY = {
  seq: 1,
  stage: 'main',
  time: '2026-03-09T08:00:00Z',
  actor: 'agent',
  tool: 'mail.send',
  args: { deep: [{ n: 1, nothing: null }] },
  outcome: 'ok',
  message: 'm',
  shown: { digest: 'd', records: { 'a.b/1': ['id'] } },
  changes: [CHANGE],
  world: { before: 'x', after: 'y' },
  via: 'mcp',
  toolUse: 't',
  prev: 'p',
};
const SEAL = {
  version: 1,
  task: 't',
  pack: 'p',
  stages: [{ name: 'main', entries: 0, last: 'l', world: { before: 'x', after: 'y' }, reply: 'r', files: 'f' }],
};
const WORLD = { 'a.b': [RECORD] };
const REPLY = { message: 'm', answer: { total: 5, rows: [{ id: null }] }, seq: 1 };
const LISTING = { files: [{ path: 'a.txt', size: 1, sha256: 's' }], left_out: [{ path: 'b', reason: 'a link' }], more: 0 };

const READERS = {
  entry: { read: asEntry, whole: ENTRY },
  seal: { read: asSeal, whole: SEAL },
  world: { read: asWorld, whole: WORLD },
  reply: { read: asReply, whole: REPLY },
  listing: { read: asListing, whole: LISTING },
} satisfies Record<string, { readonly read: (value: unknown, place: string) => unknown; readonly whole: object }>;

type Part = keyof typeof READERS;

/** The whole part with another value at one place; undefined takes out what was there. */
function withOther(whole: object, at: readonly (string | number)[], value: unknown): unknown {
  const [key, ...rest] = at;
  if (key === undefined) return value;
  const inner = (whole as Record<string | number, object>)[key] ?? {};
  if (Array.isArray(whole)) return whole.with(Number(key), withOther(inner, rest, value));
  return { ...whole, [key]: withOther(inner, rest, value) };
}

function problemOf(part: Part, at: readonly (string | number)[], value: unknown): string | undefined {
  const { read, whole } = READERS[part];
  const changed = withOther(whole, at, value);
  try {
    expect(read(changed, 'here')).toBe(changed);
    return undefined;
  } catch (error) {
    if (error instanceof Broken) return error.message;
    throw error;
  }
}

type At = readonly (string | number)[];

test.each<[part: Part, at: At, value: unknown, problem: string]>([
  ['entry', [], null, 'here: not an object'],
  ['entry', [], 'x', 'here: not an object'],
  ['entry', [], undefined, 'here: not an object'],
  ['entry', [], [], 'here: not an object'],
  ['entry', ['shown'], null, 'here, shown: not an object'],
  ['entry', ['shown', 'digest'], 1, 'here, shown.digest: not text'],
  ['entry', ['shown', 'records'], [], 'here, shown.records: not an object'],
  ['entry', ['shown', 'records', 'a.b/1'], 'id', 'here, shown.records: not a list'],
  ['entry', ['shown', 'records', 'a.b/1'], ['id', 1], 'here, shown.records: not text'],
  ['entry', ['world'], 'x', 'here, world: not an object'],
  ['entry', ['world', 'before'], null, 'here, world.before: not text'],
  ['entry', ['world', 'after'], undefined, 'here, world.after: not text'],
  ['entry', ['stage'], 1, 'here, stage: not text'],
  ['entry', ['time'], 1, 'here, time: not text'],
  ['entry', ['tool'], null, 'here, tool: not text'],
  ['entry', ['via'], undefined, 'here, via: not text'],
  ['entry', ['prev'], {}, 'here, prev: not text'],
  ['entry', ['message'], 1, 'here, message: not text'],
  ['entry', ['message'], null, 'here, message: not text'],
  ['entry', ['toolUse'], [], 'here, toolUse: not text'],
  ['entry', ['seq'], '1', 'here, seq: not a whole number'],
  ['entry', ['seq'], 1.5, 'here, seq: not a whole number'],
  ['entry', ['seq'], -1, 'here, seq: not a whole number'],
  ['entry', ['actor'], 'me', 'here, actor: not one of agent, user, event, fault'],
  ['entry', ['actor'], undefined, 'here, actor: not one of agent, user, event, fault'],
  ['entry', ['outcome'], 'fine', 'here, outcome: not one of ok, refused, error, fault'],
  ['entry', ['args'], 'x', 'here, args: not an object'],
  ['entry', ['args', 'deep'], [{ n: Number.POSITIVE_INFINITY }], 'here, args: a number without end'],
  ['entry', ['changes'], {}, 'here, changes: not a list'],
  ['entry', ['changes', 0], null, 'here, changes: not an object'],
  ['entry', ['changes', 0, 'effect'], 'read', 'here, changes, effect: not one of create, update, delete, send, spend'],
  ['entry', ['changes', 0, 'id'], 1, 'here, changes, id: not text'],
  ['entry', ['changes', 0, 'collection'], null, 'here, changes, collection: not text'],
  ['entry', ['changes', 0, 'recipients'], 'a@x.example', 'here, changes, recipients: not a list'],
  ['entry', ['changes', 0, 'recipients'], [1], 'here, changes, recipients: not text'],
  ['entry', ['changes', 0, 'recipients'], null, 'here, changes, recipients: not a list'],
  ['entry', ['changes', 0, 'before'], undefined, 'here, changes, before: not an object'],
  ['entry', ['changes', 0, 'before'], { id: 'TIC-2' }, 'here, changes, before: another record than TIC-1'],
  ['entry', ['changes', 0, 'after'], { id: 'TIC-2' }, 'here, changes, after: another record than TIC-1'],
  ['entry', ['changes', 0, 'after'], null, 'here, changes: no record before and none after'],
  ['entry', ['changes', 0, 'after', 'subject'], null, 'here, changes, after, TIC-1, subject: no value a field can have'],

  ['seal', [], [], 'here: not an object'],
  ['seal', ['version'], '1', 'here: its version is not 1'],
  ['seal', ['task'], 1, 'here, task: not text'],
  ['seal', ['pack'], undefined, 'here, pack: not text'],
  ['seal', ['stages'], {}, 'here, stages: not a list'],
  ['seal', ['stages', 0], 'main', 'here, stages: not an object'],
  ['seal', ['stages', 0, 'name'], null, 'here, stages, name: not text'],
  ['seal', ['stages', 0, 'last'], 1, 'here, stages, last: not text'],
  ['seal', ['stages', 0, 'entries'], '0', 'here, stages, entries: not a whole number'],
  ['seal', ['stages', 0, 'world'], undefined, 'here, stages, world: not an object'],
  ['seal', ['stages', 0, 'world', 'before'], 1, 'here, stages, world.before: not text'],
  ['seal', ['stages', 0, 'world', 'after'], 1, 'here, stages, world.after: not text'],
  ['seal', ['stages', 0, 'reply'], undefined, 'here, stages, reply: not text'],
  ['seal', ['stages', 0, 'files'], false, 'here, stages, files: not text'],

  ['world', [], [], 'here: not an object'],
  ['world', ['a.b'], {}, 'here, a.b: not a list'],
  ['world', ['a.b', 0], 'TIC-1', 'here, a.b: not an object'],
  ['world', ['a.b', 0, 'id'], 1, 'here, a.b, id: not text'],
  ['world', ['a.b', 0, 'subject'], null, 'here, a.b, TIC-1, subject: no value a field can have'],
  ['world', ['a.b', 0, 'subject'], {}, 'here, a.b, TIC-1, subject: no value a field can have'],
  ['world', ['a.b', 0, 'hours'], Number.NaN, 'here, a.b, TIC-1, hours: no value a field can have'],
  ['world', ['a.b', 0, 'tags'], ['a', 1], 'here, a.b, TIC-1, tags: not text'],
  ['world', ['a.b'], [RECORD, { id: 'TIC-2' }, { id: 'TIC-1' }], 'here, a.b: TIC-1 is there twice'],

  ['reply', [], null, 'here: not an object'],
  ['reply', ['message'], undefined, 'here, message: not text'],
  ['reply', ['answer'], [], 'here, answer: not an object'],
  ['reply', ['answer'], null, 'here, answer: not an object'],
  ['reply', ['answer', 'total'], Number.NEGATIVE_INFINITY, 'here, answer: a number without end'],
  ['reply', ['seq'], null, 'here, seq: not a whole number'],

  ['listing', [], 'x', 'here: not an object'],
  ['listing', ['files'], null, 'here, files: not a list'],
  ['listing', ['files', 0], 'a.txt', 'here, files: not an object'],
  ['listing', ['files', 0, 'path'], 1, 'here, files, path: not text'],
  ['listing', ['files', 0, 'sha256'], undefined, 'here, files, sha256: not text'],
  ['listing', ['files', 0, 'size'], 1.5, 'here, files, size: not a whole number'],
  ['listing', ['left_out'], {}, 'here, left_out: not a list'],
  ['listing', ['left_out', 0], null, 'here, left_out: not an object'],
  ['listing', ['left_out', 0, 'path'], undefined, 'here, left_out, path: not text'],
  ['listing', ['left_out', 0, 'reason'], 1, 'here, left_out, reason: not text'],
  ['listing', ['more'], '0', 'here, more: not a whole number'],
])('%s %j: %j', (part, at, value, problem) => {
  expect(problemOf(part, at, value)).toBe(problem);
});

test.each<[part: Part, at: At, value: unknown]>([
  ['entry', [], ENTRY],
  ['entry', ['message'], undefined],
  ['entry', ['toolUse'], undefined],
  ['entry', ['changes'], []],
  ['entry', ['changes', 0, 'recipients'], undefined],
  ['entry', ['changes', 0, 'before'], RECORD],
  ['entry', ['args'], {}],
  ['seal', [], SEAL],
  ['seal', ['stages'], []],
  ['seal', ['stages', 0, 'reply'], null],
  ['seal', ['stages', 0, 'files'], null],
  // Seals from before there were folders.
  ['seal', ['stages', 0, 'files'], undefined],
  ['world', [], WORLD],
  ['world', ['a.b', 0, 'tags'], []],
  ['reply', [], REPLY],
  ['reply', ['answer'], undefined],
  ['listing', [], LISTING],
])('%s %j: %j is fine', (part, at, value) => {
  expect(problemOf(part, at, value)).toBeUndefined();
});
