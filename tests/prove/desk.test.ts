// What the proof shares between runs: a desk that is forked goes its own way, and evidence in memory is what reading it back gives.
import { expect, test } from 'vitest';
import { officeDigest } from '#grader/evidence/hash.ts';
import { readEvidence } from '#grader/evidence/read.ts';
import { deskFactory } from '#workspace/desk.ts';
import { exampleOffice } from '../workspace/harness.ts';

const office = exampleOffice();
const call = { via: 'proof' } as const;
const list = { ...call, tool: 'helpdesk.list_tickets', args: {} };
const create = { ...call, tool: 'helpdesk.create_ticket', args: { subject: 'New' } };
const say = { ...call, tool: 'reply', args: { message: 'Done.' } };

test('evidence in memory is what reading it back gives', () => {
  const desk = deskFactory(office)({ live: true });
  for (const one of [list, create, { ...call, tool: 'nothing', args: 'x' }, say]) desk.call(one);
  desk.seal();
  expect(desk.live()).toEqual(readEvidence(desk.evidence(), { task: office.task, pack: officeDigest(office) }));
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
  for (const desk of [first, second]) {
    desk.seal();
    expect(readEvidence(desk.evidence(), { task: office.task, pack: officeDigest(office) })).toEqual(desk.live());
  }
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
    return { id: entry?.changes[0]?.id, world: entry?.world.after };
  };
  expect(made(17).id).not.toBe(made(0).id);
  expect(made(17).world).toBe(made(0).world);
});
