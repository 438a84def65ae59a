// Acts that the proof makes up: whatever the tool, the workspace takes them and something changes.
import { expect, test } from 'vitest';
import { argumentsFor, isWriting, mountedTools, otherValue, plausibleAct, worksOnRecords } from '#compiler/5-prove/acts.ts';
import { otherValues } from '#compiler/5-prove/plausible.ts';
import type { Plan } from '#compiler/types.ts';
import { catalogue } from '#services/index.ts';
import type { Field } from '#services/types.ts';
import { openDesk } from '#workspace/desk.ts';
import type { Answer } from '#workspace/types.ts';
import { onSampleFolder } from '../contracts/service-folder.ts';
import { openSamples } from '../contracts/service-samples.ts';
import { workshop } from '../services/workshop.ts';
import { entriesOf } from '../workspace/harness.ts';

const { office } = openSamples([...Object.values(catalogue), workshop]);
const plan = { office, files: [{ path: 'a.txt', text: 'one\n' }] } as unknown as Plan;
const writers = mountedTools(office).filter(isWriting);

function played(move: { readonly tool: string; readonly args: object } | undefined): { readonly answer: Answer; readonly changes: number } {
  if (move === undefined) throw new Error('there is no act');
  const desk = openDesk(office, onSampleFolder());
  const answer = desk.call({ ...move, via: 'proof' });
  return { answer, changes: entriesOf(desk.evidence()).flatMap((entry) => entry.changes).length };
}

test.each(writers.map((tool) => [tool.name, tool] as const))('%s', (_, tool) => {
  const { answer, changes } = played(plausibleAct(tool, plan));
  expect(answer).toMatchObject({ ok: true });
  // What is done in the shared folder changes no record.
  if (worksOnRecords(tool)) expect(changes).toBeGreaterThan(0);
  else expect(changes).toBe(0);
});

test('one field of an update, by whichever argument writes it', () => {
  const update = writers.find(({ name }) => name === 'workshop.update_job');
  if (update === undefined) throw new Error('no tool');
  expect(argumentsFor(update, 'tags')).toEqual(['add_tags', 'remove_tags']);
  expect(argumentsFor(update, 'title')).toEqual(['title']);
  expect(argumentsFor(update, 'status')).toEqual([]);
  for (const field of ['tags', 'price', 'estimate']) {
    const { answer, changes } = played(plausibleAct(update, plan, { field }));
    expect(answer, field).toMatchObject({ ok: true });
    expect(changes, field).toBe(2);
  }
});

test('values of amounts and lengths of time are such as records hold', () => {
  const euros: Field = { type: 'money', currency: 'EUR', about: '' };
  const length: Field = { type: 'duration', about: '' };
  expect(otherValues(euros, 33.33, plan)).toEqual([34.33, 32.33, 333.3, 0]);
  expect(otherValues(length, 'PT45M', plan)).toEqual(['PT1H45M', 'PT0S', 'PT7H30M']);
  expect([otherValue(euros, 33.33, plan), otherValue(length, 'PT1H', plan)]).toEqual([34.33, 'PT2H']);
});

test('no record is named that a call may not name', () => {
  const room: Field = { type: 'reference', to: 'calendar.rooms', only_if: { bookable: [true] }, about: '' };
  const rooms = [
    { id: 'ROOM-1', bookable: false },
    { id: 'ROOM-2', bookable: true },
    { id: 'ROOM-3', bookable: true },
  ];
  const own = { ...plan, office: { ...office, records: { ...office.records, 'calendar.rooms': rooms } } };
  expect(otherValue(room, undefined, own)).toBe('ROOM-2');
  expect(otherValues(room, 'ROOM-2', own)).toEqual(['ROOM-3']);
  expect(
    otherValues({ type: 'list', of: 'reference', to: 'calendar.rooms', only_if: { bookable: [true] }, about: '' }, ['ROOM-2'], own).flat(),
  ).not.toContain('ROOM-1');
});
