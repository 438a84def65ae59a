// Hashes that the workspace writes and the grader computes again.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { canonicalJson, createHasher, lineHash, officeDigest, sha256Hex, worldHash } from '#grader/evidence/hash.ts';
import type { DataRecord, FieldValue, World } from '#grader/evidence/types.ts';

test('known values: these may never change, published packs carry them', () => {
  expect(sha256Hex('')).toBe('e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855');
  expect(lineHash('{"a":1}')).toBe(sha256Hex('{"a":1}'));
  expect(canonicalJson({ b: [25.0, -0, 'é"'], a: null, c: undefined })).toBe('{"a":null,"b":[25,0,"é\\""]}');
  expect(worldHash({ 'a.b': [{ id: '1', x: 'y' }] }, {})).toMatchInlineSnapshot(
    `"4c3f2c56ae13f20c2c9bd366da6e8e2265959213d1b3b1ed1905b87aa97632d1"`,
  );
});

test('known values of worlds whose records mention each other', () => {
  // Each step of a label is in the value: how often it is refined, and how two records of one id are told from each other.
  const see = (id: string, other: string) => doc(id, 'x', { see: other });
  const chain = Array.from({ length: 12 }, (_, index) => see(`D-${index + 10}`, `D-${index + 11}`));
  const hashes = [
    world([see('D-2', 'D-3'), see('D-3', 'D-2'), doc('D-4', 'y')]),
    world([see('D-2', 'D-2')]),
    world(chain),
    ...['a', 'b', 'c', 'd'].map((title) => world([doc('D-2', title), see('D-3', 'D-2')], [doc('D-2', 'e')])),
  ].map((one) => worldHash(one, seed).slice(0, 16));
  expect(hashes.join(' ')).toMatchInlineSnapshot(
    `"99c03609a4c2e1dc 7effc6aa8ba41a06 f94b8ae125c0eb67 1890e9613c4b0593 699c38e27089323c b5863a5b3cd308c9 09deafad82b7f709"`,
  );
});

test.each([Number.NaN, Number.POSITIVE_INFINITY, () => 1, 1n])('%s has no canonical form', (value) => {
  expect(() => canonicalJson(value)).toThrow(TypeError);
});

test('law: the order of keys and of records does not matter', () => {
  const record = fc.dictionary(fc.string(), fc.oneof(fc.string(), fc.integer(), fc.boolean()));
  fc.assert(
    fc.property(fc.array(record, { maxLength: 6 }), (contents) => {
      const records = contents.map((content, index) => ({ ...content, id: `R-${index}` }) as DataRecord);
      const turned = records.map((one) => Object.fromEntries(Object.entries(one).reverse()) as DataRecord).reverse();
      expect(canonicalJson(turned[0] ?? null)).toBe(canonicalJson(records.at(-1) ?? null));
      expect(worldHash({ c: turned }, { c: records })).toBe(worldHash({ c: records }, { c: records }));
    }),
  );
});

const office = { task: 't', now: 'n', zone: 'z', services: [], settings: {}, records: {} };

test.each(Object.keys(office))('the office digest covers %s', (key) => {
  expect(officeDigest({ ...office, [key]: 'other' } as typeof office)).not.toBe(officeDigest(office));
  expect(officeDigest({ ...office, extra: 1 } as typeof office)).toBe(officeDigest(office));
});

const seed: World = { 'a.docs': [{ id: 'D-1', title: 'seed' }], 'a.links': [{ id: 'L-1', to: 'D-1' }] };
const doc = (id: string, title: string, more: object = {}) => ({ id, title, ...more }) as DataRecord;
const world = (docs: readonly DataRecord[], links: readonly DataRecord[] = []): World => ({
  'a.docs': [...(seed['a.docs'] ?? []), ...docs],
  'a.links': [...(seed['a.links'] ?? []), ...links],
});

const see = (value: FieldValue) => doc('D-2', 'x', { see: value });
const two = [doc('D-3', 'y'), doc('D-4', 'z')];

test.each<[string, World, World, boolean]>([
  ['other numbering', world([doc('D-2', 'x'), doc('D-3', 'y')]), world([doc('D-2', 'y'), doc('D-3', 'x')]), true],
  [
    'a mention follows the record',
    world([doc('D-2', 'x'), doc('D-3', 'y')], [doc('L-2', '', { to: 'D-2' })]),
    world([doc('D-2', 'y'), doc('D-3', 'x')], [doc('L-2', '', { to: 'D-3' })]),
    true,
  ],
  [
    'a mention of the other record',
    world([doc('D-2', 'x'), doc('D-3', 'y')], [doc('L-2', '', { to: 'D-2' })]),
    world([doc('D-2', 'x'), doc('D-3', 'y')], [doc('L-2', '', { to: 'D-3' })]),
    false,
  ],
  [
    'a mention in a list',
    world([doc('D-2', 'x', { see: ['D-3', 'D-1'] }), doc('D-3', 'y')]),
    world([doc('D-3', 'x', { see: ['D-2', 'D-1'] }), doc('D-2', 'y')]),
    true,
  ],
  [
    'a circle',
    world([doc('D-2', 'x', { see: 'D-3' }), doc('D-3', 'y', { see: 'D-2' })]),
    world([doc('D-9', 'x', { see: 'D-8' }), doc('D-8', 'y', { see: 'D-9' })]),
    true,
  ],
  ['itself', world([doc('D-2', 'x', { see: 'D-2' })]), world([doc('D-7', 'x', { see: 'D-7' })]), true],
  ['twice the same', world([doc('D-2', 'x'), doc('D-3', 'x')]), world([doc('D-2', 'x')]), false],
  ['other content', world([doc('D-2', 'x')]), world([doc('D-2', 'y')]), false],
  ['in another collection', world([doc('D-2', 'x')]), world([], [doc('D-2', 'x')]), false],
  ['a mention of another record in a list', world([see(['D-3']), ...two]), world([see(['D-4']), ...two]), false],
  ['a number is no mention', world([see(3), doc('3', 'y'), doc('4', 'z')]), world([see(3), doc('5', 'y'), doc('4', 'z')]), true],
  ['collections in another order', seed, Object.fromEntries(Object.entries(seed).reverse()), true],
  ['an empty collection', { ...seed, 'a.none': [] }, seed, true],
  ['a seeded record keeps its id', { 'a.docs': [doc('D-1', 'seed')] }, { 'a.docs': [doc('D-9', 'seed')] }, false],
])('world hash, %s', (_, one, other, same) => {
  expect(worldHash(one, seed) === worldHash(other, seed)).toBe(same);
});

test('a seeded record that mentions a generated one follows it', () => {
  const linked = (id: string): World => ({ 'a.docs': [doc('D-1', 'seed'), doc(id, 'new')], 'a.links': [doc('L-1', '', { to: id })] });
  expect(worldHash(linked('D-2'), seed)).toBe(worldHash(linked('D-5'), seed));
});

test('law: which generated id a record got leaves no trace, and remembering changes nothing', () => {
  const hash = createHasher(seed);
  const content = fc.record({ title: fc.constantFrom('x', 'y', 'z'), see: fc.nat(5), also: fc.array(fc.nat(5), { maxLength: 2 }) });
  const numbering = fc.shuffledSubarray([2, 3, 4, 5, 6, 7], { minLength: 6 });
  fc.assert(
    fc.property(fc.array(content, { maxLength: 6 }), numbering, (made, mixed) => {
      const numbered = (ids: readonly number[]) => {
        // A mention of a record that was never made has no content to stand for it.
        const name = (index: number) => (index < made.length ? `D-${ids[index]}` : 'none');
        return world(made.map(({ title, see, also }, index) => doc(name(index), title, { see: name(see), also: also.map(name) })));
      };
      expect(hash(numbered(mixed))).toBe(hash(numbered([2, 3, 4, 5, 6, 7])));
      expect(worldHash(numbered(mixed), seed)).toBe(hash(numbered(mixed)));
    }),
  );
});

test('one hasher over a history gives what a fresh one gives', () => {
  const hash = createHasher(seed);
  const history = [
    seed,
    world([doc('D-2', 'x')]),
    world([doc('D-2', 'x')], [doc('L-2', '', { to: 'D-2' })]),
    world([doc('D-2', 'y')], [doc('L-2', '', { to: 'D-2' })]),
    seed,
  ];
  for (const step of history) expect(hash(step)).toBe(worldHash(step, seed));
});

test('law: after any changes one hasher gives what a fresh one gives', () => {
  const ids = Array.from({ length: 60 }, (_, index) => `D-${index + 10}`);
  const many: World = { 'a.docs': ids.slice(0, 50).map((id) => doc(id, 'seed')) };
  const change = fc.record({
    at: fc.constantFrom(...ids),
    title: fc.constantFrom('x', 'y', null),
    // Some mention a record that was made, or that is gone again.
    see: fc.constantFrom('D-10', 'D-65', 'none'),
  });
  fc.assert(
    fc.property(fc.array(fc.array(change, { maxLength: 40 }), { maxLength: 8 }), (steps) => {
      const hash = createHasher(many);
      let docs = many['a.docs'] ?? [];
      for (const step of steps) {
        const byId = new Map(docs.map((record) => [record.id, record]));
        for (const { at, title, see } of step) title === null ? byId.delete(at) : byId.set(at, doc(at, title, { see }));
        docs = [...byId.values()].sort((a, b) => (a.id < b.id ? -1 : 1));
        expect(hash({ 'a.docs': docs })).toBe(worldHash({ 'a.docs': docs }, many));
      }
    }),
  );
});

test.each(['D-2', `D-${'2'.repeat(60)}`])('what is remembered of a collection does not outlive what it mentions: %s', (id) => {
  const links = [doc('L-1', '', { to: id })];
  const hash = createHasher({ 'a.links': links });
  const history: World[] = [{}, { 'a.docs': [doc(id, 'x')] }, { 'a.docs': [doc(id, 'y')] }, {}].map((docs) => ({
    ...docs,
    'a.links': links,
  }));
  for (const step of history) expect(hash(step)).toBe(worldHash(step, { 'a.links': links }));
  expect(new Set(history.map(hash)).size).toBe(3);
});

test('a generated id that a seeded record of another collection has does not hide that record', () => {
  const docs = [doc('D-1', 'a'), doc('D-2', 'b')];
  const [one, other] = ['D-1', 'D-2'].map((id) => worldHash({ 'a.docs': docs, 'a.links': [doc(id, 'new')] }, { 'a.docs': docs }));
  expect(one).toBe(other);
});
