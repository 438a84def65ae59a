// What the proof shares between runs: a desk that is forked goes its own way, and evidence in memory is what reading it back gives.
import { expect, test } from 'vitest';
import { officeDigest } from '#grader/evidence/hash.ts';
import { isDamage, readEvidence } from '#grader/evidence/read.ts';
import type { Evidence } from '#grader/evidence/types.ts';
import { deskFactory } from '#workspace/desk.ts';
import type { Desk } from '#workspace/types.ts';
import { exampleOffice } from '../workspace/harness.ts';

const office = exampleOffice();
const call = { via: 'proof' } as const;
const list = { ...call, tool: 'helpdesk.list_tickets', args: {} };
const create = { ...call, tool: 'helpdesk.create_ticket', args: { subject: 'New' } };
const say = { ...call, tool: 'reply', args: { message: 'Done.' } };

/** A sealed desk's evidence read back, hashes left out. */
function readBack(desk: Desk): Evidence {
  desk.seal();
  const evidence = readEvidence(desk.evidence(), { task: office.task, pack: officeDigest(office) });
  if (isDamage(evidence)) throw new Error(evidence.reason);
  const unhashed = { world: { before: '', after: '' }, prev: '' };
  return { ...evidence, entries: evidence.entries.map((entry) => ({ ...entry, shown: { ...entry.shown, digest: '' }, ...unhashed })) };
}

test('evidence in memory is what reading it back gives, hashes aside', () => {
  const [live, written] = [deskFactory(office)({ live: true }), deskFactory(office)()];
  const calls = [list, create, { ...call, tool: 'nothing', args: 'x' }, say];
  expect(calls.map((one) => live.call(one))).toEqual(calls.map((one) => written.call(one)));
  expect(live.live()).toEqual(readBack(written));
  expect(live.worldHash()).toBe(written.worldHash());
  expect(() => live.evidence()).toThrow('writes no evidence');
});

test('a live desk has the limits of one that writes', () => {
  const text = 'x'.repeat(19_000);
  const filled = (desk: Desk): number => {
    let calls = 0;
    while (calls < 2_000 && desk.call({ ...say, args: { message: text } }).ok) calls += 1;
    return calls;
  };
  const full = filled(deskFactory(office)());
  expect(full).toBeLessThan(2_000);
  expect(filled(deskFactory(office)({ live: true }))).toBe(full);
});

test('a fork goes on from there, and neither sees the other', () => {
  const first = deskFactory(office)({ live: true });
  first.call(create);
  const second = first.fork();
  second.call(create);
  first.call(say);
  expect(first.live().entries.map(({ tool }) => tool)).toEqual([create.tool, say.tool]);
  expect(second.live().entries.map(({ tool }) => tool)).toEqual([create.tool, create.tool]);
  expect(second.live().reply.source).toBe('none');
  const again = [deskFactory(office)(), deskFactory(office)()] as const;
  for (const one of [create, say]) again[0].call(one);
  for (const one of [create, create]) again[1].call(one);
  expect([first, second].map((desk) => desk.live())).toEqual(again.map(readBack));
});

test('a fork is a desk like one that did everything itself', () => {
  const open = deskFactory(office);
  const whole = open();
  const forked = [list, create, say].reduce((desk, one) => {
    const next = desk.fork();
    next.call(one);
    whole.call(one);
    return next;
  }, open());
  for (const desk of [whole, forked]) desk.seal();
  expect([...forked.evidence()]).toEqual([...whole.evidence()]);
});

test('new records are numbered as if others had been made before', () => {
  const made = (madeBefore: number) => {
    const desk = deskFactory(office)({ live: true, madeBefore });
    desk.call(create);
    const [entry] = desk.live().entries;
    return { id: entry?.changes[0]?.id, world: desk.worldHash() };
  };
  expect(made(17).id).not.toBe(made(0).id);
  expect(made(17).world).toBe(made(0).world);
});
